"""What holds for every command: `--variant`, `--json`, and what was probably meant."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from crownhead import VARIANTS, Position, Variant
from crownhead.cli.arguments import VariantCommand
from crownhead.cli.command import COMMANDS, root, run
from crownhead.puzzles.sets import SHIPPED

Call = Callable[..., tuple[int, str, str]]
FEN = "W:W18:B1"


@pytest.fixture
def call(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Call:
    monkeypatch.setenv("CROWNHEAD_HOME", str(tmp_path / "home"))

    def call(*arguments: str) -> tuple[int, str, str]:
        status = run(arguments)
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def commands(
    group: click.Group = root, *before: str
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert found is not None
        if isinstance(found, click.Group):
            yield from commands(found, *before, name)
        yield (*before, name), found


def test_every_command_that_takes_a_game_takes_it_as_an_option() -> None:
    asked = 0
    for words, command in commands():
        names = [p.name for p in command.params if p.name == "variant"]
        if not names:
            continue
        asked += 1
        options = [o for p in command.params if isinstance(p, click.Option) for o in p.opts]
        assert "--variant" in options, words
    assert asked > 25


@pytest.mark.parametrize(
    ("named", "placed"),
    [
        ("perft --variant russian 4", "perft russian 4"),
        ("perft 4 --variant=russian", "perft russian 4"),
        ("moves --variant russian", "moves russian"),
        ("explain c3-d4 --variant russian", "explain russian c3-d4"),
        ("svg --variant turkish", "svg turkish"),
        ("endgame stats 3 --variant english", "endgame stats english 3"),
        ("puzzle list --variant russian --json", "puzzle list russian --json"),
        ("perft --variant dame 3", "perft lite 3"),
    ],
)
def test_the_option_says_what_the_argument_says(call: Call, named: str, placed: str) -> None:
    found = call(*named.split())
    assert found == call(*placed.split()) and found[0] == 0


def test_a_game_is_said_once_and_known(call: Call) -> None:
    status, out, err = call("perft", "--variant", "russian", "english", "3")
    assert (status, out) == (2, "") and err.count("\n") == 1
    status, _, err = call("perft", "--variant", "rusian", "3")
    assert status == 2 and "did you mean 'russian'?" in err
    status, _, err = call("perft", "3", "--variant")
    assert status == 2 and "--variant" in err
    status, out, _ = call("explain", "russian", "--", "--variant")
    assert status == 2 and out == ""


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("pref english 3", "perft"),
        ("perft english 3 --fne x", "--fen"),
        ("endgame biuld english 3", "build"),
        ("arena gauntlt a b", "gauntlet"),
        ("pdn chek x", "check"),
        ("train slefplay x", "selfplay"),
        ("perft --varient english 3", "--variant"),
        ("puzzle list english --theme sht", "shot"),
        ("pdn convert x --to jsn", "json"),
        ("ballots show english-3mov", "english-3move"),
        ("event new x --format swis", "swiss"),
    ],
)
def test_what_was_probably_meant_is_told(call: Call, wrong: str, meant: str) -> None:
    status, out, err = call(*wrong.split())
    assert (status, out) == (2, "") and err.count("\n") == 1
    assert "Did you mean" in err and f"'{meant}'" in err


def test_every_command_with_the_argument_is_of_the_kind_that_takes_the_option() -> None:
    for words, command in commands():
        arguments = [p.name for p in command.params if isinstance(p, click.Argument)]
        assert isinstance(command, VariantCommand) == ("variant" in arguments), words
    assert set(COMMANDS) <= {words[0] for words, _ in commands()}


def test_perft_as_json(call: Call) -> None:
    found = json.loads(call("perft", "english", "4", "--json", "--divide")[1])
    assert found["nodes"] == 1469 == sum(found["divide"].values())
    assert (found["variant"], found["depth"], found["routes"]) == ("english", 4, False)
    assert found["fen"] == Position.initial("english").fen()
    assert json.loads(call("perft", "english", "0", "--json")[1])["nodes"] == 1


def test_explain_as_json(call: Call) -> None:
    status, out, _ = call("explain", "english", "18-14", "--fen", FEN, "--json")
    found = json.loads(out)
    assert status == 0 and found["legal"] is True and "reason" not in found
    status, out, _ = call("explain", "english", "18-23", "--fen", FEN, "--json")
    found = json.loads(out)
    assert status == 1 and found["legal"] is False
    assert found["reason"]["code"] == "man_moves_forward" and found["sentence"]


def test_bench_as_json(call: Call) -> None:
    found = json.loads(call("bench", "english", "russian", "--seconds", "0.01", "--json")[1])
    assert [each["variant"] for each in found] == ["english", "russian"]
    for each in found:
        expected = Position.initial(each["variant"]).perft(each["depth"])
        assert each["leaves"] == expected and each["bulk_leaves_per_second"] > 0


def test_a_check_of_files_as_json(call: Call, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.pdn", tmp_path / "bad.pdn"
    good.write_text('[GameType "21"]\n\n1. 11-15 *\n\n[GameType "21"]\n\n1. 11-16 *\n')
    bad.write_text('[GameType "21"]\n\n1. 11-15\n11-15 *\n')
    status, out, err = call("pdn", "check", str(good), str(bad), "--json")
    found = json.loads(out)
    assert (status, err) == (1, "") and (found["games"], found["good"]) == (3, 2)
    first, second = found["files"]
    assert (first["games"], first["faults"]) == (2, []) and second["good"] == 0
    (fault,) = second["faults"]
    assert (fault["game"], fault["line"], fault["column"]) == (1, 4, 1) and fault["message"]
    status, out, _ = call("pdn", "search", str(good), "--json")
    games = [json.loads(line) for line in out.splitlines()]
    assert status == 0 and [game["moves"] for game in games] == [["11-15"], ["11-16"]]
    found = call("pdn", "search", str(good), "--json", "--count")
    assert json.loads(found[1]) == {"games": 2}


def test_a_check_of_puzzles_as_json(call: Call, tmp_path: Path) -> None:
    path = SHIPPED / "english.json"
    command = ("puzzle", "check", "--nodes", "20000", "--sample", "2", "--json")
    status, out, err = call(*command, str(path))
    found = json.loads(out)
    assert (status, err) == (0, "") and (found["checked"], found["wrong"]) == (2, [])
    record = json.loads(path.read_text())
    record["puzzles"] = record["puzzles"][:1]
    record["puzzles"][0]["solution"] = [["22-17"]]
    (tmp_path / "wrong.json").write_text(json.dumps(record))
    status, out, err = call(*command, str(tmp_path / "wrong.json"))
    found = json.loads(out)
    assert (status, err) == (1, "") and found["checked"] == 1
    assert found["wrong"][0]["number"] == 1 and found["wrong"][0]["wrong"]


def test_tables_are_built_and_verified_with_json(call: Call, tmp_path: Path) -> None:
    build = ("endgame", "build", "english", "2", "--dir", str(tmp_path), "--json")
    found = json.loads(call(*build)[1])
    (made,) = found["files"]
    assert not found["complete_before"] and made["pieces"] == 2
    assert made["bytes"] == Path(made["file"]).stat().st_size
    assert made["positions"] == made["win"] + made["draw"] + made["loss"] > 0
    assert json.loads(call(*build)[1])["complete_before"]
    verify = ("endgame", "verify", "english", "2", "--dir", str(tmp_path), "--json")
    status, out, _ = call(*verify)
    found = json.loads(out)
    assert status == 0 and found["right"] and found["findings"]
    damaged = Path(made["file"])
    damaged.write_bytes(damaged.read_bytes()[:-1])
    status, out, _ = call(*verify)
    assert status == 1 and not json.loads(out)["right"]


def test_a_fit_tells_its_losses_as_json(call: Call, tmp_path: Path) -> None:
    games, output = tmp_path / "games", tmp_path / "fitted"
    assert call("train", "selfplay", "--variant", "english", str(games), "--games", "64",
                "--nodes", "20")[0] == 0  # fmt: skip
    status, out, _ = call("train", "fit", str(games), "-o", str(output), "--epochs", "2", "--json")
    found = json.loads(out)
    assert status == 0 and found["variant"] == "english" and output.exists()
    assert [each["pass"] for each in found["losses"]] == [1, 2]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("crownhead ar", {"arena"}),
        ("crownhead perft rus", {"russian"}),
        ("crownhead perft --variant rus", {"russian"}),
        ("crownhead endgame ver", {"verify"}),
        ("crownhead arena gaun", {"gauntlet"}),
        ("crownhead perft russian --div", {"--divide"}),
    ],
)
def test_a_shell_can_complete(
    words: str,
    found: set[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("_CROWNHEAD_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    with pytest.raises(SystemExit) as ended:
        run([])
    lines = capsys.readouterr().out.splitlines()
    assert ended.value.code == 0 and {line.partition(",")[2] for line in lines} == found


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return a file of house rules: English draughts with two rows of men each."""
    ours = Variant.house("Short", VARIANTS["english"].rules.but(men_rows=2))
    path = tmp_path / "short.json"
    path.write_text(json.dumps(ours.to_dict()), encoding="utf-8")
    return path


