"""The PDN file of a match: every game as it ends, and the state of the match from it.

Beside `FILE` lies `FILE.match.json` with the settings. Nothing else is kept: what has been played
is read from the games' own tags.

A game is two paragraphs, tags and moves, each ended by an empty line; it is written in one piece
and forced to the disk. Whatever follows the last complete game was cut off by a crash.
"""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from crownhead import atomic
from crownhead.arena.failure import ArenaError
from crownhead.arena.local import Finished
from crownhead.arena.score import Record
from crownhead.arena.settings import Settings, deciding, differing
from crownhead.arena.sprt import Sprt
from crownhead.arena.thinking import NOTHING
from crownhead.arena.thinking import read as thinking_of
from crownhead.arena.thinking import write as written_thinking
from crownhead.formats import pdn
from crownhead.locking import try_lock

_TAIL = 4_000_000  # bytes; far longer than any game
_MOST_SETTINGS = 10_000_000
_ROUND = re.compile(r"([1-9][0-9]{0,8})\.([12])")
_POINTS = {"1-0": 2, "2-0": 2, "1/2-1/2": 1, "1-1": 1, "0-1": 0, "0-2": 0}


class Journal:
    """Keep the games of one match; `records` are those that were there already.

    A game that is there already can be played again where a fault ended it: the later one counts.
    Raises `ArenaError` where the file is in use, or belongs to another match.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        self._path = path
        self._settings = settings
        self._digest = settings.digest
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self._file = os.open(path, flags, 0o666)
        try:
            if not try_lock(self._file):
                raise ArenaError(
                    f"{self._path} is in use by another match that runs", "in_use", path=self._path
                )
            stored = stored_settings(path)
            if not os.fstat(self._file).st_size:
                self._store()
            elif stored is None:
                raise ArenaError(
                    f"{path} holds games, but no {_beside(path).name} is with it",
                    "beside",
                    path=path,
                    name=_beside(path).name,
                )
            else:
                self._take(stored)
            content = _content(path)
            self.records = _records(content, path, self._digest)
            os.ftruncate(self._file, len(content))
        except BaseException:
            self.close()
            raise

    def append(self, finished: Finished, record: Record) -> None:
        """Write a game and force it to the disk; a game that cannot be written leaves no trace."""
        again = any((one.pair, one.half) == (record.pair, record.half) for one in self.records)
        content = _write_game(self._settings, self._digest, finished, record, again).encode()
        size = os.fstat(self._file).st_size
        try:
            rest = memoryview(content)
            while rest:
                rest = rest[os.write(self._file, rest) :]
            os.fsync(self._file)
        except OSError:
            os.ftruncate(self._file, size)
            raise

    def close(self) -> None:
        """Close the file, and with it the lock."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _take(self, stored: Mapping[str, Any]) -> None:
        """Go on with a match; its digest stays, and a margin that has changed is kept."""
        given = json.loads(json.dumps(self._settings.to_dict()))
        if wrong := differing(deciding(stored["settings"]), deciding(given)):
            raise ArenaError(
                f"{self._path} belongs to another match: {wrong}",
                "another",
                path=self._path,
                detail=wrong,
            )
        self._digest = str(stored["digest"])
        if stored["settings"] != given:
            self._store()

    def _store(self) -> None:
        settings = self._settings
        record = {
            "format": "crownhead-arena",
            "version": 1,
            "digest": self._digest,
            "settings": settings.to_dict(),
        }
        atomic.write(_beside(self._path), json.dumps(record, ensure_ascii=False, indent=1))


