"""The file of a match: resuming, what a crash leaves behind, and files that are refused."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from support.arena_fakes import Crashing, Fake, fake, match, without_thinking, without_times

from crownhead.arena.arena import Arena
from crownhead.arena.entry import entry
from crownhead.arena.failure import ArenaError
from crownhead.arena.journal import Journal, records, stored_test
from crownhead.arena.sprt import Sprt

FIRST, SECOND = "builtin:nodes=40,noise=9", "builtin:nodes=80,noise=9"


def small_arena(path: Path, games: int = 4, **others: object) -> Arena:
    players = [entry(FIRST), entry(SECOND)]
    return match(players[0], players[1], path, games, **others)


def test_a_match_can_be_lengthened_and_plays_only_what_is_missing(tmp_path: Path) -> None:
    path, whole = tmp_path / "match.pdn", tmp_path / "whole.pdn"
    small_arena(path, 4).run()
    before = path.read_bytes()
    again = small_arena(path, 4)
    assert again.over and again.run().games == 4 and path.read_bytes() == before
    longer = small_arena(path, 10)
    assert not longer.over and longer.score.games == 4
    expected = without_thinking(small_arena(whole, 10).run())
    assert without_thinking(longer.run()) == expected
    assert without_times(path.read_bytes()) == without_times(whole.read_bytes())


def test_wherever_the_file_was_cut_off_it_goes_on_to_the_same_end(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    expected = without_thinking(small_arena(path, 6).run())
    content = path.read_bytes()
    starts = [place for place in range(len(content)) if content.startswith(b"[Event ", place)]
    assert len(starts) == 6
    begin, end = starts[3], starts[4]
    for cut in {begin, begin + 1, begin + 9, begin + 200, *range(begin + 300, end, 37), end - 1}:
        path.write_bytes(content[:cut])
        assert len(records(path)) == 3
        arena = small_arena(path, 6)
        assert path.read_bytes() == content[:begin] and arena.score.games == 3
        arena.close()
    assert without_thinking(small_arena(path, 6).run()) == expected
    assert without_times(path.read_bytes()) == without_times(content)


def test_a_missing_half_of_a_pair_is_played(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    expected = without_thinking(small_arena(path, 4).run())
    content = path.read_bytes()
    second = content.index(b"[Event ", 1)
    third = content.index(b"[Event ", second + 1)
    path.write_bytes(content[:second] + content[third:])
    resumed = small_arena(path, 4)
    assert resumed.score.games == 3 and resumed.score.pairs.pairs == 1
    assert without_thinking(resumed.run()) == expected
    whole = content[:second] + content[third:] + content[second:third]
    assert without_times(path.read_bytes()) == without_times(whole)


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ({"seed": 2}, "seed is 0 there and 2 here"),
        ({"source": "start"}, "openings is random:plies=4 there and start here"),
        ({"sprt": Sprt(0, 5)}, "sprt elo0 is None there and 0 here"),
    ],
)
def test_other_settings_are_refused_and_the_file_stays(
    others: dict[str, object], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "match.pdn"
    small_arena(path).run()
    before = path.read_bytes()
    with pytest.raises(ArenaError, match="belongs to another match") as caught:
        small_arena(path, **others)
    assert said in str(caught.value)
    assert path.read_bytes() == before


def test_the_margin_may_change_in_a_match_that_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    small_arena(path, 4).run()
    longer = small_arena(path, 6, margin=2.5)
    assert longer.score.games == 4 and longer.run().games == 6
    stored = json.loads(path.with_name("match.pdn.match.json").read_text())
    assert stored["settings"]["margin"] == 2.5
    assert len(records(path)) == 6


def test_a_match_whose_digest_was_made_another_way_goes_on(tmp_path: Path) -> None:
    """Digests once depended on the margin; files that were begun so are still theirs."""
    path = tmp_path / "match.pdn"
    arena = small_arena(path, 4)
    arena.run()
    beside = path.with_name("match.pdn.match.json")
    for file in (path, beside):
        file.write_text(file.read_text().replace(arena.settings.digest, "0123456789abcdef"))
    assert small_arena(path, 6, margin=1.0).run().games == 6
    assert path.read_text().count('[ArenaMatch "0123456789abcdef"]') == 6


def test_games_lost_by_a_fault_are_played_again_where_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    faulty = match(fake(Crashing, "A"), fake(Fake, "B"), path, 4).run()
    assert (faulty.losses, faulty.faults) == (4, [4, 0])
    before = path.read_bytes()
    usual = match(fake(Fake, "A"), fake(Fake, "B"), path, 4)
    assert usual.over and usual.run().faults == [4, 0] and path.read_bytes() == before
    again = match(fake(Fake, "A"), fake(Fake, "B"), path, 4, replay_forfeits=True)
    assert not again.over and again.score.games == 0
    assert again.run().faults == [0, 0]
    # What was played before stays in the file, and the later games count, for everybody.
    assert path.read_bytes().startswith(before)
    assert path.read_bytes().count(b'[ArenaReplay "1"]') == 4
    assert sorted((r.pair, r.half) for r in records(path)) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert not any(record.forfeited for record in records(path))
    assert match(fake(Fake, "A"), fake(Fake, "B"), path, 4, replay_forfeits=True).over


def test_a_game_that_no_fault_ended_cannot_be_replaced(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    small_arena(path, 2).run()
    content = path.read_text()
    again = content[: content.index("[Event", 1)].replace(
        "[ArenaFirst ", '[ArenaReplay "1"]\n[ArenaFirst '
    )
    path.write_text(content + again)
    with pytest.raises(ArenaError, match="game 3 is not one of this match's, each once"):
        records(path)


def test_another_player_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    small_arena(path).run()
    with pytest.raises(ArenaError, match=r"second name is builtin:nodes=80,noise=9 there"):
        match(entry(FIRST), entry("builtin:nodes=90"), path)


def test_the_limit_for_both_is_part_of_the_settings(tmp_path: Path) -> None:
    from crownhead.arena.pace import Pace

    path = tmp_path / "match.pdn"
    match(entry("builtin"), entry("builtin:level=2"), path, pace=Pace(nodes=9)).run()
    with pytest.raises(ArenaError, match="first limit is nodes=9 there and nodes=5 here"):
        match(entry("builtin"), entry("builtin:level=2"), path, pace=Pace(nodes=5))


def test_files_that_are_no_match_are_refused_and_stay(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text('[Event "Club"]\n[Result "1-0"]\n\n1. 11-15 *\n\n')
    before = path.read_bytes()
    with pytest.raises(ArenaError, match=r"holds games, but no games.pdn.match.json is with it"):
        small_arena(path)
    with pytest.raises(ArenaError, match=r"game 1 is not one of this match's"):
        records(path)
    assert path.read_bytes() == before
    other = tmp_path / "other.pdn"
    small_arena(other).run()
    beside = other.with_name("other.pdn.match.json")
    mixed = other.read_bytes() + before
    other.write_bytes(mixed)
    with pytest.raises(ArenaError, match=r"game 5 is not one of this match's"):
        small_arena(other)
    assert other.read_bytes() == mixed
    doubled = mixed[: -len(before)] * 2
    other.write_bytes(doubled)
    with pytest.raises(ArenaError, match=r"game 5 is not one of this match's, each once"):
        small_arena(other)
    for content in ("", "{}", "[1]", '{"format": "crownhead-arena", "version": 2}', "[" * 100_000):
        beside.write_text(content)
        with pytest.raises(ArenaError, match="does not hold the settings of a match"):
            small_arena(other)
    assert other.read_bytes() == doubled


def test_a_damaged_tag_is_named_with_its_file_and_game(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    small_arena(path).run()
    tag = b'[ArenaFirstThinking "'
    path.write_bytes(path.read_bytes().replace(tag, tag + b"x", 1))
    with pytest.raises(ArenaError, match=r"match\.pdn: game 1: 'x.* does not say how players"):
        records(path)


def test_the_settings_lie_beside_the_games(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    small_arena(path, sprt=Sprt(-5, 5)).run()
    stored = json.loads(path.with_name("match.pdn.match.json").read_text())
    assert stored["settings"]["first"]["name"] == FIRST
    assert stored_test(path) == Sprt(-5, 5)
    assert {p.name for p in tmp_path.iterdir()} == {"match.pdn", "match.pdn.match.json"}


def test_two_matches_at_once_in_one_file_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    first = small_arena(path)
    with pytest.raises(ArenaError, match="is in use"):
        small_arena(path)
    first.run()
    assert small_arena(path).over


def test_a_full_disk_ends_the_match_and_leaves_whole_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from crownhead.arena import journal

    path = tmp_path / "match.pdn"
    arena = match(fake(Fake, "A"), fake(Fake, "B"), path, games=4)
    write = journal.os.write
    written: list[int] = []

    def write_until_full(file: int, content: bytes) -> int:
        written.append(len(content))
        if len(written) == 2:
            return write(file, bytes(content)[:100])
        if len(written) > 2:
            raise OSError(28, "No space left on device")
        return write(file, content)

    monkeypatch.setattr(journal.os, "write", write_until_full)
    with pytest.raises(OSError, match="No space left"):
        arena.run()
    monkeypatch.undo()
    assert len(records(path)) == 1 and path.read_bytes().endswith(b"\n\n")
    assert path.stat().st_size == written[0]


def test_a_journal_that_is_refused_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    arena = small_arena(path)
    arena.run()
    with pytest.raises(ArenaError):
        small_arena(path, seed=9)
    Journal(path, arena.settings).close()


def test_a_journal_is_opened_on_windows_as_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    binary, made, flags = 1 << 30, os.open, []

    def open_file(path: Path, how: int, mode: int = 0o777) -> int:
        flags.append(how)
        return made(path, how & ~binary, mode)

    settings = small_arena(tmp_path / "match.pdn").settings
    monkeypatch.delattr(os, "O_CLOEXEC")  # Windows has none
    monkeypatch.setattr(os, "O_BINARY", binary, raising=False)
    monkeypatch.setattr(os, "open", open_file)
    Journal(tmp_path / "other.pdn", settings).close()
    monkeypatch.undo()
    assert flags[0] & binary
