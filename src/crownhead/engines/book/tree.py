"""The tree that a book is taken from: positions, what their moves are worth, which to look at next.

Whatever both sides may well play from the roots is looked at, the likelier first: a ply costs one,
and each `unit` hundredths of a man that a move gives away cost one more (drop-out expansion,
Lincke 2000). A forced move costs nothing.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from crownhead.engines.book.failure import BookError
from crownhead.move import Move
from crownhead.position import Position

DECIDED = 500
"""From so many hundredths of a man on nobody needs a book."""


@dataclass(frozen=True, slots=True)
class Order:
    """Hold which positions are looked at first; all numbers are hundredths of a man.

    A small `unit` has the best lines looked at far ahead, a large one what else may be played.
    Positions nearer to level than `least` are left as they are.
    """

    unit: float = 2.0
    least: int = 0

    def __post_init__(self) -> None:
        """Raise `BookError` where a number is out of range."""
        if type(self.unit) not in (int, float) or not 0.01 <= self.unit <= 1000:
            raise BookError(f"Book: unit={self.unit!r} is not within 0.01..1000")
        if type(self.least) is not int or not 0 <= self.least < DECIDED:
            raise BookError(f"Book: least={self.least!r} is not within 0..{DECIDED - 1}")


@dataclass(slots=True, eq=False)
class Node:
    """Hold a position, `value` for its side to move, and its moves as soon as it has grown.

    Its number tells it from the others of its tree.
    """

    number: int
    position: Position
    ply: int
    value: int = 0
    moves: tuple[Edge, ...] = ()
    cost: float = math.inf

    @property
    def grown(self) -> bool:
        """Return whether its moves were looked at."""
        return bool(self.moves)


@dataclass(slots=True, eq=False)
class Edge:
    """Hold a move and where it leads; `score` is what it was found to be worth when looked at."""

    move: Move
    node: Node
    score: int
    onward: bool
    """Whether the position after it is one ply further on, and its value counts for the move."""

    @property
    def value(self) -> int:
        """Return what the move is worth for whoever makes it."""
        return -self.node.value if self.onward else self.score


class Tree:
    """Grow from `roots`, which cost nothing: positions, and how many plies into a game they are.

    `size` is the number of positions that have grown.
    """

    def __init__(self, roots: Iterable[tuple[Position, int]]) -> None:
        self.size = 0
        self._nodes: list[Node] = []
        self._of_key: dict[int, Node] = {}
        self._grown: list[list[Node]] = []  # by ply
        self._roots = [self._at(position, ply) for position, ply in roots]

    def __iter__(self) -> Iterator[Node]:
        """Yield the positions that have grown."""
        for layer in self._grown:
            yield from layer

    def position_at(self, number: int) -> Node:
        """Return the position with a number, or raise `IndexError`."""
        if number < 0:
            raise IndexError(number)
        return self._nodes[number]

    def roots(self) -> Iterator[Node]:
        """Yield the positions that it grows from."""
        return iter(self._roots)

    def next(self, most: int, order: Order) -> list[Node]:
        """Return the positions to look at next, at most so many, the likeliest first."""
        for node in self._nodes:
            node.cost = math.inf
        for node in self._roots:
            node.cost = 0.0
        leaves = dict.fromkeys(node for node in self._roots if not node.grown)
        for layer in self._grown:
            for node in layer:
                leaves.update(dict.fromkeys(_spread(node, order.unit)))
        open_ones = [node for node in leaves if order.least <= abs(node.value) < DECIDED]
        return heapq.nsmallest(most, open_ones, key=lambda node: node.cost)

    def grow(self, node: Node, scores: Iterable[int]) -> None:
        """Take in what the legal moves of a position are worth, in their order, once.

        Raises `ValueError` where these are more or fewer, or it has grown.
        """
        if node.grown:
            raise ValueError(f"position {node.number} has grown")
        edges = []
        for move, score in zip(node.position.legal_moves, scores, strict=True):
            after = self._at(node.position.play(move), node.ply + 1)
            onward = after.ply == node.ply + 1
            if onward and not after.grown:
                after.value = -score
            edges.append(Edge(move, after, score, onward))
        node.moves = tuple(edges)
        while len(self._grown) <= node.ply:
            self._grown.append([])
        self._grown[node.ply].append(node)
        self.size += 1

    def settle(self) -> None:
        """Take the values of positions from those after their best moves."""
        for layer in reversed(self._grown):
            for node in layer:
                node.value = max(edge.value for edge in node.moves)

    def _at(self, position: Position, ply: int) -> Node:
        node = self._of_key.get(position.key)
        if node is None:
            node = self._of_key[position.key] = Node(len(self._nodes), position, ply)
            self._nodes.append(node)
        return node


def _spread(node: Node, unit: float) -> Iterator[Node]:
    """Set what the positions after a node cost; yield those that have not grown."""
    step = 1.0 if len(node.moves) > 1 else 0.0
    for edge in node.moves:
        after = edge.node
        if not edge.onward:
            continue
        after.cost = min(after.cost, node.cost + step + (node.value - edge.value) / unit)
        if not after.grown:
            yield after
