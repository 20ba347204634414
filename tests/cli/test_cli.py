"""The command line: what the commands print, and how they refuse bad input."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from crownhead import Position
from crownhead.cli.arguments import VariantArgument
from crownhead.cli.command import COMMANDS, prepare_output, root, run
from crownhead.variants import VARIANTS

Run = tuple[int, str, str]


@pytest.fixture
def crownhead(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> object:
    monkeypatch.setenv("CROWNHEAD_HOME", str(tmp_path))

    def call(*arguments: str) -> Run:
        status = run(arguments)
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def process(
    *arguments: str, stdin: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "crownhead.cli", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONUTF8": "1"} | environment,
        timeout=300,
    )


def refusal_of(result: Run) -> str:
    """Return the sentence of a refusal, after checking that there is exactly one."""
    status, out, err = result
    assert (status, out) == (2, "")
    assert err.endswith("\n") and err.count("\n") == 1 and len(err) < 400
    assert "Traceback" not in err
    return err


def test_perft_prints_the_count_alone_on_the_last_line(crownhead) -> None:
    assert crownhead("perft", "english", "6") == (0, "36768\n", "")
    assert crownhead("perft", "international", "0") == (0, "1\n", "")


def test_perft_divide_adds_up(crownhead) -> None:
    _, out, _ = crownhead("perft", "english", "4", "--divide")
    *parts, total = out.split("\n")[:-1]
    assert len(parts) == 7 and total == "1469"
    assert sum(int(line.split()[1]) for line in parts) == 1469


def test_perft_counts_routes(crownhead) -> None:
    fen = "W:WK5:B10,11,19,20,28,29"
    position = Position.from_fen(fen, "international")
    ways = sum(len(position.routes(move)) for move in position.legal_moves)
    _, out, _ = crownhead("perft", "international", "1", "--fen", fen, "--routes")
    assert int(out) == ways == position.perft(1, routes=True)


def test_moves_json_has_one_entry_per_outcome(crownhead) -> None:
    status, out, _ = crownhead("moves", "russian", "--json", "--fen", "W:Wc3:Bd4,d6,b4")
    entries = json.loads(out)
    assert status == 0 and len(entries) == len(
        Position.from_fen("W:Wc3:Bd4,d6,b4", "russian").legal_moves
    )
    for entry in entries:
        assert set(entry) == {"pdn", "from", "to", "captures", "routes", "crowns"}
        assert entry["captures"] == sorted(entry["captures"])
        assert all(r[0] == entry["from"] and r[-1] == entry["to"] for r in entry["routes"])
    assert entries[0]["from"] == 22  # c3 by its number in a FEN


def test_moves_prints_a_move_a_line(crownhead) -> None:
    assert crownhead("moves", "english")[1].splitlines()[:2] == ["9-14", "10-15"]


def test_moves_of_a_position_without_moves_are_none(crownhead) -> None:
    assert crownhead("moves", "english", "--fen", "B:W1:B", "--json") == (0, "[]\n", "")


def test_X_explain_says_legal_or_the_sentence(crownhead) -> None:
    assert crownhead("explain", "english", "11-15") == (0, "legal\n", "")
    assert crownhead("explain", "english", "11-15", "--lang", "de") == (0, "erlaubt\n", "")
    status, out, _ = crownhead("explain", "english", "14-17", "--fen", "B:W18:B14", "--lang", "de")
    assert (status, out) == (1, "Schlagzwang: 14 muss schlagen.\n")
    status, out, _ = crownhead("explain", "english", "14-17", "--fen", "B:W18:B14")
    assert (status, out) == (1, "Capturing is compulsory: 14 must capture.\n")


def test_explain_takes_the_language_of_the_environment(crownhead, monkeypatch) -> None:
    monkeypatch.setenv("LC_MESSAGES", "de_DE.UTF-8")
    assert crownhead("explain", "english", "9-18")[1].startswith("Von 9 nach 18 ist es zu weit")


def test_variants_lists_every_game(crownhead) -> None:
    _, out, _ = crownhead("variants", "--lang", "de")
    assert [line.split()[0] for line in out.splitlines()] == list(VARIANTS)
    assert "Türkische Dame" in out
    records = json.loads(crownhead("variants", "--json")[1])
    assert [record["key"] for record in records] == list(VARIANTS)


def test_bench_prints_a_line_per_game(crownhead) -> None:
    status, out, _ = crownhead("bench", "english", "lite", "--seconds", "0.01")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == ["variant", "english", "lite"]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_has_help(crownhead, command: str) -> None:
    status, out, _ = crownhead(*([command] if command else []), "--help")
    assert status == 0 and out.startswith("Usage: crownhead")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["perft", "chess", "3"], "no game 'chess'"),
        (["moves", "x" * 500], "no game"),
        (["perft", "english", "three"], "'three' is not a valid"),
        (["perft", "english", "-1"], "'-1'"),
        (["perft", "english", "101"], "0<=x<=100"),  # as the library
        (["perft", "english"], "DEPTH"),
        (["moves", "english", "--fen", "W:W31:B99"], "99"),
        (["moves", "english", "--fen", ""], "FEN"),
        (["moves", "english", "--fen", "W" * 100_000], "4000"),
        (["moves", "russian", "--fen", "W:Wj9:B"], "column"),
        (["explain", "english", "11-"], "11-"),
        (["explain", "english", "x" * 300], "200"),
        (["explain", "english", "1" * 150], "1"),
        (["explain", "english", "11-15", "--fen", "nonsense"], "nonsense"),
        (["explain", "english", "11-15", "--lang", "xx"], "xx"),
        (["play", "--load", "/nowhere/game.json"], "/nowhere/game.json"),
        (["play", "--variant", "nope"], "nope"),
        (["play", "--level", "11"], "11"),
        (["play", "--clock", "soon"], "'soon'"),
        (["play", "--house", "unknown"], "unknown"),
        (["play", "--variant", "thai", "--ballot"], "deck"),
        (["play", "--fen", "W:Wx"], "FEN"),
        (["play", "--level", "3", "--friend"], "--friend and --level: give one of them"),
        (["play", "--house", "x", "--variant", "lite"], "--house and --variant: give one"),
        (["play", "--load", "x", "--color", "white"], "--load and --color: give one of them"),
        (["bench", "nope"], "nope"),
        (["nonsense"], "nonsense"),
        (["--nonsense"], "nonsense"),
    ],
)
def test_bad_input_gets_one_sentence_and_status_2(
    crownhead, arguments: list[str], says: str
) -> None:
    assert says in refusal_of(crownhead(*arguments))


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\xfe\x00", b"[" * 100_000, b'"W:W1:B2"'])
def test_a_wrong_file_gets_one_sentence_and_status_2(
    crownhead, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "wrong.json"
    path.write_bytes(content)
    assert "wrong.json" in refusal_of(crownhead("play", "--load", str(path)))
    assert str(tmp_path) in refusal_of(crownhead("play", "--load", str(tmp_path)))


def test_bad_input_is_explained_in_german_too(crownhead, monkeypatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "Das Spiel 'schach' gibt es nicht" in refusal_of(crownhead("moves", "schach"))
    assert "nicht lesbar" in refusal_of(crownhead("moves", "english", "--fen", "W:W31:B99"))
    assert "ist kein Zug" in refusal_of(crownhead("explain", "english", "hallo"))


def test_a_position_with_40_kings_is_answered_at_once() -> None:
    white = ",".join(f"K{n}" for n in range(1, 21))
    black = ",".join(f"K{n}" for n in range(31, 51))
    for variant in ("international", "frisian", "killer"):
        found = process("moves", variant, "--fen", f"W:W{white}:B{black}")
        assert found.returncode in (0, 2), found.stderr
        assert found.returncode == 0 or found.stderr.count("\n") == 1


def test_output_into_a_closed_pipe_ends_quietly() -> None:
    script = f"{sys.executable} -m crownhead.cli variants --json | head -1"
    found = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=300)
    assert found.stderr == ""


def test_ctrl_c_ends_a_long_count() -> None:
    import signal

    # The first move wins at once, what follows the second is never counted to its end.
    counting = ["perft", "english", "40", "--fen", "W:WK8,K15,K23:BK4", "--divide"]
    with subprocess.Popen(
        [sys.executable, "-m", "crownhead.cli", *counting],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"15-11 0\n"
        child.send_signal(signal.SIGINT)
        _, err = child.communicate(timeout=300)
    assert child.returncode == 130 and b"Traceback" not in err


INTERRUPTED_LATER = """
import _thread, sys, threading
from crownhead.cli import main

