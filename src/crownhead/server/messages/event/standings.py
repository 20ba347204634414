"""The standings of a competition: places, teams, and the sums behind the numbers."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

NumbersOf = Literal["entrant", "team"]


class PlaceShown(Struct, frozen=True):
    """One row of the standing; numbers are in the order of the criteria, as people write them."""

    place: int | None
    name: str
    numbers: tuple[str, ...]


class TeamMatchShown(Struct, frozen=True):
    """The `boards` of two teams in a round, and what they have brought to each team so far.

    `over`: all of them have their results.
    """

    round: int
    one: str
    two: str
    points: tuple[str, str]
    boards: tuple[int, ...]
    over: bool


class TeamsShown(Struct, frozen=True):
    """The standing of teams by `criteria`, the usual ones of the format, and their matches."""

    criteria: tuple[str, ...]
    standing: tuple[PlaceShown, ...]
    matches: tuple[TeamMatchShown, ...]


class TermShown(Struct, frozen=True):
    """One part of a sum: `factor` times the `points` of the opponent, unless it is struck out."""

    round: int
    opponent: str | None
    points: str
    factor: str
    struck: bool
    note: str


class NumberShown(Struct, frozen=True):
    """A number of the standing, and the sum behind it; `unit` of the sum make one point."""

    criterion: str
    value: str
    terms: tuple[TermShown, ...]
    unit: int
    note: str
