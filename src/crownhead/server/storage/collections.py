"""The databases of games that are a guest's own: files in a folder of his.

A file that is there never changes: what is added to it makes another one, which then takes its
place. So those who read it need no lock, and an import is there as a whole or not at all.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from crownhead.folders import make_private
from crownhead.locking import lock, try_lock

COLLECTIONS = "collections"
"""The folder of what guests have handed in."""
PLAYED = "played"
"""The folder of what they have played, and the id of each guest's."""
ENDING = ".base"
OWN = "own-"
"""How the ids of own databases begin."""
LONGEST_NAME = 60
_BYTES_OF_NAME = 200
_LOCK = "lock"
_INCOMING = "incoming"
"""The folder, in a guest's, of what is being made; a guest names files beside it, never in it."""
_GONE = "gone-"


@dataclass(frozen=True, slots=True)
class Kept:
    """One database of a guest: its id in addresses, its name, where it lies, and what tells it
    from one that takes its place."""

    id: str
    name: str
    path: Path
    bytes: int
    made: int


class Collections:
    """Keep the databases of guests below one folder, which is made with the first of them."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def enter(self, guest: str) -> None:
        """Make the folder of a guest, where there is none."""
        make_private(self._folder(guest))

    def of(self, guest: str) -> list[Kept]:
        """Return the databases of a guest, by name."""
        found = []
        for path in sorted(self._folder(guest).glob(f"*{ENDING}")):
            with contextlib.suppress(FileNotFoundError):  # deleted meanwhile
                about = path.stat()
                made = about.st_mtime_ns ^ about.st_ino
                found.append(Kept(id_of(path.stem), path.stem, path, about.st_size, made))
        return found

    def one(self, guest: str, id: str) -> Kept | None:
        """Return a database of a guest, or None."""
        return next((kept for kept in self.of(guest) if kept.id == id), None)

    @contextmanager
    def replace(self, guest: str, name: str) -> Iterator[Path]:
        """Give a copy of a database, empty where there is none of the name, that takes its place.

        Where the block raises, all stays as it was. One process changes a guest's files at a time.
        Raises `FileNotFoundError` where the guest has no folder, or has deleted it meanwhile.
        """
        folder = self._folder(guest)
        incoming, place = folder / _INCOMING, folder / f"{name}{ENDING}"
        with (folder / _LOCK).open("ab") as held:
            lock(held)
            try:
                _sweep(folder)  # what a process left that was killed
                incoming.mkdir(mode=0o700)
                new = incoming / str(os.getpid())
                if place.exists():
                    shutil.copyfile(place, new)
                yield new
                new.replace(place)
            finally:
                _sweep(folder)

    def tidy(self, guest: str) -> None:
        """Delete what a process has left that was ended while it changed a guest's files."""
        folder = self._folder(guest)
        with contextlib.suppress(OSError), (folder / _LOCK).open("ab") as held:
            if try_lock(held):
                _sweep(folder)

    def delete(self, guest: str, id: str) -> bool:
        """Delete a database of a guest; return whether there was one."""
        kept = self.one(guest, id)
        if kept is None:
            return False
        kept.path.unlink(missing_ok=True)
        return True

    def adopt(self, guest: str, player: str) -> None:
        """Give a player the databases of a guest, by another name where he has one of that name."""
        kept = self.of(guest)
        if kept:
            self.enter(player)
        taken = {each.name for each in self.of(player)}
        for each in kept:
            names = (each.name, *(f"{each.name} ({n})" for n in count(2)))
            name = next(name for name in names if name not in taken)
            with contextlib.suppress(FileNotFoundError):  # deleted meanwhile
                each.path.replace(self._folder(player) / f"{name}{ENDING}")
                taken.add(name)
        self.forget(guest)

    def forget(self, guest: str) -> None:
        """Delete all that is kept of a guest here; what is being changed comes to nothing."""
        self._drop(self._folder(guest))

    def mark_used(self, guest: str) -> None:
        """Note that a guest has looked into his databases now."""
        with contextlib.suppress(OSError):
            os.utime(self._folder(guest))

    def prune(self, days: int) -> None:
        """Delete the databases of guests who have not looked into them for so many days."""
        before = time.time() - days * 86_400
        with contextlib.suppress(FileNotFoundError):
            for folder in os.scandir(self.root):
                if folder.stat().st_mtime < before:
                    self._drop(Path(folder.path))

    def free(self) -> int:
        """Return the bytes that are free where the databases lie."""
        return shutil.disk_usage(self.root if self.root.exists() else self.root.parent).free

    def _drop(self, folder: Path) -> None:
        # By another name nobody who still writes into it finds it again.
        gone = self.root / f"{_GONE}{secrets.token_hex(8)}"
        with contextlib.suppress(FileNotFoundError):
            folder.rename(gone)
            shutil.rmtree(gone, ignore_errors=True)

    def _folder(self, guest: str) -> Path:
        return self.root / guest


def _sweep(folder: Path) -> None:
    """Delete what was begun in a guest's folder; the lock on it is held."""
    shutil.rmtree(folder / _INCOMING, ignore_errors=True)


def fitting(name: str) -> str:
    """Return a name as a file may bear it.

    >>> fitting("a/b\\x00"), fitting(".."), len(fitting("ü" * 500))
    ('a b', '', 60)
    """
    text = " ".join("".join(c if c.isprintable() and c not in "/\\" else " " for c in name).split())
    text = text.strip(" .")[:LONGEST_NAME]
    return text.encode()[:_BYTES_OF_NAME].decode(errors="ignore").strip()


def id_of(name: str) -> str:
    """Return the id of a guest's database of this name."""
    return OWN + hashlib.blake2b(name.encode(), digest_size=6).hexdigest()
