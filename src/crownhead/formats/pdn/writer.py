"""Writing: which tags a game has; the core spells out the rest (core/pdn/writer.cpp)."""

from __future__ import annotations

import os
import re
from typing import IO

from crownhead import _core
from crownhead.errors import CrownheadError
from crownhead.formats.pdn import gametype, results
from crownhead.formats.pdn import tags as pdn_tags
from crownhead.formats.pdn.commands import without_commands
from crownhead.formats.pdn.game import PdnGame
from crownhead.formats.pdn.node import pack
from crownhead.game import Game

_COMMENTS = re.compile(r"((?:\s*\{[^{}]*\})*)([^{}]*)")  # and what stands behind them
_BRACES = str.maketrans("{}", "  ")


def dumps(game: PdnGame | Game, *, capture: str = "") -> str:
    r"""Return a game as PDN, with an empty line after it.

    Reading the text and writing it again gives the same text. `capture` is the sign of captures,
    `x` or `:`, for readers that know only one; else it is that of the game.

    >>> from crownhead.formats import pdn
    >>> game = pdn.loads('[Result "1-0"][Event "Club"] 1.09-14!! {A  {try} 2218 1-0')
    >>> print(pdn.dumps(game), end="")
    [Event "Club"]
    [Result "1-0"]
    [GameType "21"]
    <BLANKLINE>
    1. 9-14!! {A (try} 1... 22-18 *
    <BLANKLINE>
    """
    if isinstance(game, Game):
        game = PdnGame.from_game(game)
    if capture not in ("", "x", ":"):
        raise CrownheadError(f"capture is 'x' or ':', not {capture[:40]!r}")
    return _core.pdn_written(_tags(game).items(), _rows(game), capture)


def write(game: PdnGame | Game, handle: IO[str] | str | os.PathLike[str]) -> None:
    """Write a game to a text handle (`encoding="utf-8"`), or add it to the file of a path.

    Games can follow each other.

    >>> import io
    >>> from crownhead import Game
    >>> file = io.StringIO()
    >>> write(Game("russian"), file); write(Game("english"), file)
    >>> file.getvalue().count("GameType")
    2
    """
    if isinstance(handle, str | os.PathLike):
        with open(handle, "a", encoding="utf-8") as file:
            file.write(dumps(game))
    else:
        handle.write(dumps(game))


def _tags(game: PdnGame) -> dict[str, str]:
    tags = pdn_tags.canonical(game.tags)
    tags["Result"] = game.result
    if game.variant is not None:
        for name in ("GameType", "FEN", "Rules"):
            if name != "Rules" or tags.get(name, "").lstrip().startswith("{"):
                tags.pop(name, None)
        named = tags.pop("Variant", "")
        said = gametype.write(game.variant)
        # A name that says the same, or nothing to us, stays as it was.
        meant = gametype.by_name(named)
        if named and (meant == game.variant or (meant is None and "Variant" not in said)):
            said["Variant"] = named
        for name in said:
            tags.pop(name, None)  # it stands at the end, as it does when this is read
        tags |= said
        if game._start is None:
            tags["FEN"] = pdn_tags.value(game.tags, "FEN")
        elif (start := _core.pdn_start(game._start)) is not None:
            tags["FEN"] = start
    elif game.errors and not pdn_tags.value(tags, "GameType"):
        tags["GameType"] = "unknown"
    return tags


def _rows(game: PdnGame) -> list[_core.StepRow]:
    """Return the tree of a game; where none could be read, what stands in the file as a comment."""
    if game._start is not None:
        return pack(game.root)
    body = pdn_tags.tidy(game._raw).removesuffix("*").rstrip()
    said = ""
    alone = _COMMENTS.fullmatch(body)
    behind = alone[2].lstrip() if alone is not None else body
    if alone is not None and results.meaning(behind) in ("open", results.meaning(game.result)):
        said = " ".join(alone[1].translate(_BRACES).split())
    elif body and results.meaning(body) is None:
        said = f"unread: {without_commands(body)}"
    return [(-1, "root", None, None, "", 0, said, "", [])]
