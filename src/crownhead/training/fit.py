"""Fit the weights of the pattern evaluation to files of games."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from crownhead import _core
from crownhead.rulesets import ruleset
from crownhead.training import games
from crownhead.training.failure import TrainingError
from crownhead.variants import Variant

FORMAT = "crownhead fit 1"
_LONGEST_LINE = 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitting:
    """Hold how weights are fitted.

    `result_share` of what a position should be worth is the result of its game, the rest the score
    of the search; a score is read as log-odds by `score_unit` hundredths of a man for one. `prior`
    is one over the variance that weights are expected to have, for terms, parts of patterns, and
    patterns. Patterns seen less than `least` times stay 0. The step falls from `rate` to 0.
    """

    result_share: float = 0.0
    score_unit: float = 90.0
    prior: tuple[float, float, float] = (0.1, 3.0, 10.0)
    rate: float = 0.03
    epochs: int = 5
    least: int = 8
    seed: int = 1

    def __post_init__(self) -> None:
        for name, value, low, high in (
            ("result_share", self.result_share, 0, 1),
            ("score_unit", self.score_unit, 1, 10_000),
            ("rate", self.rate, 1e-6, 10),
            ("epochs", self.epochs, 1, 10_000),
            ("least", self.least, 0, 2**31 - 1),
            ("seed", self.seed, 0, 2**63 - 1),
            *(("prior", width, 0, 1e9) for width in self.prior),
        ):
            if not low <= value <= high:
                raise TrainingError(f"Fit: {name}={value!r} is not within {low}..{high}")


@dataclass(frozen=True, slots=True)
class Epoch:
    """Hold the mean losses after one pass: of the samples, and of the games kept back."""

    number: int
    loss: float
    held_out: float


@dataclass(frozen=True, slots=True)
class Fitted:
    """Hold fitted weights, as the payload of a file of weights, and all that they follow from."""

    variant: str
    payload: bytes = field(repr=False)
    recipe: dict[str, Any]

    def write(self, path: Path) -> None:
        """Write a line of JSON and the compressed payload."""
        head = {"format": FORMAT, "variant": self.variant, "recipe": self.recipe}
        path.write_bytes(json.dumps(head).encode() + b"\n" + zlib.compress(self.payload, 6))

    @classmethod
    def read(cls, path: Path) -> Fitted:
        """Read what `write` wrote.

        Raises `TrainingError` where that is not so.
        """
        line, _, packed = path.read_bytes().partition(b"\n")
        try:
            head = json.loads(line[:_LONGEST_LINE])
            if head.pop("format") != FORMAT:
                raise ValueError("another format")
            return cls(head["variant"], zlib.decompress(packed), head["recipe"])
        except (ValueError, KeyError, TypeError, AttributeError, zlib.error) as error:
            raise TrainingError(f"{path} holds no fitted weights ({error})") from error


def fit(
    paths: Sequence[Path],
    fitting: Fitting,
    *,
    read: Callable[[int], None] | None = None,
    progress: Callable[[Epoch], None] | None = None,
) -> Fitted:
    """Fit weights to all games of the files, which must be of one game.

    `read` is told the number of games read so far, `progress` each pass. One game in twenty is kept
    back. Raises `TrainingError` where a file is none of games, or of another game.
    """
    variant, fitter, sources = _load(paths, read)
    if not fitter.samples:
        raise TrainingError("Fit: there is no quiet position in these games")
    target = {"result_share": fitting.result_share, "score_unit": fitting.score_unit}
    losses: list[Epoch] = []
    for number in range(fitting.epochs):
        loss = fitter.epoch(
            rate=fitting.rate * (1 - number / fitting.epochs),
            prior=fitting.prior,
            seed=fitting.seed + number,
            **target,
        )
        losses.append(Epoch(number + 1, loss, fitter.held_out(**target)))
        if progress is not None:
            progress(losses[-1])
    slope = fitter.slope()
    if slope <= 0:
        raise TrainingError("Fit: the games say nothing about the scores of the search")
    payload = fitter.payload(unit=1 / slope, least=fitting.least, grain=1)
    recipe = {
        "variant": variant.key,
        "games": sources,
        "positions": fitter.samples,
        "held_out_positions": fitter.held_out_samples,
        "fit": asdict(fitting),
        "unit": round(1 / slope, 4),
        "losses": [[round(e.loss, 6), round(e.held_out, 6)] for e in losses],
        "held_out_results": round(fitter.held_out(result_share=1, score_unit=90), 6),
    }
    return Fitted(variant.key, payload, recipe)


def _load(
    paths: Sequence[Path], read: Callable[[int], None] | None
) -> tuple[Variant, _core.Fit, list[dict[str, Any]]]:
    fitter: _core.Fit | None = None
    variant: Variant | None = None
    sources = []
    for path in paths:
        settings, batches = games.read(path)
        if fitter is None or variant is None:
            variant = settings.game
            fitter = _core.Fit(ruleset(variant))
        elif settings.game != variant:
            raise TrainingError(f"{path} has games of {settings.variant}, not of {variant.key}")
        before = fitter.games
        for batch in batches:
            if not fitter.add(batch.games, batch.first):
                raise TrainingError(f"{path} is damaged after game {batch.first}")
            if read is not None:
                read(fitter.games)
        sources.append({"games": fitter.games - before, **settings.to_dict()})
    if fitter is None or variant is None:
        raise TrainingError("Fit: no file of games was given")
    return variant, fitter, sources
