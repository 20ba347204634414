"""What is wrong in a file, as sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from crownhead._core import PdnText, pdn_faults
from crownhead.errors import AmbiguousMove, CrownheadError, IllegalMove, PdnError
from crownhead.position import Position

Fault = tuple[int, int, str, str, str, Position | None]

# The game is read as it was plainly meant.
MILD = frozenset(code for code, weight in pdn_faults().items() if weight == "mild")

_SENTENCES: dict[str, str] = {
    "too_long": "The game is longer than {detail} bytes; the rest of it is left out",
    "unclosed_tag": "Tag {text} is not closed",
    "invalid_tag": "Tag {text} has no value in quotes",
    "repeated_tag": "Tag {text} repeats an earlier one and is left out",
    "empty_tag": "Tag {text} says nothing and is left out",
    "spelt_line_end": "The end of the line is spelt out, here and perhaps below; it is left out",
    "unclosed_comment": "The comment is not closed",
    "unclosed_variation": "The variation is not closed",
    "unopened_variation": "This closes a variation that was not opened",
    "variation_without_move": "The variation is an alternative to no move",
    "too_deep": "Variations are nested too deeply; this one is not read",
    "invalid_nag": "{text} has no number of a comment sign",
    "unclosed_setup": "The set-up is not closed",
    "invalid_setup": "The set-up {text} {detail}",
    "unexpected_text": "{text} is nothing that belongs in a game",
    "invalid_move": "{text} {detail}",
    "nothing_captured": "{text} captures nothing; it is read as a plain move",
    "shortest_capture": "{text} may mean a longer capture; the shortest is taken",
    "told_by_jumps": "{text} is one capture, told jump by jump; it is read as {detail}",
    "too_complex": "The captures before {text} exceed the work limit",
    "too_many_plies": "The game has more moves than can be read",
    "invalid_huff": "{text} {detail}",
    "too_many_faults": "From here on there are more errors than are told",
}


def error(fault: Fault) -> PdnError:
    """Return a fault as the error that says it."""
    line, column, code, text, detail, position = fault
    said = _said.get(code)
    if said is not None:
        sentence = said(text, detail, position)
    else:
        sentence = _SENTENCES[code].format(text=_quote(text), detail=_short(detail))
    return PdnError(sentence, line, column)


def errors(faults: Iterable[Fault]) -> list[PdnError]:
    """Return faults as errors, in their order."""
    return [error(fault) for fault in faults]


def _illegal(text: str, detail: str, position: Position | None) -> str:
    reason = ""
    if position is not None and detail:
        try:
            position.parse(detail)
        except IllegalMove as refused:
            reason = _reason(refused, position)
        except CrownheadError as refused:
            reason = str(refused)
    side = f" for {position.turn.capitalize()}" if position is not None else ""
    return f"{_quote(text)} is not legal{side}" + (f": {reason}" if reason else "")


def _reason(refused: IllegalMove, position: Position) -> str:
    from crownhead.locales import Catalogue

    return Catalogue("en", position.variant).reason(refused.reason).rstrip(".")


def _ambiguous(text: str, detail: str, position: Position | None) -> str:
    if position is not None and detail:
        try:
            position.parse(detail)
        except AmbiguousMove as several:
            full = " or ".join(move.notation("full") for move in several.candidates[:4])
            return f"{_quote(text)} may mean {full}; the first is taken"
        except CrownheadError:
            pass
    return f"{_quote(text)} may mean several moves; the first is taken"


_said: dict[str, Callable[[str, str, Position | None], str]] = {
    "illegal_move": _illegal,
    "ambiguous_move": _ambiguous,
}


def tag_error(text: PdnText, name: str, sentence: str, column: int = 0) -> PdnError:
    """Return an error at a tag of a game, or `column` characters into its value (from 1)."""
    line, start = _place(text, name, column)
    return PdnError(sentence, line, start)


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
