"""Reports of random games as the server makes them; the page, without it, must say the same."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from crownhead import Limit, Position
from crownhead.analysis import Analysing
from crownhead.analysis.drawn import drawn_moves
from crownhead.engines.interface import Engine
from crownhead.locales import LANGUAGES, Catalogue
from crownhead.server.process import reporting
from crownhead.variants import get

NODES = 2_000
PLIES = 16
RATED_PLIES = 44
"""So many that both sides have an accuracy; a large board has no endgame by then."""
GAMES = ("english", "international", "lite", "russian", "italian", "frisian", "turkish")


def cases() -> dict[str, Any]:
    """Return games, what was searched for each move, and the reports."""
    random = Random(7)
    return {"reports": [_report(key, random) for key in GAMES for _ in range(2)]}


def _report(key: str, random: Random) -> dict[str, Any]:
    # Openings alone: the page's search has no endgame tables.
    game = get(key)
    positions, moves = [Position.initial(game)], []
    for _ in range(RATED_PLIES if key == "international" else PLIES):
        moves.append(random.choice(list(positions[-1].legal_moves)))
        positions.append(positions[-1].play(moves[-1]))
    with Engine.builtin(megabytes=reporting.MEGABYTES) as engine:
        analysing = Analysing(positions, moves, engine, Limit(nodes=NODES))
        while analysing.step():
            pass
    report = analysing.report()
    return {
        "variant": key,
        "moves": [move.notation("hub") for move in moves],
        "nodes": NODES,
        "drawn": drawn_moves(positions[0], moves),
        "said": {
            language: msgspec.to_builtins(reporting.write(report, Catalogue(language, game)))
            for language in LANGUAGES
        },
    }
