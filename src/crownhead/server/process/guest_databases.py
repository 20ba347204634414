"""Databases of games that are a guest's own: files he hands in, and the games he has played here.

What is long is done by a program of its own (`intake`), a few at once. What a guest has played is
gathered when he asks for it: what has ended since is added then. It is made of his games alone, and
made anew where one of them has changed.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from typing import IO

import msgspec

from crownhead.errors import CrownheadError
from crownhead.locales import COMPLETE
from crownhead.server.messages import bases as m
from crownhead.server.metrics import FAULTS
from crownhead.server.process.broadcaster import encode_line
from crownhead.server.process.fairqueue import Urgency
from crownhead.server.process.places import Place, Places
from crownhead.server.process.work import Work
from crownhead.server.room import pictures
from crownhead.server.room.refusals import Refusal
from crownhead.server.settings import Settings
from crownhead.server.storage.collections import COLLECTIONS, PLAYED, Collections, Kept, fitting
from crownhead.server.storage.store import Store

MOST_HANDED_IN = 16_000_000
"""Bytes of one file."""
MOST = 20
"""Databases of one guest."""
MOST_BYTES = 100_000_000
"""Bytes of all databases of one guest, as they lie on the disk."""
LEAST_FREE = 1_000_000_000
"""Bytes that are to stay free on the disk."""
GAMES = "games"
"""What the database of the games that a guest has played is called."""
AT_ONCE = 2
"""Files that are imported at once."""
WAITING, OF_NETWORK = 8, 3
"""Files that come in, wait, or are imported: in all, and of one network."""
GATHERING = 8
"""Guests whose games are gathered, one after the other, of one network as many as files."""
PORTION = 200
"""Games of a guest that are gathered together."""
PATIENCE = 3.0
"""Seconds for which a question waits for games that have ended to be gathered."""
FIRST_PATIENCE = 20.0
"""The same where there are none yet: without any the question has no answer."""
PROGRAM = ("-m", "crownhead.server.process.intake")
"""What Python runs to import something."""
_PIECE = 1 << 20
_LONGEST_LINE = 1 << 20
_BY_A_BOUND: tuple[int, ...] = ()
if sys.platform != "win32":
    _BY_A_BOUND = (-signal.SIGXCPU, -signal.SIGKILL)
"""Statuses of an import that took too much."""
_log = logging.getLogger("crownhead.server")
_told = msgspec.json.Decoder(m.ImportProgress | m.Imported | m.ImportFailed)


class GuestDatabases:
    """Keep what guests hand in, their `own` databases, and what they have `played` here.

    A server that has not been installed with the extra `base` is not `able` to.
    """

    def __init__(self, settings: Settings, store: Store, work: Work) -> None:
        self._settings = settings
        self._store = store
        self._work = work
        self.able = find_spec("numpy") is not None
        self.own = Collections(settings.folder / COLLECTIONS)
        self.played = Collections(settings.folder / PLAYED)
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._turns_of_played = asyncio.Semaphore(1)
        self._places = Places(most=WAITING, network=OF_NETWORK)
        self._gatherers = Places(most=GATHERING, network=OF_NETWORK)
        self._gathering: dict[str, asyncio.Task[None]] = {}

    async def close(self) -> None:
        """Stop what is gathered; whoever hands in a file has gone."""
        tasks = list(self._gathering.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Files that are handed in

    async def take_in(
        self, guest: str, name: str, pieces: AsyncIterator[bytes]
    ) -> tuple[str, IO[bytes], int]:
        """Return the name that a file gets here, the file, and how many bytes it has.

        Raises `Refusal` where there is no room for it.
        """
        if not self.able:
            raise Refusal("not_allowed", text="no_collections")
        fit = fitting(name)
        if not fit:
            raise Refusal("not_allowed", text="collection_unnamed")
        with self._places.hold(guest) as place:
            await asyncio.to_thread(self._has_room, guest, fit)
            with ExitStack() as stack:
                try:
                    file = stack.enter_context(await asyncio.to_thread(self._lay_down, b""))
                    size = await _write_upload(file, pieces, place)
                except OSError as error:
                    raise _full(error) from None
                stack.pop_all()  # whoever reads it closes it
                return fit, file, size

    async def lines(
        self, guest: str, name: str, file: IO[bytes], size: int, *, language: str = COMPLETE[0]
    ) -> AsyncIterator[bytes]:
        """Yield the progress of an import, and then its result; leaving the loop stops it.

        What is wrong in the file is said in `language`. Raises `Refusal` where nothing was
        imported.
        """
        told: m.ImportLine = m.ImportProgress(0, 0, size)
        with file, self._places.hold(guest) as place:
            yield encode_line(told)
            async with self._turns:
                place.check()
                await asyncio.to_thread(self.own.enter, guest)
                running = self._run_import(self.own, "file", guest, name, file, place, language)
                async for told in running:
                    if isinstance(told, m.ImportProgress):
                        yield encode_line(told)
        # Whoever hears this may hand in the next file at once.
        yield encode_line(told)

    def _has_room(self, guest: str, name: str) -> None:
        kept = self.own.of(guest)
        more = all(each.name != name for each in kept)
        if len(kept) + more > MOST or sum(each.bytes for each in kept) >= MOST_BYTES:
            raise Refusal("not_allowed", text="too_many_collections")
        if self.own.free() < LEAST_FREE:
            raise _full(None)

    async def delete(self, guest: str, id: str) -> None:
        """Delete a database of a guest. Raises `Refusal` where there is none of this id."""
        if not await asyncio.to_thread(self.own.delete, guest, id):
            raise Refusal("unknown_game", text="unknown_base")

    # Games that were played here

    async def wait_until_gathered(self, guest: str) -> None:
        """Wait, not too long, until the games of a guest that have ended are in his database."""
        if not self.able:
            return
        task = self._gathering.get(guest)
        if task is None:
            try:
                self._gatherers.check(guest)
            except Refusal:
                return  # others' are gathered now; his are when he asks again
            task = self._gathering[guest] = asyncio.create_task(self._gather(guest))
            task.add_done_callback(lambda _: self._gathering.pop(guest, None))
        first = not await asyncio.to_thread(self.played.of, guest)
        await asyncio.wait({task}, timeout=FIRST_PATIENCE if first else PATIENCE)

    async def _gather(self, guest: str) -> None:
        try:
            with self._gatherers.hold(guest) as place:
                await self._gather_all(guest, place)
        except Refusal as refusal:
            _log.warning("games not gathered", extra={"code": refusal.code})
        except Exception:
            FAULTS.inc()
            _log.exception("games not gathered")

    async def _gather_all(self, guest: str, place: Place) -> None:
        ended = await self._store.players.all_games_of(guest, ended=True)
        while ended:
            known = await asyncio.to_thread(self._read_known, guest)
            missing = [game for game in ended if game not in known][:PORTION]
            if not missing or await asyncio.to_thread(self.played.free) < LEAST_FREE:
                return
            await asyncio.to_thread(self.played.enter, guest)
            async with self._turns_of_played:
                place.check()
                texts = {game: await self._text(guest, game) for game in missing}
                file = await asyncio.to_thread(self._lay_down, msgspec.json.encode(texts))
                with file:
                    told = self._run_import(self.played, "texts", guest, GAMES, file, place)
                    async for _ in told:
                        pass

    def _lay_down(self, content: bytes) -> IO[bytes]:
        """Return a file that holds this, and is gone once it is closed."""
        with ExitStack() as stack:
            file = stack.enter_context(tempfile.TemporaryFile(dir=self._settings.folder))
            file.write(content)
            file.seek(0)
            stack.pop_all()
            return file

    async def _text(self, guest: str, game: str) -> str:
        """Return a game as PDN; of one that was deleted meanwhile, nothing."""
        loaded = await self._store.games.load(game)
        if loaded is None:
            return ""
        table = await self._work.step(guest, loaded.replay(), Urgency.ANALYSIS)
        read = partial(pictures.pdn, table, "en")
        return await self._work.run_off_loop(guest, read, Urgency.ANALYSIS, metered=True)

    def _read_known(self, guest: str) -> frozenset[str]:
        """Return the games that are in the database of a guest's games.

        One that another version has made is made anew.
        """
        from crownhead.base import Base

        kept = self.played.of(guest)
        if not kept:
            return frozenset()
        try:
            with Base.reader(kept[0].path, finished=True) as base:
                return base.sources
        except CrownheadError:
            self.played.forget(guest)
            return frozenset()

    # What is kept of a guest

    async def texts(self, guest: str) -> AsyncIterator[tuple[Kept, str | None]]:
        """Yield all that a guest has handed in, some hundred games at a time.

        None stands for a database that cannot be read any more.
        """
        from crownhead.base import Base

        for kept in await asyncio.to_thread(self.own.of, guest):
            try:
                base = await asyncio.to_thread(Base.reader, kept.path, finished=True)
            except CrownheadError:
                yield kept, None
                continue
            with base:
                texts = base.texts()
                while (text := await asyncio.to_thread(next, texts, None)) is not None:
                    yield kept, text.decode("utf-8", "replace")

    async def adopt(self, guest: str, player: str) -> None:
        """Give a player what a guest has handed in; what was played is gathered anew."""

        def work() -> None:
            self.own.adopt(guest, player)
            self.played.forget(guest)

        await asyncio.to_thread(work)

    async def forget(self, guest: str, others: list[str]) -> None:
        """Delete the databases of a guest, and the copies of his games that others have."""

        def work() -> None:
            self.own.forget(guest)
            for player in (guest, *others):
                self.played.forget(player)

        await asyncio.to_thread(work)

    async def prune(self) -> None:
        """Delete what guests have not looked at for long."""
        for collections in (self.own, self.played):
            await asyncio.to_thread(collections.prune, self._settings.keep_days)

    async def _run_import(
        self,
        collections: Collections,
        kind: str,
        guest: str,
        name: str,
        file: IO[bytes],
        place: Place,
        language: str = COMPLETE[0],
    ) -> AsyncIterator[m.ImportLine]:
        """Yield what the importing program tells; it ends with whoever stops listening.

        Raises `Refusal` where nothing was imported.
        """
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", *PROGRAM, kind, str(collections.root), guest, name, language),
            stdin=file,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            limit=_LONGEST_LINE,
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        )
        assert process.stdout is not None and process.stderr is not None
        try:
            async for line in process.stdout:
                told = _told.decode(line)
                if isinstance(told, m.ImportFailed):
                    raise _refusal(told)
                if isinstance(told, m.ImportProgress):
                    place.check()
                yield told
                if isinstance(told, m.Imported):
                    return
            trace = await process.stderr.read()
            if await process.wait() in _BY_A_BOUND:
                raise Refusal("not_allowed", text="collection_costly")
            FAULTS.inc()
            _log.error("import failed", extra={"error": trace.decode(errors="replace")[-2000:]})
            raise Refusal("unavailable")
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
            await asyncio.to_thread(collections.tidy, guest)


async def _write_upload(file: IO[bytes], pieces: AsyncIterator[bytes], place: Place) -> int:
    """Write an upload to a file, off the event loop; return its size in bytes."""
    held = bytearray()
    async for piece in pieces:
        place.check()
        held += piece
        if len(held) >= _PIECE:
            await asyncio.to_thread(file.write, bytes(held))
            held.clear()
    await asyncio.to_thread(file.write, bytes(held))
    await asyncio.to_thread(file.flush)
    size = file.tell()
    file.seek(0)
    return size


def _full(error: OSError | None) -> Refusal:
    detail = "" if error is None else error.strerror or ""
    return Refusal("unavailable", text="cannot_store", wait=10_000, detail=detail)


def _refusal(failed: m.ImportFailed) -> Refusal:
    match failed.why:
        case "nothing":
            return Refusal("not_allowed", text="collection_nothing")
        case "old":
            return Refusal("unavailable", text="base_unreadable")
        case "gone":
            return Refusal("unknown_game", text="unknown_base")
        case "full":
            return _full(None)
        case "large":
            return Refusal("too_large", text="collection_large")
