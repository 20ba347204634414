"""Openings: where each pair of games begins."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from crownhead.arena.book import Book
from crownhead.arena.contestant import seeded
from crownhead.arena.failure import ArenaError
from crownhead.arena.lines import main_lines
from crownhead.arena.opening import Opening
from crownhead.ballots import DECKS, deck
from crownhead.errors import CrownheadError
from crownhead.position import Position
from crownhead.variants import Variant

MOST_BYTES = 64_000_000
MOST_OPENINGS = 200_000


@dataclass(frozen=True, slots=True)
class Openings:
    """An endless sequence of openings, the same whenever it is begun again.

    `source` is the text it was read from, `digest` that of the file behind it.
    """

    source: str
    digest: str
    begin: Callable[[], Iterator[Opening]]

    def __iter__(self) -> Iterator[Opening]:
        return self.begin()


def openings(text: str, variant: Variant, seed: int = 0) -> Openings:
    """Return the openings of a source, in an order that follows from the seed.

    A source is `start`, `random[:plies=8,margin=50,nodes=1000]`, `deck:KEY[,all]`, `fen:FILE`
    (one FEN a line) or `pdn:FILE[,plies=N]` (main lines). All are used before one comes again.
    Raises `ArenaError`, or `OSError` for a file that cannot be read.

    >>> from crownhead.variants import get
    >>> cards = iter(openings("deck:english-3move", get("english")))
    >>> next(cards).moves
    ('10-15', '23-18', '9-14')
    """
    kind, _, rest = text.partition(":")
    name, *options = rest.split(",")
    digest = ""
    if text == "start":
        found = [Opening()]
    elif kind == "random":
        book = Book.parse(rest, variant, seed)
        return Openings(text, digest, book.openings)
    elif kind == "deck" or text in DECKS:
        key, *options = (rest if kind == "deck" else text).split(",")
        found = _cards(key, options, variant)
    elif kind in ("fen", "pdn") and name:
        content = _content(Path(name))
        digest = hashlib.sha256(content).hexdigest()[:16]
        found = (_fens if kind == "fen" else _lines)(content, name, options, variant)
    else:
        raise ArenaError(
            f"Openings: {text[:60]!r} is not start, random[:plies=N,margin=N,nodes=N],"
            " deck:KEY, fen:FILE or pdn:FILE"
        )
    return Openings(text, digest, lambda: _shuffled(found, seed))


def _shuffled(found: Sequence[Opening], seed: int) -> Iterator[Opening]:
    for turn in count():
        order = list(found)
        random.Random(seeded("openings", seed, turn)).shuffle(order)
        yield from order


def _cards(key: str, options: Sequence[str], variant: Variant) -> list[Opening]:
    chosen = deck(key)
    if set(options) - {"all"}:
        raise ArenaError(f"Openings: {options[0][:40]!r} is not all")
    if chosen.variant != variant.key:
        raise ArenaError(f"Openings: {key} is a deck of {chosen.variant}, not of {variant.key}")
    cards = chosen.cards if options else chosen.playable
    return [Opening(card.start_fen, card.moves, f"{card.deck} {card.code}") for card in cards]


def _content(path: Path) -> bytes:
    with path.open("rb") as handle:
        content = handle.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ArenaError(f"Openings: {path} is longer than {MOST_BYTES} bytes")
    return content


def _fens(content: bytes, name: str, options: Sequence[str], variant: Variant) -> list[Opening]:
    if options:
        raise ArenaError(f"Openings: {options[0][:40]!r} is unknown")
    found: dict[Position, Opening] = {}
    for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), 1):
        fen = line.partition("#")[0].strip().strip('"')
        if not fen:
            continue
        try:
            position = Position.from_fen(fen, variant)
        except CrownheadError as error:
            raise ArenaError(f"Openings: {name}, line {number}: {error}") from None
        _keep(found, position, Opening(fen, (), f"line {number}"))
    return _some(found, name)


def _lines(content: bytes, name: str, options: Sequence[str], variant: Variant) -> list[Opening]:
    plies = None
    for option in options:
        key, _, value = option.partition("=")
        if key != "plies" or not value.isdecimal() or not 0 < int(value) <= 1000:
            raise ArenaError(f"Openings: {option[:40]!r} is not plies=N")
        plies = int(value)
    found: dict[Position, Opening] = {}
    for number, (start, moves) in enumerate(main_lines(content, name, variant), 1):
        taken = moves[:plies]
        position = start
        for move in taken:
            position = position.play(move)
        fen = "" if start == Position.initial(variant) else start.fen(counters=True)
        texts = tuple(move.notation("full") for move in taken)
        _keep(found, position, Opening(fen, texts, f"game {number}"))
    return _some(found, name)


def _keep(found: dict[Position, Opening], position: Position, opening: Opening) -> None:
    if position.outcome is None and position not in found:
        found[position] = opening
        if len(found) > MOST_OPENINGS:
            raise ArenaError(f"Openings: more than {MOST_OPENINGS}")


def _some(found: dict[Position, Opening], name: str) -> list[Opening]:
    if not found:
        raise ArenaError(f"Openings: {name} holds no position to play from")
    return list(found.values())
