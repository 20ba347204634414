"""`crownhead pdn`: check, convert and search."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pexpect
import pytest

from crownhead.cli.command import run

GAMES = """[Event "Club"]
[White "Müller, A."]
[Black "Smit"]
[GameType "20"]
[Result "1-0"]

1. 32-28 19-23 2. 28x19 14x23 1-0

[Event "Open"]
[White "Bert"]
[Black "Müller, B."]
[GameType "25"]
[Result "0-1"]
1. c3-d4 d6-c5 2. b2-c3 0-1
"""
FAULTY = '[GameType "21"]\n1. 11-15 22-18 2. 9-13 *\n[GameType "41"] 1. a3-b4 *\n'

Run = tuple[int, str, str]


@pytest.fixture
def pdn(capsysbinary: pytest.CaptureFixture[bytes]) -> object:
    def call(*arguments: object) -> Run:
        status = run(["pdn", *map(str, arguments)])
        said = capsysbinary.readouterr()
        return status, said.out.decode(), said.err.decode()

    return call


@pytest.fixture
def good_file(tmp_path: Path) -> Path:
    path = tmp_path / "good.pdn"
    path.write_text(GAMES, encoding="utf-8")
    return path


@pytest.fixture
def bad_file(tmp_path: Path) -> Path:
    path = tmp_path / "bad.pdn"
    path.write_text(FAULTY, encoding="utf-8")
    return path


def process(*arguments: object, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "crownhead.cli", "pdn", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=300)


def test_check_says_where_and_what_and_counts(pdn, good_file: Path, bad_file: Path) -> None:
    assert pdn("check", good_file) == (0, "2 games read, 2 without error.\n", "")
    assert pdn("check", good_file, bad_file) == (
        1,
        f"{bad_file}:2:19: '9-13' is not legal for Black: "
        "Capturing is compulsory: 15 must capture\n"
        f"{bad_file}:3:1: GameType 41 is spantsiretti, which crownhead does not play\n"
        "4 games read, 2 without error.\n",
        "",
    )
    status, out, _ = pdn("check", good_file, "--lang", "de")
    assert (status, out) == (0, "2 Partien gelesen, 2 ohne Fehler.\n")


def test_check_tells_random_bytes_in_one_line_and_goes_on(
    pdn, good_file: Path, tmp_path: Path
) -> None:
    noise = tmp_path / "rand.bin"
    noise.write_bytes(random.Random(1).randbytes(5000))
    status, out, err = pdn("check", noise, good_file)
    assert out == f"{noise}:1:1: This is not text\n2 games read, 2 without error.\n"
    assert (status, err) == (1, "")


def test_check_tells_oddities_where_it_is_asked(pdn, tmp_path: Path) -> None:
    file = tmp_path / "odd.pdn"
    file.write_text('[GameType "21"]\n[Empty]\n1. 11x15 24-20 *')
    status, out, _ = pdn("check", "--warnings", file)
    assert status == 0 and out.splitlines() == [
        f"{file}:2:1: Tag '[Empty]' says nothing and is left out",
        f"{file}:3:4: '11x15' captures nothing; it is read as a plain move",
        "1 game read, 1 without error.",
    ]
    assert pdn("check", file)[1] == "1 game read, 1 without error.\n"


def test_the_game_can_be_told(pdn, tmp_path: Path) -> None:
    """Nothing in CheckerBoard's own file of Italian positions says that it is Italian."""
    file = tmp_path / "italian.pdn"
    file.write_text('[FEN "W:WK24,23:B4,3"] *')
    assert '[GameType "21"]' in pdn("convert", file)[1]
    assert pdn("check", "--variant", "italian", file)[:2] == (0, "1 game read, 1 without error.\n")
    status, out, _ = pdn("convert", "--variant", "italian", file)
    assert status == 0 and '[GameType "22"]' in out


FIRST = """[Black "Ann"]
[White "Bo"]
[Result "1-0"]
[GameType "21"]
[FEN "B:W22:B18,1"]
1. 18x25 1-0
"""


