"""Everything that passes over the socket, as one closed set of messages.

A frame is a JSON object with the field `t`, or one byte: whoever receives `p` answers `q` at once.
Every command carries an `id` of the client's making; sent again, it changes nothing and gets the
answer it got before. What is not understood or not allowed gets `refused`, and changes nothing.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, get_args

from msgspec import Meta, Struct

from crownhead.server.messages.entries import AnyEntry
from crownhead.server.messages.views import Ply, Side, View

Id = Annotated[str, Meta(min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
"""Names one command: a UUID or anything like it, made by the client."""
GameId = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[A-Za-z0-9]+$")]
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
Seq = Annotated[int, Meta(ge=0, le=1_000_000)]

# Acts: what a player does in a game. `by` is needed only by one person who has both sides.


class Act(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", kw_only=True):
    """What all acts share: the side it is done for, by default the one that can do it now."""

    by: Side | None = None


class GameAct(Act, frozen=True):
    """What the acts share that are events of the game itself: the kind of that event."""

    event: ClassVar[str]


class MoveAct(GameAct, frozen=True, tag="move"):
    """Play a move; `text` is any notation of it, best as in `view.legal` or `view.faulty`."""

    event = "played"
    text: MoveText


class OfferAct(GameAct, frozen=True, tag="offer"):
    """Offer a draw."""

    event = "draw_offered"


class AcceptAct(GameAct, frozen=True, tag="accept"):
    """Accept the standing draw offer."""

    event = "draw_accepted"


class DeclineAct(GameAct, frozen=True, tag="decline"):
    """Decline the standing draw offer, as a move does; see `view.would_refuse` before."""

    event = "draw_declined"


class WithdrawAct(GameAct, frozen=True, tag="withdraw"):
    """Withdraw the own draw offer."""

    event = "draw_withdrawn"


class ClaimAct(GameAct, frozen=True, tag="claim"):
    """Claim a draw, or announce the move that brings it about."""

    event = "draw_claimed"
    move: MoveText | None = None


class HuffAct(GameAct, frozen=True, tag="huff"):
    """Remove the piece on `square`, which should have captured (H1)."""

    event = "huffed"
    square: Annotated[int, Meta(ge=1, le=200)]


class CompelAct(GameAct, frozen=True, tag="compel"):
    """Compel: the faulty move is taken back; a capture must be played instead (H2)."""

    event = "compelled"


class StandAct(GameAct, frozen=True, tag="stand"):
    """Waive: the faulty move stands, said in so many words (H3)."""

    event = "stood"


class ResignAct(GameAct, frozen=True, tag="resign"):
    """Give up."""

    event = "resigned"


class AbortAct(Act, frozen=True, tag="abort"):
    """Give the game up without a result, before both sides have moved."""


class TakebackAct(GameAct, frozen=True, tag="takeback"):
    """Ask to take plies back; the computer, and who plays alone, agrees at once."""

    event = "takeback_requested"
    plies: Annotated[int, Meta(ge=1, le=5000)] = 1


class TakebackAcceptAct(GameAct, frozen=True, tag="takeback_accept"):
    """Agree to take back."""

    event = "takeback_accepted"


class TakebackDeclineAct(GameAct, frozen=True, tag="takeback_decline"):
    """Do not agree to take back."""

    event = "takeback_declined"


class PauseAct(GameAct, frozen=True, tag="pause"):
    """Stop the clocks of a game that nobody else plays."""

    event = "paused"


class ResumeAct(GameAct, frozen=True, tag="resume"):
    """Go on after `pause`, or after the server itself paused the game."""

    event = "resumed"


class ContributeAct(Act, frozen=True, tag="contribute"):
    """Add a line to the lots while `view.phase` is `lots` (C5, E5); any random text does."""

    text: Annotated[str, Meta(min_length=1, max_length=100)]


class RematchAct(Act, frozen=True, tag="rematch"):
    """Offer another game with the sides swapped, or accept that offer."""


class RematchDeclineAct(Act, frozen=True, tag="rematch_decline"):
    """Decline the other side's offer of another game: `view.rematch_declined`, for good."""


class NextAct(Act, frozen=True, tag="next"):
    """Begin the second game of a match."""


AnyGameAct = (
    MoveAct
    | OfferAct
    | AcceptAct
    | DeclineAct
    | WithdrawAct
    | ClaimAct
    | HuffAct
    | CompelAct
    | StandAct
    | ResignAct
    | TakebackAct
    | TakebackAcceptAct
    | TakebackDeclineAct
    | PauseAct
    | ResumeAct
)
AnyAct = AnyGameAct | AbortAct | ContributeAct | RematchAct | RematchDeclineAct | NextAct

