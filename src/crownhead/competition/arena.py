"""Arenas: whoever is free is paired, streaks count double, time is up when it is up.

The points are those of lidraughts (`modules/tournament/arena`): win 2, draw 1; two wins in a row
light a streak, then 4 and 2 until a game is not won; a berserk win of a game of 14 plies or more
brings 1 more; a draw in fewer than 20 plies brings nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from crownhead.competition.encounters import Encounter

SHORT_DRAW = 20
SHORT_BERSERK = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game of an arena: who won, None for a draw, how long it was, who played berserk."""

    one: str
    two: str
    winner: str | None
    plies: int = SHORT_DRAW
    berserk: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the games of one player brought, in their order; `doubled` says which counted double."""

    name: str
    points: tuple[int, ...] = ()
    doubled: tuple[bool, ...] = ()
    wins: int = 0
    running: int = 0

    @property
    def total(self) -> int:
        """Return the sum."""
        return sum(self.points)

    @property
    def streak(self) -> bool:
        """Return whether the next game counts double."""
        return self.running >= 2


def sheets(
    games: Iterable[Game], *, streaks: bool = True, berserk: bool = True
) -> Mapping[str, Sheet]:
    """Return the sheet of everybody who has played, from the games in order of their ends.

    >>> three = [Game(one="Anna", two="Bert", winner="Anna") for _ in range(3)]
    >>> sheets(three)["Anna"].points
    (2, 2, 4)
    """
    found: dict[str, Sheet] = {}
    for game in games:
        for name in (game.one, game.two):
            before = found.get(name, Sheet(name))
            won, drawn = game.winner == name, game.winner is None
            double = streaks and before.streak
            points = 2 if won else 1 if drawn and game.plies >= SHORT_DRAW else 0
            points *= 2 if double else 1
            if berserk and won and name in game.berserk and game.plies >= SHORT_BERSERK:
                points += 1
            found[name] = Sheet(
                name,
                (*before.points, points),
                (*before.doubled, double),
                before.wins + won,
                before.running + 1 if won else 0,
            )
    return found


def standing(found: Mapping[str, Sheet]) -> list[tuple[int, Sheet]]:
    """Return the places, shared where points and wins are the same."""
    ordered = sorted(found.values(), key=lambda s: (-s.total, -s.wins, s.name))
    keys = [(sheet.total, sheet.wins) for sheet in ordered]
    return [(keys.index(key) + 1, sheet) for key, sheet in zip(keys, ordered, strict=True)]


def pair(
    waiting: Collection[str], found: Mapping[str, Sheet], games: Sequence[Game]
) -> list[Encounter]:
    """Pair those who are free: neighbours in the standing, nobody twice in a row where it can be.

    In a field of a few the same two may have to meet again, which is better than to wait. With an
    odd number whoever has played most waits. Who has started less often starts.

    >>> [board.names for board in pair({"Anna", "Bert", "Cleo"}, {}, [])]
    [('Anna', 'Bert')]
    """
    order = sorted(waiting, key=lambda n: (-found[n].total if n in found else 0, n))
    recent: dict[str, str] = {}
    started = dict.fromkeys(order, 0)
    count = dict.fromkeys(order, 0)
    for game in games:
        for name in (game.one, game.two):
            count[name] = count.get(name, 0) + 1
        recent |= {game.one: game.two, game.two: game.one}
        started[game.one] = started.get(game.one, 0) + 1
    pairs = _pairs(order, recent)
    if len(order) % 2:
        last_first = {name: -place for place, name in enumerate(order)}
        most_first = sorted(order, key=lambda name: (-count[name], last_first[name]))
        found_pairs = (_pairs([n for n in order if n != waits], recent) for waits in most_first)
        rest = next(found_pairs)
        pairs = next((p for p in (rest, *found_pairs) if not _repeats(p, recent)), rest)
    boards = []
    for one, two in pairs:
        start, reply = sorted((one, two), key=lambda name: (started[name], name))
        boards.append(Encounter(one=start, two=reply))
    return boards


def is_repeat(board: Encounter, games: Iterable[Game]) -> bool:
    """Return whether somebody would meet again whom he has met last."""
    recent: dict[str, str] = {}
    for game in games:
        recent |= {game.one: game.two, game.two: game.one}
    return board.two is not None and _again(board.one, board.two, recent)


def _pairs(order: Sequence[str], recent: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return pairs of neighbours in an order, without repeats as far as it goes."""
    pairs: list[tuple[str, str]] = []
    while len(order) > 1:
        first, *rest = order
        other = next((n for n in rest if not _again(first, n, recent)), rest[0])
        order = [name for name in rest if name != other]
        pairs.append((first, other))
    return _without_repeat(pairs, recent)


def _repeats(pairs: Iterable[tuple[str, str]], recent: Mapping[str, str]) -> bool:
    return any(_again(one, two, recent) for one, two in pairs)


def _again(one: str, two: str, recent: Mapping[str, str]) -> bool:
    return two == recent.get(one) or one == recent.get(two)


def _without_repeat(
    pairs: list[tuple[str, str]], recent: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Return the pairs, each repeat mixed with the nearest with which neither is one."""
    found = list(pairs)
    for n in reversed(range(len(found))):
        if not _again(*found[n], recent):
            continue
        one, two = found[n]
        near = sorted((abs(place - n), place) for place in range(len(found)) if place != n)
        for _, place in near:
            three, four = found[place]
            mixed = (((three, one), (four, two)), ((three, two), (four, one)))
            best = next((both for both in mixed if not _repeats(both, recent)), None)
            if best is not None:
                found[place], found[n] = best
                break
    return found
