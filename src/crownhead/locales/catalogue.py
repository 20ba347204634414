"""Turn keys, reasons and errors into sentences of one language."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cache
from gettext import c2py
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from crownhead import errors
from crownhead.locales import endings, squares
from crownhead.reasons import Reason
from crownhead.renamed import formerly
from crownhead.variants import VARIANTS, Notation, Variant

if TYPE_CHECKING:
    from crownhead.outcome import Outcome

COMPLETE = ("en", "de")
"""The languages that say everything; the first is what stands in for a text that is missing."""


def _find_languages() -> tuple[str, ...]:
    names = (file.name.removesuffix(".json") for file in files("crownhead.locales").iterdir())
    return (*COMPLETE, *sorted(name for name in names if len(name) == 2 and name not in COMPLETE))


LANGUAGES = _find_languages()
"""Every language with a file of its own here, the complete ones first."""

SQUARE_FIELDS = frozenset({"square", "origin", "target", "blocker", "king"})
"""Fields of a `Reason` that hold one square; a tuple of numbers always holds squares."""

NUMBER_FIELDS = frozenset({"best", "this", "limit"})
"""Fields of a `Reason` that hold a number said as a word."""

SIZE_VALUES = frozenset({"room", "free"})
"""Values of an error that are sizes as text, such as `2.4 MB`."""

_MOST_LISTED = 4  # a sentence with more moves than this is a list, not a sentence


@cache
def own_entries(language: str) -> Mapping[str, Any]:
    """Return the entries of one language's file alone."""
    text = files("crownhead.locales").joinpath(f"{language}.json").read_text(encoding="utf-8")
    entries: dict[str, Any] = json.loads(text)
    return entries


@cache
def entries(language: str) -> Mapping[str, Any]:
    """Return the entries of a language, in English where its file has none.

    >>> entries("nl")["color.white"], "analyse.no_move" in own_entries("nl")
    ('Wit', False)
    """
    return {**own_entries(COMPLETE[0]), **own_entries(language)}


@cache
def _plurals(language: str) -> Mapping[str, Callable[[int], int]]:
    written = own_entries(language).get("language.plural", {"one": "n == 1", "other": "1"})
    return {category: c2py(condition) for category, condition in written.items()}


def plural(number: int, language: str = COMPLETE[0]) -> str:
    """Return the CLDR plural category of a whole number of at least 0.

    >>> plural(1), plural(0), plural(22, "ru")
    ('one', 'other', 'few')
    """
    return next(category for category, holds in _plurals(language).items() if holds(number))


def detect(environment: Mapping[str, str] | None = None, wanted: str | None = None) -> str:
    """Return the language to speak: `wanted` if there is one, else the environment's, else English.

    `LC_ALL` comes before `LC_MESSAGES` and `LANG`; the first that is set decides, as in POSIX.

    >>> detect({"LANG": "de_AT.UTF-8"})
    'de'
    """
    environment = os.environ if environment is None else environment
    for value in (wanted, *(environment.get(k) for k in ("LC_ALL", "LC_MESSAGES", "LANG"))):
        if value:
            language = value.replace("-", "_").split("_")[0].split(".")[0].lower()
            return language if language in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]


