"""Streaming: a file told to a visitor, without trees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

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

    def warning(self, warning: PdnError) -> None:
        """Take something that is written oddly, but was read as the one thing it can mean."""

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
    results: str = "auto",
) -> V:
    """Show all games of a file to a visitor, in constant memory, and return it; see `read`."""
    reader = Reader(variant, results)
    told = _Told(visitor)
    for text in reader.survey(games(Source(handle, encoding))):
        if visitor.begin_game(text.line, text.tags) is not False:
            told.game(reader.game(text))
    return visitor


class _Told:
    """Call a visitor's methods for the parts of games; what it has none for is not looked at."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        hears: dict[str, tuple[str, Callable[[Any], None]]] = {
            "move": ("move", visitor.move),
            "faulty": ("move", visitor.move),
            "pass": ("null_move", lambda _: visitor.null_move()),
            "setup": ("setup", self._setup),
            "refused": ("unread", visitor.unread),
            "skipped": ("unread", visitor.unread),
            "comment": ("comment", visitor.comment),
            "nag": ("nag", visitor.nag),
            "mark": ("nag", self._mark),
            "begin": ("begin_variation", lambda _: visitor.begin_variation()),
            "end": ("end_variation", lambda _: visitor.end_variation()),
        }
        self._acts = {kind: act for kind, (name, act) in hears.items() if self._has(name)}
        if self._has("null_move"):
            self._acts["setup"] = self._setup

    def _has(self, name: str) -> bool:
        return bool(getattr(self._visitor, name) != getattr(Visitor, name).__get__(self._visitor))

    def _setup(self, value: tuple[str, Position]) -> None:
        if is_null(value[0]):
            self._visitor.null_move()
        else:
            self._visitor.setup(value[1])

    def _mark(self, text: str) -> None:
        number = mark_nag(text)
        if number is not None:
            self._visitor.nag(number)

    def game(self, game: PdnGame) -> None:
        """Call the visitor for one game."""
        visitor, acts = self._visitor, self._acts
        for name, value in game.tags.items():
            visitor.tag(name, value)
        if game._body is not None:
            visitor.begin_moves(game.start)
            for kind, item, _, _ in game._body.items if acts else ():
                act = acts.get(kind)
                if act is not None:
                    act(item)
        for error in game.errors:
            visitor.error(error)
        for warning in game.warnings:
            visitor.warning(warning)
        visitor.result(game.result)
        visitor.end_game()
