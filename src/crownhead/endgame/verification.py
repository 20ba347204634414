"""Check files of tables from the outside: heads, checksums, counts, and each value by its moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import TypeVar

from crownhead._core import EndgameBuilder
from crownhead.endgame.files import Slice, digest_of, file_name, parse, rules_key
from crownhead.endgame.files import slices as all_slices
from crownhead.endgame.tables import MOST_PIECES, Tables
from crownhead.errors import DamagedTable
from crownhead.folders import FilePath
from crownhead.rulesets import ruleset
from crownhead.variants import Variant, get

_PORTION = 64  # configurations between two looks at the clock
_PORTIONS = 64  # parts of a slice that threads take
T = TypeVar("T")
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Finding:
    """Hold what one check of one file found; `wrong` is empty where all was well."""

    file: str
    check: str
    wrong: str = ""


def verify(
    variant: Variant | str,
    directory: FilePath,
    *,
    most: int = MOST_PIECES,
    values: bool = True,
    threads: int = 1,
    progress: Progress | None = None,
) -> Iterator[Finding]:
    """Check the files of a game in a folder, one finding for each check.

    With `values` every single value is compared with what the moves of its position lead to, which
    needs the files for fewer pieces too. Tables without distances are decoded into memory for it,
    and `threads` compare them. `progress` is told how many positions were compared, of how many,
    and the slice.

    >>> from crownhead.endgame.files import SHIPPED
    >>> for finding in verify("english", SHIPPED, most=2):
    ...     print(finding.file, finding.check, finding.wrong or "ok")
    english-2.endgame head ok
    english-2.endgame checksum ok
    english-2.endgame positions ok
    english-2.endgame values ok
    """
    variant = get(variant)
    tables = Tables(variant)
    builder = EndgameBuilder(ruleset(variant))
    paths = {n: Path(directory) / file_name(variant, n) for n in range(2, most + 1)}
    paths = {pieces: path for pieces, path in paths.items() if path.is_file()}
    every = {name for pieces in paths for pair in all_slices(variant, pieces) for name in pair}
    count = _Count(builder, every, progress)
    for path in paths.values():
        data = path.read_bytes()
        try:
            head = parse(data, path.name)
            tables.add_bytes(data)
        except DamagedTable as damage:
            yield Finding(path.name, "head", str(damage))
            continue
        other = head.rules != rules_key(variant)
        yield Finding(path.name, "head", "it is of other rules" if other else "")
        torn = digest_of(data) != head.digest
        yield Finding(path.name, "checksum", "SHA-256 differs" if torn else "")
        short = [
            name
            for name, counts in head.slices.items()
            if counts.positions != builder.positions(name)
        ]
        yield Finding(path.name, "positions", ", ".join(short))
        if values:
            if head.distances:
                wrong = "; ".join(_audit(tables, head.slices, count))
            else:
                wrong = "; ".join(_whole(variant, tables, head.slices, threads, count))
            yield Finding(path.name, "values", wrong)


class _Count:
    """Count the positions that were compared, and tell so."""

    def __init__(
        self, builder: EndgameBuilder, slices: Iterable[str], progress: Progress | None
    ) -> None:
        self._builder = builder
        self._progress = progress
        self._total = sum(map(builder.positions, slices))
        self._done = 0.0

    def add(self, name: str, share: float) -> None:
        """Add a share of a slice."""
        self._done += share * self._builder.positions(name)
        if self._progress is not None:
            self._progress(round(self._done), self._total, name)


def _audit(tables: Tables, slices: dict[str, Slice], count: _Count) -> Iterator[str]:
    for name, counts in slices.items():
        total = tables.native.configurations(name)
        sums = dict.fromkeys((field.name for field in fields(Slice)), 0)
        for begin in range(0, total, _PORTION):
            found = tables.native.audit(name, begin, min(begin + _PORTION, total))
            if isinstance(found, str):
                yield (
                    f"{name}: a block is damaged"
                    if found == "damaged"
                    else (f"{name}: a table for fewer pieces is missing")
                )
                break
            if found["wrong"]:
                yield f"{name}: {found['wrong']} values do not follow from the moves"
                break
            for key in ("win", "draw", "loss"):
                sums[key] += found[key]
            for key in ("longest", "longest_loss"):
                sums[key] = max(sums[key], found[key])
            count.add(name, (min(begin + _PORTION, total) - begin) / total)
        else:
            compared = ("win", "draw", "loss", "longest", "longest_loss")
            if any(sums[key] != getattr(counts, key) for key in compared):
                yield f"{name}: the head counts other values"


def _whole(
    variant: Variant,
    tables: Tables,
    slices: dict[str, Slice],
    threads: int,
    count: _Count,
) -> Iterator[str]:
    """Decode all slices into memory, and compare each value with those that the moves lead to."""
    native, most = tables.native, max(sum(map(int, name)) for name in slices)
    with ThreadPoolExecutor(threads) as pool:

        def each(name: str, work: Callable[[str, int, int], T], share: float) -> Iterator[T]:
            total = native.configurations(name)
            step = max(1, total // _PORTIONS)
            begins = range(0, total, step)
            ends = [min(begin + step, total) for begin in begins]
            for found in pool.map(partial(work, name), begins, ends):
                yield found
                count.add(name, share / len(ends))

        for pieces in range(2, most + 1):
            names = [
                name
                for pair in all_slices(variant, pieces)
                for name in dict.fromkeys(pair)
                if native.configurations(name)
            ]
            damaged = [name for name in names if not native.load(name)]
            if damaged:
                yield from (f"{name}: a block is damaged" for name in damaged)
                return
            for name in names:
                if not all(each(name, native.fill, 0.0)):
                    yield f"{name}: a table for fewer pieces is missing"
                    return
        for name, counts in slices.items():
            parts = list(each(name, native.compare, 1.0))
            found = [part for part in parts if part is not None]
            if len(found) < len(parts):
                yield f"{name}: a table for fewer pieces is missing"
                continue
            wrong = sum(part["wrong"] for part in found)
            if wrong:
                yield f"{name}: {wrong} values do not follow from the moves"
            elif any(
                sum(part[key] for part in found) != getattr(counts, key)
                for key in ("win", "draw", "loss")
            ):
                yield f"{name}: the head counts other values"
