"""Who takes part: entering, leaving, coming back, staying away for a round."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path
from typing import Any

import click

from crownhead.cli.arguments import Refused
from crownhead.cli.event.desk import change, file_argument, read, read_text
from crownhead.cli.event.tables import show, table_options
from crownhead.competition.deeds import ENTRANT
from crownhead.errors import CrownheadError

reason_option = click.option("--reason", metavar="TEXT", required=True, help="Why.")


@click.command("enter")
@file_argument
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--rating", type=click.IntRange(0, 4000), metavar="N")
@click.option("--title", metavar="T", help="GMI, MI, MF, CM and so on.")
@click.option("--club", metavar="TEXT")
@click.option("--team", metavar="TEXT", help="The team, where teams play.")
@click.option(
    "--list",
    "entries",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="CSV",
    help="A list with the columns name, rating, title, club, team.",
)
def enter(file: Path, names: tuple[str, ...], entries: Path | None, **details: Any) -> None:
    """Enter somebody, several by name alone, or a whole list.

    Who enters after round 1 of a Swiss is paired from the next round on, without points.
    """
    given = {name: value for name, value in details.items() if value is not None}
    if given and len(names) != 1:
        raise Refused("rating, title, club and team are said of one")
    if not names and entries is None:
        raise Refused("say who enters, by name or with --list")
    wanted = [{"name": name, **given} for name in names]
    if entries is not None:
        wanted += _list(entries)
    with change(file) as desk:
        if not desk.event.commitments:
            raise Refused(f"{file}: entries open when it is published")
        for entrant in wanted:
            desk.act("enter", entrant=entrant)
        count = len(desk.event.entrants)
        warnings = desk.event.warnings()
    click.echo(f"{count} entrants")
    for warning in warnings if len(wanted) > 1 else ():
        click.echo(warning, err=True)


def _list(path: Path) -> list[dict[str, Any]]:
    """Read a list of entries. Raises `Refused`, saying in which line."""
    try:
        text = read_text(path).decode("utf-8-sig")
        lines = csv.DictReader(StringIO(text), delimiter=";" if ";" in text[:200] else ",")
        rows = list(lines)
    except (UnicodeDecodeError, csv.Error) as error:
        raise Refused(f"{path}: is no CSV in UTF-8 ({error})") from None
    unknown = set(lines.fieldnames or ()) - set(ENTRANT)
    if unknown or "name" not in (lines.fieldnames or ()):
        raise Refused(f"{path}: the first line names the columns: {', '.join(ENTRANT)}")
    found: list[dict[str, Any]] = []
    for number, row in enumerate(rows, 2):
        values: dict[str, Any] = {k: v.strip() for k, v in row.items() if k and v and v.strip()}
        rating = values.get("rating", "0")
        if None in row or not (rating.isascii() and rating.isdecimal()):
            raise Refused(f"{path}, line {number}: more cells than columns, or no rating")
        if "rating" in values:
            values["rating"] = int(rating[:6])
        found.append(values)
    return found


@click.command("withdraw")
@file_argument
@click.argument("name")
@reason_option
@click.option("--expel", is_flag=True, help="Out of the standing, too.")
def withdraw(file: Path, name: str, reason: str, expel: bool) -> None:
    """Take somebody out from the next round on; what was played stays.

    In a round robin all results of who has played at most half of his games are cancelled.
    """
    with change(file) as desk:
        desk.act("withdraw", name=name, reason=reason, expelled=expel)
        said = desk.event.trail[-1].what
    click.echo(said)


@click.command("return")
@file_argument
@click.argument("name")
@reason_option
def readmit(file: Path, name: str, reason: str) -> None:
    """Take somebody back from the next round on."""
    with change(file) as desk:
        desk.act("return", name=name, reason=reason)
    click.echo(f"{name} is back")


@click.command("excuse")
@file_argument
@click.argument("name")
@click.option("--round", "number", type=int, metavar="N", help="Default: the next one.")
@click.option("--absent", is_flag=True, help="Absent, without points; else a bye of half a win.")
def excuse(file: Path, name: str, number: int | None, absent: bool) -> None:
    """Note before the pairing that somebody does not play a round.

    A bye that is asked for brings half of a win, once, and not in the last two rounds.
    """
    with change(file) as desk:
        number = number or len(desk.event.rounds) + 1
        desk.act("excuse", name=name, why="absent" if absent else "requested", round=number)
    click.echo(f"{name} does not play round {number}")


@click.command("contribute")
@file_argument
@click.argument("name")
@click.argument("text")
def contribute(file: Path, name: str, text: str) -> None:
    """Put in a line of text by an entrant, on which the next card will depend."""
    with change(file) as desk:
        if desk.event.event.ballots is None:
            raise Refused("this event draws no cards")
        desk.act("contribute", name=name, text=text)
    click.echo(f"{name}: {text}")


@click.command("players")
@file_argument
@table_options
def players(file: Path, as_json: bool, as_csv: bool) -> None:
    """List the entrants in order of their pairing numbers."""
    event = read(file).competition
    try:
        order = event.draft().names
    except CrownheadError:
        order = sorted(each.name for each in event.entrants)
    rows = []
    for n, name in enumerate(order, 1):
        each = event.entrant(name)
        gone = each.left is not None and each.returned is None
        state = "expelled" if each.expelled else "cancelled" if each.cancelled else ""
        state = state or ("withdrawn" if gone else "")
        rating = str(each.rating or "")
        rows.append([str(n), name, each.title, rating, each.club, each.team, state])
    headings = ["no", "name", "title", "rating", "club", "team", "state"]
    show(headings, rows, title=event.event.name, as_csv=as_csv, as_json=as_json)
