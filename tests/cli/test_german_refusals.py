"""What is refused under `--lang de` is refused in German: the sentence and what it says in detail.

What the operating system says of its files stays in the system's language.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from crownhead import Game
from crownhead.cli.command import run

Refuse = Callable[..., str]
MATCH = ("arena", "match", "builtin:nodes=20", "builtin:nodes=10", "--games", "2")
UNREADABLE = "ist nicht lesbar: dieses Feld gibt es auf dem Brett nicht"


@pytest.fixture
def refuse(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Refuse:
    """Run a command in German, in a folder of its own, and return what it says of errors."""
    monkeypatch.setenv("CROWNHEAD_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)

    def refuse(*arguments: str, status: int = 2) -> str:
        assert run([*arguments, "--lang", "de"]) == status
        return capsys.readouterr().err

    return refuse


@pytest.fixture
def bad_fen(tmp_path: Path) -> str:
    """Return a PDN file whose only game has a FEN that cannot be read."""
    path = tmp_path / "bad.pdn"
    path.write_text('[GameType "21"]\n[FEN "W:Wxx:B1"]\n\n1. 11-15 *\n', encoding="utf-8")
    return str(path)


def test_a_bad_fen_in_a_file_is_refused_as_one_given_directly(
    refuse: Refuse, bad_fen: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = f"Die FEN 'W:Wxx:B1' {UNREADABLE}"
    assert run(["pdn", "check", bad_fen, "--lang", "de"]) == 1
    assert capsys.readouterr().out.splitlines()[0] == f"{bad_fen}:2:10: {said}"
    assert run(["pdn", "check", bad_fen, "--json", "--lang", "de"]) == 1
    (fault,) = json.loads(capsys.readouterr().out)["files"][0]["faults"]
    assert fault["message"] == said
    assert refuse("pdn", "convert", bad_fen, status=1) == f"{bad_fen}:2:10: {said}\n"
    assert refuse("analyse", bad_fen, "--nodes", "100", status=1) == f"{bad_fen}:2:10: {said}\n"
    assert f"in Zeile 2, Spalte 10 nicht lesbar: {said}." in refuse("svg", "--pdn", bad_fen)
    openings = refuse(*MATCH, "--pdn", "m.pdn", "--openings", f"pdn:{bad_fen}")
    assert "Eröffnungen: " in openings and UNREADABLE in openings
    given = refuse("explain", "english", "11-15", "--fen", "W:Wxx:B1")
    assert "an Stelle 4 nicht lesbar: dieses Feld gibt es auf dem Brett nicht." in given


def test_a_bad_set_up_in_the_moves_of_a_file_is_said_in_german(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "set-up.pdn"
    path.write_text('[GameType "21"]\n1. 11-15 /FEN "W:Wxx:B"/ *\n', encoding="utf-8")
    assert run(["pdn", "check", str(path), "--lang", "de"]) == 1
    said = "Die Stellung '/FEN \"W:Wxx:B\"/' ist nicht lesbar: dieses Feld gibt es"
    assert said in capsys.readouterr().out


def test_a_bad_fen_in_a_stored_set_up_is_refused_in_german(refuse: Refuse, tmp_path: Path) -> None:
    game = json.loads(Game("english").to_json())
    game["setup"]["start"] = "W:Wxx:B1"
    table = {
        "format": "crownhead-table",
        "version": 1,
        "person": None,
        "clock_at": 0,
        "number": 0,
        "plan": {"variant": "english", "fen": "W:Wxx:B1"},
        "game": game,
    }
    path = tmp_path / "saved.json"
    path.write_text(json.dumps(table), encoding="utf-8")
    said = refuse("play", "--load", str(path))
    assert "Nach den Vorgaben lässt sich nicht spielen (dieses Feld gibt es" in said, said


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("endgame probe english W:WK1,K2,K3,K4,K5:BK31,K32,K30", "gehen bis"),
        ("endgame probe thai W:WK1:BK31 --dir .", "thai-2.endgame ist zu kurz für eine"),
        ("endgame build ghanaian 2 --dir .", "nur für Spiele, die bis zum letzten Stein gehen."),
        ("endgame build rusian 3", "Das Spiel 'rusian' gibt es nicht; meinst du 'russian'?"),
        ("explain english 99", "'99' ist kein Zug"),
        ("explain english 11-15 --fen W:Wxx:B", "nicht lesbar"),
        ("analyse empty.pdn", "empty.pdn: In diesem Text steht keine Partie"),
        ("svg english --moves 11-99", "'11-99' ist kein Zug"),
        ("compose sheet empty.pdn -o nowhere/a.html", "lässt sich keine Datei schreiben"),
        ("compose sheet none.fen -o a.html", "none.fen: FENs sagen nicht, zu welchem Spiel"),
        ("compose sheet stuck.pdn -o a.html", "Eine Seite hat keinen Stein"),
        ("dxp", "Gib entweder --listen oder --connect an."),
        ("dxp --connect :x", "':x' ist nicht RECHNER oder RECHNER:PORT."),
        ("dxp --listen --fen W:W:B1 --variant english", "In dieser Stellung kann niemand ziehen."),
        ("play --load empty.pdn", "empty.pdn ist kein JSON"),
        ("play --load list.json", "list.json enthält kein Objekt"),
        ("play --load object.json", "Das ist keine gespeicherte Partie von crownhead"),
        ("base find --base none.db", "Die Datenbank none.db gibt es nicht"),
        ("event print none.event pairings", "Diese Datei gibt es nicht"),
        ("event print none.event pairings --fees", "--fees gilt nur für"),
        ("arena show empty.pdn", "empty.pdn enthält keine Partien eines Wettkampfs"),
        ("arena rate empty.pdn", "empty.pdn enthält keine Partien eines Wettkampfs"),
        ("arena match nonsense builtin --pdn m.pdn", "'nonsense' ist kein Programm"),
        ("arena match builtin:levle=3 builtin --pdn m.pdn", "meinst du 'level'?"),
        ("arena match builtin:level=x builtin --pdn m.pdn", "level='x' ist keine ganze Zahl"),
        ("arena match builtin builtin --pdn m.pdn --limit foo", "Grenze: 'foo' ist nicht"),
        ("arena match builtin builtin --pdn m.pdn --games 3", "Die Zahl muss gerade sein"),
        ("arena match builtin builtin --pdn m.pdn --openings foo", "Eröffnungen: 'foo' ist nicht"),
        ("arena match builtin builtin --pdn m.pdn --openings random:plies=0", "in ihren Grenzen"),
        ("arena match builtin builtin --pdn m.pdn --openings fen:bad.fen", "Zeile 1"),
        ("arena match builtin builtin --pdn m.pdn --draw 5", "Abbruch, draw: '5' ist nicht"),
        ("arena match builtin builtin --pdn m.pdn --limit nodes=0", "nicht größer als 0"),
    ],
)
def test_what_is_refused_is_said_in_german(
    refuse: Refuse, tmp_path: Path, command: str, said: str
) -> None:
    texts = {
        "empty.pdn": "\n",
        "none.fen": "W:W1:B2\n",
        "bad.fen": "W:Wxx:B\n",
        "stuck.pdn": '[GameType "21"]\n[FEN "W:W18:B"]\n*\n',
        "list.json": "[]",
        "object.json": "{}",
        "thai-2.endgame": "",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    told = refuse(*command.split())
    assert said in told, told


@pytest.mark.parametrize("text", ["", "[]", "{}"])
def test_a_saved_game_that_is_none_was_named_twice(
    refuse: Refuse, tmp_path: Path, text: str
) -> None:
    path = tmp_path / "saved.json"
    path.write_text(text, encoding="utf-8")
    told = refuse("play", "--load", str(path))
    assert told.count("saved.json") == 1 and str(path) in told, told
