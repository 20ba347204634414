"""Tournaments: who meets whom, what is kept, what is played on, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.arena_fakes import Crashing, Fake, fake

from crownhead.arena.contestant import Contestant
from crownhead.arena.entry import entry
from crownhead.arena.failure import ArenaError
from crownhead.arena.journal import records
from crownhead.arena.openings import openings
from crownhead.arena.settings import Settings
from crownhead.arena.tournament import Tournament, pairings, rating_list
from crownhead.variants import get

NODES = (20, 40, 60, 80)


def players(number: int = 4) -> list[Contestant]:
    return [entry(f"builtin:nodes={nodes},noise=9") for nodes in NODES[:number]]


def settings(one: Contestant, other: Contestant, key: str = "english") -> Settings:
    variant = get(key)
    return Settings.of(variant, one, other, openings("random:plies=6", variant, 1))


def small_tournament(folder: Path, who: list[Contestant], **others: object) -> Tournament:
    return Tournament(who, folder, settings, games=2, **others)  # type: ignore[arg-type]


def count_games(folder: Path) -> dict[str, int]:
    return {path.name: len(records(path)) for path in folder.glob("*.pdn")}


def test_everybody_meets_everybody_or_one_meets_all_others() -> None:
    a, b, c, d = (fake(Fake, name) for name in "abcd")

    def names(form: str) -> list[str]:
        found = pairings([c, a, d, b], form)  # type: ignore[arg-type]
        return ["".join(one.name for one in pair) for pair in found]

    assert names("round robin") == ["ac", "cd", "bc", "ad", "ab", "bd"]
    assert names("gauntlet") == ["ac", "cd", "bc"]


def test_rounds_let_all_play_about_equally_often(tmp_path: Path) -> None:
    tournament = small_tournament(tmp_path, players(3), rounds=2)
    seen = []
    for arena in tournament.matches():
        seen.append((arena.settings.second.name, arena.games))
        arena.run()
    # Each of the three pairings has its first pair of games before any has its second.
    assert [games for _, games in seen] == [2, 2, 2, 4, 4, 4]
    assert tournament.over and set(count_games(tmp_path).values()) == {4}


def test_a_tournament_takes_in_games_rounds_and_players(tmp_path: Path) -> None:
    assert [p.games for p in small_tournament(tmp_path, players(3)).run().players] == [4, 4, 4]
    before = {path: path.read_bytes() for path in tmp_path.glob("*.pdn")}
    more = small_tournament(tmp_path, players()[::-1])
    assert not more.over
    assert sorted(p.games for p in more.run().players) == [6, 6, 6, 6]
    assert all(path.read_bytes() == content for path, content in before.items())
    longer = small_tournament(tmp_path, players(), rounds=2)
    longer.run()
    assert longer.over and set(count_games(tmp_path).values()) == {4}
    # A gauntlet of one of them is there already.
    assert small_tournament(tmp_path, players(), form="gauntlet").over


def test_a_tournament_that_is_stopped_goes_on(tmp_path: Path) -> None:
    tournament = small_tournament(tmp_path, players(3))
    found = tournament.run(lambda score, ending: tournament.stop() if ending else None)
    assert tournament.stopped and not tournament.over
    # The other game of the pair, which is played beside the first, may have ended meanwhile.
    assert sum(count_games(tmp_path).values()) in (1, 2) and len(found.players) == 2
    assert [p.games for p in small_tournament(tmp_path, players(3)).run().players] == [4, 4, 4]


def test_forfeits_are_left_out_or_played_again(tmp_path: Path) -> None:
    def three(kind: type[Fake]) -> list[Contestant]:
        return [fake(kind, "C"), fake(Fake, "A"), fake(Fake, "B")]

    small_tournament(tmp_path, three(Crashing)).run()
    files = sorted(tmp_path.glob("*.pdn"))
    assert {p.name: p.games for p in rating_list(files).players} == {"A": 4, "B": 4, "C": 4}
    clean = rating_list(files, forfeits=False)
    assert {p.name: p.games for p in clean.players} == {"A": 2, "B": 2}
    again = small_tournament(tmp_path, three(Fake), rounds=2, replay_forfeits=True)
    assert not again.over
    again.run()
    assert again.over and set(count_games(tmp_path).values()) == {4}
    assert not any(record.forfeited for path in files for record in records(path))


def test_what_is_no_tournament_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="2 to 100 players, not 1"):
        small_tournament(tmp_path, players(1))
    with pytest.raises(ArenaError, match="0 rounds"):
        small_tournament(tmp_path, players(2), rounds=0)
    with pytest.raises(ArenaError, match="same name"):
        small_tournament(tmp_path, [fake(Fake, "A"), fake(Fake, "A"), fake(Fake, "A #1")])
    with pytest.raises(ArenaError, match="no whole pairs"):
        Tournament(players(2), tmp_path, settings, games=3)
    other = [
        entry("builtin:nodes=7"),
        entry("builtin:nodes=9").with_name("builtin:nodes=20,noise=9"),
    ]
    small_tournament(tmp_path, [players(1)[0], entry("builtin:nodes=7")]).run()
    before = count_games(tmp_path)
    with pytest.raises(ArenaError, match="belongs to another match"):
        small_tournament(tmp_path, [*other, players()[2]])
    assert sum(count_games(tmp_path).values()) == sum(before.values()) == 2


def test_a_list_is_of_one_game_and_of_players_who_are_the_same(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    small_tournament(one, players(2)).run()
    Tournament(
        players(2), other, lambda a, b: settings(a, b, "russian"), games=2
    ).run()  # fmt: skip
    files = [*one.glob("*.pdn"), *other.glob("*.pdn")]
    with pytest.raises(ArenaError, match="matches of different games"):
        rating_list(files)
    renamed = [entry("builtin:nodes=99").with_name(players(1)[0].name), players()[2]]
    small_tournament(tmp_path / "third", renamed).run()
    with pytest.raises(ArenaError, match="is not the same player"):
        rating_list([*one.glob("*.pdn"), *(tmp_path / "third").glob("*.pdn")])
    (tmp_path / "games.pdn").write_text("")
    with pytest.raises(ArenaError, match=r"games\.pdn holds no games of a match"):
        rating_list([tmp_path / "games.pdn"])
