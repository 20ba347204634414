"""The part of the catalogues that the client shows."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from crownhead.locales import LANGUAGES
from crownhead.variants import VARIANTS

__all__ = ["LANGUAGES", "entries", "keys"]

FAMILIES = (
    "color.", "count.", "counter.", "draw_over.", "draw_reset.", "draw_rule.", "event.", "house.",
    "list.", "number.", "outcome.", "piece.", "reason.", "report.", "rules.", "term.", "verdict.",
    "web.",
)  # fmt: skip
"""The beginnings of the keys that the client needs, also where there is no server."""


def entries(language: str) -> dict[str, Any]:
    """Return the texts of one language."""
    text = files("crownhead.locales").joinpath(f"{language}.json").read_text(encoding="utf-8")
    about = {f"web.about.{key}": game.about[language] for key, game in VARIANTS.items()}
    found = {k: v for k, v in json.loads(text).items() if k.startswith(FAMILIES)}
    return dict(sorted((found | about).items()))


def keys() -> str:
    """Return the TypeScript type of all keys, so that a missing one does not compile."""
    names = "\n".join(f"  | {json.dumps(key)}" for key in sorted(entries(LANGUAGES[0])))
    return f"// Written by web/generate.py from the catalogue.\n\nexport type Key =\n{names};\n"
