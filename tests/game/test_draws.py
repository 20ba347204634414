"""Draws as procedure: offers, the duty of the refuser, claims, counts (RULES D, E23-E26, L14)."""

from __future__ import annotations

import json

import pytest
from support.scripted import kings_only, replay, shuffle

from crownhead import Game, Position
from crownhead.adjudication import ArbiterAdjudicator, FirstAdjudicator, Verdict
from crownhead.clock import TimeControl
from crownhead.errors import IllegalMove, InvalidRecord, NotAllowed
from crownhead.events import Adjudicated, DrawClaimed, Paused, Played
from crownhead.outcome import Outcome, Termination
from crownhead.procedure.claims import Claim
from crownhead.procedure.duty import Duty
from crownhead.reasons import (
    DrawOfferStands,
    DrawOfferTooEarly,
    DrawOfferTooSoon,
    FaultUnanswered,
    GameOver,
    NoDrawOffer,
    NothingToClaim,
    NotYourDrawOffer,
    NotYourTurn,
    NoVerdictDue,
    OwnDrawOffer,
    Reason,
    RepetitionNotYours,
    VerdictDue,
)
from crownhead.rules import Color, Progress

KINGS = "W:WK29:BK4"  # one king each, far apart
AGREED = Outcome(None, Termination.AGREEMENT, "E23")
DUTY_DRAW = Outcome(None, Termination.REFUSAL_DUTY, "E24")


class Judge:
    """Give always the same verdict, and remember what was asked."""

    def __init__(self, advantage: bool) -> None:
        self.advantage = advantage
        self.asked: list[tuple[str, Color]] = []

    def judge(self, position: Position, strong_side: Color) -> Verdict | None:
        self.asked.append((position.fen(), strong_side))
        return Verdict(self.advantage, "counted the kings")


def refuse_draw(game: Game) -> Game:
    """Return the game after Black's offer and White's refusal."""
    game.offer_draw("black")
    game.decline_draw("white")
    return game


def reason_of(caught: pytest.ExceptionInfo[NotAllowed]) -> Reason:
    return caught.value.reason


def dance(game: Game, plies: int) -> None:
    """Move both kings to and fro from the position KINGS."""
    cycle = ("29-25", "4-8", "25-29", "8-4")
    for ply in range(plies):
        game.play(cycle[ply % 4])


# Offers


def test_E23_a_draw_is_agreed_at_any_time() -> None:
    game = Game("english")
    game.offer_draw("white")  # not even his turn
    assert game.draw_offer == "white"
    game.accept_draw()
    assert game.outcome == AGREED
    assert game.draw_offer is None
    with pytest.raises(NotAllowed) as caught:
        game.play("11-15")
    assert reason_of(caught) == GameOver()
    replay(game)


def test_D_an_offer_is_declined_in_words_or_by_a_move() -> None:
    for by_move in (False, True):
        game = Game("english")
        game.play("11-15")
        game.offer_draw("black")
        assert game.would_refuse
        if not by_move:
            game.decline_draw()
            assert game.duty == Duty("white", 0, 40)
        game.play("23-19")
        assert game.draw_offer is None
        assert game.duty == Duty("white", 1, 40)
        assert not game.would_refuse
        replay(game)


def test_D_ones_own_move_leaves_the_offer_standing() -> None:
    game = Game("english")
    game.offer_draw("black")
    game.play("11-15")
    assert game.draw_offer == "black"


@pytest.mark.parametrize("plies", [1, 2])
def test_D_an_offer_declined_by_a_move_does_not_come_back_with_a_takeback(plies: int) -> None:
    game = Game("english")
    game.offer_draw("black")
    game.play("11-15")
    game.play("23-19")
    game.request_takeback("white", plies=plies)
    game.accept_takeback()
    assert len(game.moves) == 2 - plies
    assert game.draw_offer is None
    assert game.duties == (Duty("white", 0, 40),)
    replay(game)


def with_events(game: Game, *events: dict[str, object]) -> Game:
    """Read the record of a game that a program of the earlier law has gone on with."""
    record = json.loads(game.to_json())
    record["events"] += events
    return Game.from_json(json.dumps(record))


