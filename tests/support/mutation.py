"""Fuzzing guided by coverage, for what is read in Python: inputs that reach something new are kept.

As libFuzzer does for the core (`core/fuzzing`), at a smaller size: what is reached is counted in
steps from one line of a file to another.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any

Step = tuple[str, int, int]


class Reached:
    """Note the steps between lines of some files."""

    def __init__(self, files: Iterable[str]) -> None:
        self._files = frozenset(files)
        self._last = 0
        self.steps: set[Step] = set()

    def of(self, action: Callable[[], object]) -> frozenset[Step]:
        """Return the steps of an action."""
        self.steps = set()
        before = sys.gettrace()
        sys.settrace(self._on_call)
        try:
            action()
        finally:
            sys.settrace(before)
        return frozenset(self.steps)

    def _on_call(self, frame: FrameType, event: str, _argument: Any) -> Any:
        if frame.f_code.co_filename not in self._files:
            return None
        self._last = 0
        return self._on_line

    def _on_line(self, frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "line":
            self.steps.add((frame.f_code.co_filename, self._last, frame.f_lineno))
            self._last = frame.f_lineno
        return self._on_line


def mutate(text: str, others: list[str], alphabet: str, dice: random.Random) -> str:
    """Return a text that is a little other than `text`: cut, doubled, joined, letters changed."""
    for _ in range(dice.choice((1, 1, 2, 4))):
        at, end = sorted(dice.randint(0, len(text)) for _ in range(2))
        match dice.randrange(7):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:end] + text[at:end] * dice.choice((1, 2, 40)) + text[end:]
            case 2:
                other = dice.choice(others)
                text = text[:at] + other[dice.randint(0, len(other)) :]
            case 3:
                text = text[:at] + dice.choice(alphabet) + text[at + 1 :]
            case 4:
                text = text[:at] + dice.choice(alphabet) + text[at:]
            case 5:
                number = dice.choice(("0", "-1", "99", "1e400", "nan", "9" * 30, "٣", "2.5"))
                text = text[:at] + number + text[end:]
            case _:
                text = text[:at] + chr(dice.choice((0, 9, 127, 0xA0, 0xD800, 0xFFFD, 0x1F600)))
    return text


def fuzz(
    read: Callable[[str], object],
    files: Iterable[str],
    corpus: list[str],
    alphabet: str,
    inputs: int,
    seed: int,
) -> list[str]:
    """Let `read` read the corpus, and `inputs` texts like it; return those that reached more.

    `read` raises for what must not be; the error is told with the seed and the text.
    """
    dice = random.Random(seed)
    reached, pool, found = Reached(files), list(corpus), []
    known: set[Step] = set()

    def attempt(text: str) -> frozenset[Step]:
        try:
            return reached.of(lambda: read(text))
        except Exception as error:
            raise AssertionError(f"seed {seed}: {text!r}: {error!r}") from error

    for text in corpus:
        known |= attempt(text)
    for _ in range(inputs):
        text = mutate(dice.choice(pool), pool, alphabet, dice)[:4_000]
        steps = attempt(text)
        if not steps <= known:
            known |= steps
            pool.append(text)
            found.append(text)
    return found
