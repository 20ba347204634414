"""What is done in an event: from an act to entries of its log, or a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from crownhead.errors import CrownheadError
from crownhead.server.event import desk as event_desk
from crownhead.server.event import entrants as event_entrants
from crownhead.server.event import results as event_results
from crownhead.server.event import rounds as event_rounds
from crownhead.server.event import setup as event_setup
from crownhead.server.event.change import EventChange
from crownhead.server.event.entries import EventEnded
from crownhead.server.event.refusals import require_line, to_refusal
from crownhead.server.event.rights import RIGHTS, Asker, check_right, right_of
from crownhead.server.event.state import EventState
from crownhead.server.event.tables import open_boards, running_of
from crownhead.server.messages.event import acts as m
from crownhead.server.rights import may_in_event
from crownhead.server.room.refusals import Refusal

_BEGINS = (
    m.EnterAct
    | m.AdmitAct
    | m.InviteAct
    | m.CheckInAct
    | m.ExcuseAct
    | m.NoteFeeAct
    | m.AddLineAct
    | m.ClaimResultAct
    | m.PairRoundAct
    | m.AnnounceAct
    | m.AmendAct
)
"""What is refused when a log is nearly full; what has begun is still brought to its end."""
_AFTER_THE_END = m.RecordResultAct | m.NameOfficerAct | m.NoteFeeAct
_REPEATED = m.CheckInAct | m.ExcuseAct | m.AddLineAct | m.ClaimResultAct


def do(
    change: EventChange,
    asker: Asker,
    act: m.AnyEventAct,
    program: event_rounds.Proposal | None = None,
) -> None:
    """Do what somebody asks in an event. Raises `Refusal`, and then nothing has happened.

    `program` is what was proposed for the next round: finding it is long work, and need not be done
    while the event is locked. Raises `ProposalOutdated` where it does not fit any more.
    """
    check_right(change.state, asker.player, act)
    try:
        _do(change, asker, act, program)
    except CrownheadError as error:
        raise to_refusal(error) from None


def _do(
    change: EventChange, asker: Asker, act: m.AnyEventAct, program: event_rounds.Proposal | None
) -> None:
    state = change.state
    if state.ended and not isinstance(act, _AFTER_THE_END):
        raise Refusal("not_allowed", text="event_ended")
    if isinstance(act, _BEGINS) and not state.room:
        raise Refusal("not_allowed", text="event_full")
    if isinstance(act, _REPEATED) and right_of(act) == "take_part":
        event_entrants.check_often(state, asker)
    match act:
        case m.EnterAct():
            event_entrants.enter(change, asker, act)
        case m.LeaveAct():
            event_entrants.leave(change, asker, act)
        case m.CheckInAct():
            event_entrants.check_in(change, asker, act)
        case m.ExcuseAct():
            event_entrants.excuse(change, asker, act)
        case m.AddLineAct():
            event_entrants.contribute(change, asker, act)
        case m.ClaimResultAct():
            event_results.claim(change, asker, act)
        case m.AdmitAct():
            event_entrants.admit(change, require_line(act.name, "name"), act.rating, act)
        case m.InviteAct():
            event_setup.invite(change, asker)
        case m.NoteFeeAct():
            event_entrants.note_fee(change, act)
        case m.WithdrawEntrantAct():
            event_entrants.withdraw(change, act)
        case m.ReadmitAct():
            event_entrants.readmit(change, act)
        case m.PairRoundAct():
            event_rounds.pair(change, act.swaps, act.reason, program)
        case m.StartRoundAct():
            event_rounds.start(change)
        case m.AnnounceAct():
            event_rounds.announce(change, act)
        case m.AnnulRoundAct():
            event_rounds.annul(change, act)
        case m.RecordResultAct():
            event_results.record(change, asker, act)
        case m.TieBreakAct():
            event_results.break_tie(change, act)
        case m.AmendAct():
            event_setup.amend(change, act)
        case m.NameOfficerAct():
            event_setup.name_officer(change, asker, act)
        case m.CallArbiterAct():
            event_desk.call(change, asker, act)
        case m.RuleAct():
            event_desk.rule(change, act)
        case m.AdjudicateAct():
            event_desk.adjudicate(change, act)
        case m.HaltAct() | m.ContinueAct():
            event_desk.halt(change, act)
        case m.SetClockAct():
            event_desk.set_clock(change, act)
        case m.TakeBackAct():
            event_desk.take_back(change, act)
        case m.FinishAct():
            change.add(EventEnded())
        case _:
            assert_never(act)


def list_allowed(state: EventState, player: str) -> Iterator[str]:
    """Yield the kinds of acts that somebody may try now."""
    roles = state.roles(player)
    now = state.competition
    rounds = len(now.rounds)
    over = rounds > 0 and now.is_played
    real = state.settings.boards == "real"
    name = state.players.get(player)
    here = name is not None and now.entrant(name).here(rounds + 1)
    desk = may_in_event(roles, "keep_desk")
    running = not real and state.started > 0 and bool(open_boards(state))
    possible = {
        "enter": player not in state.players
        and (not rounds or state.settings.late)
        and now.lets_in
        and state.room > 0,
        "admit": now.lets_in,
        "leave": here,
        "check_in": event_entrants.may_return(state, name or "")
        or ((here or desk) and not (rounds and now.event.format == "arena")),
        "contribute": here and now.event.ballots is not None,
        "claim": real and state.started == rounds > 0 and not over,
        "result": state.started > 0,
        "pair": state.started == rounds
        and (not rounds or over or now.event.format != "swiss")
        and (not rounds or now.event.format != "arena")
        and not now.over
        and state.room > 0,
        "start": state.started < rounds,
        "announce": event_rounds.next_round(state) is not None,
        "annul": rounds > 0,
        "tie_break": state.started > 0 and now.event.format == "knockout",
        "call": running_of(state, name or "") is not None,
        "halt": not real and any(place not in state.halted for place in open_boards(state)),
        "continue": bool(state.halted),
        "clock": running and bool(now.event.clock),
        "take_back": running,
        "adjudicate": bool(event_desk.open_duties(state)),
        "rule": any(call.ruled is None for call in state.calls.values()),
        "excuse": desk or (here and now.event.format == "swiss"),
        "invite": state.settings.admission == "invited",
        "fee": bool(state.settings.fees),
    }
    for kind, right in RIGHTS.items():
        own = right == "take_part" and kind in ("check_in", "excuse")
        may = may_in_event(roles, right) or (own and desk)
        late = state.ended and kind not in ("result", "officer", "fee")
        if may and possible.get(kind, True) and not late:
            yield kind
