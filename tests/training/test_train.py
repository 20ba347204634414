"""The whole way at toy size: self-play, fit, export, gate, by the command line."""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from crownhead import Position, weights
from crownhead._core import evaluate
from crownhead.arena.pentanomial import Pentanomial
from crownhead.arena.sprt import Sprt
from crownhead.cli.command import run
from crownhead.cli.train import gate as cli_gate
from crownhead.training.export import export
from crownhead.training.failure import TrainingError
from crownhead.training.fit import Epoch, Fitted, fit
from crownhead.training.fitting import Fitting
from crownhead.training.gate import GateScore, gate
from crownhead.training.initial_weights import InitialWeights
from crownhead.training.selfplay import play
from crownhead.training.settings import Selfplay
from crownhead.workers import Threads

GAMES = 600


@pytest.fixture(scope="module")
def games_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("train") / "english.games"
    play(Selfplay(variant="english", seed=2, nodes=30), GAMES, path)
    return path


@pytest.fixture(scope="module")
def fit_result(games_file: Path) -> Fitted:
    return fit([games_file], Fitting(epochs=3))


def test_the_fit_learns_and_does_so_again_alike(games_file: Path, fit_result: Fitted) -> None:
    losses = fit_result.recipe["losses"]
    assert losses[-1][0] < losses[0][0] < 0.69
    assert losses[-1][1] < 0.69
    assert fit_result.recipe["games"][0]["seed"] == 2
    assert fit([games_file], Fitting(epochs=3), threads=3) == fit_result


class Stopped(Exception):
    """Stands for the end of the program."""


@pytest.mark.parametrize("passes", [1, 2, 3])
def test_a_fit_that_was_stopped_is_gone_on_with(
    games_file: Path, fit_result: Fitted, tmp_path: Path, passes: int
) -> None:
    part = tmp_path / "x.fit.part"

    def stop(epoch: Epoch) -> None:
        if epoch.number == passes:
            raise Stopped

    with pytest.raises(Stopped):
        fit([games_file], Fitting(epochs=3), checkpoint=part, progress=stop)
    told: list[Epoch] = []
    assert fit([games_file], Fitting(epochs=3), checkpoint=part, progress=told.append) == fit_result
    assert [epoch.number for epoch in told] == [1, 2, 3]


def test_a_fit_under_way_that_does_not_fit_is_refused(games_file: Path, tmp_path: Path) -> None:
    part = tmp_path / "x.fit.part"
    fit([games_file], Fitting(epochs=1), checkpoint=part)
    content = part.read_bytes()
    with pytest.raises(TrainingError, match="fit epochs is 1 there and 2 here"):
        fit([games_file], Fitting(epochs=2), checkpoint=part)
    other = tmp_path / "other.games"
    play(Selfplay(variant="english", seed=5, nodes=20), 100, other)
    with pytest.raises(TrainingError, match="other settings: games is"):
        fit([other], Fitting(epochs=1), checkpoint=part)
    line = content.partition(b"\n")[0]
    for wrong, sentence in (
        (b"", "holds no fit under way"),
        (b"[]\n", "holds no fit under way"),
        (content[:-9], "holds no fit under way"),
        (line + b"\n" + zlib.compress(bytes(100)), "of another size"),
    ):
        part.write_bytes(wrong)
        with pytest.raises(TrainingError, match=sentence):
            fit([games_file], Fitting(epochs=1), checkpoint=part)


def test_fitted_weights_prefer_more_men(fit_result: Fitted, tmp_path: Path) -> None:
    written = export(fit_result, tmp_path)
    found = weights.read(written.path.read_bytes())
    assert found.id == written.id
    ahead = Position.from_fen("B:W21,22,27,30:B1,2,5,9,10,12", "english")
    assert evaluate(ahead, found) > 50
    recipe = json.loads(written.path.with_suffix(".json").read_text())
    assert int(recipe["id"], 16) == written.id
    assert recipe["games"][0]["nodes"] == 30


