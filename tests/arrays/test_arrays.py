"""What batches refuse, and their form."""

from __future__ import annotations

import copy
import pickle
import random
import threading
import time
from typing import Any

import numpy as np
import pytest

from crownhead import VARIANTS, Position, TooComplex, Variant
from crownhead.arrays import ActionSpace, Positions
from crownhead.errors import IllegalAction, InvalidArray, UnnumberedMove

START = Position.initial("english")


def test_a_batch_is_of_one_game() -> None:
    with pytest.raises(InvalidArray, match="Member 1 is a position of russian, not english") as no:
        Positions([START, Position.initial("russian")])
    assert no.value.place == 1
    with pytest.raises(InvalidArray, match="needs its variant"):
        Positions([])
    with pytest.raises(InvalidArray, match="Member 0 is no position: 'B:W"):
        Positions(["B:W32:B1"])  # type: ignore[list-item]
    assert len(Positions([], "english").planes()) == 0


def test_wrong_boards_are_named_by_their_place() -> None:
    planes = np.repeat(Positions([START]).planes(), 3, axis=0)
    planes[1, 0, 0, 0] = 1  # a light square
    with pytest.raises(InvalidArray, match="Member 1 is no position of english") as no:
        Positions.from_planes(planes, [1, 1, 1])
    assert no.value.place == 1
    planes[1, 0, 0, 0] = 0
    planes[2, 1, 0, 1] = 1  # where a man of Black stands
    with pytest.raises(InvalidArray, match="Member 2"):
        Positions.from_planes(planes, [1, 1, 1])
    with pytest.raises(InvalidArray, match="Member 0"):
        Positions.from_planes(planes[:1], [2])
    bits = Positions([START]).bitboards()
    with pytest.raises(InvalidArray, match="Member 0"):
        Positions.from_bitboards(bits | (1 << 40), [0])
    with pytest.raises(InvalidArray, match="Member 0"):
        Positions.from_bitboards(bits, [0], draw_counts=[[255]])
    runs = [[[1, 1], [0, 0]]]
    with pytest.raises(InvalidArray, match="Member 0"):
        Positions.from_bitboards(bits, [0], king_runs=runs)


def test_wrong_arrays_are_named() -> None:
    bits = Positions([START]).bitboards()
    with pytest.raises(InvalidArray, match=r"planes: shape \(1, 4, 8\) is not n × 4 × 8 × 8"):
        Positions.from_planes(np.zeros((1, 4, 8)), [0])
    with pytest.raises(InvalidArray, match=r"turns: shape \(2,\) is not 1"):
        Positions.from_bitboards(bits, [0, 1])
    with pytest.raises(InvalidArray, match="turns: member 0 has numbers out of range"):
        Positions.from_bitboards(bits, [256])
    with pytest.raises(InvalidArray, match="planes: float64 is not a type of whole numbers"):
        Positions.from_planes(np.zeros((1, 4, 8, 8)), [0])
    with pytest.raises(InvalidArray, match="threads: 0 is not a number from 1 on"):
        Positions([START]).planes(threads=0)


def test_illegal_actions_are_told() -> None:
    space = ActionSpace("english")
    batch = Positions([START, START])
    legal = space.encode(START, "11-15")
    with pytest.raises(IllegalAction, match=r"Member 1: Action 0 \(1 to 1, rank 0\)") as no:
        batch.play(space, [legal, 0])
    assert no.value.place == 1
    for action in (-1, space.size):
        with pytest.raises(IllegalAction, match="is not one of 0 to 4095"):
            batch.play(space, [action, legal])
        with pytest.raises(IllegalAction):
            space.decode(START, action)
        with pytest.raises(IllegalAction):
            space.parts(action)
    with pytest.raises(InvalidArray, match="The action space is of russian"):
        batch.legal_mask(ActionSpace("russian"))
    with pytest.raises(InvalidArray, match="ranks: 65"):
        ActionSpace("english", ranks=65)


