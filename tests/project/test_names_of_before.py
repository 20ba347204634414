"""Names that were changed are known for one more release, and say what they are called now."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from crownhead.competition import Table
from crownhead.engines.hub.params import Param


def test_encounters_between_two_were_called_met() -> None:
    table: Any = SimpleNamespace(encounters_between=lambda one, two: (two, one))
    with pytest.warns(DeprecationWarning, match="encounters_between"):
        assert Table.met(table, "Anna", "Bert") == ("Bert", "Anna")


def test_a_parameter_was_typed_before_it_is_converted() -> None:
    with pytest.warns(DeprecationWarning, match="convert"):
        assert Param("margin", "real", 0.5, least=0, most=1).typed("0.25") == 0.25
