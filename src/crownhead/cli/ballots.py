"""`crownhead ballots`: compute, verify, merge and show claims of the book of ballots."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from crownhead.ballotbook import ledger
from crownhead.ballotbook.book import Book, Entry, book, read
from crownhead.ballotbook.claims import MOST_MEGABYTES, MOST_NODES, Known, Searched
from crownhead.ballotbook.computing import POSITIONS, Effort, compute
from crownhead.ballotbook.failure import AnotherEngine, InvalidClaim
from crownhead.ballotbook.searching import MEGABYTES, NODES, NODES_A_MOVE
from crownhead.ballotbook.verifying import verify
from crownhead.ballots import DECKS, Card, Deck, deck
from crownhead.cli.arguments import Choice, Refused, json_option
from crownhead.cli.interrupt import interruptible
from crownhead.cli.progress import progress, progress_when_known
from crownhead.digits import number_of, parse_uint
from crownhead.errors import CrownheadError
from crownhead.extras import data_hint
from crownhead.workers import hire

HOLDS, REFUSED, NOT_REPEATED = 0, 1, 3

_file = click.Path(dir_okay=False, path_type=Path)
_given = click.Path(exists=True, dir_okay=False, path_type=Path)
_folder = click.Path(exists=True, file_okay=False, path_type=Path)
_deck = Choice(tuple(DECKS))


def _tables_option(command: Any) -> Any:
    return click.option(
        "--tables", "folder", type=_folder, help="Endgame tables of your own, before those shipped."
    )(command)


def _cards_option(command: Any) -> Any:
    return click.option(
        "--cards", metavar="C,...", help="Only these of the deck, such as 1,4-7 or 1-II,2-IV."
    )(command)


@click.group("ballots")
def command() -> None:
    """Compute what each card of a deck is worth, verify such claims, merge and show them."""


@command.command("compute")
@click.argument("deck_key", type=_deck, metavar="DECK")
@click.argument("path", type=_file, metavar="FILE")
@_cards_option
@click.option(
    "--what",
    "status",
    type=Choice(("searched", "table-backed", "proved")),
    default="searched",
    show_default=True,
    help="A search of each card, a line of it down to the tables, or a proof of its end.",
)
@click.option(
    "--nodes",
    type=click.IntRange(1, MOST_NODES),
    help=f"Of the search of a card [default: {NODES}], or of each move of a line"
    f" [default: {NODES_A_MOVE}].",
)
@click.option(
    "--megabytes",
    type=click.IntRange(1, MOST_MEGABYTES),
    help=f"Of the search's table [default: {MEGABYTES}].",
)
@click.option(
    "--positions",
    type=click.IntRange(1_000, 1_000_000_000),
    default=POSITIONS,
    show_default=True,
    help="Positions that each proof looks at.",
)
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@_tables_option
def compute_command(
    deck_key: str,
    path: Path,
    cards: str | None,
    status: Any,
    nodes: int | None,
    megabytes: int | None,
    positions: int,
    threads: int,
    folder: Path | None,
) -> None:
    """Add a claim about each card of DECK to FILE, one a line.

    An interrupted run is gone on with by the same command, and cards of which FILE says as much
    already are left out. Each card takes one of the threads, or one processor of a cluster
    (RAY_ADDRESS). `--what proved` begins with the lines to the tables in FILE.
    """
    chosen = _select(deck(deck_key), cards)
    effort = replace(Effort.usual(status), positions=positions)
    if folder is not None:
        effort = replace(effort, directories=(folder,))
    if nodes is not None:
        effort = replace(effort, nodes=nodes)
    if megabytes is not None:
        effort = replace(effort, megabytes=megabytes)
    with hire(threads) as workers, progress_when_known("cards") as shown:
        added = interruptible(
            lambda: compute(
                chosen,
                path,
                effort,
                workers=workers,
                progress=lambda done, total: shown(done, total, ""),
            )
        )
    click.echo(f"{path}: {number_of(added, 'claim')} added")


@command.command("verify")
@click.argument("files", nargs=-1, type=_given, metavar="[FILE]...")
@click.option("--deck", "deck_key", type=_deck, help="The book of this deck that is installed.")
@click.option("--cards", metavar="C,...", help="Only the claims about these cards.")
@click.option("--quick", is_flag=True, help="Repeat no searches: rules, tables and proofs alone.")
@_tables_option
@json_option
def verify_command(
    files: tuple[Path, ...],
    deck_key: str | None,
    cards: str | None,
    quick: bool,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Verify the claims of FILEs, or of the book that is installed: each search is repeated.

    The status is 0 where all hold, 1 where one does not, and 3 where one was searched by another
    engine than this one and could not be repeated.
    """
    worst = HOLDS
    sources: list[tuple[str, Iterable[tuple[int, Known | InvalidClaim]]]]
    sources = [(str(path), _lines(path)) for path in files]
    if not files:
        known = _read_installed(deck_key or "english-3move")
        sources = [(known.deck.key, enumerate(known.claims, 1))]
    count = 0
    for name, lines in sources:
        for number, claim in lines:
            if isinstance(claim, InvalidClaim):
                outcome: CrownheadError | str = claim
            elif cards is not None and claim.card not in _select(deck(claim.card.deck), cards):
                continue
            else:
                outcome = _outcome(claim, folder, quick)
            count += 1
            worst = max(worst, _status(outcome), key=(HOLDS, NOT_REPEATED, REFUSED).index)
            _report(name, number, claim, outcome, as_json)
    if not count:
        raise Refused("There is no claim to verify")
    click.get_current_context().exit(worst)


