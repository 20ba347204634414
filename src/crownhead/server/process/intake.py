"""Importing a guest's games, as a program of its own: a server starts it, and can end it.

It has less of the processor than the server, and bounds that the system keeps, so that no file can
hold up those who play. What it is asked stands on its command line, the games come through the
standard input; it tells lines of JSON.

    python -m crownhead.server.process.intake file ROOT GUEST NAME LANGUAGE < games.pdn
    python -m crownhead.server.process.intake texts ROOT GUEST NAME LANGUAGE < texts.json
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Literal

import msgspec
from sqlalchemy.exc import DatabaseError

from crownhead.base import Base, Report
from crownhead.errors import CrownheadError, PdnError
from crownhead.locales import Catalogue
from crownhead.server.messages import bases as m
from crownhead.server.storage.collections import Collections, id_of

SECONDS = 120
"""Processor time for one import."""
MEMORY = 1 << 30
LARGEST = 100_000_000
"""Bytes of one database."""
BATCH = 2_000
"""Games after which progress is told."""
_BEHIND = 10


def main(kind: str, root: str, guest: str, name: str, language: str) -> None:
    """Import what comes, and tell how it goes; the last line is `imported` or `failed`."""
    speech = Catalogue(language)
    _bound_itself()
    try:
        with Collections(Path(root)).replace(guest, name) as place, Base(place) as base:
            report = _file(base) if kind == "file" else _texts(base)
            if not base.variants:
                raise _Nothing
        faults = tuple(_fault(error, speech) for _, error in report.faults)
        there = report.duplicates + report.replaced
        counted = (report.read, report.added, there, report.faulty)
        _tell(m.Imported(id_of(name), name, *counted, faults))
    except (_Nothing, PdnError):
        _tell(m.ImportFailed("nothing"))
    except (OSError, DatabaseError, CrownheadError) as error:
        entered = Path(root, guest).exists()
        _tell(m.ImportFailed(_why(error.__cause__ or error) if entered else "gone"))
    except MemoryError:
        _tell(m.ImportFailed("large"))


def _bound_itself() -> None:
    """Take less of the processor than the server, and no more than the bounds; Windows has none."""
    if sys.platform == "win32":
        return
    import resource

    os.nice(_BEHIND)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST, LARGEST))


def _why(error: BaseException) -> Literal["old", "full", "large"]:
    """Return why a database could not be written, or not be read."""
    if isinstance(error, CrownheadError):
        return "old"
    full = getattr(error, "errno", 0) == errno.ENOSPC or "is full" in str(error)
    return "full" if full else "large"


class _Nothing(Exception):
    """There is no game that can be played."""


def _file(base: Base) -> Report:
    total = os.fstat(sys.stdin.fileno()).st_size

    def tell(games: int, read: int) -> None:
        _tell(m.ImportProgress(games, read, total))

    return base.add_files(["/dev/stdin"], progress=tell, batch=BATCH)


def _texts(base: Base) -> Report:
    return base.add(msgspec.json.decode(sys.stdin.buffer.read(), type=dict[str, str]))


def _fault(error: PdnError, speech: Catalogue) -> m.GameFault:
    return m.GameFault(error.line, speech.detail(error)[:300])


def _tell(message: m.ImportLine | m.ImportFailed) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(message) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
