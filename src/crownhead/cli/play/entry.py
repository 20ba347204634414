"""Take a typed move: play it, or say why not and offer what would be right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from crownhead.digits import parse_uint
from crownhead.errors import AmbiguousMove, CrownheadError, IllegalMove, NotAllowed
from crownhead.game import Game
from crownhead.locales import Catalogue
from crownhead.locales.squares import numbers, translate
from crownhead.reasons import MustCapture, NotYourTurn, Reason
from crownhead.sides import other

if TYPE_CHECKING:
    from crownhead.cli.play.session import Session

LONGEST = 200  # characters
_SQUARE = re.compile(r"[1-9][0-9]?|[a-l](?:1[0-2]|[1-9])")


def example(game: Game, speech: Catalogue) -> str:
    """Return a move of the position as the player can type it."""
    moves = game.position.legal_moves
    return speech.move(moves[len(moves) // 2]) if moves else speech.example()


class Entry:
    """Turn what the player types into a move of the session's game."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def play(self, text: str) -> None:
        """Play the move that `text` writes in any notation, or explain the refusal."""
        session = self._session
        if len(text) > LONGEST:
            what = session.speech.text("word.move")
            session.talk.say(session.speech.text("error.too_long", what=what, n=LONGEST))
            return
        session.options = ()
        if session.game.turn == session.table.computer:
            self._refuse(NotYourTurn(turn=session.game.turn))
            return
        written = self._own_notation(text)
        if _SQUARE.fullmatch(text.lower()):
            found = self._touching(written)
            if found is None:
                return
            written = found
        try:
            reason = session.game.explain(written)
            if reason is not None:
                self._refuse(reason)
            elif self._offer_may_be_refused():
                session.game.play(written, at=session.at)
                session.held = False
                session.print_changes()
        except AmbiguousMove as error:
            self._choose("play.which", [move.notation("full") for move in error.candidates])
        except (IllegalMove, NotAllowed) as error:
            self._refuse(error.reason)
        except CrownheadError as error:
            session.refuse(error, text)

    def _own_notation(self, text: str) -> str:
        """Return the move in the notation of the game, whatever the player writes in."""
        variant = self._session.game.variant
        lettered = re.search(r"[a-l]\d", text.lower()) is not None
        if lettered == (variant.notation == "algebraic"):
            return text
        return translate(variant, text.lower(), variant.notation)

    def _touching(self, text: str) -> str | None:
        """Return the only move from or to a square; say what there is where it is not one."""
        session = self._session
        game = session.game
        variant = game.variant
        square = parse_uint(text) or numbers(variant).get(text.lower(), 0)
        if not 1 <= square <= variant.rules.board.squares:
            session.say("play.no_square", square=text)
            return None
        found = [m for m in game.position.legal_moves if square in (m.target, m.origin)]
        if len(found) == 1:
            return found[0].notation("full")
        name = session.speech.square(square)
        if found:
            self._choose("play.which", [move.notation("full") for move in found])
        else:
            session.say("play.no_move_there", square=name)
            if game.position.must_capture:
                self._refuse(MustCapture(pieces=game.position.must_capture))
        return None

    def _refuse(self, reason: Reason) -> None:
        """Print why, and offer the captures that would be right."""
        session = self._session
        session.talk.say(session.speech.reason(reason), "refused")
        right: tuple[str, ...] = getattr(reason, "best_moves", ()) or getattr(reason, "moves", ())
        if right and not isinstance(right, int):
            self._choose("play.right", right)

    def _choose(self, key: str, moves: Sequence[str]) -> None:
        """Offer moves by number."""
        session = self._session
        session.options = tuple(moves)
        listed = "  ".join(f"{n}) {session.speech.move(m)}" for n, m in enumerate(moves, 1))
        session.say(key, moves=listed)

    def _offer_may_be_refused(self) -> bool:
        """Warn before a move that refuses a standing draw offer and takes on the duty (E24)."""
        session = self._session
        game = session.game
        if game.draw_offer != other(game.turn) or not game.would_refuse:
            return True
        return session.confirm("play.refuse_by_move", n=game.setup.refusal_duty)
