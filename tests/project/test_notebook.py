"""The example notebook runs, and its outputs are what it shows."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from traitlets.config import Config

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "examples" / "crownhead.ipynb"


@pytest.fixture
def short_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Keep the kernel's files here; the paths of its sockets must be short."""
    with tempfile.TemporaryDirectory(prefix="nb") as folder:
        for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
            monkeypatch.setenv(name, f"{folder}/{name.lower()[:9]}")
        yield Path(folder)


def list_cells(notebook: nbformat.NotebookNode) -> list[tuple[str, list[object]]]:
    """Return each cell's source and what people see below it."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [(cell.source, [o.get("text") or o.get("data") for o in cell.outputs]) for cell in cells]


def test_the_notebook_shows_what_its_code_gives(short_folder: Path) -> None:
    """After a change that is meant: `jupyter execute --inplace docs/examples/crownhead.ipynb`."""
    stored = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(stored)
    fresh = nbformat.read(NOTEBOOK, as_version=4)
    sockets = Config({"KernelManager": {"transport": "ipc"}})
    options = {"config": sockets, "record_timing": False, "coalesce_streams": True}
    NotebookClient(fresh, timeout=300, startup_timeout=300, **options).execute()
    assert len(list_cells(fresh)) >= 10
    assert list_cells(fresh) == list_cells(stored)
