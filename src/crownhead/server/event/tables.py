"""The games of an event: which are to begin, how they begin, and what their end is as a result."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from msgspec.structs import replace as replace_settings

from crownhead.ballots import deck
from crownhead.competition import Scoring
from crownhead.competition.arena import SHORT_DRAW
from crownhead.errors import CrownheadError
from crownhead.events import Adjudicated
from crownhead.position import Position
from crownhead.rules import Color
from crownhead.server.event.entries import (
    ClockChanged,
    Continued,
    DeskAct,
    DutyEnded,
    Halted,
    TookBack,
)
from crownhead.server.event.settings import agreement
from crownhead.server.event.state import Duty, EventState, Place
from crownhead.server.messages.entries import Aborted, ArbiterAsked, ArbiterCalled, DeskActed
from crownhead.server.messages.event.desk import Ruling
from crownhead.server.room.naming import new_id
from crownhead.server.room.starting import seat
from crownhead.server.room.table import Seat, Table
from crownhead.server.room.terms import EventGame, agree
from crownhead.sides import other

MOST_EXTRA = 8
"""Games of a tie-break that begin by themselves."""
FASTER = "300+3"
"""The clock of those games, where the event has one."""
_log = logging.getLogger("crownhead.server")


@dataclass(frozen=True, slots=True)
class DueGame:
    """A game that is to begin: its board, which of the board's games it is, and its players.

    `starts` has the starting side.
    """

    round: int
    board: int
    number: int
    starts: str
    answers: str
    origin: str


def due_games(state: EventState, halted: bool = False) -> Iterator[DueGame]:
    """Yield the games that are to begin now: on boards of started rounds whose last one is over.

    None does on a board that the desk has stopped, unless `halted` asks for them, too.
    """
    if state.settings.boards != "server" or state.ended:
        return
    now = state.competition
    for number, n, board in state.boards_going():
        tables = state.tables.get((number, n), ())
        done, two = len(board.games) + len(board.extra), board.two
        if two is None or len(tables) > done:
            continue
        if board.is_over(now.event.games) and not is_level(state, number, n):
            continue
        if (number, n) in state.halted and not halted:
            continue
        if None in (state.player_of(board.one), state.player_of(two)):
            continue  # somebody enters what is played elsewhere
        starts, answers = (board.one, two) if done % 2 == 0 else (two, board.one)
        attempt = state.attempts.get(number, 0)
        origin = f"event:{state.id}:{number}:{attempt}:{n}:{done + 1}"
        yield DueGame(number, n, done + 1, starts, answers, origin)


def is_level(state: EventState, number: int, n: int) -> bool:
    """Return whether a board of a knockout goes on with two games more, at a faster clock.

    After `MOST_EXTRA` of them somebody has to decide.
    """
    now = state.competition
    board = now.rounds[number - 1].boards[n - 1]
    if now.event.format != "knockout" or number < len(now.rounds):
        return False
    halfway = len(board.extra) % 2 == 1
    level = board.winner(now.event.scoring) is None and len(board.extra) < MOST_EXTRA
    return board.is_over(now.event.games) and (halfway or level)


def running_games(state: EventState) -> dict[str, tuple[int, int, int]]:
    """Return the games whose results the event waits for: round, board, which of its games."""
    found = {}
    for number, n, board in state.boards_going():
        tables = state.tables.get((number, n), ())
        if len(tables) > len(board.games) + len(board.extra):
            found[tables[-1]] = number, n, len(tables)
    return found


def open_boards(state: EventState) -> list[Place]:
    """Return the boards of started rounds on which not all is played."""
    games = state.event.games
    return [
        (number, n)
        for number, n, board in state.boards_going()
        if board.two is not None and not board.is_over(games)
    ]


def running_of(
    state: EventState, name: str, board: int | None = None
) -> tuple[str, int, int] | None:
    """Return the game of an entrant that goes on now, its round and its board.

    Who gives an exhibition has several: it is that of `board`, or his first.
    """
    found = None
    for number, n, each in state.boards_going():
        tables = state.tables.get((number, n), ())
        if name not in each.names or board not in (None, n):
            continue
        goes_on = len(tables) > len(each.games) + len(each.extra)
        if goes_on and (found is None or number > found[1]):
            found = tables[-1], number, n
    return found


def decided_games(state: EventState) -> Iterator[tuple[str, str, bool]]:
    """Yield the games of boards whose results somebody has entered: game, result, who starts.

    The last says whether `one` does. Results that the server has taken are those of ended games.
    """
    for number, n in sorted(state.by_hand):
        tables = state.tables.get((number, n), ())
        board = state.competition.rounds[number - 1].boards[n - 1]
        known = (*board.games, *board.extra)
        for nth, (game, token) in enumerate(zip(tables, known, strict=False), 1):
            yield game, token, nth % 2 == 1


def event_table(state: EventState, due: DueGame, kinds: dict[str, Seat], at: int) -> Table:
    """Return a new table for a game of an event, both players seated.

    `kinds` are the players' seats by their names in the event. Raises `CrownheadError`.
    """
    settings = state.settings
    if due.number > settings.games and settings.time:
        settings = replace_settings(settings, time=FASTER, mode="fischer", rated=False)
    terms = agree(agreement(settings), "friend", None)
    published = state.competition.rounds[due.round - 1]
    place = EventGame(
        event=state.id,
        name=state.event.name,
        round=due.round,
        board=due.board,
        number=due.number,
    )
    code, ballots = published.card(due.board), state.event.ballots
    setup = terms.setup
    if code is not None and ballots is not None:
        card = deck(ballots.deck).card(code)
        place = replace(place, deck=ballots.deck, card=card.code)
        start = Position.from_fen(card.start().fen(counters=True), setup.variant)
        setup = replace(setup, start=start, opening=len(card.moves))
    first = terms.variant.first
    terms = replace(terms, setup=setup, side=first, event=place)
    table = Table(new_id(), terms, {}, None, at)
    for name, side in ((due.starts, first), (due.answers, other(first))):
        seat(table, replace(kinds[name], name=name, side=side), at)
    return table


def result_of(table: Table, scoring: Scoring) -> str | None:
    """Return the result of a game of an event as who starts the first game sees it.

    Somebody who has lost without a move of his own was not there: that is a forfeit. None where the
    game has no result.
    """
    outcome, place = table.game.outcome, table.terms.event
    if table.phase != "over" or outcome is None or place is None:
        return None
    starts = table.terms.variant.first
    one: Color = starts if place.number % 2 == 1 else other(starts)
    moved = table.game.state.plies - table.game.setup.opening
    if outcome.winner is None:
        short = scoring.key == "arena" and moved < SHORT_DRAW
        return "0-0" if short else _draw(scoring)
    turn = table.game.setup.start.turn
    # Of so many plies after those of the card, the side that moves first there has the odd one.
    first = turn if table.game.setup.opening % 2 == 0 else other(turn)
    absent = moved == 0 or (moved == 1 and outcome.winner == first)
    if absent and outcome.termination.value == "time":
        return "+/-" if outcome.winner == one else "-/+"
    won = max(scoring.outcomes, key=lambda token: scoring.outcomes[token].one)
    lost = max(scoring.outcomes, key=lambda token: scoring.outcomes[token].two)
    return won if outcome.winner == one else lost


def _draw(scoring: Scoring) -> str:
    drawn = [
        (outcome.one, token)
        for token, outcome in scoring.outcomes.items()
        if outcome.one == outcome.two and not outcome.plus
    ]
    return max(drawn)[1]


def winner_of(table: Table, token: str, scoring: Scoring) -> Color | None:
    """Return who has won by a result that an officer has entered."""
    outcome, place = scoring.outcome(token), table.terms.event
    if outcome.one == outcome.two or place is None:
        return None
    starts = table.terms.variant.first
    one: Color = starts if place.number % 2 == 1 else other(starts)
    return one if outcome.one > outcome.two else other(one)


def settle(table: Table, token: str, scoring: Scoring, at: int) -> None:
    """End a game whose result an officer has entered; of `+/-` and `-/+` one side was not there."""
    if table.phase == "playing":
        winner = winner_of(table, token, scoring)
        forfeit = winner is not None and token in ("+/-", "-/+")
        table.game.award(winner, reason="arbiter", forfeit=forfeit, at=table.of_game(at))
        table.note(at)


def stop(table: Table, call: int, by: str, at: int, now: int) -> None:
    """Stop a game whose player has called the arbiter, at the time of the call."""
    if table.phase != "playing" or table.called is not None or table.game.verdict_due is not None:
        return  # where a verdict is due the clock stands, and somebody decides
    side = next((s.side for s in table.seats if s.name == by and s.side is not None), None)
    if side is None:
        return
    clock = table.game.clock
    began = 0 if clock is None or clock.since is None else clock.since
    table.add(ArbiterCalled(side, call), now)
    if not table.game.paused:
        table.game.pause(at=table.of_game(max(at, began)))
        table.note(now)


def rule(table: Table, call: int, ruling: Ruling, plies: int, at: int) -> None:
    """Do in a game what the arbiter has decided about a call; once, and only while it stands."""
    if table.phase != "playing" or table.called is None or table.called[1] != call:
        return
    when, by = table.of_game(at), table.called[0]
    if ruling in ("white", "black", "draw"):
        table.game.award(_WON[ruling], reason="arbiter", at=when)
    else:
        table.game.resume(at=when)
        if ruling == "take_back":
            take_back(table, by, plies, at)
        if table.halted and not table.game.paused:
            table.game.pause(at=table.of_game(at))
    table.note(at)


def duty_of(table: Table, side: Color, program: str) -> DutyEnded | None:
    """Return what an event is told of a duty that has ended, None where no verdict is due."""
    game, place = table.game, table.terms.event
    seat, duty = table.seat(side), next((d for d in game.duties if d.side == side), None)
    if place is None or seat is None or duty is None or game.verdict_due != side:
        return None
    return DutyEnded(
        game=table.id,
        round=place.round,
        board=place.board,
        number=place.number,
        nth=1 + _count_verdicts(table),
        name=seat.name,
        side=side,
        moves=duty.limit,
        position=game.position.fen(),
        program=program,
    )


def _count_verdicts(table: Table) -> int:
    return sum(entry.kind == Adjudicated.kind for entry in table.log)


def answer_duty(table: Table, number: int, duty: Duty, at: int) -> None:
    """Stop a game until the arbiter decides, or carry out the decision in it; each once."""
    game, ended = table.game, duty.ended
    waits = table.phase == "playing" and game.verdict_due == ended.side
    if not waits or _count_verdicts(table) != ended.nth - 1:
        return
    if duty.advantage is None:
        if table.asked is None:
            table.add(ArbiterAsked(number), at)
        return
    game.adjudicate(duty.advantage, duty.reason, side=ended.side, at=table.of_game(at))
    if table.halted and game.outcome is None:
        game.pause(at=table.of_game(at))
    table.note(at)


def possible_plies(table: Table) -> int:
    """Return how many plies of a game can be taken back."""
    return table.game.state.plies - table.game.setup.opening


def take_back(table: Table, by: Color, plies: int, at: int) -> None:
    """Take back plies of a game that goes on, as many of them as there are."""
    plies, when = min(plies, possible_plies(table)), table.of_game(at)
    if plies < 1:
        return
    if table.game.takeback is not None:
        table.game.decline_takeback(other(table.game.takeback.by), at=when)
    table.game.request_takeback(by, plies, at=when)
    table.game.accept_takeback(other(by), at=when)


def desk(table: Table, at: int, acts: Sequence[tuple[int, int, DeskAct]]) -> None:
    """Do in a game what the desk has decided, in its order, each once.

    What the game does not allow any more is left undone.
    """
    for number, since, act in acts:
        if table.phase != "playing" or number <= table.desk_act:
            continue
        halted = table.halted
        if isinstance(act, Halted | Continued):
            halted = isinstance(act, Halted)
        table.add(DeskActed(number, halted), at)
        try:
            _desk(table, at, since, act)
        except CrownheadError:
            _log.warning("not done at a table", extra={"game": table.id, "act": number})
        table.note(at)


def _desk(table: Table, at: int, since: int, act: DeskAct) -> None:
    game, when = table.game, table.of_game(at)
    match act:
        case Halted():
            if not game.paused:
                clock = game.clock
                began = 0 if clock is None or clock.since is None else clock.since
                game.pause(at=table.of_game(max(since, began)))
        case Continued():
            if game.paused and table.called is None:
                game.resume(at=when)
        case ClockChanged():
            side = next((s.side for s in table.seats if s.name == act.name), None)
            if side is not None and game.clock is not None:
                seconds = act.left
                left = game.clock.remaining(side, at if game.clock.since is not None else None)
                wanted = left + 1000 * (act.add or 0) if seconds is None else 1000 * seconds
                game.set_clock(side, max(1000, wanted), at=when)
        case TookBack():
            if table.called is not None:
                return  # the decision about the call says what is taken back
            if game.paused:
                game.resume(at=when)
            take_back(table, game.turn, act.plies, at)
            if table.halted:
                game.pause(at=when)


_WON: dict[str, Color | None] = {"white": "white", "black": "black", "draw": None}


def give_up(table: Table, at: int) -> None:
    """End a game of a round that was annulled."""
    if table.phase == "playing":
        table.add(Aborted(None), at)
