"""Several events as one: a series whose places give points, or events whose points are added."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from crownhead.cli.arguments import Refused
from crownhead.cli.event.desk import now, read
from crownhead.cli.event.tables import show, table_options
from crownhead.competition.season import POINT_TABLES, SeasonRow, SeasonRule, Stage, rank_season

files_argument = click.argument(
    "files",
    nargs=-1,
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE...",
)


@click.command("series")
@files_argument
@click.option(
    "--points",
    default="st-petersburg",
    show_default=True,
    metavar="P",
    help=f"Points of the places: {', '.join(POINT_TABLES)}, or numbers such as 10,7,5,3,1.",
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
    rows = _rank(files, points=_points(points), drop=drop, best=best)
    headings = ["place", "name", *(file.stem for file in files), "points"]
    if len(set(headings)) != len(headings):
        headings = _numbered(files)
    show(headings, [row.texts for row in rows], as_json=as_json, as_csv=as_csv)


def _points(text: str) -> tuple[int, ...]:
    if text in POINT_TABLES:
        return POINT_TABLES[text]
    parts = text.split(",")
    if not all(part.isascii() and part.isdecimal() and len(part) < 6 for part in parts):
        raise Refused(
            f"--points: {text[:40]!r} is none of {', '.join(POINT_TABLES)}, and no numbers"
        )
    return tuple(map(int, parts))


@click.command("combine")
@files_argument
@table_options
def combine_events(files: tuple[Path, ...], as_json: bool, as_csv: bool) -> None:
    """Add the points of several events, for those who took part in all.

    Who is level stands by his place in the last event, then in the one before, and so on.
    """
    rows = _rank(files, kind="combine")
    show(_numbered(files), [row.texts for row in rows], as_json=as_json, as_csv=as_csv)


def _rank(files: Sequence[Path], **rule: Any) -> list[SeasonRow]:
    """Return the standing of finished events by a rule."""
    stages = []
    for file in files:
        log = read(file)
        if not log.is_over(now()):
            raise Refused(f"{file}: is not over")
        stages.append(Stage.of(log.competition))
    return rank_season(stages, SeasonRule(**rule))


def _numbered(files: Sequence[Path]) -> list[str]:
    return ["place", "name", *(str(n) for n, _ in enumerate(files, 1)), "points"]
