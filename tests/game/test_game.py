"""One game as procedure: moves, the end, taking back, time, and the record of it."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from support.scripted import replay, shuffle

from crownhead import Game, Position, Rules, Variant
from crownhead.clock import TimeControl
from crownhead.errors import (
    AmbiguousMove,
    CrownheadError,
    IllegalMove,
    InvalidFen,
    InvalidMove,
    InvalidRecord,
    InvalidRules,
    NotAllowed,
    UnknownVariant,
)
from crownhead.events import EVENTS, Played, from_dict
from crownhead.outcome import Outcome, Termination
from crownhead.reasons import (
    DutyWhereLosingWins,
    GameOver,
    GamePaused,
    GameRunning,
    HuffingNeedsDuty,
    ManMovesForward,
    MustCapture,
    NoClock,
    NoTakebackRequest,
    NotYourTurn,
    OwnTakebackRequest,
    Reason,
    RecordFull,
    TakebackStands,
    TakebackTooFar,
    TimeBackwards,
    TimeIsOut,
    TimeMissing,
    TimeNotOut,
)


def reason(caught: pytest.ExceptionInfo[Any]) -> Reason:
    found: Reason = caught.value.reason
    return found


# Moves


def test_E8_the_sides_alternate() -> None:
    game = Game("english")
    move = game.play("11-15")
    assert str(move) == "11-15"
    assert game.turn == "white"
    assert game.moves == (move,)
    assert game.events == (Played("black", "11-15"),)
    with pytest.raises(NotAllowed) as caught:
        game.play("9-14", by="black")
    assert reason(caught) == NotYourTurn(turn="white")


def test_X_a_refused_move_changes_nothing_and_says_why() -> None:
    game = Game("english", start="W:WK18,21:B1")
    state = game.state
    with pytest.raises(IllegalMove) as caught:
        game.play("21-25")
    assert reason(caught) == ManMovesForward(origin=21, target=25)
    assert game.explain("21-25") == ManMovesForward(origin=21, target=25)
    assert game.explain("21-17") is None
    with pytest.raises(InvalidMove):
        game.play("hello")
    with pytest.raises(InvalidMove):
        game.play("x" * 300)
    assert game.state is state
    assert game.events == ()


def test_an_ambiguous_move_is_refused_and_its_record_is_not_ambiguous() -> None:
    game = Game("international", start="W:WK47:B33,24,14,13,22,29,12,3,4")
    several = [m for m in game.position.legal_moves if str(m) != m.notation("short")]
    for move in several:
        with pytest.raises(AmbiguousMove):
            game.play(move.notation("short"))
    for move in game.position.legal_moves:
        other = Game("international", start=game.start)
        assert other.play(move) == move
        assert replay(other).moves == (move,)


def test_a_game_starts_from_any_position() -> None:
    start = Position.from_fen("W:WK18:B1", "english")
    assert Game(start=start).start == start
    assert Game("english", start="W:WK18:B1").turn == "white"
    assert Game(start=Position.initial("lite")).variant.key == "lite"
    with pytest.raises(CrownheadError):
        Game("lite", start=start)
    with pytest.raises(InvalidFen):
        Game("english", start="nonsense")
    with pytest.raises(UnknownVariant):
        Game("chess")


@pytest.mark.parametrize(
    ("variant", "fen", "outcome"),
    [
        ("english", "W:W:B1", Outcome("black", Termination.NO_PIECES, "E7")),
        ("english", "W:W21:B17,14", Outcome("black", Termination.BLOCKED, "E22")),
        ("english", "W:W21:B", Outcome("white", Termination.NO_PIECES, "E7")),
        ("antidraughts", "W:W:B1", Outcome("white", Termination.NO_PIECES, "E7")),
        ("antidraughts", "W:W31:B", Outcome("black", Termination.NO_PIECES, "E7")),
    ],
)
def test_E22_a_game_that_begins_at_its_end_is_over(
    variant: str, fen: str, outcome: Outcome
) -> None:
    game = Game(variant, start=fen)
    assert game.outcome == outcome
    for by in ("white", "black"):
        assert game.allowed_events(by) == frozenset()
    with pytest.raises(NotAllowed) as caught:
        game.resign()
    assert reason(caught) == GameOver()
    assert game.explain("21-17") == GameOver()
    replay(game)


def test_E7_taking_all_pieces_wins() -> None:
    game = Game("english", start="W:W18:B15")
    game.play("18x11")
    assert game.outcome == Outcome("white", Termination.NO_PIECES, "E7")
    replay(game)


def test_house_rules_are_played_and_stored() -> None:
    house = Variant.house("Ours", Rules(flying=True, refusal_duty=7))
    game = Game(house)
    game.play("11-15")
    assert replay(game).variant == house
    assert game.setup.refusal_duty == 7


@pytest.mark.parametrize(
    "options",
    [
        {"refusal_duty": -1},
        {"refusal_duty": 10**9},
        {"refusal_duty": True},
        {"draws": "never"},
        {"offers_after": "40"},
        {"huffing": "yes"},
        {"reset_on_progress": 1},
    ],
)
def test_agreements_that_make_no_sense_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidRules, match="Game: "):
        Game("english", **options)


def test_huffing_needs_the_duty_to_capture() -> None:
    with pytest.raises(InvalidRules) as refused:
        Game(Variant.house("Free", Rules(compulsory=False)), huffing=True)
    assert reason(refused) == HuffingNeedsDuty()
    with pytest.raises(InvalidRules) as refused:
        Game("antidraughts", refusal_duty=40)
    assert reason(refused) == DutyWhereLosingWins()


def test_a_side_that_does_not_exist_is_refused() -> None:
    game = Game("english")
    with pytest.raises(CrownheadError, match="by='red'"):
        game.resign("red")  # type: ignore[arg-type]
    with pytest.raises(CrownheadError):
        Game("english", white="x" * 1000)


# The end


def test_resignation_and_arbiter() -> None:
    game = Game("english")
    game.resign()
    assert game.outcome == Outcome("white", Termination.RESIGNATION, "")
    game = Game("english")
    game.award("black", "did not come", forfeit=True)
    assert game.outcome == Outcome("black", Termination.FORFEIT, "")
    replay(game)
    game = Game("english")
    game.award(None, "agreed at adjournment")
    assert game.outcome == Outcome(None, Termination.ADJUDICATION, "")


# Taking back


def test_taking_back_restores_everything() -> None:
    game = Game("english", refusal_duty=40)
    game.offer_draw("white")
    game.play("11-15")  # declines: Black is under the duty
    earlier = game.state
    game.play("23-19")
    game.play("9-14")
    game.request_takeback("white", 2)
    assert game.takeback is not None
    game.accept_takeback()
    assert game.position == earlier.position
    assert game.state.duties == earlier.duties
    assert game.state.offer_waits == earlier.offer_waits
    assert len(game.moves) == 1
    assert len(game.events) == 6
    replay(game)
    game.request_takeback("black")
    game.accept_takeback()
    assert game.draw_offer is None  # it was declined, and that stays so
    assert [(duty.side, duty.made) for duty in game.duties] == [("black", 0)]
    replay(game)


def test_taking_back_needs_consent_and_lapses_with_a_move() -> None:
    game = Game("english")
    with pytest.raises(NotAllowed) as caught:
        game.request_takeback("black")
    assert reason(caught) == TakebackTooFar(plies=1, most=0)
    game.play("11-15")
    for call in (game.accept_takeback, game.decline_takeback):
        with pytest.raises(NotAllowed) as caught:
            call()
        assert reason(caught) == NoTakebackRequest()
    game.request_takeback("black")
    with pytest.raises(NotAllowed) as caught:
        game.accept_takeback("black")
    assert reason(caught) == OwnTakebackRequest()
    with pytest.raises(NotAllowed) as caught:
        game.request_takeback("white")
    assert reason(caught) == TakebackStands(by="black")
    game.decline_takeback()
    assert game.takeback is None
    game.request_takeback("black")
    game.play("23-19")
    assert game.takeback is None
    with pytest.raises(NotAllowed):
        game.request_takeback("black", 3)
    with pytest.raises(NotAllowed):
        game.request_takeback("black", 0)


def test_truncating_returns_a_new_game() -> None:
    game = Game("english", white="Ann")
    for move in ("11-15", "23-19", "9-14"):
        game.play(move)
    game.request_takeback("black")
    game.accept_takeback()
    game.play("8-11")
    shorter = game.without_last(1)
    assert len(game.moves) == 3
    assert [str(m) for m in shorter.moves] == ["11-15", "23-19"]
    assert len(shorter.events) == 5
    assert shorter.players.white == "Ann"
    assert game.without_last(2).turn == "white"
    assert game.without_last(3).events == ()
    game.resign()
    assert game.without_last(2).outcome is None
    for plies in (0, 4, -1):
        with pytest.raises(NotAllowed) as caught:
            game.without_last(plies)
        assert reason(caught) == TakebackTooFar(plies=plies, most=3)


def test_truncating_stops_a_running_clock() -> None:
    game = Game("english", time=TimeControl.sudden_death(10_000))
    game.play("11-15", at=0)
    game.play("23-19", at=4_000)
    game.play("9-14", at=5_000)
    shorter = game.without_last(2)
    assert shorter.paused
    shorter.resume(at=900_000)
    shorter.play("22-18", at=901_000)
    assert shorter.clock is not None
    assert shorter.clock.remaining("white") == 9_000


# Time


def timed_game() -> Game:
    game = Game("english", time=TimeControl.fischer(10_000, 1_000))
    game.resume(at=1_000)
    return game


def test_the_clock_starts_with_the_first_move_or_when_told() -> None:
    game = Game("english", time=TimeControl.sudden_death(10_000))
    game.play("11-15", at=700_000)
    assert game.clock is not None
    assert game.clock.remaining("black") == 10_000
    assert game.clock.remaining("white", 701_000) == 9_000
    game = timed_game()
    game.play("11-15", at=3_000)
    assert game.clock is not None
    assert game.clock.remaining("black") == 9_000
    replay(game)


def test_a_game_with_a_clock_needs_times() -> None:
    game = timed_game()
    with pytest.raises(NotAllowed) as caught:
        game.play("11-15")
    assert reason(caught) == TimeMissing()
    with pytest.raises(NotAllowed) as caught:
        game.play("11-15", at=999)
    assert reason(caught) == TimeBackwards(at=999, last=1_000)
    game.offer_draw("white")  # needs none
    assert game.explain("11-15") is None


def test_a_move_after_the_flag_fell_is_refused() -> None:
    game = timed_game()
    with pytest.raises(NotAllowed) as caught:
        game.play("11-15", at=11_000)
    assert reason(caught) == TimeIsOut(side="black")
    game.play("11-15", at=11_200, lag=300)
    assert game.clock is not None
    assert game.clock.remaining("black") == 1_100
    replay(game)


def test_flag_fall_loses_when_the_time_is_really_out() -> None:
    game = timed_game()
    with pytest.raises(NotAllowed) as caught:
        game.flag(at=10_999)
    assert reason(caught) == TimeNotOut(side="black", left=1)
    with pytest.raises(NotAllowed) as caught:
        game.flag("white", at=99_000)
    assert reason(caught) == TimeNotOut(side="white", left=10_000)
    assert "time_forfeited" not in game.allowed_events("white")
    assert "time_forfeited" in game.allowed_events("white", at=11_000)
    game.flag(at=11_000)
    assert game.outcome == Outcome("white", Termination.TIME, "")
    replay(game)
    with pytest.raises(NotAllowed) as caught:
        Game("english").flag(at=5)
    assert reason(caught) == NoClock()


def test_pausing_stops_the_game_and_the_clock() -> None:
    game = timed_game()
    game.pause(at=2_000)
    assert game.paused
    for call in (lambda: game.play("11-15", at=3_000), lambda: game.pause(at=3_000)):
        with pytest.raises(NotAllowed) as caught:
            call()
        assert reason(caught) == GamePaused()
    game.offer_draw("black")
    game.resume(at=90_000)
    with pytest.raises(NotAllowed) as caught:
        game.resume(at=90_000)
    assert reason(caught) == GameRunning()
    game.play("11-15", at=91_000)
    assert game.clock is not None
    assert game.clock.remaining("black") == 9_000
    replay(game)


def test_pausing_needs_no_clock() -> None:
    game = Game("english")
    with pytest.raises(NotAllowed) as caught:
        game.resume()
    assert reason(caught) == GameRunning()
    game.pause()
    with pytest.raises(NotAllowed):
        game.play("11-15")
    game.resume()
    game.play("11-15")


def test_the_clock_stands_when_the_game_is_over() -> None:
    game = timed_game()
    game.resign(at=2_000)
    assert game.clock is not None
    assert game.clock.remaining("black", 500_000) == 9_000


def test_taking_back_gives_the_time_back() -> None:
    game = timed_game()
    game.play("11-15", at=2_000)
    game.play("23-19", at=4_000)
    game.request_takeback("white", at=5_000)
    game.accept_takeback(at=6_000)
    assert game.clock is not None
    assert game.clock.running == "white"
    assert game.clock.remaining("white", 6_000) == 10_000
    assert game.clock.remaining("black", 6_000) == 10_000
    replay(game)


# The record


def record(**changes: Any) -> str:
    values = json.loads(Game("english").to_json())
    values.update(changes)
    return json.dumps(values)


def test_a_record_is_plain_json() -> None:
    game = Game("international", white="Jörg", black="Ann", time=TimeControl.delay(60_000, 5))
    game.play("32-28", at=5)
    values = json.loads(game.to_json())
    assert values["white"] == "Jörg"
    assert values["events"] == [{"kind": "played", "by": "white", "move": "32-28", "at": 5}]
    assert pickle.loads(pickle.dumps(game)) == game
    assert repr(game) == "<Game international, 1 ply, *>"


def test_a_start_position_keeps_its_counts() -> None:
    position = Position.from_fen("W:WK29:BK4", "english").play("29-25").play("4-8")
    game = Game(start=position)
    assert game.position.draw_counts == (2,)
    replay(game)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "nested|not JSON"),
        ("[]", "not the record"),
        ("x" * 5_000_001, "longer than"),
        ('{"format":"crownhead-game","version":2}', "another version"),
        ('{"format":NaN}', "not JSON"),
        ('{"version":' + "9" * 5000 + "}", "not JSON"),
        (record(white=5), "white is not a name"),
        (record(black="x" * 201), "black is not a name"),
        (record(white="\ud800"), "white is not a name"),
        (record(setup=None), "setup: expected an object"),
        (record(setup={}), "start is not a FEN"),
        (record(setup={"start": "W:W21:B1", "variant": "chess"}), "Unknown variant"),
        (record(setup={"start": "W:W99:B1", "variant": "english"}), "setup: FEN"),
        (record(setup={"start": "W:W21:B1", "variant": "english", "x": 1}), "setup: .*x"),
        (record(setup={"start": "W:W21:B1", "variant": {"key": 5}}), "setup: "),
        (record(setup={"start": "W:W21:B1", "variant": "english", "huffing": 1}), "huffing"),
        (record(setup={"start": "W:W21:B1", "variant": "english", "time": 1}), "Time control"),
        (record(events={}), "events is not a list"),
        (record(events=[{}] * 5_011), "5011 events"),
        (record(events=[5]), "event 0: expected an object"),
        (record(events=[{"kind": "danced"}]), "event 0: kind='danced'"),
        (record(events=[{"kind": ["played"]}]), "event 0: kind="),
        (record(events=[{"kind": "played"}]), "event 0: played: missing by, move"),
        (record(events=[{"kind": "resigned", "by": "red"}]), "event 0: resigned: by='red'"),
        (record(events=[{"kind": "resigned", "by": "white", "why": 1}]), "unknown field 'why'"),
        (record(events=[{"kind": "resigned", "by": "white", "at": 1.5}]), "at=1.5"),
        (record(events=[{"kind": "resigned", "by": "white", "at": True}]), "at=True"),
        (record(events=[{"kind": "resigned", "by": "white", "at": -1}]), "at=-1"),
        (record(events=[{"kind": "resigned", "by": "white", "at": 10**30}]), "at=1000"),
        (record(events=[{"kind": "resigned", "by": "white"}] * 2), "event 1: .*The game is over"),
        (
            record(events=[{"kind": "played", "by": "black", "move": "11-15"}] * 2),
            "event 1: .*turn",
        ),
        (
            record(events=[{"kind": "played", "by": "black", "move": "y" * 301}]),
            "event 0: played: move=",
        ),
        (record(events=[{"kind": "played", "by": "black", "move": "?"}]), "event 0: "),
        (
            record(events=[{"kind": "played", "by": "black", "move": "11-15", "faulty": True}]),
            "event 0: ",
        ),
    ],
)
def test_a_broken_record_is_refused_with_what_and_where(text: str, wrong: str) -> None:
    with pytest.raises(InvalidRecord, match=wrong):
        Game.from_json(text)


def test_a_faulty_move_has_to_say_so_in_a_record() -> None:
    game = Game("english", huffing=True)
    for move in ("11-15", "22-18", "9-13"):
        game.play(move)
    with pytest.raises(InvalidRecord, match="event 2: .*15 must capture"):
        Game.from_json(game.to_json().replace(',"faulty":true', ""))
    with pytest.raises(InvalidRecord, match="event 2: "):
        Game.from_json(game.to_json().replace('"huffing":true', '"huffing":false'))


def test_a_log_has_an_end() -> None:
    game = Game("english")
    for _ in range(2_500):
        game.pause()
        game.resume()
    with pytest.raises(NotAllowed) as caught:
        game.play("11-15")
    assert reason(caught) == RecordFull(limit=5_000)
    assert game.allowed_events("white") == {"resigned", "awarded"}
    game.resign()
    replay(game)


def test_a_long_game_without_a_repetition_replays() -> None:
    game = Game("antidraughts", start="W:WK46,K47,K48:BK5,K4,K3")
    for _ in range(12):
        shuffle(game, 400)
    assert game.state.plies_since_capture == 4_800
    replay(game)


def test_every_kind_of_event_round_trips() -> None:
    examples = {
        "by": "white",
        "side": "black",
        "winner": None,
        "move": "11-15",
        "square": 5,
        "plies": 1,
        "left": 60_000,
        "advantage": False,
    }
    for cls in EVENTS.values():
        needed = {n: examples[n] for n in cls.__match_args__ if n in examples}
        event = cls(**needed, at=17)
        assert from_dict(json.loads(json.dumps(event.to_dict()))) == event


def test_E14_the_reason_names_the_pieces_that_must_capture() -> None:
    game = Game("english", start="W:W18,22:B15,14")
    found = game.explain("22-17")
    assert isinstance(found, MustCapture)
    assert found.pieces == (18,)


def test_a_game_can_be_aborted_until_both_sides_have_moved_after_its_opening() -> None:
    for opening in (0, 2):
        game = Game("english", opening=opening)
        found = []
        for move in ("11-15", "22-18", "15x22", "25x18"):
            found.append(game.can_abort)
            game.play(move)
        assert [*found, game.can_abort] == [ply < opening + 2 for ply in range(5)]
    game = Game("english")
    game.resign()
    assert not game.can_abort


def test_answers_fall_to_the_other_side_and_everything_else_to_the_side_to_move() -> None:
    game = Game("english")
    game.play("11-15")
    game.offer_draw("black")
    assert game.author_of("draw_accepted") == game.author_of("draw_declined") == "white"
    assert game.author_of("draw_withdrawn") == "black"
    assert {game.author_of(kind) for kind in EVENTS} == {"white", "black"}
    with pytest.raises(ValueError, match="no kind of event"):
        game.author_of("castled")
