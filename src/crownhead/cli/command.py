"""Find the subcommand, import only that one, and turn every refusal into one sentence."""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

import click
from click.exceptions import NoSuchCommand

from crownhead.cli import extras, usage
from crownhead.cli.asked import Asked
from crownhead.cli.interrupt import INTERRUPTED
from crownhead.errors import CrownheadError
from crownhead.locales import Catalogue, detect

BAD_INPUT = 2
_LONGEST_WORD = 300  # characters of an error; a path may be as long
_MOST_WORDS = 300

COMMANDS = {
    "play": (
        "crownhead.cli.play.command",
        "Play in the terminal, against the computer or a friend.",
    ),
    "moves": ("crownhead.cli.moves", "List the legal moves of a position."),
    "explain": ("crownhead.cli.explain", "Show whether a move is legal, and if not, why."),
    "perft": ("crownhead.cli.perft", "Count the move sequences of a length."),
    "variants": ("crownhead.cli.variants", "List the games crownhead knows."),
    "hub": ("crownhead.cli.hub", "Be an engine for programs that speak the Hub protocol."),
    "dxp": ("crownhead.cli.dxp", "Play other draughts programs over DXP."),
    "arena": ("crownhead.cli.arena.command", "Play matches between engines, with statistics."),
    "endgame": ("crownhead.cli.endgame", "Build, check and ask endgame tables."),
    "book": ("crownhead.cli.book", "Make and ask opening books of the engine's own."),
    "pdn": ("crownhead.cli.pdn", "Check, convert and search files of games."),
    "analyse": ("crownhead.cli.analyse", "Report what each move of a game cost, and why."),
    "fairplay": ("crownhead.cli.fairplay", "Tell whose moves a moderator should look at, and why."),
    "puzzle": ("crownhead.cli.puzzle", "Make, check and list puzzles."),
    "compose": (
        "crownhead.cli.compose",
        "Check compositions, verify certificates, search and print.",
    ),
    "ballots": (
        "crownhead.cli.ballots",
        "Compute what balloted openings are worth, and verify such claims.",
    ),
    "base": ("crownhead.cli.base", "Keep games in a database, and search it."),
    "event": ("crownhead.cli.event.command", "Run an event, and check one: pairings, lots, ranks."),
    "svg": ("crownhead.cli.svg", "Draw a position, a move or a whole game: SVG, PNG, GIF."),
    "serve": ("crownhead.cli.serve", "Serve the web app and its API."),
    "bot": ("crownhead.cli.bot", "Put an engine on a server."),
    "admin": ("crownhead.cli.admin", "Look after the accounts of a server."),
    "train": ("crownhead.cli.train.command", "Train the evaluation from games against itself."),
    "bench": ("crownhead.cli.bench", "Measure the speed of move generation."),
}


class Subcommands(click.Group):
    """Hold the subcommands by name; a module is imported when its command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name][0]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except NoSuchCommand as unknown:  # click looks among commands that are loaded already
            raise NoSuchCommand(unknown.command_name, possibilities=COMMANDS, ctx=ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(usage.translate("usage.commands")):
            formatter.write_dl([(name, help_text) for name, (_, help_text) in COMMANDS.items()])


@click.group(cls=Subcommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="crownhead", message="crownhead %(version)s")
def root() -> None:
    """Draughts by the rules: play it, count it, ask it why."""


def prepare_output(stream: object, windows: bool = os.name == "nt") -> None:
    """Replace signs that a stream lacks by question marks, and write files on Windows as UTF-8.

    There a file or a pipe would have the system's code page, which lacks most alphabets; JSON is
    UTF-8 anyway. `PYTHONIOENCODING` has the last word.
    """
    if not isinstance(stream, io.TextIOWrapper):
        return
    if windows and not stream.isatty() and "PYTHONIOENCODING" not in os.environ:
        stream.reconfigure(encoding="utf-8")
    if codecs.lookup(stream.encoding).name != "utf-8":
        stream.reconfigure(errors="replace")


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status.

    Bad input gives one sentence on the error stream and status 2, an interruption status 130.
    """
    asked = Asked()
    usage.speak(usage.find_language(arguments))
    try:
        return _call(arguments, asked)
    except (click.Abort, KeyboardInterrupt):
        click.echo(err=True)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone; nothing more can be said to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _refuse(
            f"{error.strerror or error}: {error.filename or ''}".rstrip(": "), "crownhead"
        )


def _call(arguments: Sequence[str], asked: Asked) -> int:
    """Call the command and say what it refuses. Raises `OSError` and what interrupts it."""
    try:
        result = root.main(list(arguments), prog_name="crownhead", standalone_mode=False, obj=asked)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.exceptions.NoArgsIsHelpError as missing:
        click.echo(missing.format_message())
        return BAD_INPUT
    except click.ClickException as refused:
        context = getattr(refused, "ctx", None)
        return _refuse(refused.format_message(), context.command_path if context else "crownhead")
    except ModuleNotFoundError as missing:
        return _refuse(extras.sentence(missing, arguments), "crownhead")
    except CrownheadError as error:
        return _refuse(Catalogue(detect(wanted=asked.language)).error(error), "crownhead")


def _refuse(sentence: str, where: str) -> int:
    words = " ".join(map(_brief, sentence.split()[:_MOST_WORDS]))
    with suppress(OSError):  # where nobody reads it, or the disk is full, the status says it
        click.echo(f"{where}: {words}", err=True)
    return BAD_INPUT


def _brief(word: str) -> str:
    """Return a word that may be what somebody typed, its middle left out if it is very long."""
    return word if len(word) <= _LONGEST_WORD else f"{word[:100]}…{word[-20:]}"
