"""Sets of puzzles: one JSON file per game, a puzzle a row."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from os import PathLike
from pathlib import Path
from typing import Any

from crownhead import atomic
from crownhead.errors import CrownheadError, InvalidPuzzle, UnknownVariant
from crownhead.folders import FilePath
from crownhead.position import Position
from crownhead.puzzles.puzzle import Puzzle, identity
from crownhead.renamed import formerly
from crownhead.variants import Variant, get

SHIPPED = files("crownhead") / "puzzles" / "sets"
MOST_BYTES = 50_000_000

_LENT = {"lite": "brazilian"}
"""Games that have the puzzles of another, from which they differ in their draw counts alone."""


@dataclass(frozen=True, slots=True, repr=False)
class PuzzleSet:
    """The puzzles of one game, and how they were made: seed, nodes, sources looked at.

    >>> load("italian")
    <PuzzleSet italian: 124 puzzles>
    """

    variant: Variant
    puzzles: tuple[Puzzle, ...]
    made: dict[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<PuzzleSet {self.variant.key}: {len(self.puzzles)} puzzles>"


def load(variant: Variant | str) -> PuzzleSet:
    """Return the puzzles of a game that come with the package; none for a game without a set.

    >>> load("english").variant.key
    'english'
    """
    return _find_shipped(get(variant))


shipped = formerly("shipped", load)


@cache
def _find_shipped(variant: Variant) -> PuzzleSet:
    file = SHIPPED / f"{_LENT.get(variant.key, variant.key)}.json"
    if not file.is_file():
        return PuzzleSet(variant, ())
    lender, records, made = raw(file, file.name)
    if lender != variant:
        records = [_lend(record, variant) for record in records]
    return PuzzleSet(variant, tuple(Puzzle.from_dict(each, variant) for each in records), made)


def _lend(record: object, variant: Variant) -> object:
    """Return the record of another game's puzzle as one of this game, which has its own id."""
    if not isinstance(record, dict):
        return record
    return record | {"id": identity(Position.from_fen(record["fen"], variant))}


def read(file: FilePath | Traversable, name: str = "") -> PuzzleSet:
    """Return the set in a file, every solution played on the core.

    Raises `InvalidPuzzle` with the place of what is wrong, and `OSError`.
    """
    found = Path(file) if isinstance(file, str | PathLike) else file
    variant, records, made = raw(found, name)
    return PuzzleSet(variant, tuple(Puzzle.from_dict(each, variant) for each in records), made)


def raw(file: Path | Traversable, name: str = "") -> tuple[Variant, list[object], dict[str, Any]]:
    """Return game, records and making of a file whose puzzles are not looked at yet.

    Raises as `read`.
    """
    name = name or str(file)
    text = file.read_bytes()
    if len(text) > MOST_BYTES:
        raise InvalidPuzzle(f"{name} is larger than {MOST_BYTES // 1_000_000} MB")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidPuzzle(f"{name} is no JSON file: {error}") from error
    if not isinstance(content, dict) or not isinstance(content.get("puzzles"), list):
        raise InvalidPuzzle(f"{name} holds no puzzles")
    if not isinstance(content.get("variant"), str):
        raise InvalidPuzzle(f"{name} does not say which game its puzzles belong to")
    try:
        variant = get(content["variant"])
    except UnknownVariant as error:
        raise InvalidPuzzle(f"{name} is of {content['variant'][:40]!r}: {error}") from error
    made = content.get("made")
    return variant, content["puzzles"], made if isinstance(made, dict) else {}


def write(
    path: FilePath,
    variant: Variant,
    puzzles: Sequence[Puzzle],
    made: dict[str, Any],
) -> None:
    """Write a set, replacing the file as a whole.

    Raises `OSError`, and `CrownheadError` where a puzzle belongs to another game.
    """
    if any(puzzle.start.variant != variant for puzzle in puzzles):
        raise CrownheadError(f"Not all puzzles are of {variant.key}")
    head = json.dumps({"variant": variant.key, "made": made}, ensure_ascii=False)[:-1]
    rows = ",\n".join(json.dumps(puzzle.to_dict(), ensure_ascii=False) for puzzle in puzzles)
    atomic.write(Path(path), f'{head}, "puzzles": [\n{rows}\n]}}\n')
