"""What an organiser meets at his desk is said by keys, in every complete language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import crownhead.competition
from crownhead.competition import CAUTIONS, Caution, Competition, CompetitionError, Entrant, Event
from crownhead.locales import COMPLETE, Catalogue
from crownhead.locales.catalogue import entries

SOURCES = Path(crownhead.competition.__file__).parent
PREFIX = "server.event_rule."
KEYED = ("CardNotDrawn", "CompetitionError", "NoPairing")
"""Errors that have a key."""


def errors() -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the key of every error that has one, and the names of its values."""
    for source in sorted(SOURCES.glob("*.py")):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in KEYED and len(node.args) > 1:
                key = node.args[1]
                assert isinstance(key, ast.Constant), f"{source.name}:{node.lineno}"
                yield str(key.value), frozenset(str(each.arg) for each in node.keywords)


@pytest.mark.parametrize("language", COMPLETE)
def test_every_keyed_error_has_its_sentence_and_every_sentence_its_error(language: str) -> None:
    words, found = Catalogue(language), set()
    for key, names in errors():
        values = {name: 3 if name in ("n", "round", "board") else "Anna" for name in names}
        said = words.text(PREFIX + key, **values)
        assert said and not re.search(r"[{}]", said), key
        found.add(PREFIX + key)
    assert found == {key for key in entries(language) if key.startswith(PREFIX)}


@pytest.mark.parametrize("language", COMPLETE)
def test_every_caution_has_its_sentence(language: str) -> None:
    words = Catalogue(language)
    for kind in CAUTIONS:
        said = words.text(f"web.event.caution.{kind}", round=3, board=2, name="Anna", n=8)
        assert said and not re.search(r"[{}]", said)
        assert "round 3" in str(Caution(kind, 3, 2, "Anna", 8)) or kind == "many_rounds"


def test_an_error_says_of_whom_it_is_in_any_language() -> None:
    event = Competition(event=Event(name="Club", rounds=3)).enter(Entrant(name="Anna"))
    with pytest.raises(CompetitionError, match="^Anna has entered already$") as raised:
        event.enter(Entrant(name="Anna"))
    said = Catalogue("de").text(PREFIX + raised.value.key, **raised.value.values)
    assert said == "Anna ist schon angemeldet."
