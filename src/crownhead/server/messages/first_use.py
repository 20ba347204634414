"""What msgspec finds out about a struct when it is read for the first time, found out before."""

from __future__ import annotations

import msgspec


def prepare_structs(kind: type[msgspec.Struct] = msgspec.Struct) -> None:
    """Prepare all structs of msgspec while there is only one thread.

    It does so at the first use of each. Of two threads that come first at once, one may find the
    half of it, and end the process by a segmentation fault (msgspec 0.22).
    """
    for each in kind.__subclasses__():
        msgspec.json.Decoder(each)
        prepare_structs(each)
