"""What the environment says is read, or refused with a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from crownhead.errors import CrownheadError
from crownhead.server.settings import Settings


def test_numbers_come_from_the_environment(tmp_path: Path) -> None:
    settings = Settings.of(tmp_path, {"CROWNHEAD_THREADS": "3", "CROWNHEAD_PATIENCE": "0"})
    assert (settings.threads, settings.patience, settings.keep_days) == (3, 0, 365)


@pytest.mark.parametrize("text", ["x", "-1", "0", "257", "²", "9" * 5000])
def test_what_is_no_number_within_bounds_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(CrownheadError, match="CROWNHEAD_THREADS: expected a number from 1 to 256"):
        Settings.of(tmp_path, {"CROWNHEAD_THREADS": text})
