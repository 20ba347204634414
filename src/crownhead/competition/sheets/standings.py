"""Sheets of what the event has come to: standings and cross tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from html import escape

from crownhead.competition.competition import Competition
from crownhead.competition.crosstable import grid
from crownhead.competition.deeds import Log
from crownhead.competition.ranking import Place
from crownhead.competition.sheets.markup import bracket, write_legend, write_table
from crownhead.competition.sheets.names import name_with_state
from crownhead.competition.teams import OF_TEAMS, team_grid, team_ranking, team_standing
from crownhead.locales import Catalogue


def write_standings(log: Log, words: Catalogue, number: int) -> str:
    """Return the standings, of teams above those of their players."""
    now = log.competition
    following = len(now.rounds) + 1
    standing = [
        replace(row, name=name_with_state(now, words, row.name, following))
        for row in now.standing()
    ]
    players = _places(standing, now.event.ranking.criteria, "name", words)
    if now.event.format not in OF_TEAMS:
        return players
    teams = _places(team_standing(now), team_ranking(now.event).criteria, "team", words)
    return f"{teams}<h3>{escape(words.text('sheet.players'))}</h3>{players}"


def _places(standing: Sequence[Place], criteria: Sequence[str], who: str, words: Catalogue) -> str:
    heads = [words.text("sheet.head.place"), words.text(f"sheet.head.{who}")]
    names = [criterion_name(words, name) for name in criteria]
    heads += [name[:1].upper() + name[1:] for name in names]
    rows = []
    for row in standing:
        numbers = [each.text for each in row.numbers]
        rows.append(
            [str(row.place or "–"), row.name, *numbers, *[""] * (len(criteria) - len(numbers))]
        )
    return write_table(heads, rows, (0, *range(2, 2 + len(criteria))))


def criterion_name(words: Catalogue, name: str) -> str:
    """Return what a criterion is called.

    >>> criterion_name(Catalogue("de"), "truncated 1"), criterion_name(Catalogue("en"), "wins")
    ('Buchholz ohne 1', 'wins')
    """
    first, _, rest = name.partition(" ")
    if first == "truncated":
        key = "full" if rest == "full" else "n"
        return words.text(f"sheet.criterion.truncated_{key}", n=rest)
    return words.text(f"sheet.criterion.{name.replace(' ', '_').replace('-', '_')}")


def write_cross_table(log: Log, words: Catalogue, number: int) -> str:
    """Return who has played whom with which result."""
    headings, rows = grid(log.competition)
    teams = ""
    if log.competition.event.format in OF_TEAMS:
        teams = _table_of_teams(log.competition, words)
    if log.competition.event.format == "arena":
        return _games_of_each(rows, words)
    rounds = len(log.competition.rounds)
    heads = [words.text("sheet.head.number"), words.text("sheet.head.name")]
    now = log.competition
    out = {row[0] for row in rows if now.entrant(row[1]).cancelled}
    short = [
        [row[0], name_with_state(now, words, row[1], rounds + 1), *_counting(row, out), row[-1]]
        for row in rows
    ]
    heads += [*headings[4:-1], words.text("sheet.head.points")]
    how = "narrow" if rounds <= 9 else "tight"
    legend = write_legend(words, bool(out), "sheet.legend")
    return teams + write_table(heads, short, (0, len(heads) - 1), how) + legend


def _table_of_teams(now: Competition, words: Catalogue) -> str:
    """Return who has brought what against whom: team against team, in Scheveningen by players."""
    headings, rows = team_grid(now)
    of_players = now.event.format == "scheveningen"
    heads = [words.text("sheet.head.number"), words.text("sheet.head.team"), *headings[2:]]
    if of_players:
        heads[1], heads[-1] = words.text("sheet.head.name"), words.text("sheet.head.points")
    table = write_table(
        heads, rows, (0, *range(2, len(heads))), "narrow" if len(heads) < 12 else "tight"
    )
    return f"{table}<h3>{escape(words.text('sheet.players'))}</h3>"


def _counting(row: Sequence[str], out: Collection[str]) -> list[str]:
    """Return the cells of a cross table's row, those of cancelled results in brackets."""

    def counts_not(cell: str) -> bool:
        return row[0] in out or cell.partition("/")[2].rstrip("wb+") in out

    return [bracket(cell, counts_not(cell)) for cell in row[4:-1]]


def _games_of_each(rows: Sequence[Sequence[str]], words: Catalogue) -> str:
    """Return the cross table of an arena: rounds are many, and everybody has few of them."""
    keys = ("number", "name", "games", "points")
    short = [[row[0], row[1], "  ".join(filter(None, row[4:-1])), row[-1]] for row in rows]
    legend = f"<p class=narrow>{escape(words.text('sheet.legend'))}</p>"
    heads = [words.text(f"sheet.head.{key}") for key in keys]
    return write_table(heads, short, (0, 3), "narrow") + legend
