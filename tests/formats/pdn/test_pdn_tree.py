"""The tree of a game: moves, variations, set-ups, comments, signs and clocks."""

from __future__ import annotations

import io
import pickle

import pytest
from support.pdn_trees import random_tree

from crownhead import Position
from crownhead.errors import AmbiguousMove, CrownheadError, IllegalMove, InvalidFen, InvalidMove
from crownhead.formats import pdn
from crownhead.formats.pdn import Node, PdnGame
from crownhead.formats.pdn.commands import command, plain, set_command
from crownhead.formats.pdn.times import read_pair, read_time, write_time


def nested_game() -> PdnGame:
    return pdn.loads(
        '[GameType "21"] {before all} 1. 11-15 {best} (1. 9-14 {first} {also} 22-17'
        " (1... 22-18 $2)) ({else} 1. 10-14) 1... 23-19?! $14 {so far}"
    )


def test_variations_are_children_of_the_step_before() -> None:
    game = nested_game()
    root = game.root
    assert game.comment == root.comment == "before all"
    assert [str(node) for node in root.variations] == ["11-15", "9-14", "10-14"]
    main, second, third = root.variations
    assert main.next is not None and main.next.nags == [6, 14]
    assert (main.comment, second.comment, third.starting_comment) == ("best", "first also", "else")
    assert [str(node) for node in second.variations] == ["22-17", "22-18"]
    assert second.variations[1].nags == [2]
    assert [node.ply for node in second.mainline()] == [2]
    assert main.is_main and main.next.is_main and not second.next.is_main  # type: ignore[union-attr]
    assert game.end().comment == "so far"
    assert game.end().position == game.start.play("11-15").play("23-19")
    assert [str(node) for node in reversed(list(second.variations[1].line()))][1:] == [
        "9-14",
        "22-18",
    ]


def test_a_tree_is_grown_by_hand() -> None:
    game = PdnGame("english")
    first = game.root.add_variation("11-15")
    second = game.root.add_main("9-14")
    assert [str(move) for move in game.moves] == ["9-14"]
    assert [str(node) for node in game.mainline()] == ["9-14"]
    game.root.promote(first)
    assert game.root.variations == [first, second]
    game.root.promote(first)
    assert game.root.variations == [first, second]
    third = game.root.add_variation(game.start.legal_moves[3])
    game.root.promote_to_main(third)
    assert game.root.variations == [third, first, second]
    game.root.remove(first)
    assert game.root.variations == [third, second]
    for change in (game.root.remove, game.root.promote, game.root.promote_to_main):
        with pytest.raises(CrownheadError, match="no variation of this one"):
            change(first)


def test_only_what_the_rules_allow_is_added() -> None:
    game = PdnGame("international", start="W:WK25:B8,10,K23,27,30,31")
    for text, error in (("25-24", IllegalMove), ("x", InvalidMove), ("25x3", AmbiguousMove)):
        with pytest.raises(error):
            game.root.add_variation(text)
    with pytest.raises(IllegalMove):
        game.root.add_main(Position.initial("international").legal_moves[0])
    with pytest.raises(InvalidFen):
        game.root.add_setup("W:W99:B")
    with pytest.raises(CrownheadError, match="another variant"):
        game.root.add_setup(Position.initial("frisian"))
    assert game.root.variations == []


def test_set_ups_and_null_moves_are_steps_without_a_move() -> None:
    game = PdnGame("international")
    node = game.root.add_variation("32-28").add_pass()
    assert (node.kind, node.move, node.position.turn) == ("pass", None, "white")
    node = node.add_setup("B:W28:B23").add_variation("23x32")
    assert [step.kind for step in game.mainline()] == ["move", "pass", "setup", "move"]
    assert len(game.moves) == 1
    assert str(game).endswith('\n\n1. 32-28 /FEN "W::"/ /FEN "B:W28:B23"/ 2... 23x32 *\n\n')
    again = pdn.loads(str(game))
    assert [step.kind for step in again.mainline()] == ["move", "pass", "setup", "move"]
    assert again.end().position == node.position
    assert len(again.moves) == 1


def test_clocks_are_read_from_comments_and_set_in_them() -> None:
    game = pdn.loads('[GameType "20"] 1. 32-28 {wild [%clk 0:02:58.5] [%emt 0:00:01]} 19-23 *')
    first, second = game.mainline()
    assert (first.clock, first.elapsed, first.game_time, first.mechanical) == (
        178_500,
        1000,
        None,
        None,
    )
    first.clock = 90_000
    first.elapsed = None
    first.mechanical = 7_200_000
    second.game_time = 12_000
    assert first.comment == "wild [%clk 0:01:30] [%mct 2:00:00]"
    assert second.comment == "[%egt 0:00:12]"
    again = list(pdn.loads(str(game)).mainline())
    assert (again[0].clock, again[0].mechanical, again[1].game_time) == (90_000, 7_200_000, 12_000)
    assert plain(first.comment) == "wild"


