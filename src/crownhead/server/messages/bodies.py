"""The bodies of the HTTP API; the documents at /schema are made from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from crownhead.server.messages.frames import AnyAct, GameId, Id, Offer, Seq
from crownhead.server.messages.records import AnyGame
from crownhead.server.messages.views import Phase, Players, Side, View

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Fen = Annotated[str, Meta(min_length=1, max_length=1000)]
Whole = Annotated[dict[str, Any], Meta(max_length=32)]
"""A record whose parts are looked at before it is read, and bounded there (`room/records.py`)."""


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """What every body from outside is: unknown fields are refused."""


class Computer(Body, frozen=True, tag_field="kind", tag="computer"):
    """Play the built-in engine at a level from 1 to 10."""

    level: Annotated[int, Meta(ge=1, le=10)] = 3


class Friend(Body, frozen=True, tag_field="kind", tag="friend"):
    """Play whoever redeems the invitation code."""


class Anybody(Body, frozen=True, tag_field="kind", tag="anybody"):
    """Play the first who takes the offer in the lobby."""


class SameDevice(Body, frozen=True, tag_field="kind", tag="same_device"):
    """Play both sides on one device; `name` is the second player's."""

    name: Name = "2"


Opponent = Computer | Friend | Anybody | SameDevice


class Agreement(Body, frozen=True, kw_only=True):
    """What is agreed before a game; all is optional but the variant.

    `variant` is a key, or for house rules the record that `crownhead variants --json` prints.
    `time` is a PDN TimeControl (`300+5`, `40/7200:3600`), `mode` how its bonus is given. `ballot`
    is a deck: a match of two games from one card. None is the default of the variant. `rated`
    games are between accounts, or of one against a level of the computer, with a clock, by the
    rules of a game as they stand.
    """

    variant: AnyGame = "english"
    start: Fen | None = None
    time: Annotated[str, Meta(max_length=60)] | None = None
    mode: Literal["fischer", "bronstein", "delay", "per-move"] = "fischer"
    huffing: bool | None = None
    refusal_duty: Annotated[int, Meta(ge=0, le=1000)] | None = None
    reset_on_progress: bool = False
    draws: Literal["rules", "claim", "automatic"] = "rules"
    offers_after: Annotated[int, Meta(ge=0, le=1000)] = 0
    ballot: Annotated[str, Meta(max_length=40)] | None = None
    rated: bool = False


class NewGame(Agreement, frozen=True, kw_only=True):
    """Begin a game, or wait for an opponent.

    `side` is the own side: None is the one that begins, `toss` has a coin decide that both players
    can check (against people). `id` is made by the client: a repeated request begins one game only.
    """

    opponent: Opponent
    side: Side | Literal["toss"] | None = None
    id: Id | None = None


class Begun(Struct, frozen=True):
    """A game begun or joined: its id, the own sides, the invitation code while a seat is free."""

    game: str
    you: tuple[Side, ...]
    code: str | None = None


class Pairing(Agreement, frozen=True, kw_only=True):
    """Join the open offer that fits best, or make this one (quick pairing).

    `waiting` is the own offer that was made so before: whoever asks again with it is taken to
    others that have come within reach meanwhile.
    """

    id: Id | None = None
    waiting: GameId | None = None


class Reach(Struct, frozen=True):
    """Which opponents suit somebody who waits, and when the bounds become wider.

    `points`: so many more or less of rating, null for any. `times`: other times of the same tempo,
    too. `wider` is the milliseconds until the bounds become wider, null if they will not.
    """

    points: int | None
    times: bool
    wider: int | None


class Paired(Struct, frozen=True):
    """The game that somebody was paired into; with a `reach` he waits there for another."""

    game: str
    you: tuple[Side, ...]
    reach: Reach | None = None


class Command(Body, frozen=True):
    """An act by HTTP. Without `seq` it is tried on whatever the game has come to."""

    id: Id
    act: AnyAct
    seq: Seq | None = None


class Naming(Body, frozen=True):
    """A new name for the guest; blanks alone give back the first one.

    `bot` says that the guest is a program, or is none; left out, it stays as it was.
    """

    name: Name
    bot: bool | None = None


class GameSummary(Struct, frozen=True):
    """One game in a list.

    `falls` is when the running clock will be at nought, `daily`: the game is played over days.
    Where it stands because the side `away` is on leave, it goes on at `until`.
    """

    game: str
    variant: str
    house: dict[str, Any] | None
    phase: Phase
    players: Players
    you: tuple[Side, ...]
    turn: Side | None
    result: str | None
    created: int
    daily: bool = False
    falls: int | None = None
    away: Side | None = None
    until: int | None = None


class Me(Struct, frozen=True):
    """Who asks: the name, the games that are open, newest first, whether it is a program.

    `account`: he has signed in; else he is a guest.
    """

    name: str
    games: tuple[GameSummary, ...]
    bot: bool = False
    account: bool = False


class Invited(Struct, frozen=True):
    """What an invitation is for; `yours`: the reader has a seat there already."""

    offer: Offer
    yours: bool


RunningOrder = Literal["newest", "strongest"]


class Running(Struct, frozen=True):
    """A game that two people play now, and that anybody may watch.

    `board` is as in the view, `time` the PDN TimeControl, `changed` the time of its last event,
    `strength` the mean of both players' best ratings in the game, null where one has none.
    """

    game: str
    variant: str
    house: dict[str, Any] | None
    players: Players
    board: str
    fen: str
    turn: Side
    ply: int
    time: str | None
    created: int
    changed: int
    strength: int | None = None


class Shown(Struct, frozen=True):
    """A game as it stands, after `seq` events; `until` and `seats` are as in `snapshot`."""

    game: str
    seq: int
    you: tuple[Side, ...]
    view: View
    until: int | None = None
    seats: tuple[int, ...] = ()


class HandIn(Body, frozen=True):
    """A game or a round of two games that was played without a connection.

    `record` is what `Game.to_json` or `Match.to_json` gives (as an object); it is replayed, and
    refused where it does not follow the rules. Lots for card and sides have the same contributions.
    `you` are the sides the guest had, his own before that of a second player on the same device,
    in a round those of its first game. `level` is that of the computer on the other side, `id` the
    client's own name for it: handed in twice, it is stored once. The answer names the last game.
    `toss` is what `Toss.to_dict` gives, for a single game whose sides were tossed for: a round's
    stands in its record. The guest has seat 1 of a toss.
    """

    id: Id
    record: Whole
    you: Annotated[tuple[Side, ...], Meta(min_length=1, max_length=2)]
    level: Annotated[int, Meta(ge=1, le=10)] | None = None
    toss: Whole | None = None


class VariantSummary(Struct, frozen=True):
    """One game that can be played: the record of `crownhead variants --json`, and its decks."""

    record: dict[str, Any]
    decks: tuple[str, ...]