def test_exported_files_are_the_same_again(fit_result: Fitted, tmp_path: Path) -> None:
    fit_result.write(tmp_path / "english.fit")
    again = Fitted.read(tmp_path / "english.fit")
    assert export(again, tmp_path / "a").path.read_bytes() == (
        export(fit_result, tmp_path / "b").path.read_bytes()
    )


def test_broken_files_are_refused(fit_result: Fitted, tmp_path: Path) -> None:
    content = export(fit_result, tmp_path).path.read_bytes()
    broken = content[:50] + b"?" * 50 + content[100:]
    for wrong in (b"", content[:-9], b"a text", broken, b"\0" * 50, zlib.compress(b"CHEV")):
        with pytest.raises(weights.InvalidWeights) as refused:
            weights.read(wrong)
        assert "decompress" not in str(refused.value)
    path = tmp_path / "english.fit"
    for wrong in (b"", b"{}\n", b'{"format": "crownhead fit 1"}\nx'):
        path.write_bytes(wrong)
        with pytest.raises(TrainingError, match="no fitted weights"):
            Fitted.read(path)


@pytest.mark.parametrize(
    "wrong", [{"rate": 0}, {"epochs": 0}, {"batch": 0}, {"result_share": 1.5}, {"seed": -1}]
)
def test_numbers_of_a_fit_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(TrainingError, match="is not within"):
        Fitting(**wrong)


def test_weights_that_grow_too_large_are_refused(games_file: Path) -> None:
    with pytest.raises(TrainingError, match="too large for a file; learn by smaller steps"):
        fit([games_file], Fitting(epochs=6, rate=1, batch=64))


def test_a_fit_that_has_learnt_next_to_nothing_is_told_to_learn_longer(games_file: Path) -> None:
    with pytest.raises(TrainingError, match=r"more passes \(epochs\)"):
        fit([games_file], Fitting(epochs=1, rate=1e-4, batch=16_384))