@command.command("merge")
@click.argument("target", type=_file, metavar="BOOK")
@click.argument("files", nargs=-1, required=True, type=_given, metavar="FILE...")
@click.option(
    "--quick", is_flag=True, help="Repeat no searches: for files of machines that you trust."
)
@_tables_option
def merge_command(target: Path, files: tuple[Path, ...], quick: bool, folder: Path | None) -> None:
    """Verify the claims of FILEs and put those that hold into BOOK, which is made if need be.

    Of each kind the best claim about a card stays. A claim that does not hold, or whose search
    cannot be repeated here, is left out and named; then the status is 1.
    """
    claims = [(path, n, claim) for path in files for n, claim in _lines(path)]
    first = next((claim for _, _, claim in claims if not isinstance(claim, InvalidClaim)), None)
    if target.exists():
        merged = read(target)
    elif first is not None:
        merged = Book(first.card.deck)
    else:
        raise Refused("None of the files holds a claim")
    added = refused = 0
    with progress("claims", len(claims)) as shown:
        for done, (path, number, claim) in enumerate(claims):
            shown(done, "")
            try:
                if isinstance(claim, InvalidClaim):
                    raise claim
                if not merged.improves(claim):
                    continue
                interruptible(partial(verify, claim, _directories(folder), searching=not quick))
                added += merged.add(claim)
            except CrownheadError as error:
                refused += 1
                click.echo(f"{path}:{number}: refused: {_about(claim)}{error}", err=True)
    merged.write(target)
    told = f", {number_of(refused, 'claim')} refused" if refused else ""
    click.echo(f"{target}: {number_of(added, 'claim')} added{told}")
    click.get_current_context().exit(REFUSED if refused else HOLDS)


@command.command("show")
@click.argument("deck_key", type=_deck, metavar="[DECK]", default="english-3move")
@_cards_option
@click.option("--file", "path", type=_given, help="A file of claims in place of what is installed.")
@click.option("--lines", is_flag=True, help="Show the lines, too.")
@json_option
def show_command(
    deck_key: str, cards: str | None, path: Path | None, lines: bool, as_json: bool
) -> None:
    """Show what is known of the cards of DECK: verdict, ground, score for White, depth.

    The status is 1 where nothing is known of any of them.
    """
    known = read(path, deck_key) if path is not None else _read_installed(deck_key)
    chosen = [known.entry(card.code) for card in _select(known.deck, cards)]
    for entry in chosen:
        if as_json:
            click.echo(json.dumps(entry_to_dict(entry), ensure_ascii=False))
        else:
            click.echo(_text(entry))
            if lines:
                for claim in entry.claims:
                    click.echo(f"    {claim.status}: {' '.join(claim.line) or '-'}")
    found = any(entry.status is not None for entry in chosen)
    click.get_current_context().exit(HOLDS if found else REFUSED)


def entry_to_dict(entry: Entry) -> dict[str, Any]:
    """Return what is known of a card as plain data."""
    searched = entry.searched
    return {
        "deck": entry.card.deck,
        "card": entry.card.code,
        "moves": " ".join(entry.card.moves),
        "name": entry.card.name,
        "classified": entry.card.status,
        "verdict": entry.verdict,
        "status": entry.status,
        "score": None if searched is None else searched.score,
        "depth": None if searched is None else searched.depth,
        "nodes": None if searched is None else searched.nodes,
        "line": None if entry.best is None else " ".join(entry.best.line),
        "line_ends": None if entry.backed is None else entry.backed.verdict,
        "line_to_tables": None if entry.backed is None else " ".join(entry.backed.line),
        "proved_from": entry.proved_from,
    }


