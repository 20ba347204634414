"""The three distributions that a release consists of, and what the extras of the library bring.

`crownhead` is the library with the engine, the core and the command, `crownhead-data` what makes
both stronger, `crownhead-server` the server with the page. All three lie in the one package
`crownhead`; the extras bring the other two. Whatever is installed from a checkout is whole, as
there is nothing to fetch the others from. Standard library only.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from email.message import Message
from email.policy import compat32
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = SETTINGS["project"]
VERSION: str = PROJECT["version"]
EXTRAS: dict[str, list[str]] = SETTINGS["tool"]["crownhead"]["extras"]
APART = "CROWNHEAD_APART"
"""The variable that is set while sdist and wheels of a release are made."""


@dataclass(frozen=True)
class Part:
    """A distribution beside the library: folders of the package, and what it is for."""

    name: str
    folders: tuple[str, ...]
    summary: str
    needs: tuple[str, ...]

    @property
    def stem(self) -> str:
        """Return the name as files have it."""
        return self.name.replace("-", "_")

    def holds(self, file: str) -> bool:
        """Return whether a file of the package, such as "crownhead/server/app.py", is in it."""
        return file.startswith(tuple(f"crownhead/{folder}/" for folder in self.folders))


DATA = Part(
    "crownhead-data",
    ("data/ballotbook", "data/books", "data/endgame", "puzzles/sets"),
    "Endgame tables, opening books, ballots and puzzles for crownhead,"
    " the rules of draughts as software",
    (f"crownhead=={VERSION}",),
)
SERVER = Part(
    "crownhead-server",
    ("server",),
    "The server and the web app of crownhead, the rules of draughts as software",
    (f"crownhead=={VERSION}", f"crownhead-data=={VERSION}", *EXTRAS["server"]),
)
PARTS = (DATA, SERVER)


def is_apart() -> bool:
    """Return whether what is built has its data and its server in distributions of their own."""
    return APART in os.environ or (ROOT / "PKG-INFO").exists()  # the second: an unpacked sdist


def dynamic_metadata(settings: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, Any]:
    """Return the field `optional-dependencies`, as the build asks its providers for it."""
    return {"optional-dependencies": extras(apart=is_apart())}


def extras(*, apart: bool) -> dict[str, list[str]]:
    """Return what each extra brings.

    >>> extras(apart=True)["server"]
    ['crownhead-server==0.1.0']
    >>> extras(apart=False)["data"]
    []
    """
    data = [f"{DATA.name}=={VERSION}"] if apart else []
    found = {name: list(packages) for name, packages in EXTRAS.items()}
    found["play"] += data
    if apart:
        found["server"] = [f"{SERVER.name}=={VERSION}"]
    return found | {"data": data}


def metadata(part: Part, urls: Mapping[str, str]) -> bytes:
    """Return the file METADATA of a distribution beside the library."""
    about = Message()
    about["Metadata-Version"] = "2.4"
    about["Name"] = part.name
    about["Version"] = VERSION
    about["Summary"] = part.summary
    about["Author"] = ", ".join(author["name"] for author in PROJECT["authors"])
    about["License-Expression"] = PROJECT["license"]
    for file in PROJECT["license-files"]:
        about["License-File"] = file
    for name, address in urls.items():
        about["Project-URL"] = f"{name}, {address}"
    for classifier in PROJECT["classifiers"]:
        about["Classifier"] = classifier
    about["Requires-Python"] = PROJECT["requires-python"]
    for need in part.needs:
        about["Requires-Dist"] = need
    about["Description-Content-Type"] = "text/markdown"
    about.set_payload(
        f"# {part.name}\n\n{part.summary}.\n\nIt has no module of its own: "
        "it puts files into the package `crownhead`, and comes with its extras.\n"
    )
    return about.as_bytes(policy=compat32.clone(max_line_length=0))  # folds no line


def split(files: Iterable[str]) -> dict[str, list[str]]:
    """Return which files of the package are in which distribution.

    >>> split(["crownhead/server/app.py", "crownhead/pdn.py"])["crownhead-server"]
    ['crownhead/server/app.py']
    """
    found: dict[str, list[str]] = {"crownhead": [], **{part.name: [] for part in PARTS}}
    for file in files:
        names = [part.name for part in PARTS if part.holds(file)]
        found[names[0] if names else "crownhead"].append(file)
    return found
