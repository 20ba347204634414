"""What a search finds about a card, and the line that the engine plays from it down to the tables.

Every search begins with an empty table, a line keeps it from its first move to its last, and all
use one thread: the same engine finds the same on any machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

from crownhead import __version__, weights
from crownhead._core import Search
from crownhead.ballotbook.claims import EngineId, Searched, TableBacked, Value
from crownhead.ballots import Card
from crownhead.compose.certificate import table_digests
from crownhead.compose.graph import winner_of
from crownhead.endgame.tables import Tables
from crownhead.engines.analysis import Analysis, Bound
from crownhead.engines.limit import Limit
from crownhead.engines.searching import run
from crownhead.position import Position
from crownhead.puzzles.puzzle import unambiguous, write_line
from crownhead.sides import other
from crownhead.variants import Variant

NODES = 20_000_000
"""Nodes that a card is searched with."""
NODES_A_MOVE = 300_000
"""Nodes for each move of a line down to the tables."""
MEGABYTES = 64
MOST_PLIES = 300

_SIGNED = 4_000  # nodes for each position of the signature
_STRIDE, _POSITIONS = 7, 8


def search(
    card: Card, tables: Tables, *, nodes: int = NODES, megabytes: int = MEGABYTES
) -> Searched:
    """Return what a search of so many nodes finds about a card, as a claim."""
    position = card.position()
    found = _find(Search(megabytes), position, (), tables, nodes)
    sign = 1 if position.turn == "white" else -1
    return Searched(
        card=card,
        line=tuple(write_line(position, found.line)),
        tables=table_digests(tables),
        engine=engine_of(position.variant, tables),
        nodes=nodes,
        megabytes=megabytes,
        score=sign * found.score,
        bound=_turn_bound(found, sign),
        depth=found.depth,
    )


def play_down(
    card: Card, tables: Tables, *, nodes: int = NODES_A_MOVE, megabytes: int = MEGABYTES
) -> TableBacked | None:
    """Return the line that the engine plays from a card to a position that the tables hold.

    Its table is empty at the card, and is kept from move to move, as in a game. None
    where a position comes for the third time, or `MOST_PLIES` are not enough.
    """
    position = card.position()
    line: list[str] = []
    past: list[Position] = []
    memory = Search(megabytes)
    while (value := value_of(position, tables)) is None:
        if len(line) >= MOST_PLIES or past.count(position) >= 2:
            return None
        move = _find(memory, position, past, tables, nodes).best
        assert move is not None  # the game is not over
        line.append(unambiguous(position, move))
        past.append(position)
        position = position.play(move)
    return TableBacked(
        card=card,
        line=tuple(line),
        tables=table_digests(tables),
        engine=engine_of(position.variant, tables),
        nodes=nodes,
        megabytes=megabytes,
        value=value,
    )


def value_of(position: Position, tables: Tables) -> Value | None:
    """Return who wins a position, by the rules or by the tables; None where neither knows.

    >>> value_of(Position.from_fen("W:WK15,K32:B16,K28", "english"), Tables.open("english"))
    'white'
    """
    winner = winner_of(position)
    if winner is not None:
        return winner
    known = tables.value(position)
    if known is None:
        return None
    if known[0] == 0:
        return "draw"
    return position.turn if known[0] > 0 else other(position.turn)


def engine_of(variant: Variant, tables: Tables) -> EngineId:
    """Return which engine searches here, with these tables."""
    learnt = weights.weights(variant)
    return EngineId(
        __version__,
        "none" if learnt is None else f"{learnt.id:016x}",
        _signature(variant, tables),
    )


@lru_cache(maxsize=16)
def _signature(variant: Variant, tables: Tables) -> str:
    """Return a digest of short searches in positions on a way from the start to an ending."""
    digest = hashlib.sha256()
    position = Position.initial(variant)
    for number in range(_POSITIONS):
        for step in range(_STRIDE):
            moves = position.legal_moves
            if moves:
                position = position.play(moves[(number * _STRIDE + step) * 5 % len(moves)])
        if not position.has_legal_move:
            break
        found = _find(Search(1), position, (), tables, _SIGNED)
        told = (found.score, found.depth, found.nodes, *write_line(position, found.line))
        digest.update(" ".join(map(str, told)).encode())
    return digest.hexdigest()[:16]


def _find(
    memory: Search, position: Position, past: Sequence[Position], tables: Tables, nodes: int
) -> Analysis:
    asked = tables if tables.pieces else None
    return run(memory, position, past, Limit(nodes=nodes), endgames=asked, judged=True)


def _turn_bound(found: Analysis, sign: int) -> Bound:
    """Return the bound of a score that is seen from White's side."""
    if found.bound == "exact" or sign > 0:
        return found.bound
    return "upper" if found.bound == "lower" else "lower"
