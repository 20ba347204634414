"""`crownhead dxp`: play other programs over DXP, as the one that connects or that listens."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path

import click

from crownhead.cli.arguments import (
    Choice,
    Refused,
    VariantArgument,
    fen_option,
    language_option,
    position_of,
    speech_of,
)
from crownhead.cli.dxp_report import Report, printable
from crownhead.engines.dxp import PORT
from crownhead.engines.dxp.messages import Back
from crownhead.engines.dxp.series import Plan, Series, limits
from crownhead.engines.interface import Engine
from crownhead.errors import EngineError
from crownhead.game import Game
from crownhead.locales import Catalogue, detect
from crownhead.rules import Color
from crownhead.variants import Variant, get

FAREWELL = 2.0  # seconds an interrupted game waits for its end to be acknowledged
REQUESTED = 30.0  # seconds within which a game request is answered
LEAST_CLOCK = 0.02  # seconds; a limit cannot be nothing
CUT_SHORT = 1


@click.command("dxp")
@click.option("--listen", is_flag=True, help="Wait for programs that connect.")
@click.option("--connect", metavar="HOST[:PORT]", help="Connect to a program that waits.")
@click.option(
    "--initiator/--follower",
    default=None,
    help="Who asks for games: we, or the other program (default: whoever connects).",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Listen on this address.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="Listen here."
)
@click.option("--variant", type=VariantArgument(), default=None, help="The game both have set.")
@click.option("--name", default="crownhead", help="The name shown to the other program.")
@click.option("--level", type=click.IntRange(1, 10), help="Play at this level, whatever the time.")
@click.option("--seconds", type=click.FloatRange(0.001, 86400), help="Think so long for a move.")
@click.option("--nodes", type=click.IntRange(1, 10**12), help="Search so many nodes for a move.")
@click.option("--games", type=click.IntRange(1), help="How many (initiator: 1, follower: any).")
@click.option(
    "--colour",
    "--color",
    type=Choice(["white", "black", "alternate"]),
    default="alternate",
    show_default=True,
    help="Our colour as initiator.",
)
@click.option(
    "--minutes",
    type=click.IntRange(0, 999),
    default=5,
    show_default=True,
    help="Thinking time of each side for a game; 0 is no limit.",
)
@click.option(
    "--moves",
    type=click.IntRange(0, 999),
    default=0,
    show_default=True,
    help="Moves of each side after which a game is broken off; 0 is no limit.",
)
@fen_option
@click.option(
    "--patience",
    type=click.FloatRange(0.1, 86400),
    default=60.0,
    show_default=True,
    help="Seconds beyond its thinking time after which the other program is given up.",
)
@click.option("--takeback", is_flag=True, help="Let the other side take moves back.")
@click.option("--pdn", type=click.Path(dir_okay=False, path_type=Path), help="Append the games.")
@click.option("--trace", is_flag=True, help="Print every message on the error stream.")
@language_option
@click.pass_context
def command(
    ctx: click.Context,
    listen: bool,
    connect: str | None,
    initiator: bool | None,
    host: str,
    port: int,
    variant: Variant | None,
    name: str,
    level: int | None,
    seconds: float | None,
    nodes: int | None,
    games: int | None,
    colour: str,
    minutes: int,
    moves: int,
    fen: str | None,
    patience: float,
    takeback: bool,
    pdn: Path | None,
    trace: bool,
    lang: str | None,
) -> None:
    """Play other programs over DXP (DamExchange) with the built-in engine.

    Without --level, --seconds or --nodes it plays at full strength by the clock of the game.
    With --connect it exits with 1 where the other program refuses a game or ends the series
    early, and with 2 on an error, such as a connection that fails or breaks.
    """
    if listen == (connect is not None):
        raise click.UsageError(speech_of().text("dxp.either"))
    game = variant or get("international")
    start = position_of(game, fen, lang)
    if start.outcome is not None:
        raise click.UsageError(speech_of().text("dxp.nobody_moves"))
    speech = Catalogue(detect(wanted=lang), game)
    asks = not listen if initiator is None else initiator
    sides: tuple[Color, ...] = ("white", "black")
    if colour != "alternate":
        sides = ("white",) if colour == "white" else ("black",)
    tell = (lambda line: click.echo(printable(line), err=True)) if trace else None
    with Engine.builtin(level or 10) as engine:
        series = Series(
            engine,
            game,
            name,
            games=games or (1 if asks else None),
            plan=Plan(sides, minutes, moves, start) if asks else None,
            limit=limits(level, seconds, nodes),
            patience=patience,
            back=Back.YES if takeback else Back.NO,
            watcher=Report(speech),
            record=recorder(pdn),
        )
        if connect is None:
            series.listen(host, port, tell)
            return
        try:
            series.connect(*_address(connect), tell)
        except EngineError as error:
            raise Refused(speech.error(error)) from error
        if series.games is not None and not series.complete:
            ctx.exit(CUT_SHORT)


def recorder(path: Path | None) -> Callable[[Game, int], None]:
    """Return what appends a finished game to a PDN file; the file is tried at once."""
    if path is None:
        return lambda game, number: None
    with path.open("a", encoding="utf-8"):
        pass

    def record(game: Game, number: int) -> None:
        from crownhead.formats import pdn

        today = date.today()
        tags = {
            "Event": "DXP",
            "Date": f"{today:%Y.%m.%d}",
            "Round": str(number),
            "White": game.players.white,
            "Black": game.players.black,
        }
        with path.open("a", encoding="utf-8") as file:
            file.write(pdn.dumps(pdn.PdnGame.from_game(game, tags)))

    return record


def _address(text: str) -> tuple[str, int]:
    """Read `HOST`, `HOST:PORT` or `[IPV6]:PORT`."""
    host, colon, port = text.rpartition(":")
    if not colon or text.endswith("]"):
        host, port = text, str(PORT)
    with suppress(ValueError):
        if host.strip("[]") and port.isascii() and 0 < int(port) < 65536:
            return host.strip("[]"), int(port)
    raise click.UsageError(speech_of().text("dxp.address", text=text[:60]))
