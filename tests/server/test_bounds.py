"""Every text and every list that comes from outside has a bound, and the document tells it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any

import msgspec
import pytest
from msgspec import inspect
from support.served import Guest

import crownhead as ch
from crownhead.errors import InvalidRules, NotAllowed
from crownhead.rules import LONGEST_NAME, DrawRule, Rules
from crownhead.server.messages import bases, bodies, frames, puzzles, reports, searches, studies
from crownhead.server.messages.records import GameRecord
from crownhead.server.process.broadcaster import encode
from crownhead.server.process.connection import MOST_CHARACTERS
from crownhead.server.room import records
from crownhead.server.room.view import history
from crownhead.variants import VARIANTS, Variant

Make = Callable[..., Guest]
MODULES = (bases, bodies, frames, puzzles, reports, searches, studies)
CHECKED = {"HandIn.record", "HandIn.toss"}
"""Records that are looked at before they are read: `records.check` bounds their parts."""


def list_structs() -> list[type]:
    """Return every struct that is read from outside."""
    found = {
        struct
        for module in MODULES
        for struct in vars(module).values()
        if isinstance(struct, type) and issubclass(struct, bodies.Body | frames.Message)
    }
    return sorted(found, key=lambda struct: struct.__name__)


def find_unbounded(kind: inspect.Type, where: str, seen: set[type]) -> Iterator[str]:
    """Yield the places inside a type that may be as long as one likes."""
    match kind:
        case inspect.StrType() if kind.max_length is None:
            yield where
        case inspect.BytesType() | inspect.AnyType() | inspect.RawType():
            yield where
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType():
            if kind.max_length is None:
                yield where
            yield from find_unbounded(kind.item_type, f"{where}[]", seen)
        case inspect.TupleType():
            for item in kind.item_types:
                yield from find_unbounded(item, f"{where}[]", seen)
        case inspect.DictType():
            if kind.max_length is None:
                yield where
            if where not in CHECKED:
                yield from find_unbounded(kind.key_type, f"{where}{{key}}", seen)
                yield from find_unbounded(kind.value_type, f"{where}{{}}", seen)
        case inspect.UnionType():
            for each in kind.types:
                yield from find_unbounded(each, where, seen)
        case inspect.StructType() if kind.cls not in seen:
            seen.add(kind.cls)
            for field in kind.fields:
                yield from find_unbounded(field.type, f"{kind.cls.__name__}.{field.name}", seen)


def test_every_text_and_list_of_every_body_has_a_bound() -> None:
    seen: set[type] = set()
    places = [
        place for struct in list_structs() for place in find_unbounded(type_of(struct), "", seen)
    ]
    assert places == []
    assert {bodies.HandIn, GameRecord, frames.Do, frames.MoveAct} <= seen


def type_of(struct: type) -> inspect.Type:
    return inspect.type_info(struct)


def test_a_walk_finds_what_has_no_bound() -> None:
    class Open(msgspec.Struct):
        text: str
        many: tuple[int, ...]
        anything: dict[str, Any]

    found = list(find_unbounded(type_of(Open), "", set()))
    assert found[:2] == ["Open.text", "Open.many"] and "Open.anything{}" in found


def test_every_known_game_fits_the_record() -> None:
    for game in VARIANTS.values():
        read = msgspec.convert(game.to_dict(), GameRecord)
        assert Variant.from_dict(msgspec.to_builtins(read)) == game


@pytest.mark.parametrize("where", ["repetition_rule", "draw_rules"])
def test_a_rule_of_60_000_characters_made_a_lobby_that_nobody_could_read(
    guest: Make, where: str
) -> None:
    record = Variant.house("ours", VARIANTS["russian"].rules.but(men_rows=2)).to_dict()
    if where == "draw_rules":
        record["rules"]["draw_rules"][0]["rule"] = "x" * 60_000
    else:
        record["rules"]["repetition_rule"] = "x" * 60_000
    player = guest()
    offered = {"variant": record, "opponent": {"kind": "anybody"}}
    for path, body in (("/api/games", offered), ("/api/lobby", {"variant": record})):
        answer = player.http.post(path, json=body)
        assert answer.status_code == 400, answer.text
        assert len(answer.content) < 1_000
    handed = {"format": "crownhead-game", "setup": {"variant": record}, "events": []}
    body = {"id": "handed-in-1", "you": ["white", "black"], "record": handed}
    assert player.http.post("/api/games/hand-in", json=body).status_code == 409


def test_the_name_of_a_rule_is_a_name() -> None:
    for name in ("x" * (LONGEST_NAME + 1), "two\nlines"):
        with pytest.raises(InvalidRules):
            Rules(repetition_rule=name)
        with pytest.raises(InvalidRules):
            Rules(draw_rules=(DrawRule(name, 10),))
    assert Rules(repetition_rule="x" * LONGEST_NAME)


def test_a_record_that_is_handed_in_has_bounds_too() -> None:
    records.check({"events": [{"kind": "played", "move": "11-15"}] * 5_000})
    for amiss in (
        {"events": [0] * (records.MOST_TOGETHER + 1)},
        {"players": {"white": "x" * (records.LONGEST_TEXT + 1)}},
        {"x" * (records.LONGEST_TEXT + 1): 1},
    ):
        with pytest.raises(records.MalformedRecord):
            records.check(amiss)


def test_the_longest_game_fits_what_waits_for_one_reader() -> None:
    game = ch.Game("canadian", start="W:WK1,K3:BK70,K72", draws="claim")
    moves = cycle(("1-7", "72-66", "7-1", "66-72"))
    with pytest.raises(NotAllowed, match="is full"):
        while True:
            game.play(next(moves))
    frame = encode(frames.History("1", "2", history(game)))
    assert len(game.events) > 4_900 and len(frame) < MOST_CHARACTERS


def test_the_key_of_a_game_is_short(guest: Make) -> None:
    body = {"variant": "x" * 10_000, "opponent": {"kind": "same_device"}}
    answer = guest().http.post("/api/games", json=body)
    assert answer.status_code == 400 and len(answer.content) < 1_000