threading.Timer(1, _thread.interrupt_main).start()
sys.argv = ["crownhead", "analyse", sys.argv[1], "--nodes", "100"]
main()
"""
INTERRUPTED_AT_START = """
import sys
from crownhead.cli import main

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
main()
"""


@pytest.mark.parametrize("_", range(4))
def test_ctrl_c_in_a_search_that_is_left_behind_aborted_the_program(_: int, tmp_path: Path) -> None:
    """Every second time the thread of the search wanted Python's lock at the end: SIGABRT."""
    game = tmp_path / "game.pdn"
    shuffling = " ".join(f"{n}. 1-5 32-27 {n + 1}. 5-1 27-32" for n in range(1, 400, 2))
    game.write_text(f'[GameType "21"] [FEN "B:BK1:WK32"] {shuffling} *\n' * 500, encoding="utf-8")
    command = [sys.executable, "-c", INTERRUPTED_LATER, str(game)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr.strip()) == (130, "")


@pytest.mark.parametrize("module", ["click", "crownhead.cli.extras", "crownhead.locales"])
def test_ctrl_c_while_the_command_is_loaded_is_no_traceback(module: str) -> None:
    command = [sys.executable, "-c", INTERRUPTED_AT_START, module]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "")


def test_rich_and_click_are_imported_only_where_they_are_needed() -> None:
    code = (
        "import sys, crownhead, crownhead.cli; assert 'click' not in sys.modules;"
        "from crownhead.cli.command import run; run(['perft', 'english', '3']);"
        "assert 'rich' not in sys.modules and 'crownhead.game' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr


def test_play_takes_its_set_up_from_the_options(tmp_path: Path) -> None:
    arguments = ["play", "--variant", "english", "--friend", "--plain", "--lang", "de"]
    done = process(*arguments, stdin="11-15\nende\n", CROWNHEAD_HOME=str(tmp_path))
    assert done.returncode == 0 and done.stderr == ""
    assert "Englische Dame, zu zweit" in done.stdout and "Weiß am Zug." in done.stdout
    saved = process(
        "play",
        "--load",
        str(tmp_path / "game.json"),
        stdin="protokoll\nende\n",
        CROWNHEAD_HOME=str(tmp_path / "other"),
        LANG="de",
    )
    assert "1. 11-15" in saved.stdout


def test_play_without_any_input_ends_cleanly(tmp_path: Path) -> None:
    done = process("play", CROWNHEAD_HOME=str(tmp_path))
    assert done.returncode == 0 and "Traceback" not in done.stderr


def test_input_that_is_no_text_does_not_end_the_game(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "crownhead.cli", "play", "--variant", "english", "--friend"],
        input=b"\xff\xfe\x00\n11-15\nende\n",
        capture_output=True,
        env=os.environ | {"CROWNHEAD_HOME": str(tmp_path), "LC_ALL": "C", "PYTHONUTF8": "0"},
        timeout=300,
    )
    assert done.returncode == 0 and b"Traceback" not in done.stderr
    assert b"White to move." in done.stdout


