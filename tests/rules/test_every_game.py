"""What must be there for every game, so that a new one cannot be forgotten anywhere."""

from __future__ import annotations

import copy
import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest
from oracle.__main__ import FILE, count_rows, one_row_a_line, write_rows

from crownhead import VARIANTS, Engine, Limit, Position, Variant
from crownhead.errors import UnknownVariant
from crownhead.formats import pdn
from crownhead.formats.pdn.gametype import PRIVATE, read_type
from crownhead.formats.pdn.gametype import write as gametype_tags
from crownhead.locales import COMPLETE
from crownhead.rulesets import ruleset
from crownhead.variants import find, get

ROOT = Path(__file__).parents[2]
GAMES = list(VARIANTS.values())

every_game = pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.key)


@every_game
def test_its_positions_are_written_and_read(variant: Variant) -> None:
    position = Position.initial(variant)
    for _ in range(6):
        assert Position.from_fen(position.fen(), variant) == position
        assert pickle.loads(pickle.dumps(position)) == position
        position = position.play(position.legal_moves[0])


@every_game
def test_its_record_is_written_and_read(variant: Variant) -> None:
    again = Variant.from_dict(json.loads(json.dumps(variant.to_dict())))
    assert again is variant
    assert pickle.loads(pickle.dumps(variant)) is variant
    assert copy.deepcopy(variant) is variant


@every_game
def test_its_pdn_says_which_game_it_is(variant: Variant) -> None:
    tags = gametype_tags(variant)
    assert read_type(tags).variant is variant
    game = pdn.PdnGame(variant)
    game.root.add_line([str(Position.initial(variant).legal_moves[0])])
    read = pdn.loads(pdn.dumps(game))
    assert (read.variant, read.moves, read.errors) == (variant, game.moves, ())


@every_game
def test_its_full_gametype_is_that_of_its_rules(variant: Variant) -> None:
    number, first, width, height, corner, inverted = variant.gametype.split(",")
    board = variant.rules.board
    assert (int(width), int(height)) == (board.width, board.width)
    assert first == variant.first[0].upper()
    assert corner[0] == ("A" if variant.notation == "algebraic" else "N")
    assert inverted == str(int(variant.mirrored))
    sharing = {each for each in GAMES if each.gametype_number == int(number)} - {variant}
    close = {VARIANTS.get(variant.closest), *(e for e in sharing if e.closest == variant.key)}
    assert sharing <= close, "a number belongs to one game and to those that name it as closest"


@every_game
def test_a_name_beside_the_number_of_the_closest_is_not_overheard(variant: Variant) -> None:
    if variant.gametype_number not in PRIVATE:
        return
    closest = VARIANTS[variant.closest]
    while closest.gametype_number in PRIVATE:
        closest = VARIANTS[closest.closest]
    for name in (variant.key, *variant.names.values(), *variant.aliases):
        assert (
            read_type({"GameType": str(closest.gametype_number), "Variant": name}).variant
            is variant
        )


@every_game
def test_its_names_find_it(variant: Variant) -> None:
    assert set(variant.names) == set(COMPLETE)
    for name in (variant.key, *variant.names.values(), *variant.aliases):
        assert find(name) is variant
        assert get(name.upper()) is variant


def test_a_name_belongs_to_one_game() -> None:
    named = [
        (re.sub(r"[^\w!]|_", "", name).casefold(), variant.key)
        for variant in GAMES
        for name in {variant.key, *variant.names.values(), *variant.aliases}
    ]
    clashes = {name for name, key in named if any(n == name and k != key for n, k in named)}
    assert not clashes


def test_dame_is_what_a_german_types_first_and_the_name_of_one_game() -> None:
    for name in ("dame", "Dame", "DAME ", "Dame (LITE)"):
        assert get(name).key == "lite"
    assert get("Ghanaische Dame").key == "ghanaian" and get("losing draughts").key == "antidraughts"


def test_an_unknown_name_is_told_the_likeliest_one() -> None:
    with pytest.raises(UnknownVariant, match="did you mean 'brasilian'"):
        get("brasilien")
    # The name that was nearly typed, not the key behind it.
    with pytest.raises(UnknownVariant, match="did you mean 'Dame'") as dam:
        get("damee")
    assert dam.value.likeliest == pickle.loads(pickle.dumps(dam.value)).likeliest == "Dame"
    for typed in ("rusian draughts", "Russische Dahme", "shashky", "damai", "frisk"):
        with pytest.raises(UnknownVariant) as near:
            get(typed)
        assert get(near.value.likeliest)
    for name in ("qqqq", "chess", "Schach", "", "x" * 100_000):
        with pytest.raises(UnknownVariant, match="known: english, international") as unknown:
            get(name)
        assert unknown.value.likeliest == ""
    with pytest.raises(UnknownVariant, match="not NoneType"):
        get(None)  # type: ignore[arg-type]


def test_the_closest_game_is_found_by_its_former_name() -> None:
    with pytest.warns(DeprecationWarning, match="closest"):
        assert VARIANTS["pool"].relative == VARIANTS["pool"].closest


@every_game
def test_the_closest_is_a_game_and_they_end_somewhere(variant: Variant) -> None:
    seen = {variant.key}
    while variant.closest:
        assert variant.closest in VARIANTS and variant.closest not in seen
        seen.add(variant.closest)
        variant = VARIANTS[variant.closest]


@every_game
def test_a_sentence_says_what_it_is_like_in_every_language(variant: Variant) -> None:
    assert set(variant.about) == set(variant.names) == set(COMPLETE)
    assert all(said.endswith(".") and len(said) < 100 for said in variant.about.values())


@every_game
def test_its_rules_are_cited_by_numbers_that_exist(variant: Variant) -> None:
    table = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert f"(`{variant.rule_numbering}`)" in table


@every_game
def test_it_has_a_generator_of_its_own(variant: Variant) -> None:
    assert ruleset(variant).specialised, (
        "add its switches to core/rules/known.hpp: without them it is played by the generator"
        " that reads the rules at run time, a third as fast"
    )


def test_house_rules_have_no_generator_of_their_own() -> None:
    rules = VARIANTS["english"].rules.but(men_take_kings=False)
    assert not ruleset(Variant.house("Ours", rules)).specialised


@every_game
def test_the_computer_plays_it(variant: Variant) -> None:
    position = Position.initial(variant)
    with Engine.builtin(level=1) as engine:
        assert engine.play(position, Limit(nodes=200)) in position.legal_moves


@every_game
def test_the_oracle_has_counted_it(variant: Variant) -> None:
    rows = json.loads(FILE.read_text(encoding="utf-8"))["rows"]
    counted_rows = [row for row in rows if row["variant"] == variant.key]
    assert counted_rows, f"run: python -m oracle {variant.key} --write"


def test_the_oracle_writes_its_counts_into_the_table() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert text == one_row_a_line(json.loads(text)), "one row a line"
    rows = count_rows("ghanaian", 500)
    assert [row["nodes"] for row in rows] == [
        Position.initial("ghanaian").perft(d + 1) for d in (0, 1)
    ]
    assert write_rows(text, rows) == text
    changed: list[dict[str, Any]] = [row | {"nodes": 1} for row in rows]
    assert write_rows(write_rows(text, changed), rows) == text
    row = next(row for row in json.loads(text)["rows"] if row["published"])
    assert write_rows(text, [row | {"nodes": 1}]) == text, "published rows stay"