def took_back_the_refusal() -> Game:
    game = Game("english")
    game.offer_draw("black")
    game.play("11-15")
    game.play("23-19")
    game.request_takeback("white")
    game.accept_takeback()
    return game


def test_D_a_log_in_which_an_offer_came_back_with_a_takeback_is_read() -> None:
    game = with_events(took_back_the_refusal(), {"kind": "draw_accepted", "by": "white"})
    assert game.outcome == Outcome(None, Termination.AGREEMENT, "E23")
    replay(game)
    followed = took_back_the_refusal()
    followed.follow(game.events[-1])
    assert followed.outcome == game.outcome
    refused = took_back_the_refusal()
    with pytest.raises(NotAllowed):
        refused.add(game.events[-1])
    assert refused.outcome is None


def test_D_a_log_is_read_by_one_law_from_its_beginning_to_its_end() -> None:
    moves = (("white", "23-19"), ("black", "8-11"), ("white", "19-16"))
    played = [{"kind": "played", "by": by, "move": move} for by, move in moves]
    game = with_events(
        took_back_the_refusal(),
        {"kind": "draw_withdrawn", "by": "black"},
        *played,
    )
    # The offer was withdrawn, and so nobody has refused it.
    assert game.duties == ()
    replay(game)
    with pytest.raises(InvalidRecord, match="event 7"):
        with_events(
            took_back_the_refusal(),
            {"kind": "draw_withdrawn", "by": "black"},
            *played[:1],
            {"kind": "draw_accepted", "by": "white"},
        )


def test_D_an_offer_that_stands_stays_with_a_takeback_and_a_withdrawn_one_is_gone() -> None:
    for withdrawn in (False, True):
        game = Game("english")
        game.offer_draw("black")
        game.play("11-15")
        if withdrawn:
            game.withdraw_draw("black")
        game.request_takeback("black")
        game.accept_takeback()
        assert game.draw_offer == (None if withdrawn else "black")
        assert game.duties == ()
        replay(game)


def test_D_withdrawing_is_no_refusal() -> None:
    game = Game("english")
    game.offer_draw("black")
    game.withdraw_draw()
    assert game.draw_offer is None
    assert game.duties == ()
    with pytest.raises(NotAllowed) as caught:
        game.offer_draw("black")
    assert reason_of(caught) == DrawOfferTooSoon(moves_left=10)


def test_D_answers_belong_to_the_other_side() -> None:
    game = Game("english")
    for call in (game.accept_draw, game.decline_draw, game.withdraw_draw):
        with pytest.raises(NotAllowed) as caught:
            call()
        assert reason_of(caught) == NoDrawOffer()
    game.offer_draw("black")
    for call in (game.accept_draw, game.decline_draw):
        with pytest.raises(NotAllowed) as caught:
            call("black")
        assert reason_of(caught) == OwnDrawOffer()
    with pytest.raises(NotAllowed) as caught:
        game.withdraw_draw("white")
    assert reason_of(caught) == NotYourDrawOffer()
    with pytest.raises(NotAllowed) as caught:
        game.offer_draw("white")
    assert reason_of(caught) == DrawOfferStands(by="black")


def test_D_an_offer_is_repeated_after_ten_own_moves() -> None:
    game = Game("english", start=KINGS, refusal_duty=0, draws="claim")
    game.offer_draw("white")
    game.decline_draw()
    for own_moves in range(10):
        with pytest.raises(NotAllowed) as caught:
            game.offer_draw("white")
        assert reason_of(caught) == DrawOfferTooSoon(moves_left=10 - own_moves)
        dance(game, 2) if own_moves % 2 == 0 else [game.play(m) for m in ("25-29", "8-4")]
    game.offer_draw("white")
    replay(game)


def test_D_an_offer_is_repeated_after_the_other_sides_offer() -> None:
    game = Game("english", refusal_duty=0)
    game.offer_draw("black")
    game.decline_draw()
    game.offer_draw("white")
    game.decline_draw()
    game.offer_draw("black")
    assert game.draw_offer == "black"


