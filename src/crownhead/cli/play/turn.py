"""Let the computer take its turn: answer an offer or a fault, claim, move, offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.sides import other

if TYPE_CHECKING:
    from crownhead.cli.play.session import Session


def computer_turn(session: Session) -> None:
    """Do everything the computer does until the player is to act again.

    Raises `KeyboardInterrupt` where the player stopped its thinking; nothing is half done then.
    """
    game, opponent = session.game, session.opponent
    me = game.turn
    if game.draw_offer == other(me):
        answer_offer(session)
        if game.outcome is not None:
            return
    if game.verdict_due is not None:
        session.replies.verdict()
        return
    if game.huffable and not _answer_fault(session):
        return
    if any(claim.by == me and claim.move is None for claim in game.claims):
        game.claim_draw(me, at=session.at)
        session.changed()
        return
    move = opponent.move(game, lambda: session.say("play.thinking"))
    if session.at is not None and "time_forfeited" in game.allowed(me, session.at):
        return
    game.play(move, at=session.at)
    session.changed()
    wants = game.outcome is None and "draw_offered" in game.allowed(me, session.at)
    if wants and opponent.offers_draw(game):
        game.offer_draw(me, at=session.at)
        session.changed()


def answer_offer(session: Session) -> None:
    """Let the computer accept or decline the standing offer."""
    game = session.game
    assert game.draw_offer is not None
    computer = other(game.draw_offer)
    if session.opponent.accepts_draw(game):
        game.accept_draw(computer, at=session.at)
    else:
        game.decline_draw(computer, at=session.at)
    session.changed()


def _answer_fault(session: Session) -> bool:
    """Let the computer answer a missed capture; return whether it then makes its own move."""
    game = session.game
    answer = session.opponent.answer_fault(game)
    if answer == "compel":
        game.compel(at=session.at)
    elif answer is not None:
        game.huff(answer, at=session.at)
    elif game.outcome_if_stood is not None:
        game.stand(at=session.at)
    session.changed()
    return answer != "compel" and game.outcome is None
