"""Team matches: the boards of two teams as one encounter, and standings of teams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from crownhead.competition.competition import Competition
from crownhead.competition.encounters import Encounter
from crownhead.competition.entrants import Entrant
from crownhead.competition.failure import CompetitionError
from crownhead.competition.ranking import Place, Ranking, standing
from crownhead.competition.table import Table

TEAM_PRESETS: Mapping[str, Ranking] = MappingProxyType(
    {
        # Grodno 2021; "mutual" is the match between the teams.
        "grodno": Ranking(("points", "mutual", "game points", "encounters won", "top board")),
        # Rae 2018.
        "rae": Ranking(("game points", "solkoff")),
    }
)


def team_table(competition: Competition) -> Table:
    """Return the cross table of teams: an encounter is a match, won 2, drawn 1, lost 0.

    A match in which a board has no result yet counts for nobody.
    """
    event = competition.event
    team_of = {each.name: each.team for each in competition.entrants}
    if "" in team_of.values():
        alone = next(name for name, team in team_of.items() if not team)
        raise CompetitionError(f"{alone}: is in no team", "no_team", name=alone)
    rounds = []
    for published in competition.rounds:
        matches: dict[tuple[str, str], list[Encounter]] = {}
        for board in published.boards:
            if board.two is None:
                continue
            one, two = team_of[board.one], team_of[board.two]
            seen = board if one < two else board.turned
            matches.setdefault((min(one, two), max(one, two)), []).append(seen)
        rounds.append(
            [
                _match(one, two, boards, event.games)
                for (one, two), boards in sorted(matches.items())
            ]
        )
    teams = [Entrant(name=name) for name in sorted(set(team_of.values()))]
    scoring = replace(event.scoring, per="encounter")
    return Table(teams, rounds, scoring, 1, event.ranking.unplayed)


def _match(one: str, two: str, boards: Sequence[Encounter], games: int) -> Encounter:
    done = all(board.is_over(games) for board in boards)
    tokens = tuple(token for board in boards for token in board.games) if done else ()
    return Encounter(one=one, two=two, games=tokens)


def team_standing(
    competition: Competition, ranking: Ranking = TEAM_PRESETS["grodno"]
) -> tuple[Place, ...]:
    """Return the standing of teams.

    >>> from crownhead.competition import Competition, Entrant, Event
    >>> event = Event(name="Clubs", format="teams")
    >>> clubs = Competition(event=event)
    >>> for name in ("Anna of North", "Bert of North", "Cleo of South", "Dora of South"):
    ...     clubs = clubs.enter(Entrant(name=name, team=name.split()[-1]))
    >>> clubs = clubs.pair().record(1, 1, ["2-0"]).record(1, 2, ["1-1"])
    >>> [(row.place, row.name, row.points) for row in team_standing(clubs)]
    [(1, 'North', '2'), (2, 'South', '0')]
    """
    return standing(team_table(competition), ranking.criteria)
