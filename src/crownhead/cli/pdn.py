"""`crownhead pdn`: check, convert and search files of games."""

from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any, TypeVar, get_args

import click

from crownhead import atomic
from crownhead._core import PdnText
from crownhead.cli.arguments import (
    LONGEST_TEXT,
    Choice,
    Refused,
    VariantArgument,
    json_option,
    language_option,
)
from crownhead.cli.progress import Shown, progress
from crownhead.errors import CrownheadError, InvalidFen, PdnError
from crownhead.formats.pdn import PdnGame, dumps
from crownhead.formats.pdn.gametype import read_type
from crownhead.formats.pdn.names import fits
from crownhead.formats.pdn.points import Reading, Tally
from crownhead.formats.pdn.reader import Reader, games
from crownhead.formats.pdn.results import decisive, meaning
from crownhead.formats.pdn.source import Source
from crownhead.formats.pdn.tags import tidy, value
from crownhead.locales import Catalogue, detect
from crownhead.position import Position
from crownhead.variants import VARIANTS, Variant

F = TypeVar("F", bound=Callable[..., Any])

FAULTY = 1  # exit status: the file was read, but something in it is wrong, or nothing was found
STANDARD = "-"

_PATIENCE = 1.0  # seconds before progress is shown
_EVERY = 256  # games between two looks at the clock


@click.group("pdn")
def command() -> None:
    """Check, convert and search files of games.

    FILE is a PDN file, or "-" for standard input.
    """


def file_argument(many: bool) -> Callable[[F], F]:
    """Add the argument FILE, or FILE... where there can be many."""
    kind = click.Path(exists=True, dir_okay=False, allow_dash=True)
    if many:
        return click.argument("files", type=kind, nargs=-1, required=True, metavar="FILE...")
    return click.argument("file", type=kind, metavar="FILE")


def encoding_option(command: F) -> F:
    """Add `--encoding`."""
    option = click.option(
        "--encoding", metavar="E", help="How the file is encoded (default: UTF-8 or Latin-1)."
    )
    return option(command)


def reading_options(command: F) -> F:
    """Add what says how a file is to be read: `--variant`, `--results`, `--encoding`."""
    game = click.option(
        "--variant",
        type=VariantArgument(),
        metavar="V",
        help="Which game it is where the tags do not say.",
    )
    order = click.option(
        "--results",
        type=Choice(get_args(Reading)),
        default="auto",
        show_default=True,
        help="Whose points a result names first where Black begins:"
        " White's, those of the side that begins, or what the games show (deep: searched longer).",
    )
    return game(order(encoding_option(command)))


@command.command("check")
@file_argument(many=True)
@click.option(
    "--warnings", is_flag=True, help="Print what is written oddly, too, and how it was read."
)
@reading_options
@json_option
@language_option
@click.pass_context
def check(
    ctx: click.Context,
    files: tuple[str, ...],
    warnings: bool,
    variant: Variant | None,
    results: Reading,
    encoding: str | None,
    as_json: bool,
    lang: str | None,
) -> None:
    """Replay every game and print each error as "file:line:column: sentence".

    Exits with 0 if all games are good, with 1 if not.
    """
    speech = Catalogue(detect(wanted=lang))
    read = good = unreadable = 0
    told: list[dict[str, object]] = []
    for file in files:
        reader = Reader(variant, results)
        games_before, good_before = read, good
        faults: list[dict[str, object]] = []

        def tell(found: Iterable[PdnError], kind: str, number: int) -> None:
            if not as_json:
                report(file, found, speech, err=False)  # noqa: B023  (called in this turn alone)
                return
            for error in found:
                place = {"game": number, "line": error.line, "column": error.column}
                faults.append({"kind": kind, **place, "message": tidy(speech.detail(error))})  # noqa: B023

        try:
            for text in reader.survey(texts(file, encoding, speech)):
                game = reader.game(text)
                read += 1
                good += not game.errors
                tell(game.errors, "error", read - games_before)
                tell(game.warnings if warnings else (), "warning", read - games_before)
        except PdnError as error:  # no text at all
            unreadable += 1
            tell([error], "error", read - games_before)
        if as_json:
            told.append(
                {
                    "file": file,
                    "games": read - games_before,
                    "good": good - good_before,
                    "results": reader.order,
                    "faults": faults,
                }
            )
        elif reader.order is not None:
            say_order(file, reader.tally, speech, err=False)
    if as_json:
        found = {"games": read, "good": good, "files": told}
        click.echo(json.dumps(found, ensure_ascii=False))
    else:
        click.echo(speech.text("pdn.checked", n=read, good=good))
    if good < read or unreadable:
        ctx.exit(FAULTY)


