"""Tags alone: the quick way through a file, no move replayed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

from crownhead._core import PdnScanner, PdnText
from crownhead.errors import CrownheadError
from crownhead.formats.pdn.game import PdnGame
from crownhead.formats.pdn.gametype import read_type
from crownhead.formats.pdn.reader import Reader, games
from crownhead.formats.pdn.source import CHUNK, Handle, Source
from crownhead.variants import Variant


class Headers:
    """Hold the tags of a game that has not been read, and where it stands.

    `line` counts from 1, `offset` from the beginning of the file, in bytes.
    """

    __slots__ = ("_source", "line", "offset", "tags")

    def __init__(self, text: PdnText, origin: Source) -> None:
        self.tags: dict[str, str] = text.tags
        self.line = text.line
        self.offset = origin.base + text.offset
        self._source = origin

    @property
    def variant(self) -> Variant | None:
        """Return the game that the tags name, None where they name none."""
        return read_type(self.tags).variant

    def read(self, *, variant: str | Variant | None = None, results: str = "auto") -> PdnGame:
        """Go back to this game in the file and read it, moves and all.

        The file is left where it was. `variant` and `results` are those of `read`; what other games
        of the file show is not asked. Raises `CrownheadError` where the handle cannot be
        searched.
        """
        origin = self._source
        if not origin.seekable:
            raise CrownheadError("Only in a file of bytes can a game be found again")
        if origin.path is not None:
            with origin.path.open("rb") as file:
                return self._read(file, Reader(variant, results))
        assert origin.file is not None
        now = origin.file.tell()
        try:
            return self._read(origin.file, Reader(variant, results))
        finally:
            origin.file.seek(now)

    def _read(self, file: IO[bytes], reader: Reader) -> PdnGame:
        file.seek(self.offset)
        scanner = PdnScanner()
        text = None
        while text is None and (chunk := file.read(CHUNK)):
            scanner.feed(chunk)
            text = scanner.next()
        if text is None:
            scanner.finish()
            text = scanner.next()
        if text is None:
            raise CrownheadError(f"There is no game at byte {self.offset} any more")
        game = next(reader.game(each) for each in reader.survey((text,)))
        game._shift(self.line, self.offset)
        return game

    def __repr__(self) -> str:
        return f"<Headers line {self.line}, {self.tags!r}>"


def headers(handle: Handle, *, encoding: str | None = None) -> Iterator[Headers]:
    """Yield the headers of every game of a file, without reading a move; see `read`.

    >>> import io
    >>> found = headers(io.StringIO('[White "Anna"] 1. 11-15 * [White "Bert"] 1. 9-14 *'))
    >>> [(game.tags["White"], game.line, game.offset) for game in found]
    [('Anna', 1, 0), ('Bert', 1, 26)]
    """
    origin = Source(handle, encoding)
    for text in games(origin):
        yield Headers(text, origin)
