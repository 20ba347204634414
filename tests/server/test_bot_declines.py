"""A program declines whatever the other side asks of it, and plays on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

import pytest

from crownhead import _core, bot
from crownhead.engines.interface import Engine
from crownhead.server.messages.frames import ACTS


class Asked(bot.Client):
    """A client whose game goes on until the program has acted."""

    def __init__(self, allowed: list[str]) -> None:
        super().__init__("http://127.0.0.1:1", "token")
        self.allowed = allowed
        self.acts: list[object] = []

    def follow(self, game: str) -> Iterator[dict[str, Any]]:
        yield {
            "seq": 1,
            "you": ["white"],
            "view": {"outcome": None, "allowed": {"white": self.allowed}},
        }
        yield {"seq": 2, "view": {"outcome": {"sentence": "Over."}}}

    def act(self, game: str, act: Mapping[str, Any], seq: int) -> bool:
        self.acts.append(act)
        return True


@pytest.mark.parametrize("asked", _core.question_faces())
def test_a_program_declines_what_it_is_asked(asked: str) -> None:
    _, accepts, declines = (ACTS.get(kind) for kind in (asked, *_core.question_faces()[asked][1:]))
    client = Asked(["move", str(accepts), str(declines), "resign"])
    assert bot.play(client, "G1", cast(Engine, None)) == "Over."
    assert client.acts == [{"kind": declines}]
