"""Writing PDN: short, unambiguous, wrapped, and the same when it is written again."""

from __future__ import annotations

import io
import os
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.pdn_trees import random_tree, shape
from support.scattered import play_at_random, scatter

from crownhead import VARIANTS, Game, Move, Position, Variant
from crownhead.errors import AmbiguousMove
from crownhead.formats import pdn
from crownhead.formats.pdn import PdnGame
from crownhead.formats.pdn.gametype import unified_pool
from crownhead.rules import Rules

TREES = 100_000 if "CROWNHEAD_NIGHTLY" in os.environ else 1_000


def one(text: str) -> PdnGame:
    (game,) = pdn.read(io.StringIO(text))
    return game


def test_what_is_written_is_read_and_written_alike() -> None:
    for seed in range(TREES):
        game = random_tree(seed)
        text = pdn.dumps(game)
        again = one(text)
        assert again.errors == (), (seed, again.errors)
        assert pdn.dumps(again) == text, seed
        assert shape(again.root) == shape(game.root), seed
        assert again.start == game.start
        assert again.variant == game.variant


@pytest.mark.parametrize(
    "text",
    [
        '[GameType "2\x071"] [Variant "From Position"] [P1 "Ann"] {a} (1. 11-15) *',
        '[FEN "W:W99:B1"] [GameType "2\x7f2,W,10,8"] 1. 11-15 *',
        '[FEN "\x00"] [GameType "23,W,8,8,A0,0"] 1. 11-15 *',
        '[GameType "9\x009"] {hi} *',
        '[GameType "\x1b?"] [FEN "B:WK10,K15:B12,K22\u2028,K25."] 1. 11-15 *',
        '[GameType "?"] [FEN "W:We1:  Ba  7"] 1. 99-98',
        '[FEN "?W"] [Variant "poddavki"] [Rules "x"] [Note "2"] 1. 11-15 *',
    ],
)
def test_odd_tags_were_written_differently_the_second_time(text: str) -> None:
    written = pdn.dumps(one(text))
    assert pdn.dumps(one(written)) == written


SAID = {
    "GameType": ("21", "23", "23,W,8,8,A0,0", "99", "90", "50", "Russian", "unknown", "?", ""),
    "FEN": ("W:W31-50:B1-20", "W:Wxx:B1", "W:W31:", "?", "W:We1:Ba7", "B:W18,K10:B12,K22."),
    "Variant": ("lite", "english", "From Position", "Russian (blitz)", "poddavki", "nonsense"),
    "Result": ("1-0", "2-0", "1/2-1/2", "*", "x", "12-12"),
    "Rules": ("{}", "x", '{"key": "house"}'),
    "ResultFormat": ("2-0", "x"),
    "White": ("Anna", "?"),
}
ODD = '\x00\x07\t\n\x1b\x7f\x85\xa0\u2028\u200b\\"{}[]%;()$ aW:,-1?.½'


def test_tags_of_any_kind_are_written_the_same_the_second_time() -> None:
    dice = random.Random(20_261_129)

    def spoil(text: str) -> str:
        for _ in range(dice.choice((0, 0, 1, 3))):
            place = dice.randrange(len(text) + 1)
            text = text[:place] + dice.choice(ODD) + text[place + dice.randrange(2) :]
        return text

    bodies = ("1. 11-15 24-20 *", "1. 32-28 {c} 19-23 1-1", "{hi} *", "", "1. 99-98", "foo *")
    for _ in range(TREES):
        names = dice.sample(list(SAID), dice.randrange(1, len(SAID)))
        values = {name: spoil(dice.choice(SAID[name])) for name in names}
        quoted = {name: re.sub(r'(["\\])', r"\\\1", value) for name, value in values.items()}
        tags = "\n".join(f'[{name} "{value}"]' for name, value in quoted.items())
        for game in pdn.read(io.StringIO(f"{tags}\n{spoil(dice.choice(bodies))}")):
            written = pdn.dumps(game)
            assert pdn.dumps(one(written)) == written, written


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_game_writes_what_other_programs_expect(key: str) -> None:
    dice = random.Random(key)
    variant = VARIANTS[key]
    game = PdnGame(variant, tags={"Result": "1-0"})
    node = game.root
    for _ in range(60):
        if not node.position.has_legal_move:
            break
        node = node.add_variation(dice.choice(node.position.legal_moves))
    text = pdn.dumps(game)
    again = one(text)
    assert (again.errors, again.moves, again.variant) == ((), game.moves, variant)
    head, body = text.split("\n\n", 1)
    assert head.splitlines()[0] == f'[Result "{"2-0" if key in TWO_POINTS else "1-0"}"]'
    assert re.match(r'\[GameType "\d+', head.splitlines()[1])
    assert "FEN" not in text
    body = re.sub(r"\d+\. ", "", body)
    square = r"[1-9]\d?" if variant.notation == "numeric" else "[a-h][1-8]"
    quiet, capture = f"{square}-{square}", f"{square}(?:{variant.capture_sign}{square})+"
    assert re.fullmatch(rf"(?:(?:{quiet}|{capture})\s)+\*\n\n", body), body


