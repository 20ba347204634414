"""The native core of crownhead; use it through the package."""

import builtins
from collections.abc import Callable, Iterable, Iterator, Sequence
import mmap
from typing import (
    Literal,
    NoReturn,
    Protocol,
    Self,
    SupportsIndex,
    TypeAlias,
    TypeVar,
    TypedDict,
    overload
)

import numpy
import numpy.typing

from crownhead.piece import Piece


P = TypeVar("P", bound=Position)

Side: TypeAlias = Literal["white", "black"]

ReasonValues: TypeAlias = tuple[str, dict[str, int | str | tuple[int, ...] | tuple[str, ...]]]
"""The code of a reason, and its fields."""

RefusalValues: TypeAlias = (
    tuple[Literal["reason"], ReasonValues]
    | tuple[Literal["invalid_move"], tuple[str, int]]
    | tuple[Literal["ambiguous_move"], list[Move]]
    | tuple[Literal["illegal_move", "not_faulty"], None]
)
"""Why an event or a move is refused: for a reason, or as text that is no move, from a column on."""

EventValues: TypeAlias = tuple[str, dict[str, int | str | bool | None]]
"""The kind of an event, and its fields."""

OutcomeValues: TypeAlias = tuple[Side | None, str, str]
"""Winner, termination, rule."""

CounterValues: TypeAlias = tuple[
    str, int, int, Literal["plies", "occurrences", "own-moves"], Side | None, int, bool
]
"""Rule, made, limit, unit, side, what resets it, whether it is automatic."""

TimeMode: TypeAlias = Literal["fischer", "bronstein", "delay", "per-move"]

ControlValues: TypeAlias = tuple[TimeMode, list[tuple[int, int, int]]]
"""Mode, and the stages: time, moves, bonus."""

ClockValues: TypeAlias = tuple[
    tuple[int, int], tuple[tuple[int, int], tuple[int, int]], Side | None, int | None, int
]
"""Left, stages, running, since, used; each pair White's first."""

ItemValue: TypeAlias = Move | tuple[str, Position] | int | str | None
"""What an item of a PDN body holds: a move, a set-up and its text, a number, a text."""

StepRow: TypeAlias = tuple[
    int,
    Literal["root", "move", "faulty", "setup", "pass", "unread"],
    Move | None,
    Position | None,
    str,
    int,
    str,
    str,
    list[int],
]
"""A step of a tree: parent, kind, move, position, text, huffed, comments behind and before, NAGs."""

MoveState: TypeAlias = tuple[int, int, bool, bool, bool, int, int, tuple[int, ...]]

PositionState: TypeAlias = tuple[
    int, int, int, int, int, int, int, int, int, int, int, tuple[int, ...]
]

ClaimValues: TypeAlias = tuple[str, int, int, Side, int, int, Move | None]
"""Kind, plies before it, plies, side, men, square, the move that was barred."""

Proven: TypeAlias = Literal["win", "draw", "loss"]

FactValues: TypeAlias = tuple[
    int,
    int,
    int,
    list[Move],
    list[Move],
    int,
    int,
    Proven | None,
    Proven | None,
    bool,
    int,
    bool,
]

PhraseValues: TypeAlias = tuple[str, dict[str, str | int], PhraseValues | None]
"""The key of a sentence, what it names, and the sentence inside it."""

MomentValues: TypeAlias = tuple[
    int,
    Literal["win_missed", "draw_missed", "lost", "allowed", "missed", "better"],
    bool,
    ClaimValues | None,
    ClaimValues | None,
    list[PhraseValues],
]

class SetupValues(TypedDict):
    start: Position
    huffing: bool
    refusal_duty: int
    reset_on_progress: bool
    draws: Literal["rules", "claim", "automatic"]
    offers_after: int
    opening: int
    time: ControlValues | None

class EventFields(Protocol):
    """And the fields of its kind; see `event_faces`."""

    @property
    def kind(self) -> str: ...
    @property
    def at(self) -> int | None: ...

class StageFields(Protocol):
    @property
    def time(self) -> int: ...
    @property
    def moves(self) -> int: ...
    @property
    def bonus(self) -> int: ...

class ControlFields(Protocol):
    @property
    def mode(self) -> TimeMode: ...
    @property
    def stages(self) -> Iterable[StageFields]: ...

T_co = TypeVar("T_co", covariant=True)

class PairFields(Protocol[T_co]):
    @property
    def white(self) -> T_co: ...
    @property
    def black(self) -> T_co: ...

class ClockFields(Protocol):
    @property
    def control(self) -> ControlFields: ...
    @property
    def left(self) -> PairFields[int]: ...
    @property
    def stages(self) -> PairFields[tuple[int, int]]: ...
    @property
    def running(self) -> Side | None: ...
    @property
    def since(self) -> int | None: ...
    @property
    def used(self) -> int: ...

class LimitFields(Protocol):
    @property
    def seconds(self) -> float | None: ...
    @property
    def nodes(self) -> int | None: ...
    @property
    def depth(self) -> int | None: ...
    @property
    def clock(self) -> float | None: ...
    @property
    def increment(self) -> float | None: ...
    @property
    def moves(self) -> int | None: ...

