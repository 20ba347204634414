"""Who does something in an event, and the right that it takes."""

from __future__ import annotations

from dataclasses import dataclass

from crownhead.server.event.state import EventState
from crownhead.server.messages.event import acts as m
from crownhead.server.rights import EventRight, may_in_event
from crownhead.server.room.refusals import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Who does something, and what of others his act needs to know.

    `rating` is his in the list of the event's games; a `bot` is a program. `other` is the account
    that the act names: its id and what it is called.
    """

    player: str
    name: str
    account: bool = False
    rating: int | None = None
    bot: bool = False
    other: tuple[str, str] | None = None

    @property
    def named(self) -> tuple[str, str]:
        """Return the account that the act names; whoever asks has looked it up."""
        assert self.other is not None
        return self.other


RIGHTS: dict[str, EventRight] = {
    "enter": "enter",
    "leave": "take_part",
    "check_in": "take_part",
    "excuse": "take_part",
    "contribute": "take_part",
    "claim": "take_part",
    "call": "take_part",
    "admit": "keep_desk",
    "fee": "keep_desk",
    "result": "keep_desk",
    "withdraw": "direct",
    "readmit": "direct",
    "pair": "direct",
    "start": "direct",
    "announce": "direct",
    "annul": "direct",
    "tie_break": "direct",
    "rule": "direct",
    "adjudicate": "direct",
    "halt": "direct",
    "continue": "direct",
    "clock": "direct",
    "take_back": "direct",
    "amend": "organise",
    "officer": "organise",
    "invite": "organise",
    "finish": "organise",
}
"""The right that an act takes; what is done for another by name is the desk's."""


def right_of(act: m.AnyEventAct) -> EventRight:
    """Return the right that an act takes.

    >>> right_of(m.CheckInAct()), right_of(m.CheckInAct(name="Anna"))
    ('take_part', 'keep_desk')
    """
    if isinstance(act, m.CheckInAct | m.ExcuseAct) and act.name is not None:
        return "keep_desk"
    return RIGHTS[str(act.__struct_config__.tag)]


def check_right(state: EventState, player: str, act: m.AnyEventAct) -> None:
    """Raise `Refusal` where somebody may not do something in an event."""
    if not may_in_event(state.roles(player), right_of(act)):
        raise Refusal("no_seat", text="event_right")
