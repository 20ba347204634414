"""Games against the computer at a server, whose moves are computed here, too."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from support.served import Socket

from crownhead import Engine, Game
from crownhead.engines.computer_turn import decide
from crownhead.server.process.computer import limits_of


def play_as_expected(sockets: Sequence[Socket], game: str, seed: int, plies: int) -> None:
    """Play first moves of the list as Black, by the sockets in turn; expect what a level answers.

    After so many plies, or with the game, it is enough.
    """
    view = sockets[0].shows(game, turn="black")
    while view["ply"] < plies and not view["outcome"]:
        ply, socket = view["ply"], sockets[view["ply"] // 2 % len(sockets)]
        socket.shows(game, turn="black", ply=ply)
        socket.do(game, "move", text=view["legal"][0]["text"])
        view = sockets[0].awaits(game, partial(_has_come, ply + 2))
        if view["ply"] == ply + 2:
            before = _replay(view["moves"][:-1])
            level = view["players"]["white"]["level"]
            limit = limits_of(before, "white", level, alone=True)
            with Engine.builtin(level, seed=seed, megabytes=1) as engine:
                act = decide(before, "white", engine, limit)
            assert act.kind == "move"
            before.play(act.move)
            assert _replay(view["moves"]).position == before.position, (ply, act)


def _has_come(ply: int, view: dict[str, Any]) -> bool:
    return view["ply"] == ply or view["outcome"] is not None


def _replay(moves: Sequence[str]) -> Game:
    game = Game("english")
    for move in moves:
        game.play(move)
    return game
