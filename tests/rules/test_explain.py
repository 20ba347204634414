"""Every reason for which a move is refused, with exact fields (RULES X)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import positions
from oracle.law import explain as oracle_explain
from support.scattered import play_at_random, scatter

from crownhead import VARIANTS, Position, Rules, Variant
from crownhead.errors import CrownheadError, IllegalMove, InvalidMove, TooComplex
from crownhead.explain import say
from crownhead.reasons import (
    CapturedTwice,
    CrowningEndsMove,
    GameOver,
    KingBlocked,
    KingMustCapture,
    KingRunLimit,
    ManCannotTakeKing,
    ManCapturesForward,
    ManMovesForward,
    MustCapture,
    MustCaptureBest,
    MustCaptureMost,
    MustGoOn,
    MustLandBehind,
    NoPiece,
    NothingToCapture,
    NotOnLine,
    NotYourPiece,
    Occupied,
    Reason,
    TooFar,
)

START = ""

# variant, position, move, reason
REFUSALS: list[tuple[str, str, str, Reason]] = [
    ("english", "B:WK14:B", "9-14", GameOver()),
    ("english", "B:W25,30:B21", "21-17", GameOver()),
    ("breakthrough", "B:WK3:B20", "20-25", GameOver()),
    ("english", START, "16-19", NoPiece(16)),
    ("english", START, "22-18", NotYourPiece(22)),
    ("english", START, "5-9", Occupied(9)),
    ("english", START, "9-17", NotOnLine(9, 17)),
    ("english", START, "9-9", NotOnLine(9, 9)),
    ("frisian", "W:W32:B5", "32-22", NotOnLine(32, 22)),  # straight lines are for captures
    ("turkish", "W:Wd4:Bh8", "d4-e5", NotOnLine(36, 29)),
    ("international", "W:WK46:B1", "46-36", NotOnLine(46, 36)),
    ("english", START, "9-18", TooFar(9, 18)),
    ("english", "B:W32:BK14", "14-23", TooFar(14, 23)),
    ("turkish", "W:Wd4:Bh8", "d4-f4", TooFar(36, 38)),
    ("english", "B:W30:B14", "14-9", ManMovesForward(14, 9)),
    ("international", "W:W28:B1", "28-33", ManMovesForward(28, 33)),
    ("turkish", "W:Wd4:Bh8", "d4-d3", ManMovesForward(36, 44)),
    ("english", "B:W9,30:B14", "14x5", ManCapturesForward(14, 5)),
    ("english", "B:W9,30:B14", "14-5", ManCapturesForward(14, 5)),
    ("english", "B:W18,19:B14", "14x23x16", ManCapturesForward(23, 16)),
    ("turkish", "W:Wd4:Bd3,h8", "d4xd2", ManCapturesForward(36, 52)),
    ("international", "W:WK46,32:B1", "46-28", KingBlocked(46, 28, blocker=32)),
    ("international", "W:WK46:B37,32,1", "46-28", KingBlocked(46, 28, blocker=37)),
    ("international", "W:WK46:B37,32,1", "46x28", KingBlocked(46, 28, blocker=32)),
    ("english", START, "9x18", NothingToCapture(9, 18)),
    ("english", "B:W10:B7", "7x14x23", NothingToCapture(7, 23)),  # nothing more to jump
    ("english", "W:W10:B6,7", "10x1x10", CrowningEndsMove(1)),
    ("english", "W:W9:B6,7", "9x2x11", CrowningEndsMove(2)),
    ("international", "W:WK46:B1", "46x28", NothingToCapture(46, 28)),
    ("turkish", "W:WKa5:Ba7,a2", "a5xa8xa1", NothingToCapture(25, 57)),  # no turning back
    ("italian", "W:W22:BK18,1", "22x13", ManCannotTakeKing(22, king=18)),
    ("italian", "W:W22:BK18,1", "22-13", ManCannotTakeKing(22, king=18)),
    # The Turkish strike: 32 has been jumped, still stands and bars the way to 43.
    ("international", "W:WK46:B13,17,32,43", "46x19x8x21x49", CapturedTwice(32)),
    ("english", "B:W18:B1,15", "1-5", MustCapture((15,), ("15x22",))),
    ("english", "B:W18,17:B1,14,15", "1-5", MustCapture((14, 15), ("14x21", "14x23", "15x22"))),
    ("english", "B:W18,26,32:B1,15", "15x22", MustGoOn(22, (31,), ("15x31",))),
    ("english", "B:W18,26,32:B1,15", "15-22", MustGoOn(22, (31,), ("15x31",))),
    ("english", "B:W18,25,26:B15", "15x22", MustGoOn(22, (29, 31), ("15x29", "15x31"))),
    # A king that goes straight on might have stopped on any square in between.
    *(
        (
            "international",
            "W:WK46:B37,23",
            text,
            MustGoOn(square, (5, 10, 14, 19), ("46x10", "46x14", "46x19", "46x5")),
        )
        for text, square in (("46x32", 32), ("46x28", 28))
    ),
    ("russian", "W:WKa1:Bc3,d6", "a1:e5", MustGoOn(15, (1, 6), ("a1:b8", "a1:c7"))),
    ("international", "W:W32,50:B28,19,44", "50x39", MustCaptureMost(2, 1, ("32x14",))),
    ("international", "W:W32,50:B28,19,44", "50-39", MustCaptureMost(2, 1, ("32x14",))),
    ("international", "W:W32,50:B28,19,44", "50x39x44", MustCaptureMost(2, 1, ("32x14",))),
    # Broken off, and worse even if it were not
    (
        "international",
        "W:W32,29:B28,19,24,14,13",
        "32x23",
        MustCaptureMost(3, 1, ("29x18",)),
    ),
    ("lite", "W:Wa3,h4:Bb4,d6,g5", "h4xf6", MustCaptureMost(2, 1, ("a3xe7",))),
    ("turkish", "W:Wd4,h4:Bd5,d7,h5", "h4xh6", MustCaptureMost(2, 1, ("d4xd8",))),
    # The Italian cascade, step by step
    ("italian", "W:W22,24:B18,10,20", "24x15", MustCaptureMost(2, 1, ("22x6",))),
    ("italian", "W:WK22,24:B18,20", "24x15", MustCaptureBest("with_king", ("22x13",))),
    ("italian", "W:WK22,K24:B18,K20", "22x13", MustCaptureBest("kings_taken", ("24x15",))),
    (
        "italian",
        "W:WK22,K24:B18,K10,K20,12",
        "22x6",
        MustCaptureBest("kings_earliest", ("24x8",)),
    ),
    ("spanish", "W:W11,9:B15,K13", "11x20", MustCaptureBest("kings_taken", ("9x18",))),
    ("spanish", "W:WK11,9:B15,K13", "11x20", MustCaptureBest("kings_taken", ("9x18",))),
    # Frisian: a king is worth more than one man and less than two.
    ("frisian", "W:W32,50:B28,K44", "32x23", MustCaptureBest("value", ("50x39",))),
    ("frisian", "W:W32,50:B28,19,K44", "50x39", MustCaptureBest("value", ("32x14",))),
    (
        "frisian",
        "W:WK32,50:B28,44",
        "50x39",
        MustCaptureBest("with_king", ("32x10", "32x14", "32x19", "32x23", "32x5")),
    ),
    ("czech", "W:WKa1,h6:Bc3,g7", "h6xf8", KingMustCapture((29,), ("a1xh8",))),
    ("russian", "W:WKa1:Bc3,d6", "a1:f6", MustLandBehind(11, (15,))),
    ("thai", "W:WK29:B22", "29-15", MustLandBehind(15, (18,))),
    ("killer", "W:WK46:BK37,1", "46x28", MustLandBehind(28, (32,))),
    ("frisian", "W:WK46,31:B5,1:+0+346", "46-41", KingRunLimit(46, 3)),
    ("frisian", "W:WK46,31:B5,26:+0+346", "46-41", MustCapture((46,), ("46x16", "46x6"))),
]


def position_of(variant: str, fen: str) -> Position:
    return Position.from_fen(fen, variant) if fen else Position.initial(variant)


def house(source: random.Random) -> Variant:
    """Return a game of random house rules."""
    return Variant.house("House", Rules.from_dict(positions.house_rules(source)))


def in_order(reason: Reason | None) -> Reason | None:
    """Sort the moves a reason names: their order says nothing."""
    for name in ("moves", "best_moves"):
        if reason is not None and hasattr(reason, name):
            reason = replace(reason, **{name: tuple(sorted(getattr(reason, name)))})
    return reason


@pytest.mark.parametrize(("variant", "fen", "move", "reason"), REFUSALS)
def test_X_refusal(variant: str, fen: str, move: str, reason: Reason) -> None:
    position = position_of(variant, fen)
    assert in_order(position.explain(move)) == reason
    assert move not in position.legal_moves
    with pytest.raises(IllegalMove) as refused:
        position.play(move)
    assert in_order(refused.value.reason) == reason
    assert str(refused.value).endswith(say(refused.value.reason, position.variant))


def test_X_every_reason_against_a_move_is_provoked() -> None:
    kinds = {kind for kind in Reason.__subclasses__() if kind.__module__.endswith(".moves")}
    assert kinds == {type(reason) for *_, reason in REFUSALS}
    assert len(kinds) == 20


def test_X_legal_moves_are_not_explained() -> None:
    position = Position.initial("english")
    for move in position.legal_moves:
        assert position.explain(move) is None
        assert position.explain(str(move)) is None


def test_X_with_huffing_a_faulty_move_is_playable_and_nonsense_is_not() -> None:
    position = Position.from_fen("B:W18,26,32:B1,15")
    assert position.explain("1-5") == MustCapture((15,), ("15x31",))
    assert position.explain("1-5", huffing=True) is None
    assert position.explain("15x22", huffing=True) is None
    assert position.explain("1-9", huffing=True) == NotOnLine(1, 9)
    assert position.explain("18-14", huffing=True) == NotYourPiece(18)


def test_X_a_move_of_another_position_is_not_taken_for_one_of_this() -> None:
    foreign = Position.from_fen("W:WK46:B37", "international").parse("46x5")
    position = Position.from_fen("W:WK46:B23", "international")
    assert "46x5" in position.legal_moves
    assert position.explain(foreign) == NothingToCapture(46, 5)
    with pytest.raises(IllegalMove) as refused:
        position.play(foreign)
    assert refused.value.reason == NothingToCapture(46, 5)


def test_X_a_broken_off_capture_names_a_landing_for_every_way_on() -> None:
    for seed in range(150):
        source = random.Random(seed)
        position = scatter(VARIANTS["international"], source)
        for move in position.faulty_moves:
            reason = position.explain(move)
            if move.is_capture and not isinstance(reason, MustCaptureMost):
                assert isinstance(reason, MustGoOn), (position.fen(), str(move), reason)
                assert reason.square == move.target and reason.next and reason.moves


@settings(deadline=None, max_examples=160, derandomize=True)
@given(st.sampled_from([*VARIANTS, *["house"] * 6]), st.integers(0, 2**32), st.booleans())
def test_X_none_means_legal_for_every_pair_of_squares(key: str, seed: int, sane: bool) -> None:
    source = random.Random(seed)
    variant = VARIANTS[key] if key in VARIANTS else house(source)
    position = play_at_random(variant, source) if sane else scatter(variant, source)
    for move in position.legal_moves:
        assert position.explain(move) is None, (position.fen(), str(move))
        assert position.explain(move.notation("full")) is None
    for move in position.faulty_moves:
        assert isinstance(position.explain(move), Reason)
        assert position.explain(move, huffing=True) is None
    squares = variant.rules.board.squares
    for _ in range(60):
        named = [source.randint(1, squares) for _ in range(source.choice((2, 2, 2, 3, 4)))]
        text = source.choice("-x").join(position.square_name(square) for square in named)
        reason = position.explain(text)
        assert (reason is None) == (text in position.legal_moves), (position.fen(), text)
        assert reason is None or reason.rule_in(key)


@settings(deadline=None, max_examples=300, derandomize=True)
@given(
    st.sampled_from(["english", "lite", "frisian"]),
    st.text(max_size=30) | st.text(alphabet="0123456789abhx-: !?", max_size=30),
)
def test_X_whatever_is_no_move_is_an_invalid_move(key: str, text: str) -> None:
    position = Position.initial(key)
    try:
        reason = position.explain(text)
    except InvalidMove as error:
        assert "column" in str(error)
        with pytest.raises(InvalidMove):
            position.play(text)
    else:
        assert (reason is None) == (text in position.legal_moves)


def texts(position: Position, source: random.Random) -> Iterator[str]:
    """Yield texts of moves: whole, cut short, gone astray, and of random squares."""
    squares = position.variant.rules.board.squares
    for kind in ("any-choice", "any-landing", "quiet"):
        known = position._moves_of_kind(kind)
        for move in source.sample(list(known), min(6, len(known))):
            yield str(move)
            route = [position.square_name(square) for square in move.route]
            sign = "x" if move.is_capture else "-"
            yield sign.join(route[: source.randint(2, len(route))])
            route[source.randrange(len(route))] = position.square_name(source.randint(1, squares))
            yield sign.join(route)
    for _ in range(20):
        named = [source.randint(1, squares) for _ in range(source.choice((2, 2, 2, 3, 4)))]
        yield source.choice("-x").join(position.square_name(square) for square in named)


@settings(deadline=None, max_examples=250)
@given(st.sampled_from([*VARIANTS, *["house"] * 8]), st.integers(0, 2**32), st.booleans())
def test_X_every_reason_is_the_one_of_the_oracle(key: str, seed: int, sane: bool) -> None:
    source = random.Random(seed)
    variant = VARIANTS[key] if key in VARIANTS else house(source)
    position = play_at_random(variant, source) if sane else scatter(variant, source)
    huffing = source.random() < 0.3
    for text in texts(position, source):
        try:
            reason = in_order(position.explain(text, huffing=huffing))
        except TooComplex:
            continue
        expected = in_order(oracle_explain.explain(position, text, huffing=huffing))
        assert reason == expected, (variant.to_dict(), position.fen(counters=True), text)


def test_X_a_board_full_of_kings_is_explained_or_too_complex() -> None:
    for seed in range(4):
        source = random.Random(seed)
        squares = source.sample(range(1, 51), 36)
        white = ",".join(f"K{square}" for square in squares[:6])
        black = ",".join(f"{square}" for square in squares[6:])
        position = Position.from_fen(f"W:W{white}:B{black}", "international")
        for target in source.sample(range(1, 51), 6):
            try:
                position.explain(f"{squares[0]}x{target}")
            except TooComplex as error:
                assert isinstance(error, CrownheadError)
