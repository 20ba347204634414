"""One table: a game at the server as its log makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Literal, TypeVar, assert_never

from crownhead.errors import CrownheadError, TooComplex
from crownhead.events import Adjudicated, Event, Resumed
from crownhead.game import Game
from crownhead.lots import Draw, Toss
from crownhead.match import Match
from crownhead.rules import Color
from crownhead.server.clock import DAY
from crownhead.server.messages.entries import (
    Aborted,
    ArbiterAsked,
    ArbiterCalled,
    Away,
    ClockSuspended,
    Contributed,
    DeskActed,
    Followed,
    LeaveSet,
    LotsDrawn,
    LotsPublished,
    LotsReceived,
    RematchDeclined,
    RematchOffered,
    Seated,
    TableEvent,
)
from crownhead.server.messages.views import PlayerKind
from crownhead.server.room.entries import Entry
from crownhead.server.room.naming import apart
from crownhead.server.room.terms import Terms
from crownhead.sides import other

T = TypeVar("T")
Phase = Literal["waiting", "lots", "playing", "over", "aborted"]

LONGEST_COMMAND = 60
PATIENCE = 5_000
"""Milliseconds that the lots wait for contributions, once all players have the commitments."""
LOTS_LAST = 10 * 60_000
"""Milliseconds after which a game is given up whose players do not all come to the draw."""
TOSS_SHOWN, CARD_SHOWN = 2_600, 5_700
"""Milliseconds for which a toss is seen, and a card with its moves played out, before the clock."""
TOO_MANY = 2**19
"""The states that are charged where the core gives up: its whole budget."""
BYTES, BYTES_OF_ENTRY = 100_000, 1_000
"""What a table takes in memory with a view of it, and what each entry of its log does."""
ASKED = 100
"""The states that are charged for whatever is asked about a table, though it is known already."""
MOVES_LOOKED_AT = 16
"""Of the work that all moves are, the part that one of them is at most, once they are listed."""
MOST_MADE = 64
"""Answers that are kept of a table as it stands."""
START_LASTS = 5 * 60_000
"""Milliseconds after which a game between two people is given up whose clock nobody starts."""
ROUND_SHOWN = 5_000
"""Milliseconds from the making of a game of an event until its clock runs."""
MOST_DAYS = 14 * DAY
"""For a first move, too, where there are days for each."""
STRANGERS_START = 30_000
"""Who plays a stranger waits half the time of a side at most, but no less than this."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who has a seat; the side is None until a coin has decided."""

    player: str
    name: str
    kind: PlayerKind = "guest"
    level: int | None = None
    side: Color | None = None
    rating: str | None = None


