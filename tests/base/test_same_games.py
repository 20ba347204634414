"""Which games are one: nothing that is another game is thrown away, and nothing that is said."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import crownhead as ch
from crownhead.base import Base, Query, Report, sameness
from crownhead.formats import pdn
from crownhead.position import Position

ROUNDS = """[Event "Match"]
[Site "https://example.org/AAAAaaaa"]
[Date "2024.03.02"]
[Round "1"]
[White "anna"]
[Black "bert"]
[Result "0-2"]
[GameType "20"]

1. 32-28 19-23 0-2
"""
MOVES = "1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 24-20 5. 11-15 28-24 6. 8-11 26-23"
GAME = '[Event "Club"] [White "Anna"] [Black "Bert"] [GameType "21"]\n'


def game(tags: str = "", moves: str = MOVES) -> str:
    return f"{tags} {GAME}{moves} 1-0\n\n"


def counts_of(report: Report) -> tuple[int, int, int, int]:
    assert report.read == report.added + report.replaced + report.duplicates
    return report.added, report.replaced, report.duplicates, report.beside


@pytest.mark.parametrize(
    ("tag", "other"),
    [
        ('Round "1"', 'Round "2"'),
        ("AAAAaaaa", "BBBBbbbb"),
        ('Event "Match"', 'Event "Match of 1976"'),
        ("2024.03.02", "2024.03.03"),
        ('White "anna"', 'White "carl"'),
        ('[Result "0-2"]', '[Result "1-1"]'),
        ('Board "4"', 'Board "5"'),
        ("12:00:01", "12:05:00"),
    ],
)
def test_games_that_a_tag_tells_apart_are_both_kept(tag: str, other: str) -> None:
    text = ROUNDS.replace("[Round", '[Board "4"]\n[UTCTime "12:00:01"]\n[Round')
    with Base.memory() as base:
        assert counts_of(base.add([text, text.replace(tag, other)])) == (2, 0, 0, 0)
        assert counts_of(base.add([text, text.replace(tag, other)])) == (0, 0, 2, 0)


@pytest.mark.parametrize(
    ("tag", "other"),
    [
        ('Round "1"', 'Round "?"'),
        ("2024.03.02", "2024.??.??"),
        ("2024.03.02", "2024.3.2"),
        ('White "anna"', 'White "ANNA"'),
        ('[Event "Match"]', ""),
        ('[Result "0-2"]', '[Result "*"]'),
        ('[Result "0-2"]', '[Result "0-1"]'),
        ("19-23", "19-23 "),
        ("\n", "\r\n"),
    ],
)
def test_what_is_not_known_tells_nothing_apart(tag: str, other: str) -> None:
    less = ROUNDS.replace(tag, other)
    with Base.memory() as base:
        assert counts_of(base.add([ROUNDS, less])) == (1, 0, 1, 0)
    with Base.memory() as base:
        base.add([less])
        report = base.add([ROUNDS])
        assert report.added == 0 and len(base) == 1
        assert base.game(1).tags["Round"] == "1"
        assert base.find(Query())[0].date == "2024.03.02"
        assert base.find(Query())[0].result == "black"


def test_the_order_of_a_name_tells_nothing_apart() -> None:
    one = game('[Site "Utrecht"]').replace("Anna", "Nowak, Ton")
    with Base.memory() as base:
        assert counts_of(base.add([one, one.replace("Nowak, Ton", "Ton Nowak")])) == (1, 0, 1, 0)


def test_an_unknown_player_may_be_anyone_but_two_known_ones_are_two() -> None:
    unknown = game().replace('"Anna"', '"?"')
    with Base.memory() as base:
        base.add([game(), game().replace("Anna", "Carla")])
        assert counts_of(base.add([unknown])) == (0, 0, 1, 0)
        assert len(base) == 2


@pytest.mark.parametrize("together", [True, False])
def test_the_annotated_copy_takes_the_place_of_the_bare_one(tmp_path: Path, together: bool) -> None:
    notes = MOVES.replace("2. 8-11", "{[%eval 0.5]} 2. 8-11 {sharp} (9-14 22-17) $1")
    texts = [game('[Round "3"]'), game('[Annotator "E"] [Round "3"]', notes)]
    with Base(tmp_path / "games.base") as base:
        if together:
            report = base.add(["".join(texts)])
            assert counts_of(report) == (1, 0, 1, 0)
        else:
            base.add(texts[:1])
            report = base.add(texts[1:])
            assert counts_of(report) == (0, 1, 0, 0)
        (note,) = report.notes
        assert note.text.startswith("Says more than ")
        assert len(base) == 1
        kept = base.game(1)
        assert kept.tags["Annotator"] == "E" and [*kept.mainline()][2].comment == "sharp"
        start = Position.initial("english")
        assert base.tree(start).games == 1
        assert [one.id for one in base.find(Query(position=start.play("11-15")))] == [1]
        assert b"".join(base.texts()).count(b"[White ") == 1
        again = base.add(texts)
        assert counts_of(again) == (0, 0, 2, 0)


def test_copies_that_each_say_something_are_both_kept_and_told() -> None:
    one, other = (game("", MOVES.replace("2. 8-11", f"2. 8-11 {{{x}}}")) for x in ("good", "bad"))
    with Base.memory() as base:
        report = base.add([one, other])
        assert counts_of(report) == (2, 0, 0, 1)
        (note,) = report.notes
        assert "both are kept" in note.text and "{bad}" in note.text
        assert counts_of(base.add([game("", MOVES)])) == (0, 0, 1, 0)
        both = game('[Source "book"]', MOVES.replace("2. 8-11", "2. 8-11 {bad} {good}"))
        assert counts_of(base.add([both])) == (0, 1, 0, 0)
        assert len(base) == 1
        assert base.tree(Position.initial("english")).games == 1


FAULTS = {
    "a letter that was typed": MOVES.replace("3. 4-8", "3. 4-8 \\r"),
    "a wrong move": MOVES.replace("17-13", "17-12"),
    "a move that cannot be read": MOVES.replace("17-13", "17-+13"),
}


@pytest.mark.parametrize("clean_first", [True, False])
@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("moves", FAULTS.values(), ids=FAULTS)
def test_a_clean_copy_wins_over_one_with_errors(
    moves: str, together: bool, clean_first: bool
) -> None:
    faulty, clean = game('[Round "2"]', moves), game('[Site "here"]')
    assert pdn.loads(faulty).errors and not pdn.loads(clean).errors
    texts = [clean, faulty] if clean_first else [faulty, clean]
    with Base.memory() as base:
        report = base.add(["".join(texts)] if together else texts)
        assert len(base) == 1
        assert not base.find(Query())[0].faults
        (note,) = report.notes
        assert "copy with errors" in note.text and '[Round "2"]' in note.text
        assert report.read == 2 and report.added + report.replaced + report.duplicates == 2
        assert base.tree(Position.initial("english")).games == 1


@pytest.mark.parametrize("clean_first", [True, False])
@pytest.mark.parametrize("together", [True, False])
def test_comments_are_not_lost_with_the_errors_beside_them(
    together: bool, clean_first: bool
) -> None:
    """What an annotated copy with one wrong move said was gone, whichever came first."""
    faulty = game("", FAULTS["a wrong move"].replace("2. 8-11", "2. 8-11 {a fine move}"))
    clean = game('[Site "here"]', MOVES)
    texts = [clean, faulty] if clean_first else [faulty, clean]
    with Base.memory() as base:
        report = base.add(["".join(texts)] if together else texts)
        assert (report.added, report.beside, len(base)) == (2, 1, 2)
        assert any(b"{a fine move}" in text for text in base.texts())
        assert counts_of(base.add(["".join(texts) + " "])) == (0, 0, 2, 0)
        said = game('[Site "here"]', MOVES.replace("2. 8-11", "2. 8-11 {a fine move}"))
        assert len(base) == 2 and base.add([said]).replaced == 1
        assert len(base) == 1


@pytest.mark.parametrize(
    "faulty",
    [
        game('[Round "2"]', "1. 11-15 23-19 2. 8-11 22-17 3. 4-9"),
        game('[Event "x"] [Round "2"]', FAULTS["a wrong move"]).replace("Anna", "?"),
        game('[Date "1999"]', FAULTS["a wrong move"]),
    ],
    ids=["breaks off", "of unknown players", "of another day"],
)
def test_what_may_be_another_game_is_no_faulty_copy(faulty: str) -> None:
    with Base.memory() as base:
        base.add([game('[Date "2001.05.06"] [Round "2"]')])
        assert base.add([faulty]).added == 1


def test_positions_are_the_same_where_nothing_tells_them_apart() -> None:
    one = '[Event "Problem 1"] [GameType "21"] [FEN "W:W32:B1"] *\n'
    with Base.memory() as base:
        report = base.add([one, one.replace('1"]', '2"]', 1), one.replace("W:W32", "W:W31")])
        assert counts_of(report) == (3, 0, 0, 0)
        solved = one.replace("*", "{[%eval #3]} *")
        assert counts_of(base.add([solved])) == (0, 1, 0, 0)


def test_a_file_that_was_changed_in_its_middle_is_another_file(tmp_path: Path) -> None:
    """Of files above two megabytes only their beginning and their end were looked at."""
    filler = "{" + "x" * 1_200_000 + "}"
    file = tmp_path / "large.pdn"
    parts = ["1. 11-15 *", filler, '[Round "1"] 1. 9-13 *', filler, "1. 9-14 *\n"]
    with Base(tmp_path / "games.base") as base:
        file.write_text("\n\n".join(parts), encoding="utf-8")
        first = base.add_files([file])
        parts[2] = parts[2].replace("1", "2", 1)
        file.write_text("\n\n".join(parts), encoding="utf-8")
        report = base.add_files([file])
        assert not report.again and len(base) == first.added + report.added > first.added


def test_the_same_file_read_as_another_game_is_imported(tmp_path: Path) -> None:
    file = tmp_path / "positions.pdn"
    file.write_text('[FEN "W:W24,23,22:B4,3,2"] *', encoding="utf-8")
    with Base(tmp_path / "games.base") as base:
        base.add_files([file])
        report = base.add_files([file], variant="italian")
        assert report.added == 1
        assert [found.variant for found in base.find(Query())] == ["english", "italian"]
        assert base.game(2).variant == ch.VARIANTS["italian"]
        assert base.add_files([file], variant="italian").again == ["positions.pdn"]


def test_games_of_one_server_are_kept_apart_whatever_they_say() -> None:
    """Two games on one day between the same players, with the same moves, were one."""
    with Base.memory() as base:
        texts = {"first": game(), "second": game()}
        assert base.add(texts).added == 2
        assert base.add(texts | {"third": game()}).added == 1


def test_a_batch_that_fails_takes_no_game_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with Base(tmp_path / "games.base") as base:
        base.add([game()])
        before = (base.games().__next__().tags, base.tree(Position.initial("english")))
        with monkeypatch.context() as broken, pytest.raises(OSError):
            broken.setattr("crownhead.base.index.write", fail)
            base.add([game('[Round "1"]')])
        assert (base.games().__next__().tags, base.tree(Position.initial("english"))) == before


def test_players_are_told_in_other_languages() -> None:
    """Two games of four people were one, as Bianco and Nero were no players."""
    text = '[Bianco "{}"] [Nero "{}"] [Risultato "1/2-1/2"] [GameType "22"] 1. 21-17 11-15 1/2-1/2'
    with Base.memory() as base:
        texts = [text.format("ROSSI Mario", "BIANCHI Luca"), text.format("VERDI P", "NERI C")]
        assert counts_of(base.add(texts)) == (2, 0, 0, 0)
        assert [found.black for found in base.find(Query(white="rossi"))] == ["BIANCHI Luca"]
        english = texts[0].replace("Bianco", "White").replace("Nero", "Black")
        assert counts_of(base.add([english.replace("Risultato", "Result")])) == (0, 0, 1, 0)


def test_dates_are_found_however_they_were_written() -> None:
    with Base.memory() as base:
        days = ("25.08.2021", "2021-08-25", "25 Aug 2021", "20210825", "2021", "Sept 2021")
        base.add([f'[White "W{n}"] [Date "{day}"] 1. 11-15 *' for n, day in enumerate(days)])
        found = base.find(Query(since="2021.08", until="2021.08"))
        assert [one.white for one in found] == ["W0", "W1", "W2", "W3"]
        assert [one.id for one in base.find(Query(since="2021-08-26"))] == [
            5,
            6,
        ]  # 2021 may be later


def test_whose_win_a_result_means_stays_as_the_file_showed() -> None:
    """A game that is read alone again cannot know what the others of its file showed."""
    resigned = '[Black "B"] [White "W"] [Round "{}"] [GameType "21"] 1. 11-15 {{White resigns}} 1-0'
    silent = '[Black "B"] [White "W"] [Round "9"] [GameType "21"] 1. 9-13 1-0'
    file = "\n\n".join([*(resigned.format(n) for n in range(4)), silent])
    read = [game.result for game in pdn.read(io.StringIO(file))]
    assert set(read) == {"0-1"}
    with Base.memory() as base:
        report = base.add([file])
        assert [found.result for found in base.find(Query())] == ["black"] * 5
        assert [game.result for game in base.games()] == read
        (note,) = report.notes
        assert "the side that begins" in note.text
        assert counts_of(base.add([file])) == (0, 0, 5, 0)


def test_a_comment_that_holds_another_is_another() -> None:
    one, other = (
        game("", MOVES.replace("2. 8-11", f"2. 8-11 {{{x}}}")) for x in ("good", "not good")
    )
    with Base.memory() as base:
        assert counts_of(base.add([one, other])) == (2, 0, 0, 1)
        evaluated = one.replace("{good}", "{good [%eval 0.2]}")
        assert counts_of(base.add([evaluated])) == (0, 1, 0, 0)


def test_games_of_few_moves_are_not_compared_with_all_like_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A file of forfeits, all with the same moves, took time by the square of its games."""
    compared = []
    whole = sameness.differences

    def count(one: sameness.Tags, other: sameness.Tags) -> list[str]:
        compared.append(1)
        return whole(one, other)

    monkeypatch.setattr("crownhead.base.matching.differences", count)
    with Base.memory() as base:
        texts = [game(f'[Round "{n}"]', "1. 11-15") for n in range(400)]
        assert base.add(["".join(texts)]).added == 400
        assert len(compared) < 100
        assert counts_of(base.add(["".join(texts).replace("1. ", "1.  ")])) == (0, 0, 400, 0)
        notes = "".join(texts).replace(" 1-0", " {forfeit} 1-0")
        assert counts_of(base.add([notes])) == (0, 400, 0, 0)
        assert len(compared) < 1000


def test_players_who_are_not_known_are_not_compared_with_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("crownhead.base.bucket._MOST_NEAR", 5)
    texts = [f'[GameType "21"] 1. 11-15 {{note {n}}} *' for n in range(40)]
    with Base.memory() as base:
        assert base.add(["\n\n".join(texts)]).added == 40
        assert base.add(["\n\n".join(texts)]).duplicates == 40  # by their text, whatever number


def test_who_begins_may_be_called_p1() -> None:
    text = '[P1 "ann"] [P2 "bob"] [GameType "{}"] 1. {} *'
    with Base.memory() as base:
        base.add([text.format("20", "32-28"), text.format("21", "11-15")])
        found = [(one.white, one.black) for one in base.find(Query(player="ann"))]
        assert found == [("ann", "bob"), ("bob", "ann")]
