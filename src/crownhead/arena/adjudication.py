"""When a game is ended before the rules end it: by tables, or by what both engines think."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from crownhead.arena.failure import ArenaError
from crownhead.digits import number_of, parse_uint
from crownhead.endgame.tables import MOST_PIECES, Probe
from crownhead.engines import tablebase
from crownhead.errors import DamagedTable, NotInTables
from crownhead.renamed import formerly
from crownhead.rules import Color
from crownhead.sides import other

if TYPE_CHECKING:
    from crownhead.position import Position
    from crownhead.variants import Variant

LONGEST = 10_000


@dataclass(frozen=True, slots=True)
class DrawScores:
    """Draw when all scores of `plies` plies are within `score`, from ply `after` of the game on."""

    score: int
    plies: int
    after: int = 0


@dataclass(frozen=True, slots=True)
class WinScores:
    """Win when in `plies` plies both players see the same side ahead by `score` or more."""

    score: int
    plies: int


@dataclass(frozen=True, slots=True)
class Adjudication:
    """Hold the rules by which the arena ends games; scores are hundredths of a man.

    `most_plies` (0: none) draws what has become too long, the opening's plies counted. Positions
    of up to `tables` pieces (0: none) are decided by the endgame tables, as far as these know
    the result under the draw counts of the game.

    >>> Adjudication.parse(draw="10,20,80", win="600,6").win
    WinScores(score=600, plies=6)
    """

    draw: DrawScores | None = None
    win: WinScores | None = None
    most_plies: int = 300
    tables: int = 0

    def __post_init__(self) -> None:
        if self.tables not in (0, *range(2, MOST_PIECES + 1)):
            raise ArenaError(
                f"Adjudication: no tables are for {self.tables} pieces",
                "tables",
                pieces=self.tables,
            )
        if not 0 <= self.most_plies <= LONGEST:
            raise ArenaError(
                f"Adjudication: {self.most_plies} plies is not within 0..{LONGEST}",
                "most_plies",
                plies=self.most_plies,
                most=LONGEST,
            )

    @classmethod
    def parse(
        cls, draw: str = "", win: str = "", most_plies: int = 300, tables: int = 0
    ) -> Adjudication:
        """Read `SCORE,PLIES[,AFTER]` for draws and `SCORE,PLIES` for wins."""
        return cls(
            DrawScores(*_numbers("draw", draw, 2, 3)) if draw else None,
            WinScores(*_numbers("win", win, 2, 2)) if win else None,
            most_plies,
            tables,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the rules as plain data, ready for JSON; tables are named if there are any."""
        values = asdict(self)
        if not self.tables:
            del values["tables"]
        return values

    def check(self, variant: Variant) -> None:
        """Raise `ArenaError` where the tables of a game do not reach as far as they are to decide.

        >>> from crownhead.variants import get
        >>> Adjudication(tables=5).check(get("english"))
        """
        if not self.tables:
            return
        tables = tablebase.tables(variant)
        if tables is None:
            raise ArenaError(
                f"Adjudication: there are no endgame tables for {variant.key}",
                "no_tables",
                game=variant.key,
            )
        if tables.pieces < self.tables:
            raise ArenaError(
                f"Adjudication: the endgame tables for {variant.key} have at most {tables.pieces}"
                f" pieces, not {self.tables}",
                "small_tables",
                game=variant.key,
                most=tables.pieces,
                pieces=self.tables,
            )

    def decide(self, position: Position) -> tuple[Color | None, str] | None:
        """Return winner (None: a draw) and ground where the tables are to decide, and can.

        Raises `ArenaError` for a damaged table: whoever wants tables to decide is to hear of it.

        >>> from crownhead import Position
        >>> position = Position.from_fen("B:WK15,K32:B16,K28", "english")
        >>> Adjudication(tables=5).decide(position)
        (None, 'endgame tables: draw')
        >>> Adjudication(tables=3).decide(position)
        """
        pieces = position.count("white") + position.count("black")
        if pieces > self.tables or position.outcome is not None:
            return None
        tables = tablebase.tables(position.variant)
        if tables is None or pieces > tables.pieces:
            return None
        try:
            found = tables.probe(position)
        except NotInTables:
            return None
        except DamagedTable as error:
            raise ArenaError(
                f"Adjudication: {position.variant.key}: {error}",
                "damaged",
                game=position.variant.key,
                why=error,
            ) from None
        return _decision(position, found)

    known = formerly("known", decide)


def _decision(position: Position, found: Probe) -> tuple[Color | None, str] | None:
    """A win that a count cuts off is played on: a slower way may keep within the count."""
    if found.under_rules == "draw":
        return None, "endgame tables: draw"
    if found.under_rules not in ("win", "loss"):
        return None
    winner = position.turn if found.under_rules == "win" else other(position.turn)
    far = "" if found.plies is None else f" in {number_of(found.plies, 'ply', 'plies')}"
    return winner, f"endgame tables: {winner} wins{far}"


def _numbers(what: str, text: str, least: int, most: int) -> list[int]:
    parts = text.split(",")
    numbers = [
        number for number in map(parse_uint, parts) if number is not None and number <= 30_000
    ]
    if len(numbers) != len(parts) or not least <= len(parts) <= most:
        form = "SCORE,PLIES" + ("[,AFTER]" if most > 2 else "")
        raise ArenaError(
            f"Adjudication: {what} {text[:40]!r} is not {form}",
            "adjudication",
            what=what,
            text=text[:40],
            form=form,
        )
    if numbers[1] < 2:
        raise ArenaError(
            f"Adjudication: {what}: both players must have moved: 2 plies or more",
            "two_plies",
            what=what,
        )
    return numbers


class Judge:
    """Watch one game. A move that was forced says nothing, any other without a score objects.

    >>> judge = Judge(Adjudication.parse(win="500,2"))
    >>> judge.sees(31, "white", 620, forced=False), judge.sees(32, "black", -540, forced=False)
    (None, ('white', 'white ahead by 500 or more for 2 plies'))
    """

    def __init__(self, rules: Adjudication) -> None:
        self._rules = rules
        self._level = _Run()
        self._ahead: dict[Color, _Run] = {"white": _Run(), "black": _Run()}

    def sees(
        self, ply: int, mover: Color, score: int | None, *, forced: bool
    ) -> tuple[Color | None, str] | None:
        """Return winner and ground if the game ends with this ply (counted from 1), else None."""
        rules = self._rules
        draw, win = rules.draw, rules.win
        if score is not None or not forced:
            known = score is not None
            value = score or 0
            if draw is not None:
                self._level.count(mover, known and abs(value) <= draw.score)
            if win is not None:
                self._ahead[mover].count(mover, known and value >= win.score)
                self._ahead[other(mover)].count(mover, known and value <= -win.score)
        if win is not None:
            for side, run in self._ahead.items():
                if run.has_lasted(win.plies):
                    return side, f"{side} ahead by {win.score} or more for {win.plies} plies"
        if draw is not None and ply >= draw.after and self._level.has_lasted(draw.plies):
            return None, f"scores within {draw.score} for {draw.plies} plies"
        if rules.most_plies and ply >= rules.most_plies:
            return None, f"{rules.most_plies} plies"
        return None


class _Run:
    """Count the last plies that agree, and who made them."""

    def __init__(self) -> None:
        self._plies = 0
        self._movers: set[Color] = set()

    def count(self, mover: Color, agrees: bool) -> None:
        if agrees:
            self._plies += 1
            self._movers.add(mover)
        else:
            self._plies = 0
            self._movers.clear()

    def has_lasted(self, plies: int) -> bool:
        return self._plies >= plies and len(self._movers) == 2
