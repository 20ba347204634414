"""From an event to what its readers see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from crownhead.ballots import deck
from crownhead.competition import (
    Competition,
    Encounter,
    Entrant,
    Explanation,
    Place,
    Round,
)
from crownhead.competition.teams import OF_TEAMS, team_matches, team_ranking, team_standing
from crownhead.errors import CrownheadError
from crownhead.position import Position
from crownhead.server.messages.event_desk import (
    CallShown,
    DutyShown,
    FeeKind,
    FeeShown,
    FeesShown,
    Officer,
    OwnFee,
)
from crownhead.server.messages.event_rounds import (
    BoardShown,
    CautionShown,
    Draft,
    EventCard,
    NextRound,
    ResultClaim,
    RoundShown,
    RoundsPage,
)
from crownhead.server.messages.event_standings import (
    NumberShown,
    NumbersOf,
    PlaceShown,
    TeamMatchShown,
    TeamsShown,
    TermShown,
)
from crownhead.server.messages.event_views import (
    EntrantShown,
    EntrantState,
    EventLine,
    EventNews,
    EventShown,
    EventSummary,
    EventYou,
    YourNext,
)
from crownhead.server.people.rights import EventRole, may_in_event
from crownhead.server.room.event_acts import list_allowed
from crownhead.server.room.event_arena import arena_ends
from crownhead.server.room.event_desk import open_duties
from crownhead.server.room.event_entrants import may_return
from crownhead.server.room.event_entries import DeedDone, EventEntry
from crownhead.server.room.event_rounds import count_planned, next_round
from crownhead.server.room.event_state import EventState
from crownhead.server.room.event_tables import running_of
from crownhead.server.room.terms import variant

MOST_NEWS = 48_000
"""Bytes of the lines of one answer about what has happened; what they have changed comes beside."""
MOST_CHANGED = 60
"""Boards, and entrants, in one such answer; beyond it the event is asked for as a whole."""
MOST_OVER = 60
"""Boards of an arena that are over, in a view of it; those that are played are there, too."""
MOST_PAGE = 100
"""Boards on a page of rounds, but that one round may have more."""
NOBODY = EventYou((), None, (), None, None, None)
"""Who has nothing to do with an event."""
_ROLES: tuple[EventRole, ...] = ("organiser", "arbiter", "helper", "entrant")


def as_seen_by(seen: EventShown, state: EventState, player: str) -> EventShown:
    """Return an event as somebody sees it, from how everybody does."""
    if not may_in_event(state.roles(player), "keep_desk"):
        return msgspec.structs.replace(seen, you=you(state, player))
    return msgspec.structs.replace(
        seen,
        you=you(state, player),
        code=state.code or None,
        duties=tuple(_duties(state, desk=True)),
        fees=_fees(state),
    )


def show(state: EventState, standing: Standing) -> EventShown:
    """Return an event with its standing as everybody sees it. Long work for a large one."""
    now = state.competition
    return EventShown(
        event=state.id,
        seq=state.seq,
        phase=state.phase,
        over=now.over,
        settings=state.settings,
        criteria=now.event.ranking.criteria,
        created=state.created,
        planned=count_planned(state),
        ends=arena_ends(state),
        next=_next(state),
        room=state.room,
        round=len(now.rounds),
        commitments=now.commitments,
        fingerprint=state.deeds.fingerprint,
        officers=tuple(_officers(state)),
        entrants=tuple(_entrants(state)),
        contributions=tuple(sorted(now.waiting)),
        rounds=tuple(_rounds(state)),
        standing=tuple(row for _, row in standing.rows.values()),
        teams=_teams(state, [*range(1, len(now.rounds) + 1)]),
        calls=tuple(_calls(state)),
        duties=tuple(_duties(state, desk=False)),
        you=NOBODY,
        code=None,
        fees=None,
    )


def without_secrets(seen: EventShown) -> EventShown:
    """Return an event without what is told to one person, but for duties: to a mere reader."""
    yours = msgspec.structs.replace(seen.you, fee=None)
    return msgspec.structs.replace(seen, you=yours, code=None, fees=None)


def _fees(state: EventState) -> FeesShown | None:
    till = state.till
    if till is None:
        return None
    names = [each.name for each in state.competition.entrants]
    paid, due = till.sums(names)
    return FeesShown(
        currency=till.fees.currency,
        digits=till.fees.digits,
        kinds=tuple(FeeKind(kind, till.fees.due(kind)) for kind in till.fees.kinds),
        entrants=tuple(
            FeeShown(name, till.kind(name), till.paid(name), till.due(name)) for name in names
        ),
        paid=paid,
        due=due,
    )


def summary(state: EventState) -> EventSummary:
    """Return an event as a list has it."""
    settings, now = state.settings, state.competition
    house = "" if isinstance(settings.variant, str) else variant(settings.variant)[1]
    return EventSummary(
        event=state.id,
        name=now.event.name,
        phase=state.phase,
        format=settings.format,
        variant=now.event.variant,
        house=house,
        games=settings.games,
        time=settings.time,
        boards=settings.boards,
        rated=settings.rated,
        admission=settings.admission,
        entrants=len(now.entrants),
        round=len(now.rounds),
        rounds=count_planned(state),
        organiser=state.organiser_name,
        created=state.created,
        changed=state.changed,
        next=_next(state),
    )


def you(state: EventState, player: str) -> EventYou:
    """Return what the reader is in an event."""
    roles = state.roles(player)
    name = state.players.get(player)
    return EventYou(
        roles=tuple(role for role in _ROLES if role in roles),
        name=name,
        acts=tuple(list_allowed(state, player)),
        game=None if name is None else _running(state, name),
        next=None if name is None else _your_next(state, name),
        fee=None if name is None else _own_fee(state, name),
    )


def _own_fee(state: EventState, name: str) -> OwnFee | None:
    """Return what an entrant has paid, for himself alone."""
    till = state.till
    if till is None:
        return None
    return OwnFee(till.fees.currency, till.fees.digits, till.paid(name), till.due(name))


def _next(state: EventState) -> NextRound | None:
    """Return the round that has been announced."""
    said = state.announced
    if said is None or said.starts is None or said.round != next_round(state):
        return None
    return NextRound(said.round, said.starts)


def _your_next(state: EventState, name: str) -> YourNext | None:
    """Return what comes next for an entrant: a board, a round without one, or a wait."""
    now = state.competition
    if state.ended or now.over:
        return None
    number = len(now.rounds)
    places = list(_open_boards(state, name))
    if places:
        return _your_board(state, name, *min(places))
    last = now.rounds[-1].boards if number else ()
    own = next((each for each in last if name in each.names), None)
    if own is not None and own.alone is not None and not all(map(_is_over(state), last)):
        return YourNext("alone", number, alone=own.alone, starts=_starts(state, number))
    if may_return(state, name):
        return YourNext("rests", number + 1)
    if _is_out(state, name, own) or 0 < (count_planned(state) or number + 1) <= number:
        return None
    away = now.entrant(name).away.get(number + 1)
    return YourNext("waits", number + 1, alone=away, starts=_starts(state, number + 1))


def _open_boards(state: EventState, name: str) -> Iterable[tuple[int, int]]:
    """Yield the boards of an entrant that are not over; in an arena it can be his last alone."""
    now, is_over = state.competition, _is_over(state)
    for number in range(len(now.rounds), 0, -1):
        own = False
        for n, each in enumerate(now.rounds[number - 1].boards, 1):
            if name in each.names:
                own = True
                if each.two is not None and not is_over(each):
                    yield number, n
        if own and now.event.format == "arena":
            return


def _is_over(state: EventState) -> Callable[[Encounter], bool]:
    """Return whether boards are over: of a knockout those that somebody has won."""
    event = state.event
    if event.format == "knockout":
        return lambda each: each.is_over(event.games) and each.winner(event.scoring) is not None
    return lambda each: each.is_over(event.games)


def _your_board(state: EventState, name: str, number: int, n: int) -> YourNext:
    published = state.competition.rounds[number - 1]
    each = published.boards[n - 1]
    return YourNext(
        "board",
        number,
        board=n,
        opponent=each.two if each.one == name else each.one,
        first=each.one == name,
        card=_card(state, published, n),
        starts=_starts(state, number),
    )


def _is_out(state: EventState, name: str, last: Encounter | None) -> bool:
    """Return whether an entrant is paired no more: he has left, or lost in a knockout."""
    now = state.competition
    if not now.entrant(name).here(len(now.rounds) + 1):
        return True
    if now.event.format != "knockout" or not now.rounds:
        return False
    return last is None or (last.two is not None and last.winner(now.event.scoring) != name)


def _starts(state: EventState, number: int) -> int | None:
    """Return when a round begins, where that has been announced."""
    said = state.announced
    return said.starts if said is not None and said.round == number else None


def _running(state: EventState, name: str) -> str | None:
    found = running_of(state, name)
    return None if found is None else found[0]


def _calls(state: EventState) -> Iterable[CallShown]:
    for number, call in state.calls.items():
        if call.ruled is None or call.made.round == len(state.competition.rounds):
            made = call.made
            yield CallShown(
                call=number,
                at=call.at,
                game=made.game,
                round=made.round,
                board=made.board,
                name=made.name,
                text=made.text,
                ruling=None if call.ruled is None else call.ruled.ruling,
            )


def _duties(state: EventState, *, desk: bool) -> Iterable[DutyShown]:
    """Yield the duties about which is to be decided, and those of the round that goes on.

    What the program says of a game that is to go on its players do not see before the decision.
    """
    waiting = open_duties(state)
    for number, duty in state.duties.items():
        ended = duty.ended
        last = duty.advantage is not None and ended.round == len(state.competition.rounds)
        if number in waiting or last:
            position = Position.from_fen(ended.position, state.event.game)
            yield DutyShown(
                duty=number,
                at=duty.at,
                game=ended.game,
                round=ended.round,
                board=ended.board,
                name=ended.name,
                side=ended.side,
                moves=ended.moves,
                letters=position.letters()[1:],
                turn=position.turn,
                program=ended.program if desk or last else None,
                advantage=duty.advantage,
            )


@dataclass(frozen=True, slots=True)
class Standing:
    """The rows of a standing after `seq`, in their order.

    Each stands beside the seq at which it was seen to be another than before.
    """

    seq: int
    rows: Mapping[str, tuple[int, PlaceShown]]

    def after(self, since: int) -> tuple[PlaceShown, ...]:
        """Return the rows that have changed after a seq."""
        return tuple(row for changed, row in self.rows.values() if changed > since)


def rank(state: EventState, before: Standing | None) -> Standing:
    """Return the standing of an event, after what is known of it. Long work for a large one."""
    if before is not None and before.seq >= state.seq:
        return before
    known = {} if before is None else before.rows
    rows = {}
    for place in state.competition.places() if state.competition.entrants else ():
        row, (changed, old) = _place(place), known.get(place.name, (state.seq, None))
        rows[place.name] = (changed if row == old else state.seq), row
    return Standing(state.seq, rows)


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
    entrants = () if whole else _entrants(state, names)
    return EventNews(
        event=state.id,
        seq=reached,
        more=reached < state.seq,
        whole=whole,
        ranked=ranked,
        phase=state.phase,
        over=now.over,
        next=_next(state),
        room=state.room,
        round=len(now.rounds),
        fingerprint=state.deeds.fingerprint,
        lines=tuple(told),
        rounds=() if whole else tuple(_round(state, number) for number in rounds),
        boards=() if whole else tuple(board(state, *place) for place in known),
        entrants=tuple(entrants),
        places=() if whole else standing.after(since),
        teams=None if whole or not known else _teams(state, sorted({r for r, _ in known}), known),
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


def _teams(
    state: EventState, rounds: Iterable[int], places: Sequence[tuple[int, int]] | None = None
) -> TeamsShown | None:
    """Return the standing of teams, and the matches of rounds, or those of some places alone."""
    now = state.competition
    if not _has_teams(now):
        return None
    text = now.event.scoring.text
    return TeamsShown(
        criteria=team_ranking(now.event).criteria,
        standing=tuple(map(_place, team_standing(now))),
        matches=tuple(
            TeamMatchShown(
                round=number,
                one=match.one,
                two=match.two,
                points=(text(match.points[0]), text(match.points[1])),
                boards=match.boards,
                over=match.over,
            )
            for number in rounds
            for match in team_matches(now, number)
            if places is None or any((number, n) in places for n in match.boards)
        ),
    )


def _has_teams(now: Competition) -> bool:
    """Return whether an event is one of teams, and everybody is in one."""
    return now.event.format in OF_TEAMS and all(each.team for each in now.entrants)


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


def lines(state: EventState, entries: Iterable[EventEntry]) -> tuple[EventLine, ...]:
    """Return lines of the trail."""
    return tuple(_line(state, entry) for entry in entries)


def _officers(state: EventState) -> Iterable[Officer]:
    yield Officer(state.organiser_name, "organiser")
    for name, role in sorted(state.officers.values()):
        yield Officer(name, role)


def _entrants(state: EventState, names: Iterable[str] | None = None) -> Iterable[EntrantShown]:
    now = state.competition
    try:
        numbers = {name: n for n, name in enumerate(now.draft().names, 1)} if now.rounds else {}
    except CrownheadError:
        numbers = {}
    wanted = None if names is None else set(names)
    known = set(state.players.values())
    order = sorted(now.entrants, key=lambda each: (numbers.get(each.name, 0), each.seed))
    for each in order:
        if wanted is None or each.name in wanted:
            yield EntrantShown(
                number=numbers.get(each.name, 0),
                name=each.name,
                rating=each.rating,
                title=each.title,
                club=each.club,
                team=each.team,
                state=_state(each),
                cancelled=each.cancelled,
                account=each.name in known,
                here=state.checked.get(each.name) == len(now.rounds) + 1,
                away={number: str(why) for number, why in each.away.items()},
            )


def _state(each: Entrant) -> EntrantState:
    if each.expelled:
        return "expelled"
    if each.cancelled:
        return "cancelled"
    gone = each.left is not None and each.returned is None
    return "withdrawn" if gone else "here"


def _rounds(state: EventState) -> Iterable[RoundShown]:
    """Yield all rounds, of an arena those with boards that are played, or that were lately."""
    last = _last_boards(state) if state.event.format == "arena" else None
    for number in range(1, len(state.competition.rounds) + 1) if last is None else sorted(last):
        yield _round(state, number, None if last is None else last[number])


def _last_boards(state: EventState) -> dict[int, list[int]]:
    """Return the boards of an arena that are not over, and the last ones that are, by round."""
    now, left = state.competition, MOST_OVER
    found: dict[int, set[int]] = {}
    for number, n in now.progress.open:
        found.setdefault(number, set()).add(n)
    for number in range(len(now.rounds), 0, -1):
        for n, each in enumerate(now.rounds[number - 1].boards, 1):
            if each.is_over(1) and left > 0:
                left -= 1
                found.setdefault(number, set()).add(n)
        if not left:
            break
    return {number: sorted(boards) for number, boards in found.items()}


def rounds_before(state: EventState, before: int | None) -> RoundsPage:
    """Return the last rounds, or those before a number, with all their boards."""
    last = len(state.competition.rounds) + 1
    number = last if before is None else min(last, before)
    found: list[RoundShown] = []
    while number > 1 and sum(len(each.boards) for each in found) < MOST_PAGE:
        number -= 1
        found.append(_round(state, number))
    return RoundsPage(tuple(found), number if number > 1 else None)


def _round(state: EventState, number: int, places: Sequence[int] | None = None) -> RoundShown:
    now = state.competition
    published = now.rounds[number - 1]
    boards = range(1, len(published.boards) + 1) if places is None else places
    lot = now.commitments[number] if number < len(now.commitments) else ""
    return RoundShown(
        number=number,
        started=state.started >= number,
        over=all(each.is_over(now.event.games) for each in published.boards),
        manual=published.manual,
        commitment=lot,
        seed=published.seed,
        contributions=dict(published.contributions),
        boards=tuple(board(state, number, n) for n in boards),
    )


def board(state: EventState, number: int, n: int) -> BoardShown:
    """Return a board of a published round."""
    published = state.competition.rounds[number - 1]
    claims = state.claims.get((number, n), {})
    return _board(
        state,
        number,
        n,
        published.boards[n - 1],
        card=_card(state, published, n),
        tables=state.tables.get((number, n), ()),
        claims=tuple(ResultClaim(name, games) for name, games in claims.items()),
    )


def draft(state: EventState, boards: Sequence[Encounter]) -> Draft:
    """Return a round that is not published."""
    now = state.competition
    number = len(now.rounds) + 1
    after = replace(now, rounds=(*now.rounds, Round(boards=tuple(boards))))
    return Draft(
        number=number,
        boards=tuple(_board(state, number, n, each) for n, each in enumerate(boards, 1)),
        cautions=tuple(_cautions(after)),
    )


def _cautions(now: Competition) -> Iterable[CautionShown]:
    for each in now.warnings():
        yield CautionShown(each.kind, each.round, each.board, each.name, each.entrants)


def _board(
    state: EventState,
    number: int,
    n: int,
    each: Encounter,
    card: EventCard | None = None,
    tables: tuple[str, ...] = (),
    claims: tuple[ResultClaim, ...] = (),
) -> BoardShown:
    event = state.event
    one, two = each.points(event.scoring, event.games)
    return BoardShown(
        round=number,
        board=n,
        one=each.one,
        two=each.two,
        alone=each.alone,
        games=each.games,
        extra=each.extra,
        points=(event.scoring.text(one), event.scoring.text(two)),
        card=card,
        tables=tables,
        claims=claims,
        halted=(number, n) in state.halted,
    )


def _card(state: EventState, published: Round, n: int) -> EventCard | None:
    code, ballots = published.card(n), state.event.ballots
    if code is None or ballots is None:
        return None
    card = deck(ballots.deck).card(code)
    return EventCard(card.deck, card.code, card.name, card.moves)


def _place(row: Place) -> PlaceShown:
    return PlaceShown(row.place, row.name, tuple(number.text for number in row.numbers))


def explain(state: EventState, name: str, of: NumbersOf) -> tuple[NumberShown, ...] | None:
    """Return the numbers of an entrant or a team with their sums, None where there is none."""
    now = state.competition
    of_teams = team_standing(now) if of == "team" and _has_teams(now) else ()
    rows = now.standing() if of == "entrant" else of_teams
    row = next((row for row in rows if row.name == name), None)
    return None if row is None else tuple(map(_number, row.numbers))


def _number(number: Explanation) -> NumberShown:
    terms = tuple(
        TermShown(
            round=term.round,
            opponent=term.opponent,
            points=str(term.points),
            factor=str(term.factor),
            struck=term.struck,
            note=term.note,
        )
        for term in number.terms
    )
    return NumberShown(number.criterion, number.text, terms, number.unit, number.note)
