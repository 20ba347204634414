"""What goes out: PDN headers, TRF26, CSV, the cross table, sheets; and reports that come in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from crownhead import Game, atomic
from crownhead.ballots import deck
from crownhead.cli.arguments import Choice, OutputPath, Refused, language_option
from crownhead.cli.event.desk import file_argument, now, read, read_text, write_new
from crownhead.cli.event.fees import read_till
from crownhead.competition import (
    SCORINGS,
    Competition,
    CompetitionError,
    Encounter,
    trf,
    trfreading,
)
from crownhead.competition.crosstable import grid
from crownhead.competition.importing import to_log
from crownhead.competition.scoring import FORFEITS
from crownhead.competition.sheets import OF_THE_DESK, SHEETS, sheet
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
    type=Choice(("pdn", "trf", "csv", "crosstable")),
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


@click.command("import")
@click.argument("report", type=click.Path(path_type=Path, dir_okay=False), metavar="REPORT")
@file_argument
@click.option("--scoring", type=Choice(tuple(SCORINGS)), help="Default: as the report says.")
@click.option("--games", type=click.IntRange(1, 4), help="Of an encounter; default: as it says.")
def import_report(report: Path, file: Path, scoring: str | None, games: int | None) -> None:
    """Make an event of a report for FIDE (TRF), as another program has left it.

    Pairings that are not this program's own stand in the trail as made by hand.
    """
    if file.exists():
        raise Refused(f"{file}: is there already")
    try:
        known = trfreading.loads(
            read_text(report), None if scoring is None else SCORINGS[scoring], games or 0
        )
        log = to_log(known, now(), f"imported from {report.name}"[:200])
    except CompetitionError as error:
        raise Refused(f"{report}: {error}") from None
    write_new(file, log)
    event = log.competition
    by_hand = sum(each.manual for each in event.rounds)
    click.echo(f"{event.event.name}: {len(event.entrants)} entrants, {len(event.rounds)} rounds")
    if by_hand:
        click.echo(f"{by_hand} of them are paired otherwise than here", err=True)


@click.command("print")
@file_argument
@click.argument("kind", type=Choice(tuple(SHEETS)))
@click.option("--round", "number", type=int, default=0, metavar="N", help="Default: the last one.")
@click.option(
    "--fees",
    "with_fees",
    is_flag=True,
    help="On participants and checkin: who has paid how much. For the desk, not for the wall.",
)
@output_option
@language_option
def print_sheet(
    file: Path, kind: str, number: int, with_fees: bool, output: Path | None, lang: str | None
) -> None:
    """Write a sheet as HTML that prints well on A4, in German or English."""
    speech = Catalogue(detect(wanted=lang))
    if with_fees and kind not in OF_THE_DESK:
        raise Refused(speech.text("sheet.fees_of", known=speech.both(OF_THE_DESK)))
    till = read_till(file) if with_fees else None
    if with_fees and till is None:
        raise Refused(speech.text("sheet.no_fees", path=file))
    try:
        text = sheet(kind, read(file), speech, number, till)
    except CompetitionError as error:
        raise Refused(speech.error(error)) from None
    _write(text, output)
