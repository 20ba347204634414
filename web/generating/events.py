"""What the page has to know of competitions: the results that each scoring knows."""

from __future__ import annotations

from crownhead.competition import SCORINGS
from crownhead.competition.scoring import Outcome, Scoring


def scorings() -> dict[str, dict[str, list[str]]]:
    """Return the results of a game by each scoring, as the first player sees them.

    `rare` are those that bring nothing to one of both, and to the other less than a win.
    """
    found = {}
    for key, scoring in SCORINGS.items():
        rare = [token for token, each in scoring.outcomes.items() if _rare(each, scoring)]
        usual = [token for token in scoring.outcomes if token not in rare]
        found[key] = {"usual": usual, "rare": rare}
    return found


def _rare(outcome: Outcome, scoring: Scoring) -> bool:
    low, high = sorted((outcome.one, outcome.two))
    return low == 0 and high < scoring.win
