"""Where PDN comes from: a handle of bytes or text, or a path, as chunks of bytes."""

from __future__ import annotations

import codecs
import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, TypeAlias

from crownhead._core import PdnScanner, PdnText
from crownhead.errors import CrownheadError, PdnError

Handle: TypeAlias = IO[bytes] | IO[str] | os.PathLike[str]

CHUNK = 1 << 16

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_PACKED = {
    b"\x1f\x8b": "a gzip file",
    b"PK\x03\x04": "a zip archive",
    b"PK\x05\x06": "a zip archive",
    b"BZh": "a bzip2 file",
    b"\xfd7zXZ\0": "an xz file",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"%PDF-": "a PDF document",
    b"\xd0\xcf\x11\xe0": "an Office document",
}
_READ_AS_BYTES = {"utf-8", "utf-8-sig", "ascii"}


class Source:
    """Yield the games of a handle as they stand in it.

    A text handle opened as UTF-8 is read through its bytes, so that a stray game in another
    encoding ends nothing; other text handles are encoded again. `seekable` says whether an
    offset of a game, counted from `base`, leads back to it.
    """

    def __init__(self, handle: Handle, encoding: str | None = None) -> None:
        if isinstance(handle, str | bytes):
            raise TypeError("expected a file or a Path; `loads` reads a game from text")
        self.path = Path(handle) if isinstance(handle, os.PathLike) else None
        self.base = 0
        self.file: IO[Any] | None = None
        self._encoding = encoding
        if encoding is not None:
            try:
                codecs.lookup(encoding)
            except LookupError:
                raise CrownheadError(f"Encoding {encoding[:40]!r} is not known") from None
        if not isinstance(handle, os.PathLike):
            self.file = _bytes_of(handle)
            if _seekable(self.file):
                self.base = self.file.tell()

    @property
    def seekable(self) -> bool:
        """Say whether a game can be found again by its offset."""
        if self._encoding is not None:
            return False
        if self.file is None:
            return True
        return _seekable(self.file) and not isinstance(self.file, io.TextIOBase)

    def __iter__(self) -> Iterator[PdnText]:
        if self.file is None:
            assert self.path is not None
            with self.path.open("rb") as file:
                yield from self._cut(file)
        else:
            yield from self._cut(self.file)

    def _cut(self, file: IO[Any]) -> Iterator[PdnText]:
        scanner = PdnScanner()
        for chunk in self._chunks(file):
            scanner.feed(chunk)
            while (text := scanner.next()) is not None:
                yield text
        scanner.finish()
        while (text := scanner.next()) is not None:
            yield text

    def _chunks(self, file: IO[Any]) -> Iterator[bytes]:
        read = getattr(file, "read1", file.read)  # a pipe's games as soon as they arrive
        chunk = read(CHUNK)
        if isinstance(chunk, bytes):
            _refuse_packed(chunk)
            if chunk.startswith(_UTF_16):
                self._encoding = self._encoding or "utf-16"
        decoder = None
        if self._encoding is not None:
            decoder = codecs.getincrementaldecoder(self._encoding)("replace")
        while chunk:
            if isinstance(chunk, str):
                yield chunk.encode("utf-8", "replace")
            elif decoder is not None:
                yield decoder.decode(chunk).encode("utf-8", "replace")
            else:
                yield bytes(chunk)
            chunk = read(CHUNK)
        if decoder is not None:
            yield decoder.decode(b"", True).encode("utf-8", "replace")


def _refuse_packed(start: bytes) -> None:
    kind = next((kind for magic, kind in _PACKED.items() if start.startswith(magic)), None)
    if kind is not None:
        raise PdnError(f"This is {kind}, no text; unpack it first", 1, 1)


def _seekable(file: IO[Any]) -> bool:
    asked = getattr(file, "seekable", None)
    return asked is not None and bool(asked())


def _bytes_of(handle: IO[bytes] | IO[str]) -> IO[Any]:
    if not isinstance(handle, io.TextIOWrapper) or handle.errors != "strict":
        return handle
    if codecs.lookup(handle.encoding).name not in _READ_AS_BYTES:
        return handle
    if handle.seekable():
        handle.seek(handle.tell())  # the text layer reads ahead
    below: IO[bytes] = handle.buffer
    return below