TWO_POINTS = ("international", "canadian")


@pytest.mark.parametrize("variant", [*VARIANTS.values(), unified_pool()], ids=lambda v: v.gametype)
def test_long_forms_name_every_turn_and_nothing_more(variant: Variant) -> None:
    """PDN 3.0: the turning squares, and behind each captured piece where it goes straight."""
    dice = random.Random(variant.gametype)
    for _ in range(150):
        position = scatter(variant, dice) if dice.random() < 0.7 else play_at_random(variant, dice)
        moves = position.legal_moves
        ends = [(move.origin, move.target) for move in moves if move.is_capture]
        for move in moves:
            text = str(move)
            squares = re.findall(r"\d+|[a-l]\d+", text)
            shared = move.is_capture and ends.count((move.origin, move.target)) > 1
            if not shared:
                assert len(squares) == 2
                assert position.parse(text) == move
                continue
            assert len(squares) == len(move.route) == len(move.captures) + 1
            check_walk(position, move)
            if len(squares) > 2:
                assert position.parse(text) == move


def check_walk(position: Position, move: Move) -> None:
    """Check that each captured piece lies alone between two named squares, the last one apart."""
    place = position.ruleset.place
    turns = list(zip(move.route, move.route[1:], strict=False))
    lines = []
    taken: set[int] = set()
    for start, end in turns:
        (column, row), (to_column, to_row) = place(start), place(end)
        right = (to_column > column) - (to_column < column)
        up = (to_row > row) - (to_row < row)
        lines.append((right, up))
        crossed = []
        behind = 0
        while (column, row) != (to_column, to_row):
            column, row = column + right, row + up
            square = position.ruleset.square_at(column, row)
            if square in move.captures and square not in taken:
                crossed.append(square)
                behind = 0
            elif square is not None:
                behind += 1
        assert len(crossed) == 1
        taken.add(crossed[0])
        straight_on = len(lines) < len(turns) and _direction(position, turns[len(lines)]) == (
            right,
            up,
        )
        if straight_on:
            assert behind == 1
    assert taken == set(move.captures)


def _direction(position: Position, ends: tuple[int, int]) -> tuple[int, int]:
    (column, row), (to_column, to_row) = map(position.ruleset.place, ends)
    return (to_column > column) - (to_column < column), (to_row > row) - (to_row < row)


@pytest.mark.parametrize(
    ("body", "written"),
    [
        ("{moves are lost} 1-0", "{moves are lost} *"),
        ("{one}\n{[%clk 0:05:00] two} *", "{one [%clk 0:05:00] two} *"),
        ("{one} 1/2-1/2", "{unread: (one) 1/2-1/2} *"),  # the tag says another result
        ("{one} hello", "{unread: (one) hello} *"),
        ("1-0", "*"),
    ],
)
def test_comments_of_a_game_without_moves_stay_comments(body: str, written: str) -> None:
    text = pdn.dumps(pdn.loads(f'[Event "x"]\n[Result "1-0"]\n\n{body}\n'))
    assert text.endswith(f"\n\n{written}\n\n")
    assert pdn.dumps(pdn.loads(text)) == text


@pytest.mark.parametrize("value", ["O\\'Brien", 'a\\"b', "O'Brien", "\\\\'", "\\'\\'"])
def test_a_backslash_in_front_of_a_quote_comes_back(value: str) -> None:
    game = pdn.loads("1. 11-15 *")
    game.tags["White"] = value
    again = pdn.loads(pdn.dumps(game))
    assert again.tags["White"] == value
    assert pdn.dumps(again) == pdn.dumps(game)


def test_tags_stand_in_their_order() -> None:
    game = PdnGame(
        "russian",
        start="B:Wa1:Bh8",
        tags={"ECO": "x", "Result": "0-1", "black": "B", "White": "A", "Event": "E", "Site": ""},
    )
    assert pdn.dumps(game) == (
        '[Event "E"]\n[White "A"]\n[Black "B"]\n[Result "0-1"]\n[GameType "25"]\n[ECO "x"]\n'
        '[FEN "B:Wa1:Bh8"]\n\n*\n\n'
    )


