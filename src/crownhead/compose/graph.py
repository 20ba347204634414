"""What a proof consists of: positions with what is to be played there, each checked by itself.

The *hero* is the side whose win is in question: the attacker where he is to win, the defender
where a draw is to be held. `wins` holds positions that the hero wins, `holds` such as he cannot
win. What stands beside a position is a move, `*` where every move has its own entry, `end` where
the game is over, or `table` where an endgame table tells the value. A win must come to an end, so
no entry of `wins` may lead back to itself; whoever only repeats does not win, so those of `holds`
may. Draw counts are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from crownhead.endgame.tables import Tables
from crownhead.errors import CrownheadError, InvalidCertificate
from crownhead.outcome import Termination
from crownhead.position import Position
from crownhead.rules import Color
from crownhead.variants import Variant

EVERY, END, TABLE = "*", "end", "table"
MOST_ENTRIES = 400_000


def name_of(position: Position) -> str:
    """Return the name that a position has in a certificate: its FEN.

    >>> name_of(Position.from_fen("W:W1:B32", "english"))
    'W:W1:B32'
    """
    return position.fen()


def winner_of(position: Position) -> Color | None:
    """Return who has won on the board; no draw count is looked at.

    >>> winner_of(Position.from_fen("B:WK14:B", "english"))
    'white'
    """
    outcome = position.outcome
    if outcome is None or outcome.termination is Termination.DRAW_COUNT:
        return None
    return outcome.winner


@dataclass(slots=True)
class Graph:
    """The proof of one certificate; see above."""

    variant: Variant
    hero: Color
    tables: Tables
    wins: dict[str, str] = field(default_factory=dict)
    holds: dict[str, str] = field(default_factory=dict)

    def hero_wins_by_table(self, position: Position) -> bool | None:
        """Return whether the hero wins by the tables; None where they do not know."""
        known = self.tables.value(position)
        if known is None:
            return None
        return known[0] == (1 if position.turn == self.hero else -1)

    def trim(self, roots: Iterable[Position]) -> None:
        """Drop the entries that no proof of one of these positions rests on."""
        for known in (self.wins, self.holds):
            waiting = [root for root in roots if name_of(root) in known]
            kept: dict[str, str] = {}
            while waiting:
                position = waiting.pop()
                name = name_of(position)
                if name in kept:
                    continue
                told = kept[name] = known[name]
                if told == EVERY:
                    waiting += [position.play(move) for move in position.legal_moves]
                elif told not in (END, TABLE):
                    waiting.append(position.play(told))
            known.clear()
            known.update(kept)

    def check(self) -> None:
        """Check every entry by the rules and the tables, and that each win comes to an end.

        Raises `InvalidCertificate` naming the entry that is wrong, and `DamagedTable`.
        """
        after = {name: self._check_entry(name, True) for name in self.wins}
        for name in self.holds:
            self._check_entry(name, False)
        _check_ends(after)

    def _check_entry(self, name: str, wins: bool) -> list[str]:
        """Return the names of the entries that one rests on."""
        told = (self.wins if wins else self.holds)[name]
        place = f"{'wins' if wins else 'holds'}[{name!r}]"
        try:
            position = Position.from_fen(name, self.variant)
            if name_of(position) != name:
                raise InvalidCertificate(f"{place}: its name is {name_of(position)!r}", place)
            return self._following(position, told, wins, place)
        except InvalidCertificate:
            raise
        except CrownheadError as error:
            raise InvalidCertificate(f"{place}: {error}", place) from error

    def _following(self, position: Position, told: str, wins: bool, place: str) -> list[str]:
        def refuse(why: str) -> InvalidCertificate:
            return InvalidCertificate(f"{place}: {why}", place)

        if told == END:
            winner = winner_of(position)
            if winner is None:
                raise refuse("the game is not over there")
            if (winner == self.hero) is not wins:
                raise refuse(f"{winner} has won there")
            return []
        if told == TABLE:
            known = self.hero_wins_by_table(position)
            if known is None:
                raise refuse("no endgame table at hand holds it")
            if known is not wins:
                raise refuse(f"the table says that {self.hero} {'wins' if known else 'cannot win'}")
            return []
        if winner_of(position) is not None:
            raise refuse("the game is over there")
        everything = (position.turn == self.hero) is not wins
        if everything is not (told == EVERY):
            raise refuse("all moves are to be answered" if everything else "one move is to be told")
        moves = list(position.legal_moves) if everything else [position.parse(told)]
        known_here = self.wins if wins else self.holds
        following = []
        for move in moves:
            after = name_of(position.play(move))
            if after not in known_here:
                raise refuse(f"what {move} leads to is not shown")
            following.append(after)
        return following


def _check_ends(after: dict[str, list[str]]) -> None:
    """Raise `InvalidCertificate` where a win leads back to itself."""
    state: dict[str, bool] = {}  # False: being looked at, True: comes to an end
    for root in after:
        if root in state:
            continue
        path = [(root, iter(after[root]))]
        state[root] = False
        while path:
            name, rest = path[-1]
            following = next(rest, None)
            if following is None:
                state[name] = True
                path.pop()
            elif following not in state:
                state[following] = False
                path.append((following, iter(after[following])))
            elif not state[following]:
                place = f"wins[{following!r}]"
                raise InvalidCertificate(f"{place}: it leads back to itself", place)
