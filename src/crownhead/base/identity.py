"""What tells the variants of a database apart: a known game by its key, others by their rules."""

from __future__ import annotations

import hashlib
import json

from crownhead.variants import VARIANTS, Variant


def identity(variant: Variant) -> str:
    """Return the text by which a database knows a variant.

    >>> from crownhead.variants import get
    >>> identity(get("lite"))
    'lite'
    """
    if VARIANTS.get(variant.key) == variant:
        return variant.key
    return json.dumps(variant.to_dict(), sort_keys=True, separators=(",", ":"))


def variant_of(text: str) -> Variant:
    """Return the variant of an identity; raises `InvalidRules` where it is none.

    >>> variant_of("lite").key
    'lite'
    """
    return VARIANTS[text] if text in VARIANTS else Variant.from_dict(json.loads(text))


def salt(variant: Variant) -> int:
    """Return the 64 bits that are mixed into the keys of a variant's positions."""
    total = hashlib.blake2b(identity(variant).encode(), digest_size=8)
    return int.from_bytes(total.digest(), "little")
