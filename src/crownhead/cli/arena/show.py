"""`crownhead arena show`: the statistics of a match from its PDN file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import click

from crownhead.arena.failure import ArenaError
from crownhead.arena.journal import records, stored_settings, stored_test
from crownhead.arena.score import MatchScore
from crownhead.arena.sprt import Model, Sprt
from crownhead.cli.arena.report import lines
from crownhead.cli.arguments import Choice, language_option
from crownhead.locales import Catalogue, detect


@click.command("show")
@click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--sprt", metavar="ELO0,ELO1[,ALPHA[,BETA]]", help="Another test than the match's.")
@click.option("--sprt-model", type=Choice(get_args(Model)), default="logistic", show_default=True)
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
    stored = stored_settings(path)
    if not games and stored is None:
        raise ArenaError(f"{path} holds no games of a match", "no_games", path=path)
    score = MatchScore(test, games)
    if as_json:
        click.echo(json.dumps(score.to_dict()))
        return
    speech = Catalogue(detect(wanted=lang))
    shown = lines(score, score.games, speech, players=_names(stored), forfeits=not without_forfeits)
    for line in shown:
        click.echo(line)


def _names(stored: Mapping[str, Any] | None) -> tuple[str, str] | None:
    """Return the names of the players, as far as the file beside the games knows them."""
    sides = () if stored is None else (stored["settings"].get(side) for side in ("first", "second"))
    names = [side["name"] for side in sides if isinstance(side, dict) and "name" in side]
    return (names[0], names[1]) if len(names) == 2 else None
