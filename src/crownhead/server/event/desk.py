"""What the desk decides in games that go on: calls, duties, clocks, boards that are halted."""

from __future__ import annotations

from crownhead.adjudication import Ground
from crownhead.server.event.change import EventChange
from crownhead.server.event.entrants import own_name
from crownhead.server.event.entries import (
    CalledArbiter,
    CallRuled,
    ClockChanged,
    Continued,
    DutyEnded,
    Halted,
    TookBack,
)
from crownhead.server.event.refusals import MOST_TEXT, require_line
from crownhead.server.event.rights import Asker
from crownhead.server.event.state import EventState
from crownhead.server.event.tables import open_boards, running_of
from crownhead.server.messages.event import acts as m
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.texts import clean_line

MOST_CALLS = 3
"""Calls of the arbiter by one player in one game."""


def adjudicate(change: EventChange, act: m.AdjudicateAct) -> None:
    """Decide about a duty that has ended."""
    ended = open_duties(change.state).get(act.duty)
    if ended is None:
        raise Refusal("not_allowed", text="event_no_duty")
    _decide(change, ended, act.advantage, require_line(act.reason, "reason"))


def set_clock(change: EventChange, act: m.SetClockAct) -> None:
    """Change the clock of a player whose game goes on."""
    if (act.add is None) == (act.left is None):
        raise Refusal("bad_message", detail="clock: expected either add or left")
    game, _, _ = _game_of(change.state, act.name, act.board)
    if not change.state.settings.time:
        raise Refusal("not_allowed", text="event_no_clock")
    reason = require_line(act.reason, "reason")
    change.add(ClockChanged(game, act.name, act.add, act.left, reason))


def take_back(change: EventChange, act: m.TakeBackAct) -> None:
    """Take back the last plies of a game that goes on."""
    game, _, _ = _game_of(change.state, act.name, act.board)
    _check_undisturbed(change.state, game)
    change.add(TookBack(game, act.plies, require_line(act.reason, "reason")))


def call(change: EventChange, asker: Asker, act: m.CallArbiterAct) -> None:
    """Call the arbiter to the game of whoever asks."""
    state = change.state
    name = own_name(state, asker)
    game, number, n = _game_of(state, name, act.board, "event_no_game")
    _check_undisturbed(state, game)
    made = [call for call in state.calls.values() if call.made.game == game]
    if sum(call.made.name == name for call in made) >= MOST_CALLS:
        raise Refusal("not_allowed", text="event_calls_over")
    change.add(CalledArbiter(game, number, n, name, clean_line(act.text, MOST_TEXT)))


def _check_undisturbed(state: EventState, game: str) -> None:
    """Raise `Refusal` where an arbiter is to decide about a game already."""
    called = any(each.made.game == game and each.ruled is None for each in state.calls.values())
    if called or any(each.game == game for each in open_duties(state).values()):
        raise Refusal("not_allowed", text="event_called")


def open_duties(state: EventState) -> dict[int, DutyEnded]:
    """Return the duties about which nobody has decided, in games that go on."""
    return {
        number: duty.ended
        for number, duty in state.duties.items()
        if duty.advantage is None and is_open(state, duty.ended)
    }


def is_open(state: EventState, duty: DutyEnded) -> bool:
    """Return whether the game of a duty is one whose result the event waits for."""
    place = duty.round, duty.board
    tables = state.tables.get(place, ())
    if tables[-1:] != (duty.game,):
        return False
    board = state.competition.board(*place)
    return len(tables) > len(board.games) + len(board.extra)


def end_duty(change: EventChange, ended: DutyEnded) -> None:
    """Put the end of a duty before an arbiter, or enter the program's verdict; each once."""
    state = change.state
    known = any(
        (each.ended.game, each.ended.nth) == (ended.game, ended.nth)
        for each in state.duties.values()
    )
    if known or not is_open(state, ended):
        return
    change.add(ended)
    ground = Ground.parse(ended.program)
    if state.event.adjudicator == "program" and ground is not None:
        _decide(change, ended, ground.advantage, "")


def _decide(change: EventChange, ended: DutyEnded, advantage: bool, reason: str) -> None:
    change.act(
        "adjudicate",
        round=ended.round,
        board=ended.board,
        game=ended.number,
        name=ended.name,
        position=ended.position,
        program=ended.program,
        advantage=advantage,
        reason=reason,
    )


def _game_of(
    state: EventState, name: str, board: int | None, text: str = "event_no_game_of"
) -> tuple[str, int, int]:
    """Return the game of an entrant that goes on now. Raises `Refusal` where there is none."""
    found = running_of(state, name, board)
    if found is None:
        raise Refusal("not_allowed", text=text)
    return found


def halt(change: EventChange, act: m.HaltAct | m.ContinueAct) -> None:
    """Stop boards on which games go on, or let them go on again; those of the last round count."""
    state = change.state
    if state.settings.boards != "server":
        raise Refusal("not_allowed", text="event_no_game_of")
    halts = isinstance(act, m.HaltAct)
    open_ = open_boards(state) if halts else sorted(state.halted)
    wanted = (act.round or state.started, act.board)
    places = [
        place
        for place in open_
        if (place in state.halted) != halts
        and (place == wanted if act.board else act.round in (None, place[0]))
    ]
    if not places:
        raise Refusal("not_allowed", text="event_no_game_of" if halts else "event_not_halted")
    reason = clean_line(act.reason, MOST_TEXT)
    if halts:
        change.add(Halted(tuple(places), require_line(reason, "reason")))
    else:
        change.add(Continued(tuple(places), reason))


def rule(change: EventChange, act: m.RuleAct) -> None:
    """Decide about a call."""
    call = change.state.calls.get(act.call)
    if call is None or call.ruled is not None:
        raise Refusal("not_allowed", text="event_no_call")
    change.add(CallRuled(act.call, act.ruling, act.plies, clean_line(act.reason, MOST_TEXT)))
