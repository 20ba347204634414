"""Endgame tables: their values against published ones and a slow solver, and their files."""

from __future__ import annotations

import json
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from oracle import endgames
from support.oracle_endings import disagreements, position_of

from crownhead import Position, Variant, endgame
from crownhead.cli import progress
from crownhead.cli.command import root
from crownhead.endgame import Build, building
from crownhead.endgame.files import SHIPPED, assemble
from crownhead.errors import CannotBuild, DamagedTable, NotInTables
from crownhead.extras import how_to_install
from crownhead.rules import Choice, Rules, Step
from crownhead.variants import get

ROOT = Path(__file__).parents[2]
COUNTS = json.loads((ROOT / "data" / "endgame.json").read_text())


@pytest.fixture(scope="session")
def english(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("english")
    endgame.Build("english", 3, folder).run()
    return folder


def counts(folder: Path, game: str, pieces: int) -> dict[str, dict[str, int]]:
    found = endgame.summary(folder / endgame.file_name(get(game), pieces))
    return {
        key: {"win": s.win, "draw": s.draw, "loss": s.loss, "longest": s.longest}
        for key, s in found.slices.items()
    }


@pytest.mark.parametrize("game", ["english", "brazilian", "russian", "international"])
def test_shipped_tables_count_what_is_known(game: str) -> None:
    for pieces, slices in COUNTS["slices"][game].items():
        assert counts(endgame.SHIPPED, game, int(pieces)) == slices


@pytest.mark.parametrize("game", ["english", "brazilian", "russian", "international"])
def test_two_and_three_pieces_built_anew_are_those_shipped(game: str, tmp_path: Path) -> None:
    for path in endgame.Build(game, 3, tmp_path, threads=2).run():
        assert path.read_bytes() == (endgame.SHIPPED / path.name).read_bytes()


@pytest.mark.parametrize(
    ("game", "pieces"),
    [
        ("english", 2),
        ("russian", 2),
        ("international", 2),
        ("antidraughts", 2),
        ("italian", 2),
        ("breakthrough", 2),
        ("turkish", 2),
    ],
)
def test_every_value_is_that_of_the_slow_solver(game: str, pieces: int, tmp_path: Path) -> None:
    endgame.Build(game, pieces, tmp_path).run()
    agrees(get(game), pieces, tmp_path)


def test_house_rules_have_tables_of_their_own(tmp_path: Path) -> None:
    rules = Rules(men_capture=Step.DIAGONAL, choice=Choice.MOST, compulsory=False)
    house = Variant.house("Ours", rules)
    endgame.Build(house, 2, tmp_path).run()
    agrees(house, 2, tmp_path)


@pytest.mark.parametrize("game", ["english", "brazilian", "russian", "international"])
def test_values_of_the_largest_tables_follow_by_the_oracle(game: str) -> None:
    tables = endgame.Tables.open(game, most=4 if game == "international" else 5)
    dice = random.Random(game)
    for material in tables.stats(tables.pieces).slices:
        assert list(disagreements(tables, material, 3, dice)) == []


def test_the_oracle_finds_a_wrong_value(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = endgame.Tables.open("english")
    monkeypatch.setattr(tables, "value", lambda position: (1, 1))
    found = list(disagreements(tables, "2020", 5, random.Random(1)))
    assert len(found) == 5 and {said for _, said, _ in found} == {1}


def agrees(variant: Variant, pieces: int, folder: Path) -> None:
    tables = endgame.Tables.open(variant, [folder])
    slow = endgames.solve(variant.rules.to_dict(), pieces)
    for key, (value, plies) in slow.items():
        found = tables.value(position_of(key, variant))
        sign = {"win": 1, "draw": 0, "loss": -1}[value]
        assert found == (sign, plies), (key, value, plies)


NAMED = [
    # the First Position and its relatives
    ("english", "W:WK19,K23:B12,K28", "win", 61),
    ("english", "B:WK19,K23:B12,K28", "draw", None),
    ("english", "W:WK19,K23:B4,K28", "win", 69),
    ("english", "W:WK15,K32:B16,K28", "win", 31),
    ("english", "B:WK18,K27:B19,K28", "draw", None),
    # longest wins of international draughts; the third is called David and Goliath
    ("international", "W:W6:B2,3,4", "win", 43),
    ("international", "W:WK40,K45,50:BK11", "win", 31),
    ("international", "W:W23:B5,6", "win", 29),
]


@pytest.mark.parametrize(("game", "fen", "value", "plies"), NAMED)
def test_named_endings(game: str, fen: str, value: str, plies: int | None) -> None:
    found = endgame.Tables.open(game).probe(Position.from_fen(fen, game))
    assert (found.value, found.plies) == (value, plies)


def test_where_15_18_only_draws() -> None:
    best = endgame.Tables.open("english").best(Position.from_fen("W:WK15,K32:B16,K28", "english"))
    worth = {str(move): (value, plies) for move, value, plies in best}
    assert str(best[0].move) == "15-11"
    assert worth["15-11"] == ("win", 31)
    assert worth["15-18"] == ("draw", None)
    values = [each.value for each in best]
    assert values == sorted(values, key=["win", "draw", "loss"].index)


@pytest.mark.parametrize(
    ("fen", "verdict"),
    [
        ("W:WK40,K45,50:BK11", "win"),  # 31 plies of 32
        ("W:W6:B2,3,4", "win"),  # no count runs against men
    ],
)
def test_P10_counts_that_do_not_cut_a_win_off(fen: str, verdict: str) -> None:
    position = Position.from_fen(fen, "international")
    assert endgame.Tables.open("international").probe(position).under_rules == verdict


def test_a_draw_count_that_begins_on_the_way_curses_a_win_too() -> None:
    tables = endgame.Tables.open("russian")
    position = Position.from_fen("W:W27,K28,29:BK18", "russian")
    assert tables.probe(position) == endgame.Probe("win", 57, "cursed win")
    while position.draw_rule is None:
        assert position.outcome is None
        position = position.play(tables.best(position)[0].move)
    assert position.draw_rule.rule == "FMJD64.7.2.7"
    smaller = endgame.Tables("russian")
    smaller.add(SHIPPED / "russian-4.endgame")
    with pytest.raises(NotInTables):
        smaller.probe(Position.from_fen("W:W27,K28,29:BK18", "russian"))


def test_a_count_that_no_position_has_yet_curses_a_win_too(tmp_path: Path) -> None:
    endgame.Build("frisian", 3, tmp_path).run()
    position = Position.from_fen("W:W24,K30:BK21", "frisian")
    assert set(position.draw_counts) == {-1}
    found = endgame.Tables.open("frisian", [tmp_path]).probe(position)
    assert found == endgame.Probe("win", 27, "cursed win")


def test_P10_a_win_that_comes_after_the_count_is_cursed() -> None:
    tables = endgame.Tables.open("international")
    position = Position.from_fen("W:WK29,K40,K43:BK16", "international")
    assert tables.probe(position).under_rules == "win"
    verdicts = []
    while position.draw_rule is None:
        slowest = [move for move, value, _ in tables.best(position) if value == "win"][-1]
        position = position.play(slowest)
        if position.draw_rule is not None:
            break
        assert tables.probe(position).under_rules in ("loss", "blessed loss")
        position = position.play(tables.best(position)[0].move)
        if position.draw_rule is not None:
            break
        found = tables.probe(position)
        assert found.value == "win"
        assert found.plies is not None
        left = 32 - max(position.draw_counts)
        if found.plies <= left:
            assert found.under_rules == "win"
        verdicts.append(found.under_rules)
    assert verdicts[0] == "win"
    assert verdicts[-1] == "cursed win"


def test_each_best_move_comes_one_ply_nearer() -> None:
    tables = endgame.Tables.open("brazilian")
    rng = random.Random(7)
    for _ in range(40):
        pieces = rng.sample(range(5, 29), 4)
        fen = f"W:WK{pieces[0]},{pieces[1]}:BK{pieces[2]},{pieces[3]}"
        position = Position.from_fen(fen, "brazilian")
        found = tables.probe(position)
        if found.plies is None or not position.legal_moves:
            continue
        best = tables.best(position)[0]
        assert (best.value, best.plies) == (found.value, found.plies)


def test_a_position_of_too_many_pieces_is_refused() -> None:
    tables = endgame.Tables.open("english")
    with pytest.raises(NotInTables, match=f"up to {tables.pieces} pieces"):
        tables.probe(Position.initial("english"))


def test_tables_of_another_game_are_refused(english: Path) -> None:
    with pytest.raises(DamagedTable, match="another game"):
        endgame.Tables("russian").add(english / "english-2.endgame")
    with pytest.raises(DamagedTable, match="another board"):
        endgame.Tables("international").add(english / "english-2.endgame")


def test_a_flipped_bit_anywhere_is_found(english: Path, tmp_path: Path) -> None:
    whole = (english / "english-3.endgame").read_bytes()
    rng = random.Random(1)
    path = tmp_path / "english-3.endgame"
    (tmp_path / "english-2.endgame").write_bytes((english / "english-2.endgame").read_bytes())
    for at in [*range(90), *(rng.randrange(len(whole)) for _ in range(60))]:
        damaged = bytearray(whole)
        damaged[at] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged)
        findings = list(endgame.verify(get("english"), tmp_path, values=False))
        assert any(f.wrong for f in findings if f.file == path.name), at


@pytest.mark.parametrize("distances", [2, 3])
def test_verify_finds_values_that_do_not_follow_from_the_moves(
    tmp_path: Path, distances: int
) -> None:
    """Every checksum is right: two slices of one size have changed places."""
    english = get("english")
    endgame.Build("english", 3, tmp_path, distances=distances).run()
    path = tmp_path / "english-3.endgame"
    assert not any(finding.wrong for finding in endgame.verify(english, tmp_path, threads=2))
    data, head = path.read_bytes(), endgame.summary(path)
    parts = {
        name: (counts, data[head.places[name][0] :][: head.places[name][1]])
        for name, counts in head.slices.items()
    }
    parts["0102"], parts["0201"] = (
        (parts["0102"][0], parts["0201"][1]),
        (parts["0201"][0], parts["0102"][1]),
    )
    path.write_bytes(assemble(english, 3, distances=distances == 3, parts=parts))
    findings = {f.check: f.wrong for f in endgame.verify(english, tmp_path) if f.file == path.name}
    assert findings.pop("values").startswith("0102: ")
    assert not any(findings.values())


def test_a_damaged_block_is_no_value_for_verify_either(tmp_path: Path) -> None:
    endgame.Build("english", 3, tmp_path, distances=2).run()
    path = tmp_path / "english-3.endgame"
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    findings = {f.check: f.wrong for f in endgame.verify(get("english"), tmp_path)}
    assert findings["values"] == "2010: a block is damaged"


def test_a_damaged_block_is_an_error_and_not_a_value(english: Path) -> None:
    data = bytearray((english / "english-3.endgame").read_bytes())
    head = endgame.summary(english / "english-3.endgame")
    data[-1] ^= 1
    tables = endgame.Tables("english")
    tables.add(english / "english-2.endgame")
    tables.add_bytes(bytes(data))
    assert max(head.slices) == "2010"
    with pytest.raises(DamagedTable, match="block"):
        for square in range(1, 29):
            if square not in (31, 32):
                tables.probe(Position.from_fen(f"W:W31,32:B{square}", "english"))


TRUNCATED = """
import os, sys
from pathlib import Path
from crownhead import Position
from crownhead.endgame import Tables
from crownhead.errors import DamagedTable

folder, length = Path(sys.argv[1]), int(sys.argv[2])
tables = Tables("english")
for pieces in (2, 3):
    tables.add(folder / f"english-{pieces}.endgame")
endings = [Position.from_fen(f"W:WK31,K32:BK{square}", "english") for square in range(1, 27)]
known = tables.value(endings[0])
os.truncate(folder / "english-3.endgame", length)
said = []
for position in (*endings, Position.from_fen("W:W31,32:BK1", "english")):
    try:
        said.append(tables.value(position))
    except DamagedTable:
        said.append("damaged")
assert said[0] == known, said
assert said[-1] == "damaged", said
native = tables.native
native.timed(endings)
"""


@pytest.mark.parametrize("length", [0, 900, 5_000])
def test_a_table_that_is_truncated_while_it_is_open_is_an_error_and_no_signal(
    english: Path, tmp_path: Path, length: int
) -> None:
    for pieces in (2, 3):
        shutil.copy(english / f"english-{pieces}.endgame", tmp_path)
    command = [sys.executable, "-c", TRUNCATED, str(tmp_path), str(length)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


def test_heads_of_nonsense_are_refused(english: Path) -> None:
    whole = (english / "english-3.endgame").read_bytes()
    rng = random.Random(2)
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 8)):
            data[rng.randrange(900)] = rng.randrange(256)
        data = data[: rng.choice([len(data), rng.randrange(len(data))])]
        if bytes(data) == whole:
            continue
        with pytest.raises(DamagedTable):
            endgame.Tables("english").add_bytes(bytes(data))