def test_check_and_convert_say_whose_points_stand_first(pdn, tmp_path: Path) -> None:
    file = tmp_path / "first.pdn"
    file.write_text(FIRST)
    said = f"{file}: “1-0” is read as a win for Black, who begins: the one game that can show it"
    assert pdn("check", file)[1].startswith(said)
    status, out, err = pdn("convert", file)
    assert (status, '[Result "0-1"]' in out, err.startswith(said)) == (0, True, True)
    status, out, err = pdn("convert", "--results", "white", file)
    assert (status, '[Result "1-0"]' in out, err) == (0, True, "")
    assert pdn("search", "--result", "0-1", "--count", file)[:2] == (0, "1\n")
    assert pdn("search", "--result", "1-0", "--count", file)[:2] == (1, "0\n")
    file.write_text(FIRST.replace("1-0", "0-1"))
    assert "is read as a win for White: the one game" in pdn("check", file)[1]
    file.write_text(FIRST.replace("[FEN", "[NoFEN").replace("18x25", "11-15"))
    assert "the games do not show what is meant" in pdn("check", file)[1]


def test_convert_writes_the_capture_sign_that_a_reader_knows(pdn, tmp_path: Path) -> None:
    file = tmp_path / "russian.pdn"
    file.write_text('[GameType "25"] [FEN "W:Wc3:Bd4,h8"] 1. c3:e5 *')
    assert "c3:e5" in pdn("convert", file)[1]
    assert "c3xe5" in pdn("convert", "--capture", "x", file)[1]


def test_check_reads_standard_input(good_file: Path) -> None:
    done = process("check", "-", stdin=GAMES.encode("latin-1"))
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        b"2 games read, 2 without error.\n",
        b"",
    )


@pytest.mark.parametrize("name", ["check", "convert", "search"])
def test_a_file_that_is_not_there_is_refused_in_one_sentence(pdn, name: str) -> None:
    status, out, err = pdn(name, "/no/such/file.pdn")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1 and "/no/such/file.pdn" in err


def test_an_unknown_encoding_is_refused(pdn, good_file: Path) -> None:
    assert pdn("check", good_file, "--encoding", "klingon") == (
        2,
        "",
        "crownhead: Encoding 'klingon' is not known.\n",
    )


def test_convert_writes_games_in_good_order(pdn, good_file: Path, tmp_path: Path) -> None:
    status, out, err = pdn("convert", good_file)
    assert (status, err) == (0, "")
    assert out.startswith('[Event "Club"]\n[White "Müller, A."]\n[Black "Smit"]\n[Result "2-0"]\n')
    target = tmp_path / "new.pdn"
    assert pdn("convert", good_file, "-o", target) == (0, "", "")
    assert target.read_text(encoding="utf-8") == out
    assert pdn("convert", target, "-o", target) == (0, "", "")
    assert target.read_text(encoding="utf-8") == out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.pdn", "new.pdn"]


def test_convert_makes_json_and_fen(pdn, good_file: Path) -> None:
    status, out, err = pdn("convert", good_file, "--to", "json")
    first, second = map(json.loads, out.splitlines())
    assert first["moves"] == ["32-28", "19-23", "28x19", "14x23"]
    assert (first["variant"], first["result"], first["errors"]) == ("international", "2-0", [])
    assert second["tags"]["Black"] == "Müller, B."
    status, out, err = pdn("convert", good_file, "--to", "fen")
    assert (status, err) == (0, "")
    assert out.splitlines()[0].startswith("W:W31,33,34,35")
    assert out.splitlines()[1].startswith("B:Wd4,")


