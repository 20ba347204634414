"""Open tables and ask them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, Self, TypeVar

from crownhead import variants
from crownhead._core import EndgameTables
from crownhead.endgame.files import SHIPPED, Summary, file_name, parse, rules_key, summary
from crownhead.endgame.positions import positions
from crownhead.errors import DamagedTable, NotInTables
from crownhead.extras import data_hint
from crownhead.folders import Directories, FilePath, folders_of
from crownhead.move import Move
from crownhead.position import Position
from crownhead.rulesets import ruleset
from crownhead.variants import Variant

Value = Literal["win", "draw", "loss"]
Verdict = Literal["win", "cursed win", "draw", "blessed loss", "loss"]

MOST_PIECES = 8
T = TypeVar("T")
_VALUES: dict[int, Value] = {1: "win", 0: "draw", -1: "loss"}
_WRONG = {
    "short": "is cut off",
    "no-table": "is no endgame table",
    "version": "is an endgame table of another version",
    "rules": "is an endgame table of another game",
    "board": "is an endgame table of another board",
    "damaged": "is damaged",
}


@dataclass(frozen=True, slots=True)
class Probe:
    """Hold what tables say about a position, for the side to move.

    `value` is the value by theory. `plies` is the distance to the end with best play, None for a
    draw and where only the value is stored. `under_rules` heeds the draw counts: a win that a
    count of the game cuts off is a cursed win, the loss that it saves a blessed one; None where
    the distance, and so the answer, is not known.
    """

    value: Value
    plies: int | None
    under_rules: Verdict | None


class RankedMove(NamedTuple):
    """Hold a legal move and what tables say of it, for the side that makes it; see `Probe`."""

    move: Move
    value: Value
    plies: int | None


def probe_of(value: int, plies: int | None, rule: int | None) -> Probe:
    """Return what tables say: 1, 0 or -1, plies to the end, the draw rule that ends it before.

    The rule is -1 where none does; it does not matter where the distance is not known.
    """
    if value == 0:
        return Probe("draw", None, "draw")
    named = _VALUES[value]
    if plies is None:
        return Probe(named, None, None)
    cut: Verdict = "cursed win" if value > 0 else "blessed loss"
    return Probe(named, plies, named if rule == -1 else cut)


class Tables:
    """Endgame tables of one game, safe to be asked by many threads at once."""

    def __init__(self, variant: Variant | str, *, cache_megabytes: int = 64) -> None:
        self.variant = variants.get(variant)
        self.native = EndgameTables(ruleset(self.variant), rules_key(self.variant), cache_megabytes)
        self._cache_megabytes = cache_megabytes
        self.files: dict[int, Path | None] = {}
        self._heads: dict[int, Summary] = {}

    @classmethod
    def open(
        cls,
        variant: Variant | str,
        directories: Directories = (),
        *,
        most: int = MOST_PIECES,
        cache_megabytes: int = 64,
        strict: bool = True,
    ) -> Self:
        """Open all tables of a game: those in a directory, or several, else those that are shipped.

        Files stay open, and what a page needs is read when it is asked for. Raises
        `DamagedTable` where a file is no table of this game, and `OSError` where it cannot be
        read; without `strict` the next directory's is taken. Where there is none, `pieces` is 0 and
        the errors of questions say what brings tables.

        >>> Tables.open("russian").pieces >= 4
        True
        """
        tables = cls(variant, cache_megabytes=cache_megabytes)
        folders = [*folders_of(directories), SHIPPED]
        for pieces in range(2, most + 1):
            name = file_name(tables.variant, pieces)
            for directory in folders:
                if not (directory / name).is_file():
                    continue
                with nullcontext() if strict else suppress(DamagedTable, OSError):
                    tables.add(directory / name)
                    break
        return tables

    @property
    def pieces(self) -> int:
        """Return the most pieces that any of the tables is for; 0 without tables."""
        return self.native.pieces

    def add(self, path: FilePath) -> None:
        """Add a file, which stays open and must stay as it is.

        Raises `DamagedTable`, and `OSError` where it cannot be read.
        """
        path = Path(path)
        head = summary(path)
        with path.open("rb") as file:
            _check(self.native.attach_file(file.fileno()), path.name)
        self.files[head.pieces], self._heads[head.pieces] = path, head

    def __reduce__(self) -> tuple[object, ...]:
        if None in self.files.values():
            raise TypeError("Tables that were given as bytes are not pickled")
        paths = [str(path.absolute()) for path in self.files.values() if path is not None]
        return _reopen, (self.variant, self._cache_megabytes, paths)

    def add_bytes(self, data: bytes) -> None:
        """Add the contents of a file.

        Raises `DamagedTable`.
        """
        _check(self.native.attach(data), "the table")
        head = parse(data, "the table")
        self.files[head.pieces], self._heads[head.pieces] = None, head

    def stats(self, pieces: int) -> Summary:
        """Return how many positions of exactly `pieces` pieces are won, drawn and lost.

        `slices` has the counts by material, `total()` their sum, always for White to move. Raises
        `NotInTables` where there is no table of so many pieces.

        >>> stats = Tables.open("english").stats(3)
        >>> stats.total().win, stats.slices["2001"].win, stats.slices["2001"].longest
        (100250, 11215, 61)
        """
        head = self._heads.get(pieces)
        if head is None:
            known = ", ".join(map(str, sorted(self._heads))) or f"none{data_hint()}"
            raise NotInTables(
                f"No endgame table of {self.variant.key} is for {pieces} pieces; there are: {known}"
            )
        return head

    def positions(self, pieces: int, material: str = "") -> Iterator[tuple[Position, Probe]]:
        """Yield the positions of exactly `pieces` pieces, White to move, with what is known.

        `material` narrows them to one slice of `stats`, such as "2001": White's men and kings,
        Black's men and kings. A position with Black to move is the mirror image of one with White
        to move. Draw counts stand at nothing. Raises `NotInTables`, and `DamagedTable`.

        >>> found = Tables.open("english").positions(2, "1010")
        >>> sum(probe.value == "win" for _, probe in found)
        102
        """
        for name in self._list_materials(pieces, material):
            for position in positions(self.variant, name):
                yield position, self.probe(position)

    def longest(self, pieces: int, material: str = "") -> tuple[Position, Probe]:
        """Return a position of the longest win, White to move, and what is known of it.

        Of several, one. Raises `NotInTables` where nothing is won, and where the table has no
        distances.

        >>> position, probe = Tables.open("english").longest(3)
        >>> probe.plies, position.fen()
        (61, 'W:W29,30:BK7')
        """
        head = self.stats(pieces)
        names = self._list_materials(pieces, material)
        plies = max(head.slices[name].longest for name in names)
        if not plies or not head.distances:
            what = "no win" if head.distances else "no distances"
            raise NotInTables(
                f"The endgame table of {self.variant.key} for {pieces} pieces has {what}"
                f"{f' of {material}' if material else ''}"
            )
        for name in names:
            if head.slices[name].longest < plies:
                continue
            for position in positions(self.variant, name):
                if self.value(position) == (1, plies):
                    return position, self.probe(position)
        raise self.damage()

    def _list_materials(self, pieces: int, material: str) -> list[str]:
        names = list(self.stats(pieces).slices)
        if material and material not in names:
            raise NotInTables(
                f"No material of {pieces} pieces is called {material[:20]!r}",
                "material",
                pieces=pieces,
                text=material[:20],
            )
        return [material] if material else names

    def value(self, position: Position) -> tuple[int, int | None] | None:
        """Return 1, 0 or -1 for the side to move and the plies to the end; None if unknown.

        Raises `NotInTables` for a position of another game, and `DamagedTable`.

        >>> from crownhead import Position
        >>> Tables.open("international").value(Position.from_fen("W:W23:B5,6", "international"))
        (1, 29)
        """
        other = position.variant
        if other is not self.variant and rules_key(other) != rules_key(self.variant):
            raise NotInTables(
                f"These are endgame tables of {self.variant.key}, not of {other.key}",
                "other_game",
                own=self.variant,
                other=other,
            )
        found = self._read(self.native.probe(position))
        if found is None:
            return None
        value, plies = found
        return value, plies if plies >= 0 else None

    def probe(self, position: Position) -> Probe:
        """Return what the tables say about a position.

        Raises `NotInTables` where they do not hold it, and `DamagedTable`.
        """
        found = self.value(position)
        if found is None:
            said = f"No endgame table of {self.variant.key} holds this position"
            if self.pieces:
                most = f"the tables here are for up to {self.pieces} pieces"
                raise NotInTables(
                    f"{said}; {most}", "position", variant=self.variant, most=self.pieces
                )
            hint = data_hint()
            raise NotInTables(
                f"{said}; there are none here{hint}", "none", variant=self.variant, hint=hint
            )
        value, plies = found
        if value == 0 or plies is None:
            return probe_of(value, plies, None)
        rule = self.rule_before_end(position, plies)
        return probe_of(value, plies, -1 if rule is None else rule)

    def rule_before_end(self, position: Position, plies: int) -> int | None:
        """Return the number of the draw rule that ends best play within so many plies, or None.

        Raises `NotInTables` where best play leads to what they do not hold, and `DamagedTable`.

        >>> from crownhead import Position
        >>> position = Position.from_fen("W:WK15,K32:B16,K28", "english")
        >>> Tables.open("english").rule_before_end(position, 31) is None
        True
        """
        rule = self._read(self.native.follow(position, plies))
        if rule is None:
            raise NotInTables(
                "No endgame table holds a position to which best play leads", "beyond"
            )
        return None if rule < 0 else rule

    def best(self, position: Position) -> list[RankedMove]:
        """List the legal moves with value and plies for the mover, the best ones first.

        Raises `NotInTables` where the tables do not hold a position that a move leads to.

        >>> from crownhead import Position
        >>> position = Position.from_fen("W:WK15,K32:B16,K28", "english")
        >>> best = Tables.open("english").best(position)[0]
        >>> str(best.move), best.value, best.plies
        ('15-11', 'win', 31)
        """
        found = []
        for move in position.legal_moves:
            after = self.value(position.play(move))
            if after is None:
                hint = "" if self.pieces else data_hint()
                raise NotInTables(
                    f"No endgame table holds the position after {move}{hint}",
                    "after",
                    move=move,
                    variant=self.variant,
                    hint=hint,
                )
            value, plies = after
            found.append(RankedMove(move, _VALUES[-value], None if plies is None else plies + 1))
        return sorted(found, key=_worth)

    def advice(
        self, position: Position, past: Sequence[Position] = ()
    ) -> tuple[Move | None, list[Move]] | None:
        """Return what to play by the tables: a move, and those not to be played; None if unknown.

        The move wins soonest or loses latest; it is None of a draw, and where the distance is not
        known. The others give away a win or a draw, or go back to one of `past`, the earlier
        positions of the game, although another move wins. Raises `DamagedTable`.

        >>> from crownhead import Position
        >>> position = Position.from_fen("W:WK15,K32:B16,K28", "english")
        >>> move, others = Tables.open("english").advice(position)
        >>> str(move), "15-18" in map(str, others)
        ('15-11', True)
        """
        return self._read(self.native.advise(position, past))

    def _read(self, found: T | str) -> T:
        """Return what was found in tables. Raises `DamagedTable`."""
        if isinstance(found, str):
            raise self.damage()
        return found

    def damage(self) -> DamagedTable:
        """Return the error that says that a block of the tables is damaged."""
        key = self.variant.key
        return DamagedTable(
            f"A block of an endgame table of {key} is damaged;"
            f" `crownhead endgame verify {key}` says which",
            "block",
            variant=self.variant,
            game=key,
        )


def _check(wrong: str, name: str) -> None:
    """Raise `DamagedTable` if something is wrong with the file of this name."""
    if wrong:
        raise DamagedTable(f"{name} {_WRONG[wrong]}", wrong.replace("-", "_"), name=name)


_ORDER: dict[Value, int] = {"win": 0, "draw": 1, "loss": 2}


def _worth(found: RankedMove) -> tuple[int, int]:
    """Return where a move stands among others: quick wins first, slow losses before quick ones."""
    plies = found.plies or 0
    return _ORDER[found.value], -plies if found.value == "loss" else plies


def _reopen(variant: Variant, cache_megabytes: int, paths: list[str]) -> Tables:
    tables = Tables(variant, cache_megabytes=cache_megabytes)
    for path in paths:
        tables.add(path)
    return tables
