"""A game record from outside is a game, or one sentence says which part of it is not."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from crownhead.errors import InvalidRules
from crownhead.rules import DrawRule, Ending, Rules
from crownhead.rulesets import ruleset
from crownhead.variants import VARIANTS, Variant

ENGLISH = VARIANTS["english"].to_dict()
COUNT: dict[str, Any] = {"rule": "a", "plies": 5}
ANY: Any = "x"


def with_parts(**parts: Any) -> dict[str, Any]:
    return {**copy.deepcopy(ENGLISH), **parts}


def rules(**switches: Any) -> dict[str, Any]:
    return with_parts(rules=switches)


def with_count(**values: Any) -> dict[str, Any]:
    return rules(draw_rules=[{**COUNT, **values}])


def ending(**values: Any) -> dict[str, Any]:
    return with_count(endings=[{}, values])


@pytest.mark.parametrize(
    ("record", "named"),
    [
        (None, "object"),
        ([], "object"),
        ({k: v for k, v in ENGLISH.items() if k != "key"}, "key"),
        ({k: v for k, v in ENGLISH.items() if k != "rules"}, "rules"),
        (with_parts(strange=1), "strange"),
        (with_parts(about={"en": "x"}), "about"),
        (with_parts(key=5), "key"),
        (with_parts(key=""), "key"),
        (with_parts(key="x" * 65), "key"),
        (with_parts(key="a\nb"), "key"),
        (with_parts(names=[]), "names"),
        (with_parts(names={"de": 5}), "names"),
        (with_parts(names={5: "x"}), "names"),
        (with_parts(names={"de": "x" * 201}), "names"),
        (with_parts(names={"de": "a\ud800"}), "names"),
        (with_parts(names={str(n): "x" for n in range(17)}), "names"),
        (with_parts(notation="roman"), "notation"),
        (with_parts(notation=[]), "notation"),
        (with_parts(first_square="middle"), "first_square"),
        (with_parts(mirrored=0), "mirrored"),
        (with_parts(capture_sign="*"), "capture_sign"),
        (with_parts(gametype="x"), "gametype"),
        (with_parts(gametype=21), "gametype"),
        (with_parts(gametype="1" * 41), "gametype"),
        (with_parts(source=None), "source"),
        (with_parts(source="x" * 201), "source"),
        (with_parts(rules=[]), "Rules: expected an object"),
        (rules(strange=1), "strange"),
        (rules(board="9x9"), "board"),
        (rules(board=[]), "board"),
        (rules(flying=1), "flying"),
        (rules(men_rows=True), "men_rows"),
        (rules(men_rows=2**70), "men_rows"),
        (rules(repetition=-1), "repetition"),
        (rules(men_move="forward"), "men_move"),
        (rules(men_move=5), "men_move"),
        (rules(men_move=["up"]), "men_move"),
        (rules(men_move=[[]]), "men_move"),
        (rules(first="red"), "first"),
        (rules(repetition_rule="x" * 41), "repetition_rule"),
        (rules(draw_rules={}), "draw_rules"),
        (rules(draw_rules=[5]), "draw_rules[0]"),
        (rules(draw_rules=[{"plies": 5}]), "draw_rules[0].rule"),
        (rules(draw_rules=[COUNT, {"rule": "a"}]), "draw_rules[1].plies"),
        (with_count(strange=1), "draw_rules[0].strange"),
        (with_count(rule=5), "draw_rules[0].rule"),
        (with_count(rule="a\n"), "draw_rules[0].rule"),
        (with_count(plies=1.5), "draw_rules[0].plies"),
        (with_count(plies=True), "draw_rules[0].plies"),
        (with_count(plies=255), "plies"),
        (with_count(resets="capture"), "draw_rules[0].resets"),
        (with_count(resets=["nothing"]), "draw_rules[0].resets"),
        (with_count(automatic="yes"), "draw_rules[0].automatic"),
        (with_count(endings={}), "draw_rules[0].endings"),
        (with_count(endings=[5]), "draw_rules[0].endings[0]"),
        (ending(strange=1), "draw_rules[0].endings[1].strange"),
        (ending(total=5), "draw_rules[0].endings[1].total"),
        (ending(total="ab"), "draw_rules[0].endings[1].total"),
        (ending(total=[1, 2, 3]), "draw_rules[0].endings[1].total"),
        (ending(total=[5, 2]), "draw_rules[0].endings[1].total"),
        (ending(weak_men=[-1, 2]), "draw_rules[0].endings[1].weak_men"),
        (ending(weak_men=[0, 256]), "draw_rules[0].endings[1].weak_men"),
        (ending(on_long_diagonal=1), "draw_rules[0].endings[1].on_long_diagonal"),
    ],
)
def test_a_record_that_is_none_says_which_part_is_wrong(record: Any, named: str) -> None:
    with pytest.raises(InvalidRules) as refused:
        Variant.from_dict(record)
    said = str(refused.value)
    assert named in said
    assert len(said) < 300 and "\n" not in said


def test_a_switch_that_takes_words_says_which_and_how_they_are_written() -> None:
    """Whoever knows `Step.DIAGONAL` writes "diagonal" first."""
    with pytest.raises(InvalidRules) as named:
        Rules.from_dict({"men_capture": "diagonal"})
    assert str(named.value).endswith("is not a list: write ['forward', 'backward']")
    with pytest.raises(InvalidRules) as unknown:
        Rules.from_dict({"men_capture": 3})
    known = "['forward', 'backward', 'ahead', 'sideways', 'behind']"
    assert str(unknown.value).endswith(f"is not a list of some of {known}")
    with pytest.raises(InvalidRules) as inside:
        Rules.from_dict({"men_capture": ["diagonal"]})
    assert str(inside.value).endswith(f"is not one of {known}")


@pytest.mark.parametrize(
    "made",
    [
        lambda: Variant(key=ANY * 99, names={}, rules=Rules()),
        lambda: Variant(key="a", names=ANY, rules=Rules()),
        lambda: Variant(key="a", names={}, rules=ANY),
        lambda: Variant(key="a", names={}, rules=Rules(), aliases=ANY),
        lambda: Variant(key="a", names={}, rules=Rules(), about=ANY),
        lambda: Rules(draw_rules=(DrawRule("a", ANY),)),
        lambda: Rules(draw_rules=(DrawRule("a", 5, endings=ANY),)),
        lambda: Rules(draw_rules=(DrawRule("a", 5, endings=(Ending(total=ANY),)),)),
    ],
)
def test_a_game_that_is_made_is_looked_at_in_the_same_way(made: Any) -> None:
    with pytest.raises(InvalidRules):
        made()


STRANGE: list[Any] = [
    *(None, True, False, 0, -1, 1, 2, 255, 256, 2**31, 2**63, 2**70, 1.5, float("nan"), "", "x"),
    *("white", "a" * 10_000, "\ud800", "\0", [], [1], ["x"], [[]], {}, {"a": 1}, {1: 2}, [None]),
    *((1, 2), b"x", 10**5_000, {"a": {"b": []}}),
]


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield every place in a record."""
    if at:
        yield at
    if isinstance(value, dict | list):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for name, part in parts:
            yield from places(part, (*at, name))


def test_damaged_records_are_refused_or_are_games() -> None:
    chance = random.Random(3)
    known = [variant.to_dict() for variant in VARIANTS.values()]
    games = refused = 0
    for _ in range(6_000):
        record = copy.deepcopy(chance.choice(known))
        for _ in range(chance.randint(1, 2)):
            *above, last = chance.choice(list(places(record)))
            part: Any = record
            for name in above:
                part = part[name]
            wrong = copy.deepcopy(chance.choice(STRANGE))
            match chance.randrange(8):
                case 0:
                    del part[last]
                case 1 if isinstance(part, dict):
                    part[wrong if isinstance(wrong, str) else "strange"] = wrong
                case 1:
                    part.append(wrong)
                case _:
                    part[last] = wrong
        try:
            variant = Variant.from_dict(record)
        except InvalidRules as error:
            assert len(str(error)) < 300
            refused += 1
            continue
        games += 1
        again = Variant.from_dict(json.loads(json.dumps(variant.to_dict()).encode()))
        assert again == variant and hash(again) == hash(variant)
        assert again.gametype_number is None or again.gametype_number >= 0
        ruleset(variant)
    assert games > 300 and refused > 3_000
