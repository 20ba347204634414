"""`crownhead base` as people call it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crownhead.cli.command import run

GAMES = """[White "Anna"] [Black "Bert"] [Date "1999.02.01"] [Result "1-0"] [GameType "21"]
1. 11-15 24-20 2. 8-11 1-0

[White "Carla"] [Black "Anna"] [Date "2004.02.01"] [Result "1/2-1/2"] [GameType "21"]
1. 11-15 23-19 2. 8-11 22-17 3. 4-8 1/2-1/2
"""


@pytest.fixture
def base(tmp_path: Path) -> str:
    (tmp_path / "games.pdn").write_text(GAMES)
    place = str(tmp_path / "games.base")
    assert run(["base", "import", str(tmp_path / "games.pdn"), "--base", place]) == 0
    return place


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> object:
    capsys.readouterr()
    assert run(["base", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_finds_games(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = output(capsys, "find", "--base", base, "--moves", "11-15 23-19")
    assert isinstance(found, list)
    assert [(one["white"], one["ply"]) for one in found] == [("Carla", 2)]
    assert run(["base", "find", "--base", base, "--player", "anna", "--until", "2000"]) == 0
    assert "Anna - Bert" in capsys.readouterr().out
    assert run(["base", "find", "--base", base, "--opening", "old fourteenth", "--pdn"]) == 0
    assert "4-8" in capsys.readouterr().out


def test_the_tree_says_what_moves_cost_where_games_are_evaluated(
    base: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["base", "tree", "--base", base]) == 0
    assert "loss" not in capsys.readouterr().out
    file = tmp_path / "evaluated.pdn"
    file.write_text('[GameType "21"] {[%eval 0.1]} 1. 9-14 {[%eval 0.22]} *', encoding="utf-8")
    assert run(["base", "import", str(file), "--base", base]) == 0
    assert run(["base", "tree", "--base", base]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.rpartition("loss ")[2] for line in lines if "loss" in line] == ["12"]


def test_shows_the_tree(base: str, capsys: pytest.CaptureFixture[str]) -> None:
    tree = output(capsys, "tree", "--base", base, "--moves", "11-15")
    assert isinstance(tree, dict)
    assert tree["games"] == 2 and tree["opening"] == "Old Faithful"
    assert tree["moves"] == [
        {
            "move": "23-19",
            "games": 1,
            "white": 0,
            "black": 0,
            "draws": 1,
            "score": 0.5,
            "loss": None,
        },
        {
            "move": "24-20",
            "games": 1,
            "white": 1,
            "black": 0,
            "draws": 0,
            "score": 1.0,
            "loss": None,
        },
    ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["find", "--material", "1,2"], "--material: '1,2' is not four numbers"),
        (["find", "--moves", "11-14"], "--moves"),
        (["find", "--since", "soon"], "is not a date"),
        (["find", "--pattern", "w99"], "is not on the board"),
        (["tree", "--fen", "W:W99:B1"], "99"),
    ],
)
def test_bad_input_is_one_sentence(
    base: str, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    capsys.readouterr()
    assert run(["base", *arguments, "--base", base]) == 2
    said = capsys.readouterr().err
    assert sentence in said and said.count("\n") == 1


def test_nothing_found_is_status_1(base: str) -> None:
    assert run(["base", "find", "--base", base, "--player", "nobody"]) == 1


def test_errors_in_files_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.pdn").write_text('[GameType "21"] 1. 11-15 24-20 2. 9-10 *')
    place = str(tmp_path / "games.base")
    assert run(["base", "import", str(tmp_path / "bad.pdn"), "--base", place]) == 1
    said = capsys.readouterr()
    assert "1 added" in said.out and "bad.pdn:1:" in said.err


READING = (["find", "--player", "anna"], ["tree"])


@pytest.mark.parametrize("arguments", READING, ids=lambda arguments: arguments[0])
def test_reading_makes_no_database_where_a_name_is_mistyped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    place = tmp_path / "wrong.base"
    assert run(["base", *arguments, "--base", str(place)]) == 2
    assert "there is no such file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


NO_GAMES = {
    "data.json": '{"name": "x", "moves": [["11-15", "22-17"], "1-0"]}',
    "prose.txt": "Here is nothing but a text.\n",
    "star.txt": "See below *\n",
    "noise.bin": "\x01\x02 9-10 xx (yy) *",
}


@pytest.mark.parametrize(("name", "text"), NO_GAMES.items(), ids=NO_GAMES)
def test_a_text_that_holds_no_game_is_not_added(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    place = str(tmp_path / "games.base")
    assert run(["base", "import", str(tmp_path / name), "--base", place]) == 1
    said = capsys.readouterr()
    assert "0 games read: 0 added" in said.out and "without a game" in said.out
    assert f"{name}:1:1: This text is no game" in said.err
    assert run(["base", "find", "--base", place]) == 1


def test_words_between_games_are_left_out_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "two.pdn"
    file.write_text('1. 11-15 *\n\nmore of it *\n\n[White "A"] *\n\n1. 9-10 *', encoding="utf-8")
    place = str(tmp_path / "games.base")
    assert run(["base", "import", str(file), "--base", place, "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    counted = (said["read"], said["added"], said["faulty"], said["no_games"])
    assert counted == (3, 3, 1, 1)
    assert [fault["line"] for fault in said["faults"]] == [3, 7]


def test_games_that_are_but_a_position_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "positions.pdn"
    file.write_text(
        '[GameType "21"]\n[FEN "W:W32:B1"] *\n\n[White "A"] [GameType "21"] *\n\n'
        '[GameType "21"] [FEN "W:W32:B1"] 1. 32-28 *\n',
        encoding="utf-8",
    )
    place = str(tmp_path / "games.base")
    assert run(["base", "import", str(file), "--base", place]) == 0
    found = output(capsys, "find", "--base", place)
    assert isinstance(found, list)
    assert [one["position"] for one in found] == [True, False, False]
    assert run(["base", "find", "--base", place]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert ["(position)" in line for line in lines] == [True, False, False]


def test_a_file_that_was_imported_before_is_told(
    base: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It said "0 games read"."""
    games, other = str(tmp_path / "games.pdn"), tmp_path / "other.pdn"
    capsys.readouterr()
    assert run(["base", "import", games, "--base", base]) == 0
    said = capsys.readouterr().out
    assert said == "2 games, all known already (this file was imported before)\n"
    assert run(["base", "import", games, games, "--base", base]) == 0
    assert (
        "4 games, all known already (these files were imported before)" in capsys.readouterr().out
    )
    other.write_text('[GameType "21"] 1. 9-13 *')
    assert run(["base", "import", games, str(other), "--base", base]) == 0
    said = capsys.readouterr().out
    assert (
        "3 games read: 1 added, 2 known already" in said and "games.pdn was imported before" in said
    )