def _text(entry: Entry) -> str:
    """Return what is known of a card in a line."""
    if entry.best is None:
        return f"{entry.card}: nothing known"
    told = [f"{entry.card}: {entry.verdict} ({entry.status})"]
    if entry.searched is not None:
        told.append(_score(entry.searched))
    if entry.backed is not None:
        line = f"its line of {number_of(len(entry.backed.line), 'ply', 'plies')} ends:"
        told.append(f"{line} {entry.backed.verdict}")
    if entry.proved_from:
        told.append(f"proved from ply {entry.proved_from} on")
    return "; ".join(told)


def _score(claim: Searched) -> str:
    return f"{claim.score / 100:+.2f} at depth {claim.depth}, {claim.nodes:,} nodes"


def _read_installed(key: str) -> Book:
    found = book(key)
    if found is None:
        raise Refused(f"No book of {key} is installed{data_hint()}")
    return found


def _lines(path: Path) -> list[tuple[int, Known | InvalidClaim]]:
    """Return the claims of a file with the numbers of their lines, and what is wrong in others."""
    wrong: list[tuple[int, Known | InvalidClaim]] = []
    good: list[tuple[int, Known | InvalidClaim]] = list(
        ledger.read_numbered(path, lambda number, error: wrong.append((number, error)))
    )
    return sorted(good + wrong, key=lambda one: one[0])


def _directories(folder: Path | None) -> list[Path]:
    return [] if folder is None else [folder]


def _outcome(claim: Known, folder: Path | None, quick: bool) -> CrownheadError | str:
    """Return what was done to verify a claim, or what is wrong with it."""
    try:
        done = interruptible(lambda: verify(claim, _directories(folder), searching=not quick))
    except CrownheadError as error:
        return error
    if claim.status == "proved":
        return f"{number_of(done.entries, 'position')} shown"
    return "search repeated" if done.repeated else "search not repeated"


def _status(outcome: CrownheadError | str) -> int:
    if isinstance(outcome, str):
        return HOLDS
    return NOT_REPEATED if isinstance(outcome, AnotherEngine) else REFUSED


def _report(
    name: str,
    number: int,
    claim: Known | InvalidClaim,
    outcome: CrownheadError | str,
    as_json: bool,
) -> None:
    status = _status(outcome)
    word = {HOLDS: "holds", NOT_REPEATED: "not repeated", REFUSED: "refused"}[status]
    if as_json:
        row: dict[str, Any] = {"file": name, "line": number, "outcome": word, "what": str(outcome)}
        row["place"] = getattr(outcome, "place", "")
        if not isinstance(claim, InvalidClaim):
            row |= {"deck": claim.card.deck, "card": claim.card.code}
            row |= {"status": claim.status, "verdict": claim.verdict}
            row["plies"] = 0 if isinstance(claim, Searched) else len(claim.line)
        click.echo(json.dumps(row))
    elif status == HOLDS:
        click.echo(f"{name}:{number}: holds: {_about(claim)}{outcome}")
    else:
        click.echo(f"{name}:{number}: {word}: {_about(claim)}{outcome}", err=True)


def _about(claim: Known | InvalidClaim) -> str:
    if isinstance(claim, InvalidClaim):
        return ""
    # What is said of the end of a line is said of that position, and not of the card.
    plies = 0 if isinstance(claim, Searched) else len(claim.line)
    place = f" after {number_of(plies, 'ply', 'plies')}" if plies else ""
    return f"{claim.card.deck} {claim.card.code}{place}, {claim.verdict} ({claim.status}): "


def _select(given: Deck, cards: str | None) -> list[Card]:
    """Return the cards that `--cards` names, in the order of the deck."""
    if cards is None:
        return list(given)
    wanted: set[str] = set()
    for part in cards.split(","):
        first, dash, last = part.strip().partition("-")
        begin, end = parse_uint(first), parse_uint(last)
        if dash and begin is not None and end is not None and begin <= end:
            numbers = range(begin, min(end, given.cards[-1].number) + 1)
            wanted |= {card.code for card in given if card.number in numbers}
        else:
            wanted.add(given.card(part).code)
    return [card for card in given if card.code in wanted]
