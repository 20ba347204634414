"""`crownhead compose`: check compositions, verify that, search collections, print sheets."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from crownhead import atomic
from crownhead.cli.arguments import (
    Choice,
    OutputPath,
    Refused,
    VariantArgument,
    language_option,
    position_of,
    speech_of,
)
from crownhead.cli.interrupt import interruptible
from crownhead.cli.progress import progress_when_known
from crownhead.compose import certificate as certificates
from crownhead.compose import reading
from crownhead.compose.certificate import Found
from crownhead.compose.checking import Report, check
from crownhead.compose.composition import GOALS, Composition, Goal
from crownhead.compose.deciding import NODES, POSITIONS
from crownhead.compose.finding import find
from crownhead.compose.seconds import MINOR
from crownhead.compose.sheet import COLUMNS, sheet
from crownhead.digits import number_of, parse_uint
from crownhead.endgame.tables import Tables
from crownhead.errors import CrownheadError, InvalidComposition
from crownhead.formats import svg
from crownhead.locales import Catalogue, detect
from crownhead.puzzles.puzzle import unambiguous, write_line
from crownhead.variants import Variant

SOUND, FLAWED, UNDECIDED = 0, 1, 3

_file = click.Path(exists=True, dir_okay=False, path_type=Path)
_folder = click.Path(exists=True, file_okay=False, path_type=Path)


def _variant_option(command: Any) -> Any:
    return click.option(
        "--variant", type=VariantArgument(), metavar="V", help="The game, where no file says it."
    )(command)


def _tables_option(command: Any) -> Any:
    return click.option(
        "--tables", "folder", type=_folder, help="Endgame tables of your own, before those shipped."
    )(command)


def _number_option(command: Any) -> Any:
    return click.option(
        "--number", "numbers", metavar="N,...", help="Only these of the file, such as 1,4-7."
    )(command)


@click.group("compose")
def command() -> None:
    """Check compositions, verify what was found, search a collection, print worksheets."""


@command.command("check")
@click.argument("what", metavar="FILE|FEN")
@_variant_option
@_number_option
@click.option("--goal", type=Choice(GOALS), help="What is to be reached, whatever is said.")
@click.option(
    "--positions",
    type=click.IntRange(1_000, 1_000_000_000),
    default=POSITIONS,
    show_default=True,
    help="Positions that the proof of one move looks at.",
)
@click.option(
    "--nodes",
    type=click.IntRange(1_000, 1_000_000_000),
    default=NODES,
    show_default=True,
    help="Nodes of the search that gives evidence where there is no proof.",
)
@click.option("--proven", is_flag=True, help="Count what is proved alone, and no search.")
@_tables_option
@click.option(
    "--certificate",
    "out",
    type=click.Path(path_type=Path),
    help="Write the certificate to this file, or those of several into this folder.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a line.")
def check_command(
    what: str,
    variant: Variant | None,
    numbers: str | None,
    goal: Goal | None,
    positions: int,
    nodes: int,
    proven: bool,
    folder: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Check the compositions of FILE (PDN, FENs, or a file of puzzles), or a FEN.

    The status is 0 where all are sound, 1 where one is not, 3 where one is undecided, and 2 for
    what cannot be read.
    """
    wrong: list[InvalidComposition] = []
    given = _select(_read(what, variant, goal, wrong.append), numbers)
    for error in wrong:
        click.echo(f"crownhead compose check: {error}", err=True)
    if out is not None and len(given) > 1:
        out.mkdir(exist_ok=True)
    worst = SOUND
    tables: dict[Variant, Tables] = {}
    with progress_when_known("compositions") as shown:
        for done, (number, composition) in enumerate(given):
            shown(done, len(given), composition.name[:40])
            key = composition.start.variant
            if key not in tables:
                tables[key] = Tables.open(key, [] if folder is None else [folder])

            def work(one: Composition = composition, asked: Tables = tables[key]) -> Report:
                return check(one, tables=asked, positions=positions, nodes=nodes, proven=proven)

            report = interruptible(work)
            if out is not None:
                path = out / f"{number:04}.json" if len(given) > 1 else out
                certificates.write(path, report.certificate)
            click.echo(json.dumps(_row(number, report)) if as_json else _text(number, report))
            worst = max(worst, _status(report), key=(SOUND, UNDECIDED, FLAWED).index)
    click.get_current_context().exit(2 if wrong else worst)


