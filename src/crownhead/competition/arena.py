"""Arenas: whoever is free is paired, streaks count double, time is up when it is up.

The points are those of lidraughts (`modules/tournament/arena`): win 2, draw 1; two wins in a row
light a streak, then 4 and 2 until a game is not won; a draw in fewer than 20 plies brings nothing.
Nobody can halve his own time for a point more, as there ("berserk").
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from crownhead.competition.encounters import Encounter

SHORT_DRAW = 20
STREAK = 2
"""Wins in a row after which all counts double until a game is not won."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game of an arena: who won, None for a draw, and how long it was."""

    one: str
    two: str
    winner: str | None
    plies: int = SHORT_DRAW


@dataclass(frozen=True, slots=True)
class Tally:
    """What the games of one player have come to, as far as it decides whom he meets next.

    `total` are his points, `running` his wins in a row, `met` is whom he has met last.
    """

    total: int = 0
    running: int = 0
    games: int = 0
    started: int = 0
    met: str | None = None

    def after(self, game: Game, name: str) -> Tally:
        """Return the tally of a player after one game more."""
        points = _earn(game, name, self.running)
        return Tally(
            self.total + points,
            self.running + 1 if game.winner == name else 0,
            self.games + 1,
            self.started + (game.one == name),
            game.two if game.one == name else game.one,
        )


def tally(games: Iterable[Game]) -> Mapping[str, Tally]:
    """Return the tallies of all who have played, from the games in order of their ends.

    >>> three = [Game(one="Anna", two="Bert", winner="Anna") for _ in range(3)]
    >>> tally(three)["Anna"]
    Tally(total=8, running=3, games=3, started=3, met='Bert')
    """
    found: dict[str, Tally] = {}
    for game in games:
        for name in (game.one, game.two):
            found[name] = found.get(name, Tally()).after(game, name)
    return found


def _earn(game: Game, name: str, running: int) -> int:
    """Return what a game brings to a player after so many wins in a row."""
    won, drawn = game.winner == name, game.winner is None
    points = 2 if won else 1 if drawn and game.plies >= SHORT_DRAW else 0
    return points * 2 if running >= STREAK else points


def pair(waiting: Collection[str], tallies: Mapping[str, Tally]) -> list[Encounter]:
    """Pair those who are free: neighbours in the standing, nobody twice in a row where it can be.

    In a field of a few the same two may have to meet again, which is better than to wait. With an
    odd number whoever has played most waits. Who has started less often starts.

    >>> [board.names for board in pair({"Anna", "Bert", "Cleo"}, {})]
    [('Anna', 'Bert')]
    """
    known = {name: tallies.get(name, Tally()) for name in waiting}
    order = sorted(waiting, key=lambda name: (-known[name].total, name))
    recent = {name: each.met for name, each in known.items()}
    pairs = _pairs(order, recent)
    if len(order) % 2:
        last_first = {name: -place for place, name in enumerate(order)}
        most_first = sorted(order, key=lambda name: (-known[name].games, last_first[name]))
        found_pairs = (_pairs([n for n in order if n != waits], recent) for waits in most_first)
        rest = next(found_pairs)
        pairs = next((p for p in (rest, *found_pairs) if not _repeats(p, recent)), rest)
    boards = []
    for one, two in pairs:
        start, reply = sorted((one, two), key=lambda name: (known[name].started, name))
        boards.append(Encounter(one=start, two=reply))
    return boards


def is_repeat(board: Encounter, tallies: Mapping[str, Tally]) -> bool:
    """Return whether somebody would meet again whom he has met last."""
    recent = {name: tallies.get(name, Tally()).met for name in board.names}
    return board.two is not None and _again(board.one, board.two, recent)


def _pairs(order: Sequence[str], recent: Mapping[str, str | None]) -> list[tuple[str, str]]:
    """Return pairs of neighbours in an order, without repeats as far as it goes."""
    pairs: list[tuple[str, str]] = []
    while len(order) > 1:
        first, *rest = order
        other = next((n for n in rest if not _again(first, n, recent)), rest[0])
        order = [name for name in rest if name != other]
        pairs.append((first, other))
    return _without_repeat(pairs, recent)


def _repeats(pairs: Iterable[tuple[str, str]], recent: Mapping[str, str | None]) -> bool:
    return any(_again(one, two, recent) for one, two in pairs)


def _again(one: str, two: str, recent: Mapping[str, str | None]) -> bool:
    return two == recent.get(one) or one == recent.get(two)


def _without_repeat(
    pairs: list[tuple[str, str]], recent: Mapping[str, str | None]
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
