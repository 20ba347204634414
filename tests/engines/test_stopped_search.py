"""What a search answers when it is stopped before an iteration is finished."""

import random
from collections.abc import Iterator

import pytest
from support.scattered import scatter

from crownhead import Position
from crownhead._core import EndgameProbe, FoundLine, Search
from crownhead.endgame import Tables
from crownhead.variants import get
from crownhead.weights import weights

SEED = random.randrange(2**32)
GAMES = ("english", "russian", "brazilian", "international")


def stop_at(
    search: Search, position: Position, nodes: int, tables: EndgameProbe | None = None
) -> tuple[FoundLine | None, FoundLine]:
    """Return the line of the last finished iteration, and the answer."""
    told: list[FoundLine] = []
    search.clear()
    found = search.run(
        position,
        nodes=nodes,
        weights=weights(position.variant),
        endgames=tables,
        iteration=lambda each: told.append(each.lines[0]),
    )
    return (told[-1] if told else None), found.lines[0]


def assert_not_worse(position: Position, nodes: int, told: FoundLine, answer: FoundLine) -> None:
    what = f"seed {SEED}: {position.fen()} ({position.variant.key}) at {nodes} nodes"
    if (answer.moves, answer.score) != (told.moves, told.score):
        assert answer.score > told.score and answer.bound != "upper", what


def won_positions(key: str, number: int) -> Iterator[Position]:
    """Yield positions that the side to move wins by the tables, with two moves or more."""
    dice, tables = random.Random(SEED), Tables.open(key)
    while number:
        position = scatter(get(key), dice, tables.pieces)
        known = tables.value(position)
        if known is not None and known[0] > 0 and len(position.legal_moves) > 1:
            number -= 1
            yield position


def test_a_proven_win_is_not_given_up_for_a_move_that_failed() -> None:
    """Stopped in iteration 17, it played a move of which it knew only that it was worse."""
    position = Position.from_fen("B:Wf4,a3,e3,g3,f2,e1:Bb6,d6,h6,c5,e5,h4", "russian")
    search, tables = Search(4), Tables.open("russian").native
    proven = 0
    for nodes in range(30_000, 260_000, 9_973):
        told, answer = stop_at(search, position, nodes, tables)
        assert told is not None
        assert_not_worse(position, nodes, told, answer)
        proven += told.score > 29_000
    assert proven > 10


@pytest.mark.parametrize("key", GAMES)
def test_no_stop_makes_a_won_position_worse_than_it_was_told(key: str) -> None:
    search, dice = Search(1), random.Random(SEED)
    for position in won_positions(key, 50):
        counts = {*range(1, 60), *(int(1.2**n) for n in range(22, 46)), dice.randint(60, 4_000)}
        for nodes in sorted(counts):
            told, answer = stop_at(search, position, nodes)
            if told is not None:
                assert_not_worse(position, nodes, told, answer)


def test_of_several_lines_those_of_one_depth_are_told() -> None:
    position = Position.from_fen("B:Wf4,a3,e3,g3,f2,e1:Bb6,d6,h6,c5,e5,h4", "russian")
    search = Search(4)
    for nodes in range(300, 6_000, 611):
        found = search.run(position, nodes=nodes, lines=3, weights=weights(position.variant))
        assert len({line.depth for line in found.lines}) == 1
        assert len({line.moves[0] for line in found.lines}) == len(found.lines)
