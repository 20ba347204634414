"""The learned weights that the package carries: which game plays by which, loaded when needed."""

from __future__ import annotations

import copyreg
import zlib
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.resources import files
from os import PathLike
from pickle import PicklingError
from threading import Lock
from weakref import WeakKeyDictionary

from crownhead._core import Weights
from crownhead.errors import CrownheadError
from crownhead.renamed import formerly
from crownhead.rules import Rules
from crownhead.variants import VARIANTS, Variant

_LONGEST = 64 << 20
_lock = Lock()


class InvalidWeights(CrownheadError):
    """Report a file of weights that is none, is damaged, or belongs to another board."""


def read(content: bytes) -> Weights:
    """Read a file of weights, compressed as the package carries it.

    Raises `InvalidWeights`.
    """
    unpacker = zlib.decompressobj()
    try:
        file = unpacker.decompress(content, _LONGEST)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise InvalidWeights("Weights: the file is cut off, or too large")
        weights = Weights(file)
    except zlib.error as error:
        raise InvalidWeights("Weights: not a file of weights, or a damaged one") from error
    except ValueError as error:
        if isinstance(error, InvalidWeights):
            raise
        raise InvalidWeights(f"Weights: {error}") from error
    _contents[weights] = content
    return weights


def read_file(path: str | PathLike[str]) -> Weights:
    """Read a file of weights, as `crownhead train export` writes it.

    Raises `InvalidWeights`, also for a file that cannot be read.
    """
    try:
        with open(path, "rb") as handle:
            content = handle.read(_LONGEST + 1)
    except OSError as error:
        raise InvalidWeights(f"Weights: {path}: {error.strerror}") from None
    return read(content)


# Weights are pickled as the file they were read from, and each process reads it once.
_contents: WeakKeyDictionary[Weights, bytes] = WeakKeyDictionary()


@lru_cache(maxsize=16)
def _read_once(content: bytes) -> Weights:
    return read(content)


def _reduce(weights: Weights) -> tuple[Callable[[bytes], Weights], tuple[bytes]]:
    content = _contents.get(weights)
    if content is None:
        raise PicklingError("these weights were not read from a file")
    return _read_once, (content,)


copyreg.pickle(Weights, _reduce)


def weights(variant: Variant) -> Weights | None:
    """Return the weights a game is played by; None where the evaluation is made by hand.

    A standard game has weights of its own, house rules have those of the standard game that is
    nearest to them (`key`). They are read once, and kept.

    >>> from crownhead.variants import get
    >>> weights(get("lite")) is weights(get("brazilian"))
    True
    """
    found = key(variant)
    if found is None:
        return None
    with _lock:
        return _load(found)


def key(variant: Variant) -> str | None:
    """Return the name of the weights a game is played by, None where there are none.

    Games whose pieces move alike share theirs. House rules take those of the nearest game on their
    board with the same aim, duty to capture, reach of kings and moves without a capture.
    """
    return nearest(variant, list_weights())


@lru_cache(maxsize=1024)
def nearest(variant: Variant, among: frozenset[str]) -> str | None:
    """Return which of these games is played most like `variant`, None where none can be compared.

    >>> from crownhead.variants import get
    >>> nearest(get("pool"), frozenset({"brazilian", "russian", "turkish"}))
    'russian'
    """
    near = [
        (_distance(other.rules, variant.rules), place, other.key)
        for place, other in enumerate(VARIANTS.values())
        if other.key in among and _alike(other.rules, variant.rules)
    ]
    return min(near)[2] if near else None


@cache
def list_weights() -> frozenset[str]:
    """Return the names of all weights the package carries."""
    folder = files("crownhead") / "data" / "weights"
    if not folder.is_dir():
        return frozenset()
    names = (entry.name for entry in folder.iterdir())
    return frozenset(n.removesuffix(".weights") for n in names if n.endswith(".weights"))


carried = formerly("carried", list_weights)


@cache
def _load(name: str) -> Weights:
    return read((files("crownhead") / "data" / "weights" / f"{name}.weights").read_bytes())


def _alike(one: Rules, other: Rules) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in SAME)


SAME = ("board", "aim", "flying", "compulsory", "men_move", "king_move")
WEIGHTY = ("men_rows", "men_capture", "king_capture", "rows_behind")
LIGHT = (
    "men_take_kings",
    "turn_back",
    "crowning",
    "landing",
    "choice",
    "removal",
    "king_run",
    "too_few",
)


def _distance(one: Rules, other: Rules) -> int:
    def differing(names: tuple[str, ...]) -> int:
        return sum(getattr(one, name) != getattr(other, name) for name in names)

    return 10 * differing(WEIGHTY) + differing(LIGHT)
