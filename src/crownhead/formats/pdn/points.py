"""Whose points a result names first: White's, or those of the side that begins.

In files of checkers Black begins and stands first, and `1-0` may mean that he won: programs differ.
The games themselves show it: where the board says who won, where a comment says who resigned,
and where a side that has fewer pieces left gave up.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast, get_args

from crownhead._core import PdnLine, PdnText, Search
from crownhead.errors import CrownheadError
from crownhead.formats.pdn.results import decisive, meaning
from crownhead.formats.pdn.tags import value
from crownhead.position import Position
from crownhead.variants import Variant

Order: TypeAlias = Literal["white", "first"]
"""Whose points stand first: White's, or those of the side that begins."""
Reading: TypeAlias = Literal["auto", "search", "white", "first"]
"""How results are to be read: so, or as the games show, with their last positions searched."""

PROOF = 4
"""What a game counts that was played to its end, beside one that was given up with fewer men."""
ENOUGH = 3
NODES = 5_000
"""Searched for each game, where a search is asked for."""
CLEAR = 150
"""Hundredths of a man from which on it sees a side ahead."""
_SHARE = 0.8
_CLEARLY = 3 * PROOF * ENOUGH

_RESIGNED = re.compile(rb"\b(white|black|red)\s{1,3}resign(?:s|ed)\b", re.IGNORECASE)
_SIDES = ("white", "black", "red")
_MAN, _KING = 2, 3


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
        """Return whether no more games need to be asked."""
        return self.first + self.white >= _CLEARLY and self.order is not None

    def sentence(self, result: str, winner: str) -> str:
        """Return what is to be said of a result that was read by this; empty for the usual."""
        most = max(self.first, self.white)
        order = self.order
        if order == "white":
            return ""
        if order is None:
            shown = "the games of the file do not show" if most < ENOUGH else "the games differ"
            return f"{result!r} is read as a win for {winner}; whose points stand first, {shown}"
        return (
            f"{result!r} is read as a win for {winner}: the points of the side that begins stand"
            f" first, as {self.right} of {self.games} games of the file show that can show it"
        )


def reading(text: str) -> Reading:
    """Return the setting that a text names; raises `CrownheadError` for any other."""
    for known in get_args(Reading):
        if text == known:
            found: Reading = known
            return found
    raise CrownheadError(f"results are {', '.join(get_args(Reading))}, not {text[:40]!r}")


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


def shown(
    text: PdnText, tags: Mapping[str, str], body: PdnLine | None, search: Search | None = None
) -> int:
    """Return what a doubtful game shows: above nought that the side that begins stands first.

    Where nothing else shows it, a search of the last position does, if one is given.
    """
    if body is None or not body.moves:
        return 0
    winner, weight = _won(text, body)
    if not winner and search is not None and not body.skipped:
        winner, weight = _ahead(search.run(body.end, nodes=NODES).score, body.end.turn), 1
    if not winner:
        return 0
    is_first = meaning(value(tags, "Result") or text.looks.result) == "white"  # 1-0
    return weight if (winner == "black") == is_first else -weight


def _won(text: PdnText, body: PdnLine) -> tuple[str, int]:
    """Return who has won a game, empty where it is not known, and how much that counts."""
    end = cast("Position", body.end)
    if body.skipped == 0 and (outcome := end.outcome) is not None:
        return outcome.winner or "", PROOF
    if resigned := _RESIGNED.findall(text.source):
        return ("black" if resigned[-1].lower() == b"white" else "white"), PROOF
    if body.skipped or end.must_capture or end.passed().must_capture:
        return "", 0
    ahead = _worth(end, "white") - _worth(end, "black")
    if abs(ahead) < _MAN:
        return "", 0
    return ("white" if ahead > 0 else "black"), 1


def _ahead(score: int, turn: str) -> str:
    """Return the side that a score for the side to move sees ahead, empty for none."""
    if abs(score) < CLEAR:
        return ""
    return turn if score > 0 else ("black" if turn == "white" else "white")


def _worth(position: Position, side: str) -> int:
    kinds = [str(piece) for piece in position.pieces.values()]
    return _MAN * kinds.count(f"{side}_man") + _KING * kinds.count(f"{side}_king")
