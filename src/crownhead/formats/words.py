"""A position in words, for readers who do not see the board."""

from __future__ import annotations

from crownhead.locales import Catalogue
from crownhead.position import Position
from crownhead.rules import Color

COLORS: tuple[Color, Color] = ("white", "black")


def in_words(position: Position, speech: Catalogue) -> list[str]:
    """Return both sides' pieces in words, one sentence for each side.

    >>> position = Position.from_fen("W:W1,K5:B32", "english")
    >>> in_words(position, Catalogue("en", position.variant))
    ['White: 1 man on 1; 1 king on 5.', 'Black: 1 man on 32.']
    """
    lines = []
    for color in COLORS:
        parts = []
        for rank in ("man", "king"):
            found = [
                n for n, piece in sorted(position.pieces.items()) if piece == f"{color}_{rank}"
            ]
            if found:
                squares = ", ".join(speech.square(n) for n in found)
                parts.append(speech.text(f"board.{rank}s", n=len(found), squares=squares))
        side = speech.text(f"color.{color}")
        lines.append(speech.text("board.side", side=side, pieces="; ".join(parts) or "–"))
    return lines