def test_many_threads_may_ask_at_once() -> None:
    tables = endgame.Tables.open("english", cache_megabytes=1)
    rng = random.Random(3)
    fens = []
    for _ in range(300):
        a, b, c, d = rng.sample(range(5, 29), 4)
        fens.append(f"W:WK{a},K{b}:BK{c},{d}")
    positions = [Position.from_fen(fen, "english") for fen in fens]
    quiet = endgame.Tables.open("english")
    alone = [quiet.value(position) for position in positions]

    def ask(seed: int) -> bool:
        order = list(range(len(positions)))
        random.Random(seed).shuffle(order)
        return all(tables.value(positions[n]) == alone[n] for n in order)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(16)))


def test_a_killed_build_goes_on_and_makes_the_same_files(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from crownhead import endgame;"
        "from crownhead.endgame import building; building.KEPT_FROM = 3;"
        "endgame.Build('english', 3, Path(sys.argv[1])).run()"
    )
    for _ in range(3):
        child = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)])
        deadline = time.monotonic() + 60
        work = tmp_path / "english-3.endgame.work"
        seen = len(list(work.glob("*"))) if work.is_dir() else 0
        while child.poll() is None and time.monotonic() < deadline:
            if work.is_dir() and len(list(work.glob("*"))) > seen + 2:
                child.send_signal(signal.SIGKILL)
                break
        child.wait()
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True)
    for pieces in (2, 3):
        name = f"english-{pieces}.endgame"
        assert (tmp_path / name).read_bytes() == (endgame.SHIPPED / name).read_bytes()
    assert not (tmp_path / "english-3.endgame.work").exists()


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="tells which files are open")
def test_a_build_moves_and_removes_no_file_that_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows refuses both: a build of 5 pieces failed there, and a small one left its folder."""

    def opened() -> set[str]:
        mapped = [line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines()]
        others = [os.path.realpath(link) for link in Path("/proc/self/fd").iterdir()]
        return {Path(name).name for name in [*mapped, *others] if name.startswith(str(tmp_path))}

    moved, removed = [], []
    rename, remove = Path.replace, shutil.rmtree

    def move(path: Path, target: Path) -> Path:
        moved.append({path.name, target.name} & opened())
        return rename(path, target)

    def remove_folder(path: Path, *, ignore_errors: bool) -> None:
        removed.append(opened())
        remove(path, ignore_errors=ignore_errors)

    monkeypatch.setattr(Path, "replace", move)
    monkeypatch.setattr(shutil, "rmtree", remove_folder)
    monkeypatch.setattr(building, "KEPT_FROM", 3)
    monkeypatch.setattr(building, "sys", SimpleNamespace(platform="win32"))
    (*_, made) = Build("english", 3, tmp_path).run()
    assert moved and not any(moved) and removed == [set()]
    assert made.read_bytes() == (SHIPPED / made.name).read_bytes()
    assert not made.with_name(made.name + ".work").exists()


def test_a_plan_tells_what_is_left_and_writes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    plan = endgame.Build("english", 5, folder).plan()
    sizes = endgame.Tables.open("english").stats(5).slices
    assert plan.room == sum(counts.positions for counts in sizes.values()) and plan.solved == 0
    assert plan.largest == sizes["1211"].positions + sizes["1112"].positions
    assert plan.free > 0 and not folder.exists()
    work = folder / "english-5.endgame.work"
    work.mkdir(parents=True)
    for name in ("0203", "0302"):
        (work / f"{name}.values").write_bytes(b"")
    after = endgame.Build("english", 5, folder).plan()
    assert after.solved == sizes["0203"].positions + sizes["0302"].positions
    assert after.room == plan.room - after.solved


def test_a_build_for_which_the_disk_is_too_small_does_not_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=10**9))
    with pytest.raises(CannotBuild, match=r"takes 36\.8 GB .* 1\.0 GB are free"):
        endgame.Build("english", 7, tmp_path).run()
    assert not list(tmp_path.glob("*.endgame"))


def test_the_command_plans_a_build(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    asked = ["endgame", "build", "english", "7", "--dir", str(folder), "--plan"]
    text = CliRunner().invoke(root, [*asked, "--lang", "en"]).output
    assert text.startswith("36815058944 positions, 0 of them") and "36.8 GB on the disk" in text
    told = json.loads(CliRunner().invoke(root, [*asked, "--json"]).output)
    assert told["positions"] == 36_815_058_944 and told["largest"] == 2_831_879_232
    assert not folder.exists()


def test_the_plan_of_a_whole_set_says_that_nothing_is_to_be_built(tmp_path: Path) -> None:
    build = endgame.Build("english", 3, tmp_path)
    (*_, last) = build.run()
    plan = endgame.Build("english", 3, tmp_path).plan()
    assert plan.solved == plan.positions == build.total // 2 and plan.room == plan.largest == 0
    asked = ["endgame", "build", "english", "3", "--dir", str(tmp_path), "--plan", "--lang", "en"]
    text = CliRunner().invoke(root, asked).output
    assert text.endswith("right: nothing to build\n") and "disk" not in text
    assert endgame.Build("english", 3, tmp_path, distances=2).plan().solved == 0
    last.write_bytes(last.read_bytes()[:-1])
    assert endgame.Build("english", 3, tmp_path).plan().solved == 0


def test_a_plan_is_refused_where_no_folder_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = tmp_path / "taken"
    taken.touch()
    with pytest.raises(NotADirectoryError, match="taken"):
        endgame.Build("english", 5, taken / "tables").plan()
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write anywhere
    with pytest.raises(PermissionError):
        endgame.Build("english", 5, tmp_path / "tables").plan()


def test_a_plan_says_small_sizes_in_megabytes_and_as_the_language_does(tmp_path: Path) -> None:
    asked = ["endgame", "build", "english", "5", "--dir", str(tmp_path), "--plan", "--lang"]
    text = {lang: CliRunner().invoke(root, [*asked, lang]).output for lang in ("en", "de")}
    assert "139.5 MB on the disk" in text["en"] and "18.5 MB of memory" in text["en"]
    assert "139,5 MB auf der Platte" in text["de"] and "18,5 MB Arbeitsspeicher" in text["de"]


def test_two_builds_in_one_folder_are_refused(tmp_path: Path) -> None:
    if os.name != "posix":
        pytest.skip("folders are locked on POSIX systems only")
    first, second = (endgame.Build("english", 2, tmp_path) for _ in range(2))
    with first._alone(), pytest.raises(CannotBuild, match="Another build"):
        second.run()


def test_a_stopped_build_says_so(tmp_path: Path) -> None:
    build = endgame.Build("english", 3, tmp_path)
    build.stop()
    with pytest.raises(CannotBuild, match="stopped"):
        build.run()


def test_the_command_builds_verifies_counts_and_probes(tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        result = CliRunner().invoke(root, ["endgame", *arguments])
        assert result.exit_code == 0, result.output
        return result.stdout

    assert "3488 positions" in run("build", "english", "2", "--dir", str(tmp_path))
    assert "values: ok" in run("verify", "english", "--dir", str(tmp_path))
    stats = json.loads(run("stats", "english", "2", "--dir", str(tmp_path), "--json"))
    assert (stats["win"], stats["draw"], stats["loss"], stats["longest"]) == (716, 2370, 402, 13)
    assert stats["slices"]["1010"] == {"win": 102, "draw": 611, "loss": 47, "longest": 13}
    probe = json.loads(run("probe", "english", "W:W23:B5,6", "--json"))
    assert probe.keys() >= {"value", "plies"}
    assert "win in 61 plies" in run("probe", "english", "W:WK19,K23:B12,K28")


@pytest.mark.parametrize(
    ("fen", "language", "said"),
    [
        ("W:WK1:B", "en", "win: Black has no piece"),
        ("B:WK1:B", "en", "loss: Black has no piece"),
        ("W:WK1:B", "de", "Gewinn: Schwarz hat keinen Stein"),
        ("B:W32:B28", "en", "loss: Black cannot move"),
        ("B:WK14:BK9", "en", "win in 1 ply"),
        ("B:WK14:BK9", "de", "Gewinn in 1 Halbzug"),
        ("W:WK1:BK32", "de", "Remis"),
        ("W:WK19,K23:B12,K28", "de", "Gewinn in 61 Halbzügen"),
    ],
)
def test_a_probe_is_a_sentence_of_the_language(fen: str, language: str, said: str) -> None:
    arguments = ["endgame", "probe", "english", fen, "--lang", language]
    assert CliRunner().invoke(root, arguments).stdout == f"{said}\n"


def test_a_build_given_again_says_that_nothing_was_to_build(tmp_path: Path) -> None:
    def build() -> str:
        arguments = ["endgame", "build", "english", "3", "--dir", str(tmp_path)]
        result = CliRunner().invoke(root, arguments)
        assert result.exit_code == 0, result.output
        return result.stdout.splitlines()[-1]

    assert "positions solved and checked" in build()
    made = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.endgame")}
    again = endgame.Build("english", 3, tmp_path)
    assert again.run() == sorted(made) and again.written == []
    assert again.done == again.total and again._builder.done == 0
    assert build().startswith("nothing to build: the tables were there")
    assert made == {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.endgame")}
    damaged = tmp_path / "english-3.endgame"
    content = damaged.read_bytes()
    damaged.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    assert "positions solved and checked" in build()
    assert damaged.read_bytes() == content


@pytest.mark.parametrize(("game", "positions"), [("english", 3488), ("breakthrough", 1985)])
def test_verify_says_how_far_it_is(
    game: str, positions: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endgame.Build(game, 2, tmp_path).run()
    monkeypatch.setattr(progress, "EVERY", 0.0)
    result = CliRunner().invoke(root, ["endgame", "verify", game, "2", "--dir", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert result.stderr.splitlines()[-1] == f"endgame {game}: {positions}/{positions} slice 1010"
    assert "slice" not in result.stdout


def test_distances_are_kept_for_as_many_pieces_as_are_asked_for(tmp_path: Path) -> None:
    """A file made without them is made again; the other way round, too."""
    position = Position.from_fen("W:WK1,K2:BK32", "english")
    expected = endgame.Tables.open("english").value(position)
    for distances, plies in ((2, None), (3, expected and expected[1]), (2, None)):
        endgame.Build("english", 3, tmp_path, distances=distances).run()
        assert endgame.Tables.open("english", [tmp_path]).value(position) == (1, plies)


def test_a_position_of_another_game_is_not_in_the_tables() -> None:
    """Only the boards were compared, and the values are those of other rules."""
    position = Position.from_fen("W:WK1,K5:BK32", "russian")
    assert endgame.Tables.open("brazilian").probe(Position.from_fen(position.fen(), "lite"))
    with pytest.raises(NotInTables, match="tables of english, not of russian"):
        endgame.Tables.open("english").probe(position)


def test_probes_are_timed_on_their_own_board_alone() -> None:
    tables = endgame.Tables.open("english").native
    quiet = Position.from_fen("W:WK19,K23:B12,K28", "english")
    assert tables.timed([quiet]) > 0  # the first probe of all makes the cache of pages, too
    assert 0 < tables.timed([quiet]) <= tables.timed([quiet] * 50, rounds=200)
    with pytest.raises(ValueError, match="another board"):
        tables.timed([quiet, Position.initial("international")])


@pytest.mark.parametrize("game", ["english", "russian", "international"])
def test_a_value_is_the_same_however_far_its_page_was_decoded_before(game: str) -> None:
    """Pages are decoded up to what is asked for, and gone on with later."""
    dice = random.Random(game)
    variant = get(game)
    squares = variant.rules.board.squares
    for pieces in ("K:K", "KK:K", "M:K", "KM:K", "KK:KK", "KM:KM"):
        mine, theirs = pieces.split(":")
        positions = []
        while len(positions) < 300:
            taken = iter(dice.sample(range(6, squares - 4), len(mine + theirs)))
            ours, others = (
                ",".join(piece.replace("M", "") + str(next(taken)) for piece in side)
                for side in (mine, theirs)
            )
            positions.append(Position.from_fen(f"W:W{ours}:B{others}", game))
        alone = [endgame.Tables.open(game).value(position) for position in positions[:12]]
        shared = endgame.Tables.open(game)
        assert [shared.value(position) for position in positions[:12]] == alone
        onwards = [shared.value(position) for position in positions]
        backwards = endgame.Tables.open(game)
        assert [backwards.value(position) for position in reversed(positions)] == onwards[::-1]


def test_without_the_package_of_data_a_question_names_what_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crownhead.endgame.tables.SHIPPED", tmp_path)
    position = Position.from_fen("W:WK1:BK32", "english")
    empty = endgame.Tables.open("english")
    assert empty.pieces == 0
    with pytest.raises(NotInTables, match="there are none here$"):
        empty.probe(position)
    monkeypatch.setattr("crownhead.endgame.tables.data_hint", lambda: f"; {how_to_install('data')}")
    for ask in (
        lambda: empty.probe(position),
        lambda: empty.best(position),
        lambda: empty.stats(3),
        lambda: empty.longest(3),
    ):
        with pytest.raises(NotInTables, match=r"pip install 'crownhead\[data\]'"):
            ask()


def test_a_folder_is_named_by_text_and_alone_too(english: Path) -> None:
    """The letters of a text were taken for folders, and the shipped tables opened."""
    for named in (str(english), english, [str(english)], (english,)):
        tables = endgame.Tables.open("english", named, most=3)
        assert tables.files == {n: english / f"english-{n}.endgame" for n in (2, 3)}
    tables = endgame.Tables("english")
    tables.add(str(english / "english-2.endgame"))
    assert tables.pieces == 2
    found = list(endgame.verify("english", str(english), most=2))
    assert found and not any(finding.wrong for finding in found)


def test_tables_are_sent_to_other_processes(english: Path) -> None:
    tables = endgame.Tables.open("english", english)
    again = pickle.loads(pickle.dumps(tables))
    position = Position.from_fen("W:WK19,K23:B12,K28", "english")
    assert again.files == tables.files
    assert again.probe(position) == tables.probe(position)
    tables.add_bytes((english / "english-2.endgame").read_bytes())
    with pytest.raises(TypeError, match="given as bytes"):
        pickle.dumps(tables)