class Table:
    """Follow one game by its log: `load` a stored one, `add` what happens.

    `seeds` are the secrets of its lots. `add` raises what `Game.add` raises, and then nothing has
    changed. What `fresh` holds is not stored yet.
    """

    def __init__(
        self, name: str, terms: Terms, seeds: dict[str, str], code: str | None, created: int
    ) -> None:
        self.id = name
        self.terms = terms
        self.code = code
        self.created = created
        self.log: list[Entry] = []
        self.fresh: list[Entry] = []
        self.seats: list[Seat] = []
        self.commands: dict[str, int] = {}
        self.card: Draw | None = None
        self.toss: Toss | None = None
        self.contributors: set[str] = set()
        self.receivers: set[str] = set()
        self.received_at: int | None = None
        self.drawn = False
        self.match: Match | None = None
        self.rematch: Color | None = None
        self.rematch_declined: Color | None = None
        self.next: str | None = None
        self.aborted: Color | Literal[""] | None = None
        self.begun: int | None = None
        self.lots_at: int | None = None
        self.held: int | None = None
        self.leave: dict[Color, int] = {}
        self.away: Color | None = None
        self.called: tuple[Color, int] | None = None
        self.asked: int | None = None
        self.halted = False
        self.desk_act = 0
        self.stays: int | None = None
        self.seeds = seeds
        self._noted = 0
        self._cost = (-1, 0)
        self._bill = 0
        self._made: tuple[tuple[int, int], dict[tuple[str, str], Any]] = ((-1, -1), {})
        self.game = Game(start=terms.setup.start)  # what is shown until the real one begins

    @property
    def seq(self) -> int:
        """Return the number of the last entry."""
        return len(self.log)

    @property
    def unsaved(self) -> bool:
        """Return whether anything has happened that is not stored."""
        return bool(self.fresh) or self.game.length != self._noted

    @property
    def bytes(self) -> int:
        """Return about how much memory the table takes, measured in games of all lengths."""
        return BYTES + BYTES_OF_ENTRY * len(self.log)

    @property
    def phase(self) -> Phase:
        """Return how far the table has come."""
        if self.aborted is not None:
            return "aborted"
        if len(self.seats) < 2:
            return "waiting"
        if self.begun is None:
            return "lots"
        return "playing" if self.game.outcome is None else "over"

    @property
    def can_abort(self) -> bool:
        """Return whether the game can still be given up without a result."""
        if self.phase in ("waiting", "lots"):
            return True
        in_event = self.terms.event is not None
        return self.phase == "playing" and self.game.can_abort and not in_event

    @property
    def last_at(self) -> int:
        """Return the time of the last entry."""
        return self.log[-1].at if self.log else self.created

    def of_game(self, at: int) -> int | None:
        """Return a time as the game's events have it: None where it has no clock.

        Whoever acts while the draw of the lots is still shown does so as its end.
        """
        return None if self.terms.setup.time is None else max(at, self.game.state.at or 0)

    def sides(self, player: str | None) -> tuple[Color, ...]:
        """Return the sides that a player has."""
        if player is None:
            return ()
        return tuple(s.side for s in self.seats if s.player == player and s.side is not None)

    def seat_numbers(self, player: str | None) -> tuple[int, ...]:
        """Return which seats a player has: 1 is that of whoever offered the game, 2 the other."""
        if player is None:
            return ()
        return tuple(n for n, seat in enumerate(self.seats, 1) if seat.player == player)

    def has_seat(self, player: str) -> bool:
        """Return whether the player has a seat, though a coin may still decide which."""
        return any(seat.player == player for seat in self.seats)

    def seat(self, side: Color) -> Seat | None:
        """Return who has a side, or None."""
        return next((seat for seat in self.seats if seat.side == side), None)

    @property
    def people(self) -> set[str]:
        """Return the players that are no engines."""
        return {seat.player for seat in self.seats if seat.kind != "engine"}

    def command(self, player: str, id: str) -> str:
        """Return how a player's command is stored: the ids of two players are not the same."""
        number = next((n for n, seat in enumerate(self.seats) if seat.player == player), 0)
        if len(id) > LONGEST_COMMAND:
            id = sha256(id.encode()).hexdigest()[:LONGEST_COMMAND]
        return f"{number}:{id}"

    @property
    def unready(self) -> bool:
        """Return whether a player has not been sent the commitments to the lots."""
        return not self.people <= self.receivers

    @property
    def starts_until(self) -> int | None:
        """Return when the game is given up if nobody starts its clock, None where that is open."""
        clock = self.game.clock
        if self.phase != "playing" or self.alone or clock is None or clock.begun:
            return None
        if self.begun is None or "engine" in {seat.kind for seat in self.seats}:
            return None
        lasts = START_LASTS
        if self.terms.daily:
            lasts = min(clock.control.stages[0].time, MOST_DAYS)
            starter = self.leave.get(self.game.turn, 0)
            return max(self.begun, starter) + lasts
        elif self.terms.rival == "anybody":
            lasts = min(lasts, max(STRANGERS_START, clock.control.stages[0].time // 2))
        return self.begun + lasts

    @property
    def states(self) -> int:
        """Return how many states the core looks at to show the table as it stands.

        Known once a view was made for this seq; before, what its moves take is measured, which is
        long work itself.
        """
        seq, states = self._cost
        if seq != self.seq:
            try:
                states = self.game.position.complexity(self.game.setup.huffing)
            except TooComplex:
                states = TOO_MANY
            self._cost = self.seq, states
        return states

    def charge_view(self, states: int) -> None:
        """Note what a view of the table as it stands has taken, its texts and routes among it."""
        self._cost = self.seq, states
        self._bill += states

    def bill(self) -> int:
        """Return the states spent since this was asked last; what is kept costs little."""
        spent, self._bill = self._bill + ASKED, 0
        return spent

    def cache(self, kind: str, name: str, make: Callable[[], T]) -> T:
        """Return what is made of the table as it stands, and keep it until anything happens."""
        now = self.seq, self.game.length
        if self._made[0] != now:
            self._made = now, {}
        kept = self._made[1]
        key = kind, name
        if key not in kept:
            if len(kept) >= MOST_MADE:
                kept.clear()
            kept[key] = make()
        found: T = kept[key]
        return found

    def note_explained(self) -> None:
        """Note that a move of the table as it stands was looked at, and all of them before."""
        listed = self._cost[0] == self.seq
        self._bill += self.states // MOVES_LOOKED_AT if listed else self.states

    @property
    def host(self) -> str:
        """Return the player who opened the table: its work is done on his behalf."""
        return self.seats[0].player if self.seats else self.id

    @property
    def alone(self) -> bool:
        """Return whether one person has the table for himself."""
        return len(self.seats) == 2 and len(self.people) == 1

    @property
    def is_practice(self) -> bool:
        """Return whether one person has the table for himself and nothing depends on the game.

        There he may stop the clock and be given hints.
        """
        return self.alone and not self.terms.rated

    @property
    def free_side(self) -> Color | None:
        """Return the side of the free seat, or None where a coin is to decide."""
        taken = self.seats[0].side if self.seats else None
        return None if taken is None else other(taken)

    # What happens

    def load(self, entries: Iterable[Entry]) -> None:
        """Follow entries that are stored."""
        for entry in entries:
            self._follow(entry)

    def add(self, event: TableEvent, at: int) -> None:
        """Add an event of the table itself to the log."""
        entry = Entry(self.seq + 1, at, event)
        self._follow(entry)
        self.fresh.append(entry)

    def note(self, at: int) -> None:
        """Put into the log what has happened in the game since."""
        for event in self.game.events_after(self._noted):
            entry = Entry(self.seq + 1, at, event)
            self._noted += 1
            self._release(event)
            self._write(entry)
            self.fresh.append(entry)

    def sign(self, command: str | None) -> list[Entry]:
        """Return the fresh entries as they are to be stored; the last one has the command's id."""
        found = self.fresh
        if found and command is not None:
            found[-1] = replace(found[-1], command=command)
            self.log[-1] = found[-1]
        return found

    def mark_stored(self) -> None:
        """Take the fresh entries as stored for good."""
        if self.fresh and self.fresh[-1].command is not None:
            self.commands[self.fresh[-1].command] = self.fresh[-1].seq
        self.fresh = []

    def _follow(self, entry: Entry) -> None:
        event = entry.event
        match event:
            case Event():
                self.game.follow(event)
                self._noted += 1
                self._release(event)
            case Seated():
                self._seat(event, entry.at)
            case LotsPublished():
                self.lots_at = entry.at
                self._commit(event)
            case LotsReceived():
                self.receivers.add(event.player)
                self.received_at = entry.at
            case Contributed():
                self.receivers.add(event.player)
                self.contributors.add(event.player)
                self.toss = self.toss and self.toss.with_contributions(event.text)
                self.card = self.card and self.card.with_contributions(event.text)
            case LotsDrawn():
                self._draw(entry.at, event.shown)
            case RematchOffered():
                self.rematch = event.by
                self.rematch_declined = None
            case RematchDeclined():
                self.rematch = None
                self.rematch_declined = event.by
            case Followed():
                self.next = event.game
            case ClockSuspended():
                self.held = entry.at
            case LeaveSet():
                self.leave[event.by] = event.until
            case Away():
                self.away = event.by
            case ArbiterCalled():
                self.called = event.by, event.call
            case ArbiterAsked():
                self.asked = event.duty
            case DeskActed():
                self.desk_act, self.halted = event.act, event.halted
            case Aborted():
                self.aborted = event.by or ""
            case _:
                assert_never(event)
        self._write(entry)

    def _release(self, event: Event) -> None:
        if isinstance(event, Resumed):
            # Who plays on though he is on leave does so until he has moved.
            self.stays = None if self.away is None else self.game.state.plies
            self.held = self.away = self.called = None
        if isinstance(event, Adjudicated):
            self.asked = None

    def _write(self, entry: Entry) -> None:
        self.log.append(entry)
        if entry.command is not None:
            self.commands[entry.command] = entry.seq

    # The events of the table

    def _seat(self, event: Seated, at: int) -> None:
        self.seats.append(
            Seat(event.player, event.name, event.who, event.level, event.side, event.rating)
        )
        if len(self.seats) == 2 and not (self.terms.tossed or self.terms.drawn):
            self._begin(at, 0 if self.terms.event is None else ROUND_SHOWN)

    def _commit(self, event: LotsPublished) -> None:
        wanted = {"toss": event.toss, "card": event.card}
        if any(lot is not None and name not in self.seeds for name, lot in wanted.items()):
            raise CrownheadError("The key that sealed the lots of this game is missing")
        if event.toss is not None:
            self.toss = Toss(players=event.toss.players, seed=self.seeds["toss"])
        if event.card is not None:
            self.card = Draw(deck=event.card.deck, seed=self.seeds["card"])

    def draw(self, at: int) -> None:
        """Reveal the seeds and begin the game; a clock waits until the players have seen it."""
        shown = (self.toss and TOSS_SHOWN or 0) + (self.card and CARD_SHOWN or 0)
        self.add(LotsDrawn(dict(self.seeds), shown), at)

    def _draw(self, at: int, shown: int) -> None:
        self.drawn = True
        if self.toss is not None:
            # A toss of before was between names, which the players had from then on.
            names = self.toss.players or tuple(seat.name for seat in self.seats)
            self.seats = [
                replace(seat, name=name, side=side)
                for seat, name, side in zip(self.seats, names, self.toss.sides, strict=True)
            ]
        self._begin(at, shown)

    def _begin(self, at: int, shown: int = 0) -> None:
        white, black = (self.seat(side) for side in ("white", "black"))
        assert white is not None and black is not None
        names = apart(white.name, black.name)
        self.game, self.match = self.terms.begin(*names, at + shown, self.card, self.toss)
        self._noted = self.game.length
        self.begun = at
