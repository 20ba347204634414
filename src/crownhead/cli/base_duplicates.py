"""`crownhead base duplicates`: games that may be one, listed, merged or removed."""

from __future__ import annotations

import json
import re
from dataclasses import asdict

import click

from crownhead.cli.arguments import Refused
from crownhead.cli.base_options import FAULTY, base_option, change_base, json_option, open_base
from crownhead.digits import number_of


@click.command("duplicates")
@base_option
@click.option(
    "--plies",
    type=click.IntRange(1, 10_000),
    default=20,
    show_default=True,
    help="So many plies from the start are equal at least.",
)
@click.option(
    "--merge",
    metavar="ID,ID",
    multiple=True,
    help="Write what the second game says into the first, and remove the second.",
)
@click.option(
    "--remove", type=int, metavar="ID", multiple=True, help="Remove this game; it is printed."
)
@json_option
def command(
    place: str, plies: int, merge: tuple[str, ...], remove: tuple[int, ...], as_json: bool
) -> None:
    """List pairs of games that may be one under other headers, and why.

    Nothing is changed without `--merge` or `--remove`, which may be given several times, but not
    together, and take only games of the list. Games that are removed are printed as PDN. Exits with
    1 where there is no such pair.
    """
    if merge and remove:
        raise Refused("--merge: give it or --remove, not both")
    if remove:
        with change_base(place) as base:
            texts = base.remove_duplicates(remove, plies)
        click.echo(json.dumps({"removed": texts}) if as_json else "\n".join(texts))
        return
    if merge:
        pairs = [_pair(text) for text in merge]
        with change_base(place) as base:
            lost = [base.merge_duplicate(one, other, plies) for one, other in pairs]
        if as_json:
            merged = zip(pairs, lost, strict=True)
            click.echo(json.dumps([{"merged": pair, "lost": texts} for pair, texts in merged]))
            return
        for (one, other), texts in zip(pairs, lost, strict=True):
            said = f"; it said also {'; '.join(texts)}" if texts else ""
            click.echo(f"{other} is merged into {one}{said}")
        return
    with open_base(place, reading=True) as base:
        found = base.duplicates(plies)
    if as_json:
        click.echo(json.dumps([asdict(pair) for pair in found]))
    else:
        for pair in found:
            click.echo(f"{pair.one:7} {pair.other:7}  {'; '.join(pair.why)}")
        click.echo(number_of(len(found), "pair"))
    click.get_current_context().exit(0 if found else FAULTY)


def _pair(text: str) -> tuple[int, int]:
    parts = text.split(",")
    if len(parts) != 2 or not all(re.fullmatch("[0-9]{1,9}", part) for part in parts):
        raise Refused(f"--merge: {text[:20]!r} is not two numbers of games such as 12,57")
    return int(parts[0]), int(parts[1])
