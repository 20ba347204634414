"""What the terminal says about a game."""

from __future__ import annotations

import pytest

from crownhead.cli.play.narrate import event_text
from crownhead.events import Adjudicated
from crownhead.locales import Catalogue

GIVEN = [
    ("tables: win in 61 plies", "in 31 Zügen gewonnen", "won in 31 moves"),
    ("tables: win in 1 plies", "in 1 Zug gewonnen", "won in 1 move."),
    ("tables: draw", "Endspieltabellen: remis", "Endgame tables: a draw"),
    ("search: win in 23 plies", "den Gewinn in 12 Zügen", "proved a win in 12 moves"),
    ("search: loss", "beweist den Verlust", "proved a loss"),
    ("margin: nodes 9, depth 31, score -130, margin 150", "-1,3 Steine", "-1.3 men (depth 31)"),
    ("engine: depth 15, score +190, margin 150", "+1,9 Steine", "+1.9 men (depth 15)"),
    ("Anna saw it", "(Anna saw it)", "(Anna saw it)"),
]


@pytest.mark.parametrize(("reason", "german", "english"), GIVEN)
def test_E24_a_verdict_is_told_with_its_ground(reason: str, german: str, english: str) -> None:
    for language, expected in (("de", german), ("en", english)):
        said = event_text(Adjudicated("white", False, reason), Catalogue(language))
        assert expected in said
        assert reason not in said or reason == "Anna saw it"
