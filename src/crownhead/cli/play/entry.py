"""Take a typed move: play it, or say why not and offer what would be right."""

from __future__ import annotations

import re
from collections.abc import Sequence

from crownhead.cli.play.stage import Stage
from crownhead.digits import parse_uint
from crownhead.errors import AmbiguousMove, CrownheadError, IllegalMove, NotAllowed
from crownhead.game import Game
from crownhead.locales import Catalogue
from crownhead.locales.squares import numbers, translate
from crownhead.reasons import MustCapture, NotYourTurn, Reason
from crownhead.sides import other

LONGEST = 200  # characters
_SQUARE = re.compile(r"[1-9][0-9]?|[a-l](?:1[0-2]|[1-9])")


def example(game: Game, speech: Catalogue) -> str:
    """Return a move of the position as the player can type it."""
    moves = game.position.legal_moves
    return speech.move(moves[len(moves) // 2]) if moves else speech.example()


class Entry:
    """Turn what the player types into a move of the game."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def play(self, text: str) -> None:
        """Play the move that `text` writes in any notation, or explain the refusal."""
        stage = self._stage
        if len(text) > LONGEST:
            what = stage.speech.text("word.move")
            stage.talk.say(stage.speech.text("error.too_long", what=what, n=LONGEST))
            return
        stage.options = ()
        if stage.game.turn == stage.table.computer:
            self._refuse(NotYourTurn(turn=stage.game.turn))
            return
        written = self._own_notation(text)
        if _SQUARE.fullmatch(text.lower()):
            found = self._touching(written)
            if found is None:
                return
            written = found
        try:
            reason = stage.game.explain(written)
            if reason is not None:
                self._refuse(reason)
            elif self._offer_may_be_refused():
                stage.game.play(written, at=stage.at)
                stage.held = False
                stage.print_changes()
        except AmbiguousMove as error:
            self._choose("play.which", [move.notation("full") for move in error.candidates])
        except (IllegalMove, NotAllowed) as error:
            self._refuse(error.reason)
        except CrownheadError as error:
            stage.refuse(error, text)

    def _own_notation(self, text: str) -> str:
        """Return the move in the notation of the game, whatever the player writes in."""
        variant = self._stage.game.variant
        lettered = re.search(r"[a-l]\d", text.lower()) is not None
        if lettered == (variant.notation == "algebraic"):
            return text
        return translate(variant, text.lower(), variant.notation)

    def _touching(self, text: str) -> str | None:
        """Return the only move from or to a square; print how many there are if not one."""
        stage = self._stage
        game = stage.game
        variant = game.variant
        square = parse_uint(text) or numbers(variant).get(text.lower(), 0)
        if not 1 <= square <= variant.rules.board.squares:
            stage.say("play.no_square", square=text)
            return None
        found = [m for m in game.position.legal_moves if square in (m.target, m.origin)]
        if len(found) == 1:
            return found[0].notation("full")
        name = stage.speech.square(square)
        if found:
            self._choose("play.which", [move.notation("full") for move in found])
        else:
            stage.say("play.no_move_there", square=name)
            if game.position.must_capture:
                self._refuse(MustCapture(pieces=game.position.must_capture))
        return None

    def _refuse(self, reason: Reason) -> None:
        """Print why, and offer the captures that would be right."""
        stage = self._stage
        stage.talk.say(stage.speech.reason(reason), "refused")
        right: tuple[str, ...] = getattr(reason, "best_moves", ()) or getattr(reason, "moves", ())
        if right and not isinstance(right, int):
            self._choose("play.right", right)

    def _choose(self, key: str, moves: Sequence[str]) -> None:
        """Offer moves by number."""
        stage = self._stage
        stage.options = tuple(moves)
        listed = "  ".join(f"{n}) {stage.speech.move(m)}" for n, m in enumerate(moves, 1))
        stage.say(key, moves=listed)

    def _offer_may_be_refused(self) -> bool:
        """Warn before a move that refuses a standing draw offer and takes on the duty (E24)."""
        stage = self._stage
        game = stage.game
        if game.draw_offer != other(game.turn) or not game.would_refuse:
            return True
        return stage.confirm("play.refuse_by_move", n=game.setup.refusal_duty)
