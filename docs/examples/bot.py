"""A bot that plays on a crownhead server over HTTP, its moves chosen by chance.

Give it the address of the server, and an invitation code unless it is to play the computer.
"""

import json
import random
import sys
import time
import uuid

import httpx


def ask(http: httpx.Client, path: str, body: object = None) -> httpx.Response:
    """Send a request; where the server says that it is too early, send it again later."""
    while True:
        answer = http.post(path, json=body)
        if not wait_as_told(answer):
            return answer


def wait_as_told(answer: httpx.Response) -> bool:
    """Wait as long as the answer asks, and return whether to send the request again."""
    if answer.status_code not in (429, 503):
        return False
    time.sleep(float(answer.headers.get("retry-after", 1)))
    return True


def play(address: str, code: str = "") -> str:
    """Play one game to its end, and return how it ended."""
    with httpx.Client(base_url=address, timeout=60) as http:
        ask(http, "/api/me", {"name": "Bot", "bot": True})  # the cookie that makes us a guest
        if code:
            begun = ask(http, f"/api/invitations/{code}")
        else:
            wish = {"variant": "lite", "opponent": {"kind": "computer", "level": 1}}
            begun = ask(http, "/api/games", wish)
        game = begun.raise_for_status().json()["game"]
        while True:  # whoever follows a game again gets the whole of it first
            try:
                ending = follow(http, f"/api/games/{game}")
            except httpx.TransportError:
                ending = ""
            if ending:
                return ending
            time.sleep(1)


def follow(http: httpx.Client, game: str) -> str:
    """Move whenever it is our turn; return how the game ended, or nothing if the stream did."""
    own = ""
    with http.stream("GET", f"{game}/stream") as lines:
        if wait_as_told(lines):
            return ""
        for line in lines.raise_for_status().iter_lines():
            message = json.loads(line or "{}")
            own = (message.get("you") or [own])[0]
            view = message.get("view")
            if view and view["outcome"]:
                return str(view["outcome"]["sentence"])
            if view and "move" in view["allowed"].get(own, ()):
                text = random.choice(view["legal"])["text"]
                # The same id, however often it is sent: the move is made once.
                command = {"id": uuid.uuid4().hex, "act": {"kind": "move", "text": text}}
                answer = ask(http, f"{game}/do", {**command, "seq": message["seq"]})
                if answer.status_code != 409:  # something has happened before, and will be told
                    answer.raise_for_status()
    return ""


if __name__ == "__main__":
    print(play(*sys.argv[1:]))
