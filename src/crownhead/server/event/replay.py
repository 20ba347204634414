"""What each entry of an event's log changes in its state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, assert_never

from crownhead.competition import Deed, Log
from crownhead.competition.deeds import DID_NOT_COME, apply
from crownhead.competition.fees import Payment
from crownhead.server.event.entries import (
    Announced,
    CalledArbiter,
    CallRuled,
    CheckedIn,
    ClockChanged,
    Continued,
    DeedDone,
    DeskAct,
    DutyEnded,
    EventEnded,
    EventEntry,
    FeeNoted,
    Halted,
    InvitedByName,
    OfficerNamed,
    Opened,
    PlayerKnown,
    ResultClaimed,
    RoundStarted,
    ServerEntry,
    SettingsChanged,
    TableMade,
    TookBack,
)
from crownhead.server.event.state import Call, Duty, EventState


def follow(state: EventState, entries: Iterable[EventEntry]) -> EventState:
    """Return the event after entries that are stored. Long work for a long log."""
    deeds: list[Deed] = []
    known = 0 if state.log is None else len(state.log.deeds)
    for entry in entries:
        if isinstance(entry.event, DeedDone):
            deeds.append(Deed.from_dict(entry.event.deed, known + len(deeds) + 1))
        state = with_entry(state, entry)
    if not deeds:
        return state
    if state.log is None:
        return replace(state, log=Log.replay(deeds))
    competition = state.log.competition
    for deed in deeds:
        competition = apply(competition, deed.kind, deed.fields)
    return replace(state, log=Log((*state.log.deeds, *deeds), competition))


def with_entry(state: EventState, entry: EventEntry) -> EventState:
    """Return the event after an entry, but for what a deed does in the competition itself."""
    commands = state.commands
    if entry.command is not None:
        commands = {**commands, entry.command: entry.seq}
    state = replace(state, seq=entry.seq, changed=entry.at, commands=commands)
    event = entry.event
    player = entry.player
    if player is not None and player in state.players and _is_own(event):
        state = replace(state, own={**state.own, player: state.own.get(player, 0) + 1})
    match event:
        case DeedDone():
            return _after_deed(state, event.deed, player)
        case Opened():
            return replace(
                state,
                created=entry.at,
                settings=event.settings,
                organiser=event.player,
                organiser_name=event.name,
                code=event.code,
            )
        case SettingsChanged():
            return replace(state, settings=event.settings, code=event.code or state.code)
        case OfficerNamed():
            officers = {k: v for k, v in state.officers.items() if k != event.player}
            if event.role is not None:
                officers[event.player] = event.name, event.role
            return replace(state, officers=officers)
        case InvitedByName():
            return replace(state, invited=state.invited | {event.player})
        case PlayerKnown():
            return replace(state, players={**state.players, event.player: event.name})
        case CheckedIn():
            checked = {k: v for k, v in state.checked.items() if k != event.name}
            if event.here:
                checked[event.name] = event.round
            return replace(state, checked=checked)
        case FeeNoted():
            payments = {**state.payments, event.name: Payment(event.paid, event.fee)}
            return replace(state, payments=payments)
        case RoundStarted():
            return replace(state, started=event.round, announced=None)
        case TableMade():
            place = event.round, event.board
            games = (*state.tables.get(place, ()), event.game)
            if place in state.halted:  # it was made while the desk stopped its board
                state = _with_desk(state, [event.game], entry, Halted((place,), ""))
            return replace(state, tables={**state.tables, place: games})
        case ResultClaimed():
            place = event.round, event.board
            claims = {**state.claims.get(place, {}), event.name: event.games}
            return replace(state, claims={**state.claims, place: claims})
        case CalledArbiter():
            call = Call(entry.at, event)
            return replace(state, calls={**state.calls, entry.seq: call})
        case CallRuled():
            call = replace(state.calls[event.call], ruled=event)
            return replace(state, calls={**state.calls, event.call: call})
        case DutyEnded():
            return replace(state, duties={**state.duties, entry.seq: Duty(entry.at, event)})
        case Halted() | Continued():
            places = frozenset(event.boards)
            halted = state.halted | places if isinstance(event, Halted) else state.halted - places
            running = [state.tables[place][-1] for place in event.boards if state.tables.get(place)]
            return replace(_with_desk(state, running, entry, event), halted=halted)
        case ClockChanged() | TookBack():
            return _with_desk(state, [event.game], entry, event)
        case Announced():
            return replace(state, announced=None if event.starts is None else event)
        case EventEnded():
            return replace(state, announced=None, ended=True)
        case _:
            assert_never(event)


def _with_desk(
    state: EventState, games: Iterable[str], entry: EventEntry, act: DeskAct
) -> EventState:
    done = (entry.seq, entry.at, act)
    return replace(
        state, desk={**state.desk, **{game: (*state.desk.get(game, ()), done) for game in games}}
    )


def _is_own(event: ServerEntry) -> bool:
    """Return whether an entry is of the kinds that an entrant may repeat."""
    if isinstance(event, DeedDone):
        return event.deed["deed"] in ("contribute", "excuse", "withdraw", "return")
    return isinstance(event, CheckedIn | ResultClaimed)


def _after_deed(state: EventState, deed: Mapping[str, Any], player: str | None) -> EventState:
    kind = deed["deed"]
    if kind == "withdraw":
        own = player is not None and state.players.get(player) == deed["name"]
        rests = (own or deed["reason"] == DID_NOT_COME) and not deed.get("expelled")
        return replace(state, resting=_with(state.resting, deed["name"], rests))
    if kind == "return":
        return replace(state, resting=_with(state.resting, deed["name"], False))
    if kind == "pair":
        return replace(state, own={})
    if kind in ("result", "tie-break"):
        place = int(deed["round"]), int(deed["board"])
        claims = {k: v for k, v in state.claims.items() if k != place}
        entered = state.by_hand if player is None else state.by_hand | {place}
        return replace(state, claims=claims if kind == "result" else state.claims, by_hand=entered)
    if kind == "adjudicate":
        return replace(state, duties={**state.duties, **_decided(state, deed)})
    if kind == "annul":
        number, said = int(deed["round"]), state.announced
        gone = [game for k, games in state.tables.items() if k[0] == number for game in games]
        return replace(
            state,
            void=(*state.void, *gone),
            started=min(state.started, number - 1),
            tables={k: v for k, v in state.tables.items() if k[0] != number},
            claims={k: v for k, v in state.claims.items() if k[0] != number},
            by_hand=frozenset(place for place in state.by_hand if place[0] != number),
            halted=frozenset(place for place in state.halted if place[0] != number),
            attempts={**state.attempts, number: state.attempts.get(number, 0) + 1},
            announced=said if said is not None and said.round <= number else None,
        )
    return state


def _decided(state: EventState, deed: Mapping[str, Any]) -> dict[int, Duty]:
    """Return the duty that a deed decides about, with the decision."""
    [game] = state.tables[deed["round"], deed["board"]][deed["game"] - 1 : deed["game"]]
    number, duty = next(
        (n, each)
        for n, each in state.duties.items()
        if each.ended.game == game and each.advantage is None
    )
    advantage = deed.get("advantage", False)
    reason = deed.get("reason") or deed["program"]
    return {number: replace(duty, advantage=advantage, reason=reason)}


def _with(names: frozenset[str], name: str, is_in: bool) -> frozenset[str]:
    return names | {name} if is_in else names - {name}
