"""Files that are there as a whole or not at all, also after a power cut."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import IO

_DRAFT = ".new"
_numbers = count()


@contextmanager
def create(path: Path) -> Iterator[IO[bytes]]:
    """Open a file to be written; under its name it appears when the block ends without an error.

    What was there before stays until then, and its permissions stay for good. A link is followed;
    what is no regular file, such as a pipe, is written to as it is. Raises `OSError`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "games.pdn"
    ...     with create(path) as file:
    ...         _ = file.write(b"1. 11-15 *")
    ...         before = path.exists()
    ...     before, path.read_bytes(), len(list(Path(folder).iterdir()))
    (False, b'1. 11-15 *', 1)
    """
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    draft = path.with_name(f"{path.name}.{os.getpid()}-{next(_numbers)}{_DRAFT}")
    try:
        with draft.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            shutil.copymode(path, draft)
        replace(draft, path)
    except BaseException as error:
        if isinstance(error, OSError) and error.filename == str(draft):
            error.filename = str(path)  # whoever reads it knows of no draft
        draft.unlink(missing_ok=True)
        raise


def write(path: Path, *parts: bytes | str) -> None:
    """Write a file as a whole, texts as UTF-8; see `create`. Raises `OSError`."""
    with create(path) as file:
        for part in parts:
            file.write(part.encode() if isinstance(part, str) else part)


def replace(finished: Path, path: Path) -> None:
    """Give a finished file its name, in place of what had it, and make that last."""
    finished.replace(path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def leftovers(path: Path) -> Iterator[Path]:
    """Yield drafts of a file; those of others, too, so ask only where nobody else writes it."""
    yield from path.parent.glob(f"{path.name}.*-*{_DRAFT}")
