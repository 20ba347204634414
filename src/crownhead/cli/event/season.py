"""Several events as one: a series whose places give points, or events whose points are added."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from crownhead.cli.arguments import Refused
from crownhead.cli.event.desk import read
from crownhead.cli.event.tables import show, table_options
from crownhead.competition import Competition
from crownhead.competition.scoring import number_text
from crownhead.competition.series import EUROPEAN_CUP_2013, ST_PETERSBURG, combine, series

POINTS = {"st-petersburg": ST_PETERSBURG, "european-cup-2013": EUROPEAN_CUP_2013}

files_argument = click.argument(
    "files",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE...",
)


def _places(event: Competition) -> dict[str, int]:
    return {row.name: row.place for row in event.standing() if row.place is not None}


def _read_finished(file: Path) -> Competition:
    event = read(file).competition
    if not event.over:
        raise Refused(f"{file}: is not over")
    return event


@click.command("series")
@files_argument
@click.option(
    "--points",
    default="st-petersburg",
    show_default=True,
    metavar="P",
    help=f"Points of the places: {', '.join(POINTS)}, or numbers such as 10,7,5,3,1.",
)
@click.option("--drop", type=click.IntRange(0, 100), default=0, help="Worst results dropped.")
@click.option("--best", type=click.IntRange(1, 100), help="Only so many count.")
@table_options
def rank_series(
    files: tuple[Path, ...],
    points: str,
    drop: int,
    best: int | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Rank a season: the places of its events give points.

    What is dropped stands in brackets. Who is level stands by the sum of his three best places.
    """
    stages = [_places(_read_finished(file)) for file in files]
    rows = series(stages, _points(points), drop=drop, best=best)
    table = []
    for row in rows:
        dropped = dict(row.dropped)
        earned: Mapping[int, str] = {
            stage: number_text(value) for stage, value in (*row.counted, *row.dropped)
        }
        cells = [
            ("" if row.name not in stages[n - 1] and n not in dropped else earned[n])
            if n not in dropped
            else f"({earned[n]})"
            for n in range(1, len(files) + 1)
        ]
        table.append([str(row.place), row.name, *cells, number_text(row.points)])
    headings = ["place", "name", *(file.stem for file in files), "points"]
    if len(set(headings)) != len(headings):
        headings = ["place", "name", *map(str, range(1, len(files) + 1)), "points"]
    show(headings, table, as_json=as_json, as_csv=as_csv)


def _points(text: str) -> tuple[int, ...]:
    if text in POINTS:
        return POINTS[text]
    parts = text.split(",")
    if not all(part.isascii() and part.isdecimal() and len(part) < 6 for part in parts):
        raise Refused(f"--points: {text[:40]!r} is none of {', '.join(POINTS)}, and no numbers")
    return tuple(map(int, parts))


@click.command("combine")
@files_argument
@table_options
def combine_events(files: tuple[Path, ...], as_json: bool, as_csv: bool) -> None:
    """Add the points of several events, for those who took part in all.

    Who is level stands by his place in the last event, then in the one before, and so on.
    """
    events = [_read_finished(file) for file in files]
    parts = [dict(event.table().points) for event in events]
    deciding = [_places(event) for event in reversed(events)]
    scales = {event.event.scoring.scale for event in events}
    if len(scales) != 1:
        raise Refused("the events count points of different size")
    scale = scales.pop()
    scoring = events[0].event.scoring
    table = []
    for place, name, total in combine(parts, deciding):
        own = [scoring.text(part[name], scale) for part in parts]
        table.append([str(place), name, *own, scoring.text(total, scale)])
    headings = ["place", "name", *map(str, range(1, len(files) + 1)), "points"]
    show(headings, table, as_json=as_json, as_csv=as_csv)
