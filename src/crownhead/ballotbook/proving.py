"""Prove what a card is worth, or else as much as can be proved of the end of a line from it."""

from __future__ import annotations

from crownhead.ballotbook.claims import Proof, Proved, TableBacked, Value, replay
from crownhead.ballots import Card
from crownhead.compose.certificate import table_digests
from crownhead.compose.composition import Composition, Goal
from crownhead.compose.deciding import Decider
from crownhead.endgame.tables import Tables
from crownhead.position import Position
from crownhead.rules import Color
from crownhead.sides import other

MOST_ENTRIES = 300
"""Entries that the proof of the end of a line may have, so that the book stays small."""
_NODES = 1_000  # what a search says beside the proof decides nothing here


def prove(card: Card, line: TableBacked | None, tables: Tables, positions: int) -> Proved | None:
    """Return the proof of a card's value, or of the earliest position of its line that has one.

    Each position is tried with so many `positions`: first that of the card, then those of the line
    from its end backwards, as long as they are proved with few entries. None where nothing is.
    """
    start = card.position()
    found = prove_position(start, tables, positions)
    if found is not None:
        return _claim(card, (), tables, found)
    if line is None:
        return None
    proved: Proved | None = None
    places = replay(start, line.line)
    for ply in range(len(places) - 1, 0, -1):
        found = prove_position(places[ply], tables, positions)
        if found is None or _size(found) > MOST_ENTRIES:
            break
        proved = _claim(card, line.line[:ply], tables, found)
    return proved


def prove_position(
    position: Position, tables: Tables, positions: int
) -> tuple[Value, dict[Color, Proof]] | None:
    """Return what a position is worth with its proof, None where it takes more positions.

    >>> position = Position.from_fen("W:WK15,K32:B16,K28", "english")
    >>> value, proofs = prove_position(position, Tables.open("english", most=3), 10_000)
    >>> value, list(proofs), len(proofs["white"].wins) > 1
    ('white', ['white'], True)
    """
    holds: dict[Color, Proof] = {}
    goals: tuple[tuple[Goal, Color], ...] = (("win", position.turn), ("draw", other(position.turn)))
    for goal, side in goals:
        decider = Decider(Composition(position, goal), tables, positions=positions, nodes=_NODES)
        decision = decider.decide(position)
        if decision.reaches is None or decision.ground != "proved":
            return None
        decider.graph.trim([position])
        proof = Proof(wins=dict(decider.graph.wins), holds=dict(decider.graph.holds))
        if proof.wins:
            return side, {side: proof}
        holds[side] = proof
    return "draw", holds


def _claim(
    card: Card, line: tuple[str, ...], tables: Tables, found: tuple[Value, dict[Color, Proof]]
) -> Proved:
    value, proofs = found
    digests = table_digests(tables)
    return Proved(card=card, line=line, tables=digests, value=value, proofs=proofs)


def _size(found: tuple[Value, dict[Color, Proof]]) -> int:
    return sum(len(proof.wins) + len(proof.holds) for proof in found[1].values())
