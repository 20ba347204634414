"""Games that may be one are found by their moves; merged or removed as a whole or not at all."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from crownhead.base import Base, Query
from crownhead.errors import CrownheadError
from crownhead.position import Position

START = Position.initial("english")


def line(seed: int, plies: int, begin: list[str] | None = None) -> list[str]:
    """Return moves at random, from a beginning on."""
    dice, position, moves = random.Random(seed), START, list(begin or [])
    for move in moves:
        position = position.play(move)
    while len(moves) < plies:
        legal = list(position.legal_moves)
        if not legal:
            break
        moves.append(str(dice.choice(legal)))
        position = position.play(moves[-1])
    return moves


def game(moves: list[str], white: str, black: str, more: str = "") -> str:
    tags = f'[White "{white}"] [Black "{black}"] [GameType "21"] {more}'
    return f"{tags}\n{' '.join(moves)} 1-0\n"


LONG = line(1, 40)
GAMES = [
    game(LONG, "WR Fraser", "MF Tinsley", '[Event "Book 1"] [Date "1979.07"]'),
    game(LONG, "Fraser", "Tinsley", '[Event "Book 2"]'),
    game(LONG[:30], "?", "?", '[Event "Lessons"]'),
    game(line(2, 40, LONG[:22]), "Fraser, W.R.", "Tinsley, M.F.", '[Event "Book 3"]'),
    game(line(3, 40, LONG[:22]), "Anna", "Bert", '[Event "Club"]'),
    game(line(4, 40, LONG[:12]), "Fraser", "Tinsley", '[Event "Club"]'),
    game(line(7, 40), "WR Fraser", "MF Tinsley", '[Event "Book 1"]'),
]


@pytest.fixture
def base() -> Iterator[Base]:
    with Base.memory() as made:
        assert made.add(GAMES).added == len(GAMES)
        yield made


def test_pairs_are_found_and_why(base: Base) -> None:
    found = {(pair.one, pair.other): pair for pair in base.duplicates()}
    assert set(found) == {(1, 2), (1, 3), (2, 3), (1, 4), (2, 4)}
    whole = found[1, 2]
    assert whole.whole and whole.plies == 40
    assert whole.why == (
        "all 40 plies are equal",
        "white: WR Fraser / Fraser",
        "black: MF Tinsley / Tinsley",
        "event: Book 1 / Book 2",
    )
    assert found[1, 3].why[0] == "30 plies are equal, where one of them ends"
    assert not found[1, 4].whole and found[1, 4].plies >= 22
    assert [pair.plies for pair in base.duplicates(plies=40)] == [40]
    assert not Base.memory().duplicates()


def check_alike(base: Base, other: Base) -> None:
    """Compare two databases by everything that can be asked of them."""

    def describe(each: Base) -> list[object]:
        seen: list[object] = [sorted(b"".join(each.texts()).split())]
        for moves in (LONG, line(2, 40, LONG[:22]), line(7, 40)):
            position = START
            for move in moves:
                tree = each.tree(position)
                seen.append((tree.games, tree.branches))
                found = each.find(Query(position=position))
                seen.append(sorted((one.white, one.event, one.ply) for one in found))
                position = position.play(move)
        return seen

    assert describe(base) == describe(other)


@pytest.mark.parametrize("many", [1, 10_000])
def test_what_is_removed_leaves_no_trace(many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownhead.base.entries.MANY", many)
    monkeypatch.setattr("crownhead.base.entries.BLOCK", 7)
    evaluated = [text.replace(" 1-0", " {[%eval 0.4]} 1-0") for text in GAMES]
    with Base.memory() as base, Base.memory() as fresh:
        base.add(evaluated)
        texts = base.remove_duplicates([2, 3])
        assert ["Book 2" in texts[0], "Lessons" in texts[1]] == [True, True]
        fresh.add([text for n, text in enumerate(evaluated) if n not in (1, 2)])
        check_alike(base, fresh)
        assert base.add(evaluated[:1]).duplicates == 1


@pytest.mark.parametrize("numbers", [[7], [5], [1, 2, 3, 4], [99]])
def test_only_a_duplicate_of_a_game_that_stays_is_removed(base: Base, numbers: list[int]) -> None:
    with pytest.raises(CrownheadError, match="no duplicate that would stay"):
        base.remove_duplicates(numbers)
    assert len(base) == len(GAMES)


def test_merging_writes_all_into_one_game() -> None:
    here = START.play(LONG[0]).play(LONG[1])
    beside = next(str(move) for move in here.legal_moves if str(move) != LONG[2])
    notes = " ".join([*LONG[:2], "{sharp}", LONG[2], "$2", f"({beside} {{or so}})"])
    other = f'[White "Fraser"] [Black "Tinsley"] [Annotator "E"] [Event "Book 2"] {notes}'
    with Base.memory() as base:
        base.add([GAMES[0], f"{other} {' '.join(LONG[3:])} *"])
        assert base.merge_duplicate(1, 2) == [
            '[White "Fraser"]',
            '[Black "Tinsley"]',
            '[Event "Book 2"]',
        ]
        kept = base.game(1)
        assert kept.tags["Annotator"] == "E" and kept.tags["Event"] == "Book 1"
        nodes = [*kept.mainline()]
        assert (nodes[1].comment, nodes[2].nags) == ("sharp", [2])
        assert [str(node.move) for node in nodes[1].variations] == [LONG[2], beside]
        assert kept.result == "1-0" and [str(move) for move in kept.moves] == LONG
        assert len(base) == 1 and base.tree(START).games == 1
        assert base.find(Query(position=START))[0].id == 1


def test_merging_goes_on_where_the_one_game_ends(base: Base) -> None:
    base.merge_duplicate(3, 1)
    kept = base.game(3)
    assert [str(move) for move in kept.moves] == LONG
    assert kept.tags["White"] == "?" or kept.tags["White"] == "WR Fraser"
    assert base.find(Query(white="fraser"), limit=1)


def test_what_is_no_pair_is_not_merged(base: Base) -> None:
    for one, other in ((1, 7), (1, 1), (1, 99)):
        with pytest.raises(CrownheadError, match="no duplicates"):
            base.merge_duplicate(one, other)


def test_a_game_with_errors_is_merged_into_the_clean_one(base: Base) -> None:
    base.add([GAMES[0].replace("Book 1", "Book 4").replace(" 1-0", " ~~~what 1-0")])
    assert base.find(Query(event="book 4"))[0].faults
    with pytest.raises(CrownheadError, match="has errors"):
        base.merge_duplicate(8, 1)
    base.merge_duplicate(1, 8)
    assert not base.find(Query(event="book 4"))


@pytest.mark.parametrize("broken", ["storing.store", "index.remove", "storing._repack"])
def test_a_merge_that_is_broken_off_changes_nothing(
    base: Base, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as context, pytest.raises(KeyboardInterrupt):
        context.setattr(f"crownhead.base.{broken}", stop)
        base.merge_duplicate(1, 2)
    with Base.memory() as fresh:
        fresh.add(GAMES)
        check_alike(base, fresh)
