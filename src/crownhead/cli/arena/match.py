"""`crownhead arena match`: options in, a match played or gone on with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Unpack, get_args

import click

from crownhead.arena.arena import MOST_GAMES, Arena
from crownhead.arena.contestant import Contestant
from crownhead.arena.entry import entry
from crownhead.arena.pace import Pace
from crownhead.arena.sprt import Model, Sprt
from crownhead.cli.arena.options import (
    Conditions,
    condition_options,
    report_options,
    settings_of,
    stopping,
)
from crownhead.cli.arena.report import lines
from crownhead.cli.arena.screen import screen
from crownhead.cli.arguments import Choice
from crownhead.cli.interrupt import INTERRUPTED
from crownhead.locales import Catalogue, detect
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
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=1000, show_default=True)
@click.option("--sprt", metavar="ELO0,ELO1[,ALPHA[,BETA]]", help="End by this test.")
@click.option("--sprt-model", type=Choice(get_args(Model)), default="logistic", show_default=True)
@condition_options
@click.option("--first-name", help="Name of the first player.")
@click.option("--second-name", help="Name of the second player.")
@click.option("--first-limit", help="As --limit, for the first player alone.")
@click.option("--second-limit", help="As --limit, for the second player alone.")
@report_options
def match(
    first: str,
    second: str,
    path: Path,
    games: int,
    sprt: str | None,
    sprt_model: Model,
    first_name: str | None,
    second_name: str | None,
    first_limit: str | None,
    second_limit: str | None,
    without_forfeits: bool,
    as_json: bool,
    lang: str | None,
    **given: Unpack[Conditions],
) -> int:
    """Play FIRST against SECOND in pairs of games, each opening with colours swapped.

    An engine is builtin, builtin:level=5, builtin:nodes=20000, "hub:COMMAND", dxp:HOST:PORT, or a
    TOML or JSON file. A match that was stopped goes on with the same command.

    Exits with 0 when the match is complete or the test accepts H1, with 4 when it accepts H0, with
    3 when the games ended before the test did, with 130 after Ctrl-C.
    """
    settings = settings_of(
        _player(first, first_name, first_limit),
        _player(second, second_name, second_limit),
        given,
        None if sprt is None else Sprt.parse(sprt, sprt_model),
    )
    speech = Catalogue(detect(wanted=lang))
    with away() as workers:
        arena = Arena(
            settings,
            path,
            games=games,
            boards=given["concurrency"],
            patience=given["patience"],
            workers=workers,
            replay_forfeits=given["replay_forfeits"],
            trace=given["trace"],
        )
        with stopping(arena), screen(arena, speech, forfeits=not without_forfeits) as progress:
            score = arena.run(progress)
    interrupted = arena.stopped and not arena.over
    if as_json:
        result = {"interrupted": interrupted, "match": settings.to_dict(), **score.to_dict()}
        click.echo(json.dumps(result, ensure_ascii=False))
    else:
        players = settings.first.name, settings.second.name
        shown = lines(score, arena.games, speech, players=players, forfeits=not without_forfeits)
        for line in shown:
            click.echo(line)
        if interrupted:
            click.echo(speech.text("arena.interrupted"))
    if interrupted:
        return INTERRUPTED
    if settings.sprt is None or score.verdict == "H1":
        return COMPLETED
    return REJECTED if score.verdict == "H0" else UNDECIDED


def _player(text: str, name: str | None, limit: str | None) -> Contestant:
    player = entry(text) if name is None else entry(text).with_name(name)
    return player if limit is None else player.with_pace(Pace.parse(limit))
