"""`crownhead play`: options in, a game at the terminal out."""

from __future__ import annotations

from dataclasses import replace

import click
from click.core import ParameterSource

from crownhead import variants
from crownhead.cli.arguments import Choice, Refused, VariantArgument, language_option, position_of
from crownhead.cli.play.app import App, Wishes, load_table
from crownhead.cli.play.plan import LEVELS, Plan, deck_of
from crownhead.cli.play.saves import Saves, file_name
from crownhead.cli.play.setup import DEFAULT, SetUp, minutes
from crownhead.cli.play.talk import talk
from crownhead.engines.adjudicator import ProgramAdjudicator
from crownhead.errors import CrownheadError
from crownhead.locales import Catalogue, detect
from crownhead.variants import Variant

CONTRADICTIONS = {
    "friend": ("level",),
    "house": ("variant",),
    "load": ("variant", "house", "fen", "friend", "level", "color", "clock", "huffing", "ballot"),
}
"""Options of which only one can be followed: a saved game, for one, has its opponent and rules."""


@click.command("play")
@click.option("--variant", type=VariantArgument(), metavar="KEY", help="Game; see `variants`.")
@click.option("--house", metavar="NAME", help="A saved set of house rules.")
@click.option("--fen", metavar="F", help="Start from this FEN.")
@click.option("--friend", is_flag=True, help="Two players at this terminal.")
@click.option("--level", type=click.IntRange(LEVELS[0], LEVELS[-1]), help="Play the computer.")
@click.option(
    "--color", type=Choice(["white", "black", "toss"]), help="Your side (default: first)."
)
@click.option("--clock", metavar="MIN+SEC", help="Minutes, and seconds more for each move.")
@click.option("--huffing", is_flag=True, help="Missed captures can be huffed.")
@click.option("--ballot", is_flag=True, help="Two games from a card that is drawn.")
@click.option("--notation", type=Choice(["numeric", "algebraic"]), help="How to name squares.")
@click.option("--seed", type=click.IntRange(1, 2**31 - 1), help="Make the computer repeatable.")
@click.option("--load", metavar="FILE", help="Go on with a saved game.")
@click.option("--new", is_flag=True, help="Do not ask for the game that was left.")
@click.option("--plain", is_flag=True, help="No colour and no board drawing; the board in words.")
@language_option
def command(
    variant: Variant | None,
    house: str | None,
    fen: str | None,
    friend: bool,
    level: int | None,
    color: str | None,
    clock: str | None,
    huffing: bool,
    ballot: bool,
    notation: str | None,
    seed: int | None,
    load: str | None,
    new: bool,
    plain: bool,
    lang: str | None,
) -> None:
    """Play draughts in the terminal, against the computer or a friend.

    Whatever is not given is asked for; Enter takes the default. The game is kept after every move.
    """
    speech = Catalogue(detect(wanted=lang))
    _refuse_contradictions(speech)
    saves = Saves()
    chosen = _house(house, saves, speech) if house else variant
    wishes = Wishes(resume=not new and load is None)
    adjudicator = ProgramAdjudicator()  # E24: no arbiter is at the table
    if load is not None:
        try:
            wishes.table = load_table(load, speech, adjudicator)
        except CrownheadError as error:
            raise Refused(str(error)) from error
    changes = {
        "level": level,
        "rival": "friend" if friend else "computer" if level else None,
        "notation": notation,
        "time": _clock(clock, speech),
        "huffing": huffing or None,
        "ballot": ballot or None,
        "seed": seed,
    }
    changes = {name: value for name, value in changes.items() if value is not None}
    if color:
        changes["color"] = None if color == "toss" else color
    if fen is not None:
        chosen = chosen or variants.get(DEFAULT)
        position_of(chosen, fen, lang)
        changes["fen"] = fen
    said = talk(plain)
    if chosen is not None or changes:
        last = SetUp(said, speech, saves).last()
        wishes.plan = replace(Plan.of(chosen) if chosen else last, **changes)  # type: ignore[arg-type]
        wishes.ask_game = chosen is None
        wishes.ask_rival = not (friend or level)
        wishes.resume = wishes.resume and chosen is None
        _check(wishes.plan, speech)
    App(said, speech, saves, adjudicator=adjudicator).run(wishes)


def _refuse_contradictions(speech: Catalogue) -> None:
    """Refuse two options of which only one could be followed."""
    context = click.get_current_context()
    given = {
        parameter.name: parameter.opts[0]
        for parameter in context.command.params
        if context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
    }
    for one, others in CONTRADICTIONS.items():
        for other in others:
            if one in given and other in given:
                said = speech.text("error.not_together", one=given[one], other=given[other])
                raise Refused(said)


def _house(name: str, saves: Saves, speech: Catalogue) -> Variant:
    for variant in saves.houses():
        if file_name(variant.name()) == file_name(name):
            return variant
    raise Refused(speech.text("error.no_house", name=name[:40], folder=saves.folder / "house"))


def _clock(text: str | None, speech: Catalogue) -> str | None:
    if text is None:
        return None
    time = minutes(text)
    if time is None:
        raise Refused(speech.text("error.clock", text=text[:40]))
    return time


def _check(plan: Plan, speech: Catalogue) -> None:
    if plan.ballot and deck_of(plan.variant.key) is None:
        raise Refused(speech.text("setup.no_deck"))
    if plan.ballot and plan.fen:
        raise Refused(speech.text("error.ballot_fen"))
    if plan.huffing and not plan.variant.rules.compulsory:
        raise Refused(speech.text("setup.no_huffing"))
