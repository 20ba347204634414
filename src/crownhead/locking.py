"""Files that one run works on at a time."""

from __future__ import annotations

import os
import sys
import time
from typing import IO, Any

_FAR = 0x7FFF_0000
_PAUSE = 0.02


def lock(file: IO[Any]) -> None:
    """Lock an open file until it is closed, and wait for whoever holds it.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as first, open(first.name) as second:
    ...     lock(first)
    ...     try_lock(second)
    False
    """
    if sys.platform == "win32":
        while not try_lock(file):
            time.sleep(_PAUSE)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)


def try_lock(file: int | IO[Any]) -> bool:
    """Lock an open file until it is closed; return whether nobody else holds it.

    The lock goes with the process, however that ends. Windows locks a byte far behind the end of
    what the file holds, for nobody could read what is locked.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as first, open(first.name) as second:
    ...     try_lock(first), try_lock(second)
    (True, False)
    """
    try:
        if sys.platform == "win32":
            _lock_far_byte(file if isinstance(file, int) else file.fileno())
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


if sys.platform == "win32":

    def _lock_far_byte(number: int) -> None:
        import msvcrt

        place = os.lseek(number, 0, os.SEEK_CUR)
        os.lseek(number, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(number, place, os.SEEK_SET)
