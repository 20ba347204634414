"""What programs were told and said, in a file for each game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from time import monotonic

from crownhead.arena.contestant import Trace


@contextmanager
def trace_into(folder: Path, game: str) -> Iterator[Callable[[str], Trace]]:
    """Give the function that returns, for a player's name, what receives its lines.

    They go into `folder/GAME.log`: the seconds since the game began, the player, the line. A game
    that is played once more is added to what is there, after an empty line.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with trace_into(Path(folder), "1.2") as sinks:
    ...         sinks("Scan")("> go think")
    ...     (Path(folder) / "1.2.log").read_text().split(maxsplit=1)[1]
    'Scan > go think\\n'
    """
    lock, begun = Lock(), monotonic()
    with (folder / f"{game}.log").open("a", encoding="utf-8", errors="replace") as file:
        if file.tell():
            file.write("\n")

        def sink(name: str) -> Trace:
            def receive(line: str) -> None:
                with lock:
                    if not file.closed:  # a program may be told to stop after its game
                        file.write(f"{monotonic() - begun:.3f} {name} {line}\n")
                        file.flush()

            return receive

        yield sink
