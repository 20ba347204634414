"""The tree of a game: moves, set-ups, variations, and what is said about them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, cast

from crownhead import _core
from crownhead.errors import CrownheadError
from crownhead.formats.pdn import commands, evaluations, times
from crownhead.hints import absent
from crownhead.move import Move
from crownhead.position import Position

Kind = Literal["root", "move", "faulty", "setup", "pass", "unread"]


def check_nags(numbers: list[int]) -> list[int]:
    """Return the signs of a step; raises `TypeError` for what is no list of numbers."""
    if isinstance(numbers, list) and all(type(number) is int for number in numbers):
        return numbers
    raise TypeError(
        f"nags are a list of numbers, as [4] for '??' and [1] for '!', not {str(numbers)[:40]!r}"
    )


class Node:
    """Hold one step of a game; the first of its `variations` is the main line.

    `kind` says what led here: a legal `move`, a `faulty` one (only where huffing is in force), a
    `setup` of another position, a `pass` (the null move), or `unread` text that the rules refuse
    (`text` holds it; the position is the last one known). `comment` stands after the step,
    `starting_comment` before it at the beginning of a variation; `nags` are numbers as in chess
    ($1 a good move, $2 a mistake).

    >>> from crownhead.formats.pdn import PdnGame
    >>> game = PdnGame("english")
    >>> node = game.root.add_variation("11-15")
    >>> node.add_variation("24-20").comment = "the cross would be 23-18"
    >>> game.root.add_variation("9-14").nags.append(1)
    >>> [str(node.move) for node in game.mainline()], len(game.root.variations)
    (['11-15', '24-20'], 2)
    """

    __slots__ = (
        "_huffed",
        "_nags",
        "_position",
        "comment",
        "kind",
        "move",
        "parent",
        "starting_comment",
        "text",
        "variations",
    )

    def __init__(
        self,
        parent: Node | None,
        kind: Kind,
        move: Move | None = None,
        position: Position | None = None,
        text: str = "",
    ) -> None:
        self.parent = parent
        self.kind: Kind = kind
        self.move = move
        self.text = text
        self.comment = ""
        self.starting_comment = ""
        self._nags: list[int] = []
        self.variations: list[Node] = []
        self._huffed = 0
        self._position = position

    @property
    def nags(self) -> list[int]:
        """Return the signs of this step as numbers, to be changed or set: `??` is 4.

        Raises `TypeError` where something else is set.
        """
        return self._nags

    @nags.setter
    def nags(self, numbers: list[int]) -> None:
        self._nags = check_nags(numbers)

    # Where it stands

    @property
    def position(self) -> Position:
        """Return the position after this step, and after a huff that followed it."""
        path = []
        node = self
        while node._position is None:
            assert node.parent is not None
            path.append(node)
            node = node.parent
        position = node._position
        for node in reversed(path):
            position = node._position = node._after(position)
        return position

    def _after(self, position: Position) -> Position:
        if self.kind == "pass":
            return position.pass_turn()
        if self.move is None:
            return position
        if self.kind == "move":
            return position.play(self.move)
        after = position.play_faulty(self.move)
        return after.without(self._huffed) if self._huffed else after

    @property
    def huffed(self) -> int:
        """Return the square of the piece that was huffed after this faulty move, or 0."""
        return self._huffed

    @property
    def next(self) -> Node | None:
        """Return the next step of the main line, or None at its end."""
        return self.variations[0] if self.variations else None

    @property
    def root(self) -> Node:
        """Return the node of the start position."""
        return deque(self.line(), maxlen=1)[0]

    @property
    def is_end(self) -> bool:
        """Return whether nothing follows."""
        return not self.variations

    @property
    def siblings(self) -> list[Node]:
        """Return the steps that can be taken instead, and this one; the root stands alone."""
        return [self] if self.parent is None else self.parent.variations

    @property
    def is_first(self) -> bool:
        """Return whether this step is the first of its siblings."""
        return self.siblings[0] is self

    @property
    def is_main(self) -> bool:
        """Return whether this step is on the main line of the whole game."""
        return all(node.is_first for node in self.line())

    @property
    def ply(self) -> int:
        """Return how many steps lead here from the start."""
        return sum(1 for _ in self.line()) - 1

    def line(self) -> Iterator[Node]:
        """Yield this node, the one before, and so on to the root."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent

    def mainline(self) -> Iterator[Node]:
        """Yield the nodes that follow on the main line, up to text that could not be read."""
        node = self.next
        while node is not None and node.kind != "unread":
            yield node
            node = node.next

    def mainline_moves(self) -> Iterator[Move]:
        """Yield the moves that follow on the main line; faulty ones among them.

        >>> from crownhead.formats import pdn
        >>> game = pdn.loads("1. 11-15 24-20 (1... 22-18) 2. 8-11 *", variant="english")
        >>> [str(move) for move in game.root.mainline_moves()]
        ['11-15', '24-20', '8-11']
        """
        return (node.move for node in self.mainline() if node.move is not None)

    def variation(self, move: Move | str | int) -> Node:
        """Return the variation that begins with a move, in any notation, or stands at a place.

        Raises `CrownheadError` where there is none; for a text that is no legal move as
        `add_variation`.

        >>> from crownhead.formats import pdn
        >>> game = pdn.loads("1. 11-15 24-20 (1... 22-18 2. 15x22) *", variant="english")
        >>> str(game.root.next.variation("22-18").next.move), game.root.variation(0).ply
        ('15x22', 1)
        """
        if isinstance(move, int):
            if not 0 <= move < len(self.variations):
                raise CrownheadError(f"There is no variation {move} here")
            return self.variations[move]
        found = self._variation(move)
        if found is None:
            raise CrownheadError(f"No variation begins with {move} here")
        return found

    def has_variation(self, move: Move | str) -> bool:
        """Return whether a variation begins with a legal move; errors as `add_variation`."""
        return self._variation(move) is not None

    def _variation(self, move: Move | str) -> Node | None:
        found = self._find_move(move)
        legal = (node for node in self.variations if node.kind == "move")
        return next((node for node in legal if node.move == found), None)

    def end(self) -> Node:
        """Return the last node of the main line from here."""
        return deque(chain((self,), self.mainline()), maxlen=1)[0]

    # Changing the tree

    def add_variation(self, move: Move | str) -> Node:
        """Add a move behind the other variations and return its node.

        Raises `IllegalMove` with the Reason, `InvalidMove` or `AmbiguousMove`.
        """
        return self._add(move, len(self.variations))

    def add_main(self, move: Move | str) -> Node:
        """Add a move as the main line from here and return its node; errors as `add_variation`."""
        return self._add(move, 0)

    def add_line(self, moves: Iterable[Move | str]) -> Node:
        """Add moves one after the other as a variation and return the node of the last one.

        A move that stands in the tree already is followed, not added again. Errors as
        `add_variation`; the moves before the one refused stay.

        >>> from crownhead.formats.pdn import PdnGame
        >>> PdnGame("english").root.add_line(["11-15", "24-20", "8-11"]).ply
        3
        """
        node = self
        for move in moves:
            found = node._find_move(move)
            known = (each for each in node.variations if each.move == found)
            node = next(known, None) or node.add_variation(found)
        return node

    def _add(self, move: Move | str, place: int) -> Node:
        node = Node(self, "move", self._find_move(move))
        self.variations.insert(place, node)
        return node

    def _find_move(self, move: Move | str) -> Move:
        moves = self.position.legal_moves
        if not isinstance(move, str) and move in moves:
            return moves[moves.index(move)]
        return self.position.parse(move if isinstance(move, str) else move.notation("hub"))

    def add_setup(self, position: Position | str) -> Node:
        """Add a set-up, a position (or FEN) that replaces the one on the board.

        Raises `InvalidFen`, and `CrownheadError` for a position of another game.
        """
        variant = self.position.variant
        if isinstance(position, str):
            position = Position.from_fen(position, variant)
        elif position.variant != variant:
            raise CrownheadError("The set-up belongs to another variant")
        node = Node(self, "setup", position=position)
        self.variations.append(node)
        return node

    def add_pass(self) -> Node:
        """Add a null move: the turn passes, nothing else changes."""
        node = Node(self, "pass")
        self.variations.append(node)
        return node

    def remove(self, child: Node) -> None:
        """Take a variation away; raises `CrownheadError` if it is none of this node's."""
        del self.variations[self._index(child)]

    def promote(self, child: Node) -> None:
        """Move a variation one place up; at the top it stays where it is."""
        index = self._index(child)
        if index:
            before = self.variations[index - 1]
            self.variations[index - 1 : index + 1] = [child, before]

    def demote(self, child: Node) -> None:
        """Move a variation one place down; at the end it stays where it is.

        >>> from crownhead.formats.pdn import PdnGame
        >>> root = PdnGame("english").root
        >>> main, other = root.add_variation("11-15"), root.add_variation("9-14")
        >>> root.demote(main)
        >>> [str(node.move) for node in root.variations]
        ['9-14', '11-15']
        """
        index = self._index(child)
        self.variations[index : index + 2] = self.variations[index : index + 2][::-1]

    def promote_to_main(self, child: Node) -> None:
        """Make a variation the main line from here."""
        self.variations.insert(0, self.variations.pop(self._index(child)))

    def _index(self, child: Node) -> int:
        for index, node in enumerate(self.variations):
            if node is child:
                return index
        raise CrownheadError("That node is no variation of this one")

    # What is kept as commands in the comment

    @property
    def evaluation(self) -> int | None:
        """Return what the position is worth for White, in hundredths of a man (`[%eval]`).

        >>> from crownhead.formats import pdn
        >>> pdn.loads("1. 11-15 {good [%eval -0.12]} *").root.next.evaluation
        -12
        """
        return evaluations.read_evaluation(self.comment)

    @evaluation.setter
    def evaluation(self, score: int | None) -> None:
        text = None if score is None else evaluations.write_evaluation(score)
        self.comment = commands.set_command(self.comment, "eval", text)

    @property
    def clock(self) -> int | None:
        """Return the milliseconds left to the side that moved (`[%clk]`, else its `[%clock]`)."""
        time = times.read_time(commands.command(self.comment, "clk"))
        if time is None and self.parent is not None:
            time = self.clocks[0 if self.parent.position.turn == "white" else 1]
        return time

    @clock.setter
    def clock(self, milliseconds: int | None) -> None:
        self._set("clk", milliseconds)

    @property
    def elapsed(self) -> int | None:
        """Return the milliseconds this move took (`[%emt]`)."""
        return times.read_time(commands.command(self.comment, "emt"))

    @elapsed.setter
    def elapsed(self, milliseconds: int | None) -> None:
        self._set("emt", milliseconds)

    @property
    def game_time(self) -> int | None:
        """Return the milliseconds the game has taken so far (`[%egt]`)."""
        return times.read_time(commands.command(self.comment, "egt"))

    @game_time.setter
    def game_time(self, milliseconds: int | None) -> None:
        self._set("egt", milliseconds)

    @property
    def mechanical(self) -> int | None:
        """Return the milliseconds a mechanical clock shows as used (`[%mct]`)."""
        return times.read_time(commands.command(self.comment, "mct"))

    @mechanical.setter
    def mechanical(self, milliseconds: int | None) -> None:
        self._set("mct", milliseconds)

    @property
    def clocks(self) -> tuple[int | None, int | None]:
        """Return the times of White and Black (`[%clock w0:00:10 B0:00:03]`) in milliseconds.

        Set as a pair, it marks the clock of the side to move as running; (None, None) removes it.
        """
        return times.read_pair(commands.command(self.comment, "clock"))

    @clocks.setter
    def clocks(self, pair: tuple[int | None, int | None]) -> None:
        text = times.write_pair(*pair, running=self.position.turn)
        self.comment = commands.set_command(self.comment, "clock", text or None)

    def _set(self, name: str, milliseconds: int | None) -> None:
        time = None if milliseconds is None else times.write_time(milliseconds)
        self.comment = commands.set_command(self.comment, name, time)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise absent(self, name)

    def __str__(self) -> str:
        """Return the step as PDN writes it, without number and comment."""
        if self.parent is None:
            return ""
        start: _core.StepRow = (-1, "root", None, self.parent.position, "", 0, "", "", [])
        return _core.pdn_step([start, _row(self, 0)])

    def __repr__(self) -> str:
        more = f", {len(self.variations)} variations" if len(self.variations) > 1 else ""
        return f"<Node {self if self.kind != 'root' else 'root'}, ply {self.ply}{more}>"


