"""Passkeys: what a browser is asked to make and to sign, and whether it did (WebAuthn level 3).

A passkey stands in for name and password, so that it has to be kept on the device with the
account's name (a resident key) and to ask for a finger, a face or a PIN (user verification).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from crownhead.server.room.refusals import Refusal

LONGEST_ID, LONGEST_KEY = 400, 2_000
"""Characters of base64url that are kept of a key."""
LONGEST_CHALLENGE = 120
_BASE64URL = re.compile("[A-Za-z0-9_-]+")
MINUTES = 5
"""For which a challenge can be answered."""


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """For whom keys are made: a domain, and the origins whose pages may use them."""

    id: str
    origins: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MadeKey:
    """A key that a device has made: id and public key in base64url, and how often it was used."""

    id: str
    public_key: str
    uses: int


def options_to_make(
    party: RelyingParty, player: str, name: str, known: Iterable[str]
) -> tuple[str, dict[str, Any]]:
    """Return a challenge and the options of a new key; devices with a `known` key are left out.

    >>> challenge, options = options_to_make(RelyingParty("a.example", ()), "g1", "Anna", ())
    >>> options["authenticatorSelection"]["residentKey"], options["challenge"] == challenge
    ('required', True)
    """
    import webauthn
    from webauthn.helpers import structs

    made = webauthn.generate_registration_options(
        rp_id=party.id,
        rp_name="crownhead",
        user_id=player.encode(),
        user_name=name,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=webauthn.base64url_to_bytes(id))
            for id in known
        ],
        timeout=MINUTES * 60_000,
    )
    options: dict[str, Any] = json.loads(webauthn.options_to_json(made))
    return str(options["challenge"]), options


def options_to_sign(party: RelyingParty) -> tuple[str, dict[str, Any]]:
    """Return a challenge, and what a browser is asked to sign with any key it has for us."""
    import webauthn
    from webauthn.helpers import structs

    asked = webauthn.generate_authentication_options(
        rp_id=party.id,
        user_verification=structs.UserVerificationRequirement.REQUIRED,
        timeout=MINUTES * 60_000,
    )
    options: dict[str, Any] = json.loads(webauthn.options_to_json(asked))
    return str(options["challenge"]), options


def challenge_in(credential: dict[str, Any]) -> str:
    """Return the challenge that an answer says it is to. Raises `Refusal` for what is no answer."""
    import webauthn

    try:
        signed = webauthn.base64url_to_bytes(credential["response"]["clientDataJSON"])
        challenge = json.loads(signed)["challenge"]
    except (KeyError, TypeError, ValueError) as error:
        raise Refusal("no_seat", text="passkey_refused") from error
    if not isinstance(challenge, str) or not _is_base64url(challenge, LONGEST_CHALLENGE):
        raise Refusal("no_seat", text="passkey_refused")
    return challenge


def is_id(text: str) -> bool:
    """Return whether a text can be the id of a key.

    >>> is_id("AbC_-"), is_id("x\\0"), is_id("")
    (True, False, False)
    """
    return _is_base64url(text, LONGEST_ID)


def _is_base64url(text: str, longest: int) -> bool:
    return len(text) <= longest and _BASE64URL.fullmatch(text) is not None


def verify_new_key(party: RelyingParty, credential: dict[str, Any], challenge: str) -> MadeKey:
    """Return the key that a device has made for a challenge. Raises `Refusal` where it has not."""
    import webauthn

    try:
        made = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=webauthn.base64url_to_bytes(challenge),
            expected_rp_id=party.id,
            expected_origin=list(party.origins),
            require_user_verification=True,
        )
        # A key that cannot verify anything is none.
        decoded = webauthn.helpers.decode_credential_public_key(made.credential_public_key)
        webauthn.helpers.decoded_public_key_to_cryptography(decoded)
        text = webauthn.helpers.bytes_to_base64url
        key = MadeKey(text(made.credential_id), text(made.credential_public_key), made.sign_count)
    except Exception as error:  # whatever a stranger's bytes bring the library to
        raise Refusal("no_seat", text="passkey_refused") from error
    if len(key.id) > LONGEST_ID or len(key.public_key) > LONGEST_KEY:
        raise Refusal("no_seat", text="passkey_refused")
    return key


def verify_signature(
    party: RelyingParty, credential: dict[str, Any], challenge: str, key: MadeKey
) -> int:
    """Return how often a key says it was used that has signed a challenge.

    Raises `Refusal` where it has not, or counts less than it did: then it was copied.
    """
    import webauthn

    try:
        signed = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=webauthn.base64url_to_bytes(challenge),
            expected_rp_id=party.id,
            expected_origin=list(party.origins),
            credential_public_key=webauthn.base64url_to_bytes(key.public_key),
            credential_current_sign_count=key.uses,
            require_user_verification=True,
        )
    except Exception as error:  # whatever a stranger's bytes bring the library to
        raise Refusal("no_seat", text="passkey_refused") from error
    return int(signed.new_sign_count)
