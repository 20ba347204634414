"""A round: paired, its card drawn, its results entered and corrected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from crownhead.ballots import deck
from crownhead.cli.arguments import Refused
from crownhead.cli.event.desk import (
    change,
    file_argument,
    now,
    read,
    read_seeds,
    secrets_of,
    write_seeds,
)
from crownhead.cli.event.entries import reason_option
from crownhead.cli.event.tables import show, table_options
from crownhead.competition import Competition, CompetitionError, Encounter, Round, new_seeds
from crownhead.competition.boards import swap_players
from crownhead.competition.lottery import commitment
from crownhead.competition.scoring import FORFEITS

ALONE = {"bye": "bye", "requested": "bye asked for", "absent": "absent", "free": "free"}


def rows_of(event: Competition, boards: tuple[Encounter, ...], published: Round) -> list[list[str]]:
    """Return the boards of a round as rows: board, who starts, who answers, result, card."""
    rows = []
    for n, board in enumerate(boards, 1):
        if board.two is None:
            rows.append([str(n), board.one, "", ALONE[str(board.alone)], ""])
            continue
        result = " ".join([*board.games, *(f"({token})" for token in board.extra)])
        rows.append([str(n), board.one, board.two, result, card_of(event, published, n)])
    return rows


def card_of(event: Competition, published: Round, board: int) -> str:
    """Return the card of a board with its moves."""
    code, ballots = published.card(board), event.event.ballots
    return "" if code is None or ballots is None else str(deck(ballots.deck).card(code))


HEADINGS = ("board", "starts", "answers", "result", "card")


@click.command("pair")
@file_argument
@click.option("--draft", is_flag=True, help="Show the round, publish nothing.")
@click.option(
    "--swap",
    nargs=2,
    multiple=True,
    metavar="ONE TWO",
    help="Exchange two by hand; who starts, where they meet.",
)
@click.option("--reason", metavar="TEXT", default="", help="Why something is done by hand.")
@table_options
def pair(
    file: Path,
    draft: bool,
    swap: tuple[tuple[str, str], ...],
    reason: str,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Pair the next round and publish it.

    What is done by hand stands in the trail beside what the program would have paired.
    """
    with change(file) as desk:
        seed = "" if desk.event.rounds or not desk.event.commitments else read_seeds(file)[0]
        ready = desk.event.reveal_numbers(seed)
        boards = tuple(ready.propose())
        for one, two in swap:
            try:
                boards = swap_players(boards, one, two)
            except CompetitionError as error:
                raise Refused(f"--swap: {error}") from None
        if not draft:
            desk.log = desk.log.pair(now(), boards if swap else None, reason, seed)
        event = desk.event if not draft else ready.publish(boards, boards)
    number = len(event.rounds)
    rows = rows_of(event, event.rounds[-1].boards, event.rounds[-1])
    title = f"{event.event.name}, round {number}" + (" (draft)" if draft else "")
    show(HEADINGS, rows, title=title, as_json=as_json, as_csv=as_csv)
    for warning in event.warnings():
        click.echo(warning, err=True)
    if event.event.ballots is not None and not draft:
        click.echo(f"Draw its cards with: crownhead event card {file}", err=True)


@click.command("card")
@file_argument
@table_options
def card(file: Path, as_json: bool, as_csv: bool) -> None:
    """Reveal the seed of the round, and with it its cards; none is ever drawn again."""
    with change(file) as desk:
        if desk.event.event.ballots is None or not desk.event.rounds:
            raise Refused("there is nothing to be drawn")
        seeds, number = read_seeds(file), len(desk.event.rounds)
        if number >= len(seeds):
            raise Refused(f"round {number}: no lot was prepared for it")
        if not seeds[number]:
            raise Refused(f"round {number}: its seed is lost; annul it, and pair it again")
        desk.log = desk.log.reveal(now(), seeds[number])
        event = desk.event
    last = event.rounds[-1]
    if event.event.ballots is not None and event.event.ballots.scope == "round":
        said = str(deck(event.event.ballots.deck).card(last.cards[0]))
        values = {"round": number, "card": last.cards[0], "seed": last.seed}
        show(
            ["round", "card"], [[str(number), said]], as_json=as_json, as_csv=as_csv, values=values
        )
        return
    rows = [row for row in rows_of(event, last.boards, last) if row[4]]
    show(HEADINGS, rows, as_json=as_json, as_csv=as_csv)


