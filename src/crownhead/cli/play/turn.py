"""Carry out what the computer does until the player is to act again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.sides import other

if TYPE_CHECKING:
    from crownhead.cli.play.session import Session


def computer_turn(session: Session) -> None:
    """Do everything the computer does in its turn.

    Raises `KeyboardInterrupt` where the player stopped its thinking; nothing is half done then.
    """
    game = session.game
    me = game.turn
    while game.outcome is None and game.turn == me:
        if game.verdict_due is not None:
            session.replies.verdict()
            return
        act = session.opponent.decide(game, me, lambda: session.say("play.thinking"))
        timed = act.kind == "move" and session.at is not None
        if timed and "time_forfeited" in game.allowed_events(me, session.at):
            return
        act.on(game, me, session.at)
        session.print_changes()
        if act.kind == "move":
            offer = session.opponent.afterwards(game, me, session.at)
            if offer is not None:
                offer.on(game, me, session.at)
                session.print_changes()
            return


def answer_offer(session: Session) -> None:
    """Accept or decline the standing offer for the computer."""
    game = session.game
    assert game.draw_offer is not None
    computer = other(game.draw_offer)
    session.opponent.decide(game, computer).on(game, computer, session.at)
    session.print_changes()
