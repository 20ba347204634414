"""`crownhead book`: opening books of the engine's own, from searches before the game."""

from __future__ import annotations

import json
from pathlib import Path

import click

from crownhead.cli.arguments import (
    Refused,
    VariantCommand,
    after,
    fen_option,
    known_variant_argument,
    position_of,
)
from crownhead.cli.interrupt import interruptible
from crownhead.cli.progress import progress_when_known
from crownhead.digits import number_of
from crownhead.engines.book import books, export, growth, lessons
from crownhead.engines.book.failure import BookError
from crownhead.engines.book.settings import MOST_NODES, Settings
from crownhead.engines.book.tree import Order
from crownhead.extras import data_hint
from crownhead.variants import Variant
from crownhead.workers import hire

ORDER = Order()
LESSONS = growth.Lessons()
UNKNOWN = 1  # exit status: the book has no move here


@click.group("book")
def command() -> None:
    """Make and ask opening books: grow a tree of searches, export a book, probe it.

    Level 10 plays by the book of a game: yours, or else the one that the package carries.
    """


@command.command("grow", cls=VariantCommand)
@known_variant_argument
@click.argument("tree", type=click.Path(dir_okay=False, path_type=Path), metavar="TREE")
@click.option(
    "--positions",
    type=click.IntRange(1),
    default=10_000,
    show_default=True,
    help="How many the tree is to hold at least.",
)
@click.option(
    "--nodes",
    type=click.IntRange(1, MOST_NODES),
    default=400_000,
    show_default=True,
    help="A move.",
)
@click.option(
    "--unit",
    type=float,
    default=ORDER.unit,
    show_default=True,
    help="Hundredths of a man given away that put a move as far off as a ply: a small unit goes"
    " deep, a large one wide.",
)
@click.option(
    "--least",
    type=int,
    default=ORDER.least,
    show_default=True,
    help="Leave positions that are nearer to level, in hundredths of a man.",
)
@click.option("--deck", "decks", multiple=True, metavar="D", help="Begin with its cards, too.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
def grow(
    variant: Variant,
    tree: Path,
    positions: int,
    nodes: int,
    unit: float,
    least: int,
    decks: tuple[str, ...],
    threads: int,
) -> None:
    """Look at so many positions that the first moves of VARIANT lead to, the likeliest first.

    TREE is a file, which is gone on with where it ends, also in another order (`--unit`,
    `--least`). The same commands give the same file, however many threads search and however
    often they were interrupted.
    """
    settings = Settings(variant=variant.key, decks=decks, nodes=nodes)
    order = Order(unit, least)
    with hire(threads) as workers, progress_when_known(f"book {variant.key}") as shown:
        grown = interruptible(
            lambda: growth.grow(
                settings,
                positions,
                tree,
                order=order,
                workers=workers,
                progress=lambda done: shown(done, positions, ""),
            )
        )
    click.echo(f"{tree}: {number_of(grown.tree.size, 'position')}")


@command.command("learn")
@click.argument(
    "tree", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="TREE"
)
@click.option("--rounds", type=click.IntRange(1), default=1, show_default=True)
@click.option(
    "--nodes",
    type=click.IntRange(1, MOST_NODES),
    default=LESSONS.nodes,
    show_default=True,
    help="A move of the side that plays by the book.",
)
@click.option(
    "--times",
    type=click.IntRange(1, growth.MOST_TIMES),
    default=LESSONS.times,
    show_default=True,
    help="So many times as many has its opponent.",
)
@click.option("--both", is_flag=True, help="The opponent plays by the book as well.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
def learn(tree: Path, rounds: int, nodes: int, times: int, both: bool, threads: int) -> None:
    """Play games by the book of TREE against a stronger opponent, and look at those it lost.

    It ends when so many rounds were played in all. An interrupted round is begun again.
    The same commands give the same file, however many threads search.
    """
    taught = growth.Lessons(nodes, times, both)
    with hire(threads) as workers, progress_when_known(f"book {tree.stem}") as shown:
        grown = interruptible(
            lambda: lessons.learn(tree, rounds, lessons=taught, workers=workers, progress=shown)
        )
    click.echo(f"{tree}: {number_of(grown.tree.size, 'position')}")


@command.command("export")
@click.argument(
    "tree", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="TREE"
)
@click.argument(
    "folder", type=click.Path(file_okay=False, path_type=Path), metavar="[FOLDER]", required=False
)
@click.option(
    "--margin",
    type=click.IntRange(0, 1000),
    default=0,
    show_default=True,
    help="Play moves that are at most so many hundredths of a man below the best.",
)
def export_book(tree: Path, folder: Path | None, margin: int) -> None:
    """Write FOLDER/GAME.book, and the recipe that made it beside it as JSON.

    Without FOLDER it becomes the book that level 10 plays by, from the next start on, instead of
    the one that is carried.
    """
    written = export.export(tree, folder or books.own_folder(), margin)
    click.echo(
        f"{written.path}: {number_of(written.moves, 'move')} in"
        f" {number_of(written.positions, 'position')}, {written.size} bytes"
    )


@command.command("probe", cls=VariantCommand)
@known_variant_argument
@fen_option
@click.option("--moves", metavar="M", default="", help='Moves from there, as in "11-15 24-20".')
@click.option(
    "--book",
    "path",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A book, instead of the one that the engine plays by.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def probe(variant: Variant, fen: str | None, moves: str, path: Path | None, as_json: bool) -> int:
    """Show the moves that the book of VARIANT plays in a position.

    Exits with 1 where it has none.
    """
    position = after(position_of(variant, fen), moves)
    try:
        book = books.read(path.read_bytes()) if path else books.book(position.variant)
    except (BookError, OSError) as error:
        raise Refused(str(error)) from error
    if book is None:
        raise Refused(f"There is no opening book of {position.variant.key}{data_hint()}")
    found = [str(move) for move in book.moves(position)]
    if as_json:
        click.echo(json.dumps({"variant": position.variant.key, "moves": found}))
    else:
        click.echo(" ".join(found) or "no move")
    return 0 if found else UNKNOWN
