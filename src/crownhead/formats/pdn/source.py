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
from crownhead.formats.pdn import encodings

Handle: TypeAlias = IO[bytes] | IO[str] | os.PathLike[str] | str

CHUNK = 1 << 16
_START = 512  # bytes that show what a file is; no game is found in fewer that do not end it

_READ_AS_BYTES = {"utf-8", "utf-8-sig", "ascii"}


class Source:
    """Yield the games of a handle as they stand in it.

    A text handle opened as UTF-8 is read through its bytes, so that a stray game in another
    encoding ends nothing; other text handles are encoded again. `seekable` says whether an
    offset of a game, counted from `base`, leads back to it.
    """

    def __init__(self, handle: Handle, encoding: str | None = None) -> None:
        if isinstance(handle, str) and ("\n" in handle or handle.lstrip().startswith("[")):
            raise CrownheadError("This is a text, not the path of a file; `loads` reads a text")
        if not (isinstance(handle, str | os.PathLike) or hasattr(handle, "read")):
            kind = type(handle).__name__
            raise CrownheadError(f"Expected a file or its path, not {kind}; `loads` reads a text")
        self.path = Path(handle) if isinstance(handle, str | os.PathLike) else None
        self.base = 0
        self.file: IO[Any] | None = None
        self._encoding = encoding
        if encoding is not None:
            try:
                b" ".decode(encoding, "replace")  # others turn bytes into bytes, or cannot go on
            except (LookupError, ValueError):
                raise CrownheadError(f"Encoding {encoding[:40]!r} is not known") from None
        if not isinstance(handle, str | os.PathLike):
            self.file = _bytes_of(handle)
            if _seekable(self.file):
                self.base = self.file.tell()

    @property
    def seekable(self) -> bool:
        """Return whether a game can be found again by its offset."""
        if self._encoding is not None:
            return False
        if self.file is None:
            return True
        return _seekable(self.file) and not isinstance(self.file, io.TextIOBase)

    @property
    def _name(self) -> str:
        named = self.path if self.file is None else getattr(self.file, "name", None)
        return str(named) if isinstance(named, str | os.PathLike) else ""

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
        while chunk and isinstance(chunk, str):
            yield chunk.encode("utf-8", "replace")
            chunk = read(CHUNK)
        if not chunk:
            return
        piece = bytes(chunk)
        while chunk and len(piece) < _START:
            chunk = read(CHUNK)
            piece += chunk
        try:
            encodings.refuse_other_things(piece)
            encoding = encodings.in_order(self._encoding, piece)
            decoder = encodings.Decoder(encoding, piece)
            if decoder.encoding is None:
                encodings.refuse_noise(piece)
        except PdnError as error:
            error.file = self._name
            raise
        while True:
            decoded = decoder.decode(piece, last=not chunk)
            self._encoding = decoder.encoding
            if decoded:
                yield decoded
            if not chunk:
                return
            piece = chunk = bytes(read(CHUNK))


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
