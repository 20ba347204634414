"""Engines made for CheckerBoard: a shared object is compiled, loaded, driven and matched."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from support.hub_peers import PATIENT

from crownhead import Game, Limit, Move, Position
from crownhead.arena.entry import entry
from crownhead.arena.failure import ArenaError
from crownhead.arena.openings import openings
from crownhead.arena.pace import Pace
from crownhead.arena.settings import Settings
from crownhead.cli.command import run
from crownhead.engines.checkerboard import place, to_board
from crownhead.engines.checkerboard_library import (
    BoardArray,
    LibraryPlayer,
    MoveStructure,
    load,
    open_library,
)
from crownhead.errors import EngineDied, EngineError, ProtocolError
from crownhead.formats import pdn
from crownhead.variants import get

STEPS = Path(__file__).parents[2] / ".venv" / "steps"

# Moves the first man it finds that can step ahead or, of English draughts, must jump once; says
# what it is and what it was told.
ENGINE = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct coor { int x, y; };
struct CBmove {
  int jumps, newpiece, oldpiece;
  struct coor from, to, path[12], del[12];
  int delpiece[12];
};
static char history[300];
static int hash = 64;
static int inside(int x, int y) { return x >= 0 && x < 8 && y >= 0 && y < 8; }
int enginecommand(char *command, char *reply) {
  if (!strcmp(command, "name")) { strcpy(reply, "Stepper"); return 1; }
  if (!strcmp(command, "get gametype")) { strcpy(reply, "21"); return 1; }
  if (!strcmp(command, "get hashsize")) { sprintf(reply, "%d", hash); return 1; }
  if (!strncmp(command, "set hashsize ", 13)) {
    if (atoi(command + 13) > 100) { sprintf(reply, "%d", hash); return 0; }
    hash = atoi(command + 13);
    strcpy(reply, "ok");
    return 1;
  }
  if (!strncmp(command, "set gamehist ", 13)) {
    strncpy(history, command + 13, 299);
    strcpy(reply, "ok");
    return 1;
  }
  strcpy(reply, "?");
  return 0;
}
int getmove(int board[8][8], int color, double maxtime, char str[1024], int *playnow, int info,
            int moreinfo, struct CBmove *move) {
  int man = color + 4, other = 3 - color, ahead = color == 1 ? -1 : 1, x, y, side, jump;
  printf("thinking %.3f seconds, info %d, about %s\n", maxtime, info, history);
  fflush(stdout);
  if (getenv("STEPPER_CRASHES")) abort();
  if (getenv("STEPPER_WAITS")) while (!*(volatile int *)playnow) ;
  for (jump = 2; jump; --jump)
    for (x = 0; x < 8; ++x)
      for (y = 0; y < 8; ++y)
        for (side = -1; side <= 1 && board[x][y] == man; side += 2) {
          int tx = x + jump * side, ty = y + jump * ahead, mid = 0;
          if (!inside(tx, ty) || board[tx][ty]) continue;
          if (jump == 2) {
            mid = board[x + side][y + ahead];
            if (!(mid & other)) continue;
            board[x + side][y + ahead] = 0;
          }
          board[tx][ty] = ty == (color == 1 ? 0 : 7) ? color + 8 : man;
          board[x][y] = 0;
          move->from.x = x, move->from.y = y, move->to.x = tx, move->to.y = ty;
          return 3;
        }
  return 2;
}
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the engine as a shared object, by the compiler that the core was built with."""
    folder = tmp_path_factory.mktemp("checkerboard")
    source, made = folder / "stepper.c", folder / "stepper.so"
    source.write_text(ENGINE, encoding="utf-8")
    chosen = STEPS / "compiler.json"
    known = json.loads(chosen.read_text(encoding="utf-8")) if chosen.exists() else {}
    compiler = known.get("CC") or shutil.which("cc") or known.get("CXX") or shutil.which("c++")
    assert compiler, "the core was compiled, so there is a compiler"
    language = ["-x", "c"]
    subprocess.run(
        [*compiler.split(), *language, "-shared", "-fPIC", "-O1", str(source), "-o", str(made)],
        check=True,
    )
    return made