def test_D_offers_can_be_barred_until_each_side_has_moved() -> None:
    game = Game("english", offers_after=2)
    for move in ("11-15", "23-19", "9-14"):
        game.play(move)
    with pytest.raises(NotAllowed) as caught:
        game.offer_draw()
    assert reason_of(caught) == DrawOfferTooEarly(moves=2, made=1)
    game.play("27-23")
    game.offer_draw()
    replay(game)


# The duty


def test_E24_is_on_in_english_and_can_be_switched() -> None:
    assert refuse_draw(Game("english")).duty == Duty("white", 0, 40)
    assert refuse_draw(Game("english", refusal_duty=0)).duty is None
    assert refuse_draw(Game("international")).duty is None
    assert refuse_draw(Game("international", refusal_duty=25)).duty == Duty("white", 0, 25)


def test_E24_only_the_refusers_own_moves_count() -> None:
    game = refuse_draw(Game("english", start=KINGS, draws="claim"))
    dance(game, 3)
    assert game.duty == Duty("white", 2, 40)
    counter = next(c for c in game.counters if c.rule == "E24")
    assert (counter.plies, counter.limit, counter.side) == (2, 40, "white")
    assert (counter.unit, counter.left, counter.resets) == ("own-moves", 38, Progress(0))


@pytest.mark.parametrize("advantage", [True, False])
def test_E24_at_forty_the_adjudicator_decides(advantage: bool) -> None:
    judge = Judge(advantage)
    game = refuse_draw(Game("english", start=KINGS, draws="claim", adjudicator=judge))
    dance(game, 78)
    assert game.duty == Duty("white", 39, 40)
    assert judge.asked == []
    game.play("25-29")
    assert len(judge.asked) == 1
    assert judge.asked[0][1] == "white"
    assert game.events[-1] == Adjudicated("white", advantage, "counted the kings")
    if advantage:
        assert game.outcome is None
        assert game.duties == ()
        game.play("8-4")
        refuse_draw(game)
        assert game.duty == Duty("white", 0, 40)
    else:
        assert game.outcome == DUTY_DRAW
    replay(game)  # without any judge


def test_E24_without_an_adjudicator_the_game_waits_for_the_verdict() -> None:
    for adjudicator in (None, ArbiterAdjudicator(), FirstAdjudicator(ArbiterAdjudicator())):
        game = refuse_draw(Game("english", start=KINGS, draws="claim", adjudicator=adjudicator))
        dance(game, 79)
        assert game.verdict_due == "white"
        for event in (Played("black", "8-4"), DrawClaimed("white"), Paused()):
            with pytest.raises(NotAllowed) as caught:
                game.add(event)
            assert reason_of(caught) == VerdictDue(side="white")
        assert game.explain("8-4") == VerdictDue(side="white")
        assert "adjudicated" in game.allowed_events("black")
        waiting = replay(game)
        assert waiting.verdict_due == "white"
        waiting.adjudicate(True, "two kings up")
        waiting.play("8-4")
        game.adjudicate(False)
        assert game.outcome == DUTY_DRAW


def test_E24_a_stored_game_asks_its_adjudicator_when_told_to() -> None:
    game = refuse_draw(Game("english", start=KINGS, draws="claim"))
    dance(game, 79)
    again = Game.from_json(game.to_json(), adjudicator=FirstAdjudicator(Judge(False)))
    assert again.verdict_due == "white"
    again.seek_verdict()
    assert again.outcome == DUTY_DRAW


def test_E24_no_verdict_before_its_time() -> None:
    game = refuse_draw(Game("english"))
    with pytest.raises(NotAllowed) as caught:
        game.adjudicate(True, side="white")
    assert reason_of(caught) == NoVerdictDue(side="white")
    game.seek_verdict()
    assert game.outcome is None


def test_E24_the_refuser_may_win_before() -> None:
    game = refuse_draw(Game("english", start="W:W18:B15"))
    game.play("18x11")
    assert game.outcome == Outcome("white", Termination.NO_PIECES, "E7")


