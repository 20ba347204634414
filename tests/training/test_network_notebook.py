"""The notebook that trains a network runs with tiny settings.

PyTorch is no package of these tests: where it is missing the cell of it is done by the same steps
in numpy.
"""

from __future__ import annotations

import contextlib
import io
from dataclasses import fields, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest

from crownhead.training.network import Network, Seen

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "examples" / "network.ipynb"
TINY = {"GENERATIONS": 2, "GAMES": 100, "NODES": 5, "EPOCHS": 2, "MATCH": 2, "LEVELS": (1,)}
BATCH = 4096


def fit(network: Network, seen: Seen, results: Any) -> tuple[Network, list[float]]:
    """Learn as the cell with PyTorch does: cross entropy, Adam."""
    names = [field.name for field in fields(network)][1:]
    learnt = {name: getattr(network, name).astype(np.float64) for name in names}
    moments = {name: [np.zeros_like(array), np.zeros_like(array)] for name, array in learnt.items()}
    dice, wanted, losses, step = np.random.default_rng(1), (results + 1) / 2, [], 0
    for _ in range(TINY["EPOCHS"]):  # type: ignore[arg-type]
        total, order = 0.0, dice.permutation(len(wanted))
        for first in range(0, len(order), BATCH):
            rows = order[first : first + BATCH]
            own, other = (side[rows].astype(np.float64) for side in seen[:2])
            chosen = np.eye(8)[seen.buckets[rows]]
            sums = [side @ learnt["inputs"] + learnt["start"] for side in (own, other)]
            cut = np.clip(np.concatenate(sums, axis=1), 0, 1)
            odds = ((cut**2 @ learnt["outputs"].T + learnt["biases"]) * chosen).sum(axis=1)
            total += (np.logaddexp(0, odds) - wanted[rows] * odds).sum()
            off = (1 / (1 + np.exp(-odds)) - wanted[rows])[:, None] * chosen / len(rows)
            units = off @ learnt["outputs"] * 2 * cut * (cut < 1)
            halves = units[:, :128], units[:, 128:]
            gradients = {
                "inputs": own.T @ halves[0] + other.T @ halves[1],
                "start": halves[0].sum(axis=0) + halves[1].sum(axis=0),
                "outputs": off.T @ cut**2,
                "biases": off.sum(axis=0),
            }
            step += 1
            for name, gradient in gradients.items():
                mean, spread = moments[name]
                mean += 0.1 * (gradient - mean)
                spread += 0.001 * (gradient**2 - spread)
                square = np.sqrt(spread / (1 - 0.999**step)) + 1e-8
                learnt[name] -= 0.002 * mean / (1 - 0.9**step) / square
        losses.append(total / len(wanted))
    arrays = {name: array.astype(np.float32) for name, array in learnt.items()}
    return replace(network, **arrays), losses


def run(folder: Path, *, torch: bool) -> tuple[dict[str, Any], str]:
    """Run the cells with tiny settings; return their names and what they print."""
    names: dict[str, Any] = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for cell in nbformat.read(NOTEBOOK, as_version=4).cells:
            if cell.cell_type != "code":
                continue
            tags = cell.metadata.get("tags", [])
            if "torch" in tags and not torch:
                compile(cell.source, str(NOTEBOOK), "exec")
                names["fit"] = fit
                continue
            exec(compile(cell.source, str(NOTEBOOK), "exec"), names)
            if "settings" in tags:
                assert set(names) >= set(TINY)
                names |= TINY | {"folder": folder}
    return names, printed.getvalue()


def test_it_has_no_outputs_and_both_tags() -> None:
    book = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(book)
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in cells)
    tags = [tag for cell in cells for tag in cell.metadata.get("tags", [])]
    assert tags == ["settings", "torch"]


@pytest.mark.parametrize("torch", [False, True][: 1 + (find_spec("torch") is not None)])
def test_it_learns_and_plays(torch: bool, tmp_path: Path) -> None:
    names, printed = run(tmp_path, torch=torch)
    lines = printed.splitlines()
    assert [line.split()[1] for line in lines[:2]] == ["1:", "2:"]
    assert names["losses"][-1] < names["losses"][0]
    assert {path.name for path in tmp_path.glob("*.weights")} == {f"{n}.weights" for n in range(3)}
    assert set(names["scores"]) == {(0, 1), (2, 1)}
    assert all(sum(score) == TINY["MATCH"] for score in names["scores"].values())
    found, again = names["found"], names["again"]
    assert found.depth == again.depth == 4
    assert {found.best, again.best} <= set(names["position"].legal_moves)
