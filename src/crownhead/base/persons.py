"""Players under several names: which were merged, and which may be one person.

A merged name is told, and found, as the one it was merged into; what stands in the games stays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from sqlalchemy import Connection, func, or_, select, update

from crownhead.base.sameness import is_known
from crownhead.base.schema import games, names
from crownhead.errors import CrownheadError
from crownhead.formats.pdn.names import fold, parts

Likeness: TypeAlias = Literal["spelling", "initials", "part"]
"""How two names are alike: but for order, case and accents, but for initials, or as one is a part
of the other."""

_LONGEST_INITIALS = 3
_SHORTEST_SURNAME = 3
_JOINING = "'’`"


@dataclass(frozen=True, slots=True)
class Player:
    """One player: the name under which he is told, his games, and the names merged into it."""

    name: str
    games: int
    merged: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Alike:
    """Two players who may be one, and why."""

    one: Player
    other: Player
    why: Likeness


def persons_of(connection: Connection) -> dict[str, str]:
    """Return the names that were merged into another, and that one."""
    main = names.alias()
    joined = names.join(main, names.c.person == main.c.id)
    wanted = select(names.c.text, main.c.text.label("person")).select_from(joined)
    return {row.text: row.person for row in connection.execute(wanted)}


def players(connection: Connection) -> list[Player]:
    """Return the players of a database by name, merged ones as one."""
    person = func.coalesce(names.c.person, names.c.id).label("person")
    counted: dict[int, int] = defaultdict(int)
    for side in (games.c.white, games.c.black):
        joined = games.join(names, side == names.c.id)
        wanted = select(person, func.count().label("n")).select_from(joined).group_by(person)
        for row in connection.execute(wanted):
            counted[row.person] += row.n
    spelt = {row.id: row for row in connection.execute(select(names))}
    merged: dict[int, list[str]] = defaultdict(list)
    for row in spelt.values():
        if row.person is not None:
            merged[row.person].append(row.text)
    found = [
        Player(spelt[number].text, count, tuple(sorted(merged.get(number, ()))))
        for number, count in counted.items()
        if is_known(spelt[number].text)
    ]
    return sorted(found, key=lambda player: (fold(player.name), player.name))


def alike(known: Iterable[Player]) -> Iterator[Alike]:
    """Yield the pairs of players who may be one, the likeliest first."""
    by_word: dict[str, list[Player]] = defaultdict(list)
    full: dict[str, set[str]] = {}
    for player in known:
        full[player.name] = {w for w in _words(player.name) if len(w) >= _SHORTEST_SURNAME}
        for word in full[player.name]:
            by_word[word].append(player)
    found: dict[tuple[str, str], Alike] = {}
    for name, words in full.items():
        # Many are called Jan: who may be the same is looked for by the rarest word.
        rarest = min(words, key=lambda word: (len(by_word[word]), word), default="")
        bearers = by_word.get(rarest, [])
        pairs = ((one, other) for one in bearers if one.name == name for other in bearers)
        for this, other in pairs:
            why = None if other is this else likeness(name, other.name)
            if why is not None:
                one, two = sorted((this, other), key=lambda each: (-each.games, each.name))
                found[one.name, two.name] = Alike(one, two, why)
    order = ("spelling", "initials", "part")
    yield from sorted(
        found.values(), key=lambda each: (order.index(each.why), each.one.name, each.other.name)
    )


@lru_cache(65_536)
def likeness(one: str, other: str) -> Likeness | None:
    """Return how two names are alike, or None.

    >>> likeness("Nowak, Ton", "Ton Nowak"), likeness("WR Fraser", "Fraser, William R.")
    ('spelling', 'initials')
    >>> likeness("Fraser", "WR Fraser"), likeness("J Fraser", "WR Fraser")
    ('part', None)
    """
    if parts(one) == parts(other):
        return "spelling"
    short, long = sorted((_words(one), _words(other)), key=len)
    if not short:
        return None
    left = list(long)
    surname = initials = False
    for word in sorted(short, key=len, reverse=True):
        fitting = next((each for each in left if each == word), None)
        if fitting is None:
            shorter = (each for each in left if 1 in (len(each), len(word)) and word[0].isalpha())
            fitting = next((each for each in shorter if each[0] == word[0]), None)
            initials = True
        if fitting is None:
            return None
        surname |= fitting == word and len(word) >= _SHORTEST_SURNAME
        left.remove(fitting)
    if not surname:
        return None
    return "initials" if initials else "part"


@lru_cache(65_536)
def _words(name: str) -> tuple[str, ...]:
    """Return the words of a name, initials that stand together each on its own."""
    found: list[str] = []
    for word in "".join(c if c.isalnum() or c in _JOINING else " " for c in name).split():
        if word.isupper() and len(word) <= _LONGEST_INITIALS and not name.isupper():
            found += (fold(letter) for letter in word)
        else:
            found += fold(word).split()
    return tuple(word for word in found if word)


def merge(connection: Connection, name: str, others: Iterable[str]) -> int:
    """List the games of others under a name, and return how many these are.

    Raises `CrownheadError` where one of them is no player here, in so many letters.
    """
    main = _number(connection, name)
    person = connection.scalar(select(names.c.person).where(names.c.id == main))
    main = main if person is None else person
    count = 0
    for other in others:
        number = _number(connection, other)
        if number == main:
            raise CrownheadError(f"Base: {other!r} cannot be merged with itself")
        concerned = or_(names.c.id == number, names.c.person == number)
        numbers = list(connection.scalars(select(names.c.id).where(concerned)))
        meant = or_(games.c.white.in_(numbers), games.c.black.in_(numbers))
        count += connection.scalar(select(func.count()).select_from(games).where(meant)) or 0
        connection.execute(update(names).where(names.c.id.in_(numbers)).values(person=main))
    return count


def split(connection: Connection, name: str) -> list[str]:
    """Undo what was merged with a name: tell it, and what was merged into it, on its own again.

    Returns the names that are told on their own now.
    """
    number = _number(connection, name)
    concerned = or_(names.c.id == number, names.c.person == number)
    merged = select(names.c.text).where(concerned, names.c.person.is_not(None))
    found = sorted(connection.scalars(merged))
    connection.execute(update(names).where(concerned).values(person=None))
    return found


def _number(connection: Connection, name: str) -> int:
    number = connection.scalar(select(names.c.id).where(names.c.text == name))
    played = number is not None and connection.scalar(
        select(func.count())
        .select_from(games)
        .where(or_(games.c.white == number, games.c.black == number))
    )
    if number is None or not played:
        raise CrownheadError(f"Base: no player is called {name!r}, in so many letters")
    return int(number)
