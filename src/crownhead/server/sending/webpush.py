"""A message for one browser: encrypted for it (RFC 8291), signed by this server (RFC 8292)."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_CURVE = ec.SECP256R1()
POINT, SECRET, SALT = 65, 16, 16
"""Bytes of a browser's public key, of its secret, and of the salt of a message."""
RECORD = 4096
PADDED = 1024
"""Bytes to which every message is filled up: its length tells nobody what it is about."""
TOKEN_LASTS = 12 * 3600


def encode(octets: bytes) -> str:
    """Return bytes in base64url without filling.

    >>> encode(b"\\xff\\xfe")
    '__4'
    """
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return what a text in base64url says. Raises `ValueError`.

    >>> decode("__4")
    b'\\xff\\xfe'
    """
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)


@dataclass(frozen=True, slots=True)
class Receiver:
    """The keys of a browser's subscription, in base64url as the browser gives them."""

    p256dh: str
    auth: str

    def check(self) -> None:
        """Raise `ValueError` where these can be no keys of a browser."""
        if len(decode(self.auth)) != SECRET:
            raise ValueError(f"auth: expected {SECRET} bytes")
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, decode(self.p256dh))


def encrypt(
    text: bytes,
    receiver: Receiver,
    *,
    salt: bytes | None = None,
    own: ec.EllipticCurvePrivateKey | None = None,
    padded: int = PADDED,
) -> bytes:
    """Return a message as only the receiver can read it: one record of `aes128gcm` (RFC 8188).

    `salt` and `own`, the key of this one message, are drawn where they are not given.
    """
    salt = os.urandom(SALT) if salt is None else salt
    own = ec.generate_private_key(_CURVE) if own is None else own
    theirs = decode(receiver.p256dh)
    mine = point(own)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, theirs))
    secret = decode(receiver.auth)
    seed = _derive(secret, shared, b"WebPush: info\0" + theirs + mine, 32)
    key = _derive(salt, seed, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, seed, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, text + b"\2" + bytes(max(0, padded - len(text))), None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine + sealed


def authorize(endpoint: str, contact: str, key: ec.EllipticCurvePrivateKey, now: int) -> str:
    """Return the header `Authorization` for an endpoint; `contact` is the operator's address.

    `now` is in seconds since 1970; what is returned is valid for twelve hours.
    """
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + TOKEN_LASTS, "sub": contact}
    said = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
    r, s = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={said}.{signature}, k={encode(point(key))}"


def new_key() -> str:
    """Return a new private key of a server: 64 hex digits."""
    number = ec.generate_private_key(_CURVE).private_numbers().private_value
    return number.to_bytes(32, "big").hex()


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Return the key that 64 hex digits are."""
    return ec.derive_private_key(int(text, 16), _CURVE)


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public key of a private one, as browsers want it."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derive(salt: bytes, seed: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(seed)


def _json(part: Mapping[str, object]) -> str:
    return encode(json.dumps(part, separators=(",", ":")).encode())
