"""What an event is for one of its readers: his roles, his acts, what comes next for him."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from crownhead.competition import Encounter
from crownhead.server.event.acts import list_allowed
from crownhead.server.event.boards import show_card
from crownhead.server.event.entrants import may_return
from crownhead.server.event.rounds import count_planned
from crownhead.server.event.state import EventState
from crownhead.server.event.tables import running_of
from crownhead.server.messages.event.desk import OwnFee
from crownhead.server.messages.event.views import EventYou, YourNext
from crownhead.server.rights import EventRole

NOBODY = EventYou((), None, (), None, None, None)
"""Who has nothing to do with an event."""
_ROLES: tuple[EventRole, ...] = ("organiser", "arbiter", "helper", "entrant")


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
        card=show_card(state, published, n),
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
