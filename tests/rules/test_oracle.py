"""The oracle itself: published counts, and the rules on positions worked out by hand."""

from __future__ import annotations

import ast
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import oracle
import pytest
from oracle import Outcome, fen, positions
from oracle import __main__ as counting

from crownhead.rules import Rules
from crownhead.variants import VARIANTS

ROOT = Path(__file__).parents[2]
MOST_NODES = 8_500
MOST_NODES_OF_KINGS = 2_500

VariantDict = dict[str, Any]
LINES = ["forward", "backward", "ahead", "sideways", "behind"]


def with_switches(key: str, **switches: Any) -> VariantDict:
    """Return a game as plain data, with some switches of its rules changed."""
    variant = VARIANTS[key].to_dict()
    variant["rules"].update(switches)
    return variant


# Games of the golden file that the project does not name: other boards, and Armenian draughts.
UNNAMED = {
    "thai_12men": with_switches("thai", men_rows=3, first="white"),
    "armenian": with_switches(
        "turkish", men_move=["forward", "ahead", "sideways"], king_move=LINES
    ),
    "international_14x14": with_switches("international", board="14x14", men_rows=6),
    "international_12x10": with_switches("international", board="12x10"),
    "spantsiretti_international_rules": with_switches("international", board="10x8", men_rows=3),
    "international_8x10": with_switches("international", board="8x10"),
    "ktar_10x11": with_switches("international", board="10x11"),
    "ktar_10x12": with_switches("international", board="10x12", men_rows=5),
    "international_6x6": with_switches("international", board="6x6", men_rows=2),
    "english_6x6": with_switches("english", board="6x6", men_rows=2, first="white"),
}
GAMES = {key: with_switches(key) for key in VARIANTS} | UNNAMED


def rows() -> list[dict[str, Any]]:
    """List the rows of the golden file."""
    found: list[dict[str, Any]] = json.loads((ROOT / "data" / "perft.json").read_text())["rows"]
    return found


def golden(most_nodes: int, *, kings: bool) -> list[Any]:
    """List (game, fen, counting, counts by depth) with counts of at most `most_nodes`."""
    series: dict[tuple[str, str, str], dict[int, int]] = {}
    for row in rows():
        if row["counting"] not in ("uniq", "dup") or row["nodes"] > most_nodes:
            continue
        if is_start(row["variant"], row["fen"]) != kings:
            key = row["variant"], row["fen"], row["counting"]
            series.setdefault(key, {})[row["depth"]] = row["nodes"]
    return [
        pytest.param(*key, counts, id=f"{key[0]}-{key[2]}-{number}")
        for number, (key, counts) in enumerate(series.items())
    ]


@cache
def is_start(key: str, text: str) -> bool:
    """Return whether a game begins from this position."""
    variant = GAMES[key]
    return fen.read(text, variant) == oracle.initial(variant["rules"])


def count_depths(variant: VariantDict, text: str, counting: str, deepest: int) -> dict[int, int]:
    """Count every depth up to `deepest`."""
    start = fen.read(text, variant)
    by_routes = counting == "dup"
    return {d: oracle.perft(start, d, by_routes=by_routes) for d in range(1, deepest + 1)}


@pytest.mark.parametrize(("key", "text", "counting", "counts"), golden(MOST_NODES, kings=False))
def test_start_positions_give_the_published_counts(
    key: str, text: str, counting: str, counts: dict[int, int]
) -> None:
    assert count_depths(GAMES[key], text, counting, max(counts)) == counts


@pytest.mark.parametrize(
    ("key", "text", "counting", "counts"), golden(MOST_NODES_OF_KINGS, kings=True)
)
def test_positions_with_kings_give_their_counts(
    key: str, text: str, counting: str, counts: dict[int, int]
) -> None:
    assert count_depths(GAMES[key], text, counting, max(counts)) == counts


def test_every_game_has_golden_counts() -> None:
    for key in VARIANTS:
        texts = {
            row["fen"] for row in rows() if row["variant"] == key and not is_start(key, row["fen"])
        }
        assert len(texts) >= 4, f"run: python -m oracle {key} --write"


@pytest.mark.parametrize("key", list(VARIANTS))
def test_initial_position_is_that_of_the_golden_file(key: str) -> None:
    assert any(is_start(key, row["fen"]) for row in rows() if row["variant"] == key)
    start = oracle.initial(GAMES[key]["rules"])
    assert fen.read(fen.write(start, GAMES[key]), GAMES[key]) == start


def test_the_oracle_shares_no_code_with_the_package() -> None:
    for path in (ROOT / "tests" / "oracle").glob("*.py"):
        if path.name == "__main__.py":  # the command that counts games by their key
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            assert not [name for name in names if name.startswith("crownhead")], path


