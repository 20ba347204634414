"""Slices that are checked and packed, and those that workers of other machines solve."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict, dataclass, field
from typing import Any

from crownhead._core import EndgameBuilder
from crownhead.endgame.files import Slice
from crownhead.errors import CannotBuild
from crownhead.rulesets import ruleset
from crownhead.variants import Variant
from crownhead.workers import Workers

LOOK = 0.5  # seconds between two looks whether the build was stopped


def check_slice(
    builder: EndgameBuilder, name: str, threads: int, distances: bool
) -> tuple[Slice, bytes]:
    """Compare each value of a slice with what its moves lead to; return the counts and the bytes.

    Raises `CannotBuild` where a value is wrong, or the builder was stopped.
    """
    found = builder.check(name, threads)
    if found is None:
        raise CannotBuild("The build was stopped", "stopped")
    if found["wrong"]:
        raise CannotBuild(
            f"{found['wrong']} values of slice {name} do not follow from others",
            "wrong_values",
            count=found["wrong"],
            name=name,
        )
    counts = Slice(
        **{key: found[key] for key in ("win", "draw", "loss", "longest", "longest_loss")},
        captures=found["captures"],
    )
    return counts, builder.pack(name, distances)


def pack_kept(counts: Slice, packed: bytes) -> list[bytes]:
    """Return a packed slice as a build keeps it: a line of counts, and the bytes."""
    return [json.dumps(asdict(counts)).encode(), b"\n", packed]


def unpack_kept(content: bytes) -> tuple[Slice, bytes]:
    """Read what `pack_kept` returned."""
    head, _, packed = content.partition(b"\n")
    return Slice(**json.loads(head)), packed


@dataclass(frozen=True, slots=True)
class Task:
    """Hold what the slices of one build are solved for."""

    variant: Variant
    distances: bool


@dataclass(frozen=True, slots=True)
class Solved:
    """Hold one slice: a byte for each value, the counts, and the bytes of its file."""

    values: bytes = field(repr=False)
    counts: Slice
    packed: bytes = field(repr=False)


def solve(
    task: Task, names: tuple[str, ...], known: tuple[str, ...], *values: bytes
) -> list[Solved]:
    """Solve a slice and its mirror image, its `names`; `values` are those of the `known` slices."""
    builder = EndgameBuilder(ruleset(task.variant))
    for name, content in zip(known, values, strict=True):
        builder.attach(name, bytearray(content))
    rooms = {name: bytearray(builder.positions(name)) for name in names}
    for name, room in rooms.items():
        builder.attach(name, room)
    builder.solve(names[0], 1)
    found = ((name, *check_slice(builder, name, 1, task.distances)) for name in names)
    return [Solved(bytes(rooms[name]), counts, packed) for name, counts, packed in found]


def spread(
    workers: Workers,
    task: Task,
    pairs: list[tuple[str, str]],
    values: Mapping[str, bytes],
    stopped: Callable[[], bool],
) -> Iterator[dict[str, Solved]]:
    """Yield the slices of the pairs that `values` lacks, as the workers solve them.

    `values` holds all smaller slices, and those of the pairs that are solved already. A pair waits
    for the pairs that it becomes when a man is crowned. Raises `CannotBuild` once `stopped` returns
    true.
    """
    shared = {name: workers.share(content) for name, content in values.items()}
    names = {name for pair in pairs for name in pair}
    smaller = tuple(name for name in shared if name not in names)
    waiting = [pair for pair in pairs if not all(name in shared for name in pair)]
    running: dict[Future[list[Solved]], tuple[str, str]] = {}
    try:
        while waiting or running:
            for pair in list(waiting):
                needed = tuple(sorted(crowned_slices(pair) & names - set(pair)))
                if all(name in shared for name in needed):
                    known = smaller + needed
                    arguments: list[Any] = [shared[name] for name in known]
                    running[workers.submit(solve, task, distinct(pair), known, *arguments)] = pair
                    waiting.remove(pair)
            done, _ = wait(running, timeout=LOOK, return_when=FIRST_COMPLETED)
            if stopped():
                raise CannotBuild("The build was stopped", "stopped")
            for future in done:
                pair = running.pop(future)
                solved = dict(zip(distinct(pair), future.result(), strict=True))
                for name, part in solved.items():
                    shared[name] = workers.share(part.values)
                yield solved
    finally:
        workers.cancel(list(running))


def distinct(pair: tuple[str, str]) -> tuple[str, ...]:
    """Return both names, or one where a slice is its own mirror image."""
    return tuple(dict.fromkeys(pair))


def crowned_slices(pair: tuple[str, str]) -> set[str]:
    """Return the slices that the men of a pair lead to by becoming kings.

    >>> sorted(crowned_slices(("1011", "1110")))
    ['0111', '0210', '1002', '1101']
    """
    found = set()
    for name in pair:
        men, kings, others, other_kings = map(int, name)
        if men:
            found.add(f"{men - 1}{kings + 1}{others}{other_kings}")
        if others:
            found.add(f"{men}{kings}{others - 1}{other_kings + 1}")
    return found
