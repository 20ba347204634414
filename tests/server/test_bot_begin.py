"""How a program finds somebody to play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from crownhead import bot


class Lobby(bot.Client):
    """A client whose server answers what a test says."""

    def __init__(self, *answers: dict[str, Any]) -> None:
        super().__init__("http://127.0.0.1:1", "token")
        self.answers = list(answers)
        self.asked: list[dict[str, Any]] = []

    def ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        assert (method, path) == ("POST", "/api/lobby")
        self.asked.append(dict(body or {}))
        return self.answers.pop(0)


def test_who_waits_asks_again_and_goes_to_another_who_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bot, "SEEKING", 0)
    waiting = {"game": "own", "you": ["white"], "reach": {"rating": 150}}
    client = Lobby(waiting, waiting, {"game": "other", "you": ["black"], "reach": None})
    assert client.begin({"variant": "russian", "time": "60+1"}) == "other"
    first, *again = client.asked
    assert "waiting" not in first and {asked["id"] for asked in again} == {first["id"]}
    assert [asked["waiting"] for asked in again] == ["own", "own"]


def test_an_offer_that_fits_is_taken_at_once() -> None:
    client = Lobby({"game": "theirs", "you": []})
    assert client.begin({"variant": "russian", "time": "60+1"}) == "theirs"
