"""Games that may be one under other headers: found by their moves, merged or removed by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt
from sqlalchemy import Connection, select

from crownhead.base import entries as entry
from crownhead.base import storing
from crownhead.base.identity import identity
from crownhead.base.persons import likeness
from crownhead.base.record import Record, game_of, record_of
from crownhead.base.sameness import BETWEEN, content, differences, pieces
from crownhead.base.schema import games
from crownhead.errors import CrownheadError
from crownhead.formats.pdn import Node, dumps
from crownhead.formats.pdn.tags import value

PLIES = 20
"""Plies that are equal at least."""
_MOST_PAIRED = 300
"""Games with the same beginning of which all pairs are looked at."""
_NEARLY = 0.8
"""How much of the shorter game is equal at least where nothing is said of the players."""

Moves = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two games that may be one: how many plies from the start are equal, and what is different.

    `one` and `other` are their numbers, `whole` says whether the shorter one is all in the other.
    """

    one: int
    other: int
    plies: int
    whole: bool
    why: tuple[str, ...]


def find(connection: Connection, plies: int = PLIES) -> list[Duplicate]:
    """Return the pairs of games with so many equal plies that may be one, the surest first."""
    found = [pair for group in _groups(connection, plies) for pair in _pairs(group, plies)]
    return sorted(found, key=lambda pair: (not pair.whole, -pair.plies, pair.one, pair.other))


def _groups(connection: Connection, plies: int) -> Iterator[dict[int, tuple[Moves, Record]]]:
    """Yield games that begin alike, by number, with their moves."""
    beginnings: dict[bytes, list[int]] = defaultdict(list)
    wanted = select(games.c.id).where(games.c.plies >= plies).order_by(games.c.id)
    for part in storing.portions(list(connection.scalars(wanted))):
        for number, stored in storing.load(connection, part).items():
            record = stored.record
            if record.variant is not None:
                steps = entry.steps(record.trail)
                start = steps["key"][:1].tobytes() + identity(record.variant).encode()
                beginning = start + steps["move"][:plies].tobytes()
                beginnings[blake2b(beginning, digest_size=8).digest()].append(number)
    for numbers in beginnings.values():
        if len(numbers) > 1:
            yield {
                number: (entry.steps(stored.record.trail)["move"][:-1], stored.record)
                for number, stored in storing.load(connection, numbers).items()
            }


def _pairs(group: dict[int, tuple[Moves, Record]], plies: int) -> Iterator[Duplicate]:
    for one, other in sorted(_near(group)):
        (moves, record), (others, another) = group[one], group[other]
        equal = _equal(moves, others)
        shorter = min(len(moves), len(others))
        players = _players(record, another)
        if equal < shorter and (players == "other" or equal < plies):
            continue
        if equal < shorter and players == "unknown" and equal < _NEARLY * shorter:
            continue
        why = (_moves(equal, moves, others), *_headers(record, another))
        yield Duplicate(one, other, equal, equal == shorter, why)


def _near(group: dict[int, tuple[Moves, Record]]) -> set[tuple[int, int]]:
    """Return the pairs that are worth a look: in a large group those that go on alike longest."""
    numbers = sorted(group)
    if len(numbers) <= _MOST_PAIRED:
        return set(combinations(numbers, 2))
    in_order = sorted(numbers, key=lambda number: group[number][0].astype(">u8").tobytes())
    pairs = zip(in_order, in_order[1:], strict=False)
    return {(min(pair), max(pair)) for pair in pairs}


def _equal(one: Moves, other: Moves) -> int:
    shorter = min(len(one), len(other))
    unlike = np.flatnonzero(one[:shorter] != other[:shorter])
    return int(unlike[0]) if len(unlike) else shorter


def _players(one: Record, other: Record) -> str:
    """Return whether the players are `alike`, `other` ones, or `unknown`."""
    found = {_player(one.white, other.white), _player(one.black, other.black)}
    return next(kind for kind in ("other", "unknown", "alike") if kind in found)


