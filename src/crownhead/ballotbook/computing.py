"""Compute claims about the cards of a deck, on as many workers as there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from crownhead.ballotbook import ledger
from crownhead.ballotbook.claims import Known, Proved, Status, TableBacked
from crownhead.ballotbook.proving import prove
from crownhead.ballotbook.searching import (
    MEGABYTES,
    NODES,
    NODES_A_MOVE,
    engine_of,
    play_down,
    search,
)
from crownhead.ballots import Card
from crownhead.compose.certificate import table_digests
from crownhead.endgame.tables import Tables
from crownhead.variants import Variant, get
from crownhead.workers import Workers, lend
from crownhead.workers.ordered_map import ordered_map

POSITIONS = 100_000
"""Positions that the proof of one position looks at."""

Progress = Callable[[int, int], None]
"""Called with how many cards are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What is found of each card, and how much is spent on it; see `Claim`.

    `nodes` are those of the search of a card, or of each move of a line to the tables. `positions`
    are those that a proof looks at; `directories` are where endgame tables are looked for before
    the shipped ones.
    """

    status: Status = "searched"
    nodes: int = NODES
    megabytes: int = MEGABYTES
    positions: int = POSITIONS
    directories: tuple[Path, ...] = ()

    @classmethod
    def usual(cls, status: Status) -> Effort:
        """Return the effort that is usual for a kind of claim.

        >>> Effort.usual("table-backed").nodes
        300000
        """
        return cls(status, NODES if status == "searched" else NODES_A_MOVE)


def compute(
    cards: Sequence[Card],
    path: Path,
    effort: Effort = Effort(),  # noqa: B008
    *,
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> int:
    """Add a claim about each card to the file at `path`; return how many were added.

    Cards of which the file says as much already, by the same engine and tables, are left out: an
    interrupted run is gone on with. A proof begins with the lines to the tables that the file
    holds. It is the same file whoever searches (`workers`; one thread where there are none).

    Raises `LedgerError` where the file is in use, and `InvalidClaim` where it is damaged.
    """
    with ledger.open_ledger(path) as (known, add), lend(workers) as crew:
        lines = _lines(known)
        by_card: defaultdict[tuple[str, str], list[Known]] = defaultdict(list)
        for claim in known:
            if claim.status == effort.status:
                by_card[_key(claim.card)].append(claim)
        left = [card for card in cards if not _is_known(card, by_card[_key(card)], effort)]
        added, before = 0, len(cards) - len(left)
        jobs = ((card, lines.get(_key(card)), effort) for card in left)
        for done, found in enumerate(ordered_map(crew, _find, jobs), before + 1):
            for claim in found:
                add(claim)
                added += 1
            if progress is not None:
                progress(done, len(cards))
    return added


def _find(card: Card, line: TableBacked | None, effort: Effort) -> list[Known]:
    """Return what is found of a card."""
    tables = _tables(get(card.variant), effort.directories)
    found: Known | None
    if effort.status == "searched":
        found = search(card, tables, nodes=effort.nodes, megabytes=effort.megabytes)
    elif effort.status == "table-backed":
        found = play_down(card, tables, nodes=effort.nodes, megabytes=effort.megabytes)
    else:
        found = prove(card, line, tables, effort.positions)
    return [] if found is None else [found]


@lru_cache(maxsize=8)
def _tables(variant: Variant, directories: tuple[Path, ...]) -> Tables:
    return Tables.open(variant, directories)


def _key(card: Card) -> tuple[str, str]:
    return card.deck, card.code


def _lines(known: Iterable[Known]) -> dict[tuple[str, str], TableBacked]:
    """Return the line to the tables of each card that was found with most nodes."""
    found: dict[tuple[str, str], TableBacked] = {}
    for claim in known:
        if isinstance(claim, TableBacked):
            before = found.get(_key(claim.card))
            if before is None or before.nodes <= claim.nodes:
                found[_key(claim.card)] = claim
    return found


def _is_known(card: Card, known: Iterable[Known], effort: Effort) -> bool:
    """Return whether claims of its kind about a card say what is to be found, or more."""
    variant = get(card.variant)
    tables = _tables(variant, effort.directories)
    digests = table_digests(tables)
    for claim in known:
        if claim.tables != digests:
            continue
        if isinstance(claim, Proved):
            return True
        if claim.engine == engine_of(variant, tables) and claim.nodes >= effort.nodes:
            return True
    return False
