"""A bot that plays on a crownhead server over HTTP, its moves chosen by chance.

Give it the address of the server, and an invitation code unless it is to play the computer.
"""

import json
import random
import sys
import uuid

import httpx


def play(address: str, code: str = "") -> str:
    """Play one game to its end, and return how it ended."""
    with httpx.Client(base_url=address, timeout=60) as http:
        http.post("/api/me", json={"name": "Bot"})  # the cookie that makes us a guest
        if code:
            answer = http.post(f"/api/invitations/{code}")
        else:
            wish = {"variant": "lite", "opponent": {"kind": "computer", "level": 1}}
            answer = http.post("/api/games", json=wish)
        game = answer.raise_for_status().json()["game"]
        own = ""
        with http.stream("GET", f"/api/games/{game}/stream") as lines:
            for line in lines.iter_lines():
                message = json.loads(line or "{}")
                own = (message.get("you") or [own])[0]
                view = message.get("view")
                if view and view["outcome"]:
                    return str(view["outcome"]["sentence"])
                if view and "move" in view["allowed"].get(own, ()):
                    text = random.choice(view["legal"])["text"]
                    command = {"id": uuid.uuid4().hex, "act": {"kind": "move", "text": text}}
                    http.post(f"/api/games/{game}/do", json={**command, "seq": message["seq"]})
        return "The server has ended the connection."


if __name__ == "__main__":
    print(play(*sys.argv[1:]))
