"""`crownhead svg`: a position, a move or a whole game as a picture."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import click

from crownhead import atomic
from crownhead.cli.arguments import (
    Choice,
    Refused,
    VariantArgument,
    VariantCommand,
    fen_option,
    language_option,
    position_of,
)
from crownhead.errors import CrownheadError
from crownhead.formats import svg
from crownhead.formats.line import LONGEST, Line
from crownhead.locales import Catalogue, detect
from crownhead.move import Move
from crownhead.position import Position
from crownhead.variants import Variant

SUFFIXES = (".svg", ".png", ".gif")

_LONGEST_MOVES = LONGEST * 20  # characters
_MOVE_NUMBER = re.compile(r"(?<!\S)\d{1,9}\.(?:\.\.)?\s*")


@click.command("svg", cls=VariantCommand)
@click.argument("variant", type=VariantArgument(), metavar="[VARIANT]", required=False)
@fen_option
@click.option("--moves", metavar="M", help='Play these moves first, such as "32-28 19-23 28x19".')
@click.option(
    "--pdn",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Take a game from this PDN file instead.",
)
@click.option("--game", "number", type=click.IntRange(1), default=1, help="Which game of the file.")
@click.option("--last", is_flag=True, help="Show the last move: its route and what it captures.")
@click.option("--animate", is_flag=True, help="Show the whole game, moving (GIF always does).")
@click.option("--theme", metavar="T", default="wood", help=f"One of {', '.join(svg.THEMES)}.")
@click.option("--flip", is_flag=True, help="Black at the bottom.")
@click.option(
    "--coordinates",
    type=Choice(("margin", "squares", "none")),
    help="Where names of squares stand (default: as is usual for the game).",
)
@click.option("--size", type=click.IntRange(1, 2000), default=440, help="Width in pixels.")
@click.option("--pause", type=click.IntRange(0, 60_000), help="Milliseconds after each move.")
@click.option("--once", is_flag=True, help="Play a moving picture once, not again and again.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write to this file: .svg, .png or .gif (default: SVG on standard output).",
)
@language_option
def command(
    variant: Variant | None,
    fen: str | None,
    moves: str | None,
    pdn: Path | None,
    number: int,
    last: bool,
    animate: bool,
    theme: str,
    flip: bool,
    coordinates: str | None,
    size: int,
    pause: int | None,
    once: bool,
    output: Path | None,
    lang: str | None,
) -> None:
    """Draw VARIANT's initial position, a FEN, or what stands after some moves.

    A moving picture shows the whole game; the last move is highlighted otherwise.
    """
    language = detect(wanted=lang)
    speech = Catalogue(language, variant)
    suffix = ".svg" if output is None else output.suffix.lower()
    if suffix not in SUFFIXES:
        raise Refused(speech.text("svg.suffix", path=str(output)))
    if pdn is not None:
        if variant is not None or fen is not None or moves is not None:
            raise Refused(speech.text("svg.pdn_alone"))
        line = _from_pdn(pdn, number, speech)
    elif variant is None:
        raise Refused(speech.text("svg.no_variant"))
    else:
        line = _from_moves(position_of(variant, fen, lang), moves, speech)
    if last and not line.plies:
        raise Refused(speech.text("svg.no_move"))
    look: dict[str, Any] = {
        "theme": theme,
        "orientation": "black" if flip else "white",
        "coordinates": {None: True, "none": False}.get(coordinates, coordinates),
    }
    moving = animate or suffix == ".gif"
    if moving and last:
        raise Refused(speech.text("svg.moving_last"))
    if moving and suffix == ".png":
        raise Refused(speech.text("svg.moving_png"))
    if moving:
        content = _film(line, suffix, size, pause, not once, look, language)
    else:
        content = _still(line, suffix, size, last, look | {"language": language})
    if output is None:
        click.echo(content)
    else:
        atomic.write(output, content)


def _film(
    line: Line,
    suffix: str,
    size: int,
    pause: int | None,
    loop: bool,
    look: dict[str, Any],
    language: str,
) -> bytes:
    moves = [ply.move for ply in line.plies]
    if suffix == ".gif":
        from crownhead.formats import gif

        pace = gif.GIF_TIMING if pause is None else replace(gif.GIF_TIMING, pause=pause)
        return gif.game(line.start, moves, size=size, timing=pace, loop=loop, **look)
    pace = svg.Timing() if pause is None else svg.Timing(pause=pause)
    film = svg.game(line.start, moves, size=size, timing=pace, loop=loop, language=language, **look)
    return film.encode()


def _still(line: Line, suffix: str, size: int, last: bool, look: dict[str, Any]) -> bytes:
    ply = line.plies[-1] if line.plies else None
    if ply is not None and last:
        picture = svg.move(ply.before, ply.move, size=size, **look)
    else:
        picture = svg.board(line.end, size=size, last_move=ply.move if ply else None, **look)
    if suffix == ".png":
        from crownhead.formats import png

        return png.render(picture, size)
    return picture.encode()


def _from_moves(position: Position, text: str | None, speech: Catalogue) -> Line:
    """Return the moves of a text such as `1. 32-28 19-23`."""
    text = text or ""
    if len(text) > _LONGEST_MOVES:
        raise Refused(speech.text("error.too_long", what="--moves", n=_LONGEST_MOVES))
    found: list[Move] = []
    start = position
    for word in _MOVE_NUMBER.sub(" ", text).split():
        try:
            move = position.parse(word)
        except CrownheadError as error:
            sentence = speech.error(error, word)
            raise Refused(
                speech.text("svg.move", n=len(found) + 1, move=word, why=sentence)
            ) from error
        found.append(move)
        position = position.play(move)
    return Line.of(start, found)


def _from_pdn(path: Path, number: int, speech: Catalogue) -> Line:
    """Return the game of that number, counted from 1."""
    from crownhead.formats import pdn

    with path.open("rb") as file:
        chosen = next(islice(pdn.read(file), number - 1, None), None)
    if chosen is None:
        raise Refused(speech.text("svg.no_game", path=str(path), n=number))
    return Line.of(chosen)
