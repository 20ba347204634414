"""Databases of games: importing PDN files, searching them, and the tree of what was played.

    >>> import crownhead as ch
    >>> from crownhead.base import Base
    >>> with Base.memory() as base:
    ...     report = base.add(['[White "Anna"] [GameType "21"] 1. 11-15 24-20 2. 8-11 1-0'])
    ...     tree = base.tree(ch.Position.initial("english"))
    ...     [(str(branch.move), branch.games, branch.white) for branch in tree.branches]
    [('11-15', 1, 1)]

Needs the extra `base`: without its packages the import raises `MissingPackage`. What is stored and
how stands in docs/base.md.
"""

from crownhead.errors import MissingPackage
from crownhead.extras import sentence
from crownhead.openings import Opening, opening_at, opening_of

try:
    from crownhead.base.base import Base
    from crownhead.base.duplicates import Duplicate
    from crownhead.base.find import Found, Query
    from crownhead.base.importing import Note, Report
    from crownhead.base.pattern import Pattern
    from crownhead.base.persons import Alike, Player
    from crownhead.base.tree import Branch, Tree
except ModuleNotFoundError as missing:
    raise MissingPackage(sentence(missing, "base")) from None

__all__ = [
    "Alike",
    "Base",
    "Branch",
    "Duplicate",
    "Found",
    "Note",
    "Opening",
    "Pattern",
    "Player",
    "Query",
    "Report",
    "Tree",
    "opening_at",
    "opening_of",
]