def all_commands(
    command: click.Command, *words: str
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command that does something, with the words that call it."""
    if not isinstance(command, click.Group):
        yield words, command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        assert found is not None
        yield from all_commands(found, *words, name)


def test_every_command_that_takes_a_game_knows_what_a_wrong_name_means(crownhead) -> None:
    asked = 0
    for words, command in all_commands(root):
        for parameter in command.params:
            if parameter.name == "variant":
                asked += 1
                assert isinstance(parameter.type, VariantArgument), words
    assert asked > 15
    for arguments in (
        ["perft", "englsh", "3"],
        ["svg", "englsh"],
        ["hub", "--variant", "englsh"],
        ["endgame", "stats", "englsh", "3"],
        ["arena", "a", "b", "--pdn", "x", "--variant", "englsh"],
    ):
        assert "did you mean 'english'?" in refusal_of(crownhead(*arguments))
    assert "meinst du 'Dame'?" in process("perft", "damee", "3", LANG="de").stderr
    assert "english, international" in refusal_of(crownhead("moves", "chess"))


RUSSIAN = "Русские шашки"


@pytest.mark.parametrize(
    ("windows", "environment", "said"),
    [(True, {}, RUSSIAN), (True, {"PYTHONIOENCODING": "cp1252"}, "??????? ?????")]
    + [(False, {}, "??????? ?????")],
)
def test_signs_that_an_output_cannot_say(
    windows: bool, environment: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    held = io.BytesIO()
    stream = io.TextIOWrapper(held, encoding="cp1252")
    prepare_output(stream, windows)
    stream.write(RUSSIAN)
    stream.flush()
    assert held.getvalue().decode() == said


def test_an_output_that_says_all_signs_stays_as_it_is() -> None:
    """One that was a file before it became a pipe cannot be reconfigured."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding="UTF8")
    prepare_output(stream, windows=False)
    assert stream.errors == "strict"


def test_an_output_that_lacks_signs_is_no_fault() -> None:
    done = process("variants", PYTHONIOENCODING="iso8859-2", LANG="ru_RU.UTF-8")
    assert done.returncode == 0 and not done.stderr
    assert "?????" in done.stdout and len(done.stdout.splitlines()) == len(VARIANTS)


def call_with(streams: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command by a shell that closes or redirects streams."""
    command = shlex.join([sys.executable, "-m", "crownhead.cli", *arguments])
    return subprocess.run(
        ["sh", "-c", f"{command} {streams}"], capture_output=True, text=True, timeout=300
    )


@pytest.mark.parametrize(
    ("streams", "arguments", "status"),
    [
        (">&-", ("variants",), 0),
        (">&-", ("pdn",), 2),
        ("2>&-", ("nonsense",), 2),
        ("<&-", ("hub",), 0),
        ("<&-", ("pdn", "check", "-"), 0),
        ("<&- >&- 2>&-", ("moves", "english"), 0),
    ],
)
def test_a_closed_stream_is_no_traceback(
    streams: str, arguments: tuple[str, ...], status: int
) -> None:
    done = call_with(streams, *arguments)
    assert (done.returncode, "Traceback" in done.stderr) == (status, False), done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="has no disk that is always full")
@pytest.mark.parametrize("arguments", [("pdn",), ("variants",), ("--help",), ("moves", "english")])
def test_output_to_a_full_disk_is_refused_in_one_sentence(arguments: tuple[str, ...]) -> None:
    done = call_with("> /dev/full", *arguments)
    assert (done.returncode, done.stderr) == (2, "crownhead: No space left on device\n")
    assert call_with("2> /dev/full", "nonsense").returncode == 2


def test_help_that_nobody_reads_to_its_end_is_no_traceback() -> None:
    """Help for a group without a command was written where errors are told."""
    done = call_with("| sleep 0", "pdn")
    assert "Traceback" not in done.stderr


def test_a_closed_stream_gives_its_number_to_no_file(tmp_path: Path) -> None:
    """What was written to a closed standard output could come to stand in a file opened later."""
    games = tmp_path / "games.pdn"
    games.write_text('[GameType "21"] 1. 11-15 *', encoding="utf-8")
    base = tmp_path / "games.base"
    done = call_with(">&-", "base", "import", str(games), "--base", str(base))
    assert done.returncode == 0, done.stderr
    found = call_with("", "base", "find", "--base", str(base), "--json")
    assert found.returncode == 0 and len(json.loads(found.stdout)) == 1
