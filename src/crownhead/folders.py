"""Where a user's own files are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path

FilePath = str | PathLike[str]
"""What names a file or a folder."""
Directories = FilePath | Iterable[FilePath]
"""A folder, or several in which a file is looked for one after the other."""


def folders_of(directories: Directories) -> list[Path]:
    """Return the folders, of which a single one need not stand in a list.

    >>> [folder.name for folder in folders_of("tables")]
    ['tables']
    """
    if isinstance(directories, str | PathLike):
        return [Path(directories)]
    return [Path(folder) for folder in directories]


def user_dir(environment: Mapping[str, str], variable: str, below_home: str) -> Path:
    """Return the folder that a variable of the XDG base directories names, or the usual one.

    Raises `FileNotFoundError` for a user without a home, where the variable names none.

    >>> user_dir({"XDG_DATA_HOME": "/data"}, "XDG_DATA_HOME", ".local/share").as_posix()
    '/data/crownhead'
    """
    named = environment.get(variable)
    if named:
        return Path(named) / "crownhead"
    try:
        return Path.home() / below_home / "crownhead"
    except RuntimeError as error:
        raise FileNotFoundError(f"{error} Set {variable}.") from error


def make_private(folder: Path) -> None:
    """Make a folder, and those above it that are missing, into which only their owner may look."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    for place in reversed(missing):
        place.mkdir(mode=0o700, exist_ok=True)