def _status(report: Report) -> int:
    if report.origin:
        return FLAWED
    if report.sound:
        return SOUND
    return UNDECIDED if report.found.verdict == "undecided" else FLAWED


def _row(number: int, report: Report) -> dict[str, Any]:
    """Return a report as plain data."""
    composition = report.certificate.composition
    start = composition.start
    return {
        "number": number,
        "name": composition.name,
        "variant": start.variant.key,
        "fen": start.fen(),
        "goal": composition.goal,
        "verdict": report.found.verdict,
        "at": report.found.at,
        "ground": report.found.ground,
        "solution": write_line(start, report.solution),
        "seconds": [second.to_dict(start) | {"at": second.at} for second in report.seconds],
        "open": [{"at": at, "move": str(move), "score": score} for at, move, score in report.open],
        "origin": [doubt.code for doubt in report.origin],
        "searched": len(report.certificate.searched),
        "proof": len(report.certificate.graph.wins) + len(report.certificate.graph.holds),
    }


def _text(number: int, report: Report) -> str:
    """Return a report as sentences."""
    composition = report.certificate.composition
    start = composition.start
    line = " ".join(write_line(start, report.solution)) or "none"
    lines = [f"{number}. {composition.name}: {verdict_text(report.found)}"]
    lines.append(f"   {start.fen()} ({start.variant.key}, to {composition.goal}): {line}")
    for kind in dict.fromkeys(second.kind for second in report.seconds):
        ways = [
            f"{second.at}. {unambiguous(_before(composition, second.line), second.move)}"
            for second in report.seconds
            if second.kind == kind
        ]
        minor = "minor, " if kind in MINOR else ""
        lines.append(f"   {minor}{kind}: {', '.join(ways)}")
    if report.open:
        ways = [f"{at}. {move} ({score / 100:+.2f})" for at, move, score in report.open]
        lines.append(f"   not decided: {', '.join(ways)}")
    if report.certificate.searched:
        searched = len(report.certificate.searched)
        lines.append(f"   {number_of(searched, 'question')} answered by a search, not by a proof")
    if report.origin:
        why = "; ".join(doubt.sentence for doubt in report.origin)
        lines.append(f"   no game leads there: {why}")
    else:
        lines.append("   that a game leads there is not disproved")
    return "\n".join(lines)


def _before(composition: Composition, line: tuple[Any, ...]) -> Any:
    position = composition.start
    for move in line:
        position = position.play(move)
    return position


def verdict_text(found: Found) -> str:
    """Return a verdict as words.

    >>> verdict_text(Found("cook", 2, "proved"))
    'second solution (cook) at move 2, proved'
    """
    words = {
        "sound": "sound",
        "cook": "second solution (cook)",
        "dual": "dual",
        "no solution": "no solution",
        "undecided": "not decided within the limit",
    }[found.verdict]
    at = f" at move {found.at}" if found.at else ""
    ground = {"proved": ", proved", "searched": ", as far as a search sees"}[found.ground]
    return f"{words}{at}{'' if found.verdict == 'undecided' else ground}"


@command.command("verify")
@click.argument("files", nargs=-1, required=True, type=_file, metavar="CERT...")
@_tables_option
@click.option("--searches", is_flag=True, help="Repeat the searches that it rests on, too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a line.")
def verify_command(
    files: tuple[Path, ...], folder: Path | None, searches: bool, as_json: bool
) -> None:
    """Verify certificates by the rules and the endgame tables, without searching.

    The status is 0 where all hold, and 1 where one does not: what is wrong in it is said.
    """
    refused = False
    for path in files:
        try:
            cert = certificates.read(path, [] if folder is None else [folder])
            done = certificates.verify(cert, searching=searches)
        except CrownheadError as error:
            refused = True
            if as_json:
                place = getattr(error, "place", "")
                row = {"file": str(path), "holds": False, "wrong": str(error), "place": place}
                click.echo(json.dumps(row))
            else:
                click.echo(f"{path}: refused: {error}", err=True)
            continue
        if as_json:
            verdict = asdict(done.found) | {"entries": done.entries, "searched": done.searched}
            click.echo(json.dumps({"file": str(path), "holds": True} | verdict))
            continue
        rests = f"{number_of(done.entries, 'position')} shown"
        if done.searched:
            how = "repeated" if searches else "not repeated"
            rests += f", {number_of(done.searched, 'search', 'searches')} {how}"
        click.echo(f"{path}: holds: {verdict_text(done.found)} ({rests})")
    click.get_current_context().exit(FLAWED if refused else SOUND)