def test_random_house_rules_are_rules_and_come_back_from_their_seed() -> None:
    for seed in range(200):
        rules = positions.house_rules(random.Random(seed))
        assert Rules.from_dict(rules).to_dict() == rules
        assert positions.sample(seed) == positions.sample(seed)


def test_routes_play_exactly_the_legal_outcomes() -> None:
    for state in positions.samples(0, 200):
        assert {route.outcome for route in oracle.routes(state)} == set(oracle.moves(state))


def test_faulty_moves_are_never_legal_and_need_a_capture() -> None:
    for state in positions.samples(1_000, 200):
        legal = oracle.moves(state)
        faults = oracle.faulty(state)
        assert not set(faults) & set(legal)
        assert not faults or any(outcome.captures for outcome in legal)


def moves(text: str, key: str, **switches: Any) -> set[tuple[int, int, tuple[int, ...], bool]]:
    """Return the legal outcomes in the numbers of the oracle, captured squares sorted."""
    variant = with_switches(key, **switches)
    return {spread(outcome) for outcome in oracle.moves(fen.read(text, variant))}


def spread(outcome: Outcome) -> tuple[int, int, tuple[int, ...], bool]:
    """Spread an outcome out."""
    captures = tuple(sorted(outcome.captures))
    return outcome.origin, outcome.target, captures, outcome.crowns


def ends(text: str, key: str, **switches: Any) -> set[tuple[int, tuple[int, ...]]]:
    """Return targets and captured squares only."""
    return {move[1:3] for move in moves(text, key, **switches)}


def test_E16_crowning_ends_the_capture() -> None:
    assert moves("W:W9:B6,7", "english") == {(9, 2, (6,), True)}


def test_P9_a_man_that_passes_the_far_row_stays_a_man() -> None:
    assert moves("W:W9:B6,7", "brazilian") == {(9, 11, (6, 7), False)}


def test_russian_man_goes_on_as_a_king() -> None:
    found = moves("W:W9:B6,7", "russian")
    assert found == {(9, target, (6, 7), True) for target in (11, 16, 20)}


def test_russian_king_must_land_where_it_can_go_on() -> None:
    assert ends("W:WK29:B22,10", "russian") == {(6, (10, 22)), (1, (10, 22))}
    short = {(target, (22,)) for target in (18, 11, 8, 4)}
    assert ends("W:WK29:B22,10", "pool", landing="free") == short | {(6, (10, 22)), (1, (10, 22))}


def test_P8_a_captured_piece_is_a_barrier_until_the_move_ends() -> None:
    text = "W:WK46:B13,17,32,43"
    assert ends(text, "international") == {(21, (13, 17, 32)), (26, (13, 17, 32))}
    assert ends(text, "international", removal="at-once") == {(49, (13, 17, 32, 43))}


def test_P8_a_piece_may_not_be_jumped_twice_and_the_origin_is_empty() -> None:
    text = "W:WK30:B25,26,17,18"
    assert moves(text, "english") == {(30, 30, (17, 18, 25, 26), False)}
    assert len(oracle.routes(fen.read(text, with_switches("english")))) == 2


def test_landing_behind_and_behind_a_king() -> None:
    assert ends("W:WK29:B22", "thai") == {(18, (22,))}
    free = {(target, (37,)) for target in (32, 28, 23, 19, 14, 10, 5)}
    assert ends("W:WK46:B37", "killer") == free
    assert ends("W:WK46:BK37", "killer") == {(32, (37,))}


def test_P6_most_pieces_must_be_taken() -> None:
    text = "W:W22,21:B18,11,17"
    assert ends(text, "english") == {(8, (11, 18)), (13, (17,)), (14, (17,))}
    assert ends(text, "english", choice="most") == {(8, (11, 18))}


def test_spanish_choice_takes_most_kings_among_most_pieces() -> None:
    text = "W:W22,23:B17,K19"
    assert ends(text, "english", choice="most") == {(13, (17,)), (16, (19,))}
    assert ends(text, "english", choice="most-kings") == {(16, (19,))}


def test_italian_cascade() -> None:
    by_king = "W:WK22,23:B17,19"
    assert ends(by_king, "english", choice="cascade") == {(13, (17,))}
    most_kings = "W:WK22,K23:B17,K19"
    assert ends(most_kings, "english", choice="cascade") == {(16, (19,))}
    # Both take a king and a man; the one from 29 meets the king first.
    earliest = "W:WK29,K4:BK25,18,8,K7"
    assert ends(earliest, "english", choice="cascade") == {(15, (18, 25))}


def test_italian_men_may_not_take_kings() -> None:
    text = "W:W22:BK18,17"
    assert ends(text, "english") == {(13, (17,)), (15, (18,))}
    assert ends(text, "english", men_take_kings=False) == {(13, (17,))}


def test_czech_king_takes_before_a_man() -> None:
    text = "W:WK29,12:B22,8"
    assert {move[0] for move in moves(text, "czech")} == {29}
    assert {move[0] for move in moves(text, "czech", choice="free")} == {29, 12}


