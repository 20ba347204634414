"""Of what an account is told, and by which ways."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from crownhead.server.messages.bodies import Body

NoticeName = Literal["turn", "deadline", "challenge", "round", "starts"]
"""One's turn in a game over days, its last day, a challenge by name, a round of a competition that
has begun, and one that begins soon."""
Kinds = Annotated[tuple[NoticeName, ...], Meta(max_length=5)]
Key = Annotated[str, Meta(min_length=1, max_length=100, pattern="^[A-Za-z0-9_-]+$")]


class NoticeChoices(Body, frozen=True, kw_only=True):
    """Of what an account is told: in the page, by browsers (`push`), by mail."""

    page: Kinds
    push: Kinds
    mail: Kinds


class SubscribedDevice(Struct, frozen=True):
    """A browser that shows messages; `this` is the one that asks."""

    id: str
    device: str
    created: int
    this: bool


class Notifications(Struct, frozen=True):
    """By which ways an account is told of what.

    `key` is what a browser needs to subscribe, null where the operator has not switched messages
    on; `mails` says whether he has switched mail on. Mail goes to `address` once it is confirmed;
    `unconfirmed` is one that waits for it.
    """

    choices: NoticeChoices
    key: str | None
    devices: tuple[SubscribedDevice, ...]
    mails: bool
    address: str | None
    unconfirmed: str | None


class PushKeys(Body, frozen=True):
    """The keys of a browser's subscription (`PushSubscription.toJSON`)."""

    p256dh: Key
    auth: Key


class NewSubscription(Body, frozen=True):
    """Send messages to this browser: what `PushManager.subscribe` gives."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]
    keys: PushKeys


class NewMailAddress(Body, frozen=True):
    """Send mail to this address, once it is confirmed by what is sent there."""

    address: Annotated[str, Meta(min_length=3, max_length=254)]


class MailCode(Body, frozen=True):
    """What a letter's link says."""

    code: Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
