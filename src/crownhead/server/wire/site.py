"""The files of the web client and of the documentation, as their builds made them."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from pathlib import Path
from threading import Lock

_FOREVER = "public, max-age=31536000, immutable"
_ASK = "no-cache"
_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
_TEXTS = (".js", ".mjs", ".css", ".html", ".json", ".svg", ".webmanifest", ".txt")
_PACKED = (".js", ".mjs", ".css", ".html", ".json", ".svg", ".wasm", ".webmanifest", ".txt")
_COMING = ".coming"
_PATIENCE = (b"retry-after", b"2")
_NOTE = b"The web client is not built. The API is described at /schema.\n"
_NO_DOCS = b"The documentation is not built: python3 dev.py docs\n"
_PLAIN = [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")]
DOCS = "docs"
"""The first part of the paths of the documentation."""
_TO_DOCS = [(b"location", f"/{DOCS}/".encode()), (b"cache-control", _ASK.encode())]


class File:
    """One file, and how it is sent."""

    def __init__(self, body: bytes, kind: str, tag: str, keep: str, *, packs: bool) -> None:
        self.body = body
        self.kind = kind
        self.tag = tag
        self.keep = keep
        self._lock = Lock()
        self._packs = packs
        self._packed: bytes | None = None

    async def compress(self) -> bytes | None:
        """Return the file compressed, if that is shorter; who asks first waits for a thread."""
        if self._packs:
            await asyncio.to_thread(self._pack)
        return self._packed

    def _pack(self) -> None:
        with self._lock:
            if self._packs:
                packed = gzip.compress(self.body, 9, mtime=0)
                self._packed = packed if len(packed) < len(self.body) else None
                self._packs = False


class Site:
    """Hold all files in memory; those with a hash in their name are kept for ever.

    A file is compressed when it is first asked for: all of them would double the time of a start.

    The core for browsers takes long to compile, and a server may start before it is built. An empty
    file with its name and `.coming` then lies in its place, and clients are told to ask again.
    """

    def __init__(self, folder: Path | None, docs: Path | None = None) -> None:
        self._files: dict[str, File] = {}
        self._coming: dict[str, Path] = {}
        if docs is not None:
            for path in sorted(p for p in docs.rglob("*") if p.is_file()):
                self._files[f"/{DOCS}/{path.relative_to(docs).as_posix()}"] = _file(path)
        if folder is None:
            note = File(_NOTE, "text/plain; charset=utf-8", '"none"', _ASK, packs=False)
            self._files["/index.html"] = note
            return
        for path in sorted(folder.rglob("*")):
            if path.suffix == _COMING:
                self._coming["/" + path.relative_to(folder).with_suffix("").as_posix()] = path
            elif path.is_file() and path.suffix not in (".gz", ".br", ".map", ".part"):
                self._files["/" + path.relative_to(folder).as_posix()] = _file(path)

    async def answer(
        self, path: str, headers: Mapping[str, str]
    ) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """Return status, headers and body for a path; a page of the client's own is the index."""
        if path == f"/{DOCS}" and f"/{DOCS}/index.html" in self._files:
            return 308, _TO_DOCS, b""
        of_docs = path == f"/{DOCS}" or path.startswith(f"/{DOCS}/")
        wanted = f"{path}index.html" if path in ("/", f"/{DOCS}/") else path
        file = self._files.get(wanted)
        if file is None and wanted in self._coming:
            file = self._find_arrived(wanted)
            if file is None and wanted in self._coming:
                return 503, [_PATIENCE, (b"cache-control", b"no-store")], b""
        if file is None and of_docs:
            return 404, _PLAIN, b"" if f"/{DOCS}/index.html" in self._files else _NO_DOCS
        if file is None and "." not in wanted.rsplit("/", 1)[-1]:
            file = self._files.get("/index.html")
        if file is None:
            return 404, _PLAIN, b""
        sent = [
            (b"etag", file.tag.encode()),
            (b"cache-control", file.keep.encode()),
            (b"vary", b"accept-encoding"),
        ]
        if file.tag in headers.get("if-none-match", ""):
            return 304, sent, b""
        sent.append((b"content-type", file.kind.encode()))
        packed = await file.compress() if "gzip" in headers.get("accept-encoding", "") else None
        if packed is not None:
            return 200, [*sent, (b"content-encoding", b"gzip")], packed
        return 200, sent, file.body

    def _find_arrived(self, wanted: str) -> File | None:
        """Return a file that was coming, if it is there; forget it if it will not come."""
        mark = self._coming[wanted]
        path = mark.with_suffix("")
        if path.exists():
            self._files[wanted] = _file(path)
        if path.exists() or not mark.exists():
            del self._coming[wanted]
        return self._files.get(wanted)


def _file(path: Path) -> File:
    body = path.read_bytes()
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    if path.suffix in _TEXTS:
        kind = f"{kind}; charset=utf-8"
    return File(
        body=body,
        kind=kind or "application/octet-stream",
        tag=f'"{hashlib.sha256(body).hexdigest()[:20]}"',
        keep=_FOREVER if path.parent.name == "assets" else _ASK,
        packs=path.suffix in _PACKED,
    )
