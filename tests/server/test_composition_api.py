"""A composition checked by HTTP: verdict, certificate, what is refused, the sheet."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.served import Guest
from support.service import open_service

from crownhead.compose import certificate, of_fen, verify
from crownhead.errors import TooComplex
from crownhead.server.process import composing
from crownhead.server.room.refusals import Refusal

Make = Callable[..., Guest]
STUDY = {"variant": "english", "start": "W:WK15,K32:B16,K28"}


def ask(player: Guest, **wish: Any) -> list[dict[str, Any]]:
    answer = player.http.post("/api/composition", json={**STUDY, **wish})
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_a_sound_one_comes_with_a_certificate_that_holds(guest: Make) -> None:
    first, *_, found = ask(guest(), solution="1. 15-11")
    assert first == {"t": "checking", "questions": 0, "done": 0, "total": 0}
    assert (found["t"], found["verdict"], found["at"]) == ("composition", "sound", 0)
    assert found["ground"] == "proved" and found["lines"] == [["15-11"]]
    assert (found["attacker"], found["goal"]) == ("white", "win")
    made = certificate.from_dict(json.loads(found["certificate"]))
    assert verify(made).found.verdict == "sound"
    assert found["shown"] == len(made.graph.wins) + len(made.graph.holds) > 0


def test_a_solution_is_found_where_none_is_given(guest: Make) -> None:
    *_, found = ask(guest())
    assert found["verdict"] == "sound" and found["lines"][0][0] == "15-11"


def test_a_refuted_move_and_other_ways_are_named(guest: Make) -> None:
    *_, wrong = ask(guest(), solution="32-27")
    assert (wrong["verdict"], wrong["at"]) == ("no solution", 1)
    *_, cooked = ask(guest(), start="W:WK15,K32:B16", solution="15-11")
    assert cooked["verdict"] == "cook"
    ways = {way["move"] for way in cooked["seconds"] if way["kind"] == "cook"}
    assert ways and all(way["at"] == 1 and way["line"] == [] for way in cooked["seconds"])


def test_a_solution_is_written_as_people_do(guest: Make) -> None:
    player = guest()
    for text, line in (
        ("1.15-11!", ["15-11"]),
        (" 15-11 *", ["15-11"]),
        ("1. 15-11 28-24?? 2. 11x27 2-0", ["15-11", "28-24", "11x27"]),
        ("1. 15-11 {the point} 16-19 2. 32-27 (2. 11-15)", ["15-11", "16-19", "32-27"]),
    ):
        *_, found = ask(player, solution=text)
        assert found["lines"][0] == line, found


def test_a_pdn_brings_its_own_game_goal_and_variations(guest: Make) -> None:
    text = '[GameType "21"] [FEN "W:WK15,K32:B16,K28"] [Goal "draw"] 1. 15-11 *'
    *_, found = ask(guest(), variant="russian", start=None, pdn=text)
    assert (found["variant"], found["goal"]) == ("english", "draw")
    *_, other = ask(guest(), pdn=text, goal="win")
    assert other["goal"] == "win" and other["verdict"] == "sound"


def test_the_position_s_origin_is_told_by_codes(guest: Make) -> None:
    *_, found = ask(guest(), start="W:WK15,K32,1:B16,K28", solution="")
    assert found["origin"]


def test_what_is_no_composition_is_refused_with_a_sentence(guest: Make) -> None:
    player = guest()
    for status, wish in (
        (409, {"start": "W:W99"}),
        (409, {"start": "W:W1:B"}),
        (409, {"start": None}),
        (409, {"solution": "15-12"}),
        (400, {"solution": "nonsense"}),
        (409, {"solution": "1. 15-12 {no move}"}),
        (409, {"solution": "15-11 " * 121}),
        (409, {"pdn": ""}),
        (409, {"variant": "chess"}),
        (400, {"goal": "beauty"}),
        (400, {"solution": "x" * 4_001}),
        (400, {"pdn": "x" * 20_001}),
    ):
        answer = player.http.post("/api/composition", json={**STUDY, **wish})
        assert answer.status_code == status, (wish, answer.text)
        assert answer.json()["sentence"]


def test_one_that_takes_too_long_or_is_too_complex_ends_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = of_fen(STUDY["start"], "english")

    async def refusal_of() -> Refusal:
        async with open_service(tmp_path) as service:
            with pytest.raises(Refusal) as raised:
                async for _ in composing.lines(service, "anna", given):
                    pass
            return raised.value

    monkeypatch.setattr(composing, "MOST_SECONDS", 0.0)
    refusal = asyncio.run(refusal_of())
    assert refusal.code == "not_allowed"
    assert "crownhead compose check" in refusal.to_message("de").sentence

    def fail(checking: object) -> bool:
        raise TooComplex("kings without end")

    monkeypatch.setattr(composing.Checking, "step", fail)
    refusal = asyncio.run(refusal_of())
    assert isinstance(refusal.error, TooComplex) and refusal.to_message("en").sentence


def test_who_goes_away_stops_the_check(guest: Make) -> None:
    player = guest()
    wish = {"variant": "international", "start": "W:W31-50:B1-20"}
    with player.http.stream("POST", "/api/composition", json=wish) as answer:
        next(answer.iter_lines())
    *_, found = ask(player)
    assert found["verdict"] == "sound"


def test_the_sheet_has_the_diagram_and_its_own_style_alone(guest: Make) -> None:
    player = guest()
    player.http.headers["accept-language"] = "de"
    wish = {**STUDY, "solution": "1. 15-11", "title": "Runde <1>"}
    answer = player.http.get("/api/composition/sheet", params=wish)
    assert answer.status_code == 200 and answer.text.count("<svg") == 1
    assert "Weiß zieht und gewinnt" in answer.text and "Runde &lt;1&gt;" in answer.text
    assert "15-11" in answer.text
    assert "style-src 'sha256-" in answer.headers["content-security-policy"]
    refused = player.http.get("/api/composition/sheet", params={**wish, "solution": "1. 15-12"})
    assert refused.status_code == 409 and refused.json()["sentence"]
