"""The files of an event: the one that everybody may see, and beside it the seeds that nobody may.

Both are written as a whole or not at all; a second command waits until the first is done.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import click

from crownhead import atomic
from crownhead.cli.arguments import Refused, speech_of
from crownhead.competition import Competition, Log
from crownhead.competition.eventfile import MOST_BYTES, dumps, loads
from crownhead.competition.lottery import check_seed
from crownhead.errors import CrownheadError
from crownhead.locking import try_lock

F = TypeVar("F", bound=Callable[..., Any])

PATIENCE = 10.0
"""Seconds for which a command waits for another at work in the same folder."""
_SECRETS = "crownhead event secrets"


def now() -> str:
    """Return the time, as deeds have it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def file_argument(function: F) -> F:
    """Add the argument FILE."""
    path = click.Path(path_type=Path, dir_okay=False)
    return click.argument("file", type=path, metavar="FILE")(function)


def read_text(file: Path) -> bytes:
    """Return the bytes of a file that is not too large. Raises `Refused`."""
    try:
        with file.open("rb") as handle:  # what is no file may go on for ever
            content = handle.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise Refused(speech_of().text("sheet.no_file", path=file)) from None
    if len(content) > MOST_BYTES:
        said = speech_of().text("error.InvalidRecord.large", name=file, most=MOST_BYTES)
        raise Refused(said)
    return content


def read(file: Path) -> Log:
    """Read an event. Raises `Refused` with what is wrong, and where."""
    try:
        return loads(read_text(file))
    except CrownheadError as error:
        raise Refused(f"{file}: {speech_of().detail(error)}") from None


@contextmanager
def alone(file: Path) -> Iterator[None]:
    """Lock the folder, so that no other command changes an event in it."""
    if sys.platform == "win32":
        yield
        return
    folder = os.open(file.resolve().parent, os.O_RDONLY)
    try:
        until = time.monotonic() + PATIENCE
        while not try_lock(folder):
            if time.monotonic() > until:
                raise Refused(f"{file}: another command is at work in this folder")
            time.sleep(0.05)
        yield
    finally:
        os.close(folder)


class Desk:
    """Hold an event while it is changed."""

    def __init__(self, file: Path, log: Log) -> None:
        self.file = file
        self.log = log

    @property
    def event(self) -> Competition:
        """Return the event as it stands."""
        return self.log.competition

    def act(self, kind: str, **fields: Any) -> None:
        """Do one deed."""
        self.log = self.log.act(kind, now(), **fields)

    def write(self) -> None:
        """Write the file."""
        atomic.write(self.file, dumps(self.log))


def write_new(file: Path, log: Log) -> None:
    """Write the file of a new event, as a whole or not at all. Raises `Refused`."""
    with alone(file):
        if file.exists():
            raise Refused(f"{file}: is there already")
        atomic.write(file, dumps(log))


@contextmanager
def change(file: Path) -> Iterator[Desk]:
    """Open an event to change it; write it when the block ends without an error."""
    with alone(file):
        desk = Desk(file, read(file))
        before = desk.log
        yield desk
        if desk.log is not before:
            desk.write()


def secrets_of(file: Path) -> Path:
    """Return where the secret seeds of an event are."""
    return file.with_name(f"{file.name}.secret")


def write_seeds(file: Path, seeds: tuple[str, ...]) -> None:
    """Write the secret seeds where only their owner reads them; a lost one is empty."""
    text = json.dumps({"format": _SECRETS, "version": 1, "seeds": seeds}, indent=1)
    write_private(secrets_of(file), text)


def write_private(path: Path, text: str) -> None:
    """Write a file that its owner alone reads, as a whole or not at all."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        made = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with open(made, "wb") as opened:
            opened.write(f"{text}\n".encode())
            opened.flush()
            os.fsync(made)
        atomic.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def read_seeds(file: Path) -> tuple[str, ...]:
    """Read the secret seeds. Raises `Refused`."""
    path = secrets_of(file)
    try:
        values = json.loads(read_text(path))
        if values["format"] != _SECRETS or values["version"] != 1:
            raise ValueError
        return tuple(seed and check_seed(seed) for seed in values["seeds"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Refused(f"{path}: holds no seeds of an event") from None
