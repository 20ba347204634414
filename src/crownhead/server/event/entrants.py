"""Entrants of an event: how they enter, check in, pay, are excused, leave and come back."""

from __future__ import annotations

from crownhead.competition import CompetitionError
from crownhead.server.event import settings as event_settings
from crownhead.server.event.change import EventChange
from crownhead.server.event.entries import CheckedIn, FeeNoted, PlayerKnown
from crownhead.server.event.refusals import MOST_TEXT, require_line
from crownhead.server.event.rights import Asker
from crownhead.server.event.state import EventState
from crownhead.server.messages.event import acts as m
from crownhead.server.messages.event.settings import EventSettings
from crownhead.server.rights import may_in_event
from crownhead.server.room.naming import plain_code
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.texts import clean_line

MOST_OWN = 40
"""How often an entrant says something of himself, or of his board, before the next pairing."""


def own_name(state: EventState, asker: Asker) -> str:
    """Return the name under which somebody takes part. Raises `Refusal`."""
    name = state.players.get(asker.player)
    if name is None:
        raise Refusal("no_seat", text="event_not_entered")
    return name


def _check_here(state: EventState, name: str) -> None:
    """Raise `CompetitionError` where nobody of this name goes on with the event."""
    if not state.competition.entrant(name).here(len(state.competition.rounds) + 1):
        raise CompetitionError(f"{name}: has left already")


def check_in(change: EventChange, asker: Asker, act: m.CheckInAct) -> None:
    """Check an entrant in or out for the next round; who rests in an arena comes back by it."""
    state = change.state
    name = act.name or own_name(state, asker)
    if act.here and may_return(state, name):
        change.act("return", name=name, reason="is there again")
        return
    _check_here(state, name)
    number = len(state.competition.rounds) + 1
    if (state.checked.get(name) == number) != act.here:
        change.add(CheckedIn(name, number, act.here))


def leave(change: EventChange, asker: Asker, act: m.LeaveAct) -> None:
    """Take whoever asks out from the next round on."""
    reason = clean_line(act.reason, MOST_TEXT) or "by himself"
    change.act("withdraw", name=own_name(change.state, asker), reason=reason)


def withdraw(change: EventChange, act: m.WithdrawEntrantAct) -> None:
    """Take an entrant out, or expel him."""
    reason = require_line(act.reason, "reason")
    change.act("withdraw", name=act.name, reason=reason, expelled=act.expelled)


def readmit(change: EventChange, act: m.ReadmitAct) -> None:
    """Take an entrant back."""
    change.act("return", name=act.name, reason=require_line(act.reason, "reason"))


def contribute(change: EventChange, asker: Asker, act: m.AddLineAct) -> None:
    """Put in a line on which the cards of the next round depend."""
    state = change.state
    if state.event.ballots is None:
        raise Refusal("not_allowed", text="event_no_cards")
    text, name = require_line(act.text, "text"), own_name(state, asker)
    _check_here(state, name)
    change.act("contribute", name=name, text=text)


def may_return(state: EventState, name: str) -> bool:
    """Return whether somebody rests in an arena, and is paired again once he says he is there."""
    number = len(state.competition.rounds) + 1
    in_arena = state.event.format == "arena" and number > 1
    resting = name in state.resting and not state.competition.entrant(name).here(number)
    return in_arena and resting and not state.ended


def check_often(state: EventState, asker: Asker) -> None:
    """Raise `Refusal` where an entrant has changed his mind too often: a log has an end."""
    desk = may_in_event(state.roles(asker.player), "keep_desk")
    if not desk and state.own.get(asker.player, 0) >= MOST_OWN:
        raise Refusal("not_allowed", text="event_often")


def enter(change: EventChange, asker: Asker, act: m.EnterAct) -> None:
    """Enter whoever asks, if he may."""
    state, settings = change.state, change.state.settings
    if asker.player in state.players:
        raise Refusal("not_allowed", text="event_entered")
    if settings.admission == "code" and plain_code(act.code or "") != plain_code(state.code):
        raise Refusal("no_seat", text="event_code")
    if settings.admission == "invited" and asker.player not in state.invited:
        raise Refusal("no_seat", text="event_invited")
    if settings.rated and not asker.account:
        raise Refusal("not_allowed", text="rated_account")
    if asker.bot and not settings.bots:
        raise Refusal("not_allowed", text="event_bots")
    _check_rating(settings, asker.rating)
    if state.competition.rounds and not settings.late:
        raise Refusal("not_allowed", text="event_closed")
    admit(change, asker.name, asker.rating, act)
    change.add(PlayerKnown(asker.player, asker.name))


def _check_rating(settings: EventSettings, rating: int | None) -> None:
    """Raise `Refusal` where a rating is beyond the bounds, or they are there and it is missing."""
    low, high = settings.rating_from, settings.rating_to
    if low is None and high is None:
        return
    low, high = low or 0, 4000 if high is None else high
    if rating is None:
        if not settings.unrated:
            raise Refusal("not_allowed", text="event_unrated")
    elif not low <= rating <= high:
        values = {"low": low, "high": high, "rating": rating}
        raise Refusal("not_allowed", text="event_rating", values=values)


def admit(change: EventChange, name: str, rating: int | None, act: m.EnterAct | m.AdmitAct) -> None:
    """Enter somebody, if there is a place for him."""
    state = change.state
    said = {each: clean_line(getattr(act, each, ""), 40) for each in ("title", "club", "team")}
    entrant = {"name": name, "rating": rating, **said}
    entrant = {key: value for key, value in entrant.items() if value}
    if len(state.competition.entrants) >= event_settings.most_of(state.settings):
        raise Refusal("not_allowed", text="event_crowded")
    if any(each.name == entrant["name"] for each in state.competition.entrants):
        raise Refusal("not_allowed", text="event_name_taken")
    change.act("enter", entrant=entrant)


def note_fee(change: EventChange, act: m.NoteFeeAct) -> None:
    """Note what somebody has paid, and which fee is his."""
    state, till = change.state, change.state.till
    if till is None:
        raise Refusal("not_allowed", text="event_no_fees")
    name = state.competition.entrant(act.name).name
    before, after = till.of(name), till.note(name, act.paid, act.fee).of(name)
    if before != after:
        change.add(FeeNoted(name, after.paid, after.kind))


def excuse(change: EventChange, asker: Asker, act: m.ExcuseAct) -> None:
    """Excuse an entrant from a round."""
    state = change.state
    name = act.name or own_name(state, asker)
    _check_here(state, name)
    desk = may_in_event(state.roles(asker.player), "keep_desk")
    if act.why == "absent" and not desk:
        raise Refusal("no_seat", text="event_right")
    number = act.round or len(state.competition.rounds) + 1
    change.act("excuse", name=name, why=act.why, round=number)
