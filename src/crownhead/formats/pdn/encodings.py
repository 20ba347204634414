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
_ORDERS_MARKED = ("utf-16", "utf-32")  # their decoders want a mark
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
_SAMPLE = 1 << 16  # bytes that decide, from the first word on that is no UTF-8,
_LONGEST_SAMPLE = 1 << 20  # or so many, where hardly a byte of them is beyond ASCII
_ASCII = bytes(range(0x80))
_BEYOND = re.compile(rb"[\x80-\xff]+")
_HIGH_RUN = re.compile(rb"[\x80-\xff]{3,}")
_CASES_MIXED = re.compile("[а-яё][А-ЯЁ]")
_PADDING = b"\0\x1a"  # with which old systems fill up a file
_CONTROL = re.compile(rb"[\x01-\x08\x0e-\x19\x1c-\x1f\x7f]")
_FEW_CONTROLS = 4
_CONTROLS_SHARE = 32  # one byte in so many


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
        raise PdnError("This is not text", 1, 1)


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


def in_order(encoding: str | None, start: bytes) -> str | None:
    r"""Return an encoding with the order of its bytes, where neither it nor a mark says that.

    >>> in_order("UTF-16", '[White "A"]'.encode("utf-16-be")), in_order("cp866", b"[")
    ('utf-16-be', 'cp866')
    """
    name = "" if encoding is None else codecs.lookup(encoding).name
    if name not in _ORDERS_MARKED or start.startswith(tuple(mark for mark, _ in _MARKS)):
        return encoding
    found = wide(start)
    return found if found is not None and found.startswith(name) else f"{name}-le"


class Decoder:
    r"""Turn the pieces of a file into UTF-8, in one encoding that the file decides as a whole.

    Without `encoding` the bytes pass as they are as long as they are UTF-8. The first word that is
    none decides together with what follows it: for an old Russian encoding, or that bytes pass
    to the end, for then single games are in another encoding. Where a piece ends changes
    nothing.

    >>> decoder = Decoder()
    >>> text = b"".join(decoder.decode(bytes([byte])) for byte in "ход Иванова".encode("koi8-r"))
    >>> (text + decoder.decode(b"", last=True)).decode(), decoder.encoding
    ('ход Иванова', 'koi8-r')
    """

    def __init__(self, encoding: str | None = None) -> None:
        self.encoding = encoding
        self._decided = encoding is not None
        self._held = bytearray()  # what has not been passed on
        self._doubted = False  # it begins with a word that is no UTF-8
        self._awaited = _SAMPLE  # bytes to hold before it is looked at
        self._proven = 0  # bytes beyond ASCII so far, all of them UTF-8
        self._decoder = None if encoding is None else _incremental(encoding)

    def decode(self, chunk: bytes, *, last: bool = False) -> bytes:
        """Return what can be told by now, as UTF-8 or as it stands; with `last` all that is left.

        A word in progress, and a text in doubt, is held back: at most a mebibyte.
        """
        if self._decided:
            return self._converted(chunk, last)
        self._held += chunk
        passed = b"" if self._doubted else self._pass_words(last)
        if self._doubted and (sample := self._sample(last)):
            self.encoding = cyrillic(sample)
            self._decoder = None if self.encoding is None else _incremental(self.encoding)
            self._decided = True
        if self._decided:
            passed += self._converted(bytes(self._held), last)
            self._held.clear()
        return passed

    def _converted(self, chunk: bytes, last: bool) -> bytes:
        if self._decoder is None:
            return chunk
        return self._decoder.decode(chunk, last).encode("utf-8", "replace")

    def _pass_words(self, last: bool) -> bytes:
        """Return what is held up to the first word that is no UTF-8, or is not over yet."""
        end = len(self._held)
        for word in () if self._held.isascii() else _BEYOND.finditer(bytes(self._held)):
            begin, behind = word.span()
            self._doubted = behind - begin > _SAMPLE
            if not self._doubted and (behind < len(self._held) or last):
                self._doubted = not _is_utf_8(word[0])
                if not self._doubted:
                    self._proven += behind - begin
                    self._decided = self._proven >= _ENOUGH
                    if self._decided:
                        break
                    continue
            end = begin
            break
        passed = bytes(self._held[:end])
        del self._held[:end]
        return passed

    def _sample(self, last: bool) -> bytes:
        """Return what decides, or nothing as long as too little has come."""
        if len(self._held) < self._awaited and not last:
            return b""
        if self._awaited == _SAMPLE <= len(self._held):
            sample = bytes(self._held[:_SAMPLE])
            if len(sample.translate(None, _ASCII)) >= _ENOUGH:
                return sample
            self._awaited = _LONGEST_SAMPLE
        if last or len(self._held) >= _LONGEST_SAMPLE:
            return bytes(self._held[:_LONGEST_SAMPLE])
        return b""


def _incremental(encoding: str) -> codecs.IncrementalDecoder:
    return codecs.getincrementaldecoder(encoding)("replace")


def cyrillic(sample: bytes) -> str | None:
    """Return the old Russian encoding of a text that is not UTF-8, or None where it is in none.

    Words of Cyrillic are whole runs of bytes beyond ASCII; in a text of Latin letters with
    accents such bytes stand alone. Where most of these runs are UTF-8, so is the text.

    >>> cyrillic('[White "Иванов"] {хорошая партия}'.encode("koi8-r"))
    'koi8-r'
    >>> cyrillic('[White "Müller"] {schöne Eröffnung}'.encode("latin-1")) is None
    True
    """
    high = len(sample.translate(None, _ASCII))
    if high < _ENOUGH or sum(map(len, _HIGH_RUN.findall(sample))) * 2 < high:
        return None
    if sum(len(run) for run in _BEYOND.findall(sample) if _is_utf_8(run)) * 2 > high:
        return None
    return max(_CYRILLIC, key=lambda encoding: _likelihood(sample.decode(encoding, "replace")))


def _is_utf_8(run: bytes) -> bool:
    try:
        run.decode("utf-8")
    except UnicodeDecodeError as error:
        cut = error.reason == "unexpected end of data"  # a sample ends anywhere
        return cut and error.start >= _ENOUGH
    return True


def _likelihood(text: str) -> int:
    often = sum(text.count(letter) for letter in _OFTEN)
    signs = sum(not ("А" <= c <= "я" or c in "Ёё№«»—–") for c in text if c > "\x7f")
    return often - 3 * len(_CASES_MIXED.findall(text)) - 2 * signs
