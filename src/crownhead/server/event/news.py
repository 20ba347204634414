"""What has happened in an event after a seq, as its readers are told it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from crownhead.server.event.boards import board, show_next, show_round
from crownhead.server.event.entries import DeedDone, EventEntry
from crownhead.server.event.standing import Standing, show_teams
from crownhead.server.event.state import EventState
from crownhead.server.event.view import show_entrants
from crownhead.server.event.you import NOBODY, you
from crownhead.server.messages.event.views import EventLine, EventNews
from crownhead.server.rights import may_in_event

MOST_NEWS = 48_000
"""Bytes of the lines of one answer about what has happened; what they have changed comes beside."""
MOST_CHANGED = 60
"""Boards, and entrants, in one such answer; beyond it the event is asked for as a whole."""


def news(
    state: EventState, lines: Sequence[EventEntry], since: int, standing: Standing
) -> EventNews:
    """Return what has happened after a seq, as far as it fits; `lines` are the entries after it."""
    told: list[EventLine] = []
    size, ranked, whole = 0, False, False
    places: dict[tuple[int, int], None] = {}
    names: dict[str, None] = {}
    waves: dict[int, None] = {}
    arena = state.event.format == "arena"
    reached = since
    for entry in lines:
        line = _line(state, entry)
        size += len(msgspec.json.encode(line))
        if told and size > MOST_NEWS:
            break
        told.append(line)
        reached = entry.seq
        fields = line.fields
        if line.kind in ("halted", "continued"):
            places |= dict.fromkeys(map(tuple, fields["boards"]))
        elif line.kind in ("clock", "took_back", "announced", "fee"):
            pass  # seen in the game, in what is told with all news, or by officers alone
        elif line.kind in ("result", "tie-break", "table", "claimed"):
            places[fields["round"], fields["board"]] = None
        elif line.kind in ("enter", "player", "excuse", "withdraw", "return", "checked"):
            names[str(fields.get("name") or fields["entrant"]["name"])] = None
        elif line.kind == "standing":
            ranked = True
        elif arena and line.kind in ("pair", "started"):
            waves[fields["round"]] = None
        else:
            whole = True
    now = state.competition
    # A round that was annulled since may have had more boards than the one that stands now.
    rounds = [number for number in waves if number <= len(now.rounds)]
    known = [
        (r, n)
        for r, n in places
        if r not in waves and r <= len(now.rounds) and n <= len(now.rounds[r - 1].boards)
    ]
    count = len(known) + sum(len(now.rounds[number - 1].boards) for number in rounds)
    whole = whole or count > MOST_CHANGED or len(names) > MOST_CHANGED
    entrants = () if whole else show_entrants(state, names)
    played = sorted({number for number, _ in known})
    return EventNews(
        event=state.id,
        seq=reached,
        more=reached < state.seq,
        whole=whole,
        ranked=ranked,
        phase=state.phase,
        over=now.over,
        next=show_next(state),
        room=state.room,
        round=len(now.rounds),
        fingerprint=state.deeds.fingerprint,
        lines=tuple(told),
        rounds=() if whole else tuple(show_round(state, number) for number in rounds),
        boards=() if whole else tuple(board(state, *place) for place in known),
        entrants=tuple(entrants),
        places=() if whole else standing.after(since),
        teams=None if whole or not known else show_teams(state, played, known),
        you=NOBODY,
    )


def news_for(told: EventNews, state: EventState, player: str, *, looks: bool = False) -> EventNews:
    """Return news as somebody is told them: of fees officers alone, unless they only look."""
    yours, lines = you(state, player), told.lines
    if looks:
        yours = msgspec.structs.replace(yours, fee=None)
    if may_in_event(state.roles(player), "keep_desk") and not looks:
        owes = bool(state.settings.fees) and any(line.kind in ("fee", "enter") for line in lines)
        return msgspec.structs.replace(told, you=yours, whole=told.whole or owes)
    public = tuple(line for line in lines if line.kind != "fee")
    return msgspec.structs.replace(told, you=yours, lines=public)


def _line(state: EventState, entry: EventEntry) -> EventLine:
    body = entry.body
    kind = entry.kind
    if isinstance(entry.event, DeedDone):
        kind = str(entry.event.deed["deed"])
        body = {k: v for k, v in entry.event.deed.items() if k not in ("n", "at", "deed", "link")}
    else:
        for private in ("player", "code", "program"):
            body.pop(private, None)
    return EventLine(entry.seq, entry.at, kind, state.name_of(entry.player), body)
