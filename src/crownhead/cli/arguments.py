"""Read what several subcommands take: a game, a position, a language."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

import click

from crownhead import variants
from crownhead.cli import usage
from crownhead.cli.asked import Asked
from crownhead.errors import CrownheadError, InvalidRules
from crownhead.locales import LANGUAGES, Catalogue, detect
from crownhead.position import Position
from crownhead.variants import Variant

F = TypeVar("F", bound=Callable[..., Any])

LONGEST_HOUSE = 100_000  # characters of a file of house rules
LONGEST_TEXT = 4000  # characters; the longest FEN of the largest board has fewer than 400


_LANGUAGE = "crownhead.language"


class Refused(click.ClickException):
    """Refuse the input of a command with one sentence."""

    exit_code = 2


class OutputPath(click.Path):
    """Read where a file will be written, and refuse a place where none can be."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, writable=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        if not os.access(path.parent, os.W_OK):
            speech = speech_of(ctx)
            raise Refused(speech.text("error.no_folder", path=path, folder=path.parent))
        return path


class Choice(click.Choice[str]):
    """Read one of several words, and name the one that was probably meant."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        sentence = super().get_invalid_choice_message(value, ctx)
        meant = get_close_matches(str(value), self.choices, 1)
        return f"{sentence} {usage.ask_if_meant(meant[0])}" if meant else sentence


class VariantCommand(click.Command):
    """A command whose first argument is the game, which `--variant` says as well."""

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        # Help, completion and what was probably meant know the option; `parse_args` does its work.
        self.params.append(
            click.Option(
                ["--variant", "named_variant"],
                type=VariantArgument(),
                metavar="V",
                expose_value=False,
                help="The game, in place of the argument VARIANT.",
            )
        )

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if ctx.resilient_parsing:
            return super().parse_args(ctx, args)
        named: list[str] = []
        rest: list[str] = []
        left = iter(args)
        for arg in left:
            if arg == "--":
                rest += [arg, *left]
            elif arg.startswith("--variant="):
                named.append(arg.partition("=")[2])
            elif arg == "--variant" and (value := next(left, None)) is not None:
                named.append(value)
            else:
                rest.append(arg)
        return super().parse_args(ctx, [*named, *rest])


class VariantArgument(click.ParamType[Variant]):
    """Read the key of a game, such as `english` or `lite`, or a file of house rules (`.json`).

    Commands that name what they make after the game take keys alone: `files` is False there.
    """

    name = "variant"

    def __init__(self, *, files: bool = True) -> None:
        self.files = files

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Variant:
        if isinstance(value, str) and value.endswith(".json"):
            if not self.files:
                raise Refused(speech_of(ctx).text("error.house_elsewhere"))
            return _read_house(Path(value), speech_of(ctx))
        try:
            return variants.get(value)
        except CrownheadError as error:
            raise Refused(speech_of(ctx).error(error, str(value))) from error

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        found = [key for key in variants.VARIANTS if key.startswith(incomplete)]
        return [click.shell_completion.CompletionItem(key) for key in found]


def _read_house(path: Path, speech: Catalogue) -> Variant:
    """Return the variant in a file that holds `Variant.to_dict()` as JSON."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LONGEST_HOUSE + 1)
        if len(text) > LONGEST_HOUSE:
            raise InvalidRules(speech.text("error.too_long", what=path.name, n=LONGEST_HOUSE))
        variant = Variant.from_dict(json.loads(text))
    except OSError as error:
        raise Refused(f"{path}: {error.strerror or error}") from error
    except CrownheadError as error:
        why = speech.error(error, path.name)
        raise Refused(speech.text("error.house_file", path=path, why=why)) from error
    except (ValueError, RecursionError) as error:
        raise Refused(speech.text("error.house_file", path=path, why=error)) from error
    if variant.key not in ("house", *variants.VARIANTS):
        why = f"key={variant.key!r}, 'house'?"
        raise Refused(speech.text("error.house_file", path=path, why=why))
    return variant


def fen_option(command: F) -> F:
    """Add `--fen`."""
    return click.option("--fen", metavar="F", help="Start from this FEN instead.")(command)


def data_option(help: str) -> Callable[[F], F]:  # noqa: A002  (as click has it)
    """Return what adds `--data`, the folder of a server."""
    return click.option(
        "--data",
        type=click.Path(path_type=Path, file_okay=False),
        default=Path("crownhead-data"),
        show_default=True,
        help=help,
    )


def language_option(command: F) -> F:
    """Add `--lang`."""
    option = click.option(
        "--lang",
        type=Choice(LANGUAGES),
        is_eager=True,  # arguments that cannot be read are refused in it
        callback=_remember_language,
        help="Language (default: the environment's).",
    )
    return option(command)


def _remember_language(ctx: click.Context, _: click.Parameter, lang: str | None) -> str | None:
    ctx.meta[_LANGUAGE] = lang
    root = ctx.find_root()
    if isinstance(root.obj, Asked):
        root.obj.language = lang
    return lang


def speech_of(ctx: click.Context | None = None) -> Catalogue:
    """Return the words of the language that a command line asks for; by default the one at work."""
    ctx = ctx or click.get_current_context(silent=True)
    return Catalogue(detect(wanted=ctx.meta.get(_LANGUAGE) if ctx else None))


def json_option(command: F) -> F:
    """Add `--json`, as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def variant_argument(command: F) -> F:
    """Add the argument VARIANT; the command is a `VariantCommand`."""
    return click.argument("variant", type=VariantArgument(), metavar="VARIANT")(command)


def known_variant_argument(command: F) -> F:
    """Add the argument VARIANT, a game that comes with the package."""
    kind = VariantArgument(files=False)
    return click.argument("variant", type=kind, metavar="VARIANT")(command)


def after(position: Position, moves: str, language: str | None = None) -> Position:
    """Return the position after the moves of `--moves`.

    Raises `Refused` with the sentence that says why one of them cannot be played.
    """
    if len(moves) > LONGEST_TEXT:
        speech = Catalogue(detect(wanted=language))
        raise Refused(speech.text("error.too_long", what="--moves", n=LONGEST_TEXT))
    for move in moves.split():
        try:
            position = position.play(move)
        except CrownheadError as error:
            speech = Catalogue(detect(wanted=language), position.variant)
            raise Refused(f"--moves: {speech.error(error, move)}") from error
    return position


def position_of(variant: Variant, fen: str | None, language: str | None = None) -> Position:
    """Return the position of `fen`, or the initial one where there is none.

    Raises `Refused` with the sentence that says what is wrong in the FEN, and where.
    """
    if fen is None:
        return Position.initial(variant)
    speech = Catalogue(detect(wanted=language), variant)
    if len(fen) > LONGEST_TEXT:
        raise Refused(speech.text("error.too_long", what="FEN", n=LONGEST_TEXT))
    try:
        return Position.from_fen(fen, variant)
    except CrownheadError as error:
        raise Refused(speech.error(error, fen)) from error
