"""Keep games, house rules and the last choices on disk, so that nothing is lost by a kill."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from crownhead import atomic, folders
from crownhead.errors import InvalidRecord, InvalidRules
from crownhead.variants import Variant

LARGEST = 8 * 1024 * 1024  # bytes; the longest game written so far has a thousandth of it


def home(environment: Mapping[str, str] | None = None) -> Path:
    """Return the folder for the state of the terminal game; it need not exist.

    `CROWNHEAD_HOME` decides, else `XDG_STATE_HOME`, else `~/.local/state`. Raises
    `FileNotFoundError` for a user without a home, where neither is set.

    >>> home({"CROWNHEAD_HOME": "/tmp/draughts"}).name
    'draughts'
    """
    environment = os.environ if environment is None else environment
    if environment.get("CROWNHEAD_HOME"):
        return Path(environment["CROWNHEAD_HOME"])
    return folders.user_dir(environment, "XDG_STATE_HOME", ".local/state")


def write(path: Path, text: str) -> None:
    """Write a file in a folder that is made where it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    atomic.write(path, text)


def read(path: Path, name: str = "") -> dict[str, Any]:
    """Return the object in a JSON file; errors call it by `name`, its last part by default.

    Raises `InvalidRecord` where the file holds something else, `OSError` where it cannot be read.
    """
    name = name or path.name
    with path.open("rb") as handle:
        content = handle.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise InvalidRecord(
            f"{name} is larger than {LARGEST} bytes", "large", name=name, most=LARGEST
        )
    try:
        values = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(
            f"{name} is not JSON ({error})", "no_json", name=name, detail=str(error)
        ) from error
    if not isinstance(values, dict):
        raise InvalidRecord(f"{name} holds no object", "no_object", name=name)
    return values


class Saves:
    """The files under one folder: the running game, named games, house rules, last choices."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or home()
        self.current = self.folder / "game.json"

    def store(self, values: Mapping[str, Any]) -> None:
        """Keep the running game."""
        write(self.current, json.dumps(values, ensure_ascii=False))

    def running(self) -> dict[str, Any] | None:
        """Return the game that was left running, or None; raises as `read`."""
        return read(self.current) if self.current.exists() else None

    def finish(self) -> None:
        """Forget the running game, because it has ended."""
        self.current.unlink(missing_ok=True)

    def set_aside(self) -> Path:
        """Rename a running game that cannot be read, and return where it is now."""
        number = 1
        while (aside := self.folder / f"game.broken-{number}.json").exists():
            number += 1
        self.current.replace(aside)
        return aside

    def put_aside(self) -> Path | None:
        """Rename the running game, so that another can begin; return where it is now."""
        if not self.current.exists():
            return None
        folder = self.folder / "games"
        folder.mkdir(parents=True, exist_ok=True)
        number = 1
        while (aside := folder / f"unfinished-{number}.json").exists():
            number += 1
        return self.current.replace(aside)

    def keep(self, name: str, values: Mapping[str, Any]) -> Path:
        """Save a game under a name, and return the file."""
        path = self.folder / "games" / f"{file_name(name)}.json"
        write(path, json.dumps(values, ensure_ascii=False))
        return path

    def keep_house(self, variant: Variant) -> Path:
        """Save a set of house rules under its name."""
        path = self.folder / "house" / f"{file_name(variant.name())}.json"
        write(path, json.dumps(variant.to_dict(), ensure_ascii=False, indent=1))
        return path

    def houses(self) -> list[Variant]:
        """Return the saved house rules by name; files that cannot be read are left out."""
        found = []
        for path in sorted((self.folder / "house").glob("*.json")):
            try:
                found.append(Variant.from_dict(read(path)))
            except (InvalidRecord, InvalidRules, OSError):
                continue
        return found

    def choices(self) -> dict[str, Any]:
        """Return the choices of the last game, empty where there are none."""
        try:
            return read(self.folder / "choices.json")
        except (InvalidRecord, OSError):
            return {}

    def keep_choices(self, values: Mapping[str, Any]) -> None:
        """Remember the choices for the next set-up."""
        write(self.folder / "choices.json", json.dumps(values, ensure_ascii=False))


def file_name(name: str) -> str:
    """Return a name that is safe as a file's: letters, digits, `-` and `_`.

    >>> file_name("../Unser Spiel!")
    'unser-spiel'
    """
    cleaned = re.sub(r"[^\w-]+", "-", name.lower()).strip("-_")
    return cleaned[:60] or "unnamed"
