"""Fit weights of the learned evaluation to files of games."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from crownhead import _core, atomic
from crownhead.training import games
from crownhead.training.checkpoint import Checkpoint, Losses
from crownhead.training.failure import TrainingError
from crownhead.training.fitting import Fitting
from crownhead.training.initial_weights import InitialWeights
from crownhead.training.settings import Selfplay
from crownhead.variants import Variant

FORMAT = "crownhead fit 1"
_LONGEST_LINE = 10_000_000


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
        atomic.write(path, json.dumps(head), "\n", zlib.compress(self.payload, 6))

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
    start: InitialWeights | None = None,
    threads: int = 1,
    checkpoint: Path | None = None,
    read: Callable[[int], None] | None = None,
    progress: Callable[[Epoch], None] | None = None,
) -> Fitted:
    """Fit a network to all games of the files, which must be of one game.

    It goes on from `start` where given, the recipe of which joins the new one. The weights do not
    depend on the number of threads. `read` is called with the number of games read so far,
    `progress` with each pass. One game in twenty is held out for validation. The file `checkpoint`,
    where given, keeps what was learnt after each pass, and a later fit resumes from it; the caller
    removes it.

    Raises `TrainingError` where a file is none of games, of another game, or has the games of one
    before, where `start` is of another board, and where `checkpoint` is of other settings or games.
    """
    variant, fitter, sources, digest = _load(paths, fitting, start, read)
    if not fitter.samples:
        raise TrainingError("Fit: there is no quiet position in these games")
    begun_with = None if start is None else start.weights.id
    settings = {"fit": asdict(fitting), "games": digest, "start": begun_with}
    losses: list[Losses] = []
    for pair in _passes(fitter, fitting, threads, checkpoint, settings):
        losses.append(pair)
        if progress is not None:
            progress(Epoch(len(losses), *pair))
    slope = fitter.slope()
    if slope <= 0:
        raise TrainingError(
            "Fit: what was learnt does not go with the scores of the search; take more games, or"
            " more passes (epochs)"
        )
    payload = fitting.payload(fitter, 1 / slope)
    recipe = {
        "variant": variant.key,
        "games": sources,
        "positions": fitter.samples,
        "held_out_positions": fitter.held_out_samples,
        "fit": asdict(fitting),
        "unit": round(1 / slope, 4),
        "losses": [[round(loss, 6) for loss in pair] for pair in losses],
        "held_out_results": round(fitter.held_out(result_share=1, score_unit=90), 6),
    }
    if start is not None:
        recipe["before"] = start.generations
    return Fitted(variant.key, payload, recipe)


def _passes(
    fitter: _core.NetworkFit,
    fitting: Fitting,
    threads: int,
    path: Path | None,
    settings: Mapping[str, Any],
) -> Iterator[Losses]:
    """Yield the losses after each pass, first those of the passes that the file at `path` keeps."""
    losses: list[Losses] = []
    if path is not None and (checkpoint := Checkpoint.read(path, settings)) is not None:
        losses.extend(checkpoint.losses)
        if not fitting.go_on(fitter, len(losses), checkpoint.state):
            raise TrainingError(f"{path} is of a network of another size")
    yield from losses
    for number in range(len(losses), fitting.epochs):
        losses.append((fitting.learn(fitter, number, threads), fitting.held_out_loss(fitter)))
        if path is not None:
            Checkpoint(losses, fitter.state()).write(path, settings)
        yield losses[-1]


def _load(
    paths: Sequence[Path],
    fitting: Fitting,
    start: InitialWeights | None,
    read: Callable[[int], None] | None,
) -> tuple[Variant, _core.NetworkFit, list[dict[str, Any]], str]:
    """Return the game, the network with its samples, the files, and a digest of what they hold."""
    fitter: _core.NetworkFit | None = None
    variant: Variant | None = None
    sources = []
    digest = hashlib.sha256()
    begun: dict[tuple[Selfplay, bytes], Path] = {}
    for path in paths:
        settings, batches = games.read(path)
        if fitter is None or variant is None:
            variant = settings.game
            fitter = fitting.fitter(variant, start)
        elif settings.game != variant:
            raise TrainingError(f"{path} has games of {settings.variant}, not of {variant.key}")
        before = fitter.games
        for batch in batches:
            if batch.first == 0:
                if (other := begun.get((settings, batch.games))) is not None:
                    raise TrainingError(f"{path} has the games of {other} again")
                begun[settings, batch.games] = path
            digest.update(batch.games)
            if not fitter.add(batch.games, batch.first):
                raise TrainingError(f"{path} is damaged after game {batch.first}")
            if read is not None:
                read(fitter.games)
        made = settings.to_dict()
        digest.update(json.dumps(made).encode())
        rules = " ".join(map(str, made["rules"]))
        sources.append({**made, "games": fitter.games - before, "rules": rules})
    if fitter is None or variant is None:
        raise TrainingError("Fit: no file of games was given")
    return variant, fitter, sources, digest.hexdigest()