@command.command("find")
@click.argument("fen")
@click.argument("files", nargs=-1, required=True, type=_file, metavar="FILE...")
@_variant_option
@click.option("--exact", is_flag=True, help="Neither turned round nor with the other side to move.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a line.")
def find_command(
    fen: str, files: tuple[Path, ...], variant: Variant | None, exact: bool, as_json: bool
) -> None:
    """Find the compositions of FILEs in whose solution the position FEN occurs.

    The status is 1 where there are none.
    """
    hits = 0
    for path in files:
        wrong: list[InvalidComposition] = []
        collection = list(reading.read(path, variant, None, wrong.append))
        for error in wrong:
            click.echo(f"crownhead compose find: {error}", err=True)
        for key in dict.fromkeys(one.start.variant for one in collection):
            position = position_of(key, fen)
            for hit in find(position, collection, exact=exact):
                if hit.composition.start.variant != key:
                    continue
                hits += 1
                notes = [
                    word
                    for word, told in (("mirrored", hit.mirrored), ("other side", hit.other_turn))
                    if told
                ]
                if as_json:
                    row = {
                        "file": str(path),
                        "number": hit.number,
                        "name": hit.composition.name,
                        "ply": hit.ply,
                        "mirrored": hit.mirrored,
                        "other_turn": hit.other_turn,
                    }
                    click.echo(json.dumps(row))
                else:
                    note = f" ({', '.join(notes)})" if notes else ""
                    click.echo(f"{hit.composition.name}: after {hit.ply} plies{note}")
    click.get_current_context().exit(SOUND if hits else FLAWED)


@command.command("sheet")
@click.argument("files", nargs=-1, required=True, type=_file, metavar="FILE...")
@_variant_option
@_number_option
@click.option("--title", default="", help="What stands above.")
@click.option("--per-page", type=Choice([str(n) for n in COLUMNS]), default="6", show_default=True)
@click.option("--theme", metavar="T", default="print", help=f"One of {', '.join(svg.THEMES)}.")
@click.option("--no-lines", is_flag=True, help="Leave no line under each diagram to write on.")
@click.option("-o", "--output", type=OutputPath(), required=True, help="The HTML file to write.")
@language_option
def sheet_command(
    files: tuple[Path, ...],
    variant: Variant | None,
    numbers: str | None,
    title: str,
    per_page: str,
    theme: str,
    no_lines: bool,
    output: Path,
    lang: str | None,
) -> None:
    """Write a worksheet to be printed: diagrams, and the answers on pages behind them."""
    given = [one for path in files for one in reading.read(path, variant)]
    chosen = [one for _, one in _select(given, numbers)]
    text = sheet(
        chosen,
        Catalogue(detect(wanted=lang)),
        title=title,
        per_page=int(per_page),
        theme=theme,
        lines=not no_lines,
    )
    atomic.write(output, text)
    click.echo(f"{output}: {number_of(len(chosen), 'diagram')}")


def _read(
    what: str, variant: Variant | None, goal: Goal | None, told: reading.Told
) -> list[Composition]:
    path = Path(what)
    if len(what) < 1000 and path.is_file():
        return list(reading.read(path, variant, goal, told))
    if ":" not in what:
        raise Refused(speech_of().text("compose.neither", text=what[:200]))
    if variant is None:
        raise Refused(speech_of().text("compose.which_game"))
    position_of(variant, what)
    return [reading.of_fen(what, variant, goal or "win")]


def _select(given: list[Composition], numbers: str | None) -> list[tuple[int, Composition]]:
    """Return the compositions that are wanted, each with its number from 1."""
    every = list(enumerate(given, 1))
    if numbers is None:
        return every
    found = []
    for part in numbers.split(","):
        first, _, last = part.partition("-")
        begin, end = parse_uint(first), parse_uint(last or first)
        if begin is None or end is None or not 1 <= begin <= end <= len(every):
            raise Refused(speech_of().text("compose.number", text=part[:40], most=len(every)))
        found += every[begin - 1 : end]
    return found
