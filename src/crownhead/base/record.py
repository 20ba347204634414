"""One game as an import reads it: its text, and what is stored of it beside."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from crownhead._core import PdnScanner, PdnText
from crownhead.base import entries as entry
from crownhead.base import losses
from crownhead.base.identity import identity, salt, variant_of
from crownhead.base.names import LONGEST
from crownhead.base.sameness import is_known, known_tags
from crownhead.errors import PdnError
from crownhead.formats.pdn import PdnGame, dates
from crownhead.formats.pdn.reader import Reader
from crownhead.formats.pdn.results import meaning
from crownhead.formats.pdn.tags import in_english, tidy, value
from crownhead.variants import Variant


@dataclass(slots=True, eq=False)
class Record:
    """Hold a game that waits to be stored; `moves` is a hash of variant, start and main line."""

    source: int
    game: PdnGame
    text: bytes
    line: int
    trail: bytes
    result: int
    white: str
    black: str
    event: str
    date: str
    moves: int

    @property
    def variant(self) -> Variant | None:
        """Return what is played."""
        return self.game.variant

    @property
    def errors(self) -> tuple[PdnError, ...]:
        """Return what is wrong in the text."""
        return self.game.errors

    @property
    def plies(self) -> int:
        """Return how many moves of the main line could be read."""
        return max(0, len(self.trail) // entry.STEP.itemsize - 1)

    @property
    def tags(self) -> dict[str, str]:
        """Return the tags that say something, players, event, date and result as they are told."""
        found = known_tags({in_english(name): text for name, text in self.game.tags.items()})
        columns = {"white": self.white, "black": self.black, "event": self.event}
        columns["date"] = self.date
        if self.result:
            columns["result"] = self.game.result
        return found | {name: text for name, text in columns.items() if is_known(text)}

    @property
    def losses(self) -> list[tuple[int, int, int]]:
        """Return what its moves cost, where it carries evaluations."""
        if self.game._body is None or self.variant is None:
            return []
        return list(losses.of_line(self.game._body, salt(self.variant)))


def record_of(game: PdnGame, text: PdnText, source: int) -> Record:
    """Return the record of a game that was read from a text of a source."""
    tags = game.tags
    trail = b"" if game._body is None else game._body.trail
    white, black, event = (
        tidy(text)[:LONGEST] for text in (game.white, game.black, value(tags, "Event"))
    )
    return Record(
        source=source,
        game=game,
        text=text.source,
        line=text.line,
        trail=trail,
        result=_result(game),
        white=white,
        black=black,
        event=event,
        date=dates.normalise(value(tags, "Date")),
        moves=_hash(game, trail, text.source),
    )


def game_of(text: bytes, variant: str | None, result: int) -> tuple[PdnGame, PdnText]:
    """Return a game that was stored, as an import found out which variant and result it has."""
    scanner = PdnScanner()
    scanner.feed(text)
    scanner.finish()
    found = scanner.next()
    assert found is not None
    game = _reader(variant, "white").game(found)
    if _result(game) != result:
        turned = _reader(variant, "first").game(found)
        game = turned if _result(turned) == result else game
    return game, found


def _reader(variant: str | None, results: str) -> Reader:
    reader = Reader(results=results)
    if variant is not None:
        reader.hint = reader.previous = variant_of(variant)
    return reader


def _result(game: PdnGame) -> int:
    what = meaning(game.result)
    return entry.RESULTS.index(what) if what in entry.RESULTS else 0


def _hash(game: PdnGame, trail: bytes, text: bytes) -> int:
    """Return what games have in common that may be the same: variant, start and moves.

    Those with neither moves nor a position of their own have only their text in common.
    """
    total = hashlib.blake2b(digest_size=8)
    moved = len(trail) > entry.STEP.itemsize or (trail and value(game.tags, "FEN"))
    if game.variant is not None and moved:
        total.update(trail)
        total.update(identity(game.variant).encode())
    else:
        total.update(text.strip())
    return int.from_bytes(total.digest(), "little", signed=True)
