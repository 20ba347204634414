"""A game as PDN has it: tags, a tree of moves, a result, and what was wrong in the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from crownhead._core import PdnLine
from crownhead.errors import PdnError, TooComplex
from crownhead.formats.pdn import build, faults, results
from crownhead.formats.pdn.node import Node, pack, unpack
from crownhead.formats.pdn.tags import tidy, value
from crownhead.hints import absent, hint, spell
from crownhead.move import Move
from crownhead.position import Position
from crownhead.variants import Variant, get

if TYPE_CHECKING:
    from crownhead.game import Game


class PdnGame:
    """Hold one game of a PDN file, or one that is to be written.

    `tags` are in the order of the file and may be changed; the game and its start position are
    fixed. `variant` is None, and there is no start, where the file holds a game that crownhead
    does not play or a FEN that cannot be read: `errors` says so, and only the tags are there.
    `line` and `offset` say where in the file the game stands.

    >>> from crownhead.formats import pdn
    >>> game = pdn.loads('[White "Anna"] 1. 11-15 {known} 24-20 2. 8-11 *')
    >>> game.variant.key, [str(move) for move in game.moves], game.root.next.comment
    ('english', ['11-15', '24-20', '8-11'], 'known')
    """

    def __init__(
        self,
        variant: str | Variant = "english",
        *,
        start: Position | str | None = None,
        tags: Mapping[str, str] | None = None,
    ) -> None:
        """Begin an empty game; a FEN or a position of the variant may be its start.

        Raises `UnknownVariant` or `InvalidFen`.
        """
        self.variant: Variant | None = get(variant)
        if isinstance(start, Position):
            self.variant = start.variant
        elif start is not None:
            start = Position.from_fen(start, variant)
        self._start: Position | None = start or Position.initial(variant)
        self.tags: dict[str, str] = dict(tags or {})
        self.line = 1
        self.offset = 0
        self.huffing = self.variant.rules.huffing
        self._errors: tuple[PdnError, ...] = ()
        self._warnings: tuple[PdnError, ...] = ()
        self._raw = ""  # the moves as they stand in the file, where none could be read,
        self._behind = ""  # and the result behind them
        self._result_as_told = False  # and not seen on the board
        self._first_named = False  # results name the points of the side that begins first
        self._body: PdnLine | None = None
        self._root: Node | None = None

    @classmethod
    def _read(
        cls,
        tags: dict[str, str],
        variant: Variant | None,
        start: Position | None,
        body: PdnLine | None,
    ) -> PdnGame:
        game = cls.__new__(cls)
        game.tags = tags
        game.variant = variant
        game._start = start
        game._body = body
        game._raw = game._behind = ""
        game._result_as_told = True
        game._first_named = False
        game._root = None
        return game

    def _shift(self, line: int, offset: int) -> None:
        """Set where the game stands in its file, where it was read on its own."""
        down = line - self.line
        self.line, self.offset = line, offset
        self._errors, self._warnings = (
            tuple(each.with_place(each.line + down, each.column) for each in found)
            for found in (self._errors, self._warnings)
        )

    @property
    def start(self) -> Position:
        """Return the position the game begins from.

        Raises the `PdnError` that says why there is none.
        """
        if self._start is None:
            if self._errors:
                raise self._errors[0]
            raise faults.error("unknown_game", self.line)
        return self._start

    @property
    def root(self) -> Node:
        """Return the root of the tree, which is made when it is first asked for.

        Raises the `PdnError` that says why there is no start position.
        """
        if self._root is None:
            start = self.start
            if self._body is None:
                self._root = Node(None, "root", position=start)
            else:
                self._root = build.tree(self._body, start)
        return self._root

    @property
    def moves(self) -> tuple[Move, ...]:
        """Return the moves of the main line, up to a set-up, a pass, or what could not be read."""
        if self._root is None:
            return () if self._body is None else self._body.moves
        found = []
        for node in self._root.mainline():
            if node.move is None:
                break
            found.append(node.move)
        return tuple(found)

    @property
    def errors(self) -> tuple[PdnError, ...]:
        """Return what is wrong in the file, in the order of place; empty for a good game."""
        return self._errors

    @property
    def warnings(self) -> tuple[PdnError, ...]:
        """Return what is written oddly, but was read as the one thing it can mean.

        >>> from crownhead.formats import pdn
        >>> print(pdn.loads("1. 32x28 18-23", variant="international").warnings[0])
        line 1, column 4: '32x28' captures nothing; it is read as a plain move
        """
        return self._warnings

    @property
    def result(self) -> str:
        """Return the result as the GameType writes it (`2-0`, `1/2-1/2`), `*` where none is known.

        The tag goes first, then what stands behind the moves, and a text that is no result last; a
        game that was not read from a file may be won on the board. Setting it sets the tag.

        >>> PdnGame("international", tags={"Result": "1-0"}).result
        '2-0'
        """
        tag = value(self.tags, "Result")
        behind = self._body.result if self._body is not None else self._behind
        shape = value(self.tags, "ResultFormat")
        unknown = ""
        for text in map(tidy, (tag, behind)):
            what = results.meaning(text)
            if text and what is None:
                unknown = unknown or text
            elif text and what != "open":
                text = results.swap_sides(text) if self._first_named else text
                return results.normalise(text, self.variant, shape)
        if unknown:
            return results.normalise(unknown, self.variant, shape)
        return "*" if self._result_as_told else self._result_on_board(shape)

    @result.setter
    def result(self, text: str) -> None:
        self.tags["Result"] = text
        self._first_named = False

    def _result_on_board(self, shape: str) -> str:
        """Return the result of a game made here that its last position ends by itself."""
        with suppress(TooComplex):
            outcome = self.end().position.outcome
            what = None if outcome is None else results.meaning(outcome.result)
            if what is not None and self.variant is not None:
                return results.write(what, self.variant, shape)
        return "*"

    @property
    def white(self) -> str:
        """Return the name of the player of White, empty where no tag tells it."""
        return self._player("White")

    @property
    def black(self) -> str:
        """Return the name of the player of Black, whatever the tag is called; empty for none.

        >>> from crownhead.formats import pdn
        >>> pdn.loads('[Red "Ann"] [White "Bo"] 1. 11-15 *').black
        'Ann'
        """
        return self._player("Black")

    def _player(self, side: str) -> str:
        """Return the player of a side; P1 is who begins."""
        named = value(self.tags, side)
        if named or self.variant is None:
            return named
        return value(self.tags, "P1" if self.variant.first == side.lower() else "P2")

    @property
    def comment(self) -> str:
        """Return the comment before the first move."""
        return self.root.comment

    def mainline(self) -> Iterator[Node]:
        """Yield the nodes of the main line, up to what could not be read."""
        return self.root.mainline()

    def end(self) -> Node:
        """Return the last node of the main line."""
        return self.root.end()

    @classmethod
    def from_game(cls, game: Game, tags: Mapping[str, str] | None = None) -> PdnGame:
        """Make the PDN of a game, with everything that happened in it as comment commands.

        >>> from crownhead import Game
        >>> game = Game("english", white="Anna", black="Bert")
        >>> _ = game.play("11-15"); game.offer_draw("black"); game.decline_draw()
        >>> PdnGame.from_game(game, {"Event": "Club"}).root.next.comment
        '[%offer black] [%decline white]'
        """
        from crownhead.formats.pdn import record

        return record.from_game(game, tags or {})

    def to_game(self) -> Game:
        """Play the main line as a game, with the events that the comment commands tell.

        A result without an event that explains it is recorded as an arbiter's decision. Raises
        the first of `errors` if there is one, and `PdnError` where the main line holds a set-up
        or a null move, or commands that do not fit.
        """
        from crownhead.formats.pdn import record

        return record.to_game(self)

    @property
    def positions(self) -> tuple[Position, ...]:
        """Return the positions of the main line, the start first.

        >>> from crownhead.formats import pdn
        >>> len(pdn.loads("1. 11-15 24-20 2. 8-11 *").positions)
        4
        """
        if self._root is None and self._body is not None:
            return cast(tuple[Position, ...], self._body.positions)
        return (self.start, *(node.position for node in self.mainline()))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if hasattr(Node, name):
                raise absent(self, name, f"write .root.{spell(Node, name)}")
            of_root = hint("Node", name)
            raise absent(self, name, hint("PdnGame", name) or of_root and f"of .root, {of_root}")

    def _repr_svg_(self) -> str:
        from crownhead.formats import svg

        return svg.board(self.end().position)

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: held for name, held in vars(self).items() if name not in ("_body", "_root")}
        kept["_behind"] = self._body.result if self._body is not None else self._behind
        kept["rows"] = pack(self.root) if self._start is not None else None
        return kept

    def __setstate__(self, state: dict[str, Any]) -> None:
        rows = state.pop("rows")
        vars(self).update(state)
        self._body = None
        self._root = None if rows is None else unpack(rows)

    def __str__(self) -> str:
        """Return the game as PDN."""
        from crownhead.formats.pdn.writer import dumps

        return dumps(self)

    def __repr__(self) -> str:
        key = self.variant.key if self.variant else "unknown game"
        players = f"{self.white or '?'} - {self.black or '?'}"
        wrong = f", {len(self.errors)} errors" if self.errors else ""
        return f"<PdnGame {key}, {players}, {self.result}, {len(self.moves)} moves{wrong}>"
