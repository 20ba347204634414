"""A push service on this machine, with a certificate of its own, and a browser that subscribes."""

from __future__ import annotations

import base64
import json
import ssl
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from support.certificate import make_certificate


def encode(octets: bytes) -> str:
    """Return bytes in base64url."""
    return base64.urlsafe_b64encode(octets).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return what a text in base64url says."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Message:
    """What has come to a push service: the path, the headers and the bytes."""

    def __init__(self, path: str, headers: dict[str, str], content: bytes) -> None:
        self.path, self.headers, self.content = path, headers, content


class PushService:
    """Take messages; `statuses` are what is answered to the next ones of a path, else 201."""

    def __init__(self, folder: Path) -> None:
        self.certificate = make_certificate(folder)
        self.messages: list[Message] = []
        self.statuses: dict[str, list[int]] = {}
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = int(self.headers["content-length"])
                content = self.rfile.read(length)
                if len(content) < length:  # who sent it was killed meanwhile
                    self.close_connection = True
                    return
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.messages.append(Message(self.path, headers, content))
                waiting = service.statuses.get(self.path, [])
                status = waiting.pop(0) if waiting else 201
                self.send_response(status)
                if 300 <= status < 400:
                    self.send_header("location", f"https://127.0.0.1:{service.port}/elsewhere")
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)
        self._server.socket = context.wrap_socket(
            self._server.socket, server_side=True, do_handshake_on_connect=False
        )
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    @property
    def environment(self) -> dict[str, str]:
        """Return what a server is started with that is to use this service."""
        return {
            "CROWNHEAD_PUSH": "mailto:operator@draughts.example",
            "CROWNHEAD_PUSH_SERVICES": f"127.0.0.1:{self.port}",
            "SSL_CERT_FILE": str(self.certificate),
        }

    def of(self, path: str) -> list[Message]:
        """Return what has come for a path."""
        return [message for message in self.messages if message.path == path]

    def close(self) -> None:
        """Take nothing more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class Browser:
    """A browser that has subscribed: its keys, and what it reads of a message."""

    def __init__(self, service: PushService, name: str) -> None:
        self.path = f"/send/{name}"
        self.endpoint = f"https://127.0.0.1:{service.port}{self.path}"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"sixteen bytes or"

    @property
    def subscription(self) -> dict[str, Any]:
        """Return what the page hands in."""
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return {
            "endpoint": self.endpoint,
            "keys": {"p256dh": encode(point), "auth": encode(self._auth)},
        }

    def read(self, message: Message) -> dict[str, Any]:
        """Return what a message says, as a browser decrypts it."""
        found: dict[str, Any] = json.loads(self.decrypt(message.content))
        return found

    def decrypt(self, content: bytes) -> bytes:
        """Return the text of one record of `aes128gcm`."""
        salt, length = content[:16], content[20]
        theirs, sealed = content[21 : 21 + length], content[21 + length :]
        public = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self._key.exchange(ec.ECDH(), sender)
        info = b"WebPush: info\0" + public + theirs
        seed = HKDF(hashes.SHA256(), 32, self._auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(seed)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(seed)
        text = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert text.endswith(b"\2")
        return text[:-1]


def claims_of(header: str, key: str) -> dict[str, Any]:
    """Return what a server claims in `Authorization`, after its signature was verified."""
    scheme, _, rest = header.partition(" ")
    assert scheme == "vapid"
    token, named = (part.strip().split("=", 1)[1] for part in rest.split(","))
    assert named == key
    said, _, signature = token.rpartition(".")
    raw = decode(signature)
    r, s = (int.from_bytes(half, "big") for half in (raw[:32], raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(named))
    public.verify(encode_dss_signature(r, s), said.encode(), ec.ECDSA(hashes.SHA256()))
    claims: dict[str, Any] = json.loads(decode(said.split(".")[1]))
    return claims