def test_what_became_of_copies_is_told(
    base: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "notes.pdn"
    file.write_text(GAMES.replace("2. 8-11 1-0", "2. 8-11 {good} 1-0"))
    capsys.readouterr()
    assert run(["base", "import", str(file), "--base", base]) == 0
    said = capsys.readouterr()
    assert "2 games read: 0 added, 1 known already" in said.out
    assert "1 took the place of known ones" in said.out
    assert "notes.pdn:1: Says more than game 1, and has taken its place" in said.err
    file.write_text(GAMES.replace("2. 8-11 1-0", "2. 8-11 {bad} 1-0"))
    assert run(["base", "import", str(file), "--base", base, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["added"], said["duplicates"], said["beside"]) == (1, 1, 1)
    assert said["notes"][0]["line"] == 1 and "{bad}" in said["notes"][0]["text"]


def test_the_game_can_be_said_where_a_file_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, place = tmp_path / "positions.pdn", str(tmp_path / "games.base")
    file.write_text('[FEN "W:W24,23,22,21:B4,3,2,1"] *')
    assert run(["base", "import", str(file), "--base", place, "--variant", "italian"]) == 0
    assert [one["variant"] for one in output(capsys, "find", "--base", place)] == ["italian"]  # type: ignore[attr-defined]


def test_the_game_that_is_meant_is_the_one_the_database_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was English draughts, whatever was in it."""
    file, place = tmp_path / "games.pdn", str(tmp_path / "games.base")
    file.write_text('[GameType "25"] 1. c3-d4 d6-c5 *')
    assert run(["base", "import", str(file), "--base", place]) == 0
    tree = output(capsys, "tree", "--base", place)
    assert isinstance(tree, dict) and tree["moves"][0]["move"] == "c3-d4"
    assert output(capsys, "find", "--base", place, "--moves", "c3-d4")
    file.write_text('[GameType "20"] 1. 32-28 *')
    assert run(["base", "import", str(file), "--base", place]) == 0
    capsys.readouterr()
    assert run(["base", "tree", "--base", place]) == 2
    assert "the database holds international, russian" in capsys.readouterr().err
    file.write_text('[GameType "21"] 1. 11-15 *')
    assert run(["base", "import", str(file), "--base", place]) == 0
    tree = output(capsys, "tree", "--base", place)
    assert isinstance(tree, dict) and tree["moves"][0]["move"] == "11-15"


def test_names_are_found_in_any_order_and_whole_ones_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = [
        ("Carlos Lostau", "A"),
        ("Łoś, Paweł", "Sørensen, Đuro"),
        ("Ton Nowak", "Müller, Jürgen"),
    ]
    pairs += [("Nowak, Ton", "Los"), ("Nowakowski, Anton", "D'Almeida"), ("Æsir Œuf", "Strauß")]
    file, place = tmp_path / "games.pdn", str(tmp_path / "games.base")
    texts = [
        f'[White "{white}"] [Black "{black}"] [Round "{n}"] [GameType "21"] 1. 11-15 *'
        for n, (white, black) in enumerate(pairs)
    ]
    file.write_text("\n".join(texts), encoding="utf-8")
    assert run(["base", "import", str(file), "--base", place]) == 0

    def find(player: str, *more: str) -> list[int]:
        games = output(capsys, "find", "--base", place, "--player", player, *more)
        assert isinstance(games, list)
        return [game["id"] for game in games]

    assert find("los") == [4, 2, 1]  # the whole name, a whole word of it, parts
    assert find("los", "--moves", "11-15") == [4, 2, 1]
    assert find("sorensen") == find("Sörensen") == find("SOERENSEN") == [2]
    assert find("duro") == [2]
    assert find("nowak ton") == find("Ton Nowak") == [3, 4, 5]
    assert find("mueller") == find("muller") == find("JÜRGEN MÜLLER") == [3]
    assert find("dalmeida") == find("Dalmeida") == [5]
    assert find("aesir oeuf") == find("strauss") == [6]


TWICE = """[White "WR Fraser"] [Black "Tinsley"] [GameType "21"] [Event "Book 1"]
1. 11-15 24-20 2. 8-11 23-19 1-0

[White "Fraser"] [Black "Tinsley"] [GameType "21"] [Event "Book 2"]
1. 11-15 24-20 2. 8-11 23-19 {exact} 1-0

[White "Anna"] [Black "Bert"] [GameType "21"] 1. 9-14 24-20 2. 5-9 28-24 *
"""


@pytest.fixture
def double_base(tmp_path: Path) -> str:
    (tmp_path / "twice.pdn").write_text(TWICE)
    place = str(tmp_path / "twice.base")
    assert run(["base", "import", str(tmp_path / "twice.pdn"), "--base", place]) == 0
    return place


def test_duplicates_are_listed_with_the_reason(
    double_base: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert run(["base", "duplicates", "--base", double_base]) == 1  # twenty plies are equal nowhere
    assert capsys.readouterr().out == "0 pairs\n"
    assert run(["base", "duplicates", "--base", double_base, "--plies", "4"]) == 0
    first, count = capsys.readouterr().out.splitlines()
    assert first.split()[:2] == ["1", "2"] and count == "1 pair"
    assert "all 4 plies are equal; white: WR Fraser / Fraser; event: Book 1 / Book 2" in first
    found = output(capsys, "duplicates", "--base", double_base, "--plies", "4")
    assert isinstance(found, list)
    assert (found[0]["one"], found[0]["other"], found[0]["plies"]) == (1, 2, 4)
    assert found[0]["why"][-1] == "the second has notes of its own"


def test_duplicates_are_merged_or_removed_where_it_is_said(
    double_base: str, capsys: pytest.CaptureFixture[str]
) -> None:
    plies = ["--base", double_base, "--plies", "4"]
    for wrong in (["--remove", "3"], ["--merge", "1,3"], ["--merge", "1"], ["--remove", "9"]):
        assert run(["base", "duplicates", *plies, *wrong]) == 2
    assert run(["base", "duplicates", *plies, "--merge", "1,2", "--remove", "1"]) == 2
    capsys.readouterr()
    assert run(["base", "duplicates", *plies, "--merge", "1,2"]) == 0
    said = capsys.readouterr().out
    assert said == '2 is merged into 1; it said also [White "Fraser"]; [Event "Book 2"]\n'
    assert run(["base", "find", "--base", double_base, "--pdn"]) == 0
    out = capsys.readouterr().out
    assert "{exact}" in out and out.count("[White ") == 2


def test_what_is_removed_is_printed(double_base: str, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    plies = ["--base", double_base, "--plies", "4"]
    assert run(["base", "duplicates", *plies, "--remove", "2"]) == 0
    out = capsys.readouterr().out
    assert '[Event "Book 2"]' in out and "{exact}" in out
    assert run(["base", "duplicates", *plies]) == 1


def test_players_are_listed_merged_and_parted(
    double_base: str, capsys: pytest.CaptureFixture[str]
) -> None:
    players = output(capsys, "players", "--base", double_base)
    assert isinstance(players, list)
    assert {"name": "Tinsley", "games": 2, "merged": []} in players
    assert run(["base", "players", "--base", double_base, "--alike"]) == 0
    assert "1  Fraser  =  1  WR Fraser  a part of it" in capsys.readouterr().out
    assert run(["base", "players", "merge", "--base", double_base, "WR Fraser", "Fraser"]) == 0
    assert "1 game is told under WR Fraser" in capsys.readouterr().out
    assert run(["base", "players", "--base", double_base]) == 0
    assert "      2  WR Fraser  (Fraser)" in capsys.readouterr().out
    assert run(["base", "players", "merge", "--base", double_base, "WR Fraser", "fraser"]) == 2
    assert "no player is called 'fraser', in so many letters" in capsys.readouterr().err
    assert run(["base", "players", "split", "--base", double_base, "WR Fraser"]) == 0
    assert "Fraser is told under this name again" in capsys.readouterr().out
    assert run(["base", "players", "split", "--base", double_base, "WR Fraser"]) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["duplicates"],
        ["duplicates", "--remove", "1"],
        ["duplicates", "--merge", "1,2"],
        ["players"],
        ["players", "merge", "Anna", "Bert"],
        ["players", "split", "Anna"],
    ],
    ids=" ".join,
)
def test_no_database_is_made_to_be_tidied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert run(["base", *arguments, "--base", str(tmp_path / "wrong.base")]) == 2
    assert "there is no such file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
