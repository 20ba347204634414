"""Offers, duties, faults and verdicts: what one side asks and the other answers."""

from __future__ import annotations

from crownhead.cli.play.stage import Stage
from crownhead.digits import parse_uint
from crownhead.errors import CrownheadError, NotAllowed
from crownhead.locales.squares import numbers
from crownhead.rules import Color
from crownhead.sides import other


class Replies:
    """Carry out the procedure between the two sides of a game."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def _acting(self) -> Color:
        """Return the side that the person at the keyboard speaks for now."""
        return self._stage.table.person or self._stage.game.turn

    def remind(self) -> None:
        """Print what the player may answer now: an offer, a fault, a claim, a verdict."""
        stage = self._stage
        game, acting = stage.game, self._acting()
        if game.draw_offer == other(acting):
            stage.say("play.offer_stands", side=stage.side(game.draw_offer))
        if game.huffable and game.turn == acting:
            squares = stage.speech.both(stage.speech.square(n) for n in game.huffable)
            stage.say("play.may_huff", n=len(game.huffable), squares=squares)
        if any(claim.by == acting for claim in game.claims):
            stage.say("play.may_claim")
        if game.verdict_due is not None:
            self.verdict()

    def draw(self) -> None:
        """Offer a draw and let the other side answer."""
        stage = self._stage
        game, by = stage.game, self._acting()
        if game.draw_offer == other(by):
            self.accept()
            return
        game.offer_draw(by, at=stage.at)
        stage.print_changes()
        if stage.table.computer:
            answer_offer(stage)
            return
        side = stage.side(other(by))
        if stage.confirm("play.answer_offer", side=side):
            game.accept_draw(other(by), at=stage.at)
            stage.print_changes()
        else:
            self._decline(other(by))

    def accept(self) -> None:
        """Accept the standing offer."""
        stage = self._stage
        stage.game.accept_draw(self._acting(), at=stage.at)
        stage.print_changes()

    def decline(self) -> None:
        """Decline the standing offer, after showing the duty it may bring (E24)."""
        self._decline(self._acting())

    def _decline(self, by: Color) -> None:
        stage = self._stage
        game = stage.game
        duty = game.setup.refusal_duty
        if game.would_refuse and not stage.confirm("play.take_duty", n=duty):
            stage.say("play.offer_open")
            return
        game.decline_draw(by, at=stage.at)
        stage.print_changes()

    def claim(self, text: str) -> None:
        """Claim a draw; where only an announced move brings it about, announce that."""
        stage = self._stage
        game, by = stage.game, self._acting()
        open_to = [claim for claim in game.claims if claim.by == by]
        now = [claim for claim in open_to if claim.move is None]
        if text or now or not open_to:
            game.claim_draw(by, text or None, at=stage.at)
        elif stage.confirm("play.claim_with", move=stage.speech.move(open_to[0].move)):
            game.claim_draw(by, open_to[0].move, at=stage.at)
        else:
            return
        stage.print_changes()

    def huff(self, text: str) -> None:
        """Huff the piece on a square; without one, the only piece there is to huff."""
        stage = self._stage
        game = stage.game
        known = numbers(game.variant)
        square = parse_uint(text) or known.get(text.lower(), 0)
        if not text and len(game.huffable) == 1:
            square = game.huffable[0]
        if not text and len(game.huffable) > 1:
            squares = stage.speech.either(stage.speech.square(n) for n in game.huffable)
            stage.say("play.huff_which", squares=squares)
            return
        if not 1 <= square <= game.variant.rules.board.squares and game.huffable:
            stage.say("play.no_square", square=text[:40])
            return
        game.huff(square, by=self._acting(), at=stage.at)
        stage.print_changes()

    def compel(self) -> None:
        """Take the faulty move back; its player must capture."""
        stage = self._stage
        stage.game.compel(by=self._acting(), at=stage.at)
        stage.held = False
        stage.print_changes()

    def stand(self) -> None:
        """Accept the faulty move as it stands."""
        stage = self._stage
        stage.game.stand(by=self._acting(), at=stage.at)
        stage.print_changes()

    def resign(self) -> None:
        """Give up, after asking."""
        stage = self._stage
        if stage.confirm("play.resign_sure", side=stage.side(self._acting())):
            stage.game.resign(self._acting(), at=stage.at)
            stage.print_changes()

    def undo(self) -> None:
        """Take back: against the computer at once, from a friend by consent."""
        stage = self._stage
        game, person = stage.game, stage.table.person
        if stage.table.match:
            stage.say("play.no_undo_in_match")
            return
        if not game.moves:
            stage.say("play.nothing_to_undo")
            return
        if person is None:
            self._takeback()
            return
        plies = self._plies_back()
        if plies > len(game.moves):
            stage.say("play.nothing_to_undo")
            return
        stage.replace_game(game.without_last(plies))

    def _plies_back(self) -> int:
        """Return how many plies lead back to the player's own last move."""
        game = self._stage.game
        turn = game.positions[-1].turn
        return 1 if turn != self._stage.table.person else 2

    def _takeback(self) -> None:
        stage = self._stage
        game = stage.game
        by = other(game.turn)
        if game.outcome is not None:
            stage.replace_game(game.without_last(1))
            return
        game.request_takeback(by, 1, at=stage.at)
        if stage.confirm("play.answer_takeback", side=stage.side(game.turn)):
            game.accept_takeback(at=stage.at)
        else:
            game.decline_takeback(at=stage.at)
        stage.print_changes()

    def verdict(self) -> None:
        """Get the verdict that the game waits for: from the engine, else from the players."""
        stage = self._stage
        game = stage.game
        side = game.verdict_due
        if side is None:
            return
        try:
            game.seek_verdict()
        except NotAllowed:
            raise
        except CrownheadError as error:
            stage.refuse(error)
        if game.verdict_due is not None:
            shown = stage.confirm("play.verdict", side=stage.side(side))
            game.adjudicate(shown, at=stage.at)
        stage.print_changes()


def answer_offer(stage: Stage) -> None:
    """Accept or decline the standing offer for the computer."""
    game = stage.game
    assert game.draw_offer is not None
    computer = other(game.draw_offer)
    stage.opponent.decide(game, computer).on(game, computer, stage.at)
    stage.print_changes()
