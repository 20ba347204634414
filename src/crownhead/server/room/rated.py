"""Which games are rated, in which list, and what comes of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from crownhead.engines.levels import anchors
from crownhead.position import Position
from crownhead.procedure.setup import Setup
from crownhead.ratings import Rating
from crownhead.rules import Color
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import Seat, Table
from crownhead.server.room.terms import Terms, is_daily
from crownhead.timecontrol import TimeControl
from crownhead.variants import VARIANTS

Tempo = Literal["bullet", "blitz", "rapid", "classical", "correspondence"]
_UPTO: dict[Tempo, int] = {"bullet": 3 * 60, "blitz": 8 * 60, "rapid": 25 * 60}
"""Seconds that a side has for a game of usual length; each list goes up to, and without, its."""
USUAL_MOVES = 40
"""Of a side in a game, for which what a move adds is counted."""


ANCHOR_DEVIATION = 100.0
"""How far a level may be from its anchor among people, as far as ratings go by it."""
LEVEL = "level "
"""How the id of a level begins in a rated game; no player's id has a blank."""


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A rated game that has ended: who played, in which list, and White's score.

    A level of the computer has the id that `level_id` returns.
    """

    game: str
    variant: str
    tempo: Tempo
    white: str
    black: str
    score: float
    at: int


def tempo_of(time: TimeControl) -> Tempo:
    """Return the list of a time control, by what a side has for a game of 40 moves.

    >>> tempo_of(TimeControl.from_pdn("300+5")), tempo_of(TimeControl.from_pdn("60"))
    ('rapid', 'bullet')
    """
    if is_daily(time):
        return "correspondence"
    left, seconds = USUAL_MOVES, 0.0
    stages = [*time.stages, *[time.stages[-1]] * USUAL_MOVES]  # a last one with moves repeats
    for stage in stages:
        moves = min(stage.moves or left, left)
        whole, each = (0, stage.time) if time.mode == "per-move" else (stage.time, stage.bonus)
        seconds += (whole + moves * each) / 1000
        left -= moves
        if not left:
            break
    return next((tempo for tempo, upto in _UPTO.items() if seconds < upto), "classical")


def list_of(terms: Terms) -> tuple[str, Tempo]:
    """Return the list in which a rated game counts: its game, and its tempo."""
    assert terms.setup.time is not None
    return terms.variant.key, tempo_of(terms.setup.time)


def level_id(level: int) -> str:
    """Return by what a level of the computer stands in a rated game: no player has such an id.

    >>> level_id(3), level_of(level_id(3)), level_of("g3")
    ('level 3', 3, None)
    """
    return f"{LEVEL}{level}"


def level_of(player: str) -> int | None:
    """Return the level that stands in a rated game by this id, None for a player."""
    return int(player.removeprefix(LEVEL)) if player.startswith(LEVEL) else None


def anchor(variant: str, level: int) -> Rating:
    """Return how a level is rated in a game, whatever comes of its games.

    >>> str(anchor("english", 3)), str(anchor("english", 7))
    ('1010', '1690')
    """
    return level_rating(anchors(VARIANTS[variant])[level - 1])


def level_rating(points: float) -> Rating:
    """Return the rating of a level whose anchor is known."""
    return Rating(points, ANCHOR_DEVIATION)


def check_rated(terms: Terms, seat: Seat) -> None:
    """Raise `Refusal` for terms by which no game is rated, and for players who have no account."""
    if terms.rival == "same_device":
        raise Refusal("not_allowed", text="rated_alone")
    if terms.setup.time is None:
        raise Refusal("not_allowed", text="rated_clock")
    known = VARIANTS.get(terms.variant.key) == terms.variant
    if not known or not _is_plain(terms.setup):
        raise Refusal("not_allowed", text="rated_rules")
    check_seat(seat)


def check_seat(seat: Seat) -> None:
    """Raise `Refusal` for somebody who cannot take a seat in a rated game: he has no rating."""
    if seat.rating is None:
        raise Refusal("not_allowed", text="rated_account")


def rate_end(table: Table) -> RatedGame | None:
    """Return what a rated game comes to that is over; None for all others.

    A game in which not both have moved is none.
    """
    outcome = table.game.outcome
    white, black = table.seat("white"), table.seat("black")
    if not table.terms.rated or table.phase != "over" or outcome is None:
        return None
    moved = table.game.state.plies - table.game.setup.opening
    if moved < 2 or white is None or black is None:
        return None
    variant, tempo = list_of(table.terms)
    score = _SCORES[outcome.winner]
    return RatedGame(table.id, variant, tempo, _id_of(white), _id_of(black), score, table.last_at)


def _id_of(seat: Seat) -> str:
    return seat.player if seat.level is None else level_id(seat.level)


_SCORES: dict[Color | None, float] = {"white": 1.0, None: 0.5, "black": 0.0}


def _is_plain(setup: Setup) -> bool:
    """Return whether nothing is agreed but how long one thinks, and when draws are offered."""
    plain = Setup.of(Position.initial(setup.variant), time=setup.time)
    return replace(setup, offers_after=plain.offers_after, start=plain.start) == plain and (
        setup.start.fen() == plain.start.fen()
    )
