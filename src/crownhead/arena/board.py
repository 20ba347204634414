"""One game between two seats, from the opening to its end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import Event
from typing import Literal

from crownhead.arena import claim
from crownhead.arena.adjudication import Adjudication, Judge
from crownhead.arena.pace import Allowance
from crownhead.arena.seat import Fault, FaultKind, Seat
from crownhead.arena.thinking import Phase, Thought, phase_of
from crownhead.engines.interface import Analysis
from crownhead.errors import CrownheadError, EngineEndsGame
from crownhead.game import Game
from crownhead.locales import Catalogue
from crownhead.rules import Color
from crownhead.sides import Pair, other

EndKind = Literal["normal", "adjudication", "time forfeit"] | FaultKind
FAULTS = frozenset(
    {"time forfeit", "crash", "timeout", "illegal move", "protocol error", "false claim"}
)


class Stopped(Exception):
    """Report a game that was broken off because the match stops."""


@dataclass(frozen=True, slots=True)
class Ending:
    """Hold how a game ended: the kind, the particulars, and who is to blame, if anyone.

    `early` says that the one to blame failed before its first move. `thoughts` are those of the
    moves that were played, from the opening on.
    """

    kind: EndKind
    detail: str = ""
    culprit: Color | None = None
    early: bool = False
    thoughts: tuple[Thought, ...] = ()

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}" if self.detail else self.kind


def play(
    game: Game,
    seats: Pair[Seat],
    times: Pair[Allowance],
    rules: Adjudication,
    stopping: Event,
) -> Ending:
    """Play a game that has begun to its end and return how it ended; its outcome is set.

    Raises `Stopped` once `stopping` is set.
    """
    thoughts: list[Thought] = []
    ending = _play_moves(game, seats, times, rules, stopping, thoughts)
    return replace(ending, thoughts=tuple(thoughts))


def _play_moves(
    game: Game,
    seats: Pair[Seat],
    times: Pair[Allowance],
    rules: Adjudication,
    stopping: Event,
    thoughts: list[Thought],
) -> Ending:
    judge = Judge(rules)
    moved: set[Color] = set()
    ply = len(game.moves)
    while game.outcome is None:
        side = game.turn
        seat, time = seats.of(side), times.of(side)
        forced = len(game.position.legal_moves) == 1
        phase = phase_of(game.position, game.start)
        try:
            move, seconds = seat.move(game, time.limit(), time.most)
            if stopping.is_set():
                raise Stopped
            late = time.spend(seconds)
            if late:
                found = f"{seat.contestant.name} moved {late:.3f} s too late"
                return _forfeit(game, side, "time forfeit", found, early=False)
            try:
                game.play(move)
            except (CrownheadError, TypeError, AttributeError) as error:
                seat.drop()
                text = str(move)[:40]
                said = Catalogue("en", game.variant).error(error, text)
                raise Fault("illegal move", f"{text}: {said}") from None
        except EngineEndsGame as ends:
            if ends.claim == "loss":
                game.resign(side)
                break
            decided = claim.decide(game.position, ends.claim)
            if decided is None:
                found = f"{seat.contestant.name} claims: {ends.claim}"
                return _forfeit(game, side, "false claim", found, side not in moved)
            game.award(*decided)
            return Ending("adjudication", decided[1])
        except Fault as fault:
            if stopping.is_set():
                raise Stopped from None
            found = f"{seat.contestant.name}: {fault.detail}"
            return _forfeit(game, side, fault.kind, found, side not in moved)
        moved.add(side)
        ply += 1
        thoughts.append(_make_thought(side, phase, seconds, seat.found))
        verdict = rules.decide(game.position) or judge.sees(
            ply, side, thoughts[-1].score, forced=forced
        )
        if verdict is not None and game.outcome is None:
            winner, ground = verdict
            game.award(winner, ground)
            return Ending("adjudication", ground)
    how = game.outcome
    assert how is not None
    rule = f" ({how.rule})" if how.rule else ""
    return Ending("normal", f"{how.termination.value}{rule}")


def _make_thought(side: Color, phase: Phase, seconds: float, found: Analysis | None) -> Thought:
    spent = round(1e6 * seconds)
    if found is None:
        return Thought(side, phase, spent)
    return Thought(side, phase, spent, found.score, found.depth, found.nodes)


def _forfeit(game: Game, side: Color, kind: EndKind, detail: str, early: bool) -> Ending:
    game.award(other(side), f"{kind}: {detail}"[:200], forfeit=True)
    return Ending(kind, detail, side, early)
