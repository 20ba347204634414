"""`crownhead endgame`: build, verify and probe endgame tables."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from threading import Event, Thread
from typing import Any

import click

from crownhead.cli.arguments import (
    Refused,
    VariantCommand,
    json_option,
    known_variant_argument,
    language_option,
    position_of,
)
from crownhead.cli.interrupt import interruptible
from crownhead.cli.progress import Shown, progress, progress_when_known
from crownhead.digits import bytes_text, number_of
from crownhead.endgame.building import MOST_WITH_DISTANCES, Build
from crownhead.endgame.files import SHIPPED, Slice, file_name, own_folder, summary
from crownhead.endgame.tables import MOST_PIECES, Probe, Tables
from crownhead.endgame.verification import verify
from crownhead.errors import NotInTables
from crownhead.extras import data_hint
from crownhead.locales import Catalogue, detect
from crownhead.position import Position
from crownhead.rules import Color
from crownhead.variants import Variant
from crownhead.workers import away

FAILED = 1
STEP = 0.5  # seconds between two looks at a build

pieces_argument = click.argument("pieces", type=click.IntRange(2, MOST_PIECES))
dir_option = click.option(
    "--dir",
    "directory",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of the tables (default: your own; reading also looks at those shipped).",
)


@click.group("endgame")
def command() -> None:
    """Build, check and ask endgame tables.

    A table says who wins each position of few pieces, and for up to 4 pieces how far the end is.
    """


@command.command("build", cls=VariantCommand)
@known_variant_argument
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
@click.option("--plan", is_flag=True, help="Say what the build takes, and build nothing.")
@json_option
@language_option
def build_command(
    variant: Variant,
    pieces: int,
    directory: Path | None,
    threads: int,
    distances: int,
    plan: bool,
    as_json: bool,
    lang: str | None,
) -> None:
    """Build the tables of VARIANT for 2 to PIECES pieces.

    Started again after any interruption it goes on where it was.
    """
    begin = time.monotonic()
    folder = directory or own_folder()
    if plan:
        tell_plan(Build(variant, pieces, folder, distances=distances), as_json, lang)
        return
    with away() as workers:
        build = Build(
            variant, pieces, folder, threads=threads, distances=distances, workers=workers
        )
        with show_progress(build):
            files = interruptible(build.run, build.stop)
    if as_json:
        told = {
            "variant": variant.key,
            "complete_before": not build.written,
            "seconds": time.monotonic() - begin,
            "files": [
                {
                    "file": str(path),
                    "pieces": summary(path).pieces,
                    "bytes": path.stat().st_size,
                    "positions": summary(path).total().positions,
                    **describe_slice(summary(path).total()),
                }
                for path in files
            ],
        }
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    for path in files:
        total = summary(path).total()
        click.echo(
            f"{path.name}: {number_of(total.positions, 'position')}, {total.win} won,"
            f" {total.draw} drawn, {total.loss} lost;"
            f" longest win {number_of(total.longest, 'ply', 'plies')}; {path.stat().st_size} bytes"
        )
    speech = Catalogue(detect(wanted=lang))
    key = "endgame.built" if build.written else "endgame.complete"
    seconds = f"{time.monotonic() - begin:.1f}"
    click.echo(speech.text(key, n=build.total // 2, seconds=seconds))


def tell_plan(build: Build, as_json: bool, lang: str | None) -> None:
    """Print what a build takes."""
    plan = build.plan()
    if as_json:
        click.echo(json.dumps({"variant": build.variant.key, **asdict(plan)}))
        return
    speech = Catalogue(detect(wanted=lang))
    click.echo(speech.text("endgame.plan", n=plan.positions, solved=plan.solved))
    if plan.solved == plan.positions:
        click.echo(speech.text("endgame.plan.whole"))
        return
    sizes = {
        name: speech.decimal(bytes_text(getattr(plan, name)))
        for name in ("room", "free", "largest")
    }
    for line in ("room", "largest"):
        click.echo(speech.text(f"endgame.plan.{line}", **sizes))


@contextmanager
def show_progress(build: Build) -> Iterator[None]:
    """Show on the error stream how far a build is, how fast, and when it should end."""
    over = Event()
    begin, first = time.monotonic(), build.done

    def watch(shown: Shown) -> None:
        while not over.wait(STEP):
            rate = (build.done - first) / (time.monotonic() - begin)
            shown(build.done // 2, f"slice {build.stage}, {rate / 2e6:.2f} M positions/s")

    title = f"endgame {build.variant.key}"
    with progress(title, build.total // 2, first // 2) as shown:
        watcher = Thread(target=watch, args=(shown,), daemon=True)
        watcher.start()
        try:
            yield
        finally:
            over.set()
            watcher.join()


@command.command("verify", cls=VariantCommand)
@known_variant_argument
@click.argument("pieces", type=click.IntRange(2, MOST_PIECES), default=MOST_PIECES)
@dir_option
@click.option("--quick", is_flag=True, help="Heads, checksums and counts alone.")
@click.option(
    "--threads", type=click.IntRange(1, 256), default=os.cpu_count() or 1, show_default=True
)
@json_option
def verify_command(
    variant: Variant,
    pieces: int,
    directory: Path | None,
    quick: bool,
    threads: int,
    as_json: bool,
) -> None:
    """Check the tables of VARIANT for up to PIECES pieces: checksums, counts, every value.

    Exit status 1 says that something is wrong.
    """
    failed = found = False
    told: list[dict[str, str]] = []
    with progress_when_known(f"endgame {variant.key}") as shown:
        findings = verify(
            variant,
            directory or SHIPPED,
            most=pieces,
            values=not quick,
            threads=threads,
            progress=lambda done, total, name: shown(done, total, f"slice {name}"),
        )
        while (finding := interruptible(lambda: next(findings, None))) is not None:
            found = True
            failed |= bool(finding.wrong)
            told.append({name: getattr(finding, name) for name in ("file", "check", "wrong")})
            if not as_json:
                click.echo(f"{finding.file}: {finding.check}: {finding.wrong or 'ok'}")
    if not found:
        hint = "" if directory else data_hint()
        raise Refused(f"No tables of {variant.key} in {directory or SHIPPED}{hint}")
    if as_json:
        click.echo(json.dumps({"variant": variant.key, "right": not failed, "findings": told}))
    if failed:
        click.get_current_context().exit(FAILED)


@command.command("probe", cls=VariantCommand)
@known_variant_argument
@click.argument("fen")
@dir_option
@json_option
@language_option
def probe_command(
    variant: Variant, fen: str, directory: Path | None, as_json: bool, lang: str | None
) -> None:
    """Show who wins the position FEN of VARIANT, and in how many plies."""
    position = position_of(variant, fen, lang)
    try:
        found = Tables.open(variant, [directory or own_folder()]).probe(position)
    except NotInTables as error:
        if not data_hint() or data_hint() in str(error):
            raise
        said = Catalogue(detect(wanted=lang)).error(error)
        raise Refused(f"{said.rstrip('.')}{data_hint()}") from error
    if as_json:
        answer = {"value": found.value, "plies": found.plies, "under_rules": found.under_rules}
        click.echo(json.dumps(answer))
        return
    click.echo(_verdict(position, found, Catalogue(detect(wanted=lang), variant)))


def _verdict(position: Position, found: Probe, speech: Catalogue) -> str:
    """Return what tables say in words; of a side that cannot move on, why."""
    gone: tuple[Color, ...] = tuple(side for side in ("white", "black") if not position.count(side))
    stuck = position.turn if found.plies == 0 else None
    if gone or stuck:
        key = "endgame.no_piece" if gone else "endgame.no_move"
        side = speech.text(f"color.{gone[0] if gone else stuck}")
        return speech.text(key, value=speech.text(f"endgame.{found.value}"), side=side)
    if found.plies is None:
        return speech.text(f"endgame.{found.value}")
    said = speech.text(f"endgame.{found.value}_in", n=found.plies)
    cut = found.under_rules in ("cursed win", "blessed loss")
    return speech.text("endgame.cut", value=said) if cut else said


@command.command("stats", cls=VariantCommand)
@known_variant_argument
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
            f"{data_hint()}"
        )
    head = summary(path)
    if as_json:
        slices = {key: describe_slice(counts) for key, counts in head.slices.items()}
        click.echo(json.dumps({**describe_slice(head.total()), "slices": slices}))
        return
    for key, counts in [*head.slices.items(), ("all", head.total())]:
        click.echo(
            f"{key:>5}  {counts.win:>12} won {counts.draw:>12} drawn {counts.loss:>12} lost"
            f"  longest {counts.longest}"
        )


def describe_slice(counts: Slice) -> dict[str, Any]:
    """Return what JSON says of a slice."""
    return {
        "win": counts.win,
        "draw": counts.draw,
        "loss": counts.loss,
        "longest": counts.longest,
    }
