"""What the terminal says about a game."""

from __future__ import annotations

import itertools

import pytest

from crownhead import Game, Position
from crownhead.cli.play.narrate import counter_lines, event_text
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


def test_E25_E26_a_full_count_says_that_a_draw_can_be_claimed() -> None:
    start = Position.from_fen("B:WK10:BK12", "english")
    game = Game("english", start=start, draws="claim")
    speech = Catalogue("en")
    moves = itertools.cycle(["12-16", "10-7", "16-12", "7-10"])
    for _ in range(79):
        game.play(next(moves))
    left, _ = counter_lines(game, speech)
    assert left.startswith("After 1 move more by each side you can claim a draw")
    for _ in range(3):
        game.play(next(moves))
        full, repeated = counter_lines(game, speech)
        assert full.startswith("A draw can be claimed now (40 moves each")
        assert repeated.endswith("times: a draw can be claimed now.")
