"""Tags alone, visitors, and memory that does not grow."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from crownhead import Move, Position
from crownhead.errors import CrownheadError, PdnError
from crownhead.formats import pdn

TEXT = (
    '\ufeff% games of the club\n[White "Müller"]\n[GameType "21"]\n\n1. 11-15 22-19 *\n\n'
    '[White "Bert"]\n[GameType "25"]\n1. c3-d4 {good} (1. a3-b4 $1) f6-g5 1-0\n'
)


def test_headers_tell_tags_and_place() -> None:
    found = list(pdn.headers(io.StringIO(TEXT)))
    assert [game.tags for game in found] == [
        {"White": "Müller", "GameType": "21"},
        {"White": "Bert", "GameType": "25"},
    ]
    assert [game.line for game in found] == [2, 7]
    assert [game.variant and game.variant.key for game in found] == ["english", "russian"]


def test_a_game_is_read_later_from_its_place(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(TEXT, encoding="utf-8")
    direct = [str(game) for game in pdn.read(path)]
    assert [str(game.read()) for game in pdn.headers(path)] == direct
    with path.open("rb") as file:
        headers = pdn.headers(file)
        first = next(headers)
        assert [str(first.read()), *(str(game.read()) for game in headers)] == direct
        game = first.read()
        assert (game.line, game.offset) == (2, first.offset)
        (error,) = game.errors
        assert (error.line, error.column) == (5, 10)
    with path.open(encoding="utf-8") as text:
        assert [str(game.read()) for game in pdn.headers(text)] == direct
    with path.open("rb") as file:
        file.readline()  # offsets count from the beginning of the file all the same
        assert [str(game.read()) for game in pdn.headers(file)] == direct
    (gone,) = list(pdn.headers(path))[1:]
    path.write_text("", encoding="utf-8")
    with pytest.raises(CrownheadError, match="no game at byte"):
        gone.read()


def test_text_that_is_no_file_cannot_be_searched() -> None:
    game = next(pdn.headers(io.StringIO(TEXT)))
    with pytest.raises(CrownheadError, match="Only in a file of bytes"):
        game.read()


class Listing(pdn.Visitor):
    """Write down all that is told."""

    def __init__(self, skipped: str = "") -> None:
        self.skipped = skipped
        self.told: list[str] = []

    def begin_game(self, line: int, tags: dict[str, str]) -> bool | None:
        self.told.append(f"game {line}")
        return False if tags.get("White") == self.skipped else None

    def tag(self, name: str, value: str) -> None:
        self.told.append(f"{name}={value}")

    def begin_moves(self, start: Position) -> None:
        self.told.append(f"from {start.turn}")

    def move(self, move: Move) -> None:
        self.told.append(str(move))

    def null_move(self) -> None:
        self.told.append("null")

    def setup(self, position: Position) -> None:
        self.told.append(position.fen())

    def unread(self, text: str) -> None:
        self.told.append(f"unread {text}")

    def comment(self, text: str) -> None:
        self.told.append(f"{{{text}}}")

    def nag(self, number: int) -> None:
        self.told.append(f"${number}")

    def begin_variation(self) -> None:
        self.told.append("(")

    def end_variation(self) -> None:
        self.told.append(")")

    def error(self, error: PdnError) -> None:
        self.told.append(f"error {error.line}:{error.column}")

    def result(self, result: str) -> None:
        self.told.append(result)

    def end_game(self) -> None:
        self.told.append("end")


def test_a_visitor_is_told_everything_in_order() -> None:
    assert pdn.visit(io.StringIO(TEXT), Listing()).told == [
        *("game 2", "White=Müller", "GameType=21", "from black", "11-15", "unread 22-19"),
        *("error 5:10", "*", "end"),
        *("game 7", "White=Bert", "GameType=25", "from white", "c3-d4", "{good}"),
        *("(", "a3-b4", "$1", ")", "f6-g5", "1-0", "end"),
    ]


def test_a_visitor_can_skip_a_game() -> None:
    told = pdn.visit(io.StringIO(TEXT), Listing("Müller")).told
    assert told[:2] == ["game 2", "game 7"]


def test_a_visitor_hears_of_set_ups_null_moves_and_marks() -> None:
    text = '[GameType "20"] 1. 32-28! /FEN "W::"/ /FEN "W:W28:B23"/ 28x19 *'
    told = pdn.visit(io.StringIO(text), Listing()).told
    assert told[3:-2] == ["32-28", "$1", "null", "W:W28:B23", "28x19"]


def test_a_visitor_who_cares_for_nothing_gets_through() -> None:
    visitor = pdn.Visitor()
    assert pdn.visit(io.StringIO(TEXT + '[GameType "50"] *'), visitor) is visitor


MEMORY = """
import io, resource, sys
from crownhead.formats import pdn

GAME = b'[White "A"]\\n[GameType "20"]\\n' + b"1. 32-28 19-23 2. 28x19 14x23 {a} " * 1
GAME += b"3. 33-28 23x32 4. 37x28 1-1\\n\\n"

class Endless(io.RawIOBase):
    left = int(sys.argv[1])
    def readable(self):
        return True
    def read(self, size=-1):
        self.left -= 500
        return GAME * 500 if self.left >= 0 else b""

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

seen = 0
before = 0
for game in getattr(pdn, sys.argv[2])(Endless()):
    seen += 1
    if seen == 2000:
        before = peak()
print(seen, before, peak())
"""


@pytest.mark.parametrize("reader", ["read", "headers"])
def test_memory_stays_flat_over_a_long_stream(reader: str) -> None:
    games = 2_000_000 if "CROWNHEAD_NIGHTLY" in os.environ else 20_000
    command = [sys.executable, "-c", MEMORY, str(games), reader]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    seen, before, after = map(int, out.split())
    assert seen == games
    assert after - before < 4_000  # KiB (bytes on macOS: stricter still)


def test_reading_needs_no_package_of_others() -> None:
    program = (
        "import sys; before = set(sys.modules)\n"
        "from crownhead.formats import pdn; pdn.loads('1. 11-15 99-98')\n"
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before})"
    )
    command = [sys.executable, "-c", program]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert set(out.split()) - sys.stdlib_module_names <= {"crownhead", "nanobind_backend"}
