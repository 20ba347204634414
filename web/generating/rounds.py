"""Rounds of the three-move restriction as the server's tables show them, and drawn cards."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec

from crownhead.ballots import DECKS, deck
from crownhead.lots import Draw
from crownhead.server.messages import bodies as r
from crownhead.server.messages import frames as m
from crownhead.server.messages.entries import Contributed
from crownhead.server.room import acts, starting
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.table import Seat, Table
from generating.golden import BEGAN, changes_in_view, do, files, step

STEPS = 30
NAMES = ("game1", "game2")


def rounds() -> list[dict[str, Any]]:
    """Return two random rounds with each deck."""
    random = Random(64)
    return [_round(random, deck, number) for deck in DECKS for number in range(2)]


def _round(random: Random, deck: str, number: int) -> dict[str, Any]:
    wish = r.NewGame(
        variant=DECKS[deck],
        ballot=deck,
        time="300+5" if number else None,
        huffing=number == 0,
        draws=random.choice(["rules", "claim"]),
        opponent=r.SameDevice(name=random.choice(["Anna", "Bob"])),
        side=random.choice(["white", "black", None]),
    )
    language = ("de", "en")[number]
    begun = starting.open_table(wish, Seat("anna", "Anna"), BEGAN)
    table = Table(NAMES[0], begun.terms, {"card": random.randbytes(32).hex()}, None, BEGAN)
    table.load(begun.log)
    table.fresh = begun.fresh
    first = _game(random, table, BEGAN, language, m.ContributeAct(text="  a line "))
    games, match = [first], table.match
    if table.phase == "over":
        at = table.last_at + 5_000
        after = starting.next_table(table, at)
        after.id, match = NAMES[1], after.match
        games.append(_game(random, after, at, language, m.ContributeAct(text="too late")))
    return {
        "wish": msgspec.to_builtins(wish),
        "lang": language,
        "seed": table.seeds["card"],
        "games": games,
        "record": match and json.loads(match.to_json()),
    }


def _game(
    random: Random, table: Table, began: int, language: str, first: m.AnyAct
) -> dict[str, Any]:
    known: dict[str, Any] = {}
    steps = [changes_in_view(table, language, known)]
    at = began
    for act in (m.MoveAct(text="99-1"), first, m.ContributeAct(text="again")):
        steps.append(do(table, act, at, language, known))
    for _ in range(STEPS):
        at += random.choice([300, 4_000])
        steps.append(step(random, table, at, language, known))
    if table.phase == "playing" and table.game.paused:
        steps.append(do(table, m.ResumeAct(), at, language, known))
    if table.phase == "playing":
        by = random.choice(["white", "black"])
        steps.append(do(table, m.ResignAct(by=by), at, language, known))
    return {"began": began, "steps": steps, **files(table, language)}


def draws() -> list[dict[str, Any]]:
    """Return draws of cards with everything that can be checked."""
    random = Random(3)
    lines = ["from Anna", "Grüße, 漢字", "x" * 100, "1"]
    return [_draw(random, key, lines[: number % 5]) for key in DECKS for number in range(8)]


def _draw(random: Random, key: str, contributions: list[str]) -> dict[str, Any]:
    draw = Draw(deck=key, seed=random.randbytes(32).hex(), contributions=tuple(contributions))
    return {
        "deck": key,
        "seed": draw.seed,
        "contributions": contributions,
        "commitment": draw.commitment,
        "lots": draw.lots,
        "code": draw.card.code,
    }


SAID = (
    *("  a line ", "x" * 100, "x" * 101, "\U0001f3b2" * 100, "\U0001f3b2" * 101, "x" + " " * 100),
    *("\x85x", "\ufeffx", "\u2003x\u3000", "a\u200bb", "a\tb", " ", "a\u00a0b", "Grüße, 漢字"),
)


def lines() -> list[dict[str, Any]]:
    """Return what players may say for the lots, and what is taken of it; None where it is not."""
    return [{"said": text, "taken": _take(text)} for text in SAID]


def _take(text: str) -> str | None:
    wish = r.NewGame(variant="english", ballot="english-3move", opponent=r.SameDevice(name="Bob"))
    table = starting.open_table(wish, Seat("anna", "Anna"), BEGAN)
    said = {"kind": "contribute", "text": text}
    try:
        acts.do(table, "anna", msgspec.convert(said, m.AnyAct), BEGAN)
    except (msgspec.ValidationError, Refusal):
        return None
    return next(e.event.text for e in table.log if isinstance(e.event, Contributed))


def starts() -> list[dict[str, Any]]:
    """Return games that begin where a card would have led, though none was drawn."""
    return [_start("italian-11man", number) for number in (1, 700)]


def _start(key: str, number: int) -> dict[str, Any]:
    card = deck(key).card(number)
    start = card.start().fen()
    wish = r.NewGame(variant=card.variant, start=start, opponent=r.SameDevice(name="Bob"))
    table = starting.open_table(wish, Seat("anna", "Anna"), BEGAN)
    written = files(table, "en")["pdn"]
    return {"wish": msgspec.to_builtins(wish), "began": BEGAN, "pdn": written}


def cases() -> dict[str, Any]:
    """Return everything that the tests of the worker compare with."""
    return {"rounds": rounds(), "draws": draws(), "lines": lines(), "starts": starts()}