def pack(root: Node) -> list[_core.StepRow]:
    """Return a tree as a flat list, parents before children, for pickling without recursion."""
    places: dict[int, int] = {}
    rows: list[_core.StepRow] = []
    waiting = deque([root])
    while waiting:
        node = waiting.popleft()
        places[id(node)] = len(rows)
        parent = -1 if node.parent is None else places[id(node.parent)]
        rows.append(_row(node, parent))
        waiting.extend(node.variations)
    return rows


def _row(node: Node, parent: int) -> _core.StepRow:
    position = node._position if node.kind in ("root", "setup") else None
    return (
        parent,
        node.kind,
        node.move,
        position,
        node.text,
        node._huffed,
        node.comment,
        node.starting_comment,
        list(check_nags(node._nags)),
    )


def unpack(rows: list[_core.StepRow]) -> Node:
    """Return the tree of `pack` rows."""
    nodes: list[Node] = []
    for parent, kind, move, position, text, huffed, comment, starting_comment, nags in rows:
        node = Node(
            nodes[parent] if nodes else None, kind, move, cast(Position | None, position), text
        )
        node._huffed, node.comment, node.starting_comment = huffed, comment, starting_comment
        node.nags = nags
        if node.parent is not None:
            node.parent.variations.append(node)
        nodes.append(node)
    return nodes[0]
