"""Streaming: a file told to a visitor, without trees."""

from __future__ import annotations

from typing import TypeVar

from crownhead.errors import PdnError
from crownhead.formats.pdn.build import is_null, mark_nag
from crownhead.formats.pdn.game import PdnGame
from crownhead.formats.pdn.reader import Reader, games
from crownhead.formats.pdn.source import Handle, Source
from crownhead.move import Move
from crownhead.position import Position
from crownhead.variants import Variant

V = TypeVar("V", bound="Visitor")


class Visitor:
    """Be told what a file holds; override what you care for.

    For each game: `begin_game`, every `tag`, the body in its order, every `error`, `result`,
    `end_game`. A game that `begin_game` refuses by returning False is skipped, body and all.

    >>> import io
    >>> from crownhead.formats import pdn
    >>> class Captures(pdn.Visitor):
    ...     count = 0
    ...     def move(self, move):
    ...         self.count += move.is_capture
    >>> pdn.visit(io.StringIO("1. 32-28 19-23 2. 28x19 14x23"), Captures()).count
    2
    """

    def begin_game(self, line: int, tags: dict[str, str]) -> bool | None:
        """Begin a game, knowing its tags; return False to skip it."""
        return None

    def tag(self, name: str, value: str) -> None:
        """Take a tag."""

    def begin_moves(self, start: Position) -> None:
        """Begin the body; without a start position there is none."""

    def move(self, move: Move) -> None:
        """Take a move that was checked against the rules."""

    def null_move(self) -> None:
        """Take a null or an unknown move: the turn passes."""

    def setup(self, position: Position) -> None:
        """Take a position that replaces the one on the board."""

    def unread(self, text: str) -> None:
        """Take the text of a move that was refused, or of one behind it."""

    def comment(self, text: str) -> None:
        """Take a comment, its white space as in the file."""

    def nag(self, number: int) -> None:
        """Take a sign of the move before: `!` comes as 1."""

    def begin_variation(self) -> None:
        """Begin an alternative to the move before."""

    def end_variation(self) -> None:
        """End an alternative."""

    def error(self, error: PdnError) -> None:
        """Take something that is wrong in this game."""

    def result(self, result: str) -> None:
        """Take the result, as `PdnGame.result` has it."""

    def end_game(self) -> None:
        """End the game."""


def visit(
    handle: Handle,
    visitor: V,
    *,
    encoding: str | None = None,
    variant: str | Variant | None = None,
) -> V:
    """Tell a visitor all games of a file, in constant memory, and return it; see `read`."""
    reader = Reader(variant)
    for text in games(Source(handle, encoding)):
        if visitor.begin_game(text.line, text.tags) is False:
            continue
        _tell(reader.game(text), visitor)
    return visitor


def _tell(game: PdnGame, visitor: Visitor) -> None:
    for name, value in game.tags.items():
        visitor.tag(name, value)
    if game._body is not None:
        visitor.begin_moves(game.start)
        for kind, value, _, _ in game._body.items:
            match kind:
                case "move" | "faulty":
                    visitor.move(value)
                case "pass":
                    visitor.null_move()
                case "setup" if is_null(value[0]):
                    visitor.null_move()
                case "setup":
                    visitor.setup(value[1])
                case "refused" | "skipped":
                    visitor.unread(value)
                case "comment":
                    visitor.comment(value)
                case "nag":
                    visitor.nag(value)
                case "mark":
                    number = mark_nag(value)
                    if number is not None:
                        visitor.nag(number)
                case "begin":
                    visitor.begin_variation()
                case "end":
                    visitor.end_variation()
    for error in game.errors:
        visitor.error(error)
    visitor.result(game.result)
    visitor.end_game()