@click.command("annul")
@file_argument
@reason_option
def annul(file: Path, reason: str) -> None:
    """Take back the round published last; its lots are replaced by new ones.

    That is also the way on where FILE.secret was lost.
    """
    with change(file) as desk:
        number, ballots = len(desk.event.rounds), desk.event.event.ballots
        fresh: dict[str, Any] = {}
        if ballots is not None and number:
            known = secrets_of(file).exists()
            seeds = [*read_seeds(file)] if known else [""] * len(desk.event.commitments)
            if number < len(seeds):
                seeds[number] = new_seeds(1)[0]
                fresh = {"commitment": commitment(seeds[number], ballots)}
                desk.act("annul", round=number, reason=reason, **fresh)
                write_seeds(file, tuple(seeds))
        if not fresh:
            desk.act("annul", round=number, reason=reason)
    click.echo(f"round {number} is annulled")


@click.command("result")
@file_argument
@click.argument("results", nargs=-1, required=True, metavar="BOARD=GAMES...")
@click.option("--round", "number", type=int, metavar="N", help="Default: the last one.")
@click.option("--reason", metavar="TEXT", default="", help="Why a result is corrected.")
def result(file: Path, results: tuple[str, ...], number: int | None, reason: str) -> None:
    """Enter results of one board or several, as who starts the first game sees them.

    Games are parted by commas: "3=2-0,1-1". A forfeit is +/-, -/+ or -/-. Either all are entered or
    none.
    """
    with change(file) as desk:
        number = number or len(desk.event.rounds)
        for board, games in map(_result, results):
            desk.act("result", round=number, board=board, games=games, reason=reason)
        event = desk.event
        left = sum(not b.is_over(event.event.games) for b in event.rounds[number - 1].boards)
    missing = "all results are there" if not left else f"{left} still to come"
    click.echo(f"round {number}: {missing}")
    if event.over:
        click.echo("The event is over.")


@click.command("tie-break")
@file_argument
@click.argument("results", nargs=-1, required=True, metavar="BOARD=GAMES...")
def tie_break(file: Path, results: tuple[str, ...]) -> None:
    """Enter the games of a tie-break in a knockout, all of them of each board."""
    with change(file) as desk:
        for board, games in map(_result, results):
            desk.act("tie-break", round=len(desk.event.rounds), board=board, games=games)
            encounter = desk.event.board(len(desk.event.rounds), board)
            winner = encounter.winner(desk.event.event.scoring)
            click.echo(f"board {board}: {winner or 'still level'}")


def _result(text: str) -> tuple[int, list[str]]:
    board, sign, games = text.partition("=")
    if not sign or not board.isascii() or not board.isdecimal():
        raise Refused(f"{text[:20]!r} is not a board and its games, such as 3=2-0")
    tokens = [token.strip().replace("1/2", "½") for token in games.split(",")]
    return int(board[:6]), [_forfeit(token) for token in tokens if token]


def _forfeit(token: str) -> str:
    """Return the sign of a forfeit as it is kept, also where a dash was written for the stroke."""
    spelt = {sign.replace("/", middle): sign for sign in FORFEITS for middle in (":", "")}
    return spelt.get(token, token)


@click.command("round")
@file_argument
@click.argument("number", type=int, required=False)
@table_options
def show_round(file: Path, number: int | None, as_json: bool, as_csv: bool) -> None:
    """Show the boards of a round, by default of the last one, with results and cards."""
    event = read(file).competition
    number = number or len(event.rounds)
    try:
        event.board(number, 1)
    except CompetitionError as error:
        raise Refused(str(error)) from None
    published = event.rounds[number - 1]
    rows = rows_of(event, published.boards, published)
    title = f"{event.event.name}, round {number}"
    values = published.to_dict() if as_json else None
    show(HEADINGS, rows, title=title, as_json=as_json, as_csv=as_csv, values=values)
