"""What a client needs to draw a game and to take input: one value, the whole state.

The offline worker of the web client makes the same value, so nothing in it depends on the server.
Squares are the numbers that a FEN of the variant uses, times are milliseconds.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Side = Literal["white", "black"]
PlayerKind = Literal["guest", "account", "bot", "engine"]
"""Who plays: a person, or a program (`bot` by its own word, `engine` the server's own)."""
Phase = Literal["waiting", "lots", "playing", "over", "aborted"]


class MoveView(Struct, frozen=True):
    """One playable move, with every route that leads to its outcome.

    `text` is the shortest clear notation of the game: send it back as it is. A route begins at the
    origin and ends at the target. `take` is the number of pieces taken.
    """

    text: str
    origin: int
    target: int
    captures: tuple[int, ...]
    routes: tuple[tuple[int, ...], ...]
    crowns: bool


class LastMove(Struct, frozen=True):
    """The move that led to the position; `faulty` if it ignored or broke off a capture (H)."""

    text: str
    origin: int
    target: int
    captures: tuple[int, ...]
    route: tuple[int, ...]
    crowns: bool
    faulty: bool


class Must(Struct, frozen=True):
    """A piece that must capture (ring it); `take` is the number where a majority rule decides."""

    square: int
    take: int | None


class CounterView(Struct, frozen=True):
    """One count that runs towards a draw; the client shows it from the tenth last on.

    `rule` names it (`draw_rule.RULE` in the catalogue), `unit` what is counted, `side` whose moves
    are counted where only one side's are, `resets` what starts it again; `automatic`: nobody has
    to claim.
    """

    rule: str
    made: int
    limit: int
    unit: Literal["plies", "occurrences", "own-moves"]
    side: Side | None
    resets: tuple[Literal["capture", "man_move", "crowning"], ...]
    automatic: bool


class ClockView(Struct, frozen=True):
    """Both clocks as they stood at `since`, a time of the server in milliseconds since 1970.

    `running` has less with each millisecond after `since` + `delay`; None: both stand. `control`
    is the PDN TimeControl, `mode` how the bonus is given.
    """

    white: int
    black: int
    running: Side | None
    since: int | None
    delay: int
    control: str
    mode: Literal["fischer", "bronstein", "delay", "per-move"]


class Duty(Struct, frozen=True):
    """The count of a side that refused a draw (E24): `made` of `limit` own moves."""

    side: Side
    made: int
    limit: int


class TakebackView(Struct, frozen=True):
    """A request to take back `plies` plies that waits for the other side's answer."""

    by: Side
    plies: int


class ClaimView(Struct, frozen=True):
    """A draw that `by` can claim now; `move` is the move to announce with it, or None."""

    rule: str
    by: Side
    move: str | None


class GameOutcome(Struct, frozen=True):
    """How the game ended, as the core tells it.

    `termination` is a value of `crownhead.Termination` or `aborted`, `reason` the ground of a
    verdict.
    """

    winner: Side | None
    termination: str
    rule: str
    reason: str


class Ended(GameOutcome, frozen=True):
    """How the game ended; `sentence` says it in the language of the reader.

    `termination` is a value of `crownhead.Termination` or `aborted`, `reason` the ground of a
    verdict.
    """

    sentence: str


class VerdictView(Struct, frozen=True):
    """The verdict given since the last move on a side that refused a draw (E24).

    `advantage`: the side has shown a decided advantage, and play goes on. `reason` is the ground,
    of a program `tables: win in 61 plies`, `search: win in 23 plies`, or
    `margin: nodes 2000000, depth 31, score +190, margin 100`, in hundredths of a man.
    """

    side: Side
    advantage: bool
    reason: str


class PlayerView(Struct, frozen=True):
    """Who has a side; `level` is that of the built-in engine."""

    name: str
    kind: PlayerKind
    level: int | None = None
    rating: str | None = None


class Players(Struct, frozen=True):
    """Both players; None: the seat is free."""

    white: PlayerView | None
    black: PlayerView | None


class Lot(Struct, frozen=True):
    """One drawing of lots that everybody can check (`crownhead.lots`; C5, E5).

    `header` are the lines that say what is drawn, `lots` how many there are. `seed` stays empty
    until the draw; `result` is then the code of the card, or the seat that has Black, `1` or `2`
    (in a toss of before, whose header has names: a name), and `sides` of a toss those of the seats.
    """

    kind: Literal["card", "toss"]
    header: tuple[str, ...]
    lots: int
    commitment: str
    contributions: tuple[str, ...]
    seed: str
    result: str
    sides: tuple[Side, ...] = ()


class Card(Struct, frozen=True):
    """The card of a ballot match: its deck, code, name, and the moves it prescribes."""

    deck: str
    code: str
    name: str
    moves: tuple[str, ...]


class MatchView(Struct, frozen=True):
    """A round of two games with one card (C1 to C5).

    `players` are the two names, `score` their half points in the same order (2 for a win),
    `number` says which game this is, `games` are the ids of those begun. `winner` is None while
    the round is open and for a drawn round; `over` tells which.
    """

    players: tuple[str, ...]
    score: tuple[int, ...]
    number: int
    games: tuple[str, ...]
    card: Card | None
    over: bool
    winner: str | None


class CoreView(Struct, frozen=True, kw_only=True):
    """What the core shows of a game (`core/game/shown.hpp`), under the names of `View`."""

    board: str
    turn: Side
    ply: int
    fen: str
    start: str
    moves: tuple[str, ...]
    last: LastMove | None
    legal: tuple[MoveView, ...]
    faulty: tuple[MoveView, ...]
    must: tuple[Must, ...]
    counters: tuple[CounterView, ...]
    clock: ClockView | None
    paused: bool
    offer: Side | None
    refusal_duty: int
    would_refuse: bool
    duties: tuple[Duty, ...]
    verdict_due: Side | None
    huffing: bool
    huffable: tuple[int, ...]
    must_answer: bool
    takeback: TakebackView | None
    claims: tuple[ClaimView, ...]
    allowed: dict[Side, tuple[str, ...]]
    outcome: GameOutcome | None
    verdict: VerdictView | None = None


class EventPlace(Struct, frozen=True):
    """Where a game stands in an event: the event's id and name, round, board, which of its games.

    `card` is the one that was drawn for it. `called` is the side that has called the arbiter, for
    whose decision the game stands. `asked`: an arbiter gives the verdict that is due.
    """

    event: str
    name: str
    round: int
    board: int
    number: int
    card: Card | None
    called: Side | None = None
    halted: bool = False
    asked: bool = False


class View(CoreView, frozen=True, kw_only=True):
    """The whole state of one game, as every client draws it.

    `variant` is the key; house rules have `house`, the record that `Variant.to_dict` gives. `board`
    has one letter for each square: `w` and `b` men, `W` and `B` kings, `e` empty. `legal` are the
    moves of the side to move, `faulty` those that ignore a capture where huffing is on.
    `refusal_duty`: own moves in which to win after refusing a draw (E24), 0 without that duty;
    `would_refuse`: declining the standing offer, as by a move, takes it on. `huffable` are the
    pieces that the side to move may huff now; `must_answer` tells that it has to answer before it
    can move. `allowed` are the acts that each side can take now, `ply` counts the moves that stand,
    `next` is the game that followed (the rematch, or the second game of a match). `verdict` stands
    until the next move. `rematch` is who offers another game, `rematch_declined` who has declined
    it. `daily`: it is played over days. `leave` tells until when a side is on leave, whose clock
    stands meanwhile: `away` is the one for whose leave it stands now.
    `event` is set in a game of an event.
    """

    variant: str
    house: dict[str, Any] | None
    phase: Phase
    players: Players
    outcome: Ended | None
    lots: tuple[Lot, ...]
    match: MatchView | None
    rated: bool
    rematch: Side | None
    next: str | None
    rematch_declined: Side | None = None
    daily: bool = False
    leave: dict[Side, int] = {}
    away: Side | None = None
    event: EventPlace | None = None


class Ply(Struct, frozen=True):
    """One position of a game that is looked through: the board, and the move that led to it."""

    board: str
    turn: Side
    fen: str
    last: LastMove | None