@pytest.fixture(scope="module")
def network(fit_result: Fitted, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return export(fit_result, tmp_path_factory.mktemp("network")).path


def test_a_network_goes_on_where_one_of_before_ended(games_file: Path, network: Path) -> None:
    before = InitialWeights.read(network)
    still = fit([games_file], Fitting(epochs=1, rate=1e-6), start=before)
    assert still.recipe["before"] == [before.recipe]
    ended = before.recipe["losses"][-1][1]
    assert still.recipe["losses"][0][1] == pytest.approx(ended, abs=1e-4)
    on = fit([games_file], Fitting(epochs=2, rate=5e-4), start=before)
    assert on.recipe["losses"][-1][0] < before.recipe["losses"][-1][0]


def test_a_start_that_does_not_fit_is_refused(network: Path, tmp_path: Path) -> None:
    wide = tmp_path / "international.games"
    play(Selfplay(variant="international", seed=2, nodes=10), 20, wide)
    with pytest.raises(TrainingError, match="of another board"):
        fit([wide], Fitting(), start=InitialWeights.read(network))
    other = export(fit([wide], Fitting(epochs=1)), tmp_path).path
    other.write_bytes(network.read_bytes())
    with pytest.raises(TrainingError, match="is of other weights"):
        InitialWeights.read(other)
    no_unit = json.dumps({"id": f"{weights.read(network.read_bytes()).id:x}", "unit": 0})
    for recipe in ("", "[]", '{"id": 3}', '{"id": "00", "unit": "wide"}', no_unit):
        other.with_suffix(".json").write_text(recipe)
        with pytest.raises(TrainingError, match="cannot be read"):
            InitialWeights.read(other)


def test_weights_of_another_board_are_refused(
    network: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "international.games"
    for arguments in (
        ["selfplay", "international", str(path), "--weights", str(network)],
        ["gate", "international", str(network)],
        ["gate", "international", "hand", "--against", str(network)],
    ):
        assert run(["train", *arguments]) == 2
        said = capsys.readouterr().err
        assert "of another board than international" in said and said.count("\n") == 1
    assert not path.exists()


def test_games_of_two_variants_are_not_mixed(games_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "thai.games"
    play(Selfplay(variant="thai", seed=2, nodes=10), 100, other)
    with pytest.raises(TrainingError, match="of thai, not of english"):
        fit([games_file, other], Fitting())


def test_games_that_are_given_twice_are_refused(games_file: Path, tmp_path: Path) -> None:
    shorter = tmp_path / "shorter.games"
    play(Selfplay(variant="english", seed=2, nodes=30), 100, shorter)
    for paths in ([games_file, games_file], [shorter, games_file], [games_file, shorter]):
        with pytest.raises(TrainingError, match=f"{paths[1]} has the games of {paths[0]} again"):
            fit(paths, Fitting(epochs=1))


def test_the_gate_is_fair_and_reproducible() -> None:
    settings = Selfplay(variant="english", seed=3, nodes=40)
    result = gate(settings, None, None, pairs=30, workers=Threads(2))
    assert result.pairs.counts == (0, 0, 30, 0, 0)
    assert gate(settings, None, None, pairs=30).pairs == result.pairs


@pytest.mark.parametrize("end", [0, 4, 25, 60])
def test_a_gate_that_was_cut_off_is_gone_on_with(network: Path, tmp_path: Path, end: int) -> None:
    settings = Selfplay(variant="english", seed=3, nodes=20)
    learnt = weights.read(network.read_bytes())
    whole, cut = tmp_path / "whole.pairs", tmp_path / "cut.pairs"
    result = gate(settings, learnt, None, pairs=24, path=whole)
    assert result == gate(settings, learnt, None, pairs=24, workers=Threads(3))
    content = whole.read_bytes()
    cut.write_bytes(content[: content.index(b"\n") + 1 + end])
    told: list[GateScore] = []
    assert gate(settings, learnt, None, pairs=24, path=cut, progress=told.append) == result
    assert cut.read_bytes() == content and len(told) == 24
    assert gate(settings, learnt, None, pairs=5, path=cut) == told[4]


def test_a_gate_that_has_ended_is_not_gone_on_with(tmp_path: Path) -> None:
    settings = Selfplay(variant="english", seed=3, nodes=20)
    path = tmp_path / "x.pairs"
    ended = gate(settings, None, None, pairs=5000, sprt=Sprt(200, 300), path=path)
    content = path.read_bytes()
    assert gate(settings, None, None, pairs=5000, sprt=Sprt(200, 300), path=path) == ended
    assert ended.verdict == "H0" and path.read_bytes() == content


def test_a_file_of_pairs_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    settings = Selfplay(variant="english", seed=3, nodes=20)
    path = tmp_path / "x.pairs"
    gate(settings, None, None, pairs=3, path=path)
    with pytest.raises(TrainingError, match="other settings: sprt elo0 is None there and 0 here"):
        gate(settings, None, None, pairs=3, sprt=Sprt(0, 10), path=path)
    first, *rest = path.read_bytes().splitlines(keepends=True)
    for content, sentence in (
        (b"{}\n", "not a file of pairs"),
        (b"".join([first, *rest[1:]]), "damaged before pair 0"),
        (first + b"0 5\n", "damaged before pair 0"),
    ):
        path.write_bytes(content)
        with pytest.raises(TrainingError, match=sentence):
            gate(settings, None, None, pairs=3, path=path)


def test_the_gate_ends_with_its_test(fit_result: Fitted, tmp_path: Path) -> None:
    settings = Selfplay(variant="english", seed=3, nodes=40)
    score = gate(settings, None, None, pairs=5000, sprt=Sprt(200, 300))
    assert score.verdict == "H0"
    assert score.pairs.pairs < 5000


def test_fit_and_gate_are_drawn(
    games_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    losses, course = tmp_path / "losses.svg", tmp_path / "course.svg"
    fit_path = str(tmp_path / "x.fit")
    fitting = [
        "train",
        "fit",
        str(games_file),
        "-o",
        fit_path,
        "--epochs",
        "1",
        "--plot",
        str(losses),
    ]
    assert run(fitting) == 0
    assert texts(losses) >= {"Loss", "training", "kept back", "pass"}
    gating = ["train", "gate", "english", "hand", "--pairs", "2", "--nodes", "10"]
    assert run([*gating, "--plot", str(course)]) == 0
    assert texts(course) >= {"score", "low", "high", "pair"} and "LLR" not in texts(course)
    assert run([*gating, "--plot", str(course), "--sprt", "0,10"]) == 3
    assert texts(course) >= {"score", "LLR", "H0", "H1"}


def texts(picture: Path) -> set[str]:
    """Return what is written in an SVG."""
    found = ElementTree.parse(picture).iter("{http://www.w3.org/2000/svg}text")
    return {"".join(text.itertext()) for text in found}


def test_a_plot_without_its_package_is_refused_before_the_work(
    games_file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.delitem(sys.modules, "crownhead.cli.train.plots", raising=False)
    monkeypatch.setitem(sys.modules, "leather", None)
    plot = ["--plot", str(tmp_path / "x.svg")]
    for arguments in (
        ["fit", str(games_file), "-o", str(tmp_path / "x.fit"), *plot],
        ["gate", "english", "hand", *plot],
    ):
        assert run(["train", *arguments]) == 2
        said = capsys.readouterr()
        assert said.out == "" and "pip install 'crownhead[plots]'" in said.err


def test_the_commands_lead_from_games_to_a_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, fit_path = tmp_path / "g.games", tmp_path / "g.fit"
    assert run(["train", "selfplay", "italian", str(path), "--games", "100", "--nodes", "20"]) == 0
    assert "100 games, 100 of them new" in capsys.readouterr().out
    assert run(["train", "fit", str(path), "-o", str(fit_path), "--epochs", "2"]) == 0
    assert "held out" in capsys.readouterr().out
    assert not list(tmp_path.glob("*.part*"))
    assert run(["train", "export", str(fit_path), str(tmp_path / "w")]) == 0
    file = tmp_path / "w" / "italian.weights"
    assert str(file) in capsys.readouterr().out
    gating = ["train", "gate", "italian", str(file), "--pairs", "4", "--nodes", "20", "--json"]
    assert run([*gating, "--results", str(tmp_path / "g.pairs")]) == 0
    result = json.loads(capsys.readouterr().out)
    assert sum(result["pairs"]) <= 4 and result["verdict"] is None
    assert (tmp_path / "g.pairs").read_bytes().count(b"\n") == 5


def test_a_gate_that_is_lost_altogether_says_how_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = GateScore(Pentanomial((50, 0, 0, 0, 0)), None)
    monkeypatch.setattr(cli_gate, "gate", lambda *_, **__: lost)
    assert run(["train", "gate", "english", "hand"]) == 0
    assert "< -607 Elo" in capsys.readouterr().out


def test_weights_of_another_game_are_said_to_be_so(
    network: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    few = ["--pairs", "1", "--nodes", "10"]
    for variant, said in (
        ("russian", f"{network}: weights of english play russian\n"),
        ("english", ""),
    ):
        assert run(["train", "gate", variant, str(network), *few]) == 0
        assert capsys.readouterr().err == said


def test_a_fit_that_cannot_be_written_is_refused_before_it_begins(
    games_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for output in (tmp_path / "none" / "x.fit", tmp_path):
        assert run(["train", "fit", str(games_file), "-o", str(output), "--epochs", "1"]) == 2
        said = capsys.readouterr()
        assert said.out == "" and str(output) in said.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "selfplay", "chess", "x"],
        ["train", "selfplay", "english", "/nowhere/x"],
        ["train", "fit", "README.md", "-o", "x"],
        ["train", "fit", "README.md", "-o", "x", "--least", "3"],
        ["train", "fit", "README.md", "-o", "x", "--start", "README.md"],
        ["train", "selfplay", "turkish", "x", "--tables", "5"],
        ["train", "export", "README.md", "x"],
        ["train", "gate", "english", "README.md"],
        ["train", "gate", "english", "hand", "--sprt", "5,1"],
    ],
)
def test_bad_input_is_one_sentence_and_status_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
