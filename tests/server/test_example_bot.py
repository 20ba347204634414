"""The example bot goes on when it is told to wait, and when its stream ends."""

from __future__ import annotations

import functools
import runpy
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.served import Server

BOT = Path(__file__).parents[2] / "docs" / "examples" / "bot.py"


class Hurried(httpx.HTTPTransport):
    """Refuse every other request of each kind before the server hears it, and cut streams."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: dict[tuple[str, str], int] = {}
        self.sent: list[bytes] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        kind = (request.method, request.url.path.rsplit("/", 1)[-1])
        self.asked[kind] = self.asked.get(kind, 0) + 1
        if request.method == "POST":
            self.sent.append(request.read())
        if self.asked[kind] % 2:
            status = 429 if self.asked[kind] % 4 == 1 else 503
            return httpx.Response(status, headers={"retry-after": "7"}, request=request)
        return super().handle_request(request)


@pytest.fixture
def play() -> Callable[..., str]:
    """Return what plays one game."""
    found: Callable[..., str] = runpy.run_path(str(BOT))["play"]
    return found


def test_a_bot_that_is_too_fast_waits_and_goes_on(
    server: Server, play: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried, waits = Hurried(), list[float]()
    monkeypatch.setattr(httpx, "Client", functools.partial(httpx.Client, transport=hurried))
    monkeypatch.setattr(time, "sleep", waits.append)
    assert play(server.url).endswith(".")
    assert hurried.asked["POST", "do"] > 4
    assert waits.count(7.0) > 6 and set(waits) <= {1.0, 7.0}
    # What is sent again is the same command: the server would do it once.
    moves = [body for body in hurried.sent if b'"act"' in body]
    assert len(set(moves)) <= (len(moves) + 1) // 2


def test_a_bot_whose_stream_ends_comes_back(
    server: Server, play: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cut: list[int] = []
    whole: Any = httpx.Response.iter_lines

    def tear(answer: httpx.Response) -> Any:
        for number, line in enumerate(whole(answer)):
            yield line
            if number == 3 and len(cut) < 3:
                cut.append(number)
                if len(cut) == 2:
                    raise httpx.RemoteProtocolError("cut off")
                return

    monkeypatch.setattr(httpx.Response, "iter_lines", tear)
    monkeypatch.setattr(time, "sleep", lambda _: None)
    assert play(server.url).endswith(".")
    assert len(cut) == 3
