"""Verify claims: by the rules, by the endgame tables, by their proofs, and by searching again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path

from crownhead.ballotbook.claims import (
    EngineClaim,
    Known,
    Proof,
    Proved,
    Searched,
    TableBacked,
    replay,
)
from crownhead.ballotbook.failure import AnotherEngine, InvalidClaim
from crownhead.ballotbook.searching import engine_of, play_down, search, value_of
from crownhead.compose.certificate import named_tables
from crownhead.compose.graph import Graph, name_of
from crownhead.endgame.tables import Tables
from crownhead.errors import InvalidCertificate
from crownhead.position import Position
from crownhead.rules import Color
from crownhead.sides import other
from crownhead.variants import Variant, get


@dataclass(frozen=True, slots=True)
class Verified:
    """What verifying has done: whether searches were repeated, and how many entries of a proof."""

    repeated: bool
    entries: int = 0


def verify(claim: Known, directories: Iterable[Path] = (), *, searching: bool = True) -> Verified:
    """Check that a claim holds; everything that it says is found anew.

    `directories` are where its endgame tables are looked for before the shipped ones. Without
    `searching` no search is repeated: then the rules, the tables and the proofs speak alone, and a
    claim that was searched says no more than that its line is legal.

    Raises `AnotherEngine` where a search cannot be repeated here, `InvalidClaim` naming what does
    not hold, and `DamagedTable`.
    """
    tables = tables_of(claim, directories)
    positions = replay(claim.card.position(), claim.line)
    if isinstance(claim, Proved):
        return Verified(False, _check_proofs(claim, positions[-1], tables))
    if isinstance(claim, TableBacked):
        _check_end(claim, positions[-1], tables)
    if searching:
        _repeat(claim, tables)
    return Verified(searching)


def tables_of(claim: Known, directories: Iterable[Path] = ()) -> Tables:
    """Return the endgame tables that a claim names, and no others. Raises `InvalidClaim`."""
    asked = tuple(sorted(claim.tables.items()))
    try:
        return _tables(get(claim.card.variant), asked, tuple(directories))
    except InvalidCertificate as error:
        raise InvalidClaim(str(error), error.place) from error


@lru_cache(maxsize=16)
def _tables(
    variant: Variant, asked: tuple[tuple[str, str], ...], directories: tuple[Path, ...]
) -> Tables:
    return named_tables(dict(asked), variant, directories)


def _check_end(claim: TableBacked, end: Position, tables: Tables) -> None:
    """Raise `InvalidClaim` where the end of the line is worth something else."""
    value = value_of(end, tables)
    if value is None:
        raise InvalidClaim("line: no endgame table that is named holds its end", "line")
    if value != claim.value:
        raise InvalidClaim(f"verdict: the end of the line is {value!r} by the tables", "verdict")


def _repeat(claim: EngineClaim, tables: Tables) -> None:
    """Raise `InvalidClaim` where searching again finds something else."""
    here = engine_of(tables.variant, tables)
    if here != claim.engine:
        raise AnotherEngine(f"engine: it was {claim.engine}; this is {here}", "engine")
    again = search if isinstance(claim, Searched) else play_down
    found = again(claim.card, tables, nodes=claim.nodes, megabytes=claim.megabytes)
    if found is None:
        raise InvalidClaim("line: the engine plays another, which does not end", "line")
    for part in fields(claim):
        told, now = getattr(claim, part.name), getattr(found, part.name)
        if told != now:
            what = f"a search finds {_text(now)}, not {_text(told)}"
            raise InvalidClaim(f"{part.name}: {what}", part.name)


def _text(value: object) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)


def _check_proofs(claim: Proved, end: Position, tables: Tables) -> int:
    """Check the proofs of both sides; return how many entries they have."""
    told: dict[Color, bool] = {}
    for side, proof in claim.proofs.items():
        told[side] = _wins(side, proof, end, tables)
    shown = value_shown(told)
    if shown != claim.value:
        what = "nothing" if shown is None else repr(shown)
        raise InvalidClaim(f"proofs: they show {what}, not {claim.value!r}", "proofs")
    return sum(len(proof.wins) + len(proof.holds) for proof in claim.proofs.values())


def value_shown(wins: Mapping[Color, bool]) -> str | None:
    """Return what follows from who can win, None where nothing does.

    >>> value_shown({"white": True}), value_shown({"white": False})
    ('white', None)
    >>> value_shown({"white": False, "black": False})
    'draw'
    """
    for side, won in wins.items():
        if won:
            return side if wins.get(other(side)) is not True else None
    return "draw" if len(wins) == 2 else None


def _wins(side: Color, proof: Proof, end: Position, tables: Tables) -> bool:
    """Return whether entries show that a side wins; raise `InvalidClaim` where they are wrong."""
    place = f"proofs.{side}"
    graph = Graph(tables.variant, side, tables, dict(proof.wins), dict(proof.holds))
    try:
        graph.check()
    except InvalidCertificate as error:
        raise InvalidClaim(f"{place}.{error}", f"{place}.{error.place}") from error
    name = name_of(end)
    if (name in graph.wins) is (name in graph.holds):
        raise InvalidClaim(f"{place}: it does not say whether {side} wins {name}", place)
    return name in graph.wins
