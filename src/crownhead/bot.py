"""A program on a crownhead server: what `crownhead bot` does, for one's own programs.

It comes by the token of an account, follows its game as lines of JSON, and moves whenever it is its
turn. What the server is too busy for is asked again when it says; a connection that is lost is made
anew, and a command sent twice counts once.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Collection, Iterator, Mapping
from http.client import HTTPException, HTTPResponse
from typing import Any

from crownhead.engines.interface import Engine, Limit
from crownhead.errors import CrownheadError
from crownhead.game import Game
from crownhead.variants import Variant, get

TIMEOUT = 60.0
"""Seconds without a word after which a connection is made anew: the server says one every 15."""
SHARE = 40.0
"""By this the time left on the clock is divided for one move."""
LEAST = 0.05
"""Seconds for a move however little is left."""
SEEKING = 2.0
"""Seconds after which whoever waits in the lobby asks again who has come."""
AGAIN = 1.0
"""Seconds between two attempts to reach a server."""
DECLINES = ("decline", "takeback_decline")
"""The acts by which whatever the other side asks is declined, before the next move."""
_BUSY = (429, 503)
_WITHDRAWN = (404, 409)


class ServerRefused(CrownheadError):
    """Raised where the server refuses, with its sentence; `status` is that of HTTP."""

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.status = status


class Client:
    """Talk with a server by the token of an account.

    Raises `ServerRefused` for what is refused for good. A server that cannot be reached is waited
    for.
    """

    def __init__(self, server: str, token: str) -> None:
        self.server = server.rstrip("/")
        self._headers = {
            "authorization": f"Bearer {token}",
            "content-type": "application/json",
            "accept-language": "en",
        }

    def ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Send a request, again where it is too early or nobody answers; return the answer."""
        while True:
            try:
                with self._open(method, path, body) as answer:
                    text = answer.read()
                    return json.loads(text) if text else None
            except (OSError, HTTPException) as error:
                _wait(error)

    def begin(self, wish: Mapping[str, Any], invitation: str = "") -> str:
        """Take an offer that fits, or make one and wait for somebody; return the id of the game.

        `wish` has at least the key of the game and a time control as PDN writes it, such as
        `{"variant": "russian", "time": "300+5"}`. With the code of an `invitation` that game is
        begun.
        """
        if invitation:
            return str(self.ask("POST", f"/api/invitations/{invitation}")["game"])
        request = {**wish, "id": uuid.uuid4().hex}
        paired = self.ask("POST", "/api/lobby", request)
        while paired.get("reach") is not None:  # two who wait do not see each other by themselves
            time.sleep(SEEKING)
            paired = self.ask("POST", "/api/lobby", {**request, "waiting": paired["game"]})
        return str(paired["game"])

    def take_challenge(self, variants: Collection[str]) -> str:
        """Wait for a challenge to a game of these keys, accept it, and return the id of the game.

        Challenges to other games, and to house rules, are declined.
        """
        while True:
            for challenge in self.ask("GET", "/api/challenges")["received"]:
                offer = challenge["offer"]
                fits = offer["house"] is None and offer["variant"] in variants
                if self._answer_challenge(offer["game"], "accept" if fits else "decline") and fits:
                    return str(offer["game"])
            time.sleep(SEEKING)

    def _answer_challenge(self, game: str, answer: str) -> bool:
        """Return whether a challenge was still there to be answered."""
        try:
            self.ask("POST", f"/api/challenges/{game}/{answer}")
        except ServerRefused as refused:
            if refused.status not in _WITHDRAWN:
                raise
            return False
        return True

    def find_unfinished(self) -> str:
        """Return the id of a game of this program that goes on, or an empty text."""
        cards = self.ask("GET", "/api/me")["games"]
        open_ = [card for card in cards if card["phase"] in ("waiting", "lots", "playing")]
        return str(open_[0]["game"]) if open_ else ""

    def find_variant(self, game: str) -> Variant:
        """Return what is played in a game."""
        return _read_variant(self.ask("GET", f"/api/games/{game}")["view"])

    def act(self, game: str, act: Mapping[str, Any], seq: int) -> bool:
        """Act in a game as it stood; return False where something has happened meanwhile."""
        command = {"id": uuid.uuid4().hex, "seq": seq, "act": act}
        try:
            self.ask("POST", f"/api/games/{game}/do", command)
        except ServerRefused as refused:
            if refused.status == 409:
                return False
            raise
        return True

    def follow(self, game: str) -> Iterator[dict[str, Any]]:
        """Yield what happens in a game, first as it stands; anew after a lost connection."""
        while True:
            try:
                with self._open("GET", f"/api/games/{game}/stream") as lines:
                    for line in lines:
                        if line.strip():
                            yield json.loads(line)
            except (OSError, HTTPException) as error:
                _wait(error)
            time.sleep(AGAIN)

    def _open(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> HTTPResponse:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"{self.server}{path}", data, dict(self._headers), method=method
        )
        answer: HTTPResponse = urllib.request.urlopen(request, timeout=TIMEOUT)
        return answer


def _wait(error: Exception) -> None:
    """Wait before the same request again; raise `ServerRefused` where that is of no use."""
    if not isinstance(error, urllib.error.HTTPError):
        time.sleep(AGAIN)
        return
    if error.code in _BUSY:
        time.sleep(float(error.headers.get("retry-after") or AGAIN))
        return
    try:
        sentence = str(json.loads(error.read())["sentence"])
    except (ValueError, KeyError, TypeError):
        sentence = f"The server answers {error.code}"
    raise ServerRefused(sentence, error.code)


def play(client: Client, game: str, engine: Engine) -> str:
    """Play a game to its end, and return the sentence that tells how it ended.

    A move that came too late, since the other side asked something meanwhile, is sent again without
    another thought.
    """
    own: str | None = None
    thought: tuple[list[str], str] | None = None  # the moves played, and what the engine answers
    for message in client.follow(game):
        you = message.get("you")
        if you:
            own = you[0]
        view = message.get("view")
        if view is None:
            continue
        if view["outcome"]:
            return str(view["outcome"]["sentence"])
        seq = message["seq"]
        if own is None:
            if "contribute" in view["allowed"]["white"]:
                client.act(game, {"kind": "contribute", "text": uuid.uuid4().hex}, seq)
            continue
        allowed = view["allowed"][own]
        if "stand" in allowed and "move" not in allowed:
            client.act(game, {"kind": "stand"}, seq)
        elif declines := [act for act in DECLINES if act in allowed]:
            client.act(game, {"kind": declines[0]}, seq)
        elif "move" in allowed:
            if thought is None or thought[0] != view["moves"]:
                thought = view["moves"], str(engine.play(_game(view), _limit(view, own)))
            client.act(game, {"kind": "move", "text": thought[1]}, seq)
    raise CrownheadError("The server has ended the game's lines")


def _game(view: Mapping[str, Any]) -> Game:
    """Return the game that a view shows, as an engine needs it."""
    game = Game(_read_variant(view), start=view["start"], huffing=view["huffing"])
    for move in view["moves"]:
        game.play(move)
    return game


def _read_variant(view: Mapping[str, Any]) -> Variant:
    house = view["house"]
    return get(view["variant"]) if house is None else Variant.from_dict(house)


def _limit(view: Mapping[str, Any], own: str) -> Limit:
    """Return how long to think: a 40th of what the clock shows, 5 seconds without one."""
    clock = view["clock"]
    if clock is None:
        return Limit(seconds=5.0)
    left = clock[own] / 1000
    return Limit(seconds=max(LEAST, left / SHARE))
