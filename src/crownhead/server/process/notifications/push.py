"""Notices to browsers, by their push services."""

from __future__ import annotations

import json
from hashlib import sha256

from crownhead.locales import Catalogue
from crownhead.server.clock import milliseconds
from crownhead.server.metrics import NOTICES
from crownhead.server.process.notifications.outgoing import Outgoing, SendingFailed
from crownhead.server.process.notifications.subject import about, place
from crownhead.server.sending.push_client import NotAllowedAddress, PushClient
from crownhead.server.settings import Settings
from crownhead.server.storage.encryption import decrypt, encrypt
from crownhead.server.storage.notices import NoticeStore, Queued

VAPID = "vapid"
_LASTS = {"turn": 86_400, "deadline": 43_200, "challenge": 3_600, "round": 900, "starts": 600}
"""Seconds for which a push service keeps a message for a browser that is away."""


class _Gone(Exception):
    """Nobody is there any more."""


class PushNotices:
    """Send notices to the browsers that an account has subscribed."""

    def __init__(self, settings: Settings, store: NoticeStore, outgoing: Outgoing) -> None:
        self._settings = settings
        self._store = store
        self._outgoing = outgoing
        self._client = PushClient(settings.push_services)
        self._vapid: str | None = None

    async def send(self, notice: Queued, id: str) -> None:
        """Send a notice to one of a player's browsers. Raises `SendingFailed`."""
        from crownhead.server.sending import webpush

        ways = await self._store.ways(notice.player)
        subscribed = await self._store.subscriptions(notice.player)
        one = next((each for each in subscribed if each.id == id), None)
        if one is None or notice.kind not in ways.push:
            return
        speech = Catalogue(one.language)
        said = {
            "title": "crownhead",
            "body": speech.text(f"notice.{notice.kind}"),
            "path": f"/#/{'/'.join(place(notice))}",
            "tag": f"{notice.kind} {about(notice)}",
            "language": one.language,
        }
        key = webpush.private_key(await self._private_key())
        receiver = webpush.Receiver(one.p256dh, one.auth)
        content = webpush.encrypt(json.dumps(said).encode(), receiver)
        topic = sha256(str(said["tag"]).encode() + key.private_numbers().private_value.to_bytes(32))
        headers = {
            "authorization": webpush.authorize(
                one.endpoint, self._settings.push_contact, key, milliseconds() // 1000
            ),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(_LASTS[notice.kind]),
            "topic": topic.hexdigest()[:32],  # a later one takes an earlier one's place
            "urgency": "high" if notice.kind in ("challenge", "round", "starts") else "normal",
        }
        try:
            await self._outgoing.retry(lambda: self._hand_over(one.endpoint, headers, content))
            NOTICES.labels("push", "sent").inc()
        except (_Gone, NotAllowedAddress):
            NOTICES.labels("push", "gone").inc()
            await self._store.unsubscribe(notice.player, one.id)

    async def _hand_over(self, endpoint: str, headers: dict[str, str], content: bytes) -> None:
        """Send a message once. Raises `_Gone` and `SendingFailed`."""
        try:
            status, wait = await self._client.send(endpoint, headers, content)
        except OSError as error:
            raise SendingFailed(str(error)) from error
        if 200 <= status < 300:
            return
        if status in (404, 410) or 300 <= status < 400:
            raise _Gone  # no push service leads elsewhere
        raise SendingFailed(f"status {status} {wait}".rstrip())

    async def _private_key(self) -> str:
        """Return the server's own key, which all its processes share."""
        while self._vapid is None:
            from crownhead.server.sending import webpush

            sealed = await self._store.server_key(VAPID)
            known = None if sealed is None else decrypt(sealed, self._settings.keys)
            if known is None:
                fresh = encrypt(webpush.new_key(), self._settings.keys[0])
                await self._store.put_server_key(VAPID, sealed, fresh)
            self._vapid = known
        return self._vapid

    async def public_key(self) -> str:
        """Return the key by which browsers know the server."""
        from crownhead.server.sending import webpush

        key = webpush.private_key(await self._private_key())
        return webpush.encode(webpush.point(key))

    async def close(self) -> None:
        """Give back all connections."""
        await self._client.close()
