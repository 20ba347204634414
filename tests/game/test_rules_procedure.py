"""Procedure between the players, told as whole games (RULES D, H, X)."""

from __future__ import annotations

import pytest

from crownhead import Game, Outcome
from crownhead.adjudication import Verdict
from crownhead.errors import IllegalMove
from crownhead.outcome import Termination
from crownhead.position import Position
from crownhead.reasons import MustCapture
from crownhead.rules import Color, Progress

KINGS = "W:WK32,31:BK1,2"


class Judge:
    """An adjudicator that always gives the same verdict, and remembers what it was asked."""

    def __init__(self, advantage: bool) -> None:
        self.advantage = advantage
        self.asked: list[Color] = []

    def judge(self, position: Position, strong_side: Color) -> Verdict:
        self.asked.append(strong_side)
        return Verdict(self.advantage, "as arranged")


def shuffle(game: Game, plies: int) -> None:
    """Move the kings to and fro."""
    ways = {"white": ("32-28", "28-32"), "black": ("1-5", "5-1")}
    for _ in range(plies):
        game.play(next(move for move in ways[game.turn] if move in game.position.legal_moves))


@pytest.mark.parametrize("advantage", [True, False])
def test_E24_a_refused_draw_runs_to_forty_own_moves_and_is_judged(advantage: bool) -> None:
    judge = Judge(advantage)
    game = Game("english", start=KINGS, adjudicator=judge, draws="claim")
    game.offer_draw("white")
    game.decline_draw("black")  # Black must now win within forty moves of his own
    game.play("32-28")
    for made in range(40):
        assert game.duty is not None
        assert (game.duty.side, game.duty.made) == ("black", made)
        assert judge.asked == []
        shuffle(game, 1 if made == 39 else 2)
    assert judge.asked == ["black"]
    if advantage:
        assert game.outcome is None and game.duty is None
        game.play("32-27")  # play goes on, and a new count may be asked for
        game.offer_draw("white")
        game.decline_draw("black")
        assert game.duty is not None and game.duty.made == 0
    else:
        assert game.outcome == Outcome(None, Termination.REFUSAL_DUTY, "E24")
    assert Game.from_json(game.to_json()).outcome == game.outcome


def test_D_counts_are_announced_with_their_rule_and_what_resets_them() -> None:
    game = Game("english", start=KINGS)
    shuffle(game, 2)
    (progress,) = (counter for counter in game.counters if counter.rule == "E26")
    assert (progress.plies, progress.limit, progress.left) == (2, 80, 78)
    assert progress.resets == Progress.CAPTURE | Progress.MAN_MOVE and progress.automatic
    game.offer_draw()
    game.decline_draw()
    (duty,) = (counter for counter in game.counters if counter.rule == "E24")
    assert (duty.unit, duty.side, duty.plies, duty.limit) == ("own-moves", "black", 0, 40)


def test_D_a_full_count_waits_for_its_claim_where_that_is_agreed() -> None:
    game = Game("lite", start="W:WKe1:BKh8:H38", draws="claim")
    game.play("e1-f2")
    assert game.claims and all(claim.move for claim in game.claims)  # by announcing the last ply
    game.play("h8-g7")
    assert game.outcome is None
    assert {(claim.rule, claim.by) for claim in game.claims if claim.move is None} == {
        ("L14", "white"),
        ("L14", "black"),
    }
    game.claim_draw("white")
    assert game.outcome == Outcome(None, Termination.DRAW_COUNT, "L14")


def test_H_each_answer_to_the_same_fault() -> None:
    """The same faulty move, answered in the three ways there are."""
    ends: dict[str, str] = {}
    for answer in ("huff", "compel", "stand"):
        game = Game("english", huffing=True)
        for move in ("11-15", "22-18", "9-13"):
            game.play(move)
        assert game.huffable == (15,)
        if answer == "huff":
            game.huff(15)
            game.play("18-14")
        elif answer == "compel":
            game.compel()
            with pytest.raises(IllegalMove) as refused:
                game.play("9-13")
            assert isinstance(refused.value.reason, MustCapture)
            game.play("15x22")
        else:
            game.play("18x11")
        ends[answer] = f"{game.turn} {game.position.count('black')}:{game.position.count('white')}"
        again = Game.from_json(game.to_json())
        assert again == game and again.position == game.position
    assert ends == {"huff": "black 11:12", "compel": "white 12:11", "stand": "black 11:12"}


def test_X_a_refusal_is_a_value_that_every_reader_can_use() -> None:
    reason = Game("lite", start="W:Wa3,h2:Bb4,h8").explain("h2-g3")
    assert reason == MustCapture(pieces=(21,), moves=("a3xc5",))
    assert reason.to_dict() == {
        "code": "must_capture",
        "rule": "E14",
        "pieces": (21,),
        "moves": ("a3xc5",),
    }
    assert reason.rule_in("lite") == "L7"
