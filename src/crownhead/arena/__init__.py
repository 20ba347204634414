"""Matches between engines: paired openings, every game kept as it ends, statistics.

`play_match` plays one from Python. Behind it `Arena` plays one of two engines, `Tournament` those
of several, `rate` lists them; the rules are those of `Game`. A player is a text of the command
line, an `Engine`, any object with a `play`, or a class of these.
"""

from __future__ import annotations

from crownhead.arena.adjudication import Adjudication
from crownhead.arena.arena import Arena
from crownhead.arena.failure import ArenaError
from crownhead.arena.match import play_match
from crownhead.arena.pace import Pace
from crownhead.arena.rating import RatedPlayer, RatingList, Results, rate
from crownhead.arena.score import MatchScore
from crownhead.arena.settings import Settings
from crownhead.arena.sprt import Sprt
from crownhead.arena.tournament import Tournament, rating_list

__all__ = [
    "Adjudication",
    "Arena",
    "ArenaError",
    "MatchScore",
    "Pace",
    "RatedPlayer",
    "RatingList",
    "Results",
    "Settings",
    "Sprt",
    "Tournament",
    "play_match",
    "rate",
    "rating_list",
]
