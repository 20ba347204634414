"""Numbers of a ranking that open into their sums."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from crownhead.competition.scoring import number_text


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a sum: what a round, and whom one met in it, adds.

    The value is `factor` times `points`; a term that is `struck` out adds nothing. `note` says why
    the points are not simply those of the opponent.
    """

    round: int
    opponent: str | None
    points: Fraction
    factor: Fraction = Fraction(1)
    struck: bool = False
    note: str = ""

    @property
    def value(self) -> Fraction:
        """Return what the term would add if it were not struck out."""
        return self.factor * self.points


@dataclass(frozen=True, slots=True)
class Explanation:
    """A number of the ranking, and how it comes about.

    `key` is what is compared, larger is better; it has more than one part where a criterion
    compares several numbers in turn, and is None where the criterion does not apply. The first part
    is the sum of the `terms` that are not struck out. `unit` of it make one point.
    """

    criterion: str
    key: tuple[Fraction, ...] | None
    terms: tuple[Term, ...] = ()
    unit: int = 1
    note: str = ""

    @property
    def text(self) -> str:
        """Return the number as a table shows it, `-` where the criterion does not apply."""
        if self.key is None:
            return "-"
        return " ".join(number_text(part / self.unit) for part in self.key)

    @property
    def total(self) -> Fraction:
        """Return the sum of the terms that are not struck out."""
        return sum((term.value for term in self.terms if not term.struck), Fraction(0))

    def sentences(self) -> list[str]:
        """Return one line per term, and the sum: what a tap on the number shows.

        >>> term = Term(1, "Anna", Fraction(7), struck=True, note="lowest")
        >>> terms = (term, Term(2, "Bert", Fraction(9)))
        >>> Explanation("truncated 1", (Fraction(9),), terms).sentences()
        ['round 1: Anna 7, struck out (lowest)', 'round 2: Bert 9', 'truncated 1 = 9']
        """
        lines = []
        for term in self.terms:
            times = "" if term.factor == 1 else f"{number_text(term.factor)} · "
            said = f"round {term.round}: " if term.round else ""
            said += f"{term.opponent or 'nobody'} {times}{number_text(term.points)}"
            if term.struck:
                said += ", struck out"
            lines.append(said + (f" ({term.note})" if term.note else ""))
        over = f" / {self.unit}" if self.unit != 1 and self.terms else ""
        sum_text = number_text(self.total) + over if over else self.text
        lines.append(f"{self.criterion} = {sum_text}" + (f" ({self.note})" if self.note else ""))
        return lines

    def to_dict(self) -> dict[str, Any]:
        """Return number and sum as plain data; fractions are texts."""
        return {
            "criterion": self.criterion,
            "value": self.text,
            "key": None if self.key is None else [str(part) for part in self.key],
            "terms": [
                {
                    "round": term.round,
                    "opponent": term.opponent,
                    "points": str(term.points),
                    "factor": str(term.factor),
                    "struck": term.struck,
                    "note": term.note,
                }
                for term in self.terms
            ],
            "unit": self.unit,
            "note": self.note,
        }
