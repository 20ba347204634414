"""Openings: where each pair of games begins."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from crownhead.arena.book import Book
from crownhead.arena.contestant import derive_seed
from crownhead.arena.failure import ArenaError
from crownhead.arena.lines import book_lines, main_lines
from crownhead.arena.opening import Opening
from crownhead.ballots import DECKS, deck
from crownhead.digits import parse_uint
from crownhead.engines.book import books
from crownhead.engines.book.failure import BookError
from crownhead.errors import CrownheadError
from crownhead.position import Position
from crownhead.variants import Variant

MOST_BYTES = 64_000_000
MOST_OPENINGS = 200_000
MOST_PLIES = 1_000


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

    A source is `start`, `random[:plies=8,margin=50,nodes=1000]`, `deck:KEY[,all]` or
    `deck:KEY,lost`, `fen:FILE` (one FEN a line), `pdn:FILE[,plies=N]` (main lines) or
    `book[:FILE][,plies=N]` (lines of an opening book, without a file that of the engine). All are
    used before one comes again. Raises `ArenaError`, or `OSError` for a file that cannot be read.

    >>> from crownhead.variants import get
    >>> cards = iter(openings("deck:english-3move", get("english")))
    >>> next(cards).moves
    ('10-15', '23-18', '9-14')
    """
    kind, _, rest = text.partition(":")
    digest = ""
    if text == "start":
        found = [Opening()]
    elif kind == "random":
        book = Book.parse(rest, variant, seed)
        return Openings(text, digest, book.openings)
    elif kind == "deck" or text in DECKS:
        key, *options = (rest if kind == "deck" else text).split(",")
        found = _cards(key, options, variant)
    elif kind == "fen" and rest:
        content, digest = _content(Path(rest))
        found = _fens(content, rest, variant)
    elif kind == "pdn" and rest:
        name, plies = _plies(rest)
        content, digest = _content(Path(name))
        found = _lines(content, name, plies, variant)
    elif (by_book := _plies(text))[0] == "book" or kind == "book":
        found = _book(*by_book, variant)
        digest = _digest(repr(found).encode())
    else:
        raise ArenaError(
            f"Openings: {text[:60]!r} is not start, random[:plies=N,margin=N,nodes=N],"
            " deck:KEY, fen:FILE, pdn:FILE or book[:FILE]",
            "openings",
            text=text[:60],
        )
    return Openings(text, digest, lambda: _shuffle(found, seed))


def _shuffle(found: Sequence[Opening], seed: int) -> Iterator[Opening]:
    for turn in count():
        order = list(found)
        random.Random(derive_seed("openings", seed, turn)).shuffle(order)
        yield from order


def _cards(key: str, options: Sequence[str], variant: Variant) -> list[Opening]:
    chosen = deck(key)
    which = ",".join(options)
    if which not in ("", "all", "lost"):
        raise ArenaError(
            f"Openings: {which[:40]!r} is neither all nor lost", "cards", text=which[:40]
        )
    if chosen.variant != variant.key:
        raise ArenaError(
            f"Openings: {key} is a deck of {chosen.variant}, not of {variant.key}",
            "deck",
            deck=key,
            own=chosen.variant,
            game=variant.key,
        )
    cards = chosen.cards if which == "all" else chosen.playable
    if which == "lost":
        cards = tuple(card for card in chosen.cards if not card.playable)
        if not cards:
            raise ArenaError(f"Openings: no card of {key} is known to be lost", "no_lost", deck=key)
    return [Opening(card.start_fen, card.moves, f"{card.deck} {card.code}") for card in cards]


def _content(path: Path) -> tuple[bytes, str]:
    """Return what a file holds, and its digest."""
    with path.open("rb") as handle:
        content = handle.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ArenaError(
            f"Openings: {path} is longer than {MOST_BYTES} bytes",
            "openings_long",
            path=path,
            most=MOST_BYTES,
        )
    return content, _digest(content)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _plies(text: str) -> tuple[str, int | None]:
    """Return the name of a file and the number of plies behind it, None without one."""
    name, sign, value = text.rpartition(",plies=")
    if not sign:
        return text, None
    plies = parse_uint(value) or 0
    if not 0 < plies <= MOST_PLIES:
        raise ArenaError(
            f"Openings: plies={value[:40]} is not within 1..{MOST_PLIES}",
            "plies",
            text=value[:40],
            most=MOST_PLIES,
        )
    return name, plies


def _fens(content: bytes, name: str, variant: Variant) -> list[Opening]:
    found: dict[Position, Opening] = {}
    for number, line in enumerate(content.decode("utf-8-sig", "replace").splitlines(), 1):
        fen = line.partition("#")[0].strip().strip('"')
        if not fen:
            continue
        try:
            position = Position.from_fen(fen, variant)
        except CrownheadError as error:
            raise ArenaError(
                f"Openings: {name}, line {number}: {error}",
                "line",
                name=name,
                number=number,
                why=error,
            ) from None
        _keep(found, position, Opening(fen, (), f"line {number}"))
    return _some(found, name)


def _lines(content: bytes, name: str, plies: int | None, variant: Variant) -> list[Opening]:
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


def _book(source: str, plies: int | None, variant: Variant) -> list[Opening]:
    name = source.partition(":")[2]
    try:
        book = books.read(_content(Path(name))[0]) if name else books.book(variant)
    except BookError as error:
        raise ArenaError(f"Openings: {name}: {error}") from error
    if book is None:
        raise ArenaError(
            f"Openings: there is no opening book for {variant.key}", "no_book", game=variant.key
        )
    found: dict[Position, Opening] = {}
    for position, moves in book_lines(book, plies, variant):
        texts = tuple(move.notation("full") for move in moves)
        _keep(found, position, Opening("", texts, f"book {len(found) + 1}"))
    return _some(found, name or "the book")


def _keep(found: dict[Position, Opening], position: Position, opening: Opening) -> None:
    if position.outcome is None and position not in found:
        found[position] = opening
        if len(found) > MOST_OPENINGS:
            raise ArenaError(
                f"Openings: more than {MOST_OPENINGS}", "many_openings", most=MOST_OPENINGS
            )


def _some(found: dict[Position, Opening], name: str) -> list[Opening]:
    if not found:
        raise ArenaError(
            f"Openings: {name} holds no position to play from", "no_opening", name=name
        )
    return list(found.values())
