"""What the games are called in the parameter `variant`."""

from __future__ import annotations

from collections.abc import Iterable

from crownhead.variants import VARIANTS

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
    known = {value.lower(): value for value in values}
    return next((known[name] for name in names(key) if name in known), None)


def key_of(name: str) -> str | None:
    """Return the key of the game that a name means, or None."""
    return _KEYS.get(name.lower())
