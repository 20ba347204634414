"""What goes out: PDN headers, TRF26, CSV, the cross table, sheets to be printed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from crownhead import Game, atomic
from crownhead.ballots import deck
from crownhead.cli.arguments import OutputPath, Refused, language_option
from crownhead.cli.event.desk import file_argument, read
from crownhead.competition import Competition, CompetitionError, Encounter, trf
from crownhead.competition.crosstable import grid
from crownhead.competition.scoring import FORFEITS
from crownhead.competition.sheets import SHEETS, sheet
from crownhead.competition.spreadsheet import csv_text, results
from crownhead.formats.pdn import PdnGame, dumps
from crownhead.formats.pdn.results import Meaning, write
from crownhead.locales import Catalogue, detect

output_option = click.option(
    "-o", "--output", type=OutputPath(), metavar="OUT", help="Write there."
)


@click.command("export")
@file_argument
@click.option(
    "--as",
    "kind",
    type=click.Choice(("pdn", "trf", "csv", "crosstable")),
    required=True,
    help="Headers of all games; report of FIDE; results, one a line; table with cells 2/14b.",
)
@output_option
def export(file: Path, kind: str, output: Path | None) -> None:
    """Write an event in the formats of others."""
    event = read(file).competition
    if kind == "pdn":
        text = "".join(_games(event, read(file).deeds[0].at[:10].replace("-", ".")))
    elif kind == "trf":
        text = trf.dumps(event)
    elif kind == "csv":
        text = csv_text(*results(event))
    else:
        text = csv_text(*grid(event))
    _write(text, output)


def _write(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=False)
    else:
        atomic.write(output, text)
        click.echo(f"{output}: written", err=True)


def _games(event: Competition, date: str) -> Iterator[str]:
    """Yield a game without moves, but for those of its card, for each that is to be played."""
    for number, published in enumerate(event.rounds, 1):
        for n, board in enumerate(published.boards, 1):
            if board.two is None:
                continue
            for nth in range(event.event.games):
                yield dumps(_game(event, board, number, n, nth, published.card(n), date))


def _game(
    event: Competition,
    board: Encounter,
    number: int,
    n: int,
    nth: int,
    card: str | None,
    date: str,
) -> PdnGame:
    settings = event.event
    variant = settings.game
    starts, answers = (board.one, board.two or "")[:: -1 if nth % 2 else 1]
    white, black = (starts, answers) if variant.first == "white" else (answers, starts)
    tags = {
        "Event": settings.name,
        "Date": date,
        "Round": f"{number}.{n}" + (f".{nth + 1}" if settings.games > 1 else ""),
        "White": white,
        "Black": black,
    }
    if nth < len(board.games):
        token = board.games[nth]
        outcome = settings.scoring.outcome(token)
        what: Meaning = "draw" if outcome.one == outcome.two else "white"
        if outcome.one != outcome.two and (outcome.one > outcome.two) != (white == board.one):
            what = "black"
        tags["Result"] = write("both lost" if token == "-/-" else what, variant)
        tags["Termination"] = "forfeit" if token in FORFEITS else "normal"
    if settings.clock:
        tags["TimeControl"] = settings.clock
    if card is not None and settings.ballots is not None:
        drawn = deck(settings.ballots.deck).card(card)
        game = drawn.game()
        if settings.house is not None:
            game = Game(variant, start=drawn.start_fen or None, opening=len(drawn.moves))
            for move in drawn.moves:
                game.play(move)
    else:
        game = Game(variant)
    made = PdnGame.from_game(game, tags)
    if "Termination" in tags:
        made.tags["Termination"] = tags["Termination"]
    return made


@click.command("print")
@file_argument
@click.argument("kind", type=click.Choice(tuple(SHEETS)))
@click.option("--round", "number", type=int, default=0, metavar="N", help="Default: the last one.")
@output_option
@language_option
def print_sheet(file: Path, kind: str, number: int, output: Path | None, lang: str | None) -> None:
    """Write a sheet as HTML that prints well on A4, in German or English."""
    try:
        text = sheet(kind, read(file), Catalogue(detect(wanted=lang)), number)
    except CompetitionError as error:
        raise Refused(str(error)) from None
    _write(text, output)
