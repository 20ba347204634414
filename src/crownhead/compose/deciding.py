"""Decide whether the attacker reaches the goal of a composition from a position, with the proof."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Literal

from crownhead._core import Prover
from crownhead.analysis.claims import balance
from crownhead.compose.composition import Composition, replay
from crownhead.compose.graph import END, EVERY, MOST_ENTRIES, TABLE, Graph, name_of, winner_of
from crownhead.endgame.tables import Tables
from crownhead.engines.interface import Engine, Limit
from crownhead.move import Move
from crownhead.position import Position
from crownhead.puzzles.proof import GLANCE, GOOD, LEVEL, is_settled
from crownhead.puzzles.puzzle import unambiguous
from crownhead.sides import other

Ground = Literal["proved", "searched"]

WON = 300
"""Hundredths of a man from which on a search counts as evidence of a win."""
POSITIONS = 100_000
"""Positions that the proof of one question looks at, at most."""
NODES = 200_000
"""Nodes of the search that gives evidence where there is no proof."""
_PORTION = 50_000  # positions between two looks at the keyboard
_FIRST = 20_000  # positions before a search says whether more are worth while
_FEW = 10  # pieces from which up nothing more is tried where a search proves nothing
_REMEMBERED = 1_000_000


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether the attacker reaches the goal, None where that is open, and on what ground.

    `score` is what a search thinks, in hundredths of a man for the attacker; None where none was
    needed.
    """

    reaches: bool | None
    ground: Ground = "proved"
    score: int | None = None


def search(position: Position, nodes: int) -> tuple[int, tuple[Move, ...]]:
    """Return what a search thinks, for the side to move, and its line if it has proved one.

    It remembers nothing of searches before it, so that anybody can repeat it.
    """
    with Engine.builtin(megabytes=16) as engine:
        found = engine.analyse(position, Limit(nodes=min(GLANCE, nodes)))
        if found.proven is None:
            found = engine.analyse(position, Limit(nodes=nodes))
    return found.score, found.line if found.proven else ()


