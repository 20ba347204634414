"""The worth of positions in comments: White's, in men, and a proved win in moves."""

from __future__ import annotations

import pytest
from support.patience import growth

from crownhead.formats import pdn
from crownhead.formats.pdn.evaluations import read_evaluation, write_evaluation
from crownhead.scores import WIN, proven


def test_what_is_written_is_read_again() -> None:
    for score in (*range(-1200, 1200, 7), 29_599, -29_599):
        assert read_evaluation(f"[%eval {write_evaluation(score)}]") == score
    for score in range(29_600, WIN + 1):
        for signed in (score, -score):
            found = read_evaluation(f"[%eval {write_evaluation(signed)}]")
            assert found is not None and proven(found) == proven(signed)
            assert score < 29_800 or abs(found - signed) <= 1  # moves, not plies


def test_a_proved_win_is_no_number_of_men() -> None:
    assert write_evaluation(29_994) == "#3"
    assert write_evaluation(-29_700) == "#-"


@pytest.mark.parametrize(
    ("comment", "score"),
    [
        ("[%eval 17]", 1700),
        ("[%eval -0.455] [%clk 0:10]", -46),
        ("[%eval +0.45,18]", 45),
        ("[%eval #4]", 29_992),
        ("[%eval -#4]", -29_992),
        ("[%eval #-]", -29_600),
        ("[%eval 999999]", WIN),
        ("[%eval good]", None),
        ("[%eval -]", None),
        ("[%evaluation 3]", None),
        ("[%eval 3", None),
    ],
)
def test_forms_of_others(comment: str, score: int | None) -> None:
    assert read_evaluation(comment) == score


def test_blanks_without_an_end_take_no_longer_than_their_length() -> None:
    def read(times: int) -> None:
        assert read_evaluation("[%eval" + " " * times) is None
        assert read_evaluation("[%eval " * times) is None

    assert growth(read, 2_000, 20_000) < 40


def test_a_node_holds_its_evaluation_in_the_comment() -> None:
    node = pdn.PdnGame("english").root.add_variation("11-15")
    node.comment = "known"
    assert node.evaluation is None
    node.evaluation = -12
    assert node.comment == "known [%eval -0.12]"
    node.evaluation = 29_997
    assert (node.comment, node.evaluation) == ("known [%eval #2]", 29_996)
    node.evaluation = None
    assert node.comment == "known"
