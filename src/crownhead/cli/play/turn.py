"""Carry out what the computer does until the player is to act again."""

from __future__ import annotations

from crownhead.cli.play.replies import Replies
from crownhead.cli.play.stage import Stage


def computer_turn(stage: Stage, replies: Replies) -> None:
    """Do everything the computer does in its turn.

    Raises `KeyboardInterrupt` where the player stopped its thinking; nothing is half done then.
    """
    game = stage.game
    me = game.turn
    while game.outcome is None and game.turn == me:
        if game.verdict_due is not None:
            replies.verdict()
            return
        act = stage.opponent.decide(game, me, lambda: stage.say("play.thinking"))
        timed = act.kind == "move" and stage.at is not None
        if timed and "time_forfeited" in game.allowed_events(me, stage.at):
            return
        act.on(game, me, stage.at)
        stage.print_changes()
        if act.kind == "move":
            offer = stage.opponent.afterwards(game, me, stage.at)
            if offer is not None:
                offer.on(game, me, stage.at)
                stage.print_changes()
            return
