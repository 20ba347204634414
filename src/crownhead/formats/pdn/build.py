"""From the items of a replayed body to the tree."""

from __future__ import annotations

from typing import NamedTuple, cast

from crownhead._core import PdnLine
from crownhead.formats.pdn.node import Node
from crownhead.move import Move
from crownhead.position import Position

MARKS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
NULL_MOVE = "::"  # what follows the letter of the side to move in a set-up that only passes
_MORE_MARKS = {**MARKS, "*": 7, "!!!": 3, "???": 4, "=": 10, "+-": 18, "-+": 19}


def tree(line: PdnLine, start: Position) -> Node:
    """Return the root of the tree that the body of a game spells out."""
    builder = _Builder(Node(None, "root", position=start))
    for kind, value, _, _ in line.items:
        getattr(builder, f"on_{kind}")(value)
    # The core has played the main line; elsewhere a position is made when it is asked for.
    for node, position in zip(builder.root.mainline(), line.positions[1:], strict=False):
        node._position = cast(Position, position)
    return builder.root


def mark_nag(mark: str) -> int | None:
    """Return the number of a mark such as `!?` or `(?)`, or None for one without a number.

    >>> mark_nag("(?)"), mark_nag("*"), mark_nag("~")
    (2, 7, None)
    """
    return _MORE_MARKS.get(mark.strip("()"))


def is_null(fen: str) -> bool:
    """Return whether a set-up only names the side to move, as the null move does.

    >>> is_null("W::"), is_null("W:W31:B20")
    (True, False)
    """
    return "".join(fen.split()).rstrip(".")[1:] == NULL_MOVE


class _Outer(NamedTuple):
    """Hold where a line stood when a variation began in it."""

    node: Node
    last: Node | None
    place: int
    comment: str
    nags: list[int]


class _Builder:
    """Follow the items; each `on_` method is named after a kind of item."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.outer: list[_Outer] = []
        self._enter(root)

    def _enter(self, node: Node) -> None:
        self.node = node
        self.last: Node | None = None  # the last step of this line, which variations replace
        self.place = len(node.variations)  # of its first step among its siblings
        self.comment = ""  # what stands before the first step
        self.nags: list[int] = []

    def _step(self, node: Node) -> None:
        node.starting_comment, self.comment = self.comment, ""
        node.nags, self.nags = self.nags, node.nags
        siblings = self.node.variations
        siblings.insert(self.place if self.last is None else len(siblings), node)
        self.node = self.last = node

    def on_move(self, move: Move) -> None:
        self._step(Node(self.node, "move", move))

    def on_faulty(self, move: Move) -> None:
        self._step(Node(self.node, "faulty", move))

    def on_huff(self, square: int) -> None:
        self.node._huffed = square

    def on_pass(self, _: str) -> None:
        self._step(Node(self.node, "pass"))

    def on_setup(self, value: tuple[str, Position]) -> None:
        fen, position = value
        if is_null(fen) and position.turn != self.node.position.turn:
            self._step(Node(self.node, "pass"))
        else:
            self._step(Node(self.node, "setup", position=position))

    def on_refused(self, text: str) -> None:
        self._step(Node(self.node, "unread", text=text))

    on_skipped = on_refused

    def on_begin(self, _: None) -> None:
        self.outer.append(_Outer(self.node, self.last, self.place, self.comment, self.nags))
        start = self.last.parent if self.last is not None else self.node
        assert start is not None
        self._enter(start)

    def on_end(self, _: None) -> None:
        alone = self.comment
        self.node, self.last, self.place, self.comment, self.nags = self.outer.pop()
        if alone:  # a variation that is nothing but a comment
            self.on_comment(alone)

    def on_comment(self, text: str) -> None:
        text = " ".join(text.split())
        if self.last is None and self.outer:
            self.comment = f"{self.comment} {text}".strip()
        else:
            self.node.comment = f"{self.node.comment} {text}".strip()

    def on_nag(self, number: int) -> None:
        (self.nags if self.last is None else self.node.nags).append(number)

    def on_mark(self, text: str) -> None:
        number = mark_nag(text)
        if number is None:
            self.on_comment(text)
        else:
            self.on_nag(number)

    def on_result(self, text: str) -> None:
        if self.outer:
            self.on_comment(text)

    def on_junk(self, text: str) -> None:
        """Keep it as a comment; it is reported as an error."""
        self.on_comment(f"unread: {text}")