def _player(one: str, other: str) -> str:
    if not one or not other:
        return "unknown"
    return "other" if likeness(one, other) is None else "alike"


def _moves(equal: int, one: Moves, other: Moves) -> str:
    if equal == len(one) == len(other):
        return f"all {equal} plies are equal"
    if equal == min(len(one), len(other)):
        return f"{equal} plies are equal, where one of them ends"
    return f"{equal} plies are equal, of {len(one)} and {len(other)}"


def _headers(one: Record, other: Record) -> Iterator[str]:
    """Yield in what two records differ, one after the other."""
    tags, others = one.tags, other.tags
    for name in dict.fromkeys(("white", "black", *differences(tags, others))):
        if tags.get(name) != others.get(name):
            yield f"{name}: {tags.get(name, '?')} / {others.get(name, '?')}"
    for record, which in ((one, "first"), (other, "second")):
        if record.errors:
            yield f"the {which} has errors"
    said, told = (content(each.game, each.tags) for each in (one, other))
    for says, here, there in (("first", said, told), ("second", told, said)):
        if there.lacks(replace(here, tags={})):
            yield f"the {says} has notes of its own"


def remove(connection: Connection, numbers: Iterable[int], plies: int = PLIES) -> list[str]:
    """Remove games of which another stays, and return them as PDN.

    Raises `CrownheadError` where one of them is no duplicate of a game that stays.
    """
    gone = sorted(set(numbers))
    pairs = find(connection, plies)
    for number in gone:
        alike = {each for p in pairs if number in (p.one, p.other) for each in (p.one, p.other)}
        if not alike - set(gone):
            raise CrownheadError(f"Base: game {number} has no duplicate that would stay")
    texts = [dumps(stored.game) for stored in storing.load(connection, gone).values()]
    storing.remove(connection, gone)
    return texts


def merge(connection: Connection, number: int, other: int, plies: int = PLIES) -> list[str]:
    """Write what another game says into one, and remove the other.

    Returns what could not be written there, as it contradicts. Raises `CrownheadError` where they
    are no duplicates, or where the one has errors and the other none.
    """
    pairs = find(connection, plies)
    if not any({number, other} == {pair.one, pair.other} for pair in pairs):
        raise CrownheadError(f"Base: games {number} and {other} are no duplicates")
    found = storing.load(connection, (number, other))
    one, gone = found[number], found[other]
    if one.record.errors:
        raise CrownheadError(f"Base: game {number} has errors, and is not written anew")
    made = one.game
    for name, said in gone.game.tags.items():
        if said.strip() and not value(made.tags, name):
            made.tags[name] = said
    _add(made.root, gone.game.root)
    variant = one.record.variant
    assert variant is not None  # it has moves
    game, text = game_of(dumps(made).encode(), identity(variant), one.record.result)
    record = record_of(game, text, one.source)
    record.line = one.record.line
    storing.remove(connection, (number, other))
    storing.store(connection, storing.Names(), [record], [number])
    lost = content(record.game, record.tags)
    return lost.lacks(content(gone.record.game, gone.record.tags))


def _add(node: Node, other: Node) -> None:
    """Add to a tree what another one has beside it: comments, signs, and variations."""
    pending = [(node, other)]
    while pending:
        node, other = pending.pop()
        for name in ("starting_comment", "comment"):
            here = getattr(node, name)
            new = [text for text in pieces(getattr(other, name)) if text not in pieces(here)]
            setattr(node, name, BETWEEN.join([here, *new] if here else new))
        node.nags += [nag for nag in other.nags if nag not in node.nags]
        for child in other.variations:
            same = [each for each in node.variations if _step(each) == _step(child)]
            if not same and child.move is not None and child.kind == "move":
                same = [node.add_variation(child.move)]
            if same:
                pending.append((same[0], child))


def _step(node: Node) -> tuple[str, str]:
    return node.kind, node.text if node.move is None else str(node.move)
