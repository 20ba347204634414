"""Seeds of lots in the database: sealed, so that who reads it cannot tell what will be drawn.

A seed is 32 random bytes. It is covered by as many bytes, made from a key and a random number that
stands beside it and is used once.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence

_MARK = "sealed"


def encrypt(seed: str, key: bytes) -> str:
    """Return a seed, 64 hex digits, so that it can be read with the key alone.

    >>> decrypt(encrypt("ab" * 32, b"new"), (b"newer", b"new")) == "ab" * 32
    True
    """
    nonce = secrets.token_hex(16)
    covered = bytes.fromhex(seed)
    cover = _cover(key, nonce)
    text = bytes(a ^ b for a, b in zip(covered, cover, strict=True)).hex()
    return f"{_MARK} {_name(key)} {nonce} {text}"


def decrypt(text: str, keys: Sequence[bytes]) -> str | None:
    """Return the seed, None if the key that sealed it is not among these.

    What an earlier version has stored is not sealed.
    """
    mark, *parts = text.split(" ")
    if mark != _MARK:
        return text
    name, nonce, covered = parts
    for key in keys:
        if _name(key) == name:
            cover = _cover(key, nonce)
            return bytes(a ^ b for a, b in zip(bytes.fromhex(covered), cover, strict=True)).hex()
    return None


def encrypt_all(seeds: Mapping[str, str], key: bytes | None) -> dict[str, str]:
    """Return all seeds sealed, by what they are for."""
    if key is None:
        return dict(seeds)
    return {lot: encrypt(seed, key) for lot, seed in seeds.items()}


def decrypt_all(texts: Mapping[str, str], keys: Sequence[bytes]) -> dict[str, str]:
    """Return those seeds that can be read."""
    found = {lot: decrypt(text, keys) for lot, text in texts.items()}
    return {lot: seed for lot, seed in found.items() if seed is not None}


def _name(key: bytes) -> str:
    return hmac.new(key, b"name of the key", hashlib.sha256).hexdigest()[:8]


def _cover(key: bytes, nonce: str) -> bytes:
    return hmac.new(key, b"seed " + nonce.encode(), hashlib.sha256).digest()
