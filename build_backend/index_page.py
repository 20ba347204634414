"""What a package index shows: README.md with links and pictures from there. Standard library only.

Where the project is found is no part of the sources: a copy elsewhere has an address of its own.
The environment names it (CROWNHEAD_REPOSITORY, by `python3 dev.py release --repository URL`);
without, the metadata have no addresses, and links of the README stay as they are.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"(?P<opened>!?\[[^][]*)\]\((?![a-z]+:|#)(?P<path>[^)\s]+)\)")


class InvalidAddress(ValueError):
    """Refuse an address of the project that is none."""


def repository() -> str:
    """Return the address of the project, or "" where none was named.

    Raises:
        InvalidAddress: it is not of the form https://HOST/PATH.
    """
    address = os.environ.get("CROWNHEAD_REPOSITORY", "").rstrip("/")
    if address and not re.fullmatch(r"https://[\w.-]+(/[\w.~-]+)+", address):
        raise InvalidAddress(f"CROWNHEAD_REPOSITORY: {address[:80]!r} is not https://HOST/PATH")
    return address


def with_absolute_links(text: str, address: str) -> str:
    """Return a page whose links lead to files of the project at its address, and pictures too.

    >>> with_absolute_links("[a](docs/a.md), [b](#b)", "https://host.example/us")
    '[a](https://host.example/us/blob/main/docs/a.md), [b](#b)'
    >>> with_absolute_links("![a](a.webp)", "https://host.example/us")
    '![a](https://host.example/us/raw/main/a.webp)'
    """
    return LINK.sub(partial(_absolute, address), text) if address else text


def _absolute(address: str, link: re.Match[str]) -> str:
    kind = "raw" if link["opened"].startswith("!") else "blob"
    return f"{link['opened']}]({address}/{kind}/main/{link['path']})"


def dynamic_metadata(settings: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields `readme` and `urls`, as the build asks its providers for them."""
    address = repository()
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    readme = {"text": with_absolute_links(text, address), "content-type": "text/markdown"}
    return {"readme": readme, "urls": urls(address)}


def urls(address: str) -> dict[str, str]:
    """Return the addresses that an index shows beside the project."""
    if not address:
        return {}
    page = f"{address}/blob/main"
    return {
        "Source": address,
        "Issues": f"{address}/issues",
        "Documentation": f"{page}/README.md",
        "Changelog": f"{page}/CHANGELOG.md",
    }
