"""A backup is made while the server goes on, and put back as it was."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

from support.served import Guest, Server, new_id


def crownhead(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    command = [sys.executable, "-m", "crownhead.cli", "serve", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def test_a_backup_taken_under_load_is_restored_with_all_that_was_there(tmp_path: Path) -> None:
    data, copy, fresh = tmp_path / "data", tmp_path / "copy", tmp_path / "fresh"
    ended = threading.Event()
    with Server(data, "--no-limits", "--no-delay") as server:
        anna = Guest(server, "Anna")
        game = anna.begin("same_device", side="black")["game"]
        for move in ("11-15", "22-18", "15x22", "25x18"):
            act = {"id": new_id(), "act": {"kind": "move", "text": move}}
            assert anna.http.post(f"/api/games/{game}/do", json=act).status_code == 200
        club = '[White "Carl"] [GameType "21"] 1. 11-15 *'
        assert anna.http.post("/api/bases?name=Club", content=club).status_code == 200

        def load() -> None:
            other = Guest(server, "Bert")
            for _ in range(150):  # a guest may have 200 open games
                if ended.is_set():
                    break
                other.begin("same_device")

        writing = threading.Thread(target=load)
        writing.start()
        done = crownhead("--data", data, "backup", copy)
        ended.set()
        writing.join()
        assert done.returncode == 0, done.stderr
        refused = crownhead("--data", data, "restore", copy, "--replace")
        assert refused.returncode == 2 and "already serves" in refused.stderr
        cookie = anna.http.cookies["crownhead_guest"]
    assert (copy / "secret").stat().st_mode & 0o077 == 0
    assert crownhead("--data", fresh, "restore", copy).returncode == 0
    assert len(list(fresh.glob("collections/*/*.base"))) == 1
    for path in (
        copy,
        fresh,
        *(kept for place in (data, copy, fresh) for kept in place.rglob("*")),
    ):
        if path.name != "log":
            assert path.stat().st_mode & 0o077 == 0, path
    with Server(fresh, "--no-limits") as server:
        again = Guest(server)
        again.http.cookies.clear()
        again.http.cookies.set("crownhead_guest", cookie)
        assert again.http.get("/api/me").json()["name"] == "Anna"
        shown = again.http.get(f"/api/games/{game}").json()
        assert shown["you"] == ["white", "black"] or shown["you"] == ["black", "white"]
        assert shown["view"]["moves"] == ["11-15", "22-18", "15x22", "25x18"]
        (card,) = again.http.get("/api/bases").json()
        assert (card["name"], card["games"], card["whose"]) == ("Club", 1, "own")


def test_what_cannot_be_backed_up_or_restored_is_said_in_one_sentence(tmp_path: Path) -> None:
    empty, copy = tmp_path / "empty", tmp_path / "copy"
    empty.mkdir()
    done = crownhead("--data", empty, "backup", copy)
    assert done.returncode == 2 and "no database to back up" in done.stderr
    done = crownhead("--data", empty, "restore", empty)
    assert done.returncode == 2 and "holds no backup" in done.stderr
    copy.mkdir(exist_ok=True)
    (copy / "crownhead.sqlite3").write_bytes(b"torn" * 999)
    done = crownhead("--data", empty, "restore", copy)
    assert done.returncode == 2 and "no sound database" in done.stderr
    with Server(tmp_path / "data"):
        pass
    good = tmp_path / "good"
    assert crownhead("--data", tmp_path / "data", "backup", good).returncode == 0
    done = crownhead("--data", tmp_path / "data", "restore", good)
    assert done.returncode == 2 and "--replace" in done.stderr
    assert crownhead("--data", tmp_path / "data", "restore", good, "--replace").returncode == 0
    assert (tmp_path / "data" / "crownhead.sqlite3.before").exists()
