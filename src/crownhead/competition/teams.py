"""Team matches: the boards of two teams as one encounter, standings and cross tables of teams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from crownhead.competition.competition import Competition
from crownhead.competition.crosstable import Grid
from crownhead.competition.encounters import Encounter
from crownhead.competition.entrants import Entrant
from crownhead.competition.event import Event
from crownhead.competition.failure import CompetitionError
from crownhead.competition.ranking import Place, Ranking, standing
from crownhead.competition.table import Table

TEAM_PRESETS: Mapping[str, Ranking] = MappingProxyType(
    {
        # Grodno 2021; "mutual" is the match between the teams.
        "grodno": Ranking(("points", "mutual", "game points", "encounters won", "top board")),
        # Rae 2018.
        "rae": Ranking(("game points", "solkoff")),
        # All boards of all rounds are one match.
        "scheveningen": Ranking(("game points", "wins")),
    }
)
OF_TEAMS = ("teams", "scheveningen")
"""The formats in which teams play."""


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """The boards of two teams in a round, by their numbers, and what they have brought so far.

    `one` is the team of whoever starts on the first of them. `over`: all boards have their results.
    A board on which two of one team were put by hand belongs to no match.
    """

    one: str
    two: str
    boards: tuple[int, ...]
    points: tuple[int, int]
    over: bool


def team_matches(competition: Competition, number: int) -> tuple[TeamMatch, ...]:
    """Return the matches of a published round, counted from 1, in order of their boards.

    Raises `CompetitionError` where somebody is in no team.

    >>> from crownhead.competition import Competition, Entrant, Event
    >>> clubs = Competition(event=Event(name="Clubs", format="teams"))
    >>> for name in ("Anna of North", "Bert of North", "Cleo of South", "Dora of South"):
    ...     clubs = clubs.enter(Entrant(name=name, team=name.split()[-1]))
    >>> match = team_matches(clubs.pair().record(1, 2, ["0-2"]), 1)[0]
    >>> match.one, match.two, match.boards, match.points, match.over
    ('North', 'South', (1, 2), (2, 0), False)
    """
    event, team_of = competition.event, _teams_of(competition)
    found: dict[frozenset[str], TeamMatch] = {}
    for n, board in enumerate(competition.rounds[number - 1].boards, 1):
        if board.two is None:
            continue
        one, two = team_of[board.one], team_of[board.two]
        if one == two:
            continue
        match = found.setdefault(frozenset((one, two)), TeamMatch(one, two, (), (0, 0), True))
        ours, theirs = board.points(event.scoring, event.games)
        if one != match.one:
            ours, theirs = theirs, ours
        found[frozenset((one, two))] = replace(
            match,
            boards=(*match.boards, n),
            points=(match.points[0] + ours, match.points[1] + theirs),
            over=match.over and board.is_over(event.games),
        )
    return tuple(found.values())


def _teams_of(competition: Competition) -> dict[str, str]:
    """Return the team of everybody. Raises `CompetitionError` where somebody has none."""
    team_of = {each.name: each.team for each in competition.entrants}
    if "" in team_of.values():
        alone = next(name for name, team in team_of.items() if not team)
        raise CompetitionError(f"{alone}: is in no team", "no_team", name=alone)
    return team_of


def team_ranking(event: Event) -> Ranking:
    """Return the usual ranking of teams.

    >>> team_ranking(Event(name="Clubs", format="scheveningen")).criteria
    ('game points', 'wins')
    """
    return TEAM_PRESETS["scheveningen" if event.format == "scheveningen" else "grodno"]


def team_table(competition: Competition) -> Table:
    """Return the cross table of teams: an encounter is a match, won 2, drawn 1, lost 0.

    A match in which a board has no result yet counts for nobody; in Scheveningen, where all boards
    of all rounds are one match, each result counts at once.
    """
    event, team_of = competition.event, _teams_of(competition)
    rounds = []
    for published in competition.rounds:
        matches: dict[tuple[str, str], list[Encounter]] = {}
        for board in published.boards:
            if board.two is None:
                continue
            one, two = team_of[board.one], team_of[board.two]
            if one == two:
                continue
            seen = board if one < two else board.turned
            matches.setdefault((min(one, two), max(one, two)), []).append(seen)
        rounds.append(
            [_match(one, two, boards, event) for (one, two), boards in sorted(matches.items())]
        )
    teams = [Entrant(name=name) for name in sorted(set(team_of.values()))]
    scoring = replace(event.scoring, per="encounter")
    return Table(teams, rounds, scoring, event.games, event.ranking.unplayed)


def _match(one: str, two: str, boards: Sequence[Encounter], event: Event) -> Encounter:
    done = all(board.is_over(event.games) for board in boards) or event.format == "scheveningen"
    tokens = tuple(token for board in boards for token in board.games) if done else ()
    return Encounter(one=one, two=two, games=tokens)


def team_standing(competition: Competition, ranking: Ranking | None = None) -> tuple[Place, ...]:
    """Return the standing of teams, by the usual ranking where none is given.

    >>> from crownhead.competition import Competition, Entrant, Event
    >>> event = Event(name="Clubs", format="teams")
    >>> clubs = Competition(event=event)
    >>> for name in ("Anna of North", "Bert of North", "Cleo of South", "Dora of South"):
    ...     clubs = clubs.enter(Entrant(name=name, team=name.split()[-1]))
    >>> clubs = clubs.pair().record(1, 1, ["2-0"]).record(1, 2, ["1-1"])
    >>> [(row.place, row.name, row.points) for row in team_standing(clubs)]
    [(1, 'North', '2'), (2, 'South', '0')]
    """
    criteria = (ranking or team_ranking(competition.event)).criteria
    return standing(team_table(competition), criteria)


def team_grid(competition: Competition) -> Grid:
    """Return headings and rows of the cross table of teams, best team first.

    A cell is what the boards of the row's team have brought against the column's. In Scheveningen
    rows are the players of one team, columns those of the other, both in order of their boards.

    >>> from crownhead.competition import Competition, Entrant, Event
    >>> clubs = Competition(event=Event(name="Clubs", format="teams"))
    >>> for name in ("Anna of North", "Bert of North", "Cleo of South", "Dora of South"):
    ...     clubs = clubs.enter(Entrant(name=name, team=name.split()[-1]))
    >>> team_grid(clubs.pair().record(1, 1, ["2-0"]).record(1, 2, ["1-1"]))[1]
    [['1', 'North', '', '3'], ['2', 'South', '1', '']]
    """
    if competition.event.format == "scheveningen":
        return _player_grid(competition)
    rows = team_standing(competition)
    numbers = {row.name: n for n, row in enumerate(rows)}
    table = [[str(n), row.name, *[""] * len(rows)] for n, row in enumerate(rows, 1)]
    for number in range(1, len(competition.rounds) + 1):
        for match in team_matches(competition, number):
            if not any(competition.board(number, n).games for n in match.boards):
                continue
            pair = numbers[match.one], numbers[match.two]
            for (own, other), points in zip((pair, pair[::-1]), match.points, strict=True):
                before = table[own][2 + other]
                text = competition.event.scoring.text(points)
                table[own][2 + other] = f"{before}, {text}" if before else text
    return ["no", "name", *(str(n) for n in range(1, len(rows) + 1))], table


def _player_grid(competition: Competition) -> Grid:
    """Return the cross table of Scheveningen: everybody of one team against everybody of another.

    The last column and the last row are the sums.
    """
    event, team_of = competition.event, _teams_of(competition)
    players = [each.name for each in sorted(competition.entrants, key=lambda each: each.seed)]
    teams = [row.name for row in team_standing(competition)]
    sides = [[name for name in players if team_of[name] == team] for team in teams[:2]]
    rows, columns = (sides + [[], []])[:2]
    points: dict[tuple[str, str], int] = {}
    for published in competition.rounds:
        for board in published.boards:
            if board.two is not None and board.games:
                ours, theirs = board.points(event.scoring, event.games)
                points[board.one, board.two] = ours
                points[board.two, board.one] = theirs
    text = event.scoring.text

    def line(name: str, others: Sequence[str]) -> list[str]:
        cells = [text(points[name, each]) if (name, each) in points else "" for each in others]
        return [*cells, text(sum(points.get((name, each), 0) for each in others))]

    table = [[str(n), name, *line(name, columns)] for n, name in enumerate(rows, 1)]
    sums = [line(name, rows)[-1] for name in columns]
    last = ["", teams[1] if columns else "", *sums, ""]
    return ["no", "name", *columns, "points"], [*table, last]