class LevelFields(Protocol):
    @property
    def number(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def noise(self) -> int: ...
    @property
    def taste(self) -> int: ...
    @property
    def blind(self) -> int: ...
    @property
    def quiescence_depth(self) -> int: ...
    @property
    def learned(self) -> bool: ...
    @property
    def oversight(self) -> float: ...
    @property
    def seconds(self) -> float: ...

class Evaluator(Protocol[P]):
    """Say what positions of a type are worth to the side to move; `id` tells its values apart."""

    @property
    def type(self) -> builtins.type[P]: ...
    @property
    def id(self) -> int: ...
    def __call__(self, position: P, /) -> int: ...

class Ruleset:
    """One game as the core plays it."""

    @staticmethod
    def make(record: list[int], variant: object, lasts: bool) -> Ruleset:
        """
        Make a ruleset from what `crownhead.rulesets.record` writes; unless it lasts, it ends with the last that points to it.
        """

    @staticmethod
    def counted() -> int:
        """Return how many rulesets there are that do not last."""

    @property
    def variant(self) -> object:
        """The game that it was made of."""

    @property
    def uses(self) -> int:
        """
        How many positions, moves and others point to it, this object too; 0 if it lasts.
        """

    @property
    def specialised(self) -> bool:
        """Whether a generator was compiled for these rules alone."""

    def name(self, square: int) -> str: ...

    def place(self, square: int) -> tuple[int, int]: ...

    def square_at(self, column: int, row: int) -> int | None: ...

class Move:
    """One move: origin, target, captured squares, crowning, and a route."""

    def __init__(self, *given: object, **named: object) -> None: ...

    @property
    def origin(self) -> int: ...

    @property
    def target(self) -> int: ...

    @property
    def captures(self) -> tuple[int, ...]: ...

    @property
    def crowns(self) -> bool: ...

    @property
    def is_capture(self) -> bool: ...

    @property
    def by_king(self) -> bool: ...

    @property
    def route(self) -> tuple[int, ...]: ...

    @property
    def _variant(self) -> object: ...

    def _with_form(self, arg: int, /) -> str: ...

    def _state(self) -> MoveState: ...

    @staticmethod
    def _restored(ruleset: Ruleset, state: MoveState) -> Move: ...

    def notation(self, form: str = 'short') -> str:
        """
        Write the move: `short` (PDN), `full` (every square of the route) or `hub`.
        """

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[object, ...]: ...

class LegalMoves:
    """A sequence of moves of one position; its repr is PDN."""

    def __len__(self) -> int: ...

    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Move: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[Move]: ...
    @overload
    def __getitem__(self, key: str, /) -> NoReturn: ...

    @overload
    def _item(self, arg: int, /) -> Move: ...

    @overload
    def _item(self, arg: slice, /) -> list[Move]: ...

    @overload
    def _item(self, arg: str, /) -> NoReturn: ...

    def __iter__(self) -> Iterator[Move]: ...

    def __contains__(self, item: object, /) -> bool: ...

    def index(self, item: Move | str) -> int: ...

    @overload
    def count(self) -> int: ...

    @overload
    def count(self, item: object) -> int: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def _position(self, type: type[P]) -> P: ...

    def __reduce__(self) -> tuple[object, ...]: ...

    def __repr__(self) -> str: ...

DEEPEST_PERFT: int = 100

class Position:
    """Squares, side to move and counts of one position, immutable."""

    def __init__(self, ruleset: Ruleset, fen: str | None = None) -> None: ...

    def play(self, move: Move | str) -> Self:
        """
        Return the position after a legal move, given as a value or in any notation.

        Raises `IllegalMove` with the Reason, `InvalidMove` or `AmbiguousMove`, and `TypeError`.

        >>> Position.initial("english").play("11-15").turn
        'white'
        """

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves, one for each outcome."""

    @property
    def _goes_on(self) -> bool:
        """
        Whether the board certainly does not end the game; False where that takes more than a look.
        """

    @property
    def turn(self) -> Literal['white', 'black']: ...

    @property
    def key(self) -> int:
        """The 64-bit hash of what `==` compares: repetition is counted with it."""

    @property
    def faulty_moves(self) -> LegalMoves:
        """
        The moves that neglect a capture, playable where huffing is in force (RULES H).
        """

    def play_faulty(self, move: Move | str) -> Self:
        """
        Return the position after one of `faulty_moves`, given as `play` takes it.
        """

    def parse(self, text: str) -> Move:
        """
        Find the legal move that a text means, in any notation; errors as `play`.
        """

    def _parse_faulty(self, text: str) -> Move: ...

    def _read_squares(self, text: str) -> tuple[tuple[int, ...], bool]: ...

    def _refusal(self, text: str, huffing: bool = False) -> ReasonValues | None: ...

    def _moves_of_kind(self, kind: str) -> LegalMoves: ...

    def routes(self, move: Move, most: int = 256) -> tuple[tuple[int, ...], ...]:
        """
        Return the ways to carry out a legal move, at most `most`: squares from origin to target.
        """

    def complexity(self, huffing: bool = False, *, routes: int = 24, budget: int = 524288) -> int:
        """
        Return how many states it takes to list the moves and up to `routes` ways to carry out each. Raises `TooComplex` past the budget.
        """

    def without(self, square: int) -> Self:
        """
        Return the position with the piece on `square` lifted, the same side to move (a huff).
        """

    def passed(self) -> Self:
        """Return the position with the other side to move: a null move."""

    def mirrored(self) -> Self:
        """Return the position turned by half a turn, the sides exchanged."""

    def piece_at(self, square: int) -> Piece | None:
        """Return the piece on a square, None where it is empty."""

    @property
    def pieces(self) -> dict[int, Piece]:
        """
        The pieces by their squares, in the order of the numbers.

        >>> Position.from_fen("W:WK1:B32", "english").pieces[1].kind
        'king'
        """

    def _with_numbered(self, changes: dict[int, int], turn: str) -> Self: ...

    @property
    def must_capture(self) -> tuple[int, ...]:
        """
        The squares of the pieces that have a legal capture and so must make one.
        """

    @property
    def able_to_capture(self) -> tuple[int, ...]:
        """
        The squares of the pieces that could capture, before any choice between captures.
        """

    @property
    def draw_counts(self) -> tuple[int, ...]:
        """
        Plies counted under each draw rule; -1 where its ending is not on the board.
        """

    @property
    def has_legal_move(self) -> bool:
        """False if the side to move has lost (or, where losing wins, won)."""

    def count(self, color: Literal['white', 'black']) -> int:
        """Count the pieces of one side."""

    @property
    def ruleset(self) -> Ruleset:
        """The core's view of the game."""

    def fen(self, counters: bool = False) -> str:
        """
        Write the position as FEN; with `counters`, the first draw count and king runs follow.
        """

    def letters(self, dxp: bool = False) -> str:
        """Write side to move and one letter per square, as Hub (or DXP) does."""

    def perft(self, depth: int, routes: bool = False, bulk: bool = True) -> int:
        """
        Count the leaves of the move tree: outcomes, or every route of a capture.
        """

    def _state(self) -> PositionState: ...

    @staticmethod
    def _restored(kind: type[P], ruleset: Ruleset, state: PositionState) -> P: ...

    @property
    def _variant(self) -> object: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

def pdn_faults() -> dict[str, str]:
    """
    The kinds of faults: error, misfit where the moves may be another game's, or mild.
    """

def pdn_wide(start: bytes) -> str | None:
    """
    Return the encoding in 16 or 32 bits that the first bytes give away, or None.
    """

class PdnDecoder:
    """Turns the pieces of a file into UTF-8."""

    def __init__(self, start: bytes = ...) -> None: ...

    @property
    def encoding(self) -> str | None:
        """
        In which the file turned out to be, None for UTF-8 and what is decided game by game.
        """

    def decode(self, chunk: bytes, *, last: bool = False) -> bytes:
        """
        Return what can be told by now, as UTF-8 or as it stands; with `last` all.
        """

def trail_step(position: Position) -> bytes:
    """Return a position as the 64 bytes it has in a trail."""

def move_code(move: Move) -> int:
    """Return the code of a move in a trail."""

class PdnLooks:
    """What a game looks like without being replayed."""

    @property
    def numeric(self) -> int:
        """Moves in numbers."""

    @property
    def algebraic(self) -> int:
        """Moves in letters."""

    @property
    def highest(self) -> int:
        """The highest square number, or 0."""

    @property
    def columns(self) -> int:
        """The highest letter, a = 1, or 0."""

    @property
    def rows(self) -> int:
        """The highest row of a square in letters."""

    @property
    def x_signs(self) -> int:
        """Captures written with x."""

    @property
    def colons(self) -> int:
        """Captures written with a colon."""

    @property
    def cyrillic(self) -> int:
        """Cyrillic letters, in tags, too."""

    @property
    def is_russian(self) -> bool:
        """
        Whether the text is in Cyrillic: on a small board it is Russian draughts.
        """

    @property
    def result(self) -> str: ...

    @property
    def first(self) -> str:
        """The text of the first move."""

def pdn_candidates(games: bytes, looks: PdnLooks, fen: str, previous: int) -> list[int]:
    """
    Return the places of the games a text may belong to, the likeliest first. A game is three bytes: squares, columns, marks (core/pdn/guess.hpp); `previous` is that before in the file.
    """

class PdnLine:
    """The body of a game, replayed."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the main line, up to a set-up, a pass or what is no move."""

    @property
    def positions(self) -> tuple[Position, ...]:
        """
        The positions of the main line, the start first, up to what is no move.
        """

    @property
    def items(self) -> list[tuple[str, ItemValue, int, int]]:
        """The whole body in order: kind, value, line, column."""

    @property
    def faults(self) -> list[tuple[int, int, str, str, str, Position | None]]:
        """
        What is wrong: line, column, code, text, detail, and the position before a move.
        """

    @property
    def result(self) -> str: ...

    @property
    def plies(self) -> int:
        """Replayed, all lines."""

    @property
    def skipped(self) -> int:
        """Moves that come after a fault in their line."""

    @property
    def fits(self) -> bool:
        """Whether the moves are those of the game they were replayed by."""

    @property
    def fits_exactly(self) -> bool:
        """
        Whether they are, with no sign of a capture on a move that captures nothing.
        """

    @property
    def misfits(self) -> bool:
        """Whether they fail so early that the game may be another one."""

    @property
    def complete(self) -> bool: ...

    @property
    def end(self) -> Position:
        """The position after the main line."""

    @property
    def trail(self) -> bytes:
        """
        The positions of the main line, 64 bytes each: key, code of the move played, and the sets of white pieces, black pieces and kings.
        """

    @property
    def losses(self) -> list[int | None]:
        """
        What each move of the main line cost its side, from the evaluations in comments; None where none stands on both its sides. Empty where the game has no evaluation.
        """

    def position(self, item: int) -> Position:
        """Return the position before an item, in its line."""

class PdnText:
    """One game as it stands in the file."""

    @property
    def line(self) -> int: ...

    @property
    def offset(self) -> int:
        """Bytes before it in the stream."""

    @property
    def source(self) -> bytes: ...

    @property
    def encoding(self) -> str: ...

    @property
    def body_offset(self) -> int:
        """Bytes of `source` up to the end of its last tag."""

    @property
    def tags(self) -> dict[str, str]:
        """The tags in their order, always the same."""

    @property
    def faults(self) -> list[tuple[int, int, str, str, str, Position | None]]:
        """What is wrong before any move is read; as the faults of `PdnLine`."""

    @property
    def looks(self) -> PdnLooks: ...

    def replay(self, start: Position, *, huffing: bool = False, most_plies: int = 200000) -> PdnLine:
        """Read the body and play all its lines from a position."""

class PdnScanner:
    """Cuts a stream of bytes into games."""

    def __init__(self, most_bytes: int = 8388608) -> None: ...

    def feed(self, chunk: bytes) -> None:
        """Add bytes; then ask for games until there is none."""

    def finish(self) -> None:
        """Say that no bytes follow."""

    def next(self) -> PdnText | None:
        """
        Return the next game; None if it has not been fed completely, or at the end.
        """

WIN: int = 30000

PROVEN: int = 29600

def chance(score: int) -> float: ...

def bounded(score: int) -> int: ...

def decided_in(score: int) -> int | None: ...

def score_text(score: int, point: str) -> str: ...

def write_evaluation(score: int) -> str: ...

def read_evaluation(comment: str) -> int | None: ...

class LawVariant:
    def __init__(self, ruleset: Ruleset, repetition: int, repetition_automatic: bool, repetition_rule: str, huffing: bool, refusal_duty: int, draw_rules: Sequence[str], json: str) -> None: ...

class LawSetup:
    def __init__(self, variant: LawVariant, start: object, huffing: bool, refusal_duty: int, reset_on_progress: bool, draws: str, offers_after: int, opening: int, time: object | None) -> None: ...

    def contradiction(self) -> ReasonValues | None: ...

    def values(self) -> SetupValues: ...

    def json(self) -> str: ...

def outcome_on_board(variant: LawVariant, position: Position) -> OutcomeValues | None:
    """
    How a position alone ends the game: (winner, termination, rule), or None.
    """

def time_problem(control: ControlFields) -> str: ...

def time_read(text: str) -> ControlValues | str | None:
    """
    A PDN TimeControl as its mode and stages, what is wrong with it, or None for none.
    """

def time_in_pdn(control: ControlFields) -> str: ...

def clock_started(clock: ClockFields, side: str, at: int) -> ClockValues: ...

def clock_pressed(clock: ClockFields, at: int, lag: int) -> ClockValues: ...

def clock_paused(clock: ClockFields, at: int) -> ClockValues: ...

def clock_resumed(clock: ClockFields, at: int) -> ClockValues: ...

def clock_settled(clock: ClockFields, at: int, lag: int) -> ClockValues: ...

def clock_remaining(clock: ClockFields, side: str, at: int | None, lag: int) -> int: ...

class LawState:
    """Where a game stands; `crownhead.procedure.state` has its face."""

    def __init__(self, state: LawState) -> None: ...

    @property
    def position(self) -> Position:
        """The position on the board."""

    @property
    def before(self) -> LawState | None:
        """The state in which the last ply was played, None at the start."""

    @property
    def move(self) -> Move | None:
        """The last ply, None at the start."""

    @property
    def erred(self) -> bool:
        """Whether the last ply was a faulty move (H)."""

    @property
    def events(self) -> int:
        """How many events led here."""

    @property
    def huff(self) -> int | None:
        """
        The event, counted from 0, that huffed a piece since the last ply, or None.
        """

    @property
    def plies(self) -> int:
        """How many plies stand."""

    @property
    def plies_since_capture(self) -> int:
        """The plies since the last capture or huff."""

    @property
    def draw_offer(self) -> Literal['white', 'black'] | None:
        """The side whose draw offer stands, or None."""

    @property
    def offer_waits(self) -> tuple[int, int]:
        """The own moves until each side may repeat its draw offer."""

    @property
    def duties(self) -> tuple[int | None, int | None]:
        """The own moves that each side has made since it refused a draw (E24)."""

    @property
    def fault(self) -> tuple[Side, tuple[int, ...], int | None, int] | None:
        """The faulty move that can still be answered, or None (H)."""

    @property
    def compelled(self) -> bool:
        """Whether the side to move must capture: its faulty move was taken back."""

    @property
    def takeback(self) -> tuple[Side, int] | None:
        """The standing take-back request, or None."""

    @property
    def clock(self) -> ClockValues | None:
        """The clock, or None where the game has none."""

    @property
    def paused(self) -> bool:
        """Whether the game is interrupted."""

    @property
    def at(self) -> int | None:
        """The time of the last event that has one."""

    @property
    def outcome(self) -> OutcomeValues | None:
        """How the game ended, or None."""

    @property
    def turn(self) -> Literal['white', 'black']:
        """The side to move."""

    @property
    def questions(self) -> dict[str, Side]:
        """
        The side that asks, by the kind of event that did: what waits for an answer.
        """

def state_fields() -> dict[str, str | None]:
    """
    The fields of a state, each with the name under which a view shows it as it is, or None.
    """

class LawGame:
    @staticmethod
    def begun(setup: LawSetup, white: str, black: str) -> LawGame: ...

    def add(self, event: EventFields) -> RefusalValues | None: ...

    def follow(self, event: EventFields) -> RefusalValues | None:
        """Add an event of a stored log, which may be of an earlier law."""

    def play(self, by: str, move: Move | str, lag: int, at: int | None) -> Move | RefusalValues: ...

    def explain(self, move: Move | str) -> RefusalValues | None: ...

    def check(self, event: EventFields) -> RefusalValues | None: ...

    def truncated(self, plies: int) -> LawGame | RefusalValues: ...

    @property
    def setup(self) -> LawSetup: ...

    @property
    def players(self) -> tuple[str, str]: ...

    @property
    def state(self) -> LawState: ...

    @property
    def positions(self) -> tuple[Position, ...]: ...

    @property
    def moves(self) -> tuple[Move, ...]: ...

    @property
    def turn(self) -> Literal['white', 'black']: ...

    @property
    def length(self) -> int: ...

    def events(self, first: int) -> list[EventValues]: ...

    def claims(self) -> list[tuple[str, Side, Move | None]]: ...

    def counters(self) -> list[CounterValues]: ...

    def duties(self) -> list[tuple[Side, int, int]]: ...

    def allowed(self, by: str, at: int | None) -> list[str]: ...

    def shown(self, at: int | None) -> tuple[str, int]:
        """
        All that is needed to draw the game, as JSON, and the states this took.
        """

    def author_of(self, kind: str) -> Literal['white', 'black']: ...

    @property
    def can_abort(self) -> bool: ...

    def fallen_flag(self, at: int) -> Literal['white', 'black'] | None: ...

    @property
    def flag_falls(self) -> int | None: ...

    @property
    def verdict_due(self) -> Literal['white', 'black'] | None: ...

    @property
    def would_refuse(self) -> bool: ...

    @property
    def outcome_if_stood(self) -> OutcomeValues | None: ...

    def text_of(self, move: Move, faulty: bool, asked: bool) -> str: ...

    def texts(self, faulty: bool) -> list[str]:
        """
        The texts by which the legal moves are played, or the faulty ones, in their order.
        """

    def json(self) -> str: ...

class LawRecord:
    """A game's record, read in two steps."""

    def __init__(self) -> None: ...

    def read(self, text: str) -> tuple[str, ReasonValues | None] | None: ...

    @property
    def variant(self) -> str: ...

    def finish(self, variant: LawVariant) -> tuple[str, ReasonValues | None] | None: ...

    def play(self, type: type[Position]) -> LawGame | tuple[int, RefusalValues, LawGame | None]:
        """
        The game; or where an event is refused its index, why, and the game before it.
        """

    def event(self, index: int) -> EventValues: ...

def event_faces() -> dict[str, list[tuple[str, str, bool, bool]]]:
    """
    The fields of every kind of event: name, type, whether null is a value, whether optional.
    """

def event_words() -> dict[str, tuple[str, str, bool]]:
    """
    How PDN says every kind of event: its command, the other one where its flag is set or it does not stand, and whether its side is left out because it is the one to move.
    """

def event_traces() -> dict[str, tuple[str, str]]:
    """
    What every kind of event means to those who read a log, and the sentence that tells of it where no view shows it.
    """

def question_faces() -> dict[str, tuple[str, str, str]]:
    """
    By the kind of event that asks: the field of a state that holds the question while it stands, and the kinds that accept and decline it.
    """

def terminations() -> list[str]: ...

def reason_faces() -> dict[str, tuple[str, list[tuple[str, str]]]]:
    """The rule and the fields of every reason of the procedure."""

class LawQuestion:
    """What a player is asked besides moves."""

    def __init__(self, game: LawGame, about: str, win: int) -> None: ...

    def asked(self) -> tuple[Position, int] | None:
        """
        The position to be scored next, and how many of the game's come before it.
        """

    def score(self, value: int) -> None: ...

    @property
    def answer(self) -> Literal['no', 'yes', 'huff', 'compel', 'stand']: ...

    @property
    def square(self) -> int: ...

def law_task(game: LawGame, side: str, lets_stand: bool) -> Literal['answer_offer', 'decline', 'answer_fault', 'stand', 'claim_draw', 'move']:
    """What a side has to do now."""

def law_overlooks_fault(game: LawGame, share: float, seed: int) -> bool:
    """
    Whether a level that overlooks this share does not notice the fault it could answer.
    """

def law_may_offer(game: LawGame, side: str, at: int | None) -> bool: ...

def law_allowance(game: LawGame, side: str) -> tuple[int, int] | None:
    """
    What the clock gives to the next move: what it shows and what the move brings, in ms.
    """

def round_refused(side: str, games: Iterable[LawGame]) -> ReasonValues | None: ...

def round_score(side: str, games: Iterable[LawGame]) -> tuple[int, int]: ...

def round_possible(side: str, games: Iterable[LawGame]) -> list[int]: ...

def round_is_over(side: str, games: Iterable[LawGame]) -> bool: ...

def rules_contradiction(json: str) -> ReasonValues | None:
    """Why the switches of a record make no game."""

def unreachable(position: Position) -> list[ReasonValues]:
    """Why no game reaches a position from which one is to begin."""

def pdn_tidy(text: str) -> str: ...

def pdn_command(event: EventFields, stands: bool) -> str: ...

def pdn_time(milliseconds: int) -> str: ...

def pdn_result(score: str, gametype: str, result_format: str) -> str: ...

def pdn_meaning(result: bytes) -> str | None:
    """What a result means, from its UTF-8; None for a text that is none."""

def pdn_decisive(result: bytes) -> bool:
    """Whether a result is a win in single points, from its UTF-8."""

def pdn_board(ruleset: Ruleset) -> str:
    """The GameType of a game that has none of its own."""

def pdn_fen(position: Position) -> str:
    """The FEN of a position, with draw counts only where they say something."""

def pdn_start(position: Position) -> str | None:
    """The FEN of a start, None where the game begins there anyway."""

def pdn_written(tags: Iterable[tuple[str, str]], rows: Iterable[StepRow], sign: str = '') -> str:
    """
    A game from its tags and the rows of its tree; `sign` stands in captures, where it is one.
    """

def pdn_step(rows: Iterable[StepRow]) -> str:
    """The last step of a tree of one or two, without number and comment."""

def pdn_tree(game: LawGame) -> list[StepRow]:
    """The rows of the tree of a game."""

def pdn_agreements(game: LawGame, ballot: str) -> list[tuple[str, str]]: ...

FIRST_WITH_TABLES: int = 7

FIRST_BY_DISTANCE: int = 9

FIRST_WITH_BOOK: int = 10

SOUND: int = 4000

ENOUGH: int = 400000

PATIENCE: float = 20.0

ALL_CAPTURES: int = 1000

class FoundLine:
    """One line of play that a search found."""

    @property
    def moves(self) -> list[Move]:
        """The best play of both sides."""

    @property
    def score(self) -> int:
        """Hundredths of a man, for the side to move."""

    @property
    def bound(self) -> Literal['exact', 'lower', 'upper']:
        """Whether the score is exact, or at least or at most so much."""

    @property
    def depth(self) -> int:
        """Plies searched completely."""

    @property
    def worth(self) -> tuple[int, int, int] | None:
        """
        What the tables say of it for the side to move: value, plies to the end (-1: a draw, or not known), and the number of the draw rule that ends the game before, or -1.
        """

class SearchResult:
    """What a search found."""

    @property
    def best(self) -> Move | None:
        """The move to play; None without one."""

    @property
    def line(self) -> list[Move]:
        """The best play of both sides."""

    @property
    def lines(self) -> list[FoundLine]:
        """The best lines, the best first."""

    @property
    def score(self) -> int:
        """Hundredths of a man, for the side to move."""

    @property
    def depth(self) -> int:
        """Plies searched completely."""

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

class EndgameProbe:
    """Endgame tables that a search can ask."""

    @property
    def most_pieces(self) -> int:
        """The tables know positions of at most so many pieces."""

class Weights:
    """The weights of a learned evaluation; they do not change."""

    def __init__(self, file: bytes) -> None:
        """Read a file of weights. Raises ValueError where it is none or damaged."""

    @property
    def id(self) -> int:
        """A checksum that tells weights apart."""

    def fits(self, ruleset: Ruleset) -> bool:
        """Return whether they are of the board of a game."""

class Book:
    """Opening moves that were found before the game; they do not change."""

    def __init__(self, file: bytes) -> None:
        """Read a book. Raises ValueError where it is none or damaged."""

    def __len__(self) -> int: ...

    def moves(self, position: Position) -> LegalMoves:
        """Those of the legal moves that the book plays, mostly none."""

    def draw(self, position: Position, seed: int = 0) -> Move | None:
        """The move of the book that a seed chooses; None without one."""

class Chosen:
    """What a level plays."""

    @property
    def line(self) -> list[Move]:
        """The move and what is expected after it; empty without a move."""

    @property
    def damaged(self) -> bool:
        """Whether nothing was chosen because the tables are damaged."""

    @property
    def found(self) -> SearchResult | None:
        """What was searched, if anything was."""

class Search:
    """An alpha-beta search with its transposition table."""

    def __init__(self, megabytes: int = 16) -> None: ...

    def run(self, position: Position, past: Sequence[Position] = (), *, depth: int = 99, nodes: int = 0, seconds: float = 0.0, clock: float = 0.0, increment: float = 0.0, moves_to_go: int = 0, noise: int = 0, taste: int = 0, blind: int = 0, seed: int = 0, quiescence_depth: int = 1000, repetition: int = 3, excluded: Sequence[Move] = (), minimax: bool = False, lines: int = 1, threads: int = 1, weights: Weights | None = None, endgames: EndgameProbe | None = None, judged: bool = False, evaluation: Evaluator[P] | None = None, iteration: Callable[[SearchResult], object] | None = None) -> SearchResult:
        """
        Search until the first limit is reached (0: none). `past` are the earlier positions of the game, `weights` those of the evaluation (None: the one made by hand). `judged`: lines are ordered and scored by the tables `endgames`, best play without errors. `evaluation` is an `Evaluation` in place of the core's. `iteration` is called with what is found after each depth; what it raises ends the search.
        """

    def choose(self, on: LawGame | Position, past: Sequence[Position], limit: LimitFields, level: LevelFields, *, repetition: int = 3, seed: int = 0, threads: int = 1, weights: Weights | None = None, endgames: EndgameProbe | None = None, replaceable: bool = False, book: Book | None = None, replies: bool = False, evaluation: Evaluator[P] | None = None, iteration: Callable[[SearchResult], object] | None = None) -> Chosen:
        """
        Choose the move of a level (`crownhead.engines.levels.Level`) within a `Limit`. `replaceable`: nothing is chosen by damaged tables. `replies`: a reply is expected even where nothing had to be searched.
        """

    def score(self, position: Position, past: Sequence[Position], level: LevelFields, *, repetition: int = 3, seed: int = 0, threads: int = 1, weights: Weights | None = None, endgames: EndgameProbe | None = None, evaluation: Evaluator[P] | None = None) -> SearchResult:
        """Search a position as a level decides by it: without its errors."""

    def stop(self) -> None:
        """End the running search and later ones, until `ready`."""

    def ready(self) -> None:
        """Allow searches again after `stop`."""

    def clear(self) -> bool:
        """Forget earlier searches; False while one runs."""

    def renew(self) -> bool:
        """
        Forget earlier searches and touch the table's memory; False while one runs.
        """

def even_share(limit: LimitFields) -> float:
    """The seconds of a `Limit` for one move of many; 0: no limit."""

MOVES_AHEAD: int = 25

def evaluate(position: Position, weights: Weights | None = None, *, baseline: bool = False) -> int:
    """
    Evaluate a position alone, for the side to move, in hundredths of a man; `baseline`: without the newer instructions, which give the same value.
    """

class EndgameBuilder:
    """The values of slices, and how they are found."""

    def __init__(self, ruleset: Ruleset) -> None: ...

    def positions(self, slice: str) -> int: ...

    def attach(self, slice: str, values: bytearray | memoryview | mmap.mmap) -> None:
        """Say where the values of a slice are or are to be, one byte each."""

    def solve(self, slice: str, threads: int = 1) -> bool:
        """Solve a slice and its mirror image; False if it was stopped."""

    def check(self, slice: str, threads: int = 1) -> dict[str, int] | None:
        """
        Compare all values of a slice with what its moves lead to, and count them; None if it was stopped.
        """

    def pack(self, slice: str, distances: bool) -> bytes:
        """Return the slice that was checked last as it stands in a file."""

    def stop(self) -> None: ...

    @property
    def done(self) -> int: ...

class EndgameTables(EndgameProbe):
    """Endgame tables of one game, for probing."""

    def __init__(self, ruleset: Ruleset, rules: bytes, megabytes: int = 64) -> None: ...

    def attach(self, file: bytes | bytearray | memoryview | mmap.mmap) -> str:
        """Add the bytes of a file; return what is wrong with it, or nothing."""

    def attach_file(self, descriptor: int) -> str:
        """
        Add an open file, of which another descriptor is made; return what is wrong with it, or nothing. Raises OSError.
        """

    @property
    def pieces(self) -> int: ...

    def configurations(self, slice: str) -> int:
        """Return how many placements of men a slice has; 0 if it is not there."""

    def audit(self, slice: str, begin: int, end: int) -> dict[str, int] | str:
        """
        Compare the values of some placements of men with what the moves lead to.
        """

    def load(self, slice: str) -> bool:
        """
        Decode who wins the positions of a slice into memory; False if a block is damaged.
        """

    def fill(self, slice: str, begin: int, end: int) -> bool:
        """
        Work out the positions of a loaded slice in which a capture is to be made; False where a slice that it leads to is not loaded.
        """

    def compare(self, slice: str, begin: int, end: int) -> dict[str, int] | None:
        """
        Compare who wins with what the moves lead to, in slices that are loaded and filled.
        """

    def probe(self, position: Position, distance: bool = True) -> tuple[int, int] | str | None:
        """
        Return value and plies (-1: unknown or a draw); None where no table knows.
        """

    def advise(self, position: Position, past: Sequence[Position] = ()) -> tuple[Move | None, list[Move]] | str | None:
        """
        Return the move that wins soonest or loses latest, None where that is not known, and the moves that give away a win or a draw; None where no table knows.
        """

    def timed(self, positions: Sequence[Position], rounds: int = 1) -> float:
        """
        Probe quiet positions as a search does, round by round; return the seconds passed.
        """

    def follow(self, position: Position, plies: int) -> int | str | None:
        """
        Return the number of the draw rule that ends best play within so many plies, or -1; None where no table knows.
        """

class Prover:
    """Whether one side can force a win, by proof numbers and tables."""

    def __init__(self, hero: str, tables: EndgameProbe | None, positions: int = 4000000) -> None: ...

    def run(self, position: Position, nodes: int) -> int:
        """
        Look at up to so many positions more; return 1: the hero wins, -1: cannot, 0: unknown.
        """

    def known(self, position: Position) -> tuple[int, int]:
        """
        Return what is known of a position, as `run` does, and the turn of a win: it rests on positions of earlier turns.
        """

    @property
    def nodes(self) -> int: ...

    @property
    def full(self) -> bool:
        """Whether there is no room left: it finds nothing more."""

def detect_claim(kind: str, start: Position, line: Sequence[Move]) -> ClaimValues | None:
    """The claim of a kind that a line confirms, None if there is none."""

def claim_holds(kind: str, start: Position, line: Sequence[Move], by: str, men: int = 0, square: int = 0, barred: Move | None = None) -> bool:
    """Whether playing a line out confirms a claim about it."""

def given_away(best_score: int, score: int, men: int = 0) -> float: ...

def accuracy(given: list[float]) -> float | None: ...

class ReportBuilder:
    """The report of a game in the making; it searches nothing."""

    def __init__(self, positions: Sequence[Position], moves: Sequence[Move], given: int = 0) -> None: ...

    @property
    def next_position(self) -> Position | None:
        """The position to be searched next; None at the end."""

    @property
    def effort(self) -> int:
        """How many times the nodes it deserves."""

    @property
    def compared(self) -> bool:
        """Whether several lines of it are wanted."""

    def record(self, score: int, depth: int, line: Sequence[Move], others: Sequence[tuple[Move, int]], proven: str | None = None) -> None:
        """
        Take what a search, and endgame tables, say of the position that is asked about.
        """

    @property
    def known(self) -> int:
        """How many moves are known."""

    @property
    def checked(self) -> int:
        """How many seeming mistakes were searched again."""

    @property
    def suspected(self) -> int:
        """How many moves seem to be mistakes."""

    def fact(self, place: int) -> FactValues:
        """
        Ply, score, best score, line, answer, moves, depth, what is proven after and before, whether by tables, pieces left fewer, whether drawn by lot; the last move of the game has place 0.
        """

    def moments(self) -> list[MomentValues]:
        """
        Ply, kind, whether it is about the answer, claim, claim of the rule of choice, and the sentences as keys of the catalogue with what they name.
        """

    def accuracy(self, side: str) -> float | None: ...

    @property
    def turning_point(self) -> int: ...

def selfplay(ruleset: Ruleset, *, seed: int, first: int, games: int, nodes: int, weights: Weights | None = None, opening_low: int = 6, opening_high: int = 8, repetition: int = 3, most_plies: int = 400, endgames: EndgameProbe | None = None) -> bytes:
    """
    Play the games of these numbers against itself; return them as core/training/played.hpp says.
    """

def match(ruleset: Ruleset, one: Weights | None, other: Weights | None, *, seed: int, first: int, pairs: int, nodes: int, opening_low: int = 6, opening_high: int = 8, repetition: int = 3, most_plies: int = 400, endgames: EndgameProbe | None = None) -> list[int]:
    """
    Play pairs of games between two evaluations, sides changed; return how many gave `one` 0, 1/2, 1, 3/2 and 2 points.
    """

def weights_file(ruleset: Ruleset, payload: bytes) -> bytes:
    """Put the header of a file of weights before its payload."""

class NetworkFit:
    """A network that learns from games."""

    def __init__(self, ruleset: Ruleset, *, seed: int, start: Weights | None = None, unit: float = 1.0) -> None:
        """
        Begin with weights at random, or with those of a network whose payload was written with this `unit`.
        """

    def add(self, games: bytes, first: int) -> bool:
        """
        Take in games, numbered from `first`; False where the bytes hold no games of these rules.
        """

    def epoch(self, *, rates: tuple[float, float], batch: int, result_share: float, score_unit: float, seed: int, threads: int = 1) -> float:
        """Go through all samples once; return their mean loss."""

    def held_out(self, *, result_share: float, score_unit: float) -> float:
        """Return the mean loss on the games kept back."""

    def slope(self) -> float:
        """
        Return the log-odds that a hundredth of a man of the search's score is worth.
        """

    def state(self) -> bytes:
        """
        Return all that passes change: weights, moments and the number of steps.
        """

    def restore(self, state: bytes, seeds: Sequence[int]) -> bool:
        """
        Go on from the `state` after passes of these seeds, once all games are taken in; False where it is none of a network of this size.
        """

    def payload(self, *, unit: float) -> bytes:
        """
        Return the payload of a file of weights, see core/search/eval/network_file.hpp; empty where the weights are too large for it.
        """

    @property
    def games(self) -> int: ...

    @property
    def samples(self) -> int: ...

    @property
    def held_out_samples(self) -> int: ...

class ActionSpace:
    """A fixed number for every move of a game."""

    def __init__(self, ruleset: Ruleset, ranks: int, relative: bool) -> None: ...

    @property
    def size(self) -> int: ...

    @property
    def squares(self) -> int: ...

    def numbers(self, moves: LegalMoves) -> list[int]:
        """Return the number of each move of a list; -1 for one without."""

class PositionBatch:
    """Many positions of one game."""

    def __init__(self, ruleset: Ruleset, positions: Iterable[Position]) -> None: ...

    @staticmethod
    def read(ruleset: Ruleset, size: int, *, relative: bool, planes: numpy.typing.NDArray[numpy.uint8] | None, bits: numpy.typing.NDArray[numpy.uint64] | None, turns: numpy.typing.NDArray[numpy.uint8], counts: numpy.typing.NDArray[numpy.int16] | None, runs: numpy.typing.NDArray[numpy.uint8] | None, threads: int) -> PositionBatch | int:
        """
        Read positions from buffers, or return the number of the first that is none.
        """

    @staticmethod
    def searched(space: ActionSpace, games: bytes) -> tuple[PositionBatch, bytes, bytes, bytes] | None:
        """
        Read games as core/training/played.hpp has them: the positions that were searched, the actions played, scores and results for the side to move; None where they are none of these rules.
        """

    def __len__(self) -> int: ...

    def get(self, type: type[P], place: int) -> P: ...

    def write(self, *, relative: bool, planes: numpy.typing.NDArray[numpy.uint8] | None, bits: numpy.typing.NDArray[numpy.uint64] | None, turns: numpy.typing.NDArray[numpy.uint8] | None, counts: numpy.typing.NDArray[numpy.int16] | None, runs: numpy.typing.NDArray[numpy.uint8] | None, threads: int) -> None:
        """Write what belongs to the positions wherever a buffer is given."""

    def mask(self, space: ActionSpace, mask: numpy.typing.NDArray[numpy.uint8], threads: int) -> tuple[int, int]:
        """
        Mark the legal moves; return the first position that is too complex, and the first with a move that has no number, the size of the batch where there is none.
        """

    def legal(self, space: ActionSpace, counts: numpy.typing.NDArray[numpy.int32]) -> tuple[int, int, bytes]:
        """
        Count the legal moves, and return their numbers one position after the other.
        """

    def play(self, space: ActionSpace, actions: numpy.typing.NDArray[numpy.int32], threads: int) -> PositionBatch | int:
        """
        Make a move in every position, or return the first that has none of its number.
        """

class GameBatch:
    """Many games that are stepped together."""

    def __init__(self, variant: LawVariant, space: ActionSpace, size: int, *, starts: Iterable[Position], automatic: bool, most_plies: int, seed: int) -> None: ...

    def __len__(self) -> int: ...

    def copy(self) -> GameBatch:
        """Return the same games again; their mask is at first all zeros."""

    def get(self, type: type[P], place: int) -> P: ...

    def standing(self, place: int) -> tuple[int, int, int]:
        """
        Return how a game stands (core/arrays/games.hpp), who has won it (1 White, -1 Black), and its plies.
        """

    def begin_all(self, seed: int, threads: int) -> None:
        """Begin all games anew."""

    def begin(self, place: int, position: Position | None = None) -> None:
        """Begin a game anew, from the next of its starts or from a position."""

    def step(self, actions: numpy.typing.NDArray[numpy.int32], rewards: numpy.typing.NDArray[numpy.float32], standings: numpy.typing.NDArray[numpy.uint8], again: bool, threads: int) -> int:
        """
        Make a move in every game; or none, and return the first game in which it is illegal.
        """

    def sample(self, seed: int, actions: numpy.typing.NDArray[numpy.int32], threads: int) -> None:
        """Draw a legal move of every game."""

    def write(self, *, relative: bool, planes: numpy.typing.NDArray[numpy.uint8] | None, bits: numpy.typing.NDArray[numpy.uint64] | None, turns: numpy.typing.NDArray[numpy.uint8] | None, counts: numpy.typing.NDArray[numpy.int16] | None, runs: numpy.typing.NDArray[numpy.uint8] | None, repetitions: numpy.typing.NDArray[numpy.int16] | None, mask: numpy.typing.NDArray[numpy.uint8] | None, threads: int) -> None:
        """
        Write what belongs to the games wherever a buffer is given; the mask is the one of the call before, at first all zeros.
        """

    def legal(self, counts: numpy.typing.NDArray[numpy.int32]) -> bytes:
        """
        Count the legal moves, and return their numbers one game after the other.
        """

def install(hooks: object) -> None: ...

def instruction_set() -> str: ...