@command.command("convert")
@file_argument(many=False)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="OUT")
@click.option(
    "--to",
    "form",
    type=Choice(("pdn", "json", "fen")),
    default="pdn",
    show_default=True,
    help="PDN in good order, a JSON object per game and line, or the FEN each game ends with.",
)
@click.option("--capture", type=Choice(("x", ":")), help="Sign of captures (default: the game's).")
@reading_options
@language_option
@click.pass_context
def convert(
    ctx: click.Context,
    file: str,
    output: Path | None,
    form: str,
    capture: str | None,
    variant: Variant | None,
    results: Reading,
    encoding: str | None,
    lang: str | None,
) -> None:
    """Write the games of FILE anew, to OUT or to standard output.

    What is wrong in FILE goes to the error stream, and makes the exit status 1. OUT may be FILE.
    """
    as_pdn = partial(dumps, capture=capture or "")
    writers: dict[str, Callable[[PdnGame], str]]
    writers = {"pdn": as_pdn, "json": as_json, "fen": as_fen}
    write = writers[form]
    speech = Catalogue(detect(wanted=lang))
    reader = Reader(variant, results)
    faulty = False
    with open_output(output) as out:
        for text in reader.survey(texts(file, encoding, speech)):
            game = reader.game(text)
            faulty |= bool(game.errors)
            report(file, game.errors, speech, err=True)
            out.write(write(game))
    if reader.order is not None:
        say_order(file, reader.tally, speech, err=True)
    if faulty:
        ctx.exit(FAULTY)


@command.command("search")
@file_argument(many=False)
@click.option("--player", metavar="N", help="Parts of a player's name, of either side.")
@click.option("--event", metavar="E", help="Parts of the name of the event.")
@click.option("--result", metavar="R", help="The result, such as 1-0; 2-0 means the same.")
@click.option("--fen", metavar="F", help="A position that the main line comes to.")
@click.option("--variant", type=VariantArgument(), metavar="V", help="The game that is played.")
@click.option("--count", is_flag=True, help="Print only how many games were found.")
@encoding_option
@click.option("--json", "in_json", is_flag=True, help="Print a JSON object per game and line.")
@language_option
@click.pass_context
def search(
    ctx: click.Context,
    file: str,
    player: str | None,
    event: str | None,
    result: str | None,
    fen: str | None,
    variant: Variant | None,
    count: bool,
    encoding: str | None,
    in_json: bool,
    lang: str | None,
) -> None:
    """Print the games of FILE that fit all that is asked, as they stand in the file.

    Exits with 0 if there is one, with 1 if not.
    """
    speech = Catalogue(detect(wanted=lang), variant)
    wanted = Wanted(player, event, result, variant, positions(fen, variant, speech))
    found = 0
    with open_output(None) as out:
        for text in wanted.reader.survey(texts(file, encoding, speech)):
            if wanted.is_in(text):
                found += 1
                if in_json and not count:
                    out.write(as_json(wanted.reader.game(text)))
                elif not count:
                    out.write(text.source.decode(text.encoding, "replace") + "\n\n")
    if count:
        click.echo(json.dumps({"games": found}) if in_json else str(found))
    if not found:
        ctx.exit(FAULTY)


class Wanted:
    """Hold what is searched for; moves are replayed only where tags do not decide."""

    def __init__(
        self,
        player: str | None,
        event: str | None,
        result: str | None,
        variant: Variant | None,
        positions: dict[Variant, Position] | None,
    ) -> None:
        self.player = player
        self.event = event
        self.result = result
        self.variant = variant
        self.positions = positions
        self.reader = Reader()

    def is_in(self, text: PdnText) -> bool:
        """Return whether a game fits."""
        tags = text.tags
        players = [value(tags, side) for side in ("White", "Black", "P1", "P2")]
        if self.player and not any(fits(self.player, name) for name in players):
            return False
        if self.event and not fits(self.event, value(tags, "Event")):
            return False
        variant = read_type(tags).variant
        if self.variant and variant and variant != self.variant:
            return False
        tag = value(tags, "Result")
        told = tag and not (self.reader.order == "first" and decisive(tag))
        if self.result and told and not self._is_result(tag):
            return False
        if self.positions is None and (variant or not self.variant) and (told or not self.result):
            return True
        game = self.reader.game(text)
        if self.variant and game.variant != self.variant:
            return False
        return (not self.result or self._is_result(game.result)) and self._comes_to(game)

    def _is_result(self, text: str) -> bool:
        assert self.result is not None
        return text == self.result or meaning(text) == (meaning(self.result) or "?")

    def _comes_to(self, game: PdnGame) -> bool:
        if self.positions is None:
            return True
        wanted = self.positions.get(game.variant) if game.variant else None
        if wanted is None or (game.errors and not game.moves):
            return False
        nodes = (game.root, *game.mainline())
        return any(node.position.key == wanted.key for node in nodes)


