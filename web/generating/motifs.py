"""Named motifs: which puzzles are examples of one, from `data/motifs.pdn`."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

from crownhead.formats import pdn
from crownhead.locales import Catalogue
from crownhead.puzzles import Puzzle
from crownhead.puzzles.themes import THEMES

EXAMPLES = Path(__file__).resolve().parents[2] / "data" / "motifs.pdn"


def of(puzzle: Puzzle) -> str | None:
    """Return the motif that a puzzle's position is an example of, None for most."""
    return _load_motifs().get((puzzle.start.variant.key, puzzle.start.fen()))


@cache
def _load_motifs() -> dict[tuple[str, str], str]:
    """Return motifs by game and position; those only that the page has a name for."""
    words = Catalogue("en")
    found = {}
    for game in pdn.read(EXAMPLES, strict=True):
        motif = simplify(game.tags["Event"])
        if game.variant is None or motif in THEMES:  # themes are checked, not named
            continue
        if f"web.puzzle.theme.{motif}" in words:
            found[game.variant.key, game.start.fen()] = motif
    return found


def simplify(name: str) -> str:
    """Return a name as letters and hyphens, what stands in brackets left out.

    >>> simplify("trapdoor (coup de la trappe)"), simplify("coup Napoléon")
    ('trapdoor', 'coup-napoleon')
    """
    letters = unicodedata.normalize("NFKD", re.sub(r"\(.*?\)", "", name)).encode("ascii", "ignore")
    return "-".join(letters.decode().lower().replace("-", " ").split())