def test_convert_tells_of_errors_and_loses_nothing(pdn, bad_file: Path) -> None:
    status, out, err = pdn("convert", bad_file)
    assert status == 1
    assert err.splitlines()[0].startswith(f"{bad_file}:2:19: '9-13' is not legal")
    assert "1. 11-15 22-18 {unread: 2. 9-13} *" in out
    assert "{unread: 1. a3-b4} *" in out


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (("--player", "müller"), "AB"),
        (("--player", "bert"), "B"),
        (("--event", "club"), "A"),
        (("--result", "2-0"), "A"),
        (("--result", "0-1"), "B"),
        (("--result", "1/2-1/2"), ""),
        (("--variant", "russian"), "B"),
        (("--variant", "english"), ""),
        (("--player", "Müller", "--event", "Open"), "B"),
        (("--player", "MUELLER"), "AB"),
        (("--fen", "W:Wa1,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2,d4:B1-12"), ""),
        (("--fen", "B:Wa1,a3,b2,c1,d2,d4,e1,e3,f2,g1,g3,h2:B1-12"), "B"),
        (("--fen", "W:W31-50:B1-20"), "A"),
        (("--fen", "W:W31-50:B1-20", "--variant", "international", "--result", "1-0"), "A"),
    ],
)
def test_search_finds_by_tags_and_positions(
    pdn, good_file: Path, options: tuple[str, ...], found: str
) -> None:
    games = dict(zip("AB", GAMES.split("\n\n[Event"), strict=False))
    status, out, err = pdn("search", good_file, *options)
    assert (status, err) == (0 if found else 1, "")
    assert out.count("[Event") == len(found)
    for name in found:
        assert games[name].splitlines()[-1] in out
    assert pdn("search", good_file, *options, "--count") == (status, f"{len(found)}\n", "")


def test_search_reads_the_game_where_a_tag_is_missing(pdn, tmp_path: Path) -> None:
    path = tmp_path / "bare.pdn"
    path.write_text("1. 32-28 2-0\n1. 32-28 0-2\n1. 11-15 1-0\n")
    assert pdn("search", path, "--result", "1-0", "--count") == (0, "2\n", "")
    assert pdn("search", path, "--variant", "international", "--count") == (0, "2\n", "")


def test_search_finds_names_in_any_order_and_without_accents(pdn, tmp_path: Path) -> None:
    path = tmp_path / "names.pdn"
    path.write_text('[White "Łoś, Paweł"] [Black "Sørensen, Đuro"] 1. 11-15 *', encoding="utf-8")
    for name in ("pawel los", "los", "duro sorensen", "SOERENSEN"):
        assert pdn("search", path, "--player", name, "--count") == (0, "1\n", "")
    assert pdn("search", path, "--player", "pawel sorensen", "--count") == (1, "0\n", "")


def test_search_refuses_a_fen_that_no_game_has(pdn, good_file: Path) -> None:
    for options in (("--fen", "nonsense"), ("--fen", "W:W99:B", "--variant", "english")):
        status, out, err = pdn("search", good_file, *options)
        assert (status, out, err.count("\n")) == (2, "", 1)
    assert "longer than 4000" in pdn("search", good_file, "--fen", "W" * 5000)[2]


def test_a_reader_that_goes_away_is_no_error(good_file: Path) -> None:
    shell = f'"{sys.executable}" -m crownhead.cli pdn convert "{good_file}" | head -c 1'
    done = subprocess.run(shell, shell=True, capture_output=True, timeout=300)
    assert done.stderr == b""


@pytest.fixture
def long_file(tmp_path: Path) -> Path:
    path = tmp_path / "long.pdn"
    path.write_text(GAMES * 60_000, encoding="utf-8")
    return path


def test_progress_is_shown_on_a_terminal_and_ctrl_c_ends_cleanly(long_file: Path) -> None:
    target = long_file.with_name("out.pdn")
    command = ["-m", "crownhead.cli", "pdn", "convert", str(long_file), "-o", str(target)]
    child = pexpect.spawn(sys.executable, command, encoding="utf-8", timeout=300)
    child.expect("Reading long.pdn")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert "Traceback" not in (child.before or "")
    assert [path.name for path in long_file.parent.iterdir()] == ["long.pdn"]


def reads(pid: int, path: Path) -> bool:
    """Return whether a process has opened a file; True where nobody can tell but by waiting."""
    held = Path(f"/proc/{pid}/fd")
    if not held.exists():
        time.sleep(2)
        return True
    with suppress(OSError):
        return any(os.path.realpath(each) == str(path.resolve()) for each in held.iterdir())
    return False


def test_an_interrupted_check_ends_at_once(long_file: Path) -> None:
    command = [sys.executable, "-m", "crownhead.cli", "pdn", "check", str(long_file)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not reads(child.pid, long_file):
        assert child.poll() is None
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=300)
    assert (child.returncode, out, err.strip()) == (130, b"", b"")
