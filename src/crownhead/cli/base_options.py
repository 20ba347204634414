"""What the subcommands of `crownhead base` take: a database, opened for reading or for a change."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

import click

from crownhead.cli.arguments import Refused
from crownhead.extras import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.base import Base

F = TypeVar("F", bound=Callable[..., Any])

FAULTY = 1  # exit status: something in the files is wrong, or nothing was found


def base_option(function: F) -> F:
    """Add `--base`."""
    return click.option("--base", "place", metavar="B", required=True, help="The database.")(
        function
    )


def json_option(function: F) -> F:
    """Add `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


@contextmanager
def open_base(place: str, *, reading: bool = False) -> Iterator[Base]:
    """Open a database, or say what is missing for that; for reading alone, none is made."""
    for module in ("sqlalchemy", "numpy"):
        if find_spec(module) is None:
            raise Refused(sentence(ModuleNotFoundError(name=module), "base"))
    from crownhead.base import Base

    with Base.reader(place) if reading else Base(place) as base:
        yield base


@contextmanager
def change_base(place: str) -> Iterator[Base]:
    """Open a database that is there, to change it."""
    with open_base(place, reading=True):
        pass  # raises where there is none
    with open_base(place) as base:
        yield base
