"""Rounds and boards of an event, as its readers see them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from crownhead.ballots import deck
from crownhead.competition import Competition, Encounter, Round
from crownhead.server.event.rounds import next_round
from crownhead.server.event.state import EventState
from crownhead.server.messages.event.rounds import (
    BoardShown,
    CautionShown,
    Draft,
    EventCard,
    NextRound,
    ResultClaim,
    RoundShown,
    RoundsPage,
)

MOST_OVER = 60
"""Boards of an arena that are over, in a view of it; those that are played are there, too."""
MOST_PAGE = 100
"""Boards on a page of rounds, but that one round may have more."""


def show_rounds(state: EventState) -> Iterable[RoundShown]:
    """Yield all rounds, of an arena those with boards that are played, or that were lately."""
    last = _last_boards(state) if state.event.format == "arena" else None
    for number in range(1, len(state.competition.rounds) + 1) if last is None else sorted(last):
        yield show_round(state, number, None if last is None else last[number])


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
        found.append(show_round(state, number))
    return RoundsPage(tuple(found), number if number > 1 else None)


def show_round(state: EventState, number: int, places: Sequence[int] | None = None) -> RoundShown:
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
        card=show_card(state, published, n),
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


def show_card(state: EventState, published: Round, n: int) -> EventCard | None:
    code, ballots = published.card(n), state.event.ballots
    if code is None or ballots is None:
        return None
    card = deck(ballots.deck).card(code)
    return EventCard(card.deck, card.code, card.name, card.moves)


def show_next(state: EventState) -> NextRound | None:
    """Return the round that has been announced."""
    said = state.announced
    if said is None or said.starts is None or said.round != next_round(state):
        return None
    return NextRound(said.round, said.starts)
