"""`crownhead base`: import games into a database, find them, and show what was played."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from crownhead import variants
from crownhead.cli.arguments import (
    Refused,
    VariantArgument,
    after,
    fen_option,
    language_option,
    position_of,
)
from crownhead.cli.progress import progress
from crownhead.formats.pdn import dumps
from crownhead.formats.pdn.tags import tidy
from crownhead.locales import detect
from crownhead.position import Position
from crownhead.variants import Variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.base import Base, Found, Query

F = TypeVar("F", bound=Callable[..., Any])

FAULTY = 1  # exit status: something in the files is wrong, or nothing was found

_COUNTED = ("read", "added", "duplicates", "faulty", "no_games")


@click.group("base")
def command() -> None:
    """Keep games in a database, and search it.

    B is a file, made where there is none, or the URL of a PostgreSQL database.
    """


def base_option(function: F) -> F:
    """Add `--base`."""
    return click.option("--base", "place", metavar="B", required=True, help="The database.")(
        function
    )


def json_option(function: F) -> F:
    """Add `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


def position_options(function: F) -> F:
    """Add `--variant`, `--fen` and `--moves`."""
    game = click.option(
        "--variant", type=VariantArgument(), metavar="V", help="The game (default: english)."
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
@json_option
def import_files(files: tuple[Path, ...], place: str, encoding: str | None, as_json: bool) -> None:
    """Import PDN files; games that are there already are not added again.

    An import that was interrupted goes on where it stopped. Games with errors are kept with all
    their text, texts that hold no game are left out; the first hundred of both are printed, and the
    exit status is 1.
    """
    size = sum(file.stat().st_size for file in files)
    with open_base(place) as base, progress("import", size, unit="bytes") as shown:
        report = base.add_files(
            files, encoding=encoding, progress=lambda games, read: shown(read, f"{games} games")
        )
    if as_json:
        faults = [
            {"file": name, "line": e.line, "column": e.column, "what": tidy(e.args[0])}
            for name, e in report.faults
        ]
        counted = {key: getattr(report, key) for key in _COUNTED}
        click.echo(json.dumps(counted | {"faults": faults}))
    else:
        for name, error in report.faults:
            click.echo(f"{name}:{error.line}:{error.column}: {tidy(error.args[0])}", err=True)
        click.echo(
            f"{report.read} games read: {report.added} added, {report.duplicates} known already,"
            f" {report.faulty} with errors"
        )
        if report.no_games:
            click.echo(f"{report.no_games} texts without a game left out")
    click.get_current_context().exit(FAULTY if report.faulty or report.no_games else 0)


@command.command("find")
@base_option
@position_options
@click.option("--mirrored", is_flag=True, help="Also the position with the colours changed.")
@click.option("--opening", metavar="NAME", help="Games that reach an opening of this name.")
@click.option("--player", metavar="NAME", help="Part of a player's name, either side.")
@click.option("--white", metavar="NAME", help="Part of White's name.")
@click.option("--black", metavar="NAME", help="Part of Black's name.")
@click.option("--event", metavar="NAME", help="Part of the event's name.")
@click.option("--since", metavar="DATE", help="From this date on: 1998, 1998.05 or 1998.05.31.")
@click.option("--until", metavar="DATE", help="Up to this date.")
@click.option("--result", type=click.Choice(("white", "black", "draw")), help="Who won.")
@click.option("--material", metavar="M", help="White men, kings, black men, kings: 2,1,0,1.")
@click.option("--pattern", metavar="P", help='What stands where: "w27 B5 .22" (. is empty).')
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=100, show_default=True)
@click.option("--pdn", "as_pdn", is_flag=True, help="Print the games as PDN.")
@json_option
@language_option
def find_games(place: str, as_pdn: bool, as_json: bool, limit: int, **wanted: Any) -> None:
    """Find games; several conditions hold together. Exits with 1 where there is none."""
    from crownhead.base import Query

    query = _query(Query, **wanted)
    with open_base(place, reading=True) as base:
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

    position = _position(variant, fen, moves, lang)
    with open_base(place, reading=True) as base:
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
    click.echo(f"{tree.games} games")


@contextmanager
def open_base(place: str, *, reading: bool = False) -> Iterator[Base]:
    """Open a database, or say what is missing for that; for reading alone, none is made."""
    for module in ("sqlalchemy", "numpy"):
        if find_spec(module) is None:
            raise Refused(f"{module} is missing: pip install 'crownhead[base]'")
    from crownhead.base import Base

    with Base.reader(place) if reading else Base(place) as base:
        yield base


def _query(
    kind: type[Query],
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
        position = _position(variant, fen, moves, lang)
    shape = None
    if pattern is not None:
        shape = Pattern.read(pattern, variant or variants.get("english"))
    return kind(
        variant=variant,
        position=position,
        material=None if material is None else _material(material),
        pattern=shape,
        **others,
    )


def _position(
    variant: Variant | None, fen: str | None, moves: str | None, lang: str | None
) -> Position:
    position = position_of(variant or variants.get("english"), fen, lang)
    return after(position, moves or "", lang)


def _material(text: str) -> tuple[int, int, int, int]:
    parts = text.split(",")
    if len(parts) != 4 or not all(part.isdecimal() and len(part) < 3 for part in parts):
        raise Refused(f"--material: {text[:20]!r} is not four numbers such as 2,1,0,1")
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
