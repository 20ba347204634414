"""Build tables: slice by slice, resumed where it was left, the same bytes every time."""

from __future__ import annotations

import errno
import mmap
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Self

from crownhead import atomic, variants
from crownhead._core import EndgameBuilder
from crownhead.digits import bytes_text
from crownhead.endgame.files import (
    Slice,
    assemble,
    digest_of,
    file_name,
    parse,
    slices,
)
from crownhead.endgame.solving import Task, check_slice, pack_kept, spread, unpack_kept
from crownhead.endgame.tables import MOST_PIECES
from crownhead.errors import CannotBuild, DamagedTable
from crownhead.folders import FilePath
from crownhead.locking import try_lock
from crownhead.rulesets import ruleset
from crownhead.variants import Variant
from crownhead.workers import Workers

MOST_WITH_DISTANCES = 4
KEPT_FROM = 5  # pieces: smaller slices are built again faster than they are read


@dataclass(frozen=True, slots=True)
class Plan:
    """Show what a build takes: how many positions it has, and room in bytes until it is over.

    `solved` of the `positions` are kept from a build that was ended; they are all of them where the
    files are there and whole, for which a run takes nothing. `room` is what the slices that are
    left take on the disk, `free` what it has, `largest` the values of the largest slice and its
    mirror image, which are solved together: as much memory they want at least.
    """

    positions: int
    solved: int
    room: int
    free: int
    largest: int