def test_the_clock_of_both_sides_tells_what_the_mover_has_left() -> None:
    game = pdn.loads(
        '[GameType "20"] 1. 32-28 {[%clock w0:03:00 B0:02:50]} 19-23 {[%clock W0:03:00 b0:02:40]} *'
    )
    first, second = game.mainline()
    assert first.clocks == (180_000, 170_000)
    assert (first.clock, second.clock) == (180_000, 160_000)
    second.clocks = (180_000, 1_000)
    assert second.comment == "[%clock W0:03:00 b0:00:01]"
    second.clocks = (None, None)
    assert (second.comment, second.clocks) == ("", (None, None))


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("0:03:00", 180_000),
        ("12:34:56", 45_296_000),
        ("3:00", 180_000),
        ("45", 45_000),
        ("0:00:00.05", 50),
        ("0:00:01,25", 1_250),
        ("", None),
        ("later", None),
        ("1:2:3:4", None),
        ("9" * 30, None),
    ],
)
def test_times_are_read_in_every_form(text: str, time: int | None) -> None:
    assert read_time(text) == time
    if time is not None:
        assert read_time(write_time(time)) == time


def test_a_time_is_never_negative_and_a_pair_may_be_half() -> None:
    assert write_time(-5) == "0:00:00"
    assert read_pair("B0:01:00") == (None, 60_000)
    assert read_pair("nothing") == (None, None)


def test_setting_a_command_leaves_all_else_alone() -> None:
    comment = "a [%cal x] [%clk 0:01:00] b [%clk 0:02:00]"
    assert set_command(comment, "clk", "0:00:30") == "a [%cal x] [%clk 0:00:30] b"
    assert set_command(comment, "clk", None) == "a [%cal x] b"
    assert set_command("", "emt", "0:00:01") == "[%emt 0:00:01]"
    assert command(comment, "cal") == "x"
    assert command("[%clk", "clk") is command("[% clk 1]", "clk") is None


def test_marks_become_signs_and_a_forced_move_is_seven() -> None:
    text = '[GameType "20"] 1. 32-28! 19-23?? 2. 28x19* 14x23(!?) 3. 37-32 $18 $255 *'
    assert [node.nags for node in pdn.loads(text).mainline()] == [[1], [4], [7], [5], [18, 255]]


def test_a_variation_of_nothing_but_a_comment_is_a_comment() -> None:
    game = pdn.loads('[GameType "21"] 1. 11-15 ({a try}) 23-19 *')
    assert game.errors == ()
    assert game.root.variations[0].comment == "a try"


def test_a_variation_before_any_move_does_not_become_the_main_line() -> None:
    game = pdn.loads('[GameType "21"] (1. 9-14) 1. 11-15 *')
    assert [str(move) for move in game.moves] == ["11-15"]
    assert [str(node) for node in game.root.variations] == ["11-15", "9-14"]
    assert len(game.errors) == 1


def test_deep_lines_and_deep_variations_need_no_recursion() -> None:
    game = PdnGame("english", start="B:WK32:BK1,K2")
    node: Node = game.root
    for _ in range(3000):
        node = node.add_variation(node.position.legal_moves[0])
    assert len(pdn.loads(str(game)).moves) == 3000
    deep = '[GameType "21"] 1. 11-15 ' + "(1. 11-16 " * 99 + ")" * 99 + " *"
    read = pdn.loads(deep)
    assert read.errors == ()
    assert str(pdn.loads(str(read))) == str(read)


def test_the_tree_is_made_only_when_it_is_asked_for() -> None:
    game = pdn.loads('[GameType "21"] 1. 11-15 (1. 9-14) 23-19 1-0')
    assert [str(move) for move in game.moves] == ["11-15", "23-19"]
    assert (game.result, game.errors, game._root) == ("1-0", (), None)
    game.root.add_main("9-13")
    assert [str(move) for move in game.moves] == ["9-13"]


@pytest.mark.parametrize(
    ("text", "moves", "positions"),
    [
        ('1. 11-15 24-20 /FEN "B:W32:B1"/ 1-5 *', ["11-15", "24-20"], 5),
        ('1. 11-15 /FEN "B::"/ 8-11 *', ["11-15"], 4),
        ('1. 11-15 20-16 2. 3-4 /FEN "B:W32:B1"/ 1-5 *', ["11-15"], 2),
        ("1. 11-15 (1. 9-14 24-20) 24-20 (1... 22-18) 2. 8-11 *", ["11-15", "24-20", "8-11"], 4),
    ],
)
def test_making_the_tree_changes_neither_moves_nor_positions(
    text: str, moves: list[str], positions: int
) -> None:
    game = pdn.loads(text, variant="english")
    seen = game.positions
    assert len(seen) == positions
    assert [str(move) for move in game.moves] == moves
    assert seen == (game.start, *(node.position for node in game.root.mainline()))
    assert game.positions == seen
    assert [str(move) for move in game.moves] == moves


@pytest.mark.parametrize("seed", range(200))
def test_the_core_hands_out_the_positions_of_the_tree(seed: int) -> None:
    game = pdn.loads(pdn.dumps(random_tree(seed)))
    moves, positions = game.moves, game.positions
    assert all(type(position) is Position for position in positions)
    played = pickle.loads(pickle.dumps(game))  # its tree holds the moves alone
    assert (played.moves, played.positions) == (moves, positions)
    assert game.root is not None
    assert (game.moves, game.positions) == (moves, positions)


def test_what_is_shown_tells_what_it_is() -> None:
    game = pdn.loads('[White "Anna"] [GameType "21"] 1. 11-15 99-98 1-0')
    assert repr(game) == "<PdnGame english, Anna - ?, 1-0, 1 moves, 1 errors>"
    assert repr(game.root.next) == "<Node 11-15, ply 1>"
    assert repr(nested_game().root) == "<Node root, ply 0, 3 variations>"
    headers = next(pdn.headers(io.StringIO("[Site 'x'] *")))
    assert repr(headers).startswith("<Headers line 1, {")