def test_E24_a_win_with_the_fortieth_move_needs_no_verdict() -> None:
    judge = Judge(False)
    game = refuse_draw(Game("english", start="W:W18:B15", refusal_duty=1, adjudicator=judge))
    game.play("18x11")
    assert game.outcome is not None
    assert game.outcome.winner == "white"
    assert judge.asked == []


def test_E24_both_sides_may_be_under_it() -> None:
    game = Game("english", start=KINGS, draws="claim", adjudicator=Judge(True), refusal_duty=5)
    refuse_draw(game)
    dance(game, 2)
    game.offer_draw("white")
    game.decline_draw("black")
    assert game.duties == (Duty("white", 1, 5), Duty("black", 0, 5))
    game.play("25-29")
    game.play("8-4")
    assert game.duties == (Duty("white", 2, 5), Duty("black", 1, 5))
    dance(game, 6)
    assert game.duties == (Duty("black", 4, 5),)
    game.play("25-29")
    game.play("8-4")
    assert game.duties == ()
    replay(game)


def test_E24_a_second_refusal_does_not_start_a_running_count_again() -> None:
    game = refuse_draw(Game("english", start=KINGS, draws="claim"))
    dance(game, 20)
    game.offer_draw("black")
    assert not game.would_refuse
    game.decline_draw()
    assert game.duty == Duty("white", 10, 40)


def test_E24_progress_restarts_the_count_only_where_agreed() -> None:
    for reset, made in ((False, 2), (True, 0)):
        game = refuse_draw(Game("english", reset_on_progress=reset, start="W:WK29,K30,32:BK4,1"))
        game.play("29-25")
        game.play("4-8")
        assert game.duty == Duty("white", 1, 40)
        game.play("32-27")  # a man moves
        assert game.duty == Duty("white", made, 40)
        game.play("1-5")  # the other side's man as well
        assert game.duty == Duty("white", made, 40)
        game.play("30-26")
        assert game.duty == Duty("white", made + 1, 40)
        replay(game)


def test_E24_a_huff_is_progress() -> None:
    for reset, made in ((False, 1), (True, 0)):
        game = Game("english", start="W:WK22,K31:BK15,K5", huffing=True, reset_on_progress=reset)
        refuse_draw(game)
        game.play("22-18")
        game.play("5-9")  # ignores 15x22
        assert game.duty == Duty("white", 1, 40)
        game.huff(15)
        assert game.duty == Duty("white", made, 40)
        replay(game)


def test_E24_a_fault_with_the_last_move_is_answered_before_the_verdict() -> None:
    judge = Judge(False)
    game = Game("english", start="W:W18,K32:B15,1", huffing=True, refusal_duty=1, adjudicator=judge)
    refuse_draw(game)
    game.play("32-28")
    assert game.huffable == (18,)
    assert game.verdict_due is None
    compelled = replay(game)
    compelled.compel()
    assert compelled.duty == Duty("white", 0, 1)
    game.huff(18)
    assert game.outcome == DUTY_DRAW
    assert len(judge.asked) == 1
    replay(game)


def test_E24_the_clock_stands_while_the_verdict_is_awaited() -> None:
    game = Game(
        "english",
        start=KINGS,
        refusal_duty=1,
        draws="claim",
        time=TimeControl.sudden_death(60_000),
    )
    refuse_draw(game)
    game.resume(at=0)
    game.play("29-25", at=1_000)
    assert game.clock is not None
    assert game.clock.remaining("black", 500_000) == 60_000
    game.adjudicate(True, at=600_000)
    assert game.clock.remaining("black", 601_000) == 59_000
    game.play("4-8", at=602_000)
    replay(game)


# Repetition


def test_E25_is_claimed_by_the_player_whose_move_produced_it() -> None:
    game = Game("english", start=KINGS)
    dance(game, 8)
    assert game.outcome is None  # not automatic in English draughts
    assert game.claims[0] == Claim("E25", "black")
    with pytest.raises(NotAllowed) as caught:
        game.claim_draw("white")
    assert reason_of(caught) == RepetitionNotYours(by="black")
    assert "draw_claimed" in game.allowed_events("black")
    game.claim_draw()
    assert game.events[-1] == DrawClaimed("black")
    assert game.outcome == Outcome(None, Termination.REPETITION, "E25")
    replay(game)


