"""`crownhead puzzle`: make, check and list puzzles, and what guests report of them."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from crownhead.cli.arguments import (
    Choice,
    Refused,
    VariantCommand,
    data_option,
    json_option,
    known_variant_argument,
)
from crownhead.cli.interrupt import interruptible
from crownhead.cli.progress import progress
from crownhead.digits import number_of
from crownhead.extras import data_hint
from crownhead.puzzles import checking, sets
from crownhead.puzzles.making import make
from crownhead.puzzles.proof import SEARCHED
from crownhead.puzzles.puzzle import Puzzle
from crownhead.puzzles.themes import ONLY_MOVE, THEMES
from crownhead.variants import Variant

FAULTY = 1
MOST = 100_000

nodes_type = click.IntRange(1_000, 1_000_000_000)


@click.group("puzzle")
def command() -> None:
    """Make, check and list puzzles: positions with one move that wins, saves or gains."""


@command.command("make", cls=VariantCommand)
@known_variant_argument
@click.argument(
    "files",
    nargs=-1,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="[PDN]...",
)
@click.option("--count", "wanted", type=click.IntRange(1, MOST), default=100, show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**32), default=1, show_default=True)
@click.option(
    "--nodes", type=nodes_type, default=SEARCHED, show_default=True, help="Nodes of each proof."
)
@click.option(
    "--workers", type=click.IntRange(1, 256), default=os.cpu_count() or 1, show_default=True
)
@click.option("--files-alone", is_flag=True, help="Make no games, look at the PDN files only.")
@click.option(
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write; one that is there already is gone on with.",
)
def make_command(
    variant: Variant,
    files: tuple[Path, ...],
    wanted: int,
    seed: int,
    nodes: int,
    workers: int,
    files_alone: bool,
    out: Path,
) -> None:
    """Make puzzles of VARIANT from the games in PDN files, then from games against itself.

    The same seed makes the same puzzles, with any number of workers. Interrupted, the command goes
    on where it was when it is given again. A file that it has looked at is not looked at again.
    """
    known, before = _read_earlier(out, variant, seed, nodes)
    first = int(before.get("sources", 0))
    looked = list(before.get("files", ()))
    fresh = tuple(path for path in files if path.name not in looked)
    looked += [path.name for path in fresh]
    made = before | {"seed": seed, "nodes": nodes, "sources": first}
    if looked:
        made["files"] = looked

    with progress(f"puzzles of {variant.key}", wanted, len(known)) as shown:

        def keep(sources: int, puzzles: list[Puzzle]) -> None:
            if len(puzzles) > len(known) or sources % 100 == 0:
                made["sources"] = sources
                sets.write(out, variant, puzzles, made)
            shown(len(puzzles), "")

        found = interruptible(
            lambda: make(
                variant,
                wanted,
                seed=seed,
                nodes=nodes,
                workers=workers,
                files=fresh,
                alone=files_alone,
                known=known,
                first=first,
                told=keep,
            )
        )
    sets.write(out, variant, found, made)
    click.echo(
        f"{out}: {number_of(len(found), 'puzzle')} of {variant.key}, from {made['sources']} sources"
    )


def _read_earlier(
    out: Path, variant: Variant, seed: int, nodes: int
) -> tuple[tuple[Puzzle, ...], dict[str, Any]]:
    """Return the puzzles of an earlier run and how they were made. Raises `Refused`."""
    if not out.exists():
        return (), {}
    before = sets.read(out)
    if before.variant != variant:
        raise Refused(f"{out} holds puzzles of {before.variant.key}, not of {variant.key}")
    if (before.made.get("seed"), before.made.get("nodes")) != (seed, nodes):
        raise Refused(f"{out} was made with another seed or other nodes: choose another file")
    return before.puzzles, before.made


@command.command("check")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--nodes",
    type=nodes_type,
    default=checking.NODES,
    show_default=True,
    help="Nodes of each proof; with more than a puzzle was made with it is tried harder.",
)
@click.option("--sample", type=click.IntRange(1), help="Check so many, spread over the file.")
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the puzzles that are right to a file, which may be FILE.",
)
@json_option
def check_command(
    file: Path, nodes: int, sample: int | None, keep: Path | None, as_json: bool
) -> None:
    """Check each puzzle of FILE: solution, themes, and that nothing else solves it.

    Exit status 1 says that something is wrong.
    """
    if keep is not None and sample is not None:
        raise Refused("--keep and --sample: give one of them")
    variant, records, made = sets.raw(file)
    right: list[Puzzle] = []
    if sample is not None and sample < len(records):
        records = [records[i * len(records) // sample] for i in range(sample)]
    done = 0
    wrong: list[dict[str, object]] = []
    with progress(file.name, len(records)) as shown:
        found = checking.check(records, variant, nodes=nodes)
        while (one := interruptible(lambda: next(found, None))) is not None:
            done = one.number
            shown(done, "")
            if one.wrong:
                wrong.append({"number": one.number, "puzzle": one.name, "wrong": one.wrong})
                if not as_json:
                    click.echo(f"{file}: puzzle {one.number} ({one.name}): {one.wrong}", err=True)
            elif keep is not None:
                right.append(Puzzle.from_dict(records[done - 1], variant))
    if keep is not None:
        before = made.get("checked")
        tried = [n for n in before if isinstance(n, int)] if isinstance(before, list) else []
        sets.write(keep, variant, right, made | {"checked": sorted({*tried, nodes})})
    if as_json:
        told = {"variant": variant.key, "checked": done, "nodes": nodes, "wrong": wrong}
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        click.echo(f"{number_of(done, 'puzzle')} checked, {len(wrong)} wrong")
    click.get_current_context().exit(FAULTY if wrong else 0)


@command.command("reports")
@data_option("The folder that `crownhead serve` keeps; DATABASE_URL goes first.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def reports_command(data: Path, as_json: bool) -> None:
    """List the puzzles that guests of a server have reported, those of most guests first.

    The server may be running.
    """
    from crownhead.cli.server_database import ask_database
    from crownhead.server.storage.puzzle_reports import count_reports

    found = ask_database(data, count_reports)
    if as_json:
        click.echo(json.dumps([asdict(each) for each in found]))
        return
    for each in found:
        day = datetime.fromtimestamp(each.latest / 1000, UTC).date()
        click.echo(f"{each.variant}  {each.puzzle}  {each.fault:14}  {each.guests:4}  {day}")


@command.command("list", cls=VariantCommand)
@known_variant_argument
@click.option("--theme", type=Choice([*THEMES, ONLY_MOVE]), help="Only puzzles of this theme.")
@click.option("--file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_command(variant: Variant, theme: str | None, file: Path | None, as_json: bool) -> None:
    """List the puzzles of VARIANT that come with crownhead, or those of a file."""
    known = sets.load(variant) if file is None else sets.read(file)
    if known.variant != variant:
        raise Refused(f"{file} holds puzzles of {known.variant.key}, not of {variant.key}")
    if not known.puzzles and data_hint():
        raise Refused(f"There are no puzzles of {variant.key} here{data_hint()}")
    chosen = [p for p in known.puzzles if theme is None or theme in p.themes]
    if as_json:
        rows: list[dict[str, Any]] = [puzzle.to_dict() for puzzle in chosen]
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    for puzzle in chosen:
        line = " ".join(map(str, puzzle.line))
        click.echo(
            f"{puzzle.id}  {puzzle.rating:4}  {puzzle.goal:4}  {puzzle.start.fen()}  {line}"
            f"  ({', '.join(puzzle.themes)})"
        )
