"""The switches of the game: one frozen record says everything that decides how it is played.

A `Rules` value is enough to play: the known games in `crownhead.variants` are records of it, and
so is every set of house rules. Each switch stands beside the rule it comes from.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import MISSING, dataclass, fields, replace
from difflib import get_close_matches
from enum import Enum, IntFlag
from typing import Any, Literal, Self, TypeVar

from crownhead import _core
from crownhead.checks import brief, expect
from crownhead.errors import InvalidRules
from crownhead.reasons.reason import by_code

F = TypeVar("F", bound=IntFlag)

Color = Literal["white", "black"]
LONGEST_NAME = 40
"""Characters of a rule's name, by which a draw is claimed and told."""


class Board(Enum):
    """The board: its size, and whether only the dark squares or all squares are used."""

    DARK_8 = "8x8"  #: the 32 dark squares of a chessboard
    DARK_10 = "10x10"  #: 50 dark squares: international draughts
    DARK_12 = "12x12"  #: 72 dark squares: Canadian draughts
    FULL_8 = "8x8-full"  #: all 64 squares of a chessboard: Turkish draughts

    @property
    def width(self) -> int:
        """Return the number of columns, which is also the number of rows."""
        return int(self.value.split("x")[0])

    @property
    def per_row(self) -> int:
        """Return the number of playing squares in a row."""
        return self.width if self is Board.FULL_8 else self.width // 2

    @property
    def squares(self) -> int:
        """Return the number of playing squares: 32, 50, 72 or 64."""
        return self.per_row * self.width


class Step(IntFlag):
    """The lines along which a piece goes, seen by its owner.

    On boards of dark squares a straight step leads over the light square in between (Frisian).
    """

    FORWARD = 1  #: the two diagonals ahead
    BACKWARD = 2  #: the two diagonals behind
    AHEAD = 4  #: straight ahead
    SIDEWAYS = 8  #: left and right
    BEHIND = 16  #: straight back
    DIAGONAL = 3  #: all four diagonals
    STRAIGHT = 28  #: ahead, to both sides, and back
    ALL = 31  #: all eight lines


class Landing(Enum):
    """Where a flying king may land behind the piece it takes."""

    FREE = "free"  #: any empty square behind it (P5)
    CONTINUING = "continuing"  #: one to capture on from, if any is (Russian, pool, Czech)
    BEHIND = "behind"  #: the first square behind it (Thai)
    BEHIND_KING = "behind-king"  #: the first, if the last piece taken is a king (Killer)


class Choice(Enum):
    """Which of several captures must be chosen."""

    FREE = "free"  #: the player chooses (E17, E18)
    MOST = "most"  #: the one that takes most pieces (P6, L8)
    MOST_KINGS = "most-kings"  #: most pieces, then most kings among them (Spanish)
    CASCADE = "cascade"  #: most pieces, by a king, most kings, kings first (Italian)
    VALUE = "value"  #: the highest value, then with a king (Frisian)
    KING_FIRST = "king-first"  #: with a king if one can capture, else free (Czech)


class Removal(Enum):
    """When captured pieces leave the board."""

    LATE = "late"  #: after the whole move (P7)
    AT_ONCE = "at-once"  #: one by one, during the move (Thai, Turkish)


class Crowning(Enum):
    """What happens to a man that reaches the far row during a capture."""

    ENDS_MOVE = "ends-move"  #: it becomes a king, and its move is over (E16)
    AT_REST = "at-rest"  #: it becomes a king only if its move ends there (P9, L11)
    GOES_ON = "goes-on"  #: it becomes a king at once and captures on (Russian)


class Aim(Enum):
    """How the game is won."""

    NORMAL = "normal"  #: who has no legal move has lost (E7, E22)
    LOSE = "lose"  #: who has no legal move has won
    KING = "king"  #: who has the first king has won (Breakthrough)


class Progress(IntFlag):
    """What starts a draw count again."""

    CAPTURE = 1  #: a capture
    MAN_MOVE = 2  #: a move of a man
    CROWNING = 4  #: a man that becomes a king


@dataclass(frozen=True, slots=True)
class Ending:
    """A kind of material under which a draw count runs; each pair is an inclusive range.

    Either side may be the strong one. `on_long_diagonal` asks that the weak side's king stand on
    the long diagonal from corner to corner.
    """

    strong_men: tuple[int, int] = (0, 255)
    strong_kings: tuple[int, int] = (0, 255)
    weak_men: tuple[int, int] = (0, 255)
    weak_kings: tuple[int, int] = (0, 255)
    total: tuple[int, int] = (0, 255)
    on_long_diagonal: bool = False


