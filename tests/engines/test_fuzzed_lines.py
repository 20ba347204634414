"""Whatever another program says by Hub or DXP is read or refused with a typed error."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from support.mutation import fuzz, mutate

from crownhead import Position
from crownhead.engines.dxp import messages
from crownhead.engines.dxp import moves as dxp_moves
from crownhead.engines.hub import info, levels, params, positions, syntax
from crownhead.errors import CrownheadError, ProtocolError
from crownhead.variants import VARIANTS

CORPUS = Path(__file__).parents[1] / "fuzzing" / "corpus"
NIGHTLY = bool(os.environ.get("CROWNHEAD_NIGHTLY"))
INPUTS = 1_000_000 if NIGHTLY else 4_000
FOUND = Path(__file__).parents[2] / "build" / "fuzzing" / "found"
START = Position.initial("international")


def hub(text: str) -> None:
    """Read a line of Hub, whichever command it is taken for."""
    try:
        line = syntax.parse(text)
    except ProtocolError:
        return
    if line is None:
        assert not text.strip()
        return
    with suppress(ProtocolError):  # what was said may be what we cannot say
        assert syntax.parse(str(line)) == line
    found = info.read(line, START)
    assert info.read(info.write(found), START).line == found.line
    with suppress(ProtocolError):
        limit = levels.read(line)
        assert limit is None or levels.read(levels.write(limit)) is not None
    with suppress(ProtocolError):
        read = positions.read(line, VARIANTS["international"])
        assert len(read) <= 5_001
    declared = params.read_param(line)
    if declared is not None:
        with suppress(CrownheadError):
            declared.text(line.get("value"))


def dxp(text: str) -> None:
    """Read a message of DXP; a move is looked for on the board."""
    try:
        message = messages.parse(text)
    except ProtocolError:
        return
    if isinstance(message, messages.Moved):
        with suppress(ProtocolError):
            assert dxp_moves.find(START, message) in START.legal_moves
    with suppress(ProtocolError):
        assert messages.parse(message.text) == message


TARGETS: dict[str, tuple[Callable[[str], None], list[object], str]] = {
    "hub": (hub, [syntax, info, levels, params, positions], ' ="-x.0123456789abinWBwbeE:K,'),
    "dxp": (dxp, [messages, dxp_moves], "RAMECBK0123456789WZzwe "),
}


@pytest.mark.parametrize("name", TARGETS)
def test_whatever_is_said_is_read_or_refused(name: str) -> None:
    read, modules, alphabet = TARGETS[name]
    corpus = [
        line
        for path in sorted((CORPUS / name).iterdir())
        for line in path.read_text("utf-8", "surrogateescape").split("\n")
    ]
    files = [str(getattr(module, "__file__", "")) for module in modules]
    seed = random.randrange(2**32)
    found = fuzz(read, files, corpus, alphabet, INPUTS, seed)
    assert all(text not in corpus for text in found)
    if NIGHTLY:  # what is worth keeping goes from there to the corpus
        FOUND.mkdir(parents=True, exist_ok=True)
        (FOUND / f"{name}.txt").write_text("\n".join(found), "utf-8", "surrogateescape")


def test_the_fuzzer_keeps_what_reaches_something_new() -> None:
    def read(text: str) -> None:
        dxp(text)

    files = [str(messages.__file__)]
    found = fuzz(read, files, ["E00"], "RAMECBK0123456789WZ", 2_000, seed=7)
    kinds = {text[:1].upper() for text in found}
    assert len(kinds & set("RAMECBK")) >= 4


def test_the_fuzzer_tells_the_text_that_broke_something() -> None:
    def read(text: str) -> None:
        assert "99" not in text

    with pytest.raises(AssertionError, match="seed 3: '.*99"):
        fuzz(read, [], ["M0003280000"], "0123456789", 10_000, seed=3)


def test_mutated_texts_differ() -> None:
    dice = random.Random(1)
    made = {mutate("M0003280000", ["C"], "019", dice) for _ in range(200)}
    assert len(made) > 100
