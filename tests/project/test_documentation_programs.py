"""Every program, prompt and command of the documentation runs, in the order of its page."""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pytest

from crownhead.cli.command import root, run
from crownhead.extras import BY_PACKAGE

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
ROOMS = ("learn", "how-to", "from")
"""The rooms whose pages are run from the first block to the last."""
WHOLE = ("analysis", "endgame", "operating", "server")
"""Pages outside of the rooms that are run like them, but for files of other programs."""
PAGES = [page for room in ROOMS for page in sorted((DOCS / room).glob("*.md"))]
RUN_PAGES = [*PAGES, *(DOCS / f"{name}.md" for name in WHOLE)]
OLDER = ("base", "checkerboard", "pdn", "puzzles")
"""Pages whose programs are run, but not their commands; others have tests of their own."""
GAME = '[White "Wiersma"] [Black "Anna"] [GameType "20"] [Result "2-0"] 1. 32-28 19-23 2. 28x19 2-0'
"""What the files hold that these pages read."""
WAITING = {"bot", "play", "serve"}
"""Commands that wait for people: their arguments are read, and no more."""
RUN = ("python", "console")

_FENCE = re.compile(r"^```([\w{}-]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_FILE = re.compile(r"file\s+`([\w.-]+)`[^`]*\Z")
_EXTRA = re.compile(r"\[([a-z]+)\]")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page, and the file into which the text before says to write it."""

    page: Path
    line: int
    language: str
    text: str
    file: str


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    end = 0
    for found in _FENCE.finditer(text):
        named = _FILE.search(text[end : found.start()])
        line = text.count("\n", 0, found.start()) + 1
        yield Block(page, line, found[1], found[2], named[1] if named else "")
        end = found.end()


def run_block(block: Block, names: dict[str, Any]) -> None:
    if block.file:
        Path(block.file).write_text(block.text, encoding="utf-8")
    elif block.language == "console":
        run_commands(block)
    elif block.language == "python" and ">>>" in block.text:
        run_prompts(block, names)
    elif block.language == "python":
        lines = "\n" * block.line + block.text
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(lines, str(block.page), "exec"), names)


def run_prompts(block: Block, names: dict[str, Any]) -> None:
    place = str(block.page)
    test = doctest.DocTestParser().get_doctest(block.text, names, place, place, block.line)
    told = io.StringIO()
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    results = runner.run(test, out=told.write, clear_globs=False)
    names.update(test.globs)
    assert not results.failed, told.getvalue()


def run_commands(block: Block) -> None:
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        words = shlex.split(command)
        if words[0] != "crownhead":
            extras = _EXTRA.findall(command)
            assert set(extras) <= set(BY_PACKAGE.values()), command
        elif words[1] in WAITING:
            read(words[1:])
        else:
            checker = doctest.OutputChecker()
            said = run_command(words[1:])
            assert not expected.strip() or checker.check_output(expected, said, doctest.ELLIPSIS), (
                said
            )


def read(words: list[str]) -> None:
    found = root.get_command(click.Context(root), words[0])
    assert found is not None
    found.make_context(words[0], words[1:])


def run_command(words: list[str]) -> str:
    said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    complained = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained):
        status = run([*words])
    assert status == 0, complained.getvalue()
    said.seek(0)
    return said.read()


@pytest.fixture(autouse=True)
def own_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `python` in a command of a page this Python, and English the language."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    for name, value in {"PATH": path, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize("page", RUN_PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_all_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(page):
        run_block(block, names)


@pytest.mark.parametrize("page", [DOCS / f"{name}.md" for name in OLDER], ids=lambda p: p.stem)
def test_the_programs_of_an_older_page_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("game.pdn", "games.pdn", "club.pdn"):
        Path(name).write_text(GAME, encoding="utf-8")
    programs = [block for block in blocks(page) if block.language == "python"]
    assert programs
    for block in programs:
        run_block(block, {"__name__": "__main__"})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_page_has_no_block_that_nothing_runs(page: Path) -> None:
    kinds = {block.language for block in blocks(page) if not block.file}
    assert kinds <= {*RUN, "{toctree}"}, kinds
