"""Print lines for the player and ask for lines, with colour where the terminal has it.

Nothing here moves the cursor or clears the screen, so that it works over ssh, in a pipe and with a
screen reader.
"""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.console import Console

Piece = tuple[str, str]
"""A bit of a line: its text and its role (a key of `COLORS`, or the empty string)."""

COLORS = {
    "light": "on grey85",
    "dark": "grey78 on grey27",
    "white": "bold bright_white on grey27",
    "black": "bold orange1 on grey27",
    "mark": "bold bright_yellow on grey27",
    "edge": "dim",
    "refused": "bold",
}


ROOM = 20  # characters left for an answer beside the question


class Talk(Protocol):
    """What a session needs to talk to its player."""

    plain: bool

    def say(self, text: str = "", role: str = "") -> None:
        """Print a sentence, wrapped to the width of the terminal."""

    def picture(self, lines: Sequence[Sequence[Piece]]) -> None:
        """Print lines exactly as they are."""

    def ask(self, prompt: str) -> str:
        """Return a line from the player.

        Raises `EOFError` at the end of the input, `KeyboardInterrupt` on Ctrl-C.
        """

    def columns(self) -> int:
        """Return the width of the terminal in characters."""


class PlainTalk:
    """Print text and nothing else."""

    plain = True

    def say(self, text: str = "", role: str = "") -> None:
        print(text)

    def picture(self, lines: Sequence[Sequence[Piece]]) -> None:
        for line in lines:
            print("".join(text for text, _ in line).rstrip())

    def ask(self, prompt: str) -> str:
        return read(short(self, prompt))

    def columns(self) -> int:
        return shutil.get_terminal_size().columns


class RichTalk:
    """Print through rich: colours where the terminal shows them, lines wrapped at words."""

    plain = False

    def __init__(self, console: Console | None = None) -> None:
        from rich.console import Console

        self._console = console or Console(highlight=False, markup=False, emoji=False)

    def say(self, text: str = "", role: str = "") -> None:
        self._console.print(text, style=COLORS.get(role))

    def picture(self, lines: Sequence[Sequence[Piece]]) -> None:
        from rich.text import Text

        for line in lines:
            parts = [(text, COLORS.get(role, "")) for text, role in line]
            self._console.print(Text.assemble(*parts), no_wrap=True, crop=False, overflow="ignore")

    def ask(self, prompt: str) -> str:
        return read(short(self, prompt))

    def columns(self) -> int:
        return self._console.width


def short(talk: Talk, prompt: str) -> str:
    """Return a prompt that leaves room for an answer; a long one is said as a sentence before.

    Line editing loses count of the columns where a prompt goes on in a second line.
    """
    if len(prompt) + ROOM <= talk.columns():
        return prompt
    talk.say(prompt.rstrip())
    return "> "


def read(prompt: str) -> str:
    """Read a line; a terminal gets line editing and history where Python has readline."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  (its import is what gives `input` line editing)
    return input(prompt)


def talk(plain: bool) -> Talk:
    """Return the way to talk that was asked for.

    Bytes that are no text, and signs that the terminal cannot show, become question marks.
    """
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    return PlainTalk() if plain else RichTalk()
