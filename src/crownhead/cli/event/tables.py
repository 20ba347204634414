"""Tables as people read them at a terminal, and as programs do: lines, rich, CSV, JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any, TypeVar
from unicodedata import east_asian_width

import click

from crownhead.competition.spreadsheet import Row, csv_text

F = TypeVar("F", bound=Callable[..., Any])


def table_options(function: F) -> F:
    """Add `--json` and `--csv`."""
    for option in (
        click.option("--csv", "as_csv", is_flag=True, help="Print CSV."),
        click.option("--json", "as_json", is_flag=True, help="Print JSON."),
    ):
        function = option(function)
    return function


def show(
    headings: Row,
    rows: Sequence[Row],
    *,
    title: str = "",
    as_csv: bool = False,
    as_json: bool = False,
    values: Any = None,
) -> None:
    """Print a table; `values` is what JSON has, the rows by their headings unless it is given."""
    if as_json:
        plain = [dict(zip(headings, row, strict=True)) for row in rows]
        click.echo(json.dumps(plain if values is None else values, ensure_ascii=False))
    elif as_csv:
        click.echo(csv_text(headings, rows), nl=False)
    elif sys.stdout.isatty() and find_spec("rich") is not None:
        _rich(headings, rows, title)
    else:
        click.echo(plain_text(headings, rows, title), nl=False)


def plain_text(headings: Row, rows: Sequence[Row], title: str = "") -> str:
    """Return a table in columns; numbers stand to the right.

    >>> print(plain_text(["", "name"], [["1", "Anna"], ["10", "Bert"]]), end="")
        name
     1  Anna
    10  Bert
    """
    every = [list(headings), *map(list, rows)]
    count = len(headings)
    widths = [max(_width(row[n]) for row in every) for n in range(count)]
    right = [all(_number(row[n]) for row in rows) for n in range(count)]
    lines = [title, ""] if title else []
    for row in every:
        cells = []
        for cell, width, numbers in zip(row, widths, right, strict=True):
            space = " " * (width - _width(cell))
            cells.append(space + cell if numbers else cell + space)
        lines.append("  ".join(cells).rstrip())
    return "".join(f"{line}\n" for line in lines)


def _width(text: str) -> int:
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def _number(text: str) -> bool:
    return not text.strip("0123456789½¼¾.-")


def _rich(headings: Row, rows: Sequence[Row], title: str) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title) if title else None, title_justify="left")
    for n, heading in enumerate(headings):
        numbers = all(_number(row[n]) for row in rows)
        table.add_column(Text(heading), justify="right" if numbers else "left")
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)
