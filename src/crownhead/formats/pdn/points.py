"""Whose points a result names first: White's, or those of the side that begins.

In files of checkers Black begins and stands first, and `1-0` may mean that he won: programs differ.
The games themselves show it: where the board says who won, where a comment says who resigned, and
where a short search of the last position sees a side ahead. Men alone do not tell: who is lost
gives up while they are level.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast, get_args

from crownhead._core import PdnLine, PdnText, Search
from crownhead.errors import CrownheadError, PdnError
from crownhead.formats.pdn import faults
from crownhead.formats.pdn.results import decisive, meaning, swap_sides
from crownhead.formats.pdn.tags import value
from crownhead.position import Position
from crownhead.rules import Color
from crownhead.variants import Variant

Order: TypeAlias = Literal["white", "first"]
"""Whose points stand first: White's, or those of the side that begins."""
Reading: TypeAlias = Literal["auto", "deep", "white", "first"]
"""How results are to be read: so, or as the games of the file show, when searched deeply, too."""

PROOF = 4
"""What a game counts whose end says who won, beside one in which a search sees a side ahead."""
ENOUGH = 3
AHEAD = 80
"""Hundredths of a man from which on a search sees a side ahead."""
NODES = 2_000
"""Searched for a game, of so many games of a file at most:"""
MOST_SEARCHED = 100
DEEP_NODES = 50_000
"""Searched for every game, where it is asked for."""
_SHARE = 0.8
_CLEARLY = 5 * PROOF

_RESIGNED = re.compile(rb"\b(white|black|red)\s{1,3}resign(?:s|ed)\b", re.IGNORECASE)
_SIDES = ("white", "black", "red")


@dataclass(slots=True)
class Tally:
    """Count what the games of a file show."""

    white: int = 0
    first: int = 0
    games: int = 0
    right: int = 0  # of them show that the side that begins stands first

    def add(self, shown: int) -> None:
        """Add what one game shows: above nought for the side that begins."""
        self.first += max(0, shown)
        self.white += max(0, -shown)
        self.games += shown != 0
        self.right += shown > 0

    @property
    def order(self) -> Order | None:
        """Return what most of it shows, None where it is too little or too divided."""
        total = self.first + self.white
        if total < ENOUGH or max(self.first, self.white) < _SHARE * total:
            return None
        return "first" if self.first > self.white else "white"

    @property
    def is_clear(self) -> bool:
        """Return whether no further games need to be read to decide."""
        return self.first + self.white >= _CLEARLY and self.order is not None

    def remark(self, result: str, winner: Color) -> PdnError | None:
        """Return what is to be said of a result that was read by this; None for the usual."""
        said: dict[str, Any] = {"text": repr(result), "side": winner}
        if self.order == "white":
            return None
        if self.order is None:
            most = max(self.first, self.white)
            return faults.error("result_unshown" if most < ENOUGH else "result_divided", **said)
        return faults.error("result_first", **said, right=self.right, games=self.games)


def reading(text: str) -> Reading:
    """Return the setting that a text names; raises `CrownheadError` for any other."""
    for known in get_args(Reading):
        if text == known:
            found: Reading = known
            return found
    raise CrownheadError(
        f"results are {', '.join(get_args(Reading))}, not {text[:40]!r}",
        "results",
        known=", ".join(get_args(Reading)),
        text=text[:40],
    )


def is_doubtful(text: PdnText, tags: Mapping[str, str], variant: Variant) -> bool:
    """Return whether a game of a file may name the points of the side that begins first."""
    if variant.first != "black" or not names_black_first(tags):
        return False
    return decisive(value(tags, "Result") or text.looks.result)


def names_black_first(tags: Mapping[str, str]) -> bool:
    """Return whether the player of Black stands before that of White."""
    sides = (name.lower() for name in tags)
    for name in sides:
        if name in _SIDES:
            return name != "white" and "white" in sides
    return False


def winner(body: PdnLine | None) -> str:
    """Return the side that has won on the board, empty where the game is not over there."""
    if body is None or body.skipped or not body.moves:
        return ""
    outcome = cast("Position", body.end).outcome
    return "" if outcome is None else outcome.winner or ""


def contradiction(result: str, over: str, *, first_named: bool) -> PdnError | None:
    """Return what is to be said of a result beside who has won on the board; None for nothing.

    >>> print(contradiction("1-0", "black", first_named=False))
    line 1, column 1: '1-0' is read as a win for White, but Black has won on the board
    """
    said = meaning(swap_sides(result) if first_named else result)
    if not over or said == over or said not in ("white", "black", "draw"):
        return None
    return faults.error(f"result_{said}", text=repr(result), side=over)


class Witness:
    """Judge by the ends of doubtful games whose points their results name first."""

    def __init__(self, *, deep: bool = False) -> None:
        self._deep = deep
        self._searched = 0
        self._search: Search | None = None

    def balance(self, text: PdnText, tags: Mapping[str, str], body: PdnLine | None) -> int:
        """Return what a game shows: above nought that the side that begins stands first."""
        if body is None or not body.moves:
            return 0
        winner, weight = self._find_winner(text, body)
        if not winner:
            return 0
        is_first = meaning(value(tags, "Result") or text.looks.result) == "white"  # 1-0
        return weight if (winner == "black") == is_first else -weight

    def _find_winner(self, text: PdnText, body: PdnLine) -> tuple[str, int]:
        """Return who has won a game, empty where it is not known, and how much that counts."""
        if not body.skipped and cast("Position", body.end).outcome is not None:
            return winner(body), PROOF
        if resigned := _RESIGNED.findall(text.source):
            return ("black" if resigned[-1].lower() == b"white" else "white"), PROOF
        return ("" if body.skipped else self._ahead(cast("Position", body.end))), 1

    def _ahead(self, end: Position) -> str:
        """Return the side that a search sees ahead, empty for none."""
        if self._searched == MOST_SEARCHED and not self._deep:
            return ""
        self._searched += 1
        self._search = self._search or Search(1)
        self._search.clear()  # so that a game shows the same in any company
        score = self._search.run(end, nodes=DEEP_NODES if self._deep else NODES).score
        if abs(score) < AHEAD:
            return ""
        return end.turn if score > 0 else ("black" if end.turn == "white" else "white")
