"""Which encoding the bytes of a file are in, where neither a mark nor the reader says so."""

from __future__ import annotations

import codecs
import re

from crownhead._core import PdnDecoder, pdn_wide
from crownhead.formats.pdn import faults

_ORDERS_MARKED = ("utf-16", "utf-32")  # their decoders want a mark
_OTHER_THINGS = {
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\0": "xz",
    b"7z\xbc\xaf\x27\x1c": "7z",
    b"Rar!\x1a\x07": "RAR",
    b"%PDF-": "PDF",
    b"\xd0\xcf\x11\xe0": "Office",
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"GIF8": "GIF",
    b"SQLite format 3\0": "SQLite",
    b"\x7fELF": "ELF",
}
_ARCHIVES = ("gzip", "zip", "bzip2", "xz", "7z", "RAR")
_PADDING = b"\0\x1a"  # with which old systems fill up a file
_CONTROL = re.compile(rb"[\x01-\x08\x0e-\x19\x1c-\x1f\x7f]")
_FEW_CONTROLS = 4
_CONTROLS_SHARE = 32  # one byte in so many
_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)


def refuse_other_things(start: bytes) -> None:
    """Raise `PdnError` where a file begins like something that is no text.

    >>> refuse_other_things(b"GIF89a")
    Traceback (most recent call last):
    ...
    crownhead.errors.PdnError: line 1, column 1: This is no text, but a file of another kind (GIF)
    """
    for magic, kind in _OTHER_THINGS.items():
        if start.startswith(magic):
            raise faults.error("archive" if kind in _ARCHIVES else "other_kind", kind=kind)


def refuse_noise(start: bytes) -> None:
    r"""Raise `PdnError` where the bytes with which a file begins are no text at all.

    >>> refuse_noise(bytes(range(256)))
    Traceback (most recent call last):
    ...
    crownhead.errors.PdnError: line 1, column 1: This is not text
    >>> refuse_noise(b"1. 11-15 *" + b"\x1a" * 118)
    """
    plain = start.translate(None, _PADDING)
    controls = len(_CONTROL.findall(plain))
    if controls >= _FEW_CONTROLS and controls * _CONTROLS_SHARE > len(plain):
        raise faults.error("not_text")


def in_order(encoding: str | None, start: bytes) -> str | None:
    r"""Return an encoding with the order of its bytes, where neither it nor a mark says that.

    >>> in_order("UTF-16", '[White "A"]'.encode("utf-16-be")), in_order("cp866", b"[")
    ('utf-16-be', 'cp866')
    """
    name = "" if encoding is None else codecs.lookup(encoding).name
    if name not in _ORDERS_MARKED or start.startswith(_MARKS):
        return encoding
    found = pdn_wide(start)
    return found if found is not None and found.startswith(name) else f"{name}-le"


class Decoder:
    """Turn the pieces of a file into UTF-8.

    `encoding` says in which encoding they are. Without it the core decides that by the `start` of
    the file and its first words that are no UTF-8; until it can, these are held back. Where a piece
    ends changes nothing.

    >>> decoder = Decoder()
    >>> text = b"".join(decoder.decode(bytes([byte])) for byte in "ход Иванова".encode("koi8-r"))
    >>> (text + decoder.decode(b"", last=True)).decode(), decoder.encoding
    ('ход Иванова', 'koi8-r')
    """

    def __init__(self, encoding: str | None = None, start: bytes = b"") -> None:
        self._encoding = encoding
        self._stated = None if encoding is None else _incremental(encoding)
        self._deciding = PdnDecoder(start)

    @property
    def encoding(self) -> str | None:
        """Return the encoding of the file, None where it is UTF-8, or decided game by game."""
        return self._encoding or self._deciding.encoding

    def decode(self, chunk: bytes, *, last: bool = False) -> bytes:
        """Return what is decided so far, as UTF-8 or unchanged; with `last` all that is left.

        A word in progress, and a text in doubt, is held back: at most a mebibyte.
        """
        if self._stated is None:
            return self._deciding.decode(chunk, last=last)
        return self._stated.decode(chunk, last).encode("utf-8", "replace")


def _incremental(encoding: str) -> codecs.IncrementalDecoder:
    return codecs.getincrementaldecoder(encoding)("replace")
