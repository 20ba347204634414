"""What was wrong with a command line, and the words of help, in the user's language.

Click asks gettext for each of its sentences. Gettext reads files of its own alone, so the modules
of click ask here instead; what they say stands in the catalogues as `usage.KEY`, the English text
being click's own. Help texts are English.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any

import click
from click import exceptions, formatting, parser, types

from crownhead.locales import LANGUAGES, Catalogue, detect
from crownhead.locales.catalogue import entries, own_entries, plural

MODULES: tuple[ModuleType, ...] = (click.core, exceptions, formatting, parser, types)
"""The modules of click that say something to whoever types a command."""

_KINDS = {
    "directory": "usage.directory",
    "file": "usage.file",
    "float": "usage.number",
    "float range": "usage.number",
    "integer": "usage.integer",
    "integer range": "usage.integer",
    "path": "usage.path",
}
"""What click calls the kinds of values that a sentence names."""


class _Sentence(str):
    """A sentence of click's in another language, which says kinds of values in that, too."""

    language: str

    def format(self, *args: object, **values: object) -> str:
        for name in ("number_type", *(["name"] if "filename" in values else [])):
            kind = str(values.get(name, ""))
            if key := _KINDS.get(kind.lower()):
                said = str(entries(self.language)[key])
                values[name] = said.capitalize() if kind[0].isupper() else said
        return super().format(*args, **values)


def speak(language: str) -> None:
    """Set the language of click's sentences."""

    def say(text: str) -> str:
        return _sentence(text, language) or text

    def count(one: str, other: str, number: int) -> str:
        english = one if number == 1 else other
        return _sentence(english, language, number) or english

    for module in MODULES:
        vars(module)["_"] = say
        if "ngettext" in vars(module):
            vars(module)["ngettext"] = count


def find_language(arguments: Sequence[str]) -> str:
    """Return the language that a command line asks for, which may be wrong from its first word on.

    >>> find_language(["pdn", "--lang", "de", "--nonsense"]), find_language(["pdn", "--lang=ru"])
    ('de', 'ru')
    """
    said = ""
    for word, following in zip(arguments, [*arguments[1:], ""], strict=False):
        if word == "--":
            break
        given = following if word == "--lang" else word.removeprefix("--lang=")
        if given != word and given in LANGUAGES:
            said = given
    return detect(wanted=said)


def ask_if_meant(text: str) -> str:
    """Return the question whether a text was meant, in the language that click speaks."""
    return exceptions._format_possibilities([text])


def translate(key: str) -> str:
    """Return a word of help pages as click says it, in the language it speaks."""
    return str(vars(formatting)["_"](Catalogue("en").text(key)))


def _sentence(english: str, language: str, number: int | None = None) -> str:
    """Return what an English text of click's is in a language, nothing where that is not known."""
    key = _keys().get(english)
    if key is None:
        return ""
    entry: str | Mapping[str, Any] = entries(language)[key]
    if not isinstance(entry, str):
        counting = "en" if len(entry) == 2 else language
        entry = str(entry[plural(number or 0, counting)])
    sentence = _Sentence(entry)
    sentence.language = language
    return sentence


@cache
def _keys() -> Mapping[str, str]:
    """Return the keys of what click says, by each form of its English text."""
    return {
        form: key
        for key, entry in own_entries("en").items()
        if key.startswith("usage.") and key not in _KINDS.values()
        for form in ([entry] if isinstance(entry, str) else entry.values())
    }
