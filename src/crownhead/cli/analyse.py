"""`crownhead analyse`: what each move of a game cost, and which moments mattered, in words."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from crownhead.analysis import Report, analyse, annotate, as_json
from crownhead.analysis.written import summary
from crownhead.cli.arguments import Refused, VariantArgument, language_option
from crownhead.cli.interrupt import interruptible
from crownhead.cli.pdn import report as report_faults
from crownhead.cli.progress import progress
from crownhead.engines.interface import Limit
from crownhead.errors import CrownheadError
from crownhead.formats.pdn import PdnGame, dumps
from crownhead.formats.pdn.reader import Reader
from crownhead.formats.pdn.source import Source
from crownhead.locales import Catalogue, detect
from crownhead.variants import Variant

FAULTY = 1  # exit status: a game could not be analysed

MOST_NODES = 1_000_000_000


@click.command("analyse")
@click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, allow_dash=True), metavar="FILE"
)
@click.option(
    "--variant", type=VariantArgument(), metavar="V", help="The game, where the file says none."
)
@click.option(
    "--nodes",
    type=click.IntRange(1, MOST_NODES),
    default=200_000,
    show_default=True,
    help="Nodes searched for each move.",
)
@click.option(
    "--lines", type=click.IntRange(1, 5), default=1, show_default=True, help="Moves compared."
)
@click.option("--json", "as_data", is_flag=True, help="Print JSON.")
@click.option("--pdn", "as_pdn", is_flag=True, help="Print the games with all that was found.")
@language_option
def command(
    file: str,
    variant: Variant | None,
    nodes: int,
    lines: int,
    as_data: bool,
    as_pdn: bool,
    lang: str | None,
) -> None:
    """Analyse the games of FILE ("-": standard input).

    A game with errors is analysed up to the first of them, and the exit status is 1. Scores and
    costs are in hundredths of a man, for the side that moves.
    """
    speech = Catalogue(detect(wanted=lang))
    if as_data and as_pdn:
        raise Refused(speech.text("error.not_together", one="--json", other="--pdn"))
    entries: list[object] = []
    faulty = False
    for number, game in enumerate(_games(file, variant, speech), 1):
        faulty |= bool(game.errors)
        report_faults(file, game.errors, speech, err=True)
        if not game.moves:
            faulty = True
            nothing = speech.text("analyse.no_move")
            if not game.errors:  # else they have said why
                click.echo(f"{file}:{game.line}: {nothing}", err=True)
            if as_data:
                entries.append(_describe_failure(str(game.errors[0]) if game.errors else nothing))
            continue
        try:
            with progress(f"game {number}", len(list(game.moves))) as shown:
                report = interruptible(
                    lambda game=game, shown=shown: analyse(  # type: ignore[misc]
                        game,
                        Limit(nodes=nodes),
                        lines=lines,
                        progress=lambda done, _: shown(done, ""),
                        checking=lambda checked, doubtful, shown=shown, game=game: shown(  # type: ignore[misc]
                            len(list(game.moves)), f"mistakes {checked}/{doubtful}"
                        ),
                    )
                )
        except CrownheadError as error:
            faulty = True
            click.echo(f"{file}:{game.line}: {speech.error(error)}", err=True)
            if as_data:
                entries.append(_describe_failure(str(error)))
            continue
        if as_data:
            entries.append(as_json(report, speech))
        elif as_pdn:
            click.echo(dumps(annotate(game, report, speech)))
        else:
            _print(game, report, speech)
    if as_data:
        click.echo(json.dumps({"games": entries}))
    click.get_current_context().exit(FAULTY if faulty else 0)


def _describe_failure(error: str) -> dict[str, object]:
    """Return what JSON says of a game that could not be analysed."""
    return {"moves": [], "moments": [], "accuracy": {}, "error": error}


def _games(file: str, variant: Variant | None, speech: Catalogue) -> Iterator[PdnGame]:
    found = False
    reader = Reader()
    reader.previous = variant
    for text in reader.survey(Source(sys.stdin.buffer if file == "-" else Path(file))):
        found = True
        yield reader.game(text)
    if not found:
        nothing = speech.text("error.PdnError.nothing")
        raise Refused(f"{file}: {nothing}")


def _print(game: PdnGame, report: Report, speech: Catalogue) -> None:
    players = " - ".join(name or "?" for name in (game.white, game.black))
    click.echo(f"{players}  {game.result}")
    for line in summary(report, speech):
        click.echo(f"  {line}")
