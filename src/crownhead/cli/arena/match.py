"""`crownhead arena match`: options in, a match played or gone on with."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import get_args

import click

from crownhead.arena.adjudication import Adjudication
from crownhead.arena.arena import MOST_BOARDS, MOST_GAMES, Arena
from crownhead.arena.contestant import Contestant
from crownhead.arena.entry import entry
from crownhead.arena.local import PATIENCE
from crownhead.arena.openings import openings
from crownhead.arena.pace import Pace
from crownhead.arena.settings import Settings
from crownhead.arena.sprt import Model, Sprt
from crownhead.cli.arena.report import lines
from crownhead.cli.arena.screen import screen
from crownhead.cli.arguments import VariantArgument, language_option
from crownhead.cli.command import INTERRUPTED
from crownhead.endgame.tables import MOST_PIECES
from crownhead.locales import Catalogue, detect
from crownhead.variants import Variant
from crownhead.workers import away

COMPLETED, UNDECIDED, REJECTED = 0, 3, 4


@click.command("match")
@click.argument("first")
@click.argument("second")
@click.option(
    "--pdn",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="Keep the games here; if it holds games of this match, go on with it.",
)
@click.option(
    "--variant",
    type=VariantArgument(),
    default="english",
    show_default=True,
    help="Game; see `variants`.",
)
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=1000, show_default=True)
@click.option(
    "--openings",
    "source",
    default="random",
    show_default=True,
    help="start, random[:plies=8,margin=50,nodes=1000], deck:KEY[,all], fen:FILE,"
    " pdn:FILE[,plies=N] or book[:FILE][,plies=N].",
)
@click.option("--limit", help="nodes=N, depth=N, seconds=S, clock=S+S; several by commas.")
@click.option("--concurrency", type=click.IntRange(1, MOST_BOARDS), default=1, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--sprt", metavar="ELO0,ELO1[,ALPHA[,BETA]]", help="End by this test.")
@click.option(
    "--sprt-model", type=click.Choice(get_args(Model)), default="logistic", show_default=True
)
@click.option("--draw", default="", metavar="SCORE,PLIES[,AFTER]", help="Adjudicate draws.")
@click.option("--win", default="", metavar="SCORE,PLIES", help="Adjudicate wins.")
@click.option(
    "--tables",
    type=click.IntRange(0, MOST_PIECES),
    default=0,
    metavar="PIECES",
    help="End games of so few pieces by the endgame tables.",
)
@click.option(
    "--max-plies", type=click.IntRange(0), default=300, show_default=True, help="0: no end."
)
@click.option(
    "--margin",
    type=click.FloatRange(0),
    default=0.5,
    show_default=True,
    help="Seconds a player may exceed his time by.",
)
@click.option(
    "--patience",
    type=click.FloatRange(0.1),
    default=PATIENCE,
    show_default=True,
    help="Seconds beyond its time after which an engine counts as hung.",
)
@click.option("--first-name", help="Name of the first player.")
@click.option("--second-name", help="Name of the second player.")
@click.option("--first-limit", help="As --limit, for the first player alone.")
@click.option("--second-limit", help="As --limit, for the second player alone.")
@click.option(
    "--without-forfeits", is_flag=True, help="Leave out the pairs with a game lost by a fault."
)
@click.option("--replay-forfeits", is_flag=True, help="Play games again that were lost by a fault.")
@click.option(
    "--trace",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Keep what programs are told and say, in a file for each game.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@language_option
def match(
    first: str,
    second: str,
    path: Path,
    variant: Variant,
    games: int,
    source: str,
    limit: str | None,
    concurrency: int,
    seed: int,
    sprt: str | None,
    sprt_model: Model,
    draw: str,
    win: str,
    tables: int,
    max_plies: int,
    margin: float,
    patience: float,
    first_name: str | None,
    second_name: str | None,
    first_limit: str | None,
    second_limit: str | None,
    without_forfeits: bool,
    replay_forfeits: bool,
    trace: Path | None,
    as_json: bool,
    lang: str | None,
) -> int:
    """Play FIRST against SECOND in pairs of games, each opening with colours swapped.

    An engine is builtin, builtin:level=5, builtin:nodes=20000, "hub:COMMAND", dxp:HOST:PORT, or a
    TOML or JSON file. A match that was stopped goes on with the same command.

    Exits with 0 when the match is complete or the test accepts H1, with 4 when it accepts H0, with
    3 when the games ended before the test did, with 130 after Ctrl-C.
    """
    settings = Settings.of(
        variant,
        _player(first, first_name, first_limit),
        _player(second, second_name, second_limit),
        openings(source, variant, seed),
        pace=None if limit is None else Pace.parse(limit),
        seed=seed,
        adjudication=Adjudication.parse(draw, win, max_plies, tables),
        margin=margin,
        sprt=None if sprt is None else Sprt.parse(sprt, sprt_model),
    )
    speech = Catalogue(detect(wanted=lang))
    with away() as workers:
        arena = Arena(
            settings,
            path,
            games=games,
            boards=concurrency,
            patience=patience,
            workers=workers,
            replay_forfeits=replay_forfeits,
            trace=trace,
        )
        with _stopping(arena), screen(arena, speech, forfeits=not without_forfeits) as progress:
            score = arena.run(progress)
    interrupted = arena.stopped and not arena.over
    if as_json:
        result = {"interrupted": interrupted, "match": settings.to_dict(), **score.to_dict()}
        click.echo(json.dumps(result, ensure_ascii=False))
    else:
        for line in lines(score, arena.games, speech, forfeits=not without_forfeits):
            click.echo(line)
        if interrupted:
            click.echo(speech.text("arena.interrupted"))
    if interrupted:
        return INTERRUPTED
    if settings.sprt is None or score.verdict == "H1":
        return COMPLETED
    return REJECTED if score.verdict == "H0" else UNDECIDED


def _player(text: str, name: str | None, limit: str | None) -> Contestant:
    player = entry(text) if name is None else entry(text).named(name)
    return player if limit is None else player.limited(Pace.parse(limit))


@contextmanager
def _stopping(arena: Arena) -> Iterator[None]:
    """Stop the match in good order at the first signal, and at once at a second one."""

    def stop(number: int, frame: FrameType | None) -> None:
        if arena.stopped:
            raise KeyboardInterrupt
        arena.stop()

    signals = (signal.SIGINT, signal.SIGTERM)
    former = [signal.signal(number, stop) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, former, strict=True):
            signal.signal(number, handler)
