"""Lots of an event: numbers, and one card or more a round, so that nobody chose and all can check.

Before entries close one commitment per round is published, and one for the numbers. The seed to a
round's commitment is revealed when its pairing has been published. What is drawn depends on the
seed, on the published pairing and on lines of text by entrants: whoever holds the seed cannot know
these, and whoever decides about these does not know the seed.

A card is drawn as `crownhead.lots` says, with these contributions, each a line::

    round 3
    pairing SHA-256 of the lines "1 ONE - TWO", "2 ..." of the published boards
    entrants SHA-256 of the lines "NAME: TEXT" in order of names
    board 2                               where each board has a card of its own
    attempt 0

A card that the event does not play, or has played where it wants no repetition, is put back: the
lot is drawn again with `attempt 1`, and so on.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from crownhead.ballots import Card, deck
from crownhead.competition.encounters import Encounter
from crownhead.competition.failure import CompetitionError
from crownhead.lots import Draw, new_seed, pick

Scope = Literal["round", "board"]
"""Whose card it is: one for all boards of a round, or one for each encounter."""
Repeats = Literal["yes", "entrant", "event"]
"""Whether a card may come again: always, for other entrants alone, or never in the event."""

_SEED = re.compile("[0-9a-f]{64}")
_MOST_ATTEMPTS = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballots:
    """What an event draws: from which deck, for whom, which cards.

    `tough` plays the tough deck alone; `barred` are codes of cards that are not played.

    >>> len(Ballots(deck="english-3move").cards)
    156
    """

    deck: str = "english-3move"
    scope: Scope = "round"
    repeats: Repeats = "event"
    tough: bool = False
    barred: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        known = deck(self.deck)
        if self.scope not in get_args(Scope) or self.repeats not in get_args(Repeats):
            raise CompetitionError(f"ballots: {self.scope!r} or {self.repeats!r} is not known")
        for code in self.barred:
            known.card(code)
        if not self.cards:
            raise CompetitionError(
                f"ballots: no card of {self.deck} is left to be drawn", "no_card", deck=self.deck
            )

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return the cards that can be drawn."""
        barred = {deck(self.deck).card(code).code for code in self.barred}
        return tuple(
            card
            for card in deck(self.deck).playable
            if card.code not in barred and (card.tough or not self.tough)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as plain data."""
        return {
            "deck": self.deck,
            "scope": self.scope,
            "repeats": self.repeats,
            "tough": self.tough,
            "barred": list(self.barred),
        }

    @classmethod
    def from_dict(cls, values: Any) -> Ballots:
        """Read settings. Raises `CrownheadError`."""
        if not isinstance(values, dict) or not set(values) <= set(cls.__dataclass_fields__):
            raise CompetitionError("ballots: expected deck, scope, repeats, tough, barred")
        barred = values.get("barred", [])
        if not isinstance(barred, list | tuple):
            raise CompetitionError("ballots: barred is no list")
        return cls(**{**values, "barred": tuple(str(code) for code in barred)})


def commitment(seed: str, ballots: Ballots | None = None) -> str:
    """Return what is published of a seed before the draw: 64 hex digits.

    For a round it is that of `crownhead.lots.Draw`; without `ballots` it is the one for numbers,
    the SHA-256 of the lines `crownhead event 1`, `numbers` and `seed SEED`.

    >>> commitment("17" * 32, Ballots()) == Draw(seed="17" * 32).commitment
    True
    """
    check_seed(seed)
    if ballots is None:
        return _hash(_numbers(seed))
    return Draw(deck=ballots.deck, seed=seed).commitment


def check_seed(seed: str) -> str:
    """Return a seed that is one. Raises `CompetitionError`."""
    if not isinstance(seed, str) or not _SEED.fullmatch(seed):
        raise CompetitionError("seed: expected 64 hex digits in lower case")
    return seed


def check_commitment(text: str) -> str:
    """Return a commitment that is one. Raises `CompetitionError`."""
    if not isinstance(text, str) or not _SEED.fullmatch(text):
        raise CompetitionError("commitment: expected 64 hex digits in lower case")
    return text


def new_seeds(count: int) -> tuple[str, ...]:
    """Return so many new secret seeds."""
    return tuple(new_seed() for _ in range(count))


def check_seed_count(seeds: Sequence[str], ballots: Ballots | None, rounds: int) -> None:
    """Raise `CompetitionError` for fewer seeds than numbers and so many rounds need."""
    needed = 1 + rounds if ballots is not None else 0
    if len(seeds) < needed:
        raise CompetitionError(
            f"seeds: {len(seeds)} are too few, numbers and {rounds} rounds with ballots need"
            f" {needed}: new_seeds({needed})"
        )


def lot_number(seed: str, what: str) -> int:
    """Return the lot of a name, from 1 to 2**32, by the seed for numbers.

    >>> seed = "17" * 32
    >>> lot_number(seed, "Anna") == lot_number(seed, "Anna") != lot_number(seed, "Bert")
    True
    """
    return pick(f"{_numbers(seed)}for {what}\n", 2**32)


def pairing_hash(boards: Iterable[Encounter]) -> str:
    """Return the SHA-256 of the published boards of a round, as the draw of its cards has it."""
    lines = (
        f"{n} {board.one} - {board.two if board.two is not None else board.alone}\n"
        for n, board in enumerate(boards, 1)
    )
    return _hash("".join(lines))


def cards(
    ballots: Ballots,
    seed: str,
    number: int,
    boards: Sequence[Encounter],
    contributions: Mapping[str, str],
    before: Sequence[tuple[Collection[str], str]] = (),
) -> tuple[str, ...]:
    """Return the codes of a round's cards: one for all boards, or one for each board with two.

    `before` are the cards of earlier rounds, each with the names of those who played it. Raises
    `CompetitionError` where no card is left.
    """
    said = "".join(f"{name}: {text}\n" for name, text in sorted(contributions.items()))
    common = (f"round {number}", f"pairing {pairing_hash(boards)}", f"entrants {_hash(said)}")
    drawn: list[str] = []
    met = list(before)
    paired = [(n, board) for n, board in enumerate(boards, 1) if board.two is not None]
    if ballots.scope == "round":
        names = {name for _, board in paired for name in board.names}
        return (_card(ballots, seed, common, _find_played(ballots, met, names)),)
    for n, board in paired:
        excluded = _find_played(ballots, met, set(board.names))
        code = _card(ballots, seed, (*common, f"board {n}"), excluded)
        drawn.append(code)
        met.append((set(board.names), code))
    return tuple(drawn)


def _find_played(
    ballots: Ballots, before: Iterable[tuple[Collection[str], str]], names: Collection[str]
) -> set[str]:
    if ballots.repeats == "yes":
        return set()
    everybody = ballots.repeats == "event"
    return {code for who, code in before if everybody or set(who) & set(names)}


def _card(ballots: Ballots, seed: str, said: tuple[str, ...], excluded: set[str]) -> str:
    left = {card.code for card in ballots.cards} - excluded
    if not left:
        raise CompetitionError(
            f"{said[0]}: no card of {ballots.deck} is left to be drawn",
            "no_card_left",
            deck=ballots.deck,
        )
    for attempt in range(_MOST_ATTEMPTS):
        draw = Draw(deck=ballots.deck, seed=seed, contributions=(*said, f"attempt {attempt}"))
        if draw.card.code in left:
            return draw.card.code
    raise CompetitionError(f"{said[0]}: no card was found")


def _numbers(seed: str) -> str:
    return f"crownhead event 1\nnumbers\nseed {seed}\n"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
