"""What is agreed before a game at the server, and how the game begins from it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from typing import Any, Literal

import msgspec

from crownhead import reasons
from crownhead.ballots import DECKS, deck
from crownhead.errors import InvalidRecord, InvalidRules, TooComplex
from crownhead.game import Game
from crownhead.lots import Draw, Toss
from crownhead.match import Match
from crownhead.position import Position, Status
from crownhead.procedure.setup import Setup
from crownhead.rules import Color
from crownhead.server.clock import DAY
from crownhead.server.messages.bodies import Agreement
from crownhead.server.messages.records import AnyGame
from crownhead.server.room import records
from crownhead.timecontrol import TimeControl
from crownhead.variants import VARIANTS, Variant, get

Rival = Literal["computer", "friend", "anybody", "same_device"]

MOST_MOVES = 150
"""Legal and faulty moves of a start together; no position of a real game comes near it."""
MOST_STATES = 100_000
"""A fifth of what the core would do for a position: what follows may be worse than the start."""
MOST_TIME = 14 * DAY
"""No clock gives more than two weeks for a move, or adds more."""
MOST_RESERVE = 60 * DAY
"""And none more for a whole game, or a part of it."""
_EVERY = tuple(f.name for f in fields(Setup))
_OPTIONS = tuple(f.name for f in fields(Setup) if f.name not in ("start", "opening"))


@dataclass(frozen=True, slots=True, kw_only=True)
class EventGame:
    """Where a game stands in an event: which game of which board, and the card it begins with.

    `name` is that of the event; `deck` and `card` are empty where no card was drawn.
    """

    event: str
    name: str
    round: int
    board: int
    number: int
    deck: str = ""
    card: str = ""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Hold the agreement of one game.

    `deck` is that of a match; its second game has `first`, the record of the match so far with the
    `id` of its first game. `side` is the creator's, None where a coin is tossed. `house` is the
    name of house rules: the variant has none, so that equal rules are one ruleset of the core.
    `rated`: the result counts for the players' ratings. `event` is set in a game of an event; then
    its clock runs from the beginning of the round, whoever is there.
    """

    setup: Setup
    rival: Rival
    side: Color | None
    deck: str | None = None
    level: int | None = None
    first: Mapping[str, Any] | None = None
    house: str = ""
    rated: bool = False
    event: EventGame | None = None

    @property
    def variant(self) -> Variant:
        """Return the game that is played."""
        return self.setup.variant

    @property
    def daily(self) -> bool:
        """Return whether there are days for each move: who has moved goes about his business."""
        time = self.setup.time
        return time is not None and is_daily(time)

    @property
    def tossed(self) -> bool:
        """Return whether a coin decides about the sides."""
        return self.side is None

    @property
    def drawn(self) -> bool:
        """Return whether a card is to be drawn before this game."""
        return self.deck is not None and self.first is None

    def begin(
        self, white: str, black: str, at: int, card: Draw | None = None, toss: Toss | None = None
    ) -> tuple[Game, Match | None]:
        """Begin the game, at the time `at`; `card` and `toss` are the lots that were drawn."""
        start = at if self.setup.time else None
        if self.first is not None:
            match = Match.from_json(json.dumps(self.first))
            return match.begin_second(at=start), match
        if self.deck is not None:
            assert card is not None
            # The first of the players has Black, or in a toss the first seat.
            players = (black, white)
            if toss is not None:
                players = toss.players or (players if toss.black == 1 else (white, black))
            options = {name: getattr(self.setup, name) for name in _OPTIONS}
            match = Match.ballot(players=players, drawn=card, toss=toss, at=start, **options)
            return match.games[0], match
        game = Game(white=white, black=black, **{f: getattr(self.setup, f) for f in _EVERY})
        if self.event is not None:
            if self.event.card:
                for move in deck(self.event.deck).card(self.event.card).moves:
                    game.play(move, at=start)
            if game.clock is not None and not game.clock.begun:
                game.resume(at=start)
        return game, None

    def to_dict(self) -> dict[str, Any]:
        """Return the terms as plain data, ready for JSON."""
        return {
            "setup": self.setup.to_dict(),
            "rival": self.rival,
            "side": self.side,
            "deck": self.deck,
            "level": self.level,
            "first": self.first,
            "house": self.house,
            "rated": self.rated,
            "event": None if self.event is None else asdict(self.event),
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Terms:
        """Read terms written by `to_dict`."""
        read = {**values, "setup": Setup.from_dict(values["setup"])}
        if read.get("event") is not None:
            read["event"] = EventGame(**read["event"])
        return cls(**read)


def agree(wish: Agreement, rival: Rival, side: Color | None, level: int | None = None) -> Terms:
    """Return the terms that a request asks for.

    Raises `CrownheadError` where they cannot be played: strangers choose them.
    """
    # What costs nothing is refused first: each new set of house rules stays in the core's memory.
    time = control(wish.time, wish.mode)
    if wish.ballot is not None and (wish.start is not None or wish.ballot not in DECKS):
        raise InvalidRules(f"ballot={wish.ballot!r} is not a deck that begins at the start")
    game, house = variant(wish.variant)
    if wish.ballot is not None and DECKS[wish.ballot] != game.key:
        raise InvalidRules(f"ballot={wish.ballot!r} is not a deck of {game.key} from the start")
    start = Position.initial(game)
    if wish.start is not None:
        start = Position.from_fen(wish.start, game)
        _check(start)
    setup = Setup.of(
        Position.from_fen(start.fen(counters=True), game),
        huffing=wish.huffing,
        refusal_duty=wish.refusal_duty,
        reset_on_progress=wish.reset_on_progress,
        draws=wish.draws,
        offers_after=wish.offers_after,
        time=time,
    )
    _check_size(setup)
    return Terms(
        setup=setup,
        rival=rival,
        side=side,
        deck=wish.ballot,
        level=level,
        house=house,
        rated=wish.rated,
    )


_UNREACHABLE = {
    Status.NO_WHITE: reasons.SideWithoutPieces("white"),
    Status.NO_BLACK: reasons.SideWithoutPieces("black"),
    Status.TOO_MANY_WHITE: reasons.TooManyPieces("white"),
    Status.TOO_MANY_BLACK: reasons.TooManyPieces("black"),
    Status.WHITE_MAN_ON_LAST_ROW: reasons.ManOnLastRow("white"),
    Status.BLACK_MAN_ON_LAST_ROW: reasons.ManOnLastRow("black"),
}


def _check_size(setup: Setup) -> None:
    """Raise `TooComplex` for a start that is more work, or has more moves, than a game has."""
    start = setup.start
    start.complexity(setup.huffing, budget=MOST_STATES)
    moves = len(start.legal_moves)
    if setup.huffing:
        moves += len(start.faulty_moves)
    if moves > MOST_MOVES:
        raise TooComplex(f"The start has {moves} moves; {MOST_MOVES} can be played from")


def _check(start: Position) -> None:
    """Raise `InvalidRules` for a position that no game reaches."""
    status = start.status()
    for flag, reason in _UNREACHABLE.items():
        if flag in status:
            raise InvalidRules(f"start: no game reaches this position ({status.name})", reason)


def variant(wish: AnyGame) -> tuple[Variant, str]:
    """Return the game that is meant, and the name of house rules."""
    if isinstance(wish, str):
        return _take_name_off(get(wish))
    game, house = _take_name_off(records.read(msgspec.to_builtins(wish), Variant.from_dict))
    if VARIANTS.get(game.key) != game:
        records.read(game, Position.initial)
    return game, house


def canonical(setup: Setup) -> tuple[Setup, str]:
    """Return an agreement with the house rules' name beside it; see `Terms.house`."""
    game, house = _take_name_off(setup.variant)
    start = Position.from_fen(setup.start.fen(counters=True), game)
    found = replace(setup, start=start)
    _check_size(found)
    return found, house


def _take_name_off(found: Variant) -> tuple[Variant, str]:
    if VARIANTS.get(found.key) == found:
        return found, ""
    name = " ".join(found.name("en").split())[:40]
    if not name.isprintable():
        raise InvalidRules("names: expected one printable line")
    return Variant.house("", found.rules, notation=found.notation), name


def is_daily(time: TimeControl) -> bool:
    """Return whether a game is played over days: so many for each move, or a reserve of days.

    >>> plain, reserve = control("259200", "per-move"), control("2592000+86400", "fischer")
    >>> [time is not None and is_daily(time) for time in (plain, reserve, control("7200", "delay"))]
    [True, True, False]
    """
    return time.mode in ("per-move", "fischer") and time.stages[0].time >= DAY


@lru_cache(maxsize=256)
def text_of(time: TimeControl | None) -> str | None:
    """Return the text by which a time control is asked for; PDN has no other mode than one.

    >>> text_of(control("300+5", "bronstein"))
    '300+5'
    """
    if time is None:
        return None
    return TimeControl.from_dict({**time.to_dict(), "mode": "fischer"}).pdn


def control(text: str | None, mode: str) -> TimeControl | None:
    """Return the time control that a PDN text and a mode mean."""
    if not text:
        return None
    plain = TimeControl.from_pdn(text)
    if plain is None:
        return None
    most = MOST_TIME if mode == "per-move" else MOST_RESERVE
    if any(stage.time > most or stage.bonus > MOST_TIME for stage in plain.stages):
        raise InvalidRecord(f"Time control: {most // DAY} days are the most, 14 for each move")
    return TimeControl.from_dict({**plain.to_dict(), "mode": mode})
