"""The state of a match: what the finished games add up to."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from crownhead.arena.board import FAULTS
from crownhead.arena.pentanomial import Estimate, Pentanomial
from crownhead.arena.sprt import Sprt, Verdict
from crownhead.arena.thinking import NOTHING, PHASES, Tallies, add_phases


@dataclass(frozen=True, slots=True)
class Record:
    """Hold what counts of a finished game.

    `points` are the half points of the first player (0, 1, 2), `half` is 1 or 2, `kind` that of
    the ending, `culprit` 1 or 2 for the player to blame for it, else 0. `thinking` is how both
    players thought.
    """

    pair: int
    half: int
    points: int
    kind: str = "normal"
    culprit: int = 0
    thinking: tuple[Tallies, Tallies] = (NOTHING, NOTHING)

    @property
    def forfeited(self) -> bool:
        """Return whether the game was lost by a fault."""
        return self.kind in FAULTS and self.culprit != 0


class MatchScore:
    """Add up records; the same game counts once.

    `wins`, `draws` and `losses` are the first player's, `pairs` what the pairs of games brought
    him, with `pairs.elo` (its `value`, and from `low` to `high` it lies with 95 %). `adjudicated`
    are games ended by adjudication, `faults` those lost by a fault, of each player; `verdict` is
    that of the test `sprt`, None before it and without one. `to_dict` has all of it.

    A test takes the pairs by their number, each when all before it are complete: so short games
    do not come first, and the verdict is the same however many boards play. `tested` are the
    pairs it has taken; after its verdict it takes no more.

    >>> score = MatchScore()
    >>> score.add(Record(1, 1, 2)), score.add(Record(1, 2, 1))
    (True, True)
    >>> score.wins, score.draws, score.pairs.counts
    (1, 1, (0, 0, 0, 1, 0))
    >>> print(score)
    1 won, 1 drawn, 0 lost, Elo +191
    """

    def __init__(self, sprt: Sprt | None = None, records: Iterable[Record] = ()) -> None:
        self.sprt = sprt
        self.verdict: Verdict | None = None
        self.pairs = Pentanomial()
        self.tested = Pentanomial()
        self.wins = self.draws = self.losses = 0
        self.adjudicated = 0
        self.faults = [0, 0]
        self.thinking: tuple[Tallies, Tallies] = (NOTHING, NOTHING)
        self._forfeited: set[int] = set()
        self._points: dict[tuple[int, int], int] = {}
        for record in records:
            self.add(record)

    def add(self, record: Record) -> bool:
        """Count a game and return whether it was new."""
        key = record.pair, record.half
        if key in self._points:
            return False
        self._points[key] = record.points
        self.wins += record.points == 2
        self.draws += record.points == 1
        self.losses += record.points == 0
        self.adjudicated += record.kind == "adjudication"
        if record.forfeited:
            self.faults[record.culprit - 1] += 1
            self._forfeited.add(record.pair)
        first, second = self.thinking
        self.thinking = (
            add_phases(first, record.thinking[0]),
            add_phases(second, record.thinking[1]),
        )
        partner = self._points.get((record.pair, 3 - record.half))
        if partner is not None:
            self.pairs = self.pairs.plus(record.points + partner)
            self._test()
        return True

    def _test(self) -> None:
        while self.sprt is not None and self.verdict is None:
            number = self.tested.pairs + 1
            halves = self._points.get((number, 1)), self._points.get((number, 2))
            if halves[0] is None or halves[1] is None:
                return
            self.tested = self.tested.plus(halves[0] + halves[1])
            self.verdict = self.sprt.verdict(self.tested)

    def has(self, pair: int, half: int) -> bool:
        """Return whether this game has been counted."""
        return (pair, half) in self._points

    @property
    def unforfeited(self) -> Pentanomial:
        """Return the complete pairs in which no game was lost by a fault."""
        found = Pentanomial()
        for (pair, half), points in self._points.items():
            partner = self._points.get((pair, 2)) if half == 1 else None
            if partner is not None and pair not in self._forfeited:
                found = found.plus(points + partner)
        return found

    @property
    def results(self) -> tuple[int, int, int]:
        """Return how many games the first player has won, drawn and lost."""
        return self.wins, self.draws, self.losses

    @property
    def unforfeited_results(self) -> tuple[int, int, int]:
        """Return the same without the pairs in which a game was lost by a fault."""
        found = Counter(
            points for (pair, _), points in self._points.items() if pair not in self._forfeited
        )
        return found[2], found[1], found[0]

    @property
    def games(self) -> int:
        """Return the number of games."""
        return len(self._points)

    @property
    def points(self) -> float:
        """Return the points of the first player."""
        return self.wins + self.draws / 2

    @property
    def ratio(self) -> float | None:
        """Return the logarithm of the likelihood ratio, None without a test."""
        return None if self.sprt is None else self.sprt.ratio(self.tested)

    def __str__(self) -> str:
        """Return wins, draws, losses, the Elo with its interval, and the verdict of a test."""
        said = [f"{self.wins} won", f"{self.draws} drawn", f"{self.losses} lost"]
        elo = self.pairs.elo if self.pairs.pairs else None
        if elo is not None and math.isfinite(elo.value):
            said.append(f"Elo {elo.value:+.0f}")
            if math.isfinite(elo.low) and math.isfinite(elo.high) and elo.low < elo.high:
                said[-1] += f" ({elo.low:+.0f} to {elo.high:+.0f})"
        if self.verdict is not None:
            said.append(self.verdict)
        return ", ".join(said)

    def __repr__(self) -> str:
        return f"<MatchScore {self}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the statistics as plain data; what the pairs do not say is None."""
        pairs, unforfeited, test = self.pairs, self.unforfeited, self.sprt
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "points": self.points,
            "pairs": pairs.pairs,
            "pentanomial": list(pairs.counts),
            "mean": pairs.mean,
            "variance": pairs.variance,
            "elo": _elo(pairs),
            "normalized_elo": _plain(pairs.normalized, pairs),
            "los": pairs.superiority,
            "adjudicated": self.adjudicated,
            "faults": list(self.faults),
            "without_forfeits": {
                "pentanomial": list(unforfeited.counts),
                "elo": _elo(unforfeited),
            },
            "thinking": [
                {
                    phase: {
                        "moves": tally.moves,
                        "depth": tally.depth_mean,
                        "nodes_per_second": tally.speed,
                        "seconds": tally.seconds_mean,
                    }
                    for phase, tally in zip(PHASES, tallies, strict=True)
                }
                for tallies in self.thinking
            ],
            "sprt": None
            if test is None
            else {
                "elo0": test.elo0,
                "elo1": test.elo1,
                "alpha": test.alpha,
                "beta": test.beta,
                "model": test.model,
                "pentanomial": list(self.tested.counts),
                "llr": test.ratio(self.tested),
                "lower": test.lower,
                "upper": test.upper,
                "verdict": self.verdict,
            },
        }


def _elo(pairs: Pentanomial) -> dict[str, float | None]:
    return {**_plain(pairs.elo, pairs), "bound": pairs.bound}


def _plain(estimate: Estimate, pairs: Pentanomial) -> dict[str, float | None]:
    return {
        name: value if pairs.pairs and math.isfinite(value) else None
        for name, value in asdict(estimate).items()
    }
