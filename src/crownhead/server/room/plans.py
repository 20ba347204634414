"""Conditional moves: lines of play that somebody foresees, and what he answers in each.

A line is a list of steps of both sides, from the opponent's next one on: a move (a whole capture is
one), and in games with huffing a huff, compelling, or letting a fault stand. Lines that begin alike
are branches of one tree, in which the planner has one answer to each of the opponent's steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from crownhead.errors import CrownheadError
from crownhead.events import Compelled, Event, Huffed, Played, Stood, TakebackAccepted
from crownhead.game import Game
from crownhead.rules import Color
from crownhead.server.messages import frames as m
from crownhead.server.messages.letters import AnyStep, PlanLine, PlanShown
from crownhead.server.room import acts
from crownhead.server.room.refusals import Refusal, to_refusal
from crownhead.server.room.table import Table
from crownhead.sides import other

Step = tuple[str, Color, str]
"""A kind of event, whose it is, and its move or square."""
Line = tuple[Step, ...]

MOST_STEPS = 400
"""Steps of all lines together: each is played out when they are stored."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Lines foreseen by a side; `after` is the number of the game's events when they were made."""

    side: Color
    after: int
    lines: tuple[Line, ...]

    @property
    def stored(self) -> dict[str, Any]:
        """Return the plan as it lies in the database."""
        return {"after": self.after, "lines": self.lines}

    @classmethod
    def of(cls, side: Color, stored: dict[str, Any]) -> Plan:
        """Return the plan of a row of the database."""
        lines = tuple(tuple((k, by, value) for k, by, value in line) for line in stored["lines"])
        return cls(side, stored["after"], lines)


def make(table: Table, side: Color, wished: Sequence[PlanLine]) -> Plan:
    """Return the plan that lines come to, each step played out. Raises `Refusal`."""
    game = table.game
    if table.phase != "playing" or not table.terms.daily:
        raise Refusal("not_allowed", text="plan_daily")
    if game.turn == side or game.verdict_due is not None:
        raise Refusal("not_allowed", text="plan_turn")
    if sum(len(line) for line in wished) > MOST_STEPS:
        raise Refusal("too_large", detail=f"lines: more than {MOST_STEPS} steps")
    record = game.to_json()
    lines = []
    for number, steps in enumerate(wished, 1):
        line = _play_out(Game.from_json(record), side, steps, number, table.last_at)
        while line and line[-1][1] != side:
            line = line[:-1]  # nothing is answered to it
        if not line:
            raise _refusal("plan_empty", number)
        lines.append(line)
    _check_answers(lines, side)
    return Plan(side, game.length, tuple(dict.fromkeys(lines)))


def _play_out(game: Game, side: Color, steps: Iterable[AnyStep], number: int, now: int) -> Line:
    at = now if game.state.at is None else game.state.at  # before the first move there is no time
    if game.paused:
        game.resume(at=at)
    before = game.length
    for step in steps:
        text = step.text if isinstance(step, m.MoveAct) else ""
        try:
            _play(game, step, at)
        except CrownheadError as error:
            raise to_refusal(error, game.variant, text) from None
    line = _steps(game.events_after(before))
    if line and line[0][1] != other(side):
        raise _refusal("plan_turn", number)
    return line


def _play(game: Game, step: AnyStep, at: int | None) -> None:
    by = game.turn
    match step:
        case m.MoveAct():
            game.play(step.text, by=by, at=at)
        case m.HuffAct():
            game.huff(step.square, by=by, at=at)
        case m.CompelAct():
            game.compel(by=by, at=at)
        case m.StandAct():
            game.stand(by=by, at=at)


def _check_answers(lines: Sequence[Line], side: Color) -> None:
    """Raise `Refusal` where a plan has two answers to the same."""
    answers: dict[Line, Step] = {}
    for number, line in enumerate(lines, 1):
        for at, step in enumerate(line):
            if step[1] == side and answers.setdefault(line[:at], step) != step:
                raise _refusal("plan_two", number)


def _refusal(text: str, number: int) -> Refusal:
    """Return the refusal of a line of a plan, counted from 1."""
    where = f"lines[{number - 1}]"
    return Refusal("not_allowed", text=text, values={"line": number}, detail=where)


def _steps(events: Iterable[Event]) -> Line:
    """Return what of events plans are about."""
    found: list[Step] = []
    for event in events:
        match event:
            case Played():
                found.append(("played", event.by, event.move))
            case Huffed():
                found.append(("huffed", event.by, str(event.square)))
            case Compelled():
                found.append(("compelled", event.by, ""))
            case Stood():
                found.append(("stood", event.by, ""))
            case _:
                pass
    return tuple(found)


def due_step(table: Table, plan: Plan) -> m.AnyAct | Literal["wait", "void"]:
    """Return what a plan answers now, or whether it waits, or is void: nobody foresaw this."""
    game = table.game
    if table.phase != "playing" or game.length < plan.after:
        return "void"
    since = game.events_after(plan.after)
    if any(isinstance(event, TakebackAccepted) for event in since):
        return "void"
    past = _steps(since)
    fits = [line for line in plan.lines if line[: len(past)] == past and len(line) > len(past)]
    if not fits:
        return "void"
    kind, by, value = fits[0][len(past)]
    # What is asked the players answer, whatever was foreseen: a move would end the question.
    asked = bool(game.questions)
    mine = by == plan.side == game.turn
    if not mine or asked or game.verdict_due is not None or table.held is not None:
        return "wait"
    if game.paused and table.away != plan.side:
        return "wait"
    return _act(kind, by, value)


def _act(kind: str, by: Color, value: str) -> m.AnyAct:
    match kind:
        case "huffed":
            return m.HuffAct(by=by, square=int(value))
        case "compelled":
            return m.CompelAct(by=by)
        case "stood":
            return m.StandAct(by=by)
        case _:
            return m.MoveAct(by=by, text=value)


def answer(table: Table, player: str, act: m.AnyAct, at: int) -> None:
    """Play what was foreseen, on leave, too."""
    if table.away in table.sides(player):
        table.game.resume(at=table.of_game(at))
        table.note(at)
    acts.do(table, player, act, at)


def show(plan: Plan, table: Table) -> PlanShown:
    """Return the lines of a plan that can still come about, as their author sent them."""
    past = _steps(table.game.events_after(plan.after))
    left = (line for line in plan.lines if line[: len(past)] == past)
    lines = tuple(tuple(_step(*step) for step in line) for line in left)
    return PlanShown(lines, len(past) if lines else 0)


def _step(kind: str, by: Color, value: str) -> AnyStep:
    act: Any = _act(kind, by, value)
    step: AnyStep = type(act)(**{f: getattr(act, f) for f in act.__struct_fields__ if f != "by"})
    return step
