"""The built-in engine as a program that speaks Hub: its parameters, and its searches."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence

from crownhead._core import Weights
from crownhead.engines.builtin import MOST_MEGABYTES, MOST_THREADS
from crownhead.engines.hub import names
from crownhead.engines.hub.params import Param, Value
from crownhead.engines.hub.program import Say
from crownhead.engines.hub.syntax import Line
from crownhead.engines.hub.thinking import Thinker
from crownhead.engines.levels import HIGHEST, level
from crownhead.engines.limit import Limit
from crownhead.position import Position
from crownhead.variants import VARIANTS

_SCAN_ORDER = ("international", "killer", "breakthrough", "frisian", "antidraughts")
MOST_SEED = 2**31 - 1
LEAST_SIZE = 16
"""`tt-size` is Scan's: 2 to this power entries, of 16 bytes there. This one is a megabyte."""
USUAL_SIZE = 22
MOST_SIZE = LEAST_SIZE + MOST_MEGABYTES.bit_length() - 1


class BuiltinProgram:
    """Answer by the built-in engine, at the level that is set, and by `learnt` weights if given."""

    def __init__(self, say: Say, learnt: Weights | None = None) -> None:
        self._say = say
        self._thinker = Thinker(say, learnt)
        self.limit = Limit(nodes=HIGHEST.nodes, seconds=HIGHEST.seconds)
        self.params = declarations()
        self.forget = self._thinker.forget
        self.hit = self._thinker.hit
        self.stop = self._thinker.stop
        self.finish = self._thinker.finish

    @property
    def id(self) -> Mapping[str, str]:
        """Return what `id` says."""
        from crownhead import __version__

        return {
            "name": "crownhead",
            "version": __version__,
            "author": "the crownhead authors",
            "country": "Germany",
        }

    def prepare(self, values: MutableMapping[str, Value]) -> None:
        """Make the transposition table; without room for it the one before stays."""
        try:
            self._thinker.size(megabytes(int(values["tt-size"])))
        except MemoryError:
            message = f"no memory for {megabytes(int(values['tt-size']))} megabytes"
            self._say(Line("error", {"message": message}))
            values["tt-size"] = LEAST_SIZE + (self._thinker.megabytes or 1).bit_length() - 1
            self._thinker.size(megabytes(int(values["tt-size"])))

    def go(
        self,
        positions: Sequence[Position],
        limit: Limit | None,
        mode: str,
        values: Mapping[str, Value],
    ) -> None:
        """Begin a search."""
        self._thinker.go(
            positions,
            limit,
            mode,
            level(int(values["level"])),
            seed=int(values["seed"]),
            threads=int(values["threads"]),
            book=bool(values["book"]),
        )


def megabytes(size: int) -> int:
    """Return how large the transposition table of a `tt-size` is.

    >>> megabytes(16), megabytes(22), megabytes(24)
    (1, 64, 256)
    """
    return 1 << size - LEAST_SIZE


def declarations() -> tuple[Param, ...]:
    """Return the parameters of our engine with their defaults."""
    others = [key for key in VARIANTS if key not in _SCAN_ORDER]
    offered = tuple(names.names(key)[0] for key in (*_SCAN_ORDER, *others))
    return (
        Param("variant", "enum", "normal", values=offered),
        Param("level", "int", HIGHEST.number, least=1, most=HIGHEST.number),
        Param("tt-size", "int", USUAL_SIZE, least=LEAST_SIZE, most=MOST_SIZE),
        Param("threads", "int", 1, least=1, most=MOST_THREADS),
        Param("seed", "int", 0, least=0, most=MOST_SEED),
        Param("book", "bool", True),
    )
