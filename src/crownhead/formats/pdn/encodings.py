"""Which encoding the bytes of a file are in, where neither a mark nor the reader says so."""

from __future__ import annotations

import codecs
import re

from crownhead.errors import PdnError

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_OTHER_THINGS = {
    b"\x1f\x8b": "a gzip file",
    b"PK\x03\x04": "a zip archive",
    b"PK\x05\x06": "a zip archive",
    b"BZh": "a bzip2 file",
    b"\xfd7zXZ\0": "an xz file",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"%PDF-": "a PDF document",
    b"\xd0\xcf\x11\xe0": "an Office document",
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"SQLite format 3\0": "an SQLite database",
    b"\x7fELF": "a program",
}
_CYRILLIC = ("cp1251", "koi8-r", "cp866")
_OFTEN = "оеаинтсрвлк"  # the commonest letters of Russian
_ENOUGH = 8  # bytes beyond ASCII that tell a text in Cyrillic from a few letters with accents
_ASCII = bytes(range(0x80))
_HIGH_RUN = re.compile(rb"[\x80-\xff]{3,}")
_CASES_MIXED = re.compile("[а-яё][А-ЯЁ]")


def refuse_other_things(start: bytes) -> None:
    """Raise `PdnError` where a file begins like something that is no text.

    >>> refuse_other_things(b"GIF89a")
    Traceback (most recent call last):
    ...
    crownhead.errors.PdnError: line 1, column 1: This is a GIF picture, no text
    """
    for magic, kind in _OTHER_THINGS.items():
        if start.startswith(magic):
            archive = kind.endswith(("archive", "file"))
            hint = "; unpack it first" if archive else ""
            raise PdnError(f"This is {kind}, no text{hint}", 1, 1)


def wide(start: bytes) -> str | None:
    """Return the encoding of a text in 16 or 32 bits, which its first bytes give away; or None.

    >>> wide('[White "A"]'.encode("utf-16-le")), wide(b'[White "A"]')
    ('utf-16-le', None)
    """
    for mark, encoding in _MARKS:
        if start.startswith(mark):
            return encoding
    for encoding, nulls in (
        ("utf-32-le", (0, 1, 1, 1)),
        ("utf-32-be", (1, 1, 1, 0)),
        ("utf-16-le", (0, 1, 0, 1)),
        ("utf-16-be", (1, 0, 1, 0)),
    ):
        if len(start) >= 4 and tuple(int(byte == 0) for byte in start[:4]) == nulls:
            return encoding
    return None


def cyrillic(chunk: bytes) -> str | None:
    """Return the old Russian encoding of a text that is not UTF-8, or None where it is in none.

    Words of Cyrillic are whole runs of bytes beyond ASCII; in a text of Latin letters with
    accents such bytes stand alone.

    >>> cyrillic('[White "Иванов"] {хорошая партия}'.encode("koi8-r"))
    'koi8-r'
    >>> cyrillic('[White "Müller"] {schöne Eröffnung}'.encode("latin-1")) is None
    True
    """
    if chunk.isascii():
        return None
    high = len(chunk.translate(None, _ASCII))
    runs = sum(len(run) for run in _HIGH_RUN.findall(chunk))
    if high < _ENOUGH or runs * 2 < high or _is_utf_8(chunk):
        return None
    return max(_CYRILLIC, key=lambda encoding: _likelihood(chunk.decode(encoding, "replace")))


def _is_utf_8(chunk: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(chunk)  # may end within a character
    except UnicodeDecodeError:
        return False
    return True


def _likelihood(text: str) -> int:
    often = sum(text.count(letter) for letter in _OFTEN)
    signs = sum(not ("А" <= c <= "я" or c in "Ёё№«»—–") for c in text if c > "\x7f")
    return often - 3 * len(_CASES_MIXED.findall(text)) - 2 * signs
