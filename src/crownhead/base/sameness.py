"""Whether two records are one game, and which of them says more.

Two records with the same moves are the same game where nothing that both of them know tells them
apart. What is not known, as `?`, may be anything. Nothing is thrown away for that: a copy is left
out only where the other has all its tags, comments and variations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from crownhead.formats.pdn import PdnGame
from crownhead.formats.pdn.build import mark_nag
from crownhead.formats.pdn.names import parts
from crownhead.formats.pdn.results import meaning
from crownhead.formats.pdn.tags import tidy

_TELLING = (
    *("event", "site", "date", "round", "white", "black", "result"),
    *("board", "table", "stage", "section", "time", "starttime"),
    *("utcdate", "utctime", "gameid", "link", "url"),
)
"""Tags by which people tell games apart."""
_DERIVED = frozenset(("gametype", "variant", "rules", "resultformat", "fen", "setup", "plycount"))
"""Tags that say again what moves and start say."""
_UNKNOWN = frozenset(("", "?", "-", "*", "??", "????.??.??", "unknown"))
BETWEEN = " / "
"""What stands between comments on one move that are merged."""
_COMMAND = re.compile(r"\[%[^][]{1,1000}\]")
_DAY = re.compile(r"[?\d]{4}\.[?\d]{2}\.[?\d]{2}")

_ALIKE = 0.9
"""How much of the moves must agree in a faulty copy, from 0 to 1."""
_LEAST = 10
"""Plies that a faulty copy must have at least."""
_COMPARED = 400
"""Plies of which it is known whether they agree."""
_TOLD = 200

Tags = Mapping[str, str]


def known_tags(tags: Tags) -> dict[str, str]:
    """Return the tags that say something, their names in small letters.

    >>> known_tags({"White": " Anna ", "Round": "?"})
    {'white': 'Anna'}
    """
    found = {name.lower(): tidy(text) for name, text in tags.items()}
    return {name: text for name, text in found.items() if is_known(text)}


def is_known(text: str) -> bool:
    """Return whether a tag says something."""
    return text.casefold() not in _UNKNOWN


def differences(one: Tags, other: Tags) -> list[str]:
    """Return which of the telling tags say different things, of those that `known_tags` returns.

    >>> differences({"round": "1", "white": "Ton Nowak"}, {"round": "2", "white": "NOWAK, Ton"})
    ['round']
    """
    return [
        name
        for name in _TELLING
        if name in one and name in other and not _agree(name, one[name], other[name])
    ]


def _agree(name: str, one: str, other: str) -> bool:
    if one == other:
        return True
    if name == "result":
        return meaning(one) == meaning(other) is not None
    if "date" in name and _DAY.fullmatch(one) and _DAY.fullmatch(other):
        return all("?" in (a, b) or a == b for a, b in zip(one, other, strict=True))
    return bool(parts(one)) and parts(one) == parts(other)


@dataclass(frozen=True, slots=True)
class Content:
    """Hold what a record says beside its moves: tags, and notes by where they stand."""

    tags: Tags
    comments: Mapping[int, list[str]]
    others: frozenset[tuple[int, str]]

    @property
    def words(self) -> frozenset[str]:
        """Return what comments say, wherever they stand; commands of programs are not among it."""
        said = (text for texts in self.comments.values() for text in texts)
        return frozenset(text for text in said if not text.startswith("[%"))

    def lacks(self, other: Content) -> list[str]:
        """Return what the other one says and this one does not; empty where this is as full."""
        missing = [
            f'[{name.capitalize()} "{text}"]'
            for name, text in other.tags.items()
            if name not in _DERIVED and not _says(self.tags, name, text)
        ]
        missing += [
            "{" + text + "}"
            for place, texts in other.comments.items()
            for text in texts
            if text not in self.comments.get(place, ())
        ]
        return missing + sorted(text for _, text in other.others - self.others)


def pieces(comment: str) -> list[str]:
    """Return the commands of a comment, and what it says beside them.

    >>> pieces("good [%eval 0.2] indeed" + BETWEEN + "so so")
    ['[%eval 0.2]', 'good indeed', 'so so']
    """
    found = _COMMAND.findall(comment)
    rest = (" ".join(text.split()) for text in _COMMAND.sub(" ", comment).split(BETWEEN))
    return [*found, *filter(None, rest)]


def _says(tags: Tags, name: str, text: str) -> bool:
    here = tags.get(name)
    if here is None:
        return False
    if "date" in name and _DAY.fullmatch(here) and _DAY.fullmatch(text):
        return all(b in ("?", a) for a, b in zip(here, text, strict=True))
    if name == "result":
        return here == text or meaning(here) == meaning(text) is not None
    return here == text or (parts(here) == parts(text) != ())


def content(game: PdnGame, tags: Tags) -> Content:
    """Return what a game says beside its moves, where `known_tags` returned its tags."""
    comments: dict[int, list[str]] = {}
    others: set[tuple[int, str]] = set()
    place = back = 0
    stack: list[tuple[int, int]] = []
    for kind, what, _, _ in _items(game):
        if kind in ("move", "faulty", "pass", "huff"):
            back, place = place, hash((place, str(what)))
            if stack:
                others.add((place, str(what)))
        elif kind == "begin":
            stack.append((place, back))
            place = back
        elif kind == "end" and stack:
            place, back = stack.pop()
        elif kind == "comment":
            comments.setdefault(place, []).extend(pieces(tidy(str(what))))
        elif kind == "mark":
            number = mark_nag(str(what))
            others.add((place, f"mark {what}" if number is None else f"${number}"))
        elif kind in ("nag", "setup"):
            others.add((place, f"${what}" if kind == "nag" else f"setup {what}"))
        elif kind == "junk" and len(re.findall(r"\w", str(what))) > 2:
            others.add((place, tidy(str(what))))
    return Content(tags, comments, frozenset(others))


def _items(game: PdnGame) -> Iterator[tuple[str, object, int, int]]:
    if game._body is not None:
        yield from game._body.items
    elif game._raw.strip():
        yield "comment", game._raw, 0, 0


def is_copy(faulty: PdnGame, clean: PdnGame) -> bool:
    """Return whether the moves of a game with errors are those of a game without, but for these.

    One that breaks off early may be another game, and is no copy.
    """
    written, meant = _squares_of(faulty)[:_COMPARED], _squares_of(clean)[:_COMPARED]
    if written == meant:
        return bool(written)
    if len(written) < max(_LEAST, _ALIKE * len(meant)):
        return False
    matcher = SequenceMatcher(None, written, meant, autojunk=False)
    return matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE


def _squares_of(game: PdnGame) -> list[str]:
    """Return from where to where the moves of the main line go, those that cannot be read too."""
    found, inside = [], 0
    for kind, what, _, _ in _items(game):
        inside += (kind == "begin") - (kind == "end")
        if not inside and kind in ("move", "faulty", "refused", "skipped"):
            squares = re.findall(r"[a-l]\d{1,2}|\d{1,2}", str(what))
            found.append("-".join(squares[:1] + squares[-1:]))
    return found


def shorten(texts: list[str]) -> str:
    """Return what is missing as one short text."""
    text = tidy("; ".join(texts))
    return text if len(text) <= _TOLD else text[: _TOLD - 1] + "…"