def positions(
    fen: str | None, variant: Variant | None, speech: Catalogue
) -> dict[Variant, Position] | None:
    """Return the position that is searched for, as each game reads it.

    Raises `Refused` where none can read it.
    """
    if fen is None:
        return None
    if len(fen) > LONGEST_TEXT:
        raise Refused(speech.text("error.too_long", what="FEN", n=LONGEST_TEXT))
    found = {}
    for game in [variant] if variant else VARIANTS.values():
        try:
            found[game] = Position.from_fen(fen, game)
        except InvalidFen as error:
            if variant:
                raise Refused(speech.error(error, fen)) from error
    if not found:
        raise Refused(speech.text("pdn.no_fen", text=fen[:60]))
    return found


def as_json(game: PdnGame) -> str:
    """Return a game as one line of JSON."""
    record = {
        "tags": game.tags,
        "variant": game.variant.key if game.variant else None,
        "start": game._start.fen() if game._start else None,
        "moves": [str(move) for move in game.moves],
        "result": game.result,
        "line": game.line,
        "errors": [str(error) for error in game.errors],
    }
    return json.dumps(record, ensure_ascii=False) + "\n"


def as_fen(game: PdnGame) -> str:
    """Return the FEN of the last position of a main line; an empty line where there is none."""
    return (game.end().position.fen() if game._start else "") + "\n"


def report(file: str, errors: Iterable[PdnError], speech: Catalogue, *, err: bool) -> None:
    """Print what is wrong in a game."""
    for error in errors:
        said = tidy(speech.detail(error))
        click.echo(f"{file}:{error.line}:{error.column}: {said}", err=err)


def say_order(file: str, tally: Tally, speech: Catalogue, *, err: bool) -> None:
    """Print whose points the results of a file name first, where that was in doubt."""
    known = tally.order or "unknown"
    right = tally.right if known == "first" else tally.games - tally.right
    said = speech.text(f"pdn.results.{known}", n=tally.games, right=right)
    click.echo(f"{file}: {said}", err=err)


def texts(file: str, encoding: str | None, speech: Catalogue) -> Iterator[PdnText]:
    """Yield the games of a file as they stand in it, and show progress on a terminal."""
    handle: IO[bytes] | Path = sys.stdin.buffer if file == STANDARD else Path(file)
    try:
        source = games(Source(handle, encoding))
    except CrownheadError as error:
        raise Refused(speech.error(error)) from error
    if file == STANDARD or not sys.stderr.isatty():
        yield from source
        return
    with ExitStack() as stack:
        shown: Shown | None = None
        begin = time.monotonic()
        for number, text in enumerate(source):
            if number % _EVERY == 0 and time.monotonic() - begin > _PATIENCE:
                if shown is None:
                    title = speech.text("pdn.reading", path=Path(file).name)
                    size = Path(file).stat().st_size
                    shown = stack.enter_context(progress(title, size, unit="bytes"))
                shown(text.offset, "")
            yield text


def _text_writer(file: IO[bytes]) -> io.TextIOWrapper:
    """Return what writes the same bytes on every system."""
    return io.TextIOWrapper(file, encoding="utf-8", newline="\n", write_through=True)


@contextmanager
def open_output(path: Path | None) -> Iterator[IO[str]]:
    """Open what is written to, as UTF-8; a file appears only when it is complete."""
    if path is None:
        out = _text_writer(sys.stdout.buffer)
        try:
            yield out
        finally:
            out.detach()
        return
    with atomic.create(path) as file:
        text = _text_writer(file)
        try:
            yield text
        finally:
            text.detach()
