"""Files that one run works on at a time."""

from __future__ import annotations

import sys
from typing import IO, Any


def try_lock(file: int | IO[Any]) -> bool:
    """Lock an open file until it is closed; return whether nobody else holds it.

    The lock goes with the process, however that ends. Windows has none of this kind: there nobody
    ever holds it.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as first, open(first.name) as second:
    ...     try_lock(first), try_lock(second)
    (True, False)
    """
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