class Build:
    """Build the tables of a game for 2 to `pieces` pieces into a folder.

    How far a win is they know for up to `distances` pieces.

    Every value is compared with what its moves lead to before it is written. A build that was
    ended in any way goes on where it was, and makes the same files. `workers` of other machines
    solve the slices of 5 pieces and more, and the files are the same, too.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     build = Build("english", 2, Path(folder))
    ...     [path.name for path in build.run()]
    ['english-2.endgame']
    >>> build.done == build.total
    True
    """

    def __init__(
        self,
        variant: Variant | str,
        pieces: int,
        directory: FilePath,
        *,
        threads: int = 1,
        distances: int = MOST_WITH_DISTANCES,
        workers: Workers | None = None,
    ) -> None:
        self.variant = variants.get(variant)
        if not 2 <= pieces <= MOST_PIECES:
            raise CannotBuild(
                f"An endgame table is for 2 to {MOST_PIECES} pieces, not {pieces}",
                "pieces",
                most=MOST_PIECES,
                pieces=pieces,
            )
        if self.variant.rules.too_few:
            raise CannotBuild(
                "Endgame tables are for games that go on to the last piece", "too_few"
            )
        if threads < 1:
            raise CannotBuild("A build takes at least one thread", "threads")
        self.pieces, self.directory, self.threads = pieces, Path(directory), threads
        self.distances = distances
        self.stage = ""  # the slice in hand, for whoever looks on
        self.written: list[Path] = []  # the files that were not there, or not whole
        self._builder = EndgameBuilder(ruleset(self.variant))
        self._values: dict[str, mmap.mmap] = {}
        self._lock = Lock()
        self._workers = workers
        self._settled: dict[tuple[str, str], int] = {}  # positions, by slice and what was done
        self._stopped = False
        self._work = self.directory / (file_name(self.variant, pieces) + ".work")
        self.total = 2 * sum(
            self._builder.positions(name)
            for count in range(2, pieces + 1)
            for name in self._names(count)
        )

    @property
    def done(self) -> int:
        """Return how many positions have been solved and checked, each counted for both."""
        return min(self._builder.done + sum(self._settled.values()), self.total)

    def plan(self) -> Plan:
        """Return what a run takes from where the last one was ended; nothing is written.

        Raises `OSError` where no folder can be made in the place of the tables.

        >>> plan = Build("english", 7, Path("nowhere")).plan()
        >>> plan.positions, plan.solved, plan.room, plan.largest
        (36815058944, 0, 36808650108, 2831879232)
        """
        free = shutil.disk_usage(_find_folder(self.directory)).free
        if self._is_whole():
            return Plan(self.total // 2, self.total // 2, 0, free, 0)
        return self._plan_work(free)

    def _plan_work(self, free: int) -> Plan:
        sizes, solved, room, largest = self._builder.positions, 0, 0, 0
        for pieces in range(2, self.pieces + 1):
            for pair in slices(self.variant, pieces):
                names = list(dict.fromkeys(pair))
                size = sum(map(sizes, names))
                largest = max(largest, size)
                if pieces < KEPT_FROM:
                    continue
                if all(map(self._is_solved, names)):
                    solved += size
                else:
                    room += size
        return Plan(self.total // 2, solved, room, free, largest)

    def stop(self) -> None:
        """End a run in another thread; what is finished stays for the next one."""
        self._stopped = True
        self._builder.stop()

    def run(self) -> list[Path]:
        """Build what is missing and return the files; `written` are those made now.

        A file that is there counts if its checksum is right.

        Raises `CannotBuild` where another build works in the folder, where the disk has too little
        room or `stop` was called, and `OSError` where the disk is full before the end.
        """
        self.directory.mkdir(parents=True, exist_ok=True)
        levels = range(2, self.pieces + 1)
        with self._alone() as folder:
            if self._is_whole():
                for count in levels:
                    self._settle_level(count)
            else:
                self._check_room()
                for count in levels:
                    self._level(count)
            self._let_go()
            folder.remove()
        return [self._file(count) for count in levels]

    def _check_room(self) -> None:
        plan = self._plan_work(shutil.disk_usage(self.directory).free)
        if plan.room > plan.free:
            raise CannotBuild(
                f"The build takes {bytes_text(plan.room)} on the disk until it is over, and"
                f" {bytes_text(plan.free)} are free in {self.directory}",
                "room",
                room=bytes_text(plan.room),
                free=bytes_text(plan.free),
                path=self.directory,
            )

    def _let_go(self) -> None:
        """Close what the values are in: Windows removes no file that is open."""
        for count in range(2, self.pieces + 1):
            self._settle_level(count)
        self._builder = EndgameBuilder(ruleset(self.variant))
        for values in self._values.values():
            with suppress(BufferError):  # of one who asks at this moment how far it is
                values.close()

    def _names(self, pieces: int) -> Iterator[str]:
        for pair in slices(self.variant, pieces):
            yield from dict.fromkeys(pair)

    def _alone(self) -> _Folder:
        return _Folder(self._work)

    def _file(self, pieces: int) -> Path:
        return self.directory / file_name(self.variant, pieces)

    def _level(self, pieces: int) -> None:
        path = self._file(pieces)
        distances = pieces <= self.distances
        if self._workers is not None and pieces >= KEPT_FROM:
            self._spread(pieces, self._workers, distances)
        for mine, theirs in slices(self.variant, pieces):
            self._solve(pieces, mine, theirs)
        if self._whole(path, distances):
            for name in self._names(pieces):
                self._settle(name, "packed")
            return
        parts = {name: self._pack(name, distances) for name in self._names(pieces)}
        for left in atomic.leftovers(path):  # of a build that was killed: we are alone here
            left.unlink()
        atomic.write(path, assemble(self.variant, pieces, distances=distances, parts=parts))
        self.written.append(path)

    def _settle_level(self, pieces: int) -> None:
        for name in self._names(pieces):
            self._settle(name, "solved")
            self._settle(name, "packed")

    def _settle(self, name: str, done: str) -> None:
        """Count the positions of a slice as packed, or as solved elsewhere than here."""
        self._settled[name, done] = self._builder.positions(name)

    def _spread(self, pieces: int, workers: Workers, distances: bool) -> None:
        """Solve with the workers the slices of so many pieces that are not kept yet."""
        pairs = slices(self.variant, pieces)
        found = {
            name: self._place(name).read_bytes()
            for pair in pairs
            for name in pair
            if self._is_solved(name)
        }
        smaller = {name: bytes(values) for name, values in self._values.items()}
        task = Task(self.variant, distances)
        for solved in spread(workers, task, pairs, smaller | found, lambda: self._stopped):
            for name, part in solved.items():
                atomic.write(
                    self._packed_file(name, distances), *pack_kept(part.counts, part.packed)
                )
                atomic.write(self._place(name), part.values)
                self._sign(name).unlink(missing_ok=True)
                self._settle(name, "solved")
                self._settle(name, "packed")
                self.stage = name

    def _is_whole(self) -> bool:
        levels = range(2, self.pieces + 1)
        return all(self._whole(self._file(count), count <= self.distances) for count in levels)

    def _whole(self, path: Path, distances: bool) -> bool:
        with suppress(OSError, DamagedTable):
            data = path.read_bytes()
            head = parse(data, path.name)
            return head.distances == distances and head.digest == digest_of(data)
        return False

    def _solve(self, pieces: int, mine: str, theirs: str) -> None:
        self.stage = mine
        names = list(dict.fromkeys((mine, theirs)))
        kept = pieces >= KEPT_FROM
        finished = kept and all(self._is_solved(name) for name in names)
        for name in names:
            self._values[name] = self._room(name, kept=kept, finished=finished)
            self._builder.attach(name, self._values[name])
        if finished:
            for name in names:
                self._settle(name, "solved")
            return
        if not self._builder.solve(mine, self.threads):
            raise CannotBuild("The build was stopped", "stopped")
        if kept:
            for name in names:
                self._values[name].flush()
                self._sign(name).unlink()

    def _place(self, name: str) -> Path:
        return self._work / f"{name}.values"

    def _sign(self, name: str) -> Path:
        """Return the file that lies there while a slice is being solved.

        Its values cannot get another name then: Windows gives none to a file that is open.
        """
        return self._work / f"{name}.unsolved"

    def _is_solved(self, name: str) -> bool:
        return self._place(name).is_file() and not self._sign(name).exists()

    def _room(self, name: str, *, kept: bool, finished: bool) -> mmap.mmap:
        size = self._builder.positions(name)
        if not kept:
            return mmap.mmap(-1, size)
        path = self._place(name)
        if not finished:
            atomic.write(self._sign(name))
        with path.open("r+b" if finished else "w+b") as file:
            if not finished:
                if hasattr(os, "posix_fallocate"):  # a full disk is told now, not by a signal
                    os.posix_fallocate(file.fileno(), 0, size)
                else:
                    file.truncate(size)
            elif file.seek(0, os.SEEK_END) != size:
                raise CannotBuild(
                    f"{path} is not of this build; remove the folder it is in", "foreign", path=path
                )
            return mmap.mmap(file.fileno(), size)

    def _packed_file(self, name: str, distances: bool) -> Path:
        return self._work / f"{name}.{'distances' if distances else 'packed'}"

    def _pack(self, name: str, distances: bool) -> tuple[Slice, bytes]:
        self.stage = name
        path = self._packed_file(name, distances)
        if path.is_file():
            self._settle(name, "packed")
            return unpack_kept(path.read_bytes())
        counts, packed = check_slice(self._builder, name, self.threads, distances)
        if sum(map(int, name)) >= KEPT_FROM:
            atomic.write(path, *pack_kept(counts, packed))
        self._settle(name, "packed")
        return counts, packed


def _find_folder(place: Path) -> Path:
    """Return the folder that is there, `place` or the nearest above it.

    Raises `OSError` where no folder can be made in it.
    """
    there = next(at for at in (place, *place.absolute().parents) if at.exists())
    if not there.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(there))
    if not os.access(there, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(there))
    return there


class _Folder:
    """A folder that one process works in; its lock goes with the process, however that ends."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> Self:
        self._path.mkdir(parents=True, exist_ok=True)
        self._file = (self._path / "lock").open("wb")
        if not try_lock(self._file):
            self._file.close()
            raise CannotBuild(f"Another build works in {self._path}", "busy", path=self._path)
        return self

    def remove(self) -> None:
        """Remove the folder while it is ours; Windows wants it closed first."""
        if sys.platform == "win32":
            self._file.close()
        shutil.rmtree(self._path, ignore_errors=True)

    def __exit__(self, *_: object) -> None:
        self._file.close()
