"""The switches of a game, read from the plain dictionary that `Rules.to_dict` writes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

Square = tuple[int, int]
Direction = tuple[int, int]

# Seen by White, who moves towards row 0.
DIRECTIONS: dict[str, list[Direction]] = {
    "forward": [(-1, -1), (-1, 1)],
    "backward": [(1, -1), (1, 1)],
    "ahead": [(-1, 0)],
    "sideways": [(0, -1), (0, 1)],
    "behind": [(1, 0)],
}


@dataclass(frozen=True)
class OracleEnding:
    """A kind of material: inclusive ranges for either side as the strong one."""

    strong_men: tuple[int, int]
    strong_kings: tuple[int, int]
    weak_men: tuple[int, int]
    weak_kings: tuple[int, int]
    total: tuple[int, int]
    on_long_diagonal: bool


@dataclass(frozen=True)
class OracleDrawRule:
    """A draw count: its limit in plies, what resets it, and under which material it runs."""

    rule: str
    plies: int
    resets: tuple[str, ...]
    endings: tuple[OracleEnding, ...]
    automatic: bool


@dataclass(frozen=True)
class OracleRules:
    """Every switch that decides which moves are legal and when a game is over."""

    width: int
    height: int
    full: bool
    men_rows: int
    rows_behind: int
    first: str
    men_move: tuple[str, ...]
    men_capture: tuple[str, ...]
    men_take_kings: bool
    crowning: str
    king_move: tuple[str, ...]
    king_capture: tuple[str, ...]
    flying: bool
    landing: str
    turn_back: bool
    king_run: int
    too_few: int
    compulsory: bool
    choice: str
    removal: str
    aim: str
    draw_rules: tuple[OracleDrawRule, ...]

    @classmethod
    def from_dict(cls, rules: dict[str, Any]) -> OracleRules:
        """Read the dictionary; boards of any size `WxH` or `WxH-full` are understood."""
        size, _, fullness = rules["board"].partition("-")
        width, height = (int(number) for number in size.split("x"))
        return cls(
            width=width,
            height=height,
            full=fullness == "full",
            men_rows=rules["men_rows"],
            rows_behind=rules["rows_behind"],
            first=rules["first"],
            men_move=tuple(rules["men_move"]),
            men_capture=tuple(rules["men_capture"]),
            men_take_kings=rules["men_take_kings"],
            crowning=rules["crowning"],
            king_move=tuple(rules["king_move"]),
            king_capture=tuple(rules["king_capture"]),
            flying=rules["flying"],
            landing=rules["landing"],
            turn_back=rules["turn_back"],
            king_run=rules["king_run"],
            too_few=rules["too_few"],
            compulsory=rules["compulsory"],
            choice=rules["choice"],
            removal=rules["removal"],
            aim=rules["aim"],
            draw_rules=tuple(_draw_rule(item) for item in rules["draw_rules"]),
        )

    def is_square(self, square: Square) -> bool:
        """Return whether a piece can ever stand there."""
        row, column = square
        if not (0 <= row < self.height and 0 <= column < self.width):
            return False
        # The near left corner, row height-1 and column 0, is a playing square.
        return self.full or (self.height - 1 - row + column) % 2 == 0

    @cached_property
    def squares(self) -> list[Square]:
        """List the playing squares from the top left, row by row."""
        every = [(row, column) for row in range(self.height) for column in range(self.width)]
        return [square for square in every if self.is_square(square)]

    @cached_property
    def numbers(self) -> dict[Square, int]:
        """Number the playing squares in that order, from 1."""
        return {square: index + 1 for index, square in enumerate(self.squares)}

    def directions(self, names: tuple[str, ...], side: str) -> list[Direction]:
        """Turn names of lines into steps of `side`; a straight step skips a light square."""
        known = self._steps.get((names, side))
        if known is None:
            known = self._steps[names, side] = self._steps_of(names, side)
        return known

    @cached_property
    def _steps(self) -> dict[tuple[tuple[str, ...], str], list[Direction]]:
        """Remember what `directions` was asked for."""
        return {}

    def _steps_of(self, names: tuple[str, ...], side: str) -> list[Direction]:
        found = []
        for name in names:
            for rows, columns in DIRECTIONS[name]:
                straight = rows == 0 or columns == 0
                length = 2 if straight and not self.full else 1
                ahead = 1 if side == "white" else -1
                found.append((rows * length * ahead, columns * length))
        return found

    def far_row(self, side: str) -> int:
        """Return the row on which a man of `side` is crowned."""
        return 0 if side == "white" else self.height - 1


def _draw_rule(item: dict[str, Any]) -> OracleDrawRule:
    return OracleDrawRule(
        rule=item["rule"],
        plies=item["plies"],
        resets=tuple(item["resets"]),
        endings=tuple(_ending(ending) for ending in item["endings"]),
        automatic=item["automatic"],
    )


def _ending(item: dict[str, Any]) -> OracleEnding:
    return OracleEnding(
        strong_men=tuple(item["strong_men"]),
        strong_kings=tuple(item["strong_kings"]),
        weak_men=tuple(item["weak_men"]),
        weak_kings=tuple(item["weak_kings"]),
        total=tuple(item["total"]),
        on_long_diagonal=item["on_long_diagonal"],
    )
