"""The settings of an event at the command line: how a new one is made, and one is changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, get_args

import click

from crownhead.ballots import DECKS
from crownhead.cli.arguments import Choice, Refused, VariantArgument
from crownhead.cli.event.desk import change, file_argument, now, read_text, write_new, write_seeds
from crownhead.competition import FORMATS, PRESETS, SCORINGS, Event, Log, new_seeds
from crownhead.competition.criteria import CRITERIA
from crownhead.competition.event import Adjudicator
from crownhead.competition.table import UNPLAYED
from crownhead.variants import Variant

F = TypeVar("F", bound=Callable[..., Any])

SPARE_LOTS = 40
"""How many rounds have a commitment where the format does not say how many there will be."""

_PLAIN = (
    *("name", "format", "rounds", "games", "clock", "cycles", "giver", "absences", "minutes"),
    "adjudicator",
)


def settings_options(function: F) -> F:
    """Add an option for every setting."""
    number = click.IntRange(0, 400)
    for option in reversed(
        (
            click.option("--name", metavar="TEXT", help="What the event is called."),
            click.option("--format", type=Choice(FORMATS), help="Default: swiss."),
            click.option("--rounds", type=number, metavar="N", help="How many, in a Swiss, match."),
            click.option(
                "--variant", type=VariantArgument(files=False), metavar="V", help="The game."
            ),
            click.option(
                "--rules",
                type=click.Path(path_type=Path, dir_okay=False),
                metavar="JSON",
                help="House rules: a record as `crownhead variants --json` has them.",
            ),
            click.option("--games", type=int, metavar="N", help="Games of an encounter: 1, 2, 4."),
            click.option("--clock", metavar="TEXT", help='The clock, such as "10+5".'),
            click.option("--scoring", type=Choice(tuple(SCORINGS)), help="Points."),
            click.option("--preset", type=Choice(tuple(PRESETS)), help="How to rank."),
            click.option(
                "--criterion",
                "criteria",
                multiple=True,
                metavar="C",
                help=f"Rank by points and these in turn: {', '.join(CRITERIA)}, truncated N.",
            ),
            click.option("--unplayed", type=Choice(UNPLAYED), help="What unplayed rounds count."),
            click.option("--deck", type=Choice(tuple(DECKS)), help="Draw cards from it."),
            click.option("--scope", type=Choice(("round", "board")), help="Whose card it is."),
            click.option(
                "--repeats",
                type=Choice(("yes", "entrant", "event")),
                help="Whether a card may come again: yes, for other entrants, never in the event.",
            ),
            click.option("--tough", is_flag=True, default=None, help="Cards of the tough deck."),
            click.option("--bar", "barred", multiple=True, metavar="CARD", help="Not this card."),
            click.option("--cycles", type=click.IntRange(1, 2), help="Of a round robin."),
            click.option(
                "--exchange",
                is_flag=True,
                default=None,
                help="Exchange the last two rounds of the first cycle.",
            ),
            click.option("--giver", metavar="NAME", help="Who gives the simultaneous exhibition."),
            click.option(
                "--alternate", is_flag=True, default=None, help="The giver starts every second."
            ),
            click.option(
                "--early", is_flag=True, default=None, help="End a match that is decided."
            ),
            click.option(
                "--minutes",
                type=click.IntRange(1, 1440),
                metavar="N",
                help="How long boards of an arena begin.",
            ),
            click.option(
                "--adjudicator",
                type=Choice(get_args(Adjudicator)),
                help="Who decides where a draw was refused (default: program).",
            ),
            click.option(
                "--absences", type=number, metavar="N", help="Absent so often: withdrawn."
            ),
            click.option(
                "--prohibit",
                nargs=2,
                multiple=True,
                metavar="ONE TWO",
                help="These two are not paired.",
            ),
        )
    ):
        function = option(function)
    return function


def settings_of(before: dict[str, Any], given: dict[str, Any]) -> Event:
    """Return settings with what was given in place of what was there before."""
    values = {**before, **{name: given[name] for name in _PLAIN if given[name] is not None}}
    for name in ("exchange", "alternate", "early"):
        if given[name] is not None:
            values[name] = given[name]
    variant: Variant | None = given["variant"]
    if variant is not None:
        values["variant"] = variant.key
    if given["rules"] is not None:
        values["house"] = _house(given["rules"])
    if given["scoring"] is not None:
        values["scoring"] = SCORINGS[given["scoring"]].to_dict()
    if given["preset"] is not None:
        values["criteria"] = list(PRESETS[given["preset"]].criteria)
        values["unplayed"] = PRESETS[given["preset"]].unplayed
    if given["criteria"]:
        first = [] if "advanced" in given["criteria"] else ["points"]
        values["criteria"] = first + [name for name in given["criteria"] if name not in first]
    if given["unplayed"] is not None:
        values["unplayed"] = given["unplayed"]
    if given["prohibit"]:
        values["prohibited"] = [list(pair) for pair in given["prohibit"]]
    cards = {name: given[name] for name in ("deck", "scope", "repeats", "tough")}
    chosen = {name: value for name, value in cards.items() if value is not None}
    if given["barred"]:
        chosen["barred"] = list(given["barred"])
    if chosen:
        if "deck" not in chosen and "ballots" not in values:
            raise Refused("--deck: say from which deck cards are drawn")
        values["ballots"] = {**values.get("ballots", {}), **chosen}
    return Event.from_dict(values)


def _house(path: Path) -> Any:
    """Return the record of house rules in a file. Raises `Refused`."""
    try:
        return Variant.from_dict(json.loads(read_text(path))).to_dict()
    except (ValueError, RecursionError) as error:
        raise Refused(f"{path}: {error}") from None


@click.command("new")
@file_argument
@settings_options
def new(file: Path, **given: Any) -> None:
    """Make the file of a new event; its settings may be changed until round 1."""
    if file.exists():
        raise Refused(f"{file}: is there already")
    if not file.resolve().parent.is_dir():
        raise Refused(f"{file}: there is no such folder")
    if given["format"] == "knockout" and not given["preset"] and not given["criteria"]:
        given["preset"] = "knockout"
    if given["format"] == "arena":
        given["scoring"] = given["scoring"] or "arena"
        if not given["preset"] and not given["criteria"]:
            given["preset"] = "arena"
    log = Log.begin(settings_of({"name": file.stem, "format": "swiss"}, given), now())
    write_new(file, log)
    _tell(log.competition.event)
    click.echo(f"Publish it with: crownhead event publish {file}")


@click.command("set")
@file_argument
@click.option("--reason", metavar="TEXT", help="Why; needed from round 1 on.")
@settings_options
def amend(file: Path, reason: str | None, **given: Any) -> None:
    """Change settings; from round 1 on some are frozen, the others need a reason."""
    with change(file) as desk:
        if desk.event.rounds and not reason:
            raise Refused("--reason: round 1 has been published; say why")
        event = settings_of(desk.event.event.to_dict(), given)
        if event == desk.event.event:
            raise Refused("nothing would be changed")
        desk.act("amend", event=event.to_dict(), reason=reason or "before round 1")
        _tell(desk.event.event)
        if desk.event.rounds:
            click.echo("The change stands in the trail, with its reason.", err=True)


@click.command("publish")
@file_argument
@click.option(
    "--lots",
    type=click.IntRange(1, 400),
    metavar="N",
    help="For how many rounds lots are prepared (default: as many as the event has).",
)
def publish(file: Path, lots: int | None) -> None:
    """Publish the settings and the commitments to all lots; then entries open.

    A lot that is chosen when the names are known could be chosen for a name, so that commitments
    come before anybody enters. Their secret seeds are written to FILE.secret: keep it, show it to
    nobody; without it no card can be drawn.
    """
    with change(file) as desk:
        event = desk.event.event
        if desk.event.commitments:
            raise Refused(f"{file}: was published before")
        count = (lots or event.rounds or SPARE_LOTS) if event.ballots is not None else 0
        seeds = new_seeds(1 + count)
        desk.log = desk.log.publish(now(), seeds)
        write_seeds(file, seeds)
    click.echo(f"{file}: published, with commitments to {1 + count} lots")


def _tell(event: Event) -> None:
    games = "1 game" if event.games == 1 else f"{event.games} games"
    parts = [
        event.format,
        f"{event.rounds} rounds" if event.rounds else "",
        event.house.name() if event.house else event.variant,
        games,
    ]
    parts += [event.scoring.key, event.clock]
    click.echo(f"{event.name}: {', '.join(part for part in parts if part)}")
    click.echo(f"ranked by {', '.join(event.ranking.criteria)}")
    if event.adjudicator == "arbiter":
        click.echo("an arbiter decides where a draw was refused")
    if event.ballots is not None:
        click.echo(f"cards of {event.ballots.deck}, one for each {event.ballots.scope}")