def stored_settings(path: Path) -> Mapping[str, Any] | None:
    """Return what the file beside a match's PDN says: `digest` and `settings`; None without one.

    Raises `ArenaError` for a file that says nothing of the kind.
    """
    beside = _beside(path)
    try:
        with beside.open("rb") as handle:
            content = handle.read(_MOST_SETTINGS)
    except FileNotFoundError:
        return None
    try:
        record = json.loads(content)
        known = record["format"] == "crownhead-arena" and record["version"] == 1
        if not (known and isinstance(record["settings"], dict)):
            raise ValueError
        str(record["digest"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ArenaError(
            f"{beside} does not hold the settings of a match", "settings", path=beside
        ) from None
    found: Mapping[str, Any] = record
    return found


def stored_test(path: Path) -> Sprt | None:
    """Return the test that the match of this PDN file is played for, if there is one."""
    stored = stored_settings(path)
    values = None if stored is None else stored["settings"].get("sprt")
    try:
        return None if values is None else Sprt(**values)
    except TypeError:
        raise ArenaError(
            f"{_beside(path)} does not hold the settings of a match", "settings", path=_beside(path)
        ) from None


def records(path: Path) -> list[Record]:
    """Return what counts of the games in a match's PDN file, in its order.

    Raises `ArenaError` for a file with other games in it.
    """
    return _records(_content(path), path, None)


def _beside(path: Path) -> Path:
    if not path.name:
        raise ArenaError(f"{path} is no name of a file")
    return path.with_name(path.name + ".match.json")


def _content(path: Path) -> bytes:
    """Return the file as far as its games are complete."""
    content = path.read_bytes()
    end = content.rfind(b"\n\n", max(0, len(content) - _TAIL)) + 1
    if not end:
        return b""
    last = content.rfind(b"\n\n", 0, end - 1)
    begin = last + 2 if last >= 0 else 0
    return content[:begin] if content[begin:].lstrip().startswith(b"[") else content[: end + 1]


def _records(content: bytes, path: Path, digest: str | None) -> list[Record]:
    found: dict[tuple[int, int], Record] = {}
    for number, tags in enumerate(pdn.headers(io.BytesIO(content)), 1):
        try:
            record = _record(tags.tags)
        except ArenaError as error:
            raise ArenaError(f"{path}: game {number}: {error}") from error
        match = tags.tags.get("ArenaMatch", "")
        digest = digest or match
        key = (0, 0) if record is None else (record.pair, record.half)
        before = found.get(key)
        replayed = before is None or ("ArenaReplay" in tags.tags and before.forfeited)
        if record is None or match != digest or not replayed:
            raise ArenaError(
                f"{path}: game {number} is not one of this match's, each once",
                "foreign_game",
                path=path,
                number=number,
            )
        found[key] = record
    return list(found.values())


def _record(tags: Mapping[str, str]) -> Record | None:
    place = _ROUND.fullmatch(tags.get("Round", ""))
    points = _POINTS.get(tags.get("Result", ""))
    first = tags.get("ArenaFirst")
    if place is None or points is None or first not in ("White", "Black"):
        return None
    culprit = {"first": 1, "second": 2}.get(tags.get("ArenaFault", ""), 0)
    kind = tags.get("Termination", "normal").partition(":")[0]
    points = points if first == "White" else 2 - points
    said = [tags.get(f"Arena{player}Thinking") for player in ("First", "Second")]
    thinking = tuple(NOTHING if text is None else thinking_of(text) for text in said)
    return Record(int(place[1]), int(place[2]), points, kind, culprit, (thinking[0], thinking[1]))


def _write_game(
    settings: Settings, digest: str, finished: Finished, record: Record, again: bool
) -> str:
    job, game, ending = finished.job, finished.game, finished.ending
    tags = {
        "Event": f"{settings.first.name} - {settings.second.name}",
        "Date": date.today().strftime("%Y.%m.%d"),
        "Round": f"{record.pair}.{record.half}",
        "White": game.players.white,
        "Black": game.players.black,
        "Opening": job.opening.name,
        "PlyCount": str(len(game.moves)),
        "ArenaMatch": digest,
        "ArenaReplay": "1" if again else "",
        "ArenaFirst": "White" if record.half == 1 else "Black",
        "ArenaFault": ("", "first", "second")[record.culprit],
        "ArenaFirstThinking": written_thinking(record.thinking[0]),
        "ArenaSecondThinking": written_thinking(record.thinking[1]),
    }
    found = pdn.PdnGame.from_game(game, {name: text for name, text in tags.items() if text})
    found.tags["Termination"] = str(ending)
    played = [node for node in found.mainline() if node.kind in ("move", "faulty")]
    told = played[len(played) - len(ending.thoughts) :]
    for node, thought in zip(told, ending.thoughts, strict=True):
        node.comment = f"{thought.comment} {node.comment}".strip()
    head, _, body = pdn.dumps(found).strip().partition("\n\n")
    body = re.sub(r"\n\n+", "\n", body)
    return f"{head}\n\n{body}\n\n"