@pytest.mark.parametrize(
    ("key", "tags", "result"),
    [
        ("international", {"Result": "1-0"}, "2-0"),
        ("international", {"Result": "1/2-1/2"}, "1-1"),
        ("canadian", {"Result": "0-1"}, "0-2"),
        ("frisian", {"Result": "1-1"}, "1/2-1/2"),
        ("english", {"Result": "0-2"}, "0-1"),
        ("english", {"Result": "0-0"}, "0-0"),
        ("english", {}, "*"),
        ("english", {"Result": "adjourned"}, "adjourned"),
        ("international", {"Result": "1 1/2 - 1/2", "ResultFormat": "Delfts"}, "1 1/2 - 1/2"),
        ("international", {"Result": "1.01-0.99", "ResultFormat": "Goes"}, "1.01-0.99"),
        ("frisian", {"Result": "1+ - 1-", "ResultFormat": "Plus draw"}, "1+ - 1-"),
    ],
)
def test_results_are_those_of_the_gametype(key: str, tags: dict[str, str], result: str) -> None:
    game = PdnGame(key, tags=tags)
    assert game.result == result
    assert one(pdn.dumps(game)).tags["Result"] == result


def test_a_result_behind_the_moves_is_kept_and_can_be_set() -> None:
    game = pdn.loads('[GameType "20"] 1. 32-28 0-2')
    assert '[Result "0-2"]' in pdn.dumps(game)
    game.result = "1-1"
    assert one(pdn.dumps(game)).result == "1-1"


@pytest.mark.parametrize(
    ("tags", "written"),
    [
        ('[GameType "26"][Variant "Lite"]', '[GameType "26"]\n[Variant "Lite"]\n'),
        ('[Variant "lite"]', '[GameType "26"]\n[Variant "lite"]\n'),
        ('[Variant "frisian"]', '[GameType "40"]\n[Variant "frisian"]\n'),
        ('[GameType "97"]', '[GameType "97,W,10,10,N2,0"]\n[Variant "frysk"]\n'),
        ('[GameType "20"][Variant "Killer"]', '[GameType "99,W,10,10,N2,0"]\n[Variant "Killer"]\n'),
        (
            '[GameType "20"][Variant "From Position"]',
            '[GameType "20"]\n[Variant "From Position"]\n',
        ),
        ('[GameType "25"][Variant "lite"]', '[GameType "25"]\n'),
        ('[GAMETYPE "21,B,8,8,N1,0"]', '[GameType "21"]\n'),
        ('[GameType "23,W,8,8,A1,1"]', '[GameType "23,W,8,8,A0,0"]\n'),
        ('[GameType "41"]', '[GameType "41"]\n'),
        ('[GameType "20"][Rules "FMJD"]', '[GameType "20"]\n[Rules "FMJD"]\n'),
    ],
)
def test_the_game_is_named_for_us_and_for_others(tags: str, written: str) -> None:
    text = pdn.dumps(pdn.loads(tags + " *"))
    assert text == f'[Result "*"]\n{written}\n*\n\n'


def test_house_rules_are_written_in_full() -> None:
    house = Variant.house("At home", Rules(first="white", flying=True), notation="algebraic")
    game = PdnGame(house)
    game.root.add_variation("c3-d4")
    text = pdn.dumps(game)
    assert '[GameType "95,W,8,8,A0,0"]\n[Rules "{' in text
    assert one(text).variant == house
    assert one(text).moves == game.moves


def test_counts_of_a_start_position_are_kept_only_where_there_are_some() -> None:
    start = Position.from_fen("W:WK1:BK50", "international")
    assert '[FEN "W:WK1:BK50"]' in pdn.dumps(PdnGame(start=start))
    later = start.play("1-6").play("50-45")
    game = one(pdn.dumps(PdnGame(start=later)))
    assert game.start.draw_counts[0] == later.draw_counts[0] == 2


def test_lines_are_short_and_begin_with_nothing_special() -> None:
    game = PdnGame("english")
    node = game.root
    for word in ("%", "[Event", "*", "a" * 100, "*", "%", "[", "b"):
        node = node.add_variation(node.position.legal_moves[0])
        node.comment = " ".join([word] * 30)
        node.nags = [1, 5]
    body = pdn.dumps(game).split("\n\n")[1].splitlines()
    assert not [line for line in body if line[0] in "%[*"]
    ordinary = [line for line in body if not re.search(r"a{9}|%|\[|\*", line)]
    assert ordinary and max(map(len, ordinary)) <= 80
    assert one(pdn.dumps(game)).end().comment == " ".join(["b"] * 30)


