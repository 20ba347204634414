"""A game as a record, from outside: what `crownhead variants --json` prints, every part bounded.

Left out, a switch has its default. Whether the switches agree with each other is for the rules to
say (`crownhead.Variant.from_dict`).
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from crownhead.rules import LONGEST_NAME, Aim, Board, Choice, Crowning, Landing, Removal
from crownhead.server.messages.views import Side

RuleName = Annotated[str, Meta(max_length=LONGEST_NAME)]
"""What a rule is called where a draw is claimed by it."""
Count = Annotated[int, Meta(ge=0, le=1000)]
Small = Annotated[int, Meta(ge=0, le=255)]
Range = Annotated[tuple[Small, ...], Meta(min_length=2, max_length=2)]
Direction = Literal["forward", "backward", "ahead", "sideways", "behind"]
Directions = Annotated[tuple[Direction, ...], Meta(max_length=5)]
Event = Literal["capture", "man_move", "crowning"]


class _Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every part of a record is: what it does not know is refused."""


class EndingRecord(_Part, frozen=True, kw_only=True):
    """A kind of material under which a draw count runs; each pair is an inclusive range."""

    strong_men: Range | UnsetType = UNSET
    strong_kings: Range | UnsetType = UNSET
    weak_men: Range | UnsetType = UNSET
    weak_kings: Range | UnsetType = UNSET
    total: Range | UnsetType = UNSET
    on_long_diagonal: bool | UnsetType = UNSET


class DrawRuleRecord(_Part, frozen=True, kw_only=True):
    """A count that draws the game after so many plies."""

    rule: RuleName
    plies: Small
    resets: Annotated[tuple[Event, ...], Meta(max_length=3)] | UnsetType = UNSET
    endings: Annotated[tuple[EndingRecord, ...], Meta(max_length=6)] | UnsetType = UNSET
    automatic: bool | UnsetType = UNSET


class RulesRecord(_Part, frozen=True, kw_only=True):
    """The switches of a game; what each of them says stands in docs/rules.md."""

    board: Board | UnsetType = UNSET
    men_rows: Small | UnsetType = UNSET
    rows_behind: Small | UnsetType = UNSET
    first: Side | UnsetType = UNSET
    men_move: Directions | UnsetType = UNSET
    men_capture: Directions | UnsetType = UNSET
    men_take_kings: bool | UnsetType = UNSET
    crowning: Crowning | UnsetType = UNSET
    king_move: Directions | UnsetType = UNSET
    king_capture: Directions | UnsetType = UNSET
    flying: bool | UnsetType = UNSET
    landing: Landing | UnsetType = UNSET
    turn_back: bool | UnsetType = UNSET
    king_run: Small | UnsetType = UNSET
    compulsory: bool | UnsetType = UNSET
    choice: Choice | UnsetType = UNSET
    removal: Removal | UnsetType = UNSET
    huffing: bool | UnsetType = UNSET
    aim: Aim | UnsetType = UNSET
    too_few: Small | UnsetType = UNSET
    refusal_duty: Count | UnsetType = UNSET
    repetition: Count | UnsetType = UNSET
    repetition_automatic: bool | UnsetType = UNSET
    repetition_rule: RuleName | UnsetType = UNSET
    draw_rules: Annotated[tuple[DrawRuleRecord, ...], Meta(max_length=6)] | UnsetType = UNSET


Language = Annotated[str, Meta(max_length=16)]
GameName = Annotated[str, Meta(max_length=200)]


class GameRecord(_Part, frozen=True, kw_only=True):
    """A game by its switches: house rules, or a known game as it prints itself."""

    key: Annotated[str, Meta(max_length=64)]
    names: Annotated[dict[Language, GameName], Meta(max_length=16)] | UnsetType = UNSET
    rules: RulesRecord | UnsetType = UNSET
    notation: Literal["numeric", "algebraic"] | UnsetType = UNSET
    first_square: Literal["top-left", "bottom-right"] | UnsetType = UNSET
    mirrored: bool | UnsetType = UNSET
    capture_sign: Literal["x", ":", "-"] | UnsetType = UNSET
    gametype: Annotated[str, Meta(max_length=40)] | UnsetType = UNSET
    source: Annotated[str, Meta(max_length=200)] | UnsetType = UNSET


VariantKey = Annotated[str, Meta(max_length=40)]
AnyGame = VariantKey | GameRecord
"""A game by its key, or by its record."""