def test_frisian_captures_straight_and_values_kings() -> None:
    assert moves("W:W28:B18", "frisian") == {(28, 8, (18,), False)}


def test_frisian_king_may_not_move_four_times_in_a_row() -> None:
    rules = with_switches("frisian")["rules"]
    pieces = {46: "white_king", 31: "white_man", 5: "black_king", 1: "black_man"}
    barred = oracle.from_pieces(rules, "white", pieces, {"white": (46, 3)})
    assert {outcome.origin for outcome in oracle.moves(barred)} == {31}
    free = oracle.from_pieces(rules, "white", pieces, {"white": (46, 2)})
    assert {outcome.origin for outcome in oracle.moves(free)} == {31, 46}
    alone = oracle.from_pieces(rules, "white", {46: "white_king", 1: "black_man"})
    assert {outcome.origin for outcome in oracle.moves(alone)} == {46}


def test_turkish_king_may_not_turn_back() -> None:
    text = "W:WKa5:Ba7,a2"
    assert ends(text, "turkish") == {(1, (9,)), (57, (49,))}
    assert ends(text, "turkish", turn_back=True) == {(57, (9, 49)), (1, (9, 49))}


def test_captures_may_be_declined_where_they_are_not_compulsory() -> None:
    assert ends("W:W22:B18", "english", compulsory=False) == {(15, (18,)), (17, ())}


def test_the_first_king_ends_a_race() -> None:
    start = fen.read("W:W6:B45", with_switches("breakthrough"))
    crowned = oracle.play(start, oracle.moves(start)[0])
    assert oracle.moves(crowned) == []
    assert oracle.result(crowned) == oracle.Result("white", "first-king", "")


def test_E22_the_blocked_side_loses_and_wins_where_losing_wins() -> None:
    blocked = oracle.result(fen.read("B:W25,30:B21", with_switches("english")))
    assert blocked == oracle.Result("white", "blocked", "")
    aim = oracle.result(fen.read("B:W25,30:B21", with_switches("english", aim="lose")))
    assert aim == oracle.Result("black", "blocked", "")
    bare = oracle.result(fen.read("B:W8:B", with_switches("antidraughts")))
    assert bare == oracle.Result("black", "no-pieces", "")


def test_H_faulty_moves_are_quiet_moves_and_broken_off_captures() -> None:
    state = fen.read("B:W15,22:B11,3", with_switches("english"))
    assert [spread(outcome) for outcome in oracle.moves(state)] == [(11, 25, (15, 22), False)]
    assert {spread(outcome) for outcome in oracle.faulty(state)} == {
        (3, 7, (), False),
        (3, 8, (), False),
        (11, 16, (), False),
        (11, 18, (15,), False),
    }


def test_P10_counts_start_after_the_ply_that_brings_the_ending() -> None:
    three = fen.read("W:WK46:BK5,K15,37", with_switches("international"))
    assert oracle.counts(three) == (0, 0, -1)
    two = oracle.play(three, Outcome(46, 32, frozenset({37}), False))
    assert oracle.counts(two) == (0, -1, 0)
    assert oracle.counts(oracle.play(two, Outcome(15, 20, frozenset(), False))) == (1, -1, 1)


def test_P10_a_capture_inside_the_ending_does_not_start_its_count_again() -> None:
    state = fen.read("W:WK46:BK5,37", with_switches("international"))
    assert oracle.counts(state) == (0, -1, 0)
    assert oracle.counts(oracle.play(state, Outcome(46, 32, frozenset({37}), False))) == (0, -1, 1)


def test_L14_a_man_move_does_not_reset_and_the_full_count_draws() -> None:
    state = fen.read("W:WK32,21:BK1", with_switches("lite"))
    walk = [(21, 17), (1, 5)] + [(32, 28), (5, 1), (28, 32), (1, 5)] * 9 + [(32, 28)]
    for plies, (origin, target) in enumerate(walk, start=1):
        state = oracle.play(state, Outcome(origin, target, frozenset(), False))
        assert oracle.counts(state) == (plies,)
        assert oracle.result(state) is None
    state = oracle.play(state, Outcome(5, 1, frozenset(), False))
    assert oracle.result(state) == oracle.Result(None, "draw-count", "L14")


def test_a_game_whose_start_was_written_in_another_order_never_got_its_kings_counts() -> None:
    """Its start was taken for another position, and published rows were counted again."""
    (row,) = counting.count_rows("english", 7)
    white, black = row["fen"].removeprefix("B:W").split(":B")
    other = {"fen": f"B:B{black}:W{white}", "published": True}
    text = counting.one_row_a_line({"about": {}, "rows": [row | other]})
    assert not counting.is_counted_elsewhere("english", text)
    assert counting.write_rows(text, [row]) == text
