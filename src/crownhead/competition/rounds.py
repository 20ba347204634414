"""Rounds as they were published: boards, lots, cards; and one board of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from crownhead.competition.encounters import Encounter, name_of
from crownhead.competition.failure import CompetitionError
from crownhead.competition.trail import one_line


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A published round: its boards, its lots.

    `contributions` are lines of text by entrants, given before the seed was revealed. `cards` are
    codes of the deck, one for all or one for each board with two players. `manual` says that the
    boards are not those of the program; the trail says why.
    """

    boards: tuple[Encounter, ...]
    seed: str = ""
    contributions: Mapping[str, str] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    manual: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "contributions", MappingProxyType(dict(self.contributions)))

    def card(self, board: int) -> str | None:
        """Return the code of the card of a board, counted from 1."""
        if not self.cards:
            return None
        if len(self.cards) == 1:
            return self.cards[0]
        paired = [n for n, each in enumerate(self.boards, 1) if each.two is not None]
        return self.cards[paired.index(board)] if board in paired else None

    def to_dict(self) -> dict[str, Any]:
        """Return the round as plain data, without what is empty."""
        values: dict[str, Any] = {"boards": [board.to_dict() for board in self.boards]}
        for name in ("seed", "contributions", "cards", "manual"):
            if value := getattr(self, name):
                values[name] = (
                    dict(value)
                    if name == "contributions"
                    else list(value)
                    if name == "cards"
                    else value
                )
        return values

    @classmethod
    def from_dict(cls, values: Any) -> Round:
        """Read a round. Raises `CompetitionError`."""
        try:
            said = values.get("contributions", {}).items()
            return cls(
                boards=tuple(Encounter.from_dict(each) for each in values["boards"]),
                seed=str(values.get("seed", "")),
                contributions={name_of(name): one_line(text) for name, text in said},
                cards=tuple(str(code)[:40] for code in values.get("cards", ())),
                manual=bool(values.get("manual", False)),
            )
        except (KeyError, TypeError, AttributeError):
            raise CompetitionError("a round has boards") from None

    def played_cards(self) -> list[tuple[set[str], str]]:
        """Return the cards that were drawn, each with the names of those who play it."""
        boards = [board for board in self.boards if board.two is not None]
        if len(self.cards) == 1:
            return [({name for board in boards for name in board.names}, self.cards[0])]
        return [(set(board.names), code) for board, code in zip(boards, self.cards, strict=False)]


def board_of(rounds: Sequence[Round], number: int, board: int) -> Encounter:
    """Return a board of a round, both counted from 1. Raises `CompetitionError`."""
    if not 1 <= number <= len(rounds):
        raise CompetitionError(
            f"round {number}: {len(rounds)} have been published",
            "unpublished",
            round=number,
            n=len(rounds),
        )
    boards = rounds[number - 1].boards
    if not 1 <= board <= len(boards):
        raise CompetitionError(
            f"round {number}: board {board} of {len(boards)}",
            "no_board",
            round=number,
            board=board,
            n=len(boards),
        )
    return boards[board - 1]


def with_round(rounds: Sequence[Round], number: int, published: Round) -> tuple[Round, ...]:
    """Return rounds with another one in the place of a round."""
    return (*rounds[: number - 1], published, *rounds[number:])


def with_board(
    rounds: Sequence[Round], number: int, board: int, encounter: Encounter
) -> tuple[Round, ...]:
    """Return rounds with another board in the place of a board."""
    published = rounds[number - 1]
    boards = (*published.boards[: board - 1], encounter, *published.boards[board:])
    return with_round(rounds, number, replace(published, boards=boards))