def test_a_file_of_house_rules_is_a_game(call: Call, house: Path, tmp_path: Path) -> None:
    start = Position.initial(Variant.from_dict(json.loads(house.read_text(encoding="utf-8"))))
    assert call("moves", str(house)) == (0, "\n".join(map(str, start.legal_moves)) + "\n", "")
    assert call("perft", "3", "--variant", str(house))[1].split()[-1] == str(start.perft(3))
    assert call("explain", str(house), "9-14")[1] == "There is no piece on 9.\n"
    assert call("svg", str(house), "-o", str(tmp_path / "start.svg"))[0] == 0
    match = ("arena", "builtin:nodes=20", "builtin:nodes=10", "--games", "2")
    played = str(tmp_path / "match.pdn")
    assert call(*match, "--variant", str(house), "--pdn", played)[0] == 0
    assert call("pdn", "check", played) == (0, "2 games read, 2 without error.\n", "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "Expecting property name"),
        ("[]", "expected an object, found list"),
        ("[" * 50_000, "recursion"),
        ('{"key": "house", "names": {}, "rules": {"men_row": 2}}', "did you mean men_rows?"),
        ('{"key": "house", "names": {}, "rules": {"men_rows": 7}}', "no more than 3 rows"),
        ('{"key": "ours", "names": {}, "rules": {}}', "key='ours', 'house'?"),
        (" " * 100_001, "longer than 100000 characters"),
    ],
)
def test_what_is_wrong_in_a_file_of_house_rules_is_said(
    call: Call, tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(text, encoding="utf-8")
    status, out, err = call("perft", str(path), "3")
    assert (status, out) == (2, "")
    assert err.startswith(f"crownhead: {path} holds no house rules: ") and said in err
    assert len(err.splitlines()) == 1


def test_a_file_of_house_rules_that_is_not_there_is_named(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    assert call("perft", str(path), "3") == (
        2,
        "",
        f"crownhead: {path}: No such file or directory\n",
    )


@pytest.mark.parametrize("command", ["endgame build {} 2", "hub --variant {}", "bench {}"])
def test_a_command_that_takes_no_house_rules_says_so(call: Call, house: Path, command: str) -> None:
    status, out, err = call(*command.format(house).split())
    assert (status, out) == (2, "") and "and no house rules" in err
