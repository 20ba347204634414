"""The tree of moves counted through the action space is the tree of `data/perft.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from crownhead import VARIANTS, Position
from crownhead.arrays import ActionSpace, Positions

DATA = Path(__file__).resolve().parents[2] / "data" / "perft.json"
MOST = 6_000  # leaves


def rows() -> list[Any]:
    """Return the rows of known games with few leaves; routes are counted in some, moves here."""
    found = json.loads(DATA.read_text(encoding="utf-8"))["rows"]
    return [
        pytest.param(row, id=f"{row['variant']}-{row['depth']}-{number}")
        for number, row in enumerate(found)
        if row["variant"] in VARIANTS and row["nodes"] <= MOST and row["depth"] >= 2
    ]


@pytest.mark.parametrize("row", rows())
def test_perft_through_actions(row: dict[str, Any]) -> None:
    space = ActionSpace(row["variant"], ranks=64)
    start = Position.from_fen(row["fen"], row["variant"])
    batch = Positions([start])
    for _ in range(row["depth"] - 1):
        actions, starts = batch.legal_actions(space)
        parents = np.repeat(np.arange(len(batch)), np.diff(starts))
        batch = Positions([batch[int(parent)] for parent in parents], row["variant"])
        batch = batch.play(space, actions)
    actions, _ = batch.legal_actions(space)
    assert len(actions) == start.perft(row["depth"])
    if row["counting"] == "uniq":
        assert len(actions) == row["nodes"]
