"""`crownhead svg`: what it writes, and how it refuses bad input."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

import crownhead as ch
from crownhead.cli.command import run
from crownhead.formats import svg

MOVES = ["32-28", "19-23", "28x19"]
START = ch.Position.initial("international")
Run = tuple[int, str, str]


@pytest.fixture
def crownhead(capsys: pytest.CaptureFixture[str]) -> object:
    def call(*arguments: object) -> Run:
        status = run(["svg", *map(str, arguments)])
        said = capsys.readouterr()
        return status, said.out, said.err

    return call


def refusal_of(result: Run) -> str:
    """Return the sentence of a refusal, after checking that there is exactly one."""
    status, out, err = result
    assert (status, out) == (2, "")
    assert err.endswith("\n") and err.count("\n") == 1 and "Traceback" not in err
    return err


def after(moves: list[str]) -> ch.Position:
    position = START
    for move in moves:
        position = position.play(move)
    return position


def test_a_position_goes_to_standard_output(crownhead) -> None:
    assert crownhead("international") == (0, svg.board(START) + "\n", "")
    fen = "W:Wc3:Bd4"
    options = ("--theme", "slate", "--flip", "--coordinates", "none", "--size", "99")
    status, out, _ = crownhead("lite", "--fen", fen, "--lang", "de", *options)
    assert status == 0
    assert out.strip() == svg.board(
        ch.Position.from_fen(fen, "lite"),
        theme="slate",
        orientation="black",
        coordinates=False,
        size=99,
        language="de",
    )


@pytest.mark.parametrize(
    "text", ["32-28 19-23 28x19", "1. 32-28 19-23 2. 28x19", " 1... 32-28\n19-23 28x19"]
)
def test_moves_are_played_and_the_last_is_highlighted(crownhead, text: str) -> None:
    before = after(MOVES[:2])
    drawn = svg.board(after(MOVES), last_move=before.parse("28x19"))
    assert crownhead("international", "--moves", text) == (0, drawn + "\n", "")


def test_the_last_move_is_drawn_with_its_route(crownhead) -> None:
    drawn = svg.move(after(MOVES[:2]), "28x19")
    assert crownhead("international", "--moves", " ".join(MOVES), "--last")[1] == drawn + "\n"


def test_the_suffix_says_what_is_written(crownhead, tmp_path: Path) -> None:
    for name, more in (
        ("a.svg", []),
        ("b.svg", ["--animate", "--once"]),
        ("c.png", []),
        ("d.GIF", []),
    ):
        moves = ("--moves", " ".join(MOVES), "--size", 80, "--pause", 300)
        assert crownhead("international", *moves, *more, "-o", tmp_path / name) == (0, "", "")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").endswith("</svg>")
    film = (tmp_path / "b.svg").read_text(encoding="utf-8")
    assert film == svg.game(START, MOVES, size=80, loop=False, timing=svg.Timing(pause=300))
    with Image.open(tmp_path / "c.png") as image:
        assert (image.format, image.size) == ("PNG", (80, 80))
    with Image.open(tmp_path / "d.GIF") as image:
        assert image.format == "GIF" and image.n_frames == 5
        image.seek(1)
        assert image.info["duration"] == 300


def test_a_game_of_a_pdn_file(crownhead, tmp_path: Path) -> None:
    file = tmp_path / "two.pdn"
    file.write_text(
        '[Event "One"]\n[GameType "20"]\n\n1. 31-26 *\n\n'
        '[Event "Two"]\n[GameType "20"]\n\n1. 32-28 19-23 2. 28x19 *\n',
        encoding="utf-8",
    )
    drawn = crownhead("international", "--moves", " ".join(MOVES))
    assert crownhead("--pdn", file, "--game", 2) == drawn
    assert "has no game 3" in refusal_of(crownhead("--pdn", file, "--game", 3))
    assert "needs no VARIANT" in refusal_of(crownhead("lite", "--pdn", file))


def test_bad_input_is_refused_in_one_sentence(crownhead, tmp_path: Path) -> None:
    assert "Name a game" in refusal_of(crownhead())
    assert "There is no game 'chess'" in refusal_of(crownhead("chess"))
    assert "Unknown theme 'oak'; known: wood" in refusal_of(crownhead("lite", "--theme", "oak"))
    assert "end in .svg, .png or .gif" in refusal_of(crownhead("lite", "-o", "a.jpg"))
    assert "FEN 'xx'" in refusal_of(crownhead("lite", "--fen", "xx"))
    assert "give some with --moves" in refusal_of(crownhead("lite", "--last"))
    moving = ("lite", "--moves", "c3-d4", "--animate")
    assert "shows the whole game" in refusal_of(crownhead(*moving, "--last"))
    still = refusal_of(crownhead(*moving, "-o", tmp_path / "a.png"))
    assert ".png stands still" in still and "--last" not in still
    assert "Move 2 of the list, 5-28" in refusal_of(
        crownhead("international", "--moves", "32-28 5-28")
    )
    assert "Zug 1 der Liste" in refusal_of(crownhead("lite", "--moves", "zz", "--lang", "de"))
    assert "longer than" in refusal_of(crownhead("lite", "--moves", "c3-d4 " * 10_000))
    assert "No such file" in refusal_of(crownhead("lite", "-o", tmp_path / "no" / "a.svg"))
    assert not list(tmp_path.iterdir())