def test_a_time_is_never_broken_over_two_lines() -> None:
    game = PdnGame("english", start="B:WK32:BK1,K2")
    node = game.root
    for number in range(50):
        node = node.add_variation(node.position.legal_moves[0])
        node.clock = number * 12_345
        node.comment = f"{'x' * number} {node.comment}"
    assert len(re.findall(r"\[%clk \d:\d\d:\d\d(?:\.\d+)?\]", pdn.dumps(game))) == 50


def test_a_command_is_never_broken_over_two_lines() -> None:
    game = PdnGame("english", start="B:WK32:BK1,K2")
    node = game.root
    said = "[%eval 0.32] [%csl Ra 1,Gb 2] [%my own words], say[%depth 9][%nodes 2000]"
    for number in range(50):
        node = node.add_variation(node.position.legal_moves[0])
        node.comment = f"{'x' * number} {said} [%open"
    text = pdn.dumps(game)
    for command in re.findall(r"\[%[^]]*\]", said):
        assert text.count(command) == 50
    assert pdn.dumps(one(text)) == text


def test_numbers_are_repeated_where_the_line_was_interrupted() -> None:
    game = pdn.loads(
        '[GameType "21"] 1. 11-15 {x} 23-19 2. 8-11 (2. 9-14 22-17) 22-17 3. 4-8 17-13 $1 4. 15-18'
    )
    assert pdn.dumps(game).split("\n\n")[1] == (
        "1. 11-15 {x} 1... 23-19 2. 8-11 (2. 9-14 22-17) 2... 22-17 3. 4-8 17-13!\n4. 15-18 *"
    )
    game = PdnGame("english", start="W:W21,22:B1,2")
    game.root.add_variation("21-17").add_variation("1-5")
    assert pdn.dumps(game).split("\n\n")[1] == "1... 21-17 2. 1-5 *"


def test_games_are_written_one_behind_the_other() -> None:
    file = io.StringIO()
    pdn.write(Game("english"), file)
    pdn.write(PdnGame("russian"), file)
    found = list(pdn.read(io.StringIO(file.getvalue())))
    assert [game.variant and game.variant.key for game in found] == ["english", "russian"]
    assert all(not game.errors for game in found)


@given(st.text(max_size=60), st.text(max_size=200))
def test_any_text_can_be_a_tag_or_a_comment(value: str, comment: str) -> None:
    game = PdnGame("english", tags={"Event": value, f"X{comment[:20]}": "y"})
    game.root.add_variation("11-15").comment = comment
    game.root.comment = value
    text = pdn.dumps(game)
    again = one(text)
    assert again.errors == ()
    assert pdn.dumps(again) == text
    assert again.moves == game.moves
    plain = " ".join(re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", "", value).split())
    if "\ud800" not in plain and not plain.endswith("\\"):
        assert again.tags.get("Event", "") == plain


def test_what_the_ends_of_a_capture_do_not_tell_is_told_in_full() -> None:
    position = Position.from_fen("W:WK25:B8,10,K23,27,30,31", "international")
    with pytest.raises(AmbiguousMove):
        position.parse("25x3")
    game = PdnGame(start=position)
    for move in position.legal_moves:
        game.root.add_variation(move)
    again = one(pdn.dumps(game))
    assert again.errors == ()
    assert [node.move for node in again.root.variations] == list(position.legal_moves)


def test_words_between_moves_were_lost_when_written() -> None:
    game = pdn.loads("1. 11-15 hello there 22-18 *", variant="english")
    assert len(game.errors) == 1
    text = pdn.dumps(game)
    assert "11-15 {unread: hello there}" in text
    again = pdn.loads(text)
    assert (again.errors, again.moves, pdn.dumps(again)) == ((), game.moves, text)


def test_the_result_of_a_game_won_on_the_board_was_not_written() -> None:
    game = pdn.PdnGame("english", start="W:W18:B15")
    game.root.add_line(["18x11"])
    assert game.result == "1-0"
    assert '[Result "1-0"]' in pdn.dumps(game)
    game.result = "*"
    assert game.result == "1-0"
    assert pdn.loads('[GameType "21"] [FEN "W:W18:B15"] 1. 18x11 *').result == "*"
    assert pdn.PdnGame("english").result == "*"