def test_moves_without_a_number_are_told() -> None:
    alike = Position.from_fen("W:W30:B17,18,25,26", "english")
    space = ActionSpace("english", ranks=1)
    for ask in (Positions([START, alike]).legal_mask, Positions([START, alike]).legal_actions):
        with pytest.raises(UnnumberedMove, match=r"Member 1: More than 1 moves .*ranks=2"):
            ask(space)
    with pytest.raises(UnnumberedMove):
        space.encode(alike, "30x23x14")
    assert space.decode(alike, space.encode(alike, "30x21x14")).captures == (17, 25)


def test_king_rich_positions_are_listed_as_everywhere_or_refused() -> None:
    """They have captures past counting; what a position lists, a batch of it lists, too."""
    source = random.Random(7)
    for _ in range(60):
        variant = source.choice(list(VARIANTS.values()))
        squares = source.sample(range(1, variant.rules.board.squares + 1), 20)
        black = ",".join(f"{source.choice(('', 'K'))}{square}" for square in squares[2:])
        position = Position.from_fen(f"W:WK{squares[0]},K{squares[1]}:B{black}", variant)
        batch = Positions([position])
        space = ActionSpace(variant, ranks=64)
        try:
            expected = len(position.legal_moves)
        except TooComplex:
            with pytest.raises(InvalidArray, match="Member 0 exceeds the work limit"):
                batch.legal_mask(space)
            continue
        actions, _ = batch.legal_actions(space)
        assert len(actions) == len(set(actions.tolist())) == expected


def test_relative_is_the_turned_board() -> None:
    position = START.play("11-15")
    both = Positions([position, position.mirror()])
    assert (both.planes(relative=True)[0] == both.planes(relative=True)[1]).all()
    space = ActionSpace("english", relative=True)
    mask = both.legal_mask(space)
    assert (mask[0] == mask[1]).all()


def test_other_threads_go_on_meanwhile() -> None:
    """The planes of many positions are written without Python's lock."""
    batch = Positions([START] * 200_000)
    batch = Positions.from_planes(batch.planes(), batch.turns())
    done = threading.Event()
    ticks = 0

    def work() -> None:
        for _ in range(10):
            batch.planes(threads=1)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0)
    thread.join()
    assert ticks > 10


def test_positions_are_numbered_and_not_sliced() -> None:
    positions = Positions([Position.initial("english")] * 3)
    assert positions[-1] == positions[2]
    wrong: Any = slice(1, 3)
    with pytest.raises(TypeError, match=r"write Positions\(\[positions\[n\] for n in range"):
        positions[wrong]
    assert len(Positions([positions[n] for n in range(1, 3)])) == 2


@pytest.mark.parametrize("key", ["english", "frisian", "canadian", "turkish", "lite"])
def test_batches_are_pickled_and_copied_with_all_that_belongs_to_them(key: str) -> None:
    """They could not be, and so neither could an environment that holds them."""
    dice = random.Random(7)
    position = Position.initial(key)
    met = [position]
    while position.legal_moves and len(met) < 120:
        position = position.play(dice.choice(position.legal_moves))
        met.append(position)
    batch = Positions(met)
    for again in (pickle.loads(pickle.dumps(batch)), copy.deepcopy(batch)):
        assert list(again) == met
        assert [each.draw_counts for each in again] == [each.draw_counts for each in met]
    assert len(pickle.loads(pickle.dumps(Positions([], key)))) == 0


def test_action_spaces_are_pickled_and_copied() -> None:
    ours = Variant.house("Ours", VARIANTS["english"].rules.but(flying=True))
    for space in (ActionSpace("english"), ActionSpace(ours, ranks=3, relative=True)):
        for again in (pickle.loads(pickle.dumps(space)), copy.deepcopy(space)):
            assert again == space
            assert again.size == space.size
