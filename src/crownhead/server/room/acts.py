"""What a player does at a table: from an act to entries of its log, or a refusal."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from crownhead.errors import CrownheadError
from crownhead.events import EVENTS
from crownhead.rules import Color
from crownhead.server.messages import frames as m
from crownhead.server.messages.entries import (
    Aborted,
    Contributed,
    LotsPublished,
    LotsReceived,
    PublishedCard,
    PublishedToss,
    RematchDeclined,
)
from crownhead.server.room.naming import apart
from crownhead.server.room.refusals import Refusal, to_refusal
from crownhead.server.room.table import Table
from crownhead.sides import other


def do(table: Table, player: str, act: m.AnyAct, at: int, lag: int = 0) -> None:
    """Do what a player does at the time `at`; `lag` ms of his thinking were the network's.

    Raises `Refusal`, and then nothing has happened. A flag that has fallen falls first: the act is
    then refused, but the fall stays in `table.fresh`.
    """
    if not table.has_seat(player):
        raise Refusal("no_seat")
    match act:
        case m.ContributeAct():
            _contribute(table, player, act.text, at)
        case m.AbortAct():
            if not table.can_abort:
                raise Refusal("not_allowed", text="abort_too_late")
            table.add(Aborted((*table.sides(player), None)[0]), at)
        case m.RematchDeclineAct():
            _decline_rematch(table, player, act, at)
        case m.RematchAct() | m.NextAct():
            raise Refusal("not_allowed")  # these begin another game: see `opening.followed`
        case _:
            _do_in_game(table, player, act, at, lag)


def _decline_rematch(table: Table, player: str, act: m.RematchDeclineAct, at: int) -> None:
    offered = table.rematch
    if offered is None or table.next is not None:
        raise Refusal("not_allowed", text="no_rematch")
    by = act.by or other(offered)
    if by not in table.sides(player):
        raise Refusal("no_seat")
    if by == offered:
        raise Refusal("not_allowed", text="no_rematch")
    table.add(RematchDeclined(by), at)


def _do_in_game(table: Table, player: str, act: m.AnyGameAct, at: int, lag: int) -> None:
    by = _side(table, player, act)
    if table.phase in ("waiting", "lots"):
        raise Refusal("not_allowed", text="not_begun")
    if table.phase == "aborted":
        raise Refusal("not_allowed", text="aborted")
    flag(table, at)
    try:
        _play(table, by, act, table.of_game(at), lag)
    except CrownheadError as error:
        raise to_refusal(error, table.game.variant, _typed_text(act)) from None
    table.note(at)


def _typed_text(act: m.AnyGameAct) -> str:
    """Return the move that an act names as it was typed, or nothing."""
    match act:
        case m.MoveAct():
            return act.text
        case m.ClaimAct():
            return act.move or ""
        case _:
            return ""


def flag(table: Table, at: int) -> bool:
    """Forfeit the game of a side whose flag has fallen; return whether one has."""
    side = table.game.fallen_flag(at) if table.phase == "playing" else None
    if side is None:
        return False
    table.game.flag(side, at=at)
    table.note(at)
    return True


def _side(table: Table, player: str, act: m.AnyGameAct) -> Color:
    """Return the side for which the act is done."""
    own = table.sides(player)
    if not own:
        raise Refusal("not_allowed", text="not_begun")
    if act.by is not None:
        if act.by not in own:
            raise Refusal("no_seat")
        return act.by
    wanted = table.game.author_of(act.event)
    return wanted if wanted in own else own[0]


def _play(table: Table, by: Color, act: m.AnyGameAct, at: int | None, lag: int) -> None:
    game = table.game
    if isinstance(act, m.MoveAct):
        game.play(act.text, by=by, at=at, lag=_credit(table, at, lag))
        return
    if isinstance(act, m.ResumeAct) and table.away not in (None, by):
        raise Refusal("not_allowed", text="on_leave")
    if isinstance(act, m.ResumeAct) and table.called is not None:
        raise Refusal("not_allowed", text="event_called")
    if isinstance(act, m.ResumeAct) and table.halted:
        raise Refusal("not_allowed", text="event_halted")
    if isinstance(act, m.PauseAct) and not table.is_practice:
        raise Refusal("not_allowed", text="rated_pause" if table.alone else "not_alone")
    if isinstance(act, m.TakebackAct):
        if table.terms.event is not None:
            raise Refusal("not_allowed", text="event_takeback")
        if table.terms.rated:
            raise Refusal("not_allowed", text="rated_takeback")
    kind = EVENTS[act.event]
    said: dict[str, Any] = {"by": by, "at": at}
    given = {f.name: said.get(f.name, getattr(act, f.name, None)) for f in fields(kind)}
    game.add(kind(**given))
    if isinstance(act, m.TakebackAct) and table.alone:
        game.accept_takeback(other(by), at=at)


def _credit(table: Table, at: int | None, lag: int) -> int:
    """Return the ms not charged for a move: no more than have gone by."""
    clock = table.game.clock
    if clock is None or clock.since is None or at is None:
        return 0
    return max(0, min(lag, at - clock.since))


def _contribute(table: Table, player: str, text: str, at: int) -> None:
    if table.phase != "lots":
        raise Refusal("not_allowed", text="no_lots")
    if player in table.contributors:
        raise Refusal("not_allowed", text="contributed")
    line = text.strip()
    if not line or not line.isprintable():
        raise Refusal("bad_message", text="invisible", detail="text: expected one printable line")
    table.add(Contributed(player, line), at)
    if table.people <= table.contributors:  # who contributes has the commitments
        table.draw(at)


def publish_lots(table: Table, at: int, *, named: bool = False) -> None:
    """Publish the commitments of a full table whose lots are to be drawn (C5, E5).

    `named`: the toss is one of before, between the names of the players.
    """
    terms = table.terms
    names = apart(*(seat.name for seat in table.seats)) if named else None
    toss = PublishedToss(names) if terms.tossed else None
    card = PublishedCard(terms.deck) if terms.drawn and terms.deck else None
    table.add(LotsPublished(toss, card), at)


def receive_lots(table: Table, player: str, at: int) -> None:
    """Note that a player was sent the commitments to the lots."""
    if table.phase == "lots" and player in table.people - table.receivers:
        table.add(LotsReceived(player), at)


def draw_lots(table: Table, at: int) -> None:
    """Draw, though not all players have contributed."""
    if table.phase == "lots" and not table.unready:
        table.draw(at)