class Catalogue:
    """Turn keys, reasons and errors into sentences of one language.

    A catalogue bound to a variant uses that game's words (König in English draughts, Dame
    elsewhere) and writes squares in `notation`, or in the variant's own.

    >>> Catalogue("de").text("color.white")
    'Weiß'
    """

    def __init__(
        self, language: str, variant: Variant | None = None, notation: Notation | None = None
    ) -> None:
        self.language = language if language in LANGUAGES else LANGUAGES[0]
        self.variant = variant
        self.notation = notation
        self._entries = entries(self.language)

    def of(self, variant: Variant, notation: Notation | None = None) -> Catalogue:
        """Return this catalogue bound to a game, and to a way of writing squares."""
        return Catalogue(self.language, variant, notation)

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def text(self, key: str, /, **values: object) -> str:
        """Return the text of `key` with `values` filled in.

        Where the entry has plural forms the value `n` chooses one. Raises `KeyError` for a key
        that no catalogue holds.

        >>> Catalogue("en").text("count.moves", n=1), Catalogue("en").text("count.moves", n=4)
        ('1 move', '4 moves')
        """
        entry = self._entries[key]
        if not isinstance(entry, str):
            number = values.get("n", 0)
            # Two forms are those of English, or of a language that counts alike.
            counting = COMPLETE[0] if len(entry) == 2 else self.language
            entry = entry[plural(number if isinstance(number, int) else 0, counting)]
        if "{" not in entry:
            return str(entry)
        return str(entry.format_map(_Words(self, values)))

    def term(self, name: str) -> str | None:
        """Return a word of the game, such as `king_the`, in the game's own use of it."""
        key = self.variant.key if self.variant else ""
        word = self._entries.get(f"term.{name}.{key}", self._entries.get(f"term.{name}"))
        return None if word is None else str(word)

    def game(self, variant: Variant) -> str:
        """Return what a game is called.

        >>> Catalogue("nl").game(VARIANTS["international"])
        'Internationaal dammen'
        """
        return str(self._entries.get(f"game.{variant.key}") or variant.name(self.language))

    def decimal(self, number: str) -> str:
        """Return a number that is written with a point as this language writes it."""
        return number.replace(".", self.text("language.point"))

    def square(self, square: int) -> str:
        """Return a square as this catalogue's game writes it."""
        return squares.name(self.variant, square, self.notation) if self.variant else str(square)

    def move(self, move: object) -> str:
        """Return a move (or its PDN text) in this catalogue's notation."""
        text = str(move)
        if self.variant and self.notation and self.notation != self.variant.notation:
            return squares.translate(self.variant, text, self.notation)
        return text

    def either(self, items: Iterable[object]) -> str:
        """Join items as alternatives: `22`, `22 or 27`, `18, 22 or 27`."""
        return self._join([str(item) for item in items], "list.or")

    def both(self, items: Iterable[object]) -> str:
        """Join items as a list: `22`, `22 and 27`, `18, 22 and 27`."""
        return self._join([str(item) for item in items], "list.and")

    def _join(self, items: list[str], key: str) -> str:
        if len(items) < 2:
            return "".join(items)
        return self.text(key, first=", ".join(items[:-1]), last=items[-1])

    def number(self, number: int) -> str:
        """Return a small number as a word, a large one in digits."""
        key = f"number.{number}"
        return self.text(key) if key in self else str(number)

    def reason(self, reason: Reason, variant: Variant | None = None) -> str:
        """Return the sentence that explains a refusal (RULES X).

        >>> from crownhead.reasons import MustCapture
        >>> from crownhead.variants import get
        >>> Catalogue("de").reason(MustCapture(pieces=(22, 27)), get("english"))
        'Schlagzwang: 22 oder 27 muss schlagen.'
        """
        words = self if variant is None else self.of(variant, self.notation)
        key = f"reason.{reason.code}"
        criterion = getattr(reason, "criterion", None)
        if criterion is not None:
            key = f"{key}.{criterion}"
        values = {
            f.name: words.format_field(f.name, getattr(reason, f.name)) for f in fields(reason)
        }
        number = next((v for v in vars(reason).values() if type(v) is int), 0)
        return words.text(key, **{"n": number, **values})

    def format_field(self, field: str, value: object) -> object:
        """Return the value of a `Reason`'s field as it stands in a sentence."""
        if isinstance(value, tuple):
            listed = [self.square(v) if isinstance(v, int) else self.move(v) for v in value]
            if len(listed) > _MOST_LISTED:
                listed = [*listed[: _MOST_LISTED - 1], "…"]
            return self.either(listed)
        if isinstance(value, int) and not isinstance(value, bool):
            if field in SQUARE_FIELDS:
                return self.square(value)
            return self.number(value) if field in NUMBER_FIELDS else value
        color = f"color.{value}"
        return self.text(color) if color in self else value

    said = formerly("said", format_field)

    def example(self) -> str:
        """Return moves as this catalogue's game writes them: a quiet one and a capture."""
        notation = self.notation or (self.variant.notation if self.variant else "numeric")
        return self.either(("c3-d4", "c3xe5") if notation == "algebraic" else ("22-18", "22x15"))

    def outcome(self, outcome: Outcome, variant: Variant | None = None) -> str:
        """Return who has won a game of `variant`, and by what.

        >>> from crownhead import Game
        >>> game = Game("dame")
        >>> game.resign("white")
        >>> Catalogue("de").outcome(game.outcome, game.variant)
        'Schwarz gewinnt. Weiß hat aufgegeben.'
        """
        words = self if variant is None else self.of(variant, self.notation)
        return " ".join(endings.sentences(outcome, words))

    def error(self, error: Exception, text: str = "", variant: Variant | None = None) -> str:
        """Return the sentence for an error that crownhead raised about `text`.

        With the game's `variant` its squares and moves are written as players of it write them.
        What only a programmer can mend stands in English behind the sentence (`detail`).

        >>> from crownhead.errors import InvalidMove
        >>> Catalogue("en").error(InvalidMove("no move"), "hello")
        "'hello' is not a move; write it like 22-18 or 22x15."
        >>> Catalogue("de").error(InvalidMove("no move"), "hallo", VARIANTS["lite"])
        "'hallo' ist kein Zug; schreib ihn wie c3-d4 oder c3xe5."
        """
        if variant is not None:
            return self.of(variant, self.notation).error(error, text)
        reason = getattr(error, "reason", None)
        if isinstance(reason, Reason):
            return self.reason(reason)
        text = text or str(getattr(error, "values", {}).get("text", ""))
        likeliest = getattr(error, "likeliest", "")
        if likeliest:
            return self.text("error.likely_variant", text=_brief(text), likeliest=likeliest)
        family, key = getattr(error, "family", ""), getattr(error, "key", "")
        if family and key:
            return self._fill(f"{family}.{key}", error)
        kind = next((k for k in _ERRORS if isinstance(error, k)), errors.CrownheadError)
        if kind is errors.InvalidFen and not getattr(error, "fault", ""):
            kind = errors.CrownheadError
        candidates = [self.move(move) for move in getattr(error, "candidates", ())]
        said = self.text(
            f"error.{kind.__name__}",
            detail=self.detail(error),
            line=getattr(error, "line", 1),
            column=getattr(error, "column", 1),
            quoted=getattr(error, "quoted", ""),
            text=_brief(text),
            candidates=self.either(candidates),
            known=", ".join(VARIANTS),
            example=self.example(),
        )
        file = getattr(error, "file", "")
        said = f"{file}: {said}" if file else said
        return said[:-1] if said.endswith("?.") else said

    def detail(self, error: Exception) -> str:
        """Return what an error says beside its kind and its place, without a full stop.

        What has no text of its own stands as the error has it, in English; an error that it was
        made of is said as such.

        >>> from crownhead import Position
        >>> try:
        ...     Position.from_fen("W:W31:Bxx", "international")
        ... except errors.InvalidFen as error:
        ...     Catalogue("de").detail(error)
        'dieses Feld gibt es auf dem Brett nicht'
        """
        fault, key = getattr(error, "fault", ""), getattr(error, "key", "")
        if fault:
            return self.text(f"error.InvalidFen.{fault}")
        if key and getattr(error, "family", ""):
            return self.error(error).rstrip(".")
        if key:
            kind = next(k for k in type(error).__mro__ if f"error.{k.__name__}.{key}" in self)
            return self._fill(f"error.{kind.__name__}.{key}", error)
        said = str(error.args[0]) if isinstance(error, errors.PdnError) else str(error)
        cause = error.__cause__
        if isinstance(cause, errors.CrownheadError) and str(cause) in said:
            alike = type(cause) is type(error)
            inside = self.detail(cause) if alike else self.error(cause).rstrip(".")
            said = said.replace(str(cause), inside)
        return " ".join(said.split())[:300].rstrip(".")

    def _fill(self, key: str, error: Exception) -> str:
        """Return the text of `key` with the values of an error in the words of this language."""
        values: Mapping[str, object] = getattr(error, "values", {})
        variant = values.get("variant")
        words = self.of(variant, self.notation) if isinstance(variant, Variant) else self
        return words.text(key, **{name: words._value(name, each) for name, each in values.items()})

    def _value(self, name: str, value: object) -> object:
        """Return a value of an error as it stands in a sentence."""
        if isinstance(value, Exception):
            named = getattr(value, "fault", "") or getattr(value, "key", "")
            return self.detail(value) if named else self.error(value).rstrip(".")
        if isinstance(value, Variant):
            return self.game(value)
        if isinstance(value, float) or name in SIZE_VALUES:
            return self.decimal(f"{value:g}" if isinstance(value, float) else str(value))
        if isinstance(value, tuple):
            return self.either(value)
        return self.text(f"color.{value}") if name == "side" else value


