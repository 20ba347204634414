"""The real command in a real (pseudo) terminal: a whole game in German, killed and resumed."""

from __future__ import annotations

import codecs
import os
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from crownhead import Game

pty = pytest.importorskip("pty")
PATIENCE = 180.0  # seconds
LONG = 20.0


class Terminal:
    """Run `crownhead play` in a pseudo terminal and read what it shows."""

    def __init__(self, folder: Path, *arguments: str, rows: int = 24, columns: int = 80) -> None:
        import fcntl
        import termios

        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
        environment |= {
            "CROWNHEAD_HOME": str(folder),
            "LC_ALL": "de_DE.UTF-8",
            "TERM": "xterm-256color",
            "PYTHONUTF8": "1",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "crownhead.cli", "play", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            # Only a controlling terminal turns Ctrl-C into a signal.
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.shown = ""
        self._read = 0

    def expect(self, text: str, key: bytes = b"") -> str:
        """Wait until `text` is shown after what was expected before, and return all up to it.

        A `key` is pressed, and again where nothing has come of it for long.
        """
        end = time.monotonic() + PATIENCE
        self.press(key)
        while (found := self.shown.find(text, self._read)) < 0:
            left = max(0.0, end - time.monotonic())
            silence = min(LONG, left) if key else left
            ready, _, _ = select.select([self._master], [], [], silence)
            if not ready and silence < left:
                self.press(key)
                continue
            assert ready, f"{text!r} did not appear in:\n{self.shown[self._read :]}"
            try:
                chunk = os.read(self._master, 65536)
            except OSError:
                chunk = b""
            assert chunk, f"the program ended before {text!r}:\n{self.shown[self._read :]}"
            self.shown += self._decoder.decode(chunk)
        before = self.shown[self._read : found]
        self._read = found + len(text)
        return before

    def type(self, text: str) -> None:
        """Type a line."""
        os.write(self._master, text.encode() + b"\r")

    def press(self, key: bytes) -> None:
        """Press a key without Enter."""
        os.write(self._master, key)

    def kill(self) -> None:
        """Kill the program as `kill -9` does."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)

    def wait_for_end(self) -> int:
        """Wait for the end of the program and return its status."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            ready, _, _ = select.select([self._master], [], [], 0.1)
            if ready:
                try:
                    self.shown += self._decoder.decode(os.read(self._master, 65536))
                except OSError:
                    break
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        """End the program and give the terminal back."""
        if self.process.poll() is None:
            self.kill()
        os.close(self._master)


@pytest.fixture
def open_terminal(tmp_path: Path) -> Iterator[object]:
    opened: list[Terminal] = []

    def start(*arguments: str, **size: int) -> Terminal:
        opened.append(Terminal(tmp_path, *arguments, **size))
        return opened[-1]

    yield start
    for terminal in opened:
        terminal.close()


def whole_game() -> list[str]:
    """Return the moves of a game that ends: each side plays the first capture, else a move."""
    game = Game("english")
    while game.outcome is None:
        moves = game.position.legal_moves
        game.play(moves[len(game.moves) * 7 % len(moves)])
        assert len(game.moves) < 200
    return [move.notation("full") for move in game.moves]


def test_a_whole_game_in_german_killed_and_resumed(open_terminal) -> None:
    moves = whole_game()
    middle = len(moves) // 2
    terminal = open_terminal("--variant", "english", "--friend")
    terminal.expect("Englische Dame, zu zweit an einem Gerät.")
    for number, move in enumerate(moves[:middle]):
        terminal.expect("> ")
        terminal.type(move)
        terminal.expect("Weiß am Zug." if number % 2 == 0 else "Schwarz am Zug.")
    terminal.kill()

    terminal = open_terminal()
    terminal.expect(f"Angefangene Partie: Englische Dame, {(middle + 1) // 2} Züge. Weiterspielen?")
    terminal.type("")
    terminal.expect("am Zug.")
    for move in moves[middle:]:
        terminal.expect("> ")
        terminal.type(move)
    terminal.expect("Revanche")
    terminal.expect("> ")
    terminal.type("protokoll")
    terminal.expect(f"{(len(moves) + 1) // 2}. ")
    terminal.expect("> ")
    terminal.type("ende")
    assert terminal.wait_for_end() == 0


def test_a_kill_loses_nothing_that_was_shown(open_terminal, tmp_path: Path) -> None:
    for number, move in enumerate(["11-15", "23-19", "8-11", "22-17"]):
        terminal = open_terminal(*(["--variant", "english", "--friend"] if not number else []))
        if number:
            terminal.expect("Weiterspielen?")
            terminal.type("")
        terminal.expect("am Zug.")
        terminal.expect("> ")
        terminal.type(move)
        terminal.expect("am Zug.")
        terminal.kill()
    terminal = open_terminal()
    terminal.expect("Englische Dame, 2 Züge")
    assert not list(tmp_path.glob("*.new"))


def test_a_game_against_the_computer_takes_two_enters(open_terminal) -> None:
    terminal = open_terminal()
    terminal.expect("Welches Spiel?")
    terminal.type("")
    terminal.expect("Gegner?")
    terminal.type("")
    terminal.expect("Weiß> ")
    terminal.type("c3-d4")
    terminal.expect("Schwarz zieht ")
    terminal.expect("Weiß> ")
    terminal.type("ende")
    assert terminal.wait_for_end() == 0


def test_ctrl_c_and_end_of_input_leave_cleanly(open_terminal) -> None:
    for key in (b"\x03", b"\x04"):
        terminal = open_terminal("--variant", "english", "--friend")
        terminal.expect("Schwarz> ")
        time.sleep(0.3)  # a signal just after the prompt waits for the next key
        terminal.expect("Die Partie ist gesichert", key)
        assert terminal.wait_for_end() == 0
        assert "Traceback" not in terminal.shown


def test_the_screen_is_written_line_by_line(open_terminal) -> None:
    terminal = open_terminal("--variant", "english", "--friend")
    terminal.expect("Schwarz> ")
    terminal.type("11-15")
    terminal.expect("Weiß> ")
    for sequence in ("\x1b[2J", "\x1b[H", "\x1b[?1049h", "\x1b[A"):
        assert sequence not in terminal.shown
    assert "\x1b[" in terminal.shown  # colours


def test_plain_output_has_no_escape_sequences(open_terminal) -> None:
    terminal = open_terminal("--variant", "english", "--friend", "--plain")
    terminal.expect("Schwarz> ")
    terminal.type("11-15")
    terminal.expect("Weiß> ")
    terminal.type("brett")
    terminal.expect("Reihe 8:")
    shown = terminal.shown.replace("\x1b[?2004h", "").replace("\x1b[?2004l", "")
    assert "\x1b" not in shown
    assert "[" not in shown


@pytest.mark.parametrize("columns", [36, 40, 80])
def test_no_line_of_the_board_is_broken(open_terminal, columns: int) -> None:
    terminal = open_terminal("--variant", "international", "--friend", columns=columns)
    shown = terminal.expect("Weiß am Zug.")
    import re

    lines = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).replace("\r", "").split("\n")
    board = [line for line in lines if " x" in line or "x " in line]
    assert len([line for line in board if any(c.isdigit() for c in line)]) >= 4
    assert max(len(line) for line in board) <= columns
