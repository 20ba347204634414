"""The standings of an event, of players and of teams, as its readers see them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from crownhead.competition import Competition, Explanation, Place
from crownhead.competition.teams import OF_TEAMS, team_matches, team_ranking, team_standing
from crownhead.server.event.state import EventState
from crownhead.server.messages.event.standings import (
    NumberShown,
    NumbersOf,
    PlaceShown,
    TeamMatchShown,
    TeamsShown,
    TermShown,
)


@dataclass(frozen=True, slots=True)
class Standing:
    """The rows of a standing after `seq`, in their order.

    Each stands beside the seq at which it was seen to be another than before.
    """

    seq: int
    rows: Mapping[str, tuple[int, PlaceShown]]

    def after(self, since: int) -> tuple[PlaceShown, ...]:
        """Return the rows that have changed after a seq."""
        return tuple(row for changed, row in self.rows.values() if changed > since)


def rank(state: EventState, before: Standing | None) -> Standing:
    """Return the standing of an event, after what is known of it. Long work for a large one."""
    if before is not None and before.seq >= state.seq:
        return before
    known = {} if before is None else before.rows
    rows = {}
    for place in state.competition.places() if state.competition.entrants else ():
        row, (changed, old) = _place(place), known.get(place.name, (state.seq, None))
        rows[place.name] = (changed if row == old else state.seq), row
    return Standing(state.seq, rows)


def show_teams(
    state: EventState, rounds: Iterable[int], places: Sequence[tuple[int, int]] | None = None
) -> TeamsShown | None:
    """Return the standing of teams, and the matches of rounds, or those of some places alone."""
    now = state.competition
    if not _has_teams(now):
        return None
    text = now.event.scoring.text
    return TeamsShown(
        criteria=team_ranking(now.event).criteria,
        standing=tuple(map(_place, team_standing(now))),
        matches=tuple(
            TeamMatchShown(
                round=number,
                one=match.one,
                two=match.two,
                points=(text(match.points[0]), text(match.points[1])),
                boards=match.boards,
                over=match.over,
            )
            for number in rounds
            for match in team_matches(now, number)
            if places is None or any((number, n) in places for n in match.boards)
        ),
    )


def _has_teams(now: Competition) -> bool:
    """Return whether an event is one of teams, and everybody is in one."""
    return now.event.format in OF_TEAMS and all(each.team for each in now.entrants)


def _place(row: Place) -> PlaceShown:
    return PlaceShown(row.place, row.name, tuple(number.text for number in row.numbers))


def explain(state: EventState, name: str, of: NumbersOf) -> tuple[NumberShown, ...] | None:
    """Return the numbers of an entrant or a team with their sums, None where there is none."""
    now = state.competition
    of_teams = team_standing(now) if of == "team" and _has_teams(now) else ()
    rows = now.standing() if of == "entrant" else of_teams
    row = next((row for row in rows if row.name == name), None)
    return None if row is None else tuple(map(_number, row.numbers))


def _number(number: Explanation) -> NumberShown:
    terms = tuple(
        TermShown(
            round=term.round,
            opponent=term.opponent,
            points=str(term.points),
            factor=str(term.factor),
            struck=term.struck,
            note=term.note,
        )
        for term in number.terms
    )
    return NumberShown(number.criterion, number.text, terms, number.unit, number.note)
