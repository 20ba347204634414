"""What is counting down in a game, for every interface to show in advance (RULES D)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from oracle.law import duty, repetition
from oracle.law.setup import Setup
from oracle.law.state import State

from crownhead.rules import Color, Progress

Unit = Literal["plies", "occurrences", "own-moves"]


@dataclass(frozen=True, slots=True)
class Counter:
    """Show one count: `plies` of `limit` under `rule`.

    `unit` says what is counted: plies, occurrences of the position, or own moves of `side`
    (refusal duty). `resets` is what starts it again; `automatic` whether the game ends without
    a claim when it is full.

    >>> Counter("L14", 31, 40, resets=Progress.CAPTURE).left
    9
    """

    rule: str
    plies: int
    limit: int
    unit: Unit = "plies"
    side: Color | None = None
    resets: Progress = Progress(0)
    automatic: bool = True

    @property
    def left(self) -> int:
        """Return how many are left until the count is full, 0 at least."""
        return max(0, self.limit - self.plies)


def counters(setup: Setup, state: State) -> Iterator[Counter]:
    """Yield every count that runs: draw counts, repetition, refusal duties.

    Counts of an ending that is not on the board are left out, and so is a repetition while the
    position is new.
    """
    rules = setup.variant.rules
    progress = Progress.CAPTURE | Progress.MAN_MOVE
    for plies, rule in zip(state.position.draw_counts, rules.draw_rules, strict=True):
        if plies >= 0:
            automatic = setup.is_automatic(rule)
            yield Counter(rule.rule, plies, rule.plies, resets=rule.resets, automatic=automatic)
    seen = repetition.occurrences(state) if rules.repetition else 1
    if seen > 1:
        yield Counter(
            setup.variant.rules.repetition_rule,
            seen,
            rules.repetition,
            "occurrences",
            resets=progress,
            automatic=setup.repetition_automatic,
        )
    for running in duty.duties(setup, state):
        yield Counter(
            "E24",
            running.made,
            running.limit,
            "own-moves",
            running.side,
            progress if setup.reset_on_progress else Progress(0),
        )
