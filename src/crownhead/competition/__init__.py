"""Events: formats, scoring, rankings and ballots, as values; no files, no clocks, no network.

>>> from crownhead.competition import SCORINGS, Encounter, Entrant, Table, standing
>>> three = [Entrant(name=name) for name in ("Anna", "Bert", "Cleo")]
>>> bye = Encounter(one="Cleo", alone="bye")
>>> rounds = [[Encounter(one="Anna", two="Bert", games=("2-0",)), bye]]
>>> for row in standing(Table(three, rounds, SCORINGS["2-1-0"]), ["points", "wins"]):
...     print(row.place, row.name, *(number.text for number in row.numbers))
1 Anna 2 1
2 Cleo 2 0
3 Bert 0 0
"""

from crownhead.competition.cautions import CAUTIONS, Caution
from crownhead.competition.checking import Finding, Report, check
from crownhead.competition.competition import Competition
from crownhead.competition.deeds import Deed, Log
from crownhead.competition.encounters import Encounter
from crownhead.competition.entrants import Entrant
from crownhead.competition.event import FORMATS, Event
from crownhead.competition.explanation import Explanation, Term
from crownhead.competition.failure import (
    CardNotDrawn,
    CompetitionError,
    InvalidEventFile,
    NoPairing,
)
from crownhead.competition.lottery import Ballots, new_seeds
from crownhead.competition.ranking import PRESETS, Place, Ranking, find_ranking, standing
from crownhead.competition.rounds import Round
from crownhead.competition.scoring import SCORINGS, Outcome, Scoring, find_scoring
from crownhead.competition.table import Line, Table
from crownhead.competition.trail import Change

__all__ = [
    "CAUTIONS",
    "FORMATS",
    "PRESETS",
    "SCORINGS",
    "Ballots",
    "CardNotDrawn",
    "Caution",
    "Change",
    "Competition",
    "CompetitionError",
    "Deed",
    "Encounter",
    "Entrant",
    "Event",
    "Explanation",
    "Finding",
    "InvalidEventFile",
    "Line",
    "Log",
    "NoPairing",
    "Outcome",
    "Place",
    "Ranking",
    "Report",
    "Round",
    "Scoring",
    "Table",
    "Term",
    "check",
    "find_ranking",
    "find_scoring",
    "new_seeds",
    "standing",
]
