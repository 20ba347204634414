"""Networks that are trained elsewhere, as arrays: what they see, and the file of their weights.

The engine's network has one hidden layer of 128 units, seen twice: once as the side to move looks
at the board and once as the other does, with the same weights. Its inputs are one for each kind of
piece on each square (own men, own kings, then the other's; squares by rows from the top, with the
viewer's men going up), and one for the opposition: whether the number of pieces is odd on every
second row, beginning with the viewer's first. A unit is its sum cut to 0..1; the output sums the
squares of all 256 units, each times a weight, by one of eight sets of weights that the number of
pieces on the board chooses. Needs numpy.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from crownhead import _core, atomic
from crownhead.arrays import Positions
from crownhead.errors import InvalidArray
from crownhead.position import Position
from crownhead.rulesets import ruleset
from crownhead.variants import Variant, get
from crownhead.weights import InvalidWeights, read_file

HIDDEN = 128
BUCKETS = 8
_HEADER = 16
_HEAD = 64
_ONE = 181
_MOST_SHIFT = 8

Floats = npt.NDArray[np.float32]


class Seen(NamedTuple):
    """Hold what a network sees of some positions, a row for each.

    `own` and `other` have a column for each input, 0 or 1, as the side to move and as the other
    side sees the board; `buckets` are the sets of output weights, 0 where the fewest pieces stand.
    """

    own: npt.NDArray[np.uint8]
    other: npt.NDArray[np.uint8]
    buckets: npt.NDArray[np.int64]


def inputs_of(variant: str | Variant) -> int:
    """Return how many inputs a network of a game has.

    >>> inputs_of("english"), inputs_of("international")
    (129, 201)
    """
    return 4 * _cells(get(variant)).size + 1


def see(positions: Positions) -> Seen:
    """Return what a network sees of positions.

    >>> from crownhead.arrays import Positions
    >>> seen = see(Positions([Position.initial("english")]))
    >>> seen.own.shape, int(seen.own.sum()), int(seen.buckets[0])
    ((1, 129), 24, 7)
    """
    variant = positions.variant
    planes = _planes(positions)
    cells = _cells(variant)
    own = planes.reshape(len(planes), 4, -1)[:, :, cells]
    other = own[:, [2, 3, 0, 1], ::-1]
    pieces = own.sum(axis=(1, 2), dtype=np.int64)
    buckets = np.clip((pieces - 1) * BUCKETS // _full(variant), 0, BUCKETS - 1)
    height, width = planes.shape[2:]
    first = ((height - 1 - cells // width) % 2 == 0).astype(np.int64)
    return Seen(_with_opposition(own, first), _with_opposition(other, first), buckets)


def _planes(positions: Positions) -> npt.NDArray[np.uint8]:
    """Return relative planes; the network sees all boards with a dark corner at the near left."""
    planes = positions.planes(relative=True)
    return planes[:, :, :, ::-1] if positions.variant.mirrored else planes


def _cells(variant: Variant) -> npt.NDArray[np.int64]:
    """Return the cells of a plane that are played on, by rows from the top."""
    planes = _planes(Positions([Position.initial(variant)]))[0]
    height, width = planes.shape[1:]
    rows, columns = np.divmod(np.arange(height * width), width)
    parities = np.unique(((rows + columns) % 2)[planes.any(axis=0).ravel()])
    return np.flatnonzero(np.isin((rows + columns) % 2, parities))


def _with_opposition(
    pieces: npt.NDArray[np.uint8], rows: npt.NDArray[np.int64]
) -> npt.NDArray[np.uint8]:
    odd = (pieces.sum(axis=1) @ rows % 2).astype(np.uint8)
    return np.concatenate([pieces.reshape(len(pieces), -1), odd[:, None]], axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """Hold the weights of a network that was trained elsewhere, as floats.

    `inputs` has a row of 128 for each input, `start` is what every sum begins with; `outputs` are
    eight times 256 weights, first those of the units that the side to move sees, `biases` what the
    outputs begin with, both in hundredths of a man. Raises `InvalidArray` where an array has
    another shape or holds what is no finite number.

    >>> network = Network.random("english", seed=1)
    >>> network.inputs.shape, network.outputs.shape
    ((129, 128), (8, 256))
    """

    variant: Variant
    inputs: Floats
    start: Floats
    outputs: Floats
    biases: Floats

    def __post_init__(self) -> None:
        for name, shape in _shapes(self.variant).items():
            given = getattr(self, name)
            if not isinstance(given, np.ndarray) or given.shape != shape:
                found = getattr(given, "shape", type(given).__name__)
                raise InvalidArray(f"Network: {name} has shape {shape}, not {found}")
            if given.dtype.kind != "f" or not np.isfinite(given).all():
                raise InvalidArray(f"Network: {name} holds what is no finite floating number")

    @classmethod
    def random(cls, variant: str | Variant, seed: int) -> Network:
        """Return a network that has learnt nothing, small enough to begin with."""
        game = get(variant)
        dice = np.random.default_rng(seed)
        arrays = {
            name: dice.uniform(-most, most, shape).astype(np.float32)
            for (name, shape), most in zip(_shapes(game).items(), (0.1, 0, 10, 0), strict=True)
        }
        arrays["start"] += np.float32(0.3)
        return cls(game, **arrays)

    @classmethod
    def read(cls, path: str | PathLike[str], variant: str | Variant) -> Network:
        """Return the network of a file of weights, of a game on its board.

        Raises `InvalidWeights` where it is none, is damaged, or is of another board.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Network.random("english", seed=1).write(f"{folder}/mine.weights")
        ...     Network.read(f"{folder}/mine.weights", "russian").inputs.shape
        (129, 128)
        """
        game = get(variant)
        if not read_file(path).fits(ruleset(game)):
            raise InvalidWeights(f"Weights: {path}: of another board than that of {game.key}")
        payload = memoryview(zlib.decompress(Path(path).read_bytes()))[_HEADER:]
        scale = 2.0 ** int(np.frombuffer(payload, "<i2", 2)[1])
        factors = (1 / _ONE, 1 / _ONE, 1 / scale, 1 / scale / _ONE**2)
        arrays, at = {}, _HEAD
        for (name, shape), factor in zip(_shapes(game).items(), factors, strict=True):
            kind = "<i4" if name == "biases" else "<i2"
            numbers = np.frombuffer(payload, kind, int(np.prod(shape)), at)
            arrays[name] = (numbers.reshape(shape) * factor).astype(np.float32)
            at += numbers.nbytes
        return cls(game, **arrays)

    def values(self, positions: Positions) -> Floats:
        """Return what positions are worth to the side to move, in hundredths of a man.

        The engine finds the same but for the rounding of its numbers. Where both sides have kings
        alone, as many, the value counts an eighth, as in the engine. Raises `InvalidArray` for
        positions on another board.
        """
        return self.values_of(see(positions))

    def values_of(self, seen: Seen) -> Floats:
        """Return the values of positions by what is seen of them; see `values`."""
        if seen.own.shape[1] != len(self.inputs):
            given = f"{seen.own.shape[1]} inputs were seen"
            raise InvalidArray(f"Network: {given}, but it has {len(self.inputs)}")
        both = [side.astype(np.float32) @ self.inputs + self.start for side in seen[:2]]
        units = np.clip(np.concatenate(both, axis=1), 0, 1) ** 2
        values: Floats = (units * self.outputs[seen.buckets]).sum(axis=1)
        values += self.biases[seen.buckets]
        men, kings, other_men, other_kings = _counts(seen.own)
        balanced = (men + other_men == 0) & (kings == other_kings)
        return np.where(balanced, values / 8, values).astype(np.float32)

    def file(self) -> bytes:
        """Return it as a file of weights, in the numbers that the engine calculates with.

        Raises `InvalidArray` where weights are too large for them: inputs beyond some 180 in sum,
        outputs beyond a few hundred men.

        >>> from crownhead import weights
        >>> weights.read(Network.random("english", seed=1).file()).fits(ruleset(get("english")))
        True
        """
        for shift in range(_MOST_SHIFT, -1, -1):
            head = np.zeros(_HEAD // 2, "<i2")
            head[:2] = _full(self.variant), shift
            scale = float(1 << shift)
            outputs = np.rint(self.outputs * scale)
            biases = np.rint(self.biases.astype(np.float64) * scale * _ONE * _ONE)
            sums = np.rint(np.concatenate([self.inputs, self.start[None]]) * _ONE)
            if max(np.abs(outputs).max(), np.abs(sums).max()) > 32_767:
                continue
            if np.abs(biases).max() > 2**31 - 1:
                continue
            parts = (head, sums.astype("<i2"), outputs.astype("<i2"), biases.astype("<i4"))
            payload = b"".join(part.tobytes() for part in parts)
            file: bytes = _core.weights_file(ruleset(self.variant), payload)
            try:
                _core.Weights(file)
            except ValueError:
                continue
            return zlib.compress(file, 9)
        raise InvalidArray("Network: its weights are too large for a file")

    def write(self, path: str | PathLike[str]) -> None:
        """Write the file that `Engine.builtin(weights=...)` and the arena play by."""
        atomic.write(Path(path), self.file())


def _counts(own: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    counts: npt.NDArray[np.int64] = own[:, :-1].reshape(len(own), 4, -1).sum(axis=2, dtype=np.int64)
    return counts.T


def _full(variant: Variant) -> int:
    start = Position.initial(variant)
    return start.count("white") + start.count("black")


def _shapes(variant: Variant) -> dict[str, tuple[int, ...]]:
    return {
        "inputs": (inputs_of(variant), HIDDEN),
        "start": (HIDDEN,),
        "outputs": (BUCKETS, 2 * HIDDEN),
        "biases": (BUCKETS,),
    }
