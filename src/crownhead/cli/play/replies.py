"""Offers, duties, faults and verdicts: what one side asks and the other answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.cli.play.turn import answer_offer
from crownhead.digits import parse_uint
from crownhead.errors import CrownheadError, NotAllowed
from crownhead.locales.squares import numbers
from crownhead.rules import Color
from crownhead.sides import other

if TYPE_CHECKING:
    from crownhead.cli.play.session import Session


class Replies:
    """Carry out the procedure between the two sides of a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def _acting(self) -> Color:
        """Return the side that the person at the keyboard speaks for now."""
        return self._session.table.person or self._session.game.turn

    def remind(self) -> None:
        """Print what the player may answer now: an offer, a fault, a claim, a verdict."""
        session = self._session
        game, acting = session.game, self._acting()
        if game.draw_offer == other(acting):
            session.say("play.offer_stands", side=session.side(game.draw_offer))
        if game.huffable and game.turn == acting:
            squares = session.speech.both(session.speech.square(n) for n in game.huffable)
            session.say("play.may_huff", n=len(game.huffable), squares=squares)
        if any(claim.by == acting for claim in game.claims):
            session.say("play.may_claim")
        if game.verdict_due is not None:
            self.verdict()

    def draw(self) -> None:
        """Offer a draw and let the other side answer."""
        session = self._session
        game, by = session.game, self._acting()
        if game.draw_offer == other(by):
            self.accept()
            return
        game.offer_draw(by, at=session.at)
        session.print_changes()
        if session.table.computer:
            answer_offer(session)
            return
        side = session.side(other(by))
        if session.confirm("play.answer_offer", side=side):
            game.accept_draw(other(by), at=session.at)
            session.print_changes()
        else:
            self._decline(other(by))

    def accept(self) -> None:
        """Accept the standing offer."""
        session = self._session
        session.game.accept_draw(self._acting(), at=session.at)
        session.print_changes()

    def decline(self) -> None:
        """Decline the standing offer, after showing the duty it may bring (E24)."""
        self._decline(self._acting())

    def _decline(self, by: Color) -> None:
        session = self._session
        game = session.game
        duty = game.setup.refusal_duty
        if game.would_refuse and not session.confirm("play.take_duty", n=duty):
            session.say("play.offer_open")
            return
        game.decline_draw(by, at=session.at)
        session.print_changes()

    def claim(self, text: str) -> None:
        """Claim a draw; where only an announced move brings it about, announce that."""
        session = self._session
        game, by = session.game, self._acting()
        open_to = [claim for claim in game.claims if claim.by == by]
        now = [claim for claim in open_to if claim.move is None]
        if text or now or not open_to:
            game.claim_draw(by, text or None, at=session.at)
        elif session.confirm("play.claim_with", move=session.speech.move(open_to[0].move)):
            game.claim_draw(by, open_to[0].move, at=session.at)
        else:
            return
        session.print_changes()

    def huff(self, text: str) -> None:
        """Huff the piece on a square; without one, the only piece there is to huff."""
        session = self._session
        game = session.game
        known = numbers(game.variant)
        square = parse_uint(text) or known.get(text.lower(), 0)
        if not text and len(game.huffable) == 1:
            square = game.huffable[0]
        if not text and len(game.huffable) > 1:
            squares = session.speech.either(session.speech.square(n) for n in game.huffable)
            session.say("play.huff_which", squares=squares)
            return
        if not 1 <= square <= game.variant.rules.board.squares and game.huffable:
            session.say("play.no_square", square=text[:40])
            return
        game.huff(square, by=self._acting(), at=session.at)
        session.print_changes()

    def compel(self) -> None:
        """Take the faulty move back; its player must capture."""
        session = self._session
        session.game.compel(by=self._acting(), at=session.at)
        session.held = False
        session.print_changes()

    def stand(self) -> None:
        """Accept the faulty move as it stands."""
        session = self._session
        session.game.stand(by=self._acting(), at=session.at)
        session.print_changes()

    def resign(self) -> None:
        """Give up, after asking."""
        session = self._session
        if session.confirm("play.resign_sure", side=session.side(self._acting())):
            session.game.resign(self._acting(), at=session.at)
            session.print_changes()

    def undo(self) -> None:
        """Take back: against the computer at once, from a friend by consent."""
        session = self._session
        game, person = session.game, session.table.person
        if session.table.match:
            session.say("play.no_undo_in_match")
            return
        if not game.moves:
            session.say("play.nothing_to_undo")
            return
        if person is None:
            self._takeback()
            return
        plies = self._plies_back()
        if plies > len(game.moves):
            session.say("play.nothing_to_undo")
            return
        session.replace_game(game.without_last(plies))

    def _plies_back(self) -> int:
        """Return how many plies lead back to the player's own last move."""
        game = self._session.game
        turn = game.positions[-1].turn
        return 1 if turn != self._session.table.person else 2

    def _takeback(self) -> None:
        session = self._session
        game = session.game
        by = other(game.turn)
        if game.outcome is not None:
            session.replace_game(game.without_last(1))
            return
        game.request_takeback(by, 1, at=session.at)
        if session.confirm("play.answer_takeback", side=session.side(game.turn)):
            game.accept_takeback(at=session.at)
        else:
            game.decline_takeback(at=session.at)
        session.print_changes()

    def verdict(self) -> None:
        """Get the verdict that the game waits for: from the engine, else from the players."""
        session = self._session
        game = session.game
        side = game.verdict_due
        if side is None:
            return
        try:
            game.seek_verdict()
        except NotAllowed:
            raise
        except CrownheadError as error:
            session.refuse(error)
        if game.verdict_due is not None:
            shown = session.confirm("play.verdict", side=session.side(side))
            game.adjudicate(shown, at=session.at)
        session.print_changes()
