"""Clocks at the server: flags that fall by themselves, restarts, lag."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.served import WAIT, Guest, Pairing, Server, Socket, until

Pair = Callable[..., Pairing]


def time_left(view: dict[str, Any]) -> int:
    """Return what the running side has left at the last event."""
    clock = view["clock"]
    return int(clock[clock["running"]])


def test_a_flag_falls_by_itself(pairing: Pair) -> None:
    pair = pairing(time="1")
    pair.play("11-15")
    view = pair.black.shows(pair.game, phase="over")
    events = pair.black.watch(pair.game)["events"]
    moved, fell = (one for one in events if one["kind"] in ("played", "time_forfeited"))
    assert (moved["kind"], fell["kind"]) == ("played", "time_forfeited")
    assert fell["at"] - moved["at"] >= 1_000
    assert view["outcome"]["termination"] == "time" and view["outcome"]["winner"] == "black"
    pair.white.shows(pair.game, phase="over")
    assert pair.white.do(pair.game, "move", text="22-18")["reason"]["code"] == "game_over"


def test_a_flag_falls_in_a_game_that_nobody_watches(pairing: Pair) -> None:
    pair = pairing(time="1")
    pair.play("11-15")
    pair.black.close()
    pair.white.close()
    http = pair.creator.http
    shown = until(
        lambda: (s := http.get(f"/api/games/{pair.game}").json())["view"]["outcome"] and s
    )
    assert shown["view"]["outcome"]["termination"] == "time"


def test_the_clock_is_told_as_it_stood_at_an_event(pairing: Pair) -> None:
    pair = pairing(time="300+5")
    view = pair.play("11-15")
    assert view["clock"]["white"] == 300_000 and view["clock"]["running"] == "white"
    time.sleep(0.3)
    view = pair.play("22-18")
    events = pair.black.watch(pair.game)["events"]
    first, second = (event for event in events if event["kind"] == "played")
    thought = second["at"] - first["at"] - second.get("lag", 0)
    assert thought >= 150 and view["clock"]["white"] == 305_000 - thought
    assert view["clock"]["control"] == "300+5"
    assert view["clock"]["since"] > 1_600_000_000_000


def test_a_delay_is_told(pairing: Pair) -> None:
    pair = pairing(time="60+3", mode="delay")
    clock = pair.play("11-15")["clock"]
    assert clock["delay"] == 3_000 and clock["mode"] == "delay" and clock["control"] == "?"


def test_a_measured_lag_is_credited_within_bounds(pairing: Pair) -> None:
    pair = pairing(time="60")
    pair.play("11-15")
    began = time.monotonic()
    slow = Socket(pair.creator.server.url, pair.friend.cookie)
    assert slow.connection.recv(WAIT) == "p"
    time.sleep(0.15)
    slow.connection.send("q")  # the line is slow, there and back
    slow.watch(pair.game)
    seen = time.monotonic()
    time.sleep(0.4)
    moved = time.monotonic()
    slow.do(pair.game, "move", text="22-18")
    most = (seen - began + time.monotonic() - moved) * 1000
    events = slow.watch(pair.game)["events"]
    slow.close()
    move = [event for event in events if event["kind"] == "played"][-1]
    assert 150 <= move["lag"] <= most  # the way there and back, and what the server took


def test_clocks_stand_while_the_server_is_down(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits") as server:
        pair = Pairing(server, time="60")
        pair.play("11-15")
        guests = (pair.creator.cookie, pair.friend.cookie)
        game, since = pair.game, pair.white.seqs[pair.game]
        assert server.stop() == 0
        closing = pair.white.until("closing")
        assert closing["reason"] == "restart"
        view = pair.white.views[game]
        assert view["paused"] and view["clock"]["since"] is None
        left = time_left(view | {"clock": view["clock"] | {"running": "white"}})
    time.sleep(1.5)
    with Server(tmp_path, "--no-limits") as server:
        black, white = (Socket(server.url, cookie) for cookie in guests)
        black.watch(game)
        assert black.views[game]["paused"]
        snapshot = white.watch(game, since=since)
        assert [event["kind"] for event in snapshot["events"]][:2] == ["held", "paused"]
        view = black.shows(game, paused=False)
        assert view["clock"]["running"] == "white"
        assert left - 200 < time_left(view) <= left
        black.close()
        white.close()


def test_clocks_stand_from_the_moment_at_which_the_server_was_killed(tmp_path: Path) -> None:
    server = Server(tmp_path, "--no-limits")
    pair = Pairing(server, time="60")
    began = time.monotonic()
    pair.play("11-15")
    time.sleep(1.2)
    pair.close()
    server.kill()
    ran = int((time.monotonic() - began) * 1000)
    cookie, game, since = pair.friend.cookie, pair.game, pair.white.seqs[pair.game]
    time.sleep(2.5)
    with Server(tmp_path, "--no-limits") as again:
        white = Socket(again.url, cookie)
        white.watch(game, since=since)
        view = white.shows(game, paused=False)
        assert 60_000 - ran <= time_left(view) <= 60_000
        ack = white.do(game, "move", text="22-18", seq=white.seqs[game])
        assert ack["t"] == "ack"
        white.close()


def test_clocks_stand_while_the_process_is_stopped(tmp_path: Path) -> None:
    with Server(tmp_path, "--no-limits") as server:
        pair = Pairing(server, time="60")
        began = time.monotonic()
        pair.play("11-15")
        server.process.send_signal(signal.SIGSTOP)
        ran = int((time.monotonic() - began) * 1000)
        time.sleep(5)
        server.process.send_signal(signal.SIGCONT)
        view = pair.white.shows(pair.game, outcome=None, paused=True)
        view = pair.white.shows(pair.game, paused=False)
        assert view["clock"]["running"] == "white" and time_left(view) >= 60_000 - ran
        kinds = [event["kind"] for event in pair.white.watch(pair.game)["events"]]
        assert kinds[-3:] == ["held", "paused", "resumed"]
        assert pair.white.do(pair.game, "move", text="22-18")["t"] == "ack"
        pair.close()


def test_clocks_held_by_a_process_that_is_gone_go_on_though_nobody_comes_back(
    tmp_path: Path, database: str
) -> None:
    environment = {"DATABASE_URL": database, "CROWNHEAD_SECRET": "s" * 32}
    with Server(tmp_path / "one", "--no-limits", environment=environment) as one:
        pair = Pairing(one, time="60")
        pair.play("11-15")
        pair.close()
    game = pair.game
    held = Server(tmp_path / "two", "--no-limits", environment=environment)
    with Server(tmp_path / "three", "--no-limits", environment=environment) as three:
        anna = Guest(three)
        held.kill()  # before it lets the clock go on
        until(lambda: not anna.http.get(f"/api/games/{game}").json()["view"]["paused"])
        events = anna.socket().watch(game)["events"]
        held = [event["at"] for event in events if event["kind"] == "held"][-1]
        assert events[-1]["kind"] == "resumed" and events[-1]["at"] - held >= 20_000


def test_a_guest_is_the_same_after_a_restart(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        player = Guest(server, "Anna")
        cookie = player.http.cookies["crownhead_guest"]
    with Server(tmp_path) as server:
        player = Guest(server)
        player.http.cookies.clear()
        player.http.cookies.set("crownhead_guest", cookie)
        assert player.http.get("/api/me").json()["name"] == "Anna"
