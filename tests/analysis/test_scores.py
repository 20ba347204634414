"""Scores as texts: the library and the page write the same ones, those of scores.json."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crownhead.analysis.scores import score_text

SCORES = json.loads((Path(__file__).parent / "scores.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_score_is_written_as_on_the_page(language: str) -> None:
    found = [score_text(each["score"], language) for each in SCORES]
    assert found == [each[language] for each in SCORES]
