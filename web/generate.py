"""Write what the web client takes from the library: messages, games, texts, and the gallery.

Usage: python web/generate.py

Everything goes to web/src/generated, which git ignores. So the types of the messages, the games,
the words and the pictures of the rules cannot drift from the Python side.
"""

from __future__ import annotations

import json
import sys
from itertools import chain
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from generating import (  # noqa: E402
    ballotbook,
    books,
    courses,
    decks,
    drills,
    endgames,
    events,
    fixtures,
    gallery,
    games,
    law_types,
    lessons,
    offline,
    openings,
    puzzles,
    rules,
    strengths,
    texts,
    types,
    weights,
)

from crownhead.weights import list_weights  # noqa: E402

TARGET = HERE / "src" / "generated"


def write(name: str, content: str) -> None:
    """Write a file only if it changes, so that watchers stay quiet."""
    path = TARGET / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != content:
        path.write_text(content, encoding="utf-8")


def copy(name: str, content: bytes) -> None:
    """Write bytes, only if they change."""
    path = TARGET / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_bytes() != content:
        path.write_bytes(content)


def as_json(value: Any) -> str:
    """Write JSON as small as it can be."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    write("messages.ts", types.source())
    write("law.ts", law_types.source())
    write("variants.json", as_json(games.cards()))
    write("aliases.json", as_json(games.aliases()))
    write("records.json", as_json(games.records()))
    write("switches.json", as_json(rules.switches()))
    write("gallery.json", as_json(gallery.pages()))
    write("lessons.json", as_json(lessons.boards()))
    write("courses.json", as_json(courses.courses()))
    write("offline.json", as_json(offline.facts()))
    write("weights.json", as_json(weights.games()))
    for game in sorted(list_weights()):
        copy(f"weights/{game}.weights", weights.read_weights(game))
    write("ratings.json", as_json(strengths.ratings()))
    write("endgames.json", as_json(endgames.games()))
    for name, content in endgames.files().items():
        copy(f"endgames/{name}.endgame", content)
    write("books.json", as_json(books.games()))
    for name, content in books.files().items():
        copy(f"books/{name}.book", content)
    ballots = ballotbook.known()
    write("ballotbook.json", as_json(ballots))
    for deck in chain.from_iterable(ballots.values()):
        write(f"ballotbook/{deck}.json", as_json(ballotbook.of(deck)))
    write("scorings.json", as_json(events.scorings()))
    for game in decks.games():
        write(f"decks/{game}.json", as_json(decks.of(game)))
    write("puzzles.json", as_json(puzzles.counts()))
    for game in puzzles.counts():
        write(f"puzzles/puzzles-{game}.json", as_json(puzzles.of(game)))
    for game in openings.games():
        write(f"openings/{game}.json", as_json(openings.of(game)))
    lines = drills.counts()
    write("drills.json", as_json(lines))
    for game in lines:
        write(f"drills/drill-{game}.json", as_json(drills.of(game)))
    write("keys.ts", texts.keys())
    write("languages.json", as_json(texts.languages()))
    for language in texts.LANGUAGES:
        write(f"locales/{language}.json", as_json(texts.entries(language)))
        write(f"locales/offline-{language}.json", as_json(offline.entries(language)))
    write("fixtures.json", as_json(fixtures.cases()))


if __name__ == "__main__":
    main()
