"""`crownhead explain`: whether a move is legal, and if not, the rule that forbids it (RULES X)."""

from __future__ import annotations

import json

import click

from crownhead.cli.arguments import (
    Refused,
    VariantCommand,
    fen_option,
    json_option,
    language_option,
    position_of,
    variant_argument,
)
from crownhead.errors import CrownheadError
from crownhead.locales import Catalogue, detect
from crownhead.variants import Variant

LONGEST_MOVE = 200  # characters; a move through all 72 squares of the largest board has fewer
REFUSED = 1


@click.command("explain", cls=VariantCommand)
@variant_argument
@click.argument("move")
@fen_option
@json_option
@language_option
@click.pass_context
def command(
    ctx: click.Context,
    variant: Variant,
    move: str,
    fen: str | None,
    as_json: bool,
    lang: str | None,
) -> None:
    """Show whether MOVE is legal in VARIANT: prints "legal" in your language, or the reason.

    Exits with 0 if the move is legal, with 1 if the rules refuse it, with 2 if it is no move.
    """
    position = position_of(variant, fen, lang)
    speech = Catalogue(detect(wanted=lang), variant)
    if len(move) > LONGEST_MOVE:
        raise Refused(speech.text("error.too_long", what=speech.text("word.move"), n=LONGEST_MOVE))
    try:
        reason = position.explain(move)
    except CrownheadError as error:
        raise Refused(speech.error(error, move)) from error
    if as_json:
        found: dict[str, object] = {"variant": variant.key, "fen": position.fen(), "move": move}
        found |= {"legal": reason is None}
        if reason is not None:
            found |= {"reason": reason.to_dict(), "sentence": speech.reason(reason)}
        click.echo(json.dumps(found, ensure_ascii=False))
    else:
        click.echo(speech.text("word.legal") if reason is None else speech.reason(reason))
    ctx.exit(0 if reason is None else REFUSED)
