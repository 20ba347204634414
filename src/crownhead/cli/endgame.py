"""`crownhead endgame`: build, verify and probe endgame tables."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import click

from crownhead.cli.arguments import Refused, position_of, variant_argument
from crownhead.cli.interrupt import interruptible
from crownhead.endgame.building import MOST_WITH_DISTANCES, Build
from crownhead.endgame.files import SHIPPED, Slice, file_name, own_folder, summary
from crownhead.endgame.tables import MOST_PIECES, Tables
from crownhead.endgame.verification import verify
from crownhead.variants import Variant
from crownhead.workers import away

FAILED = 1
STEP = 0.5  # seconds between two lines of progress

pieces_argument = click.argument("pieces", type=click.IntRange(2, MOST_PIECES))
dir_option = click.option(
    "--dir",
    "directory",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of the tables (default: your own; reading also looks at those shipped).",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group("endgame")
def command() -> None:
    """Build, check and ask endgame tables.

    A table says who wins each position of few pieces, and for up to 4 pieces how far the end is.
    """


@command.command("build")
@variant_argument
@pieces_argument
@dir_option
@click.option(
    "--threads", type=click.IntRange(1, 256), default=os.cpu_count() or 1, show_default=True
)
@click.option(
    "--distances",
    type=click.IntRange(0, MOST_PIECES),
    default=MOST_WITH_DISTANCES,
    show_default=True,
    help="Pieces up to which the distance of each win is kept, too.",
)
def build_command(
    variant: Variant, pieces: int, directory: Path | None, threads: int, distances: int
) -> None:
    """Build the tables of VARIANT for 2 to PIECES pieces.

    Started again after any interruption it goes on where it was.
    """
    begin = time.monotonic()
    folder = directory or own_folder()
    with away() as workers:
        build = Build(
            variant, pieces, folder, threads=threads, distances=distances, workers=workers
        )
        with reported(build):
            written = interruptible(build.run, build.stop)
    for path in written:
        total = summary(path).total()
        click.echo(
            f"{path.name}: {total.positions} positions, {total.win} won, {total.draw} drawn,"
            f" {total.loss} lost; longest win {total.longest} plies; {path.stat().st_size} bytes"
        )
    seconds = time.monotonic() - begin
    click.echo(f"{build.total // 2} positions solved and checked in {seconds:.1f} s")


@contextmanager
def reported(build: Build) -> Iterator[None]:
    """Report on the error stream how far a build is, how fast, and when it should end."""
    over = Event()
    begin, first = time.monotonic(), build.done

    def report() -> None:
        while not over.wait(step()):
            seconds = time.monotonic() - begin
            rate = (build.done - first) / seconds
            left = (build.total - build.done) / rate if rate else 0.0
            line = (
                f"{100 * build.done / build.total:5.1f} %  slice {build.stage}"
                f"  {rate / 2e6:.2f} M positions/s  {seconds:.0f} s gone, about {left:.0f} s to go"
            )
            tell(line)

    reporter = Thread(target=report, daemon=True)
    reporter.start()
    try:
        yield
    finally:
        over.set()
        reporter.join()
        untell()


def step() -> float:
    """Return the seconds between two lines of progress."""
    return STEP if sys.stderr.isatty() else 20 * STEP


def tell(line: str) -> None:
    """Show a line of progress on the error stream, on a terminal in place of the one before."""
    on_terminal = sys.stderr.isatty()
    click.echo(f"\r{line}\033[K" if on_terminal else line, nl=not on_terminal, err=True)


def untell() -> None:
    """Take the line of progress off a terminal."""
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)


def now_and_then() -> Callable[[str, int, int], None]:
    """Return what tells, not too often, how much of a slice is verified."""
    due = time.monotonic() + step()

    def progress(name: str, done: int, total: int) -> None:
        nonlocal due
        if time.monotonic() >= due:
            due = time.monotonic() + step()
            tell(f"slice {name}  {100 * done / total:5.1f} % of its configurations")

    return progress


@command.command("verify")
@variant_argument
@click.argument("pieces", type=click.IntRange(2, MOST_PIECES), default=MOST_PIECES)
@dir_option
@click.option("--quick", is_flag=True, help="Heads, checksums and counts alone.")
@click.option(
    "--threads", type=click.IntRange(1, 256), default=os.cpu_count() or 1, show_default=True
)
def verify_command(
    variant: Variant, pieces: int, directory: Path | None, quick: bool, threads: int
) -> None:
    """Check the tables of VARIANT for up to PIECES pieces: checksums, counts, every value.

    Exit status 1 says that something is wrong.
    """
    failed = found = False
    findings = verify(
        variant,
        directory or SHIPPED,
        most=pieces,
        values=not quick,
        threads=threads,
        progress=now_and_then(),
    )
    while (finding := interruptible(lambda: next(findings, None))) is not None:
        found = True
        failed |= bool(finding.wrong)
        untell()
        click.echo(f"{finding.file}: {finding.check}: {finding.wrong or 'ok'}")
    if not found:
        raise Refused(f"No tables of {variant.key} in {directory or SHIPPED}")
    if failed:
        raise SystemExit(FAILED)


@command.command("probe")
@variant_argument
@click.argument("fen")
@dir_option
@json_option
def probe_command(variant: Variant, fen: str, directory: Path | None, as_json: bool) -> None:
    """Show who wins the position FEN of VARIANT, and in how many plies."""
    position = position_of(variant, fen)
    found = Tables.open(variant, [directory or own_folder()]).probe(position)
    if as_json:
        answer = {"value": found.value, "plies": found.plies, "under_rules": found.under_rules}
        click.echo(json.dumps(answer))
        return
    distance = "" if found.plies is None else f" in {found.plies} plies"
    cut = found.under_rules in ("cursed win", "blessed loss")
    click.echo(f"{found.value}{distance}{'; a draw count comes first' if cut else ''}")


@command.command("stats")
@variant_argument
@pieces_argument
@dir_option
@json_option
def stats_command(variant: Variant, pieces: int, directory: Path | None, as_json: bool) -> None:
    """Count wins, draws and losses of VARIANT with exactly PIECES pieces, White to move.

    A slice is named by White's men and kings, then Black's.
    """
    name = file_name(variant, pieces)
    places = [place / name for place in (directory or own_folder(), SHIPPED)]
    path = next((place for place in places if place.is_file()), None)
    if path is None:
        raise Refused(
            f"There is no {name}; build it with 'crownhead endgame build {variant.key} {pieces}'"
        )
    head = summary(path)
    if as_json:
        slices = {key: counted(counts) for key, counts in head.slices.items()}
        click.echo(json.dumps({**counted(head.total()), "slices": slices}))
        return
    for key, counts in [*head.slices.items(), ("all", head.total())]:
        click.echo(
            f"{key:>5}  {counts.win:>12} won {counts.draw:>12} drawn {counts.loss:>12} lost"
            f"  longest {counts.longest}"
        )


def counted(counts: Slice) -> dict[str, Any]:
    """Return what JSON says of a slice."""
    return {
        "win": counts.win,
        "draw": counts.draw,
        "loss": counts.loss,
        "longest": counts.longest,
    }