class Decider:
    """Decide positions of one composition, and gather what proves it in `graph`.

    Proved is what was played out to the end of the game or to an endgame table; searched is what a
    search of `nodes` nodes has clearly for or against, by the margins of puzzles.
    """

    def __init__(
        self,
        composition: Composition,
        tables: Tables,
        *,
        positions: int = POSITIONS,
        nodes: int = NODES,
    ) -> None:
        self.composition = composition
        self.attacker = composition.attacker
        self.positions = positions
        self.nodes = nodes
        self.hero = other(self.attacker) if composition.goal == "draw" else self.attacker
        self.graph = Graph(composition.start.variant, self.hero, tables)
        self.tables = tables
        self._prover = self._fresh()
        self._known: dict[Position, Decision] = {}
        rules = composition.start.variant.rules
        # Runs of one king (Frisian) are no part of a position's name, so nothing is proved there.
        self._provable = composition.goal != "gain" and not rules.king_run

    def _fresh(self) -> Prover:
        tables = self.tables.native if self.tables.pieces else None
        return Prover(self.hero, tables, _REMEMBERED)

    def decide(self, position: Position) -> Decision:
        """Return whether the attacker reaches the goal from a position.

        Raises `TooComplex`.
        """
        known = self._known.get(position)
        if known is None:
            known = self._known[position] = self._decide(position)
        return known

    def _decide(self, position: Position) -> Decision:
        if self._provable:
            proved = self._prove(position, min(_FIRST, self.positions))
            if proved is not None:
                return proved
        score, line = search(position, self.nodes)
        if self._provable:
            self._learn(position, line)
            few = len(position.pieces) <= _FEW
            proved = self._prove(position, self.positions if line or few else 0)
            if proved is not None:
                return proved
        if position.turn != self.attacker:
            score = -score
        return Decision(self._evidence(position, score), "searched", score)

    def _evidence(self, position: Position, score: int) -> bool | None:
        """Return what a score for the attacker is evidence of, None where it is of nothing."""
        start, goal = self.composition.start, self.composition.goal
        if goal == "draw":
            return True if score > -LEVEL else False if score <= -GOOD else None
        if goal == "win":
            return True if score >= WON else False if score <= LEVEL else None
        more = score - 100 * balance(start, self.attacker)
        if more >= GOOD or is_settled(start, position):
            return True
        return False if more <= LEVEL else None

    def _learn(self, position: Position, line: tuple[Move, ...]) -> None:
        """Prove the positions of a line that a search has proved, from its end on."""
        for one in reversed(replay(position, line)[1:]):
            self._prover.run(one, _FIRST)

    def _prove(self, position: Position, most: int) -> Decision | None:
        if self._prover.full:  # what it has proved is in the graph
            self._prover = self._fresh()
        verdict, spent = 0, 0
        while not verdict and spent < most:
            verdict = self._prover.run(position, min(_PORTION, most - spent))
            spent += _PORTION
        if not verdict:
            return None
        wins = verdict > 0
        gathered = self._gather_win(position) if wins else self._gather_hold(position, most)
        if not gathered:
            return None
        return Decision(wins is (self.hero == self.attacker))

    def _gather_win(self, root: Position) -> bool:
        """Add to the graph why the hero wins; False where that is too much."""
        found: dict[str, str] = {}
        waiting = [root]
        while waiting:
            position = waiting.pop()
            name = name_of(position)
            if name in self.graph.wins or name in found:
                continue
            if len(found) + len(self.graph.wins) > MOST_ENTRIES:
                return False
            leaf = self._leaf(position)
            if leaf:
                found[name] = leaf
            elif position.turn != self.hero:
                found[name] = EVERY
                waiting += [position.play(move) for move in position.legal_moves]
            else:
                best, earliest = None, 0
                for move in position.legal_moves:
                    verdict, turn = self._prover.known(position.play(move))
                    if verdict > 0 and (best is None or turn < earliest):
                        best, earliest = move, turn
                if best is None:
                    return False
                found[name] = unambiguous(position, best)
                waiting.append(position.play(best))
        self.graph.wins |= found
        return True

    def _gather_hold(self, root: Position, most: int) -> bool:
        """Add to the graph why the hero cannot win; False where that is too much."""
        found: dict[str, str] = {}
        waiting = deque([root])
        left = most
        while waiting:
            position = waiting.popleft()
            name = name_of(position)
            if name in self.graph.holds or name in found:
                continue
            if len(found) + len(self.graph.holds) > MOST_ENTRIES:
                return False
            leaf = self._leaf(position)
            if leaf:
                if self._loses(position, leaf):
                    return False
                found[name] = leaf
                continue
            if self._prover.known(position)[0] != -1:
                before = self._prover.nodes
                if left <= 0 or self._prover.run(position, left) != -1:
                    return False
                left -= self._prover.nodes - before
            if position.turn == self.hero:
                found[name] = EVERY
                waiting += [position.play(move) for move in position.legal_moves]
                continue
            answer = None
            for move in position.legal_moves:
                after = position.play(move)
                if self._prover.known(after)[0] != -1:
                    continue
                answer = move
                if name_of(after) in self.graph.holds or name_of(after) in found:
                    break
            if answer is None:
                return False
            found[name] = unambiguous(position, answer)
            waiting.append(position.play(answer))
        self.graph.holds |= found
        return True

    def _leaf(self, position: Position) -> str:
        """Return how a proof ends at a position, empty where it goes on."""
        if winner_of(position) is not None:
            return END
        return "" if self.tables.value(position) is None else TABLE

    def _loses(self, position: Position, leaf: str) -> bool:
        if leaf == END:
            return winner_of(position) == self.hero
        return self.graph.hero_wins_by_table(position) is True
