"""Opening lines to practise: each position of a line with all its moves, so that no rule is needed.

Lines share their first positions, which are written once; a move is a row, as in puzzles.
"""

from __future__ import annotations

from typing import Any

from crownhead import Position
from crownhead.ballots import deck
from crownhead.openings import Opening, defining
from crownhead.variants import VARIANTS
from generating.openings import names
from generating.puzzles import row


def counts() -> dict[str, int]:
    """Return how many lines there are of each game that has any."""
    return {key: len(lines) for key in VARIANTS if (lines := _lines(key))}


def of(game: str) -> dict[str, Any]:
    """Return the positions and the lines of a game.

    A position is its letters, the side to move, and its moves as rows. A line is its names, the
    number of its ballot or 0, the places of its positions, and for each of
    them the place of the move that it plays.
    """
    places: dict[tuple[int, str], int] = {}
    positions: list[list[Any]] = []
    lines = []
    for opening, ballot in _lines(game):
        path, played = [], []
        position = Position.initial(VARIANTS[game])
        for text in opening.moves:
            key = (position.key, position.turn)
            if key not in places:
                places[key] = len(positions)
                rows = [row(position, each) for each in position.legal_moves]
                positions.append([position.letters()[1:], position.turn, rows])
            move = position.parse(text)
            path.append(places[key])
            played.append(list(position.legal_moves).index(move))
            position = position.play(move)
        lines.append([names(opening), ballot, path, played])
    return {"positions": positions, "lines": lines}


def _lines(game: str) -> list[tuple[Opening, int]]:
    """Return the lines of a game with their ballots, each once, without ballots that are barred."""
    variant = VARIANTS[game]
    cards = deck("english-3move").cards if game == "english" else ()
    ballots = {card.moves: card.number if card.playable else None for card in cards}
    found: dict[tuple[str, ...], tuple[Opening, int]] = {}
    for opening, _ in defining(variant):
        ballot = ballots.get(opening.moves, 0)
        if ballot is not None:
            found.setdefault(opening.moves, (opening, ballot))
    return list(found.values())
