"""From an event to what its readers see."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from crownhead.competition import Entrant
from crownhead.errors import CrownheadError
from crownhead.position import Position
from crownhead.server.event.arena import arena_ends
from crownhead.server.event.boards import show_next, show_rounds
from crownhead.server.event.desk import open_duties
from crownhead.server.event.rounds import count_planned
from crownhead.server.event.standing import Standing, show_teams
from crownhead.server.event.state import EventState
from crownhead.server.event.you import NOBODY, you
from crownhead.server.messages.event.desk import (
    CallShown,
    DutyShown,
    FeeKind,
    FeeShown,
    FeesShown,
    Officer,
)
from crownhead.server.messages.event.views import (
    EntrantShown,
    EntrantState,
    EventShown,
    EventSummary,
)
from crownhead.server.rights import may_in_event
from crownhead.server.room.terms import variant


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
        next=show_next(state),
        room=state.room,
        round=len(now.rounds),
        commitments=now.commitments,
        fingerprint=state.deeds.fingerprint,
        officers=tuple(_officers(state)),
        entrants=tuple(show_entrants(state)),
        contributions=tuple(sorted(now.waiting)),
        rounds=tuple(show_rounds(state)),
        standing=tuple(row for _, row in standing.rows.values()),
        teams=show_teams(state, [*range(1, len(now.rounds) + 1)]),
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
        next=show_next(state),
    )


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


def _officers(state: EventState) -> Iterable[Officer]:
    yield Officer(state.organiser_name, "organiser")
    for name, role in sorted(state.officers.values()):
        yield Officer(name, role)


def show_entrants(state: EventState, names: Iterable[str] | None = None) -> Iterable[EntrantShown]:
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
