"""What holds for every test of the command line: no language but the one that a test chooses."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def no_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the language out of the environment, of programs that a test starts, too."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