def test_E25_is_claimed_by_announcing_the_move() -> None:
    game = Game("english", start=KINGS)
    dance(game, 7)
    move = game.position.parse("8-4")
    assert game.claims == (Claim("E25", "black", move),)
    with pytest.raises(NotAllowed) as caught:
        game.claim_draw(move="8-11")
    assert reason_of(caught) == NothingToClaim(by="black")
    with pytest.raises(NotAllowed) as caught:
        game.claim_draw("white", move="8-4")
    assert reason_of(caught) == NotYourTurn(turn="black")
    with pytest.raises((NotAllowed, IllegalMove)):
        game.claim_draw(move="8-29")
    game.claim_draw(move=move)
    assert game.outcome == Outcome(None, Termination.REPETITION, "E25")
    assert len(game.moves) == 7
    replay(game)


def test_E25_the_claim_lapses_with_the_opponents_move() -> None:
    game = Game("english", start=KINGS)
    dance(game, 8)
    game.play("29-25")
    with pytest.raises(NotAllowed) as caught:
        game.claim_draw("black")
    # White's own move has produced a third occurrence too, and that is his to claim.
    assert reason_of(caught) in (NothingToClaim(by="black"), RepetitionNotYours(by="white"))


def test_E25_two_occurrences_are_not_enough() -> None:
    game = Game("english", start=KINGS)
    dance(game, 4)
    counter = next(c for c in game.counters if c.rule == "E25")
    assert (counter.plies, counter.limit, counter.unit) == (2, 3, "occurrences")
    assert not counter.automatic
    with pytest.raises(NotAllowed) as caught:
        game.claim_draw()
    assert reason_of(caught) == NothingToClaim(by="black")


def test_E25_may_be_automatic() -> None:
    game = Game("english", start=KINGS, draws="automatic")
    dance(game, 7)
    assert game.outcome is None
    game.play("8-4")
    assert game.outcome == Outcome(None, Termination.REPETITION, "E25")
    assert game.claims == ()


def test_E25_a_position_taken_back_did_not_occur() -> None:
    game = Game("english", start=KINGS, draws="automatic")
    dance(game, 7)
    game.request_takeback("white", 4)
    game.accept_takeback()
    game.play("8-4")
    assert game.outcome is None
    replay(game)


# Draw counts


def test_E26_eighty_plies_without_progress() -> None:
    game = Game("english", start=KINGS)
    dance(game, 79)
    assert game.outcome is None
    assert game.position.draw_counts == (79,)
    counter = next(c for c in game.counters if c.rule == "E26")
    assert (counter.plies, counter.limit, counter.left) == (79, 80, 1)
    assert counter.resets == Progress.CAPTURE | Progress.MAN_MOVE
    game.play("8-4")
    assert game.outcome == Outcome(None, Termination.DRAW_COUNT, "E26")
    replay(game)


def test_E26_as_a_claim() -> None:
    game = Game("english", start=KINGS, draws="claim")
    shuffle(game, 79)
    move = game.position.legal_moves[0]
    assert Claim("E26", "black", move) in game.claims
    with pytest.raises(NotAllowed) as caught:
        game.claim_draw("white")
    assert reason_of(caught) == NothingToClaim(by="white")
    announced = replay(game)
    announced.claim_draw(move=move)
    assert announced.outcome == Outcome(None, Termination.DRAW_COUNT, "E26")
    shuffle(game, 1)
    assert game.outcome is None
    assert not next(c for c in game.counters if c.rule == "E26").automatic
    for side in ("white", "black"):
        claimed = replay(game)
        claimed.claim_draw(side)
        assert claimed.outcome == Outcome(None, Termination.DRAW_COUNT, "E26")
    shuffle(game, 1)
    assert game.position.draw_counts == (81,)


