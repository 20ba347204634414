"""What moderators are told of how a player's moves compare with an engine's."""

from __future__ import annotations

from msgspec import Struct

from crownhead.server.messages.reports import Progress


class ChoicesShown(Struct, frozen=True):
    """Choices of one kind: how many, how many agree with the engine, and how many would.

    Costs are means in hundredths of a man; null where there is no choice.
    """

    choices: int
    agreed: int
    expected: float
    cost: float | None
    expected_cost: float | None


class FairPlayEvidence(Struct, frozen=True, tag_field="t", tag="evidence"):
    """What the last rated games of a player come to, in the list in which he has most of them.

    `deviation` is in standard deviations above what is expected at his `rating`; `listed`: a person
    should look at the games, which is no verdict. Times are medians in seconds, where one move was
    legal and where there was a choice, null where there are too few. Without a rated game `games`
    is 0. docs/fairplay.md says how often this is wrong.
    """

    games: int
    variant: str
    tempo: str
    rating: int
    bot: bool
    easy: ChoicesShown
    hard: ChoicesShown
    deviation: float
    listed: bool
    forced_seconds: float | None
    choice_seconds: float | None


FairPlayLine = Progress | FairPlayEvidence
