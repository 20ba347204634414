"""`crownhead arena show`: the statistics of a match from its PDN file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import click

from crownhead.arena.failure import ArenaError
from crownhead.arena.journal import records, stored_settings, stored_test
from crownhead.arena.score import MatchScore
from crownhead.arena.sprt import Model, Sprt
from crownhead.cli.arena.report import lines
from crownhead.cli.arguments import language_option
from crownhead.locales import Catalogue, detect


@click.command("show")
@click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--sprt", metavar="ELO0,ELO1[,ALPHA[,BETA]]", help="Another test than the match's.")
@click.option(
    "--sprt-model", type=click.Choice(get_args(Model)), default="logistic", show_default=True
)
@click.option(
    "--without-forfeits", is_flag=True, help="Leave out the pairs with a game lost by a fault."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@language_option
def show(
    path: Path,
    sprt: str | None,
    sprt_model: Model,
    without_forfeits: bool,
    as_json: bool,
    lang: str | None,
) -> None:
    """Show how the match stands whose games FILE holds; it may be running."""
    test = stored_test(path) if sprt is None else Sprt.parse(sprt, sprt_model)
    games = records(path)
    if not games and stored_settings(path) is None:
        raise ArenaError(f"{path} holds no games of a match")
    score = MatchScore(test, games)
    if as_json:
        click.echo(json.dumps(score.to_dict()))
        return
    speech = Catalogue(detect(wanted=lang))
    for line in lines(score, score.games, speech, forfeits=not without_forfeits):
        click.echo(line)