ACTS: dict[str, str] = {
    act.event: str(act.__struct_config__.tag)
    for act in get_args(AnyGameAct)
    if act not in (PauseAct, ResumeAct)  # of the clock, not of the game; the table says when
}
"""The act by which a player brings about an event of a kind."""

# From the client


class Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    """What every message of a client is."""


class Hello(Message, frozen=True, tag="hello"):
    """Open the conversation; sentences come in `lang` (`de`, else English)."""

    lang: Annotated[str, Meta(max_length=35)] = "en"


class Watch(Message, frozen=True, tag="watch"):
    """Follow a game, as a player or as a spectator; answered by `snapshot`.

    `since` is the last seq the client holds (0: none): `snapshot` brings the events after it.
    """

    game: GameId
    since: Seq = 0


class Unwatch(Message, frozen=True, tag="unwatch"):
    """Stop following a game."""

    game: GameId


class Do(Message, frozen=True, tag="do"):
    """Do something in a game; answered by `ack` or `refused`.

    `seq` is the last seq the client holds: if more has happened the answer is `refused` with code
    `stale`, and a `snapshot`.
    """

    id: Id
    game: GameId
    seq: Seq
    act: AnyAct


class Explain(Message, frozen=True, tag="explain"):
    """Ask why a move would be refused; answered by `reason`."""

    id: Id
    game: GameId
    text: MoveText


class AskHint(Message, frozen=True, tag="hint"):
    """Ask the computer for a move, where nobody else plays; answered by `hint`."""

    id: Id
    game: GameId


class AskHistory(Message, frozen=True, tag="history"):
    """Ask for every position of a game, to step through it; answered by `history`."""

    id: Id
    game: GameId


class WatchLobby(Message, frozen=True, tag="lobby"):
    """Begin or end to follow the lobby; answered by `lobby`, and `lobby_news` from then on."""

    on: bool


class WatchEvent(Message, frozen=True, tag="watch_event"):
    """Follow a competition; answered by `event_changed`, as is every change from then on.

    What has changed is asked for by HTTP.
    """

    event: GameId


class UnwatchEvent(Message, frozen=True, tag="unwatch_event"):
    """Follow a competition no longer."""

    event: GameId


ClientMessage = (
    Hello
    | Watch
    | Unwatch
    | Do
    | Explain
    | AskHint
    | AskHistory
    | WatchLobby
    | WatchEvent
    | UnwatchEvent
)

# To the client


class Reply(Struct, frozen=True, tag_field="t"):
    """What every message of the server is."""


class Welcome(Reply, frozen=True, tag="welcome"):
    """Answer `hello`: who the client is, and the server's time in ms since 1970."""

    name: str
    version: str
    time: int


class Snapshot(Reply, frozen=True, tag="snapshot"):
    """Show a game as it stands; `you` are the sides that the reader plays (none: a spectator).

    `seats` are the reader's seats, known before a coin has decided about the sides: 1 is that of
    whoever offered the game, 2 that of the one who took the offer.
    `events` are those after the `since` of `watch`. `code` is the invitation for a free seat, shown
    to its player only. `time` is the server's time. `until` is when the game is given up if nobody
    makes the first move, where that is so.
    """

    game: str
    seq: int
    you: tuple[Side, ...]
    here: dict[Side, bool]
    code: str | None
    time: int
    events: tuple[AnyEntry, ...]
    view: View
    until: int | None = None
    seats: tuple[int, ...] = ()


class Update(Reply, frozen=True, tag="event"):
    """What happened: the events up to `seq`, each with its own `seq`, and the game after it.

    Whoever holds a seq below that of the first event asks with `watch`. `you` are the reader's
    sides where the lots have just decided them, `until` is as in `snapshot`.
    """

    game: str
    seq: int
    events: tuple[AnyEntry, ...]
    view: View
    you: tuple[Side, ...] | None = None
    until: int | None = None


class Presence(Reply, frozen=True, tag="here"):
    """Which players are connected."""

    game: str
    here: dict[Side, bool]


class Talked(Reply, frozen=True, tag="talked"):
    """Something was said in a game of the reader's; `last` is its number."""

    game: str
    last: int


class Ack(Reply, frozen=True, tag="ack"):
    """Confirm a command; what it did is stored for good, and the game has reached `seq`.

    `next` is the game that the command began.
    """

    id: str
    game: str
    seq: int
    next: str | None = None


