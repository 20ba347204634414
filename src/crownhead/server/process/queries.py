"""What is read of games: as they stand, why a move is refused, hints, files, pictures, lists."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from crownhead.errors import CrownheadError, EngineError, TooComplex
from crownhead.reasons import Reason
from crownhead.server.clock import milliseconds
from crownhead.server.messages import bodies as r
from crownhead.server.messages import frames as m
from crownhead.server.process.broadcaster import Broadcaster, encode
from crownhead.server.process.computer import Computer
from crownhead.server.process.connection import Connection
from crownhead.server.process.fairqueue import Urgency
from crownhead.server.process.letters import Letters
from crownhead.server.process.lobby import LATELY, house
from crownhead.server.process.matchmaking import code
from crownhead.server.process.tables import Tables
from crownhead.server.process.work import Work
from crownhead.server.quota import charge
from crownhead.server.room import pictures
from crownhead.server.room.entries import Entry
from crownhead.server.room.refusals import Refusal, moves, squares, to_refusal
from crownhead.server.room.table import TOO_MANY, Table
from crownhead.server.room.terms import text_of
from crownhead.server.room.view import history, players, view
from crownhead.server.storage.games import GameStore
from crownhead.variants import VARIANTS

T = TypeVar("T")

MOST_RUNNING = 60
"""Running games in one list."""
MOST_CARDS = 500
"""Running games whose line in the list is kept as of their last event."""
LONG_LOG = 200
"""Entries from which on it takes time to tell them."""
STATES_A_BYTE = 2
"""What is charged for a long answer: it is held in memory until it is read."""


class GameQueries:
    """Show games to those who ask; whatever may be long is computed beside the event loop."""

    def __init__(
        self,
        store: GameStore,
        tables: Tables,
        work: Work,
        broadcaster: Broadcaster,
        computer: Computer,
        letters: Letters,
    ) -> None:
        self._store = store
        self._tables = tables
        self._work = work
        self._broadcaster = broadcaster
        self._computer = computer
        self._letters = letters
        self._cards: OrderedDict[str, tuple[int, r.Running]] = OrderedDict()

    def listen(self, table: Table, _entries: Sequence[Entry] = ()) -> None:
        """Keep what the list says of a game: whoever asks for the list replays none of them."""
        if table.phase == "playing" and len(table.people) == 2:
            self._cards[table.id] = table.seq, _running(table)
            self._cards.move_to_end(table.id)
            if len(self._cards) > MOST_CARDS:
                self._cards.popitem(last=False)
        else:
            self._cards.pop(table.id, None)

    async def snapshot(self, table: Table, connection: Connection, since: int) -> str:
        """Return the frame of a game as it stands, for one reader. Raises `Refusal`."""
        here = self._broadcaster.here(table)

        def work() -> str:
            snapshot = m.Snapshot(
                game=table.id,
                seq=table.seq,
                you=table.sides(connection.guest),
                here=here,
                code=None if connection.looks else code(table, connection.guest),
                time=milliseconds(),
                events=tuple(entry.public() for entry in table.log[since:]),
                view=view(table, connection.language),
                until=table.starts_until,
                seats=table.seat_numbers(connection.guest),
            )
            return encode(snapshot)

        long = len(table.log) - since > LONG_LOG
        frame = await self._of_table(table, work, metered=long)
        if long:
            charge(len(frame) * STATES_A_BYTE)
        return frame

    async def _of_table(
        self,
        table: Table,
        action: Callable[[], T],
        urgency: Urgency = Urgency.MOVE,
        *,
        metered: bool = False,
    ) -> T:
        """Return what is computed for a table. Raises `Refusal`, too where it is too complex."""
        try:
            found, states = await self._work.run_off_loop(
                table.host, lambda: (action(), table.bill()), urgency, metered=metered
            )
            charge(states)
            return found
        except CrownheadError as error:
            if isinstance(error, TooComplex):
                charge(TOO_MANY)
            raise to_refusal(error, table.game.variant) from None

    async def show(self, table: Table, player: str, language: str) -> r.Shown:
        """Return a game as it stands, by HTTP."""
        seen = await self._of_table(table, lambda: view(table, language))
        sides, seats = table.sides(player), table.seat_numbers(player)
        return r.Shown(table.id, table.seq, sides, seen, table.starts_until, seats)

    async def explain(self, game: str, text: str, id: str, language: str) -> m.Why:
        """Return why a move would be refused now."""
        async with self._tables.open(game, current=True) as table:
            variant = table.game.variant

            def look() -> Reason | CrownheadError | None:
                table.note_explained()
                try:
                    return table.game.explain(text)
                except TooComplex:
                    raise
                except CrownheadError as error:
                    return error.with_traceback(None)  # it is kept, without what it came from

            reason = await self._of_table(
                table, lambda: table.cache("why", text, look), Urgency.HINT
            )
            if isinstance(reason, CrownheadError):
                raise to_refusal(reason, variant, text) from None
        if reason is None:
            return m.Why(id, "", "", (), (), None)
        said = Refusal("illegal_move", _Explained(reason), variant=variant).to_message(language)
        return m.Why(id, said.rule, said.sentence, squares(reason), moves(reason), said.reason)

    async def hint(self, game: str, player: str, id: str) -> m.Hint:
        """Return a good move, where nobody else plays."""
        async with self._tables.open(game, current=True) as table:
            if not table.has_seat(player):
                raise Refusal("no_seat")
            if not table.is_practice:
                raise Refusal("not_allowed", text="rated_hint" if table.alone else "not_alone")
            if table.phase != "playing":
                raise Refusal("not_allowed", text="no_hint")
            record = await self._of_table(table, table.game.to_json)
            ply, position = table.game.state.plies, table.game.position
        await self._letters.check_question(player, [position])
        try:
            line = await self._computer.hint(player, record)
            return m.Hint(id, game, ply, line[0], line)
        except EngineError as error:
            raise Refusal("not_allowed", error) from None

    async def history(self, game: str, id: str) -> str:
        """Return the frame with every position of a game."""
        async with self._tables.open(game, current=True) as table:
            frame = await self._of_table(
                table,
                lambda: encode(m.History(id, game, history(table.game))),
                Urgency.ANALYSIS,
                metered=True,
            )
        charge(len(frame) * STATES_A_BYTE)
        return frame

    async def pdn(self, game: str, language: str = "en") -> tuple[str, str]:
        """Return a game as a PDN file: its name without the ending, and its text."""
        async with self._tables.open(game, current=True) as table:
            return await self._of_table(
                table,
                lambda: (pictures.file_name(table, language), pictures.pdn(table, language)),
                Urgency.ANALYSIS,
                metered=True,
            )

    async def svg(
        self, game: str, ply: int | None, *, flip: bool, film: bool, language: str
    ) -> bytes:
        """Return the picture of a game's position, or the game as a film."""
        async with self._tables.open(game, current=True) as table:
            record = await self._of_table(table, table.game.to_json, Urgency.ANALYSIS)
            host = table.host
        return await self._work.run_off_loop(
            host,
            lambda: pictures.svg(record, ply, flip=flip, film=film, language=language),
            Urgency.ANALYSIS,
            size=len(record),
            metered=True,
        )

    async def running(self, order: r.RunningOrder = "newest") -> list[r.Running]:
        """Return the games that people play with each other now."""
        found = []
        since, strongest = milliseconds() - LATELY, order == "strongest"
        for game, seq, strength in await self._store.running(
            since, MOST_RUNNING, strongest=strongest
        ):
            if game not in self._cards or self._cards[game][0] < seq:
                async with self._tables.open(game, current=True) as table:
                    self.listen(table)
            if game in self._cards:
                found.append(replace(self._cards[game][1], strength=strength))
        return found


def _running(table: Table) -> r.Running:
    game, setup = table.game, table.game.setup
    known = VARIANTS.get(game.variant.key) == game.variant
    return r.Running(
        game=table.id,
        variant=game.variant.key,
        house=None if known else house(table),
        players=players(table),
        board=game.position.letters()[1:],
        fen=game.position.fen(),
        turn=game.turn,
        ply=game.state.plies,
        time=text_of(setup.time),
        created=table.created,
        changed=table.last_at,
    )


class _Explained(CrownheadError):
    """Carry the reason of a move that was only asked about."""

    def __init__(self, reason: object) -> None:
        super().__init__("explained")
        self.reason = reason