@dataclass(frozen=True, slots=True)
class DrawRule:
    """A count that draws the game after `plies` plies.

    The count starts with the ply after the one that brings the board into one of `endings`
    (always, where there are none), and starts again on every event in `resets`. It is announced
    when full: by the program itself if `automatic`, else on a player's claim.
    """

    rule: str
    plies: int
    resets: Progress = Progress(0)
    endings: tuple[Ending, ...] = ()
    automatic: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Hold every switch of the game; the defaults move as English draughts, and count no draws.

    What stands in brackets, such as E10, is the rule in docs/rules.md.
    Raises `InvalidRules` where switches contradict each other.

    >>> from crownhead.rules import Rules, Choice
    >>> Rules(choice=Choice.MOST, flying=True).flying
    True
    """

    # Board and set-up
    board: Board = Board.DARK_8  #: size of the board, and which squares are used (E1, P1)
    men_rows: int = 3  #: rows filled with men at the start (E6)
    rows_behind: int = 0  #: empty rows behind these men (Turkish)
    first: Color = "black"  #: who makes the first move (E4, P2, L2)
    # Men
    men_move: Step = Step.FORWARD  #: where men go (E10, P3)
    men_capture: Step = Step.FORWARD  #: where men capture (E10, P3, L6)
    men_take_kings: bool = True  #: whether men may capture kings (E12)
    crowning: Crowning = Crowning.ENDS_MOVE  #: a man on the far row in a capture (E16, P9, L11)
    # Kings
    king_move: Step = Step.DIAGONAL  #: where kings go (E11)
    king_capture: Step = Step.DIAGONAL  #: where kings capture (E11)
    flying: bool = False  #: whether kings go and capture over any distance (E11, P4, L5)
    landing: Landing = Landing.FREE  #: where a flying king lands after a capture (P5, L10)
    turn_back: bool = True  #: whether the next capture may go straight back (Turkish: no)
    king_run: int = 0  #: most moves in a row with one king, 0 for no limit (Frisian)
    # Captures
    compulsory: bool = True  #: whether who can capture must (E14, P6, L7)
    choice: Choice = Choice.FREE  #: which of several captures must be made (E17, P6, L8)
    removal: Removal = Removal.LATE  #: when captured pieces leave the board (P7, L12)
    huffing: bool = False  #: whether faulty moves may be made, and the piece removed (E20)
    # End of the game
    aim: Aim = Aim.NORMAL  #: how the game is won (E7, E22)
    too_few: int = 0  #: so few pieces lose against more, 0 for no such rule (Ghanaian)
    refusal_duty: int = 0  #: moves to win in after refusing a draw, 0 for no duty (E24)
    repetition: int = 3  #: a position that occurs so often is a draw, 0 for no rule (E25, P10)
    repetition_automatic: bool = True  #: whether that needs no claim
    repetition_rule: str = "E25"  #: the name by which such a draw is told
    draw_rules: tuple[DrawRule, ...] = ()  #: draws by counted moves (E26, P10, L14)

    def __post_init__(self) -> None:
        expect("first", self.first, self.first in ("white", "black"), "'white' or 'black'")
        for field in fields(self):
            value = getattr(self, field.name)
            wanted = _describe_type(field.default, value)
            expect(field.name, value, not wanted, wanted)
        _expect_name("repetition_rule", self.repetition_rule)
        for number, rule in enumerate(self.draw_rules):
            _expect_draw_rule(f"draw_rules[{number}]", rule)
        contradiction = _core.rules_contradiction(json.dumps(self.to_dict()))
        if contradiction is not None:
            reason = by_code(*contradiction)
            raise InvalidRules(f"Rules: {reason}", reason)

    def to_dict(self) -> dict[str, Any]:
        """Return the switches as plain data, ready for JSON.

        >>> Rules().to_dict()["board"]
        '8x8'
        """
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}

    @classmethod
    def from_dict(cls, values: Any) -> Self:
        """Read switches back from `to_dict`; missing ones keep their default.

        Raises `InvalidRules` naming the switch that is unknown or has a wrong value.

        >>> Rules.from_dict({"flying": True}).flying
        True
        """
        known = _check_fields(cls, "", values)
        return cls(**{name: _read(name, value) for name, value in known.items()})

    def but(self, **switches: Any) -> Self:
        """Return these rules with some switches changed (house rules).

        Raises `InvalidRules` where the switches contradict each other, and for a name that is none:
        the error says which name is likely meant.

        >>> Rules().but(men_capture=Step.DIAGONAL).men_capture == Step.DIAGONAL
        True
        """
        _check_names(type(self), "", switches)
        return replace(self, **switches)


def _expect_name(place: str, name: object) -> None:
    good = isinstance(name, str) and len(name) <= LONGEST_NAME and name.isprintable()
    expect(place, name, good, f"a printable name of at most {LONGEST_NAME} characters")


def _expect_draw_rule(place: str, rule: DrawRule) -> None:
    _expect_name(f"{place}.rule", rule.rule)
    expect(f"{place}.plies", rule.plies, _is_number(rule.plies), _NUMBER)
    expect(f"{place}.resets", rule.resets, isinstance(rule.resets, Progress), "a Progress")
    expect(f"{place}.automatic", rule.automatic, type(rule.automatic) is bool, "True or False")
    whole = isinstance(rule.endings, tuple) and all(isinstance(e, Ending) for e in rule.endings)
    expect(f"{place}.endings", rule.endings, whole, "a tuple of Ending")
    for number, ending in enumerate(rule.endings):
        for field in fields(ending):
            value = getattr(ending, field.name)
            inner = f"{place}.endings[{number}].{field.name}"
            if field.name == "on_long_diagonal":
                expect(inner, value, type(value) is bool, "True or False")
            else:
                expect(inner, value, _is_range(value), "a range from 0 to 255")


_NUMBER = "a whole number of 32 bits"


def _is_number(value: object) -> bool:
    return type(value) is int and -(2**31) <= value < 2**31


def _is_range(value: object) -> bool:
    if not isinstance(value, tuple) or len(value) != 2:
        return False
    return all(type(end) is int for end in value) and 0 <= value[0] <= value[1] <= 255


def _describe_type(default: object, value: object) -> str:
    """Return what a switch with this default takes, where `value` is nothing of the kind."""
    kind = type(default)
    if isinstance(default, Enum):
        if isinstance(value, kind):
            return ""
        meant = [member for member in type(default) if member.value == value]
        return f"a {kind.__name__}" + (f": write {meant[0]}" if meant else "")
    if isinstance(default, tuple):
        good = isinstance(value, tuple) and all(isinstance(rule, DrawRule) for rule in value)
        return "" if good else "a tuple of DrawRule"
    if kind is int:
        return "" if _is_number(value) else _NUMBER
    said = {bool: "True or False", str: "text"}
    return "" if type(value) is kind else said[kind]


def _plain(value: Any) -> Any:
    if isinstance(value, Step | Progress):
        return [flag.name.lower() for flag in type(value) if flag in value and flag.name]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, DrawRule | Ending):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    return value


def _check_fields(kind: type, place: str, values: object) -> dict[str, Any]:
    """Return the values of an object that may have the fields of a record, and has what it must.

    Raises `InvalidRules`.
    """
    if not isinstance(values, dict):
        where = f"{place}: " if place else ""
        raise InvalidRules(f"Rules: {where}expected an object, found {type(values).__name__}")
    _check_names(kind, place, values)
    prefix = f"{place}." if place else ""
    for name, field in {field.name: field for field in fields(kind)}.items():
        if field.default is MISSING and field.default_factory is MISSING and name not in values:
            raise InvalidRules(f"Rules: {prefix}{name} is missing")
    return values


def _check_names(kind: type, place: str, names: Iterable[object]) -> None:
    """Raise `InvalidRules` for a name that is no field of a record."""
    prefix = f"{place}." if place else ""
    known = [field.name for field in fields(kind)]
    for name in names:
        if name not in known:
            close = get_close_matches(str(name)[:LONGEST_NAME], known, 1)
            meant = f"; did you mean {prefix}{close[0]}?" if close else ""
            raise InvalidRules(f"Rules: unknown switch {prefix}{brief(name)[1:-1]}{meant}")


def _read(name: str, value: Any) -> Any:
    """Return the value of a switch that its plain data mean."""
    default = getattr(_DEFAULTS, name)
    if name == "draw_rules":
        items = _join_words(name, value)
        return tuple(_draw_rule(f"{name}[{number}]", item) for number, item in enumerate(items))
    if isinstance(default, IntFlag):
        return _flags(name, type(default), value)
    if isinstance(default, Enum):
        kind = type(default)
        values = [member.value for member in kind]
        expect(name, value, isinstance(value, str) and value in values, f"one of {values}")
        return kind(value)
    return value


def _join_words(place: str, value: Any) -> Any:
    expect(place, value, isinstance(value, list | tuple), "a list")
    return value


def _flags(place: str, kind: type[F], names: Any) -> F:
    known = {flag.name.lower(): flag for flag in kind if flag.name}
    if not isinstance(names, list | tuple):
        meant = kind.__members__.get(names.upper()) if isinstance(names, str) else None
        some = f" of some of {list(known)}" if meant is None else f": write {_plain(meant)}"
        expect(place, names, False, f"a list{some}")
    result = kind(0)
    for name in names:
        good = isinstance(name, str) and name.lower() in known
        expect(place, name, good, f"one of {list(known)}")
        result |= known[name.lower()]
    return result


def _draw_rule(place: str, item: Any) -> DrawRule:
    values = dict(_check_fields(DrawRule, place, item))
    if "resets" in values:
        values["resets"] = _flags(f"{place}.resets", Progress, values["resets"])
    inner = f"{place}.endings"
    values["endings"] = tuple(
        _ending(f"{inner}[{number}]", ending)
        for number, ending in enumerate(_join_words(inner, values.get("endings", ())))
    )
    return DrawRule(**values)


def _ending(place: str, item: Any) -> Ending:
    given = _check_fields(Ending, place, item)
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in given.items()}
    return Ending(**values)


_DEFAULTS = Rules()
