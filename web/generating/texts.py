"""The part of the catalogues that the client shows."""

from __future__ import annotations

import json
from typing import Any

from crownhead.locales import COMPLETE, LANGUAGES, Catalogue, catalogue
from crownhead.variants import VARIANTS

__all__ = ["LANGUAGES", "entries", "keys"]

FAMILIES = (
    "color.", "count.", "counter.", "draw_over.", "draw_reset.", "draw_rule.", "event.", "game.",
    "house.", "list.", "number.", "outcome.", "piece.", "reason.", "report.", "rules.", "sheet.",
    "term.", "verdict.", "web.",
)  # fmt: skip
"""The beginnings of the keys that the client needs, also where there is no server."""


def entries(language: str) -> dict[str, Any]:
    """Return the texts of one language, in English where it has none."""
    written = dict(catalogue.entries(language))
    about = {
        f"web.about.{key}": written.pop(f"game.{key}.about", "")
        or game.about[_spoken_language(language)]
        for key, game in VARIANTS.items()
    }
    found = {k: v for k, v in written.items() if k.startswith(FAMILIES)}
    return dict(sorted((found | about).items()))


def _spoken_language(language: str) -> str:
    return language if language in COMPLETE else COMPLETE[0]


def languages() -> dict[str, Any]:
    """Return each language: its name, what stands before tenths, how much of it there is."""
    whole = catalogue.own_entries(COMPLETE[0])
    return {
        language: {
            "name": Catalogue(language).text("language.name"),
            "point": Catalogue(language).text("language.point"),
            "percent": 100 * len(whole.keys() & catalogue.own_entries(language)) // len(whole),
        }
        for language in LANGUAGES
    }


def keys() -> str:
    """Return the TypeScript type of all keys, so that a missing one does not compile."""
    names = "\n".join(f"  | {json.dumps(key)}" for key in sorted(entries(LANGUAGES[0])))
    return f"// Written by web/generate.py from the catalogue.\n\nexport type Key =\n{names};\n"
