"""Rounds as they were published: boards, lots, cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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
