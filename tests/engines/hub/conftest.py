"""What is collected after each test of engines is what the tests of its file have made."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def older_objects_are_left_alone() -> Iterator[None]:
    """Keep collections short: a whole run holds objects by the million."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()
