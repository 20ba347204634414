"""`crownhead hub`: serve a program that speaks the Hub protocol as its engine."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from crownhead.cli.arguments import Choice, Refused, VariantArgument
from crownhead.engines.builtin import MOST_THREADS
from crownhead.engines.hub.builtin import (
    LEAST_SIZE,
    MOST_SEED,
    MOST_SIZE,
    USUAL_SIZE,
    BuiltinProgram,
)
from crownhead.engines.hub.server import HubServer
from crownhead.engines.levels import HIGHEST
from crownhead.variants import Variant, get
from crownhead.weights import InvalidWeights, read_file


@click.command("hub")
@click.option(
    "--level",
    type=click.IntRange(1, HIGHEST.number),
    default=HIGHEST.number,
    show_default=True,
    help="Playing strength.",
)
@click.option(
    "--variant",
    type=VariantArgument(files=False),
    default="international",
    show_default=True,
    help="The game, where the program does not choose one.",
)
@click.option(
    "--tt-size",
    type=click.IntRange(LEAST_SIZE, MOST_SIZE),
    default=USUAL_SIZE,
    show_default=True,
    help="Size of the transposition table as Scan has it: 16 is 1 MB, 22 is 64, 24 is 256.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, MOST_THREADS),
    default=1,
    show_default=True,
    help="Threads that search together.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    default=0,
    show_default=True,
    help="Which errors the levels below the highest make.",
)
@click.option(
    "--book/--no-book",
    default=True,
    show_default=True,
    help="Whether the highest level plays by the opening book of the game.",
)
@click.option(
    "--dialect",
    type=Choice(("1", "2")),
    default="2",
    show_default=True,
    help="Version of the protocol: 1 is that of Scan 2.0 and Hub 1.0.",
)
@click.option(
    "--checkerboard",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Serve this engine, a shared object made for CheckerBoard, in place of our own.",
)
@click.option(
    "--weights",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="Weights of a network of your own (crownhead train export), for games of their board.",
)
def command(
    level: int,
    variant: Variant | str,
    tt_size: int,
    threads: int,
    seed: int,
    book: bool,
    dialect: str,
    checkerboard: Path | None,
    weights: str | None,
) -> None:
    """Answer the Hub protocol on standard input and output.

    The program that starts this engine may set everything given here as a parameter.
    """
    if checkerboard is not None:
        from crownhead.engines.checkerboard_library import serve_library

        serve_library(checkerboard)
        return
    key = get(variant).key
    try:
        learnt = None if weights is None else read_file(weights)
    except InvalidWeights as error:
        raise Refused(str(error)) from error
    server = HubServer(
        sys.stdin.buffer,
        sys.stdout.buffer,
        lambda say: BuiltinProgram(say, learnt),
        dialect=1 if dialect == "1" else 2,
        level=level,
        variant=key,
        tt_size=tt_size,
        threads=threads,
        seed=seed,
        book=book,
    )
    server.run()
