"""Understanding a game: what each move cost, which moments mattered, and why, in words.

Three steps that stay apart: `facts` come from the search (and from what it proves), `detectors`
look for claims about the board, and a catalogue makes sentences of the claims that playing their
lines out confirms. A claim that is not confirmed is not said.

    >>> import crownhead as ch
    >>> from crownhead.analysis import analyse
    >>> game = ch.pdn.loads('[GameType "21"] 1. 11-15 22-17 2. 15-19 24x15 3. 10x19 23x16 12x19 *')
    >>> report = analyse(game, ch.Limit(nodes=2000))
    >>> len(report.moves), report.moments
    (7, ())
"""

from crownhead.analysis.facts import MoveFacts, Proven, facts
from crownhead.analysis.finding import find_rates
from crownhead.analysis.proof import by_tables
from crownhead.analysis.report import Analysing, Moment, Report, analyse
from crownhead.analysis.written import annotate, annotated, as_json, sentence, summary

__all__ = [
    "Analysing",
    "Moment",
    "MoveFacts",
    "Proven",
    "Report",
    "analyse",
    "annotate",
    "annotated",
    "as_json",
    "by_tables",
    "facts",
    "find_rates",
    "sentence",
    "summary",
]
