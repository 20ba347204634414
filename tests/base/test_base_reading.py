"""What a database makes of files whose players, results, dates or games others write otherwise."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from crownhead.base import Base, Query
from crownhead.base.importing import Importer

FIRST = """[Black "Ann"]
[White "Bo"]
[Result "1-0"]
[GameType "21"]
[FEN "B:W22:B18,1"]
1. 18x25 1-0

[Black "Cleo"]
[White "Dan"]
[Result "0-1"]
[GameType "21"]
1. 11-15 24-20 0-1
"""


def test_results_are_stored_as_the_file_means_them(tmp_path: Path) -> None:
    file = tmp_path / "first.pdn"
    file.write_text(FIRST)
    with Base(tmp_path / "games.base") as made:
        report = made.add_files([file])
        (note,) = report.notes
        assert (report.added, note.file) == (2, "first.pdn")
        assert note.text.endswith("that begins first, as 1 of 1 games of the file show")
        found = {each.white: each.result for each in made.find(Query())}
        assert found == {"Bo": "black", "Dan": "white"}
        assert [made.game(number).result for number in (1, 2)] == ["0-1", "1-0"]
        assert [made.game(number).tags["Result"] for number in (1, 2)] == ["1-0", "0-1"]


def test_players_and_dates_are_found_however_they_are_written(tmp_path: Path) -> None:
    texts = (
        '[Bianco "ROSSI"] [Nero "VERDI"] [Date "25.08.2021"] [GameType "22"] 1. 21-17 11-15 *',
        '[Red "Alice"] [White "Carl"] [Date "25 Nov 1981"] [GameType "21"] 1. 11-15 23-19 *',
    )
    with Base.memory() as made:
        made.add(texts)
        (rossi,) = made.find(Query(player="rossi"))
        (alice,) = made.find(Query(player="alice"))
    assert (rossi.white, rossi.black, rossi.date) == ("ROSSI", "VERDI", "2021.08.25")
    assert (alice.white, alice.black, alice.date) == ("Carl", "Alice", "1981.11.25")


def test_games_are_what_their_neighbours_are(tmp_path: Path) -> None:
    both = "1. c3-d4 f6-g5 2. b2-c3 g5-h4 *\n"
    file = tmp_path / "games.pdn"
    file.write_text(f'[White "A"]\n{both}[White "B"]\n[GameType "25"]\n{both}')
    with Base(tmp_path / "games.base") as made:
        made.add_files([file])
        variants = [made.game(number).variant for number in (1, 2)]
    assert [variant and variant.key for variant in variants] == ["russian", "russian"]


def test_a_place_in_a_decoded_text_is_none_in_its_file(tmp_path: Path) -> None:
    """An import of a file in CP1251 that was cut short went on in the middle of a game."""
    games = [f'[White "Пётр Иванов {n}"]\n[GameType "25"]\n1. c3-d4 *\n' for n in range(40)]
    file = tmp_path / "old.pdn"
    file.write_bytes("".join(games).encode("cp1251"))
    with Base(tmp_path / "games.base") as made:

        def stop(read: int, at: int) -> None:
            if read == 20:
                raise KeyboardInterrupt

        with suppress(KeyboardInterrupt):
            Importer(made._engine, stop, batch=10).file(file)
        Importer(made._engine, batch=10).file(file)
        found = sorted(each.white for each in made.find(Query()))
    assert found == sorted(f"Пётр Иванов {n}" for n in range(40))


def test_results_that_no_game_explains_are_told(tmp_path: Path) -> None:
    file = tmp_path / "open.pdn"
    file.write_text(FIRST.replace('[FEN "B:W22:B18,1"]', "").replace("18x25", "9-14"))
    with Base(tmp_path / "games.base") as made:
        (note,) = made.add_files([file]).notes
        assert "do not show it" in note.text
        assert [made.game(number).result for number in (1, 2)] == ["1-0", "0-1"]
