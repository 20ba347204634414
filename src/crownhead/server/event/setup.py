"""An event is made, its settings are changed, people are given roles or invited."""

from __future__ import annotations

from crownhead.competition import Log, new_seeds
from crownhead.competition.fees import Fees
from crownhead.server.event import settings as event_settings
from crownhead.server.event.change import EventChange
from crownhead.server.event.entries import (
    InvitedByName,
    OfficerNamed,
    Opened,
    SettingsChanged,
    time_text,
)
from crownhead.server.event.refusals import MOST_TEXT
from crownhead.server.event.rights import Asker
from crownhead.server.event.state import EventState
from crownhead.server.messages.event import acts as m
from crownhead.server.messages.event.settings import EventSettings
from crownhead.server.room.naming import new_code, plain_code
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.texts import clean_line

LEAST_CODE = 4
"""Letters and digits of a password by which one enters."""


def make(
    change: EventChange, settings: EventSettings, asker: Asker, code: str | None = None
) -> None:
    """Make an event: its settings, and the commitments to its lots; entries are open from now on.

    `code` is a password of the organiser's own.

    Raises `CrownheadError` or `Refusal`. Long work where house rules are new.
    """
    event, _ = event_settings.check(settings)
    given = (_own_code(code) or new_code()) if settings.admission == "code" else ""
    change.add(Opened(asker.player, asker.name, settings, given))
    seeds = new_seeds(1 + event_settings.lots_of(settings))
    log = Log.begin(event, time_text(change.at)).publish(time_text(change.at), seeds)
    change.begin(log)
    change.new_seeds = dict(zip(log.competition.commitments, seeds, strict=True))


def _own_code(code: str | None) -> str:
    """Return a password as it is kept, empty for none. Raises `Refusal` for one easily guessed."""
    plain = clean_line(code or "", 32)
    if plain and len(plain_code(plain)) < LEAST_CODE:
        raise Refusal("not_allowed", text="event_code_short", values={"n": LEAST_CODE})
    return plain


def invite(change: EventChange, asker: Asker) -> None:
    """Invite the account that is named, once."""
    player, name = asker.named
    if player not in change.state.invited:
        change.add(InvitedByName(player, name))


def name_officer(change: EventChange, asker: Asker, act: m.NameOfficerAct) -> None:
    """Give the account that is named a role, or take it away."""
    player, name = asker.named
    if player == change.state.organiser:
        raise Refusal("not_allowed", text="event_organiser")
    change.add(OfficerNamed(player, name, act.role))


def amend(change: EventChange, act: m.AmendAct) -> None:
    """Change the settings of an event."""
    state = change.state
    event, _ = event_settings.check(act.settings)
    before, code = state.settings, _own_code(act.code)
    if act.settings == before and code in ("", state.code):
        raise Refusal("not_allowed", text="event_same")
    if state.competition.rounds and (
        act.settings.boards != before.boards or act.settings.rated != before.rated
    ):
        raise Refusal("not_allowed", text="event_frozen")
    _check_currency(state, act.settings.fees)
    lots = len(state.competition.commitments) - 1
    if event.ballots is not None and event_settings.lots_of(act.settings) > lots:
        raise Refusal("not_allowed", text="event_lots")
    reason = clean_line(act.reason, MOST_TEXT)
    if state.competition.rounds and not reason:
        raise Refusal("not_allowed", text="event_reason")
    if event != state.event:
        change.act("amend", event=event.to_dict(), reason=reason or "before round 1")
    wanted = act.settings.admission == "code" and not state.code
    change.add(SettingsChanged(act.settings, code or (new_code() if wanted else "")))


def _check_currency(state: EventState, fees: str) -> None:
    """Raise `Refusal` where fees have been paid in another currency than is wanted now."""
    till = state.till
    if till is None or not any(each.paid for each in till.payments.values()):
        return
    if not fees or Fees.parse(fees).currency != till.fees.currency:
        values = {"currency": till.fees.currency}
        raise Refusal("not_allowed", text="event_fees_paid", values=values)
