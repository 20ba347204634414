"""A program declines whatever the other side asks of it, and plays on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

import pytest

from crownhead import Game, Move, _core, bot
from crownhead.engines.interface import Engine, Limit
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


class Interrupted(bot.Client):
    """A client whose other side asks something while the program thinks."""

    def __init__(self) -> None:
        super().__init__("http://127.0.0.1:1", "token")
        self.acts: list[object] = []

    def follow(self, game: str) -> Iterator[dict[str, Any]]:
        played: list[str] = []
        for seq, allowed in enumerate(
            (["move"], ["move", "takeback_decline"], ["move"], ["move"]), start=1
        ):
            if seq == 4:
                played += [str(self.acts[-1]["text"]), "24-19"]  # type: ignore[index]
            yield {"seq": seq, "you": ["black"], "view": self._view(allowed, [*played])}
        yield {"seq": 5, "view": {"outcome": {"sentence": "Over."}}}

    def _view(self, allowed: list[str], moves: list[str]) -> dict[str, Any]:
        held = {"variant": "english", "house": None, "start": None, "huffing": False}
        return {
            **held,
            "moves": moves,
            "outcome": None,
            "allowed": {"black": allowed},
            "clock": None,
        }

    def act(self, game: str, act: Mapping[str, Any], seq: int) -> bool:
        self.acts.append(act)
        return len(self.acts) > 1  # the first comes too late


class Thinking:
    """An engine that tells what it was asked."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def play(self, game: Game, limit: Limit) -> Move:
        self.asked.append(len(game.moves))
        return game.position.legal_moves[0]


def test_who_is_asked_something_meanwhile_moves_without_thinking_again() -> None:
    client, engine = Interrupted(), Thinking()
    assert bot.play(client, "G1", cast(Engine, engine)) == "Over."
    first, declined, again, after = client.acts
    assert declined == {"kind": "takeback_decline"} and first == again != after
    assert engine.asked == [0, 2]
