"""What an event has come to: standings, cross table, the sum behind a number, the trail."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from crownhead.adjudication import Ground
from crownhead.cli.arguments import Choice, Refused
from crownhead.cli.event.desk import file_argument, read, read_text
from crownhead.cli.event.tables import show, table_options
from crownhead.cli.play.narrate import ground_text
from crownhead.competition import PRESETS, SCORINGS, CompetitionError, Place, Table, standing
from crownhead.competition import check as check_file
from crownhead.competition.crosstable import grid
from crownhead.competition.crosstable import loads as read_table
from crownhead.competition.deeds import Deed
from crownhead.competition.teams import TEAM_PRESETS, team_standing
from crownhead.engines.adjudicator import TablesAdjudicator
from crownhead.locales import Catalogue

FAULTY = 1


@click.command("standings")
@file_argument
@click.option("--teams", type=Choice(tuple(TEAM_PRESETS)), help="Rank teams, in this way.")
@table_options
def standings(file: Path, teams: str | None, as_json: bool, as_csv: bool) -> None:
    """Show the standing by the criteria of the event."""
    event = read(file).competition
    criteria = TEAM_PRESETS[teams].criteria if teams else event.event.ranking.criteria
    rows = team_standing(event, TEAM_PRESETS[teams]) if teams else event.standing()
    after = f"after round {len(event.rounds)}" if event.rounds else "before round 1"
    _show_standing(f"{event.event.name}, {after}", criteria, rows, as_json, as_csv)


def _show_standing(
    title: str, criteria: tuple[str, ...], rows: tuple[Place, ...], as_json: bool, as_csv: bool
) -> None:
    count = len(criteria)
    table = [
        [str(row.place or ""), row.name]
        + [number.text for number in row.numbers]
        + [""] * (count - len(row.numbers))
        for row in rows
    ]
    values = [row.to_dict() for row in rows] if as_json else None
    headings = ["place", "name", *criteria]
    show(headings, table, title=title, as_json=as_json, as_csv=as_csv, values=values)


@click.command("crosstable")
@file_argument
@table_options
def cross_table(file: Path, as_json: bool, as_csv: bool) -> None:
    """Show who met whom: points, number of the opponent, colour in the first game."""
    event = read(file).competition
    headings, rows = grid(event)
    show(headings, rows, title=event.event.name, as_json=as_json, as_csv=as_csv)


@click.command("explain")
@file_argument
@click.argument("name")
@click.argument("criterion", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def explain(file: Path, name: str, criterion: str | None, as_json: bool) -> None:
    """Open a number of the standing into its sum: every opponent, and who is struck out."""
    event = read(file).competition
    row = next((row for row in event.standing() if row.name == name), None)
    if row is None:
        raise Refused(f"nobody is called {name[:40]!r}")
    numbers = [n for n in row.numbers if criterion is None or n.criterion == criterion]
    if not numbers:
        known = ", ".join(number.criterion for number in row.numbers)
        raise Refused(f"{str(criterion)[:40]!r} is none of {known}")
    if as_json:
        click.echo(json.dumps([number.to_dict() for number in numbers], ensure_ascii=False))
        return
    for number in numbers:
        for line in number.sentences():
            click.echo(line)


@click.command("trail")
@file_argument
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def trail(file: Path, as_json: bool) -> None:
    """Show all that was done, with times and reasons, and the fingerprint of it."""
    log = read(file)
    if as_json:
        click.echo(json.dumps([deed.to_dict() for deed in log.deeds], ensure_ascii=False))
        return
    for deed in log.deeds:
        click.echo(f"{deed.number:4}  {deed.at.replace('T', ' ')}  {deed.kind:10}  {_what(deed)}")
    click.echo(f"fingerprint {log.fingerprint}")


def _what(deed: Deed) -> str:
    fields = deed.fields
    parts = []
    if "round" in fields:
        parts.append(f"round {fields['round']}")
    if "board" in fields:
        parts.append(f"board {fields['board']}")
    for name in ("name", "why", "text", "seed", "commitment"):
        if name in fields:
            parts.append(str(fields[name]))
    for name in ("games", "cards"):
        if name in fields:
            parts.append(" ".join(fields[name]))
    for name in ("event", "entrant"):
        if name in fields:
            parts.append(str(fields[name].get("name", "")))
    for name in ("boards", "rows", "commitments"):
        if name in fields:
            parts.append(f"{len(fields[name])} {name}")
    if deed.kind == "adjudicate":
        ground = Ground.parse(fields["program"])
        parts.append("advantage" if "advantage" in fields else "no advantage")
        parts.append("" if ground is None else f"program: {ground_text(ground, Catalogue('en'))}")
    elif "program" in fields:
        parts.append("by hand")
    said = ", ".join(part for part in parts if part)
    return f"{said} ({fields['reason']})" if "reason" in fields else said


@click.command("check")
@file_argument
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--fingerprint", metavar="F", help="One that was noted, of a printed sheet.")
def check(file: Path, as_json: bool, fingerprint: str | None) -> None:
    """Compute lots, pairings, points and rankings again from the file, and nothing else.

    What a program has said where a draw was refused is compared with the endgame tables that are
    here, where they know the position.

    Exits with 1 where something is wrong.
    """
    try:
        text = read_text(file)
        report = check_file(text, TablesAdjudicator())
    except CompetitionError as error:
        raise Refused(f"{file}: {error}") from None
    known = fingerprint is None or _has_been_at(json.loads(text), fingerprint)
    if as_json:
        click.echo(json.dumps(report.to_dict() | {"noted": known}, ensure_ascii=False))
    else:
        for finding in report.findings:
            click.echo(str(finding))
        click.echo(
            f"checked: {report.deeds} deeds, {report.pairings} pairings, {report.lots} lots, "
            f"{report.rankings} rankings"
            + (f", {report.verdicts} verdicts by tables" if report.verdicts else "")
        )
        for number in report.open:
            click.echo(f"round {number}: its seed is not revealed yet")
        if not known:
            click.echo(f"trail: no deed has the fingerprint {str(fingerprint)[:64]}")
        right = report.right and known
        click.echo("All is right." if right else f"{len(report.findings) + (not known)} wrong.")
        click.echo(f"fingerprint {report.fingerprint}")
    click.get_current_context().exit(0 if report.right and known else FAULTY)


def _has_been_at(values: Any, fingerprint: str) -> bool:
    """Return whether the trail has been at a fingerprint that somebody noted."""
    wanted = fingerprint.replace(" ", "").lower()
    return len(wanted) >= 8 and any(deed["link"].startswith(wanted) for deed in values["deeds"])


@click.command("rank")
@file_argument
@click.option("--scoring", type=Choice(tuple(SCORINGS)), default="2-1-0", show_default=True)
@click.option("--preset", type=Choice(tuple(PRESETS)), default="fmjd", show_default=True)
@click.option(
    "--games", type=click.IntRange(1, 4), default=1, show_default=True, help="Of an encounter."
)
@table_options
def rank(file: Path, scoring: str, preset: str, games: int, as_json: bool, as_csv: bool) -> None:
    """Rank a cross table of somebody else, with cells such as 2/14b; see `crosstable --csv`.

    Of encounters of several games such a table knows the sum alone, so that nothing can be ranked
    by wins.
    """
    ranking = PRESETS[preset]
    if games > 1 and (single := {"wins", "plus draws", "top board"} & set(ranking.criteria)):
        raise Refused(f"--preset: {min(single)} cannot be told from sums of {games} games")
    try:
        entrants, rounds = read_table(read_text(file), SCORINGS[scoring], games)
    except CompetitionError as error:
        raise Refused(f"{file}: {error}") from None
    table = Table(entrants, rounds, SCORINGS[scoring], games, ranking.unplayed)
    rows = standing(table, ranking.criteria)
    _show_standing(file.stem, ranking.criteria, rows, as_json, as_csv)
