"""What a match and a tournament are told alike: game, openings, limits, and when games end."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Protocol, TypedDict, TypeVar

import click

from crownhead.arena.adjudication import Adjudication
from crownhead.arena.arena import MOST_BOARDS
from crownhead.arena.contestant import Contestant
from crownhead.arena.local import PATIENCE
from crownhead.arena.openings import openings
from crownhead.arena.pace import Pace
from crownhead.arena.settings import Settings
from crownhead.arena.sprt import Sprt
from crownhead.cli.arguments import VariantArgument, json_option, language_option
from crownhead.endgame.tables import MOST_PIECES
from crownhead.variants import Variant

F = TypeVar("F", bound=Callable[..., Any])


class Conditions(TypedDict):
    """The values of `condition_options`."""

    variant: Variant
    source: str
    limit: str | None
    concurrency: int
    seed: int
    draw: str
    win: str
    tables: int
    max_plies: int
    margin: float
    patience: float
    replay_forfeits: bool
    trace: Path | None


_OPTIONS = (
    click.option(
        "--variant",
        type=VariantArgument(),
        default="english",
        show_default=True,
        help="Game; see `variants`.",
    ),
    click.option(
        "--openings",
        "source",
        default="random",
        show_default=True,
        help="start, random[:plies=8,margin=50,nodes=1000], deck:KEY[,all|lost],"
        " fen:FILE, pdn:FILE[,plies=N] or book[:FILE][,plies=N].",
    ),
    click.option("--limit", help="nodes=N, depth=N, seconds=S, clock=S+S; several by commas."),
    click.option(
        "--concurrency", type=click.IntRange(1, MOST_BOARDS), default=1, show_default=True
    ),
    click.option("--seed", type=click.IntRange(0), default=0, show_default=True),
    click.option("--draw", default="", metavar="SCORE,PLIES[,AFTER]", help="Adjudicate draws."),
    click.option("--win", default="", metavar="SCORE,PLIES", help="Adjudicate wins."),
    click.option(
        "--tables",
        type=click.IntRange(0, MOST_PIECES),
        default=0,
        metavar="PIECES",
        help="End games of so few pieces by the endgame tables.",
    ),
    click.option(
        "--max-plies", type=click.IntRange(0), default=300, show_default=True, help="0: no end."
    ),
    click.option(
        "--margin",
        type=click.FloatRange(0),
        default=0.5,
        show_default=True,
        help="Seconds a player may exceed his time by.",
    ),
    click.option(
        "--patience",
        type=click.FloatRange(0.1),
        default=PATIENCE,
        show_default=True,
        help="Seconds beyond its time after which an engine counts as hung.",
    ),
    click.option(
        "--replay-forfeits", is_flag=True, help="Play games again that were lost by a fault."
    ),
    click.option(
        "--trace",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="FOLDER",
        help="Keep what programs are told and say, in a file for each game.",
    ),
)


def condition_options(command: F) -> F:
    """Add the options whose values are `Conditions`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def report_options(command: F) -> F:
    """Add what says how a result is shown: `--without-forfeits`, `--json`, `--lang`."""
    forfeits = click.option(
        "--without-forfeits", is_flag=True, help="Leave out the pairs with a game lost by a fault."
    )
    return forfeits(json_option(language_option(command)))


def settings_of(
    first: Contestant, second: Contestant, given: Conditions, sprt: Sprt | None = None
) -> Settings:
    """Return the settings of a match under these conditions."""
    limit = given["limit"]
    return Settings.of(
        given["variant"],
        first,
        second,
        openings(given["source"], given["variant"], given["seed"]),
        pace=None if limit is None else Pace.parse(limit),
        seed=given["seed"],
        adjudication=Adjudication.parse(
            given["draw"], given["win"], given["max_plies"], given["tables"]
        ),
        margin=given["margin"],
        sprt=sprt,
    )


class Stoppable(Protocol):
    """What runs for long: a match, or a tournament."""

    stopped: bool

    def stop(self) -> None:
        """Make it break off soon."""


@contextmanager
def stopping(running: Stoppable) -> Iterator[None]:
    """Stop in good order at the first signal, and at once at a second one."""

    def stop(number: int, frame: FrameType | None) -> None:
        if running.stopped:
            raise KeyboardInterrupt
        running.stop()

    signals = (signal.SIGINT, signal.SIGTERM)
    former = [signal.signal(number, stop) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, former, strict=True):
            signal.signal(number, handler)
