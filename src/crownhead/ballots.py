"""Decks of balloted openings: cards to draw one from, as data.

`deck` finds a deck, `Deck.card` a card in it, `Card.game` begins a game with it. `crownhead.lots`
draws a card so that everyone can check the draw.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from crownhead.errors import CrownheadError
from crownhead.game import Game
from crownhead.position import Position

Status = Literal["crossboard", "mailplay", "barred", "lost", "playable"]

# Every deck and its game; the cards are read when a deck is asked for.
DECKS: Mapping[str, str] = MappingProxyType(
    {
        "english-3move": "english",  # C1
        "english-2move": "english",
        "english-4move": "english",
        "english-5move": "english",
        "english-11man": "english",
        "italian-11man": "italian",
        "russian-64": "russian",
        "brazilian-64": "brazilian",
        "idf-64": "russian",
        "idf-64-brazilian": "brazilian",
    }
)


_DIGITS = re.compile("[0-9]{1,6}")


class UnknownDeck(CrownheadError):
    """Name a deck that `DECKS` does not hold."""


class UnknownCard(CrownheadError):
    """Name a card that the deck does not hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One opening of a deck.

    `moves` are played from `start_fen`, or from the start of the game where it is empty: then a
    card is its moves. `removed` are the squares of men taken off before play (eleven-man
    ballot), `relocated` the (from, to) squares of men put elsewhere (64-square tables).
    `status` says whether it is in the deck that is drawn from (`playable`). `leads_to` names
    longer openings that begin so, `transpositions` other lines to the same position, `tough`
    openings of the tough deck.

    >>> deck("english-3move").card(60).name
    'Denny: Black Hole'
    """

    deck: str
    variant: str
    number: int
    code: str
    name: str = ""
    moves: tuple[str, ...] = ()
    start_fen: str = ""
    published_fen: str = ""
    removed: tuple[int, ...] = ()
    relocated: tuple[tuple[int, int], ...] = ()
    status: Status = "playable"
    tough: bool = False
    leads_to: tuple[str, ...] = ()
    transpositions: tuple[str, ...] = ()
    note: str = ""

    def __str__(self) -> str:
        """Return code, moves and name: `60. 10-14 22-17 9-13 (Denny: Black Hole)`."""
        what = " ".join(self.moves) or self.start_fen
        return f"{self.code}. {what}" + (f" ({self.name})" if self.name else "")

    @property
    def playable(self) -> bool:
        """Return whether the card can be drawn: neither barred nor known to be lost."""
        return self.status not in ("barred", "lost")

    @property
    def fen(self) -> str:
        """Return the FEN of the position from which the players go on."""
        return self.published_fen or self.position().fen()

    def start(self) -> Position:
        """Return the position before the card's moves.

        >>> deck("english-11man").card(1).start().piece_at(11) is None
        True
        """
        if self.start_fen:
            return Position.from_fen(self.start_fen, self.variant)
        return Position.initial(self.variant)

    def position(self) -> Position:
        """Return the position from which the players go on (C2: White, with the fourth ply).

        >>> deck("english-3move").card(1).position().turn
        'white'
        """
        position = self.start()
        for move in self.moves:
            position = position.play(move)
        return position

    def game(self, *, at: int | None = None, **options: Any) -> Game:
        """Begin a game with the card's moves played out (C2); `options` are those of `Game`.

        Moves are recorded as moves of the game. Where men are removed or relocated, and where
        the card is a bare position, the game starts from a FEN. With a clock, `at` is the time
        of the start in milliseconds: the card's moves take no time, but bring what bonus a move
        brings.

        Raises `CrownheadError` for `variant`, `start` or `opening` among the options: the card
        fixes them.

        >>> game = deck("english-3move").card(1).game()
        >>> [str(move) for move in game.moves], game.turn
        (['9-13', '21-17', '5-9'], 'white')
        """
        for fixed in ("variant", "start", "opening"):
            if fixed in options:
                raise CrownheadError(f"{fixed}: fixed by the card {self.code} of {self.deck}")
        options = {"start": self.start_fen or None, "opening": len(self.moves), **options}
        game = Game(self.variant, **options)
        for move in self.moves:
            game.play(move, at=at)
        return game


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of one ballot, in the order of their numbers.

    `cards` holds all of them, `playable` those that are drawn from.

    >>> english = deck("english-3move")
    >>> len(english.cards), len(english.playable)
    (174, 156)
    """

    key: str
    variant: str
    names: Mapping[str, str]
    cards: tuple[Card, ...]
    playable: tuple[Card, ...] = field(init=False, repr=False, compare=False)
    _by_number: Mapping[int, Card] = field(init=False, repr=False, compare=False)
    _by_code: Mapping[str, Card] = field(init=False, repr=False, compare=False)
    _by_line: Mapping[str, Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        set_field(self, "playable", tuple(card for card in self.cards if card.playable))
        set_field(self, "_by_number", {card.number: card for card in self.cards})
        set_field(self, "_by_code", {card.code: card for card in self.cards})
        lines = {line: card for card in self.cards for line in card.transpositions}
        lines |= {" ".join(card.moves): card for card in self.cards if card.moves}
        set_field(self, "_by_line", lines)

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __repr__(self) -> str:
        return f"<Deck {self.key}: {len(self.cards)} cards, {len(self.playable)} playable>"

    def name(self, language: str = "en") -> str:
        """Return the name in `language`, else in English."""
        return self.names.get(language) or self.names["en"]

    def card(self, code: int | str) -> Card:
        """Find a card by its number or its code, in capitals or not.

        Raises `UnknownCard`, saying which there are.

        >>> deck("russian-64").card("1-ii").moves[:2]
        ('a3-b4', 'b6-a5')
        """
        wanted = code.strip().upper() if isinstance(code, str) else code
        if type(wanted) is int:
            card = self._by_number.get(wanted)
        elif isinstance(wanted, str) and _DIGITS.fullmatch(wanted):
            card = self._by_number.get(int(wanted))
        elif isinstance(wanted, str):
            card = self._by_code.get(wanted)
        else:
            card = None
        if card is None:
            known = f"{self.cards[0].code} to {self.cards[-1].code}"
            raise UnknownCard(f"{self.key}: no card {_short(code)}; known: {known}")
        return card

    def by_name(self, name: str) -> tuple[Card, ...]:
        """Return the cards of an opening: those called so, or whose name holds these words.

        Case does not matter. Raises `CrownheadError` where there is none.

        >>> [card.number for card in deck("english-3move").by_name("dreaded edinburgh")]
        [5]
        """
        wanted = " ".join(name.casefold().split())
        named = [card for card in self.cards if card.name]
        found = [card for card in named if card.name.casefold() == wanted]
        found = found or [card for card in named if wanted and wanted in card.name.casefold()]
        if not found:
            raise CrownheadError(f"No card of {self.key} is called {_short(name)}")
        return tuple(found)

    def by_moves(self, line: str) -> Card:
        """Find the card with these moves, or with a transposition of them.

        Raises `UnknownCard` if there is none.

        >>> deck("english-3move").by_moves("10-14 22-18 9-13").number
        6
        """
        card = self._by_line.get(" ".join(str(line)[:200].split()))
        if card is None:
            raise UnknownCard(f"{self.key}: no card with the moves {_short(line)}")
        return card


def deck(key: str | Deck) -> Deck:
    """Find a deck by its key; a `Deck` is returned as it is.

    Raises `UnknownDeck`, naming the known keys.

    >>> deck("english-2move").name("de")
    'Zwei-Züge-Auslosung'
    """
    if isinstance(key, Deck):
        return key
    if not isinstance(key, str) or key not in DECKS:
        raise UnknownDeck(f"Unknown deck {_short(key)}; known: {', '.join(DECKS)}")
    return _read(key)


def _short(value: object) -> str:
    return repr(value)[:60]


@cache
def _tables() -> dict[str, Any]:
    source = Path(__file__).with_name("data") / "ballots.json"
    tables: dict[str, Any] = json.loads(source.read_text(encoding="utf-8"))["decks"]
    return tables


@cache
def _read(key: str) -> Deck:
    table = _tables()[key]
    rows = _tables()[table["same_as"]] if "same_as" in table else table
    columns, without = rows["columns"], set(table.get("without", ()))
    cards = []
    for number, row in enumerate(rows["rows"], 1):
        card = _card(key, table["variant"], number, dict(zip(columns, row, strict=False)))
        if card.code not in without:
            cards.append(card)
    return Deck(key, table["variant"], MappingProxyType(table["names"]), tuple(cards))


def _card(deck_key: str, variant: str, number: int, row: Mapping[str, Any]) -> Card:
    number = row.get("number", number)
    fen = row.get("fen", "")
    moves = tuple(row.get("moves", "").split())
    removed = tuple(row.get("removed", ()))
    relocated = tuple(_squares(text) for text in row.get("relocated", "").split())
    if removed:
        start = _english_without(removed)
    elif moves or fen == _START_64:
        start = ""
    else:
        start = fen
    return Card(
        deck=deck_key,
        variant=variant,
        number=number,
        code=row.get("code", str(number)),
        name=row.get("name", ""),
        moves=moves,
        start_fen=start,
        published_fen=fen,
        removed=removed,
        relocated=relocated,
        status=row.get("status") or ("lost" if row.get("lost") else "playable"),
        tough=bool(row.get("tough", 0)),
        leads_to=_parts(row.get("leads_to", "")),
        transpositions=_parts(row.get("transpositions", "")),
        note=row.get("note", ""),
    )


_START_64 = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


def _english_without(removed: tuple[int, ...]) -> str:
    white = ",".join(str(square) for square in range(21, 33) if square not in removed)
    black = ",".join(str(square) for square in range(1, 13) if square not in removed)
    return f"B:W{white}:B{black}"


def _squares(relocation: str) -> tuple[int, int]:
    origin, target = (_number(square) for square in relocation.split("-"))
    return origin, target


def _number(square: str) -> int:
    column, row = "abcdefgh".index(square[0]), 8 - int(square[1])
    return row * 4 + column // 2 + 1


def _parts(text: str) -> tuple[str, ...]:
    return tuple(text.split(", ")) if text else ()