def test_E26_a_man_that_moves_restarts_the_count() -> None:
    game = Game("english", start="W:WK29,32:BK4")
    game.play("29-25")
    game.play("4-8")
    assert game.position.draw_counts == (2,)
    game.play("32-27")
    assert game.position.draw_counts == (0,)


def test_L14_draws_by_itself_with_the_fortieth_ply() -> None:
    game = Game("lite", start="W:Wa3,c3,Kc1:Bb8,d8,Kf8")
    shuffle(game, 39)
    assert game.outcome is None
    assert any(c.rule == "L14" and c.left == 1 and c.automatic for c in game.counters)
    game.play(game.position.legal_moves[0])
    assert game.outcome == Outcome(None, Termination.DRAW_COUNT, "L14")
    assert len(game.moves) == 40
    with pytest.raises(NotAllowed):
        game.play(game.position.legal_moves[0])
    replay(game)


def test_L14_a_fault_with_the_fortieth_ply_is_answered_before_the_draw() -> None:
    drawn = Outcome(None, Termination.DRAW_COUNT, "L14")
    game = Game("lite", start="W:Wc3,Ka1:Bd4,Kh8,Kb8:H39", huffing=True)
    assert game.position.draw_counts == (39,)
    game.play("a1-b2")  # ignores c3:e5
    assert game.outcome is None
    assert game.outcome_if_stood == drawn
    with pytest.raises(NotAllowed) as caught:
        game.play(game.position.legal_moves[0])
    assert reason_of(caught) == FaultUnanswered(pieces=game.huffable)
    huffed, compelled = replay(game), replay(game)
    huffed.huff(huffed.huffable[0])
    assert huffed.outcome is None
    assert huffed.position.draw_counts == (0,)
    compelled.compel()
    compelled.play("c3:e5")
    assert compelled.outcome is None
    game.stand()
    assert game.outcome == drawn
    replay(game)


def test_L14_a_man_that_moves_does_not_restart_the_count() -> None:
    game = Game("lite", start="W:Wa3,Kc1:Bb8,Kf8")
    game.play("a3-b4")
    assert game.position.draw_counts == (1,)


def test_L14_a_capture_restarts_the_count() -> None:
    game = Game("lite")
    for move in ("c3-d4", "f6-g5", "d4-c5"):
        game.play(move)
    assert game.position.draw_counts == (3,)
    game.play(next(m for m in game.position.legal_moves if m.is_capture))
    assert game.position.draw_counts == (0,)


def test_L14_position_repeats_without_a_draw() -> None:
    game = Game("lite", start="W:Wa3,Kc1:Bh6,Kf8")
    for _ in range(4):
        for move in ("c1-d2", "f8-e7", "d2-c1", "e7-f8"):
            game.play(move)
    assert game.outcome is None
    assert all(c.rule == "L14" for c in game.counters)


@pytest.mark.parametrize(
    ("start", "rule", "plies"),
    [
        ("W:WK46,K1:BK50,K5", "P10.kings", 50),
        ("W:WK46,K47,K48:BK3", "P10.three", 32),
        ("W:WK46,47,48:BK3", "P10.three", 32),
        ("W:WK47,K48:BK5", "P10.two", 10),
        ("W:WK47:BK2", "P10.two", 10),
    ],
)
def test_P10_counts_draw_to_the_exact_ply(start: str, rule: str, plies: int) -> None:
    game = Game("international", start=start)
    shuffle(game, plies - 1, kings_only)
    assert len(game.moves) == plies - 1
    assert game.outcome is None
    assert any(c.rule == rule and c.left == 1 for c in game.counters)
    king = next(m for m in game.position.legal_moves if m.by_king)
    game.play(king)
    assert game.outcome == Outcome(None, Termination.DRAW_COUNT, rule)
    replay(game)


def test_P10_the_third_occurrence_is_automatic() -> None:
    game = Game("international", start="W:WK47,46:BK2,5")
    for ply in range(8):
        assert game.outcome is None
        game.play(("47-42", "2-7", "42-47", "7-2")[ply % 4])
    assert game.outcome == Outcome(None, Termination.REPETITION, "P10")
    replay(game)