def test_it_is_driven_as_any_engine(library: Path) -> None:
    game = Game("english", huffing=False, refusal_duty=0)
    with load(library, timeout=PATIENT, margin=PATIENT) as engine:
        assert engine.id["name"] == "Stepper" and engine.variants == ("english",)
        option = engine.options["hashsize"]
        assert (option.kind, option.default, option.range) == ("int", 64, (1, 4096))
        engine.configure({"hashsize": 32})
        for _ in range(6):  # it knows single jumps alone
            move = engine.play(game, Limit(seconds=0.01))
            assert move in game.legal_moves
            game.play(move)
        assert len(game.moves) == 6
        with pytest.raises(EngineError, match="plays english only, not russian|does not play"):
            engine.play(Game("russian"), Limit(seconds=0.01))


def test_an_option_that_it_does_not_take_is_told(library: Path) -> None:
    engine = load(library, timeout=PATIENT, margin=PATIENT)
    with engine, pytest.raises(ProtocolError, match="does not take hashsize 200"):
        engine.configure({"hashsize": 200})


def test_what_a_library_prints_does_not_disturb_and_its_crash_is_an_error(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STEPPER_CRASHES", "1")
    with load(library, timeout=PATIENT, margin=PATIENT) as engine:
        assert engine.ping() >= 0
        with pytest.raises(EngineDied, match=r"thinking 0\.250 seconds, info 2, about B:W21,22"):
            engine.play(Game("english"), Limit(seconds=0.25))


def test_it_moves_at_once_when_told_to(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEPPER_WAITS", "1")
    asked = threading.Event()

    def on_line(line: str) -> None:
        if line.startswith("> go"):
            asked.set()

    game = Game("english")
    with load(library, timeout=PATIENT, margin=PATIENT, trace=on_line) as engine:
        found: list[Move] = []
        asking = threading.Thread(target=lambda: found.append(engine.play(game, Limit(seconds=1))))
        asking.start()
        assert asked.wait(PATIENT)
        engine.stop()
        asking.join()
    assert found[0] in game.legal_moves


def test_a_match_with_a_library(library: Path, tmp_path: Path) -> None:
    path = tmp_path / "match.pdn"
    status = run(
        ["arena", f"checkerboard:{library}", "builtin:level=1", "--games", "2"]
        + ["--openings", "start", "--limit", "seconds=0.05", "--margin", "60"]
        + ["--first-name", "Stepper", "--max-plies", "30", "--pdn", str(path)]
    )
    assert status == 0
    with path.open("rb") as handle:
        games = list(pdn.read(handle))
    assert len(games) == 2 and all(game.moves for game in games)
    stored = json.loads(path.with_name("match.pdn.match.json").read_text())["settings"]["first"]
    assert stored["engine"] == "checkerboard" and stored["file"] == str(library)


def test_limits_other_than_of_time_are_refused_at_the_start(library: Path) -> None:
    player = entry(f"checkerboard:{library}")
    english = get("english")
    for pace in (Pace(nodes=5), Pace(depth=5), Pace(seconds=1, depth=5)):
        with pytest.raises(ArenaError, match="heeds limits of time alone"):
            Settings.of(english, player, entry("builtin"), openings("start", english), pace=pace)
    with pytest.raises(ArenaError, match="needs a limit"):
        Settings.of(english, player, entry("builtin"), openings("start", english))
    with pytest.raises(EngineError, match="told a time"):
        LibraryPlayer(open_library(library)).play(Game("english"), Limit(nodes=5))


def test_what_is_no_library_is_told(tmp_path: Path, library: Path) -> None:
    text = tmp_path / "text.so"
    text.write_text("no library")
    with pytest.raises(EngineError, match=r"CheckerBoard: text\.so: "):
        open_library(text)
    with pytest.raises(EngineDied, match=r"text\.so"):
        load(text, timeout=PATIENT).play(Game("english"))
    empty = tmp_path / "empty.so"
    source = tmp_path / "empty.c"
    source.write_text("int nothing;")
    compiler = shutil.which("cc") or os.environ.get("CC")
    if compiler:
        subprocess.run([compiler, "-shared", "-fPIC", source, "-o", empty], check=True)
        with pytest.raises(EngineError, match=r"empty\.so has no function getmove"):
            open_library(empty)
    for spec in ("checkerboard:", "checkerboard: "):
        with pytest.raises(ArenaError, match="no engine"):
            entry(spec)


class Scripted:
    """The functions of a library, written in Python behind the same calls."""

    def __init__(self, gametype: str, change: Callable[[Position], Position | None]) -> None:
        self.game = get(gametype)
        self.asked: list[str] = []
        self._change = change
        self.position = Position.initial(self.game)
        commands = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
        self.enginecommand = commands(self._command)
        moves = ctypes.CFUNCTYPE(
            ctypes.c_int,
            ctypes.POINTER(BoardArray),
            ctypes.c_int,
            ctypes.c_double,
            ctypes.c_char_p,
            ctypes.POINTER(ctypes.c_int),
            ctypes.c_int,
            ctypes.c_int,
            ctypes.POINTER(MoveStructure),
        )
        self.getmove = moves(self._getmove)

    def _command(self, command: int, reply: int) -> int:
        text = ctypes.string_at(command).decode()
        self.asked.append(text)
        numbers = {"english": 21, "italian": 22, "russian": 25}
        if text == "get gametype":
            said = str(numbers.get(self.game.key, 99))
            ctypes.memmove(reply, said.encode() + b"\0", len(said) + 1)
            return 1
        ctypes.memmove(reply, b"?\0", 2)
        return 0

    def _getmove(self, board, color, seconds, text, play_now, info, more, made) -> int:  # type: ignore[no-untyped-def]
        after = self._change(self.position)
        if after is not None:
            for x, column in enumerate(to_board(after)):
                for y, value in enumerate(column):
                    board.contents[x][y] = value
        else:
            move = self.position.legal_moves[0]
            made.contents.origin.x, made.contents.origin.y = place(self.game, move.origin)
            made.contents.target.x, made.contents.target.y = place(self.game, move.target)
        return 3


@pytest.mark.parametrize("key", ["english", "italian", "russian"])
def test_a_move_is_told_by_the_board_or_by_its_ends(key: str) -> None:
    for change in (lambda p: p.play(p.legal_moves[0]), lambda p: None):
        scripted = Scripted(key, change)
        player = LibraryPlayer(scripted)
        assert player.variant.key == key and player.options == []
        game = Game(key)
        assert player.play(game, None) == game.legal_moves[0]


def test_a_board_that_no_move_leads_to_is_a_fault() -> None:
    scripted = Scripted("english", lambda p: Position.from_fen("W:WK1:BK32", "english"))
    with pytest.raises(ProtocolError, match="board is not what a legal move leads to"):
        LibraryPlayer(scripted).play(Game("english"), None)


def test_a_game_that_we_do_not_know_is_refused() -> None:
    with pytest.raises(EngineError, match="plays no game we know: '99'"):
        LibraryPlayer(Scripted("frisian", lambda p: None))


def test_the_past_is_told_since_the_last_move_that_cannot_be_undone() -> None:
    scripted = Scripted("russian", lambda p: None)
    player = LibraryPlayer(scripted)
    start = Position.from_fen("W:Wa1,Kc3:Bh8,Kb8", "russian")
    game = Game(start=start, huffing=False, refusal_duty=0)
    for move in ("a1-b2", "b8-a7", "c3-d2"):
        game.play(move)
    scripted.position = game.position
    assert player.play(game, None) == game.legal_moves[0]
    told = scripted.asked[-1]
    assert told.startswith("set gamehist B:W") and told.endswith(
        " ".join(f"{move.origin}-{move.target}" for move in game.moves[1:])
    )
    assert len(told.split()) == 5
