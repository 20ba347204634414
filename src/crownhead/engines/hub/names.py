"""What the games are called in the parameter `variant`."""

from __future__ import annotations

from collections.abc import Iterable

from crownhead.variants import VARIANTS, find

# The first name of each is the one that Scan gave it.
_OTHER_NAMES = {
    "international": ("normal", "international", "standard"),
    "breakthrough": ("bt", "breakthrough"),
    "antidraughts": ("losing", "antidraughts"),
}
_KEYS = {name: key for key in VARIANTS for name in _OTHER_NAMES.get(key, (key,))}


def names(key: str) -> tuple[str, ...]:
    """Return the names of a game, the usual one first.

    >>> names("international")[0], names("russian")[0]
    ('normal', 'russian')
    """
    return _OTHER_NAMES.get(key, (key,))


def find_offered(key: str, values: Iterable[str]) -> str | None:
    """Return the name under which an engine's `values` offer a game, or None.

    >>> find_offered("breakthrough", ["normal", "bt"])
    'bt'
    """
    return next((value for value in values if key_of(value) == key), None)


def key_of(name: str) -> str | None:
    """Return the key of the game that a name means, be it one of the library's, or None.

    >>> key_of("normal"), key_of("dame"), key_of("Go")
    ('international', 'lite', None)
    """
    known = _KEYS.get(name.lower())
    if known is not None:
        return known
    found = find(name)
    return None if found is None else found.key