def _brief(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


_ERRORS = (
    errors.UnknownVariant,
    errors.InvalidRules,
    errors.InvalidFen,
    errors.InvalidMove,
    errors.AmbiguousMove,
    errors.InvalidRecord,
    errors.PdnError,
    errors.InvalidPicture,
    errors.MissingPackage,
    errors.TooComplex,
    errors.DamagedTable,
    errors.NotInTables,
    errors.InvalidPuzzle,
    errors.InvalidComposition,
    errors.InvalidCertificate,
    errors.InvalidArray,
    errors.IllegalAction,
    errors.UnnumberedMove,
    errors.CannotBuild,
    errors.NoCluster,
    errors.EngineDied,
    errors.EngineEndsGame,
    errors.EngineTimeout,
    errors.EvaluationError,
    errors.IllegalReply,
    errors.ProtocolError,
    errors.EngineError,
    errors.CrownheadError,
)


class _Words(dict[str, object]):
    """Look a placeholder up among the values, then among the game's own terms."""

    def __init__(self, catalogue: Catalogue, values: Mapping[str, object]) -> None:
        super().__init__(values)
        self._catalogue = catalogue

    def __missing__(self, name: str) -> str:
        word = self._catalogue.term(name)
        if word is None:
            raise KeyError(f"no value for {{{name}}}")
        return word
