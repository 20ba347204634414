"""What the end of a game means: two programs say something, the board may say something else."""

from __future__ import annotations

from dataclasses import dataclass

from crownhead.engines.dxp.messages import Reason
from crownhead.game import Game
from crownhead.outcome import Outcome
from crownhead.rules import Color
from crownhead.sides import other

# What the peer says of itself is the reverse for us.
_SEEN = {Reason.LOSS: Reason.WIN, Reason.DRAW: Reason.DRAW, Reason.WIN: Reason.LOSS}


@dataclass(frozen=True, slots=True)
class Ending:
    """Show how a game ended.

    `ours` and `theirs` are what each side said, None where it said nothing; `outcome` is None
    where neither the board nor the two programs decided the game. `agreed` is False where they
    contradict each other or the board; then the board counts. `stop` says that no further game
    is wanted by one of them.
    """

    outcome: Outcome | None
    ours: Reason | None
    theirs: Reason | None
    agreed: bool
    stop: bool

    @property
    def result(self) -> str:
        """Return `1-0`, `0-1`, `1/2-1/2`, or `*` where the game is undecided."""
        return "*" if self.outcome is None else self.outcome.result


def reason(outcome: Outcome | None, own: Color) -> Reason:
    """Return the reason that the side `own` sends for an outcome.

    >>> from crownhead.outcome import Termination
    >>> reason(Outcome("white", Termination.BLOCKED, "E22"), "black")
    <Reason.LOSS: '1'>
    """
    if outcome is None:
        return Reason.UNKNOWN
    if outcome.winner is None:
        return Reason.DRAW
    return Reason.WIN if outcome.winner == own else Reason.LOSS


def settle(
    game: Game,
    own: Color,
    ours: Reason | None,
    theirs: Reason | None,
    stop: bool,
    *,
    overdue: bool = False,
) -> Ending:
    """Record the end of a game that both sides have ended, and say what it is.

    A peer that repeats our reason acknowledges it; some programs do. What a side says against
    itself is believed, and so is a draw; a peer's win only on the board, or where our time is
    `overdue`. Our own reason counts where the peer does not contradict it.
    """
    unopposed = ours in (None, Reason.UNKNOWN)
    if not unopposed and theirs is ours:
        theirs = None
    views = {said for said in (ours, _SEEN.get(theirs) if theirs else None) if said}
    views.discard(Reason.UNKNOWN)
    if game.outcome is not None:
        agreed = views <= {reason(game.outcome, own)}
    else:
        unproved = theirs is Reason.WIN and unopposed and not overdue
        agreed = len(views) < 2 and not unproved
        if agreed and views:
            _record(game, own, views.pop(), resigned=Reason.LOSS in (ours, theirs))
    return Ending(game.outcome, ours, theirs, agreed, stop)


def _record(game: Game, own: Color, view: Reason, *, resigned: bool) -> None:
    if view is Reason.DRAW:
        game.award(None, "ended as a draw over DXP")
        return
    winner = own if view is Reason.WIN else other(own)
    if resigned:
        game.resign(other(winner))
    else:
        game.award(winner, "ended as a win over DXP")
