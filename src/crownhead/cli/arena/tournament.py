"""`crownhead arena round-robin`, `gauntlet` and `rate`: several engines, one rating list."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Unpack

import click

from crownhead.arena.arena import MOST_GAMES
from crownhead.arena.entry import entry
from crownhead.arena.rating import RatingList
from crownhead.arena.tournament import MOST_ROUNDS, Form, Tournament, rating_list
from crownhead.cli.arena.options import (
    Conditions,
    condition_options,
    report_options,
    settings_of,
    stopping,
)
from crownhead.cli.arena.screen import screen
from crownhead.cli.interrupt import INTERRUPTED
from crownhead.locales import Catalogue, detect
from crownhead.workers import away

games_option = click.option(
    "--games",
    type=click.IntRange(1, MOST_GAMES),
    default=100,
    show_default=True,
    help="Of each two players, in each round.",
)
rounds_option = click.option(
    "--rounds",
    type=click.IntRange(1, MOST_ROUNDS),
    default=1,
    show_default=True,
    help="How often all pairings have their games.",
)
folder_option = click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Keep the games here, a file for each two players; what is there already counts.",
)


@click.command("round-robin")
@click.argument("players", nargs=-1, required=True, metavar="ENGINE...")
@folder_option
@games_option
@rounds_option
@condition_options
@report_options
def round_robin(
    players: tuple[str, ...],
    folder: Path,
    games: int,
    rounds: int,
    without_forfeits: bool,
    as_json: bool,
    lang: str | None,
    **given: Unpack[Conditions],
) -> int:
    """Play each engine against each other, and rate all in one list.

    Engines are named as in `crownhead arena match`. A tournament that was stopped goes on with the
    same command; with more games, rounds or engines it is played on.
    """
    shown = (not without_forfeits, as_json, Catalogue(detect(wanted=lang)))
    return _play(players, "round robin", folder, games, rounds, given, *shown)


@click.command("gauntlet")
@click.argument("first", metavar="ENGINE")
@click.argument("players", nargs=-1, required=True, metavar="OPPONENT...")
@folder_option
@games_option
@rounds_option
@condition_options
@report_options
def gauntlet(
    first: str,
    players: tuple[str, ...],
    folder: Path,
    games: int,
    rounds: int,
    without_forfeits: bool,
    as_json: bool,
    lang: str | None,
    **given: Unpack[Conditions],
) -> int:
    """Play ENGINE against each OPPONENT, and rate all in one list.

    Engines are named as in `crownhead arena match`. A gauntlet that was stopped goes on with the
    same command; with more games, rounds or opponents it is played on.
    """
    shown = (not without_forfeits, as_json, Catalogue(detect(wanted=lang)))
    return _play((first, *players), "gauntlet", folder, games, rounds, given, *shown)


@click.command("rate")
@click.argument(
    "files",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE...",
)
@report_options
def rate(files: tuple[Path, ...], without_forfeits: bool, as_json: bool, lang: str | None) -> None:
    """Rate all players of matches in one list; FILE is the PDN file of a match.

    The matches may be of any tournaments, and running, but are of one game.
    """
    found = rating_list(files, forfeits=not without_forfeits)
    _show(found, as_json, Catalogue(detect(wanted=lang)), {})


def _play(
    players: tuple[str, ...],
    form: Form,
    folder: Path,
    games: int,
    rounds: int,
    given: Conditions,
    forfeits: bool,
    as_json: bool,
    speech: Catalogue,
) -> int:
    with away() as workers:
        tournament = Tournament(
            [entry(player) for player in players],
            folder,
            lambda one, other: settings_of(one, other, given),
            form=form,
            games=games,
            rounds=rounds,
            replay_forfeits=given["replay_forfeits"],
            boards=given["concurrency"],
            patience=given["patience"],
            workers=workers,
            trace=given["trace"],
        )
        with stopping(tournament):
            for arena in tournament.matches():
                with screen(arena, speech, forfeits=forfeits) as progress:
                    arena.run(progress)
    interrupted = tournament.stopped and not tournament.over
    played = [path for path in tournament.files if path.stat().st_size]
    if not interrupted or played:
        found = rating_list(played, forfeits=forfeits)
        _show(found, as_json, speech, {"interrupted": interrupted})
    if interrupted and not as_json:
        click.echo(speech.text("arena.interrupted"))
    return INTERRUPTED if interrupted else 0


def _show(found: RatingList, as_json: bool, speech: Catalogue, more: dict[str, object]) -> None:
    if as_json:
        click.echo(json.dumps({**more, **found.to_dict()}, ensure_ascii=False))
        return
    for line in rating_lines(found, speech):
        click.echo(line)


def rating_lines(found: RatingList, speech: Catalogue) -> Iterator[str]:
    """Yield a list line by line: rank, name, Elo with its error, games, score, draws, opponents.

    >>> from crownhead.arena.rating import Results, rate
    >>> results = Results()
    >>> for points in (2, 1, 0, 1):
    ...     results.add("Ann", "Bob", points)
    >>> for line in rating_lines(rate(results), Catalogue("en")):
    ...     print(line)
       Player   Elo     ±  Games  Score  Draws  Opponents
     1 Ann       +0   150      4    50%    50%         +0
     2 Bob       +0   150      4    50%    50%         +0
    To have White is worth 0 Elo
    """
    heads = [speech.text(f"arena.rating.{key}") for key in ("player", "elo", "games", "score")]
    heads += [speech.text(f"arena.rating.{key}") for key in ("draws", "opponents")]
    name, elo, games, score, draws, opponents = heads
    width = max(len(name), *(len(player.name) for player in found.players))
    yield (
        f"   {name:{width}} {elo:>5} {'±':>5}  {games:>{max(5, len(games))}}"
        f"  {score:>{max(5, len(score))}}  {draws:>{max(5, len(draws))}}  {opponents}"
    )
    for rank, player in enumerate(found.players, 1):
        share = 100 * player.score
        drawn = 100 * player.draws / player.games
        yield (
            f"{rank:2} {player.name:{width}} {player.elo:+5.0f} {player.error:5.0f}"
            f"  {player.games:{max(5, len(games))}}  {share:{max(5, len(score)) - 1}.0f}%"
            f"  {drawn:{max(5, len(draws)) - 1}.0f}%  {player.opposition:+{len(opponents)}.0f}"
        )
    yield speech.text("arena.rating.advantage", elo=f"{found.advantage:.0f}")
