"""What people look for under the name another library gives it, and what to write here.

A missing attribute is an AttributeError as ever; where its name is one that users of python-chess
reach for, the error says in the same line what it is called here (docs/python-chess.md).
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_NEVER_CHANGES = "a Position never changes"
_POSITION = {
    "color_at": "write .piece_at(square).color, where there is a piece",
    "copy": f"{_NEVER_CHANGES}, so it needs no copy",
    "board_fen": "write .fen()",
    "flip": "write .mirror()",
    "fullmove_number": "a position does not know the past: write game.state.plies // 2 + 1",
    "generate_legal_moves": "iterate over .legal_moves",
    "halfmove_clock": "write .draw_counts, or game.counters",
    "has_legal_moves": "write .has_legal_move, without ()",
    "is_capture": "a move knows it: write move.is_capture",
    "is_check": "there is no check in draughts",
    "is_checkmate": "write .outcome, which names what ended the game",
    "is_into_check": "there is no check in draughts",
    "is_legal": "write move in .legal_moves",
    "is_stalemate": "write .outcome, which names what ended the game",
    "is_valid": "write .status() == Status.VALID",
    "parse_san": "write .parse(text), which reads every notation",
    "parse_uci": "write .parse(text), which reads every notation",
    "piece_map": "write .pieces",
    "piece_type_at": "write .piece_at(square).kind, where there is a piece",
    "pop": f"{_NEVER_CHANGES}: keep the one before, or push and pop moves on a Game",
    "push": f"{_NEVER_CHANGES}: write position = position.play(move), or push on a Game",
    "push_san": f"{_NEVER_CHANGES}: write position = position.play(text), or push on a Game",
    "push_uci": f"{_NEVER_CHANGES}: write position = position.play(text), or push on a Game",
    "remove_piece_at": f"{_NEVER_CHANGES}: write position.with_pieces({{square: None}})",
    "ply": "a position does not know the past: write game.state.plies",
    "result": "write .outcome.result, once .outcome is not None",
    "san": "write str(move), or move.notation()",
    "set_fen": f"{_NEVER_CHANGES}: write Position.from_fen(fen, variant)",
    "set_piece_at": f"{_NEVER_CHANGES}: write position.with_pieces({{square: piece}})",
    "uci": "write str(move), or move.notation()",
    "undo": f"{_NEVER_CHANGES}: keep the one before, or push and pop moves on a Game",
}
_ANALYSIS = {
    "get": "its values are attributes, as .score",
    "move": "write .best",
    "multipv": "write .lines",
    "nps": "write .nodes / .seconds",
    "pv": "write .line",
    "time": "write .seconds",
}

HINTS: Mapping[str, Mapping[str, str]] = {
    "crownhead": {
        "BLACK": "a side is 'white' or 'black'",
        "Board": "a Position is a board that never changes, a Game one that moves are played on",
        "KING": "write Piece.WHITE_KING, or piece.is_king",
        "MAN": "write Piece.WHITE_MAN, or not piece.is_king",
        "SQUARES": "squares are numbers from 1 to position.variant.rules.board.squares",
        "STARTING_FEN": "write Position.initial(variant)",
        "SimpleEngine": "write Engine.builtin() or Engine.hub(program)",
        "WHITE": "a side is 'white' or 'black'",
        "engine": "write Engine, or crownhead.engines for the module",
        "parse_square": "a position reads its squares: position.square(name)",
        "pgn": "games of draughts are PDN: write crownhead.pdn",
        "square_name": "a position names its squares: position.square_name(square)",
    },
    "pdn": {
        "FileExporter": "write pdn.write(game, file)",
        "Game": "write pdn.PdnGame",
        "GameBuilder": "write a pdn.Visitor, for pdn.visit(file, visitor)",
        "StringExporter": "write pdn.dumps(game), or str(game)",
        "read_game": "pdn.read(file) yields one game after the other, next(...) takes the first",
        "read_headers": "write pdn.headers(file), which yields those of one game after the other",
        "skip_game": "write pdn.headers(file); .read() goes back for a game",
    },
    "Position": _POSITION,
    "Game": {
        "board": "write .position",
        "can_claim_draw": "write .claims",
        "copy": "write copy.copy(game)",
        "headers": "write .players, or pdn.PdnGame.from_game(game).tags",
        "is_threefold_repetition": "write .claims; .outcome names what has ended the game",
        "tags": "write .players, or pdn.PdnGame.from_game(game).tags",
        "is_repetition": "write .claims, or .counters",
        "move_stack": "write .moves",
        "fen": "write .position.fen()",
        "from_fen": "write Game(variant, start=fen)",
        "from_pdn": "write pdn.loads(text).to_game()",
        "fullmove_number": "write .state.plies // 2 + 1",
        "halfmove_clock": "write .counters",
        "is_capture": "a move knows it: write move.is_capture",
        "is_legal": "write move in .legal_moves",
        "peek": "write .moves[-1]",
        "ply": "write .state.plies",
        "push_san": "write .push(text), which reads every notation",
        "push_uci": "write .push(text), which reads every notation",
        "reset": "begin a new Game",
        "root": "write .start",
        "san": "write str(move), or move.notation()",
        "set_fen": "begin a new one: Game(variant, start=fen)",
        "undo": "write .pop(), or .request_takeback(by) where two play",
    },
    "LegalMoves": {"append": "the legal moves of a position are fixed"},
    "Move": {
        "captured": "write .captures",
        "drop": "there are no drops in draughts",
        "from_square": "write .origin",
        "from_uci": "a position reads moves: position.parse(text)",
        "move": "play returns the move itself; what the engine found is engine.last",
        "ponder": "play returns the move itself; what the engine found is engine.last",
        "promotion": "write .crowns",
        "to_square": "write .target",
        "uci": "write str(move), or .notation()",
        "xboard": "write str(move), or .notation()",
    },
    "Piece": {
        "piece_type": "write .kind, which is 'man' or 'king'",
        "symbol": "write .value; a picture of the board is str(position)",
    },
    "Node": {
        "add_main_variation": "write .add_main(move)",
        "board": "write .position",
        "comments": "write .comment",
        "eval": "write .evaluation; other commands of comments stay in .comment",
        "is_main_variation": "write .is_first, without ()",
        "is_mainline": "write .is_main, without ()",
        "remove_variation": "write .remove(child)",
        "san": "write str(node)",
        "set_clock": "write .clock = milliseconds",
        "starts_variation": "write not .is_first",
        "turn": "write .position.turn",
        "uci": "write str(node)",
    },
    "PdnGame": {
        "accept": "write pdn.dumps(game), or pdn.visit(file, visitor)",
        "board": "write .start, .positions, or .end().position",
        "headers": "write .tags",
        "mainline_moves": "write .moves",
    },
    "Engine": {
        "analyze": "write .analyse",
        "id": "a program that is run has one; the built-in engine has .level",
        "ping": "a program that is run has it",
        "protocol": "Engine.hub and Engine.dxp each speak one",
        "popen_uci": "programs speak Hub or DXP here: write Engine.hub(program)",
        "quit": "write .close(), or use the engine in a with statement",
    },
    "Analysis": _ANALYSIS,
    "AnalysedLine": _ANALYSIS,
    "MoveFacts": {
        "best": "write .line[0]",
        "text": "write str(facts.move)",
    },
    "Moment": {
        "best": "write .facts.line[0]",
        "cost": "write .facts.cost",
        "move": "write .facts.move",
        "score": "write .facts.score",
        "sentence": "write sentence(moment, Catalogue('en')), from crownhead.analysis and .locales",
    },
    "Report": {
        "games": "a report is of one game: write .moves, .moments",
        "summary": "write summary(report, Catalogue('en')), from crownhead.analysis and .locales",
    },
}


def hint(owner: str, name: str) -> str:
    """Return what to write instead of a name that the owner does not have, or an empty text.

    >>> hint("Move", "from_square")
    'write .origin'
    """
    return HINTS.get(owner, {}).get(name, "")


def spell(kind: type, name: str) -> str:
    """Return an attribute as it is written, a method with the brackets of its call.

    >>> spell(str, "upper"), spell(str, "join"), spell(complex, "real")
    ('upper()', 'join(…)', 'real')
    """
    member = getattr(kind, name)
    if not callable(member):
        return name
    try:
        needed = [p for p in inspect.signature(member).parameters.values() if p.default is p.empty]
    except ValueError:  # of the core, which does not say
        return f"{name}(…)"
    return f"{name}()" if len(needed) < 2 else f"{name}(…)"  # itself, and an argument


class Hinted(type):
    """Name in the error of a class itself, too, what a missing name is called here."""

    if not TYPE_CHECKING:

        def __getattr__(cls, name: str) -> Any:
            said = next(filter(None, (hint(kind.__name__, name) for kind in cls.__mro__)), "")
            plain = f"type object {cls.__name__!r} has no attribute {name!r}"
            raise missing(plain, name, said, cls)


def missing(plain: str, name: str, said: str, held: object = None) -> AttributeError:
    """Return the error for a missing name: the plain sentence, and what to write instead."""
    return AttributeError(f"{plain}: {said}" if said else plain, name=name, obj=held)


def absent(held: object, name: str, said: str = "") -> AttributeError:
    """Return the error for an attribute that an object does not have, with its hint."""
    owners = [kind.__name__ for kind in type(held).__mro__]
    said = said or next(filter(None, (hint(owner, name) for owner in owners)), "")
    return missing(f"{owners[0]!r} object has no attribute {name!r}", name, said, held)


class Elsewhere:
    """Stand for a name that another library has, and raise the error that a missing one raises."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, held: object, owner: type) -> NoReturn:
        if held is None:
            plain = f"type object {owner.__name__!r} has no attribute {self._name!r}"
            raise missing(plain, self._name, hint(owner.__name__, self._name), owner)
        raise absent(held, self._name)


def answer_for(kind: type) -> type:
    """Make a class say what the names of other libraries are called here, and return it.

    Reading its other attributes costs nothing more, as it does with a `__getattr__`, which Python
    then asks about each of them.
    """
    names = HINTS[kind.__name__]
    for name in names:
        setattr(kind, name, Elsewhere(name))

    def list_names(held: object) -> list[str]:
        return [name for name in object.__dir__(held) if name not in names]

    setattr(kind, "__dir__", list_names)  # noqa: B010
    return kind


def unheard(**instead: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Refuse keywords of another library, and say what they are called here; for a function.

    >>> @unheard(multipv="lines")
    ... def analyse(lines: int = 1) -> int:
    ...     return lines
    >>> analyse(lines=3)
    3
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(function)
        def call(*args: P.args, **given: P.kwargs) -> R:
            refuse(function.__qualname__.removesuffix(".__init__"), given, instead)
            return function(*args, **given)

        return call

    return decorate


def refuse(name: str, given: Mapping[str, object], instead: Mapping[str, str]) -> None:
    """Raise `TypeError` for the first keyword that has another name here."""
    for keyword in given:
        if keyword in instead:
            raise TypeError(f"{name} has no {keyword!r}: write {instead[keyword]}")
