"""What is wrong in a file, as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

from crownhead._core import PdnText, pdn_faults
from crownhead.errors import AmbiguousMove, CrownheadError, InvalidFen, PdnError
from crownhead.position import Position

Fault = tuple[int, int, str, str, str, Position | None]
Told: TypeAlias = dict[str, object]

# The game is read as it was plainly meant.
MILD = frozenset(code for code, weight in pdn_faults().items() if weight == "mild")


def error(key: str, line: int = 1, column: int = 1, **values: object) -> PdnError:
    """Return the error that the catalogues have under `error.PdnError.KEY`.

    >>> print(error("unclosed_comment", 7, 3))
    line 7, column 3: The comment is not closed
    """
    from crownhead.locales import Catalogue

    bare = PdnError("", line, column, "", key, **values)
    return PdnError(Catalogue("en").detail(bare), line, column, "", key, **values)


def error_of(fault: Fault) -> PdnError:
    """Return a fault as the error that says it."""
    line, column, code, text, detail, position = fault
    told: Told = {"text": _quote(text), "detail": _short(detail)}
    if code == "illegal_move":
        code, told = _illegal(told, detail, position)
    elif code == "ambiguous_move":
        code, told = _ambiguous(told, detail, position)
    elif code == "invalid_setup":
        told["why"] = InvalidFen(detail, 1, detail, text)
    return error(code, line, column, **told)


def errors(faults: Iterable[Fault]) -> list[PdnError]:
    """Return faults as errors, in their order."""
    return [error_of(fault) for fault in faults]


def _illegal(told: Told, detail: str, position: Position | None) -> tuple[str, Told]:
    if position is None:
        return "illegal_move", told
    told = told | {"side": position.turn, "variant": position.variant}
    if detail:
        try:
            position.parse(detail)
        except CrownheadError as refused:
            return "illegal_move_why", told | {"why": refused}
    return "illegal_move_of", told


def _ambiguous(told: Told, detail: str, position: Position | None) -> tuple[str, Told]:
    if position is not None and detail:
        try:
            position.parse(detail)
        except AmbiguousMove as several:
            full = tuple(move.notation("full") for move in several.candidates[:4])
            return "ambiguous_move_of", told | {"moves": full}
        except CrownheadError:
            pass
    return "ambiguous_move", told


def tag_error(text: PdnText, name: str, wrong: PdnError, column: int = 0) -> PdnError:
    """Return an error at a tag of a game, or `column` characters into its value (from 1)."""
    return wrong.with_place(*_place(text, name, column))


def _place(text: PdnText, name: str, into: int) -> tuple[int, int]:
    """Return line and column of a tag, or of a character of its value (from 1)."""
    head = text.source[: text.body_offset].decode(text.encoding, "replace")
    found = re.search(rf'\[[ \t]*{re.escape(name)}\b[ \t]*("\s*)?', head, re.IGNORECASE)
    if found is None:
        return text.line, 1
    at = found.end() + into - 1 if into else found.start()
    before = re.split("\r\n|\r|\n", head[:at])
    return text.line + len(before) - 1, len(before[-1]) + 1


def _quote(text: str) -> str:
    return repr(_short(text))


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "..."
