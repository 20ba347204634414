"""Players under several names: found, told under one, and parted again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crownhead.base import Base, Player, Query
from crownhead.base.persons import likeness
from crownhead.errors import CrownheadError

PAIRS = [
    ("WR Fraser", "MF Tinsley"),
    ("Fraser", "Tinsley"),
    ("William R. Fraser", "Tinsley, Marion"),
    ("Łoś, Paweł", "?"),
    ("Pawel Los", "Anna"),
]


@pytest.fixture
def base() -> Iterator[Base]:
    with Base.memory() as made:
        made.add(
            [
                f'[White "{white}"] [Black "{black}"] [Round "{n}"] [GameType "21"] 1. 11-15 *'
                for n, (white, black) in enumerate(PAIRS)
            ]
        )
        yield made


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        ("Łoś, Paweł", "Pawel Los", "spelling"),
        ("Müller, Hans", "HANS MUELLER", "spelling"),
        ("WR Fraser", "Fraser", "part"),
        ("WR Fraser", "Fraser, William", "initials"),
        ("M. F. Tinsley", "Marion Tinsley", "initials"),
        ("van der Wal", "Jannes van der Wal", "part"),
        ("J Fraser", "WR Fraser", None),
        ("Nowak", "Nowakowski", None),
        ("Ton", "Tom", None),
        ("J", "Jan", None),
        ("?", "Anna", None),
        ("Player 1", "Player 2", None),
        ("Player 3", "Player 33", None),
        ("Chinook 1990", "Chinook", "part"),
        ("Иванов, Пётр", "Петр Иванов", "spelling"),
        ("Иванов П.", "Иванов Пётр", "initials"),
    ],
)
def test_names_are_alike(one: str, other: str, why: str | None) -> None:
    assert likeness(one, other) == likeness(other, one) == why


def test_players_are_listed_and_those_who_may_be_one(base: Base) -> None:
    assert [player.name for player in base.players] == [
        "Anna",
        "Fraser",
        "Łoś, Paweł",
        "MF Tinsley",
        "Pawel Los",
        "Tinsley",
        "Tinsley, Marion",
        "William R. Fraser",
        "WR Fraser",
    ]
    pairs = [({pair.one.name, pair.other.name}, pair.why) for pair in base.alike_players()]
    assert pairs[0] == ({"Łoś, Paweł", "Pawel Los"}, "spelling")
    assert ({"WR Fraser", "William R. Fraser"}, "initials") in pairs
    assert ({"MF Tinsley", "Tinsley, Marion"}, "initials") in pairs
    assert ({"Fraser", "WR Fraser"}, "part") in pairs
    assert len(pairs) == 7


def test_merged_players_are_told_and_found_as_one(base: Base) -> None:
    assert base.merge_players("WR Fraser", ["Fraser", "William R. Fraser"]) == 2
    assert base.merge_players("Tinsley, Marion", ["Tinsley", "MF Tinsley"]) == 2
    for text in ("wr fraser", "william", "Fraser"):
        assert [found.id for found in base.find(Query(player=text))] == [1, 2, 3]
    assert {found.white for found in base.find(Query(player="fraser"))} == {"WR Fraser"}
    assert base.game(3).tags["White"] == "William R. Fraser"
    merged = ("Fraser", "William R. Fraser")
    assert Player("WR Fraser", 3, merged) in base.players
    base.add(['[White "Fraser"] [Black "New"] [GameType "21"] 1. 9-14 *'])
    assert [found.white for found in base.find(Query(player="new"))] == ["WR Fraser"]
    # A game of the same people by another of their names is the same game.
    again = '[White "Fraser"] [Black "MF Tinsley"] [Round "0"] [GameType "21"] 1. 11-15 *'
    report = base.add([again])
    assert (report.added, report.duplicates) == (0, 1)


def test_merging_follows_those_that_were_merged_before(base: Base) -> None:
    base.merge_players("Fraser", ["William R. Fraser"])
    base.merge_players("WR Fraser", ["Fraser"])
    assert {found.white for found in base.find(Query(player="fraser"))} == {"WR Fraser"}
    base.merge_players("William R. Fraser", ["Anna"])  # is told as WR Fraser already
    assert {found.black for found in base.find(Query(player="anna"))} >= {"WR Fraser"}


def test_players_are_parted_again(base: Base) -> None:
    before = base.players
    base.merge_players("WR Fraser", ["Fraser", "William R. Fraser"])
    assert base.split_player("Fraser") == ["Fraser"]
    assert [found.id for found in base.find(Query(white="wr fraser"))] == [1, 3]
    assert base.split_player("WR Fraser") == ["William R. Fraser"]
    assert base.players == before
    assert base.split_player("Anna") == []


@pytest.mark.parametrize("others", [["Nobody"], ["Fraser", "wr fraser"], ["WR Fraser"]])
def test_a_merge_with_a_wrong_name_changes_nothing(base: Base, others: list[str]) -> None:
    before = base.players
    with pytest.raises(CrownheadError):
        base.merge_players("WR Fraser", others)
    assert base.players == before