Code = Literal[
    "not_your_turn",
    "illegal_move",
    "invalid_move",
    "ambiguous_move",
    "stale",
    "no_seat",
    "not_allowed",
    "unknown_game",
    "bad_message",
    "too_large",
    "too_fast",
    "unavailable",
]


class Refused(Reply, frozen=True, tag="refused"):
    """A message changed nothing, and why.

    `id` and `game` are those of the message, as far as they could be read. `sentence` is in the
    language of the reader; `detail` says in English what a program has to mend, such as a field
    that is wrong, and only an English sentence holds it, too. For a refusal by the rules or the
    procedure `reason` is the typed Reason (`code`, `rule` and its fields), `rule` its rule,
    `squares` the squares to mark and `moves` the moves that would have been right. For `stale`,
    `seq` is the one reached. After `too_fast`, try again in `wait` milliseconds.
    """

    code: Code
    sentence: str
    id: str | None = None
    game: str | None = None
    rule: str = ""
    squares: tuple[int, ...] = ()
    moves: tuple[str, ...] = ()
    reason: dict[str, Any] | None = None
    seq: int | None = None
    wait: int = 0
    detail: str = ""


class Why(Reply, frozen=True, tag="reason"):
    """Answer `explain`: all fields empty where the move is legal."""

    id: str
    rule: str
    sentence: str
    squares: tuple[int, ...]
    moves: tuple[str, ...]
    reason: dict[str, Any] | None


class Hint(Reply, frozen=True, tag="hint"):
    """Answer a request for a hint, for the position after `ply` plies.

    `text` is the move, `line` the best play of both sides that begins with it.
    """

    id: str
    game: str
    ply: int
    text: str
    line: tuple[str, ...]


class History(Reply, frozen=True, tag="history"):
    """Answer a request for the positions of a game, from the start to the present one."""

    id: str
    game: str
    plies: tuple[Ply, ...]


class Offer(Struct, frozen=True):
    """One game with a free seat: an open offer of the lobby, or what an invitation is for.

    `name` is who offers it, `bot` whether he is a program by his own word. `side` is the side that
    is free, None where a coin decides. `time` is the PDN TimeControl, `mode` how its bonus is
    given, `start` the FEN of an agreed position, `rating` that of who offers it, where it is rated.
    The rest is as in the request for a game.
    """

    game: str
    name: str
    variant: str
    house: dict[str, Any] | None
    side: Side | None
    time: str | None
    huffing: bool
    ballot: str | None
    created: int
    bot: bool = False
    mode: Literal["fischer", "bronstein", "delay", "per-move"] = "fischer"
    start: str | None = None
    refusal_duty: int = 0
    reset_on_progress: bool = False
    draws: Literal["rules", "claim", "automatic"] = "rules"
    offers_after: int = 0
    rated: bool = False
    rating: str | None = None


class Lobby(Reply, frozen=True, tag="lobby"):
    """Show the lobby: the offers, newest first, and how many games people play there now.

    `more`: there are others. By socket they follow at once as `lobby_news`, by HTTP they can be
    asked for.
    """

    offers: tuple[Offer, ...]
    games: int
    more: bool = False


class LobbyNews(Reply, frozen=True, tag="lobby_news"):
    """What has changed in the lobby: offers that are there now, and the games of those that went.

    `created` tells the place of an offer: the newest is first.
    """

    added: tuple[Offer, ...]
    gone: tuple[str, ...]
    games: int


class ChallengeNews(Reply, frozen=True, tag="challenges"):
    """The challenges of the account are others than before: `GET /api/challenges` has them."""


class EventChanged(Reply, frozen=True, tag="event_changed"):
    """A competition has reached `seq`: `GET /api/events/{event}/after/{seq}` has what is new."""

    event: str
    seq: int


class EventGameBegun(Reply, frozen=True, tag="event_game"):
    """The reader's game of a competition has begun."""

    event: str
    game: str


class Closing(Reply, frozen=True, tag="closing"):
    """Announce that the server ends the connection; connect again after `wait` milliseconds.

    `restart`: clocks of running games stand until the server is back. `slow`: the client did not
    read fast enough. `replaced`: too many connections of one guest.
    """

    reason: Literal["restart", "slow", "replaced"]
    wait: int


ServerMessage = (
    Welcome
    | Snapshot
    | Update
    | Presence
    | Talked
    | Ack
    | Refused
    | Why
    | Hint
    | History
    | Lobby
    | LobbyNews
    | ChallengeNews
    | EventChanged
    | EventGameBegun
    | Closing
)
