"""`crownhead variants`: the games of the family, as a table or as JSON."""

from __future__ import annotations

import json

import click

from crownhead.cli.arguments import language_option
from crownhead.locales import Catalogue, detect
from crownhead.variants import VARIANTS


@click.command("variants")
@click.option("--json", "as_json", is_flag=True, help="Print every switch of every game as JSON.")
@language_option
def command(as_json: bool, lang: str | None) -> None:
    """List the games crownhead knows, each with its key, board and name."""
    if as_json:
        records = [variant.to_dict() for variant in VARIANTS.values()]
        click.echo(json.dumps(records, ensure_ascii=False, indent=1))
        return
    words = Catalogue(detect(wanted=lang))
    width = max(map(len, VARIANTS))
    for key, variant in VARIANTS.items():
        board = variant.rules.board
        click.echo(f"{key:{width}}  {board.width:2}x{board.width:<2}  {words.game(variant)}")
