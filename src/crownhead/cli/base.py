"""`crownhead base`: import games into a database, find them, and show what was played."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from crownhead import variants
from crownhead.cli import base_duplicates, base_players
from crownhead.cli.arguments import (
    Choice,
    Refused,
    VariantArgument,
    after,
    fen_option,
    language_option,
    position_of,
    speech_of,
)
from crownhead.cli.base_options import FAULTY, base_option, json_option, open_base
from crownhead.cli.progress import progress
from crownhead.digits import number_of
from crownhead.formats.pdn import dumps
from crownhead.formats.pdn.tags import tidy
from crownhead.locales import detect
from crownhead.position import Position
from crownhead.variants import Variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.base import Base, Found, Query, Report

F = TypeVar("F", bound=Callable[..., Any])

_COUNTED = ("read", "added", "replaced", "duplicates", "beside", "faulty", "no_games")


@click.group("base")
def command() -> None:
    """Keep games in a database, and search it.

    B is a file, made where there is none, or the URL of a PostgreSQL database.
    """


command.add_command(base_duplicates.command)
command.add_command(base_players.command)


def position_options(function: F) -> F:
    """Add `--variant`, `--fen` and `--moves`."""
    game = click.option(
        "--variant",
        type=VariantArgument(),
        metavar="V",
        help="The game (default: the one that the database holds, or english).",
    )
    moves = click.option("--moves", metavar="M", help='Moves from there, as in "11-15 24-20".')
    return game(fen_option(moves(function)))


@command.command("import")
@click.argument(
    "files",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    nargs=-1,
    required=True,
    metavar="FILE...",
)
@base_option
@click.option("--encoding", metavar="E", help="How the files are encoded (default: guessed).")
@click.option(
    "--variant", type=VariantArgument(), metavar="V", help="The game, where the files do not say."
)
@json_option
def import_files(
    files: tuple[Path, ...],
    place: str,
    encoding: str | None,
    variant: Variant | None,
    as_json: bool,
) -> None:
    """Import PDN files; games that are there already are not added again.

    Where a copy says more than the known game, or has no errors, it takes its place; where each
    says something that the other does not, both are kept. An import that was interrupted goes on
    where it stopped. Games with errors are kept with all their text, texts that hold no game are
    left out; the first hundred of both are printed, and the exit status is 1.
    """
    size = sum(file.stat().st_size for file in files)
    with open_base(place) as base, progress("import", size, unit="bytes") as shown:
        report = base.add_files(
            files,
            encoding=encoding,
            variant=variant,
            progress=lambda games, read: shown(read, number_of(games, "game")),
        )
    if as_json:
        click.echo(json.dumps(_report(report)))
    else:
        for name, error in report.faults:
            click.echo(f"{name}:{error.line}:{error.column}: {tidy(error.args[0])}", err=True)
        for note in report.notes:
            click.echo(f"{note.file}:{note.line}: {note.text}", err=True)
        for line in _sentences(report, len(files)):
            click.echo(line)
    click.get_current_context().exit(FAULTY if report.faulty or report.no_games else 0)


def _report(report: Report) -> dict[str, object]:
    faults = [
        {"file": name, "line": e.line, "column": e.column, "what": tidy(e.args[0])}
        for name, e in report.faults
    ]
    counted: dict[str, object] = {key: getattr(report, key) for key in _COUNTED}
    notes = [asdict(note) for note in report.notes]
    return counted | {"again": report.again, "faults": faults, "notes": notes}


def _sentences(report: Report, files: int) -> Iterator[str]:
    """Yield what is said of an import: one line, and one for each thing that is seldom."""
    read = number_of(report.read, "game")
    if len(report.again) == files:
        known = "this file was" if files == 1 else "these files were"
        yield f"{read}, all known already ({known} imported before)"
        return
    yield (
        f"{read} read: {report.added} added, {report.duplicates} known already,"
        f" {report.faulty} with errors"
    )
    if report.replaced:
        yield f"{report.replaced} took the place of known ones, which said less or had errors"
    if report.beside:
        yield f"{report.beside} of the added ones are known with other notes; both are kept"
    if report.no_games:
        yield f"{number_of(report.no_games, 'text')} without a game left out"
    for name in report.again:
        yield f"{name} was imported before"


@command.command("find")
@base_option
@position_options
@click.option("--mirrored", is_flag=True, help="Also the position with the colours changed.")
@click.option("--opening", metavar="NAME", help="Games that reach an opening of this name.")
@click.option(
    "--player", metavar="NAME", help="A player, either side: parts of the name, in any order."
)
@click.option("--white", metavar="NAME", help="White: parts of the name.")
@click.option("--black", metavar="NAME", help="Black: parts of the name.")
@click.option("--event", metavar="NAME", help="The event: parts of its name.")
@click.option("--since", metavar="DATE", help="From this date on: 1998, 1998.05 or 1998.05.31.")
@click.option("--until", metavar="DATE", help="Up to this date.")
@click.option("--result", type=Choice(("white", "black", "draw")), help="Who won.")
@click.option("--material", metavar="M", help="White men, kings, black men, kings: 2,1,0,1.")
@click.option("--pattern", metavar="P", help='What stands where: "w27 B5 .22" (. is empty).')
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=100, show_default=True)
@click.option("--pdn", "as_pdn", is_flag=True, help="Print the games as PDN.")
@json_option
@language_option
def find_games(place: str, as_pdn: bool, as_json: bool, limit: int, **wanted: Any) -> None:
    """Find games; several conditions hold together. Exits with 1 where there is none."""
    from crownhead.base import Query

    with open_base(place, reading=True) as base:
        query = _query(Query, base, **wanted)
        found = base.find(query, limit=limit)
        if as_pdn:
            for one in found:
                click.echo(dumps(base.game(one.id)))
        elif as_json:
            click.echo(json.dumps([_entry(one) for one in found]))
        else:
            for one in found:
                click.echo(_line(one))
    click.get_current_context().exit(0 if found else FAULTY)


@command.command("export")
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@base_option
@click.option("--variant", type=VariantArgument(), metavar="V", help="Games of this variant alone.")
def export_games(path: Path, place: str, variant: Variant | None) -> None:
    """Write games into FILE as Parquet, a row for each: players, result, start, moves, actions."""
    from crownhead.base import Query

    with open_base(place, reading=True) as base, progress("export", len(base)) as shown:
        count = base.export_parquet(
            path, Query(variant=variant), progress=lambda games: shown(games, "")
        )
    click.echo(f"{path}: {number_of(count, 'game')}")


@command.command("tree")
@base_option
@position_options
@json_option
@language_option
def show_tree(
    place: str,
    variant: Variant | None,
    fen: str | None,
    moves: str | None,
    as_json: bool,
    lang: str | None,
) -> None:
    """Show what was played in a position, however it was reached.

    Where games carry evaluations, as `crownhead analyse` writes them, with what each move cost on
    average, in hundredths of a man.
    """
    from crownhead.base import opening_at

    with open_base(place, reading=True) as base:
        position = _position(variant or _choose_variant(base), fen, moves, lang)
        tree = base.tree(position)
    opening = opening_at(position)
    if as_json:
        branches = [
            {
                "move": str(branch.move),
                "games": branch.games,
                "white": branch.white,
                "black": branch.black,
                "draws": branch.draws,
                "score": branch.score,
                "loss": branch.loss,
            }
            for branch in tree.branches
        ]
        name = opening.name(lang or detect()) if opening else None
        said = {"fen": position.fen(), "opening": name, "games": tree.games, "moves": branches}
        click.echo(json.dumps(said))
        return
    if opening:
        click.echo(opening.name(lang or detect()))
    for branch in tree.branches:
        score = "" if branch.score is None else f"{branch.score:7.1%}"
        results = f"+{branch.white} ={branch.draws} -{branch.black}"
        loss = "" if branch.loss is None else f"  loss {branch.loss:.0f}"
        click.echo(f"{branch.move!s:12} {branch.games:8} {score}  {results}{loss}")
    click.echo(number_of(tree.games, "game"))


def _query(
    kind: type[Query],
    base: Base,
    *,
    variant: Variant | None,
    fen: str | None,
    moves: str | None,
    lang: str | None,
    material: str | None,
    pattern: str | None,
    **others: Any,
) -> Query:
    from crownhead.base import Pattern

    position = None
    if fen is not None or moves is not None:
        position = _position(variant or _choose_variant(base), fen, moves, lang)
    shape = None
    if pattern is not None:
        shape = Pattern.read(pattern, variant or _choose_variant(base))
    return kind(
        variant=variant,
        position=position,
        material=None if material is None else _material(material),
        pattern=shape,
        **others,
    )


def _choose_variant(base: Base) -> Variant:
    """Return the game that is meant where none is named: the only one, or English draughts."""
    english, held = variants.get("english"), base.variants
    if len(held) == 1:
        return held[0]
    if not held or english in held:
        return english
    names = ", ".join(sorted(each.key for each in held))
    raise Refused(speech_of().text("base.which_game", known=names))


def _position(variant: Variant, fen: str | None, moves: str | None, lang: str | None) -> Position:
    return after(position_of(variant, fen, lang), moves or "", lang)


def _material(text: str) -> tuple[int, int, int, int]:
    parts = text.split(",")
    if len(parts) != 4 or not all(part.isdecimal() and len(part) < 3 for part in parts):
        raise Refused(speech_of().text("base.material", text=text[:20]))
    white_men, white_kings, black_men, black_kings = map(int, parts)
    return white_men, white_kings, black_men, black_kings


def _entry(found: Found) -> dict[str, object]:
    return {
        "id": found.id,
        "variant": found.variant,
        "white": found.white,
        "black": found.black,
        "event": found.event,
        "date": found.date,
        "result": found.result,
        "plies": found.plies,
        "ply": found.ply,
        "faults": found.faults,
        "position": found.position,
    }


def _line(found: Found) -> str:
    players = f"{found.white or '?'} - {found.black or '?'}"
    parts = [f"{found.id:7}", f"{found.date or '?':10}", f"{found.result:5}", players, found.event]
    if found.position:
        parts.append("(position)")
    return "  ".join(part for part in parts if part).rstrip()
