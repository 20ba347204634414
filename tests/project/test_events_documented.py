"""`docs/pdn.md` has every command of the log and `docs/api.md` every act, with what it is for.

Run as a program, this writes both tables anew: commands from the core's list of events and the
first sentence of their classes, acts from theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from crownhead import _core
from crownhead.events import EVENTS
from crownhead.server.messages.frames import Act, AnyAct

DOCS = Path(__file__).resolve().parents[2] / "docs"


def commands() -> Iterator[str]:
    """Yield a row for every kind of event, and one for the times of all of them."""
    yield "| command | what happened |"
    yield "| --- | --- |"
    for kind, (word, second, side_is_implied) in _core.event_words().items():
        said, more = "", ""
        for name, slot, _, optional in _core.event_faces()[kind]:
            if name == "lag" or (slot == "side" and side_is_implied) or (slot == "flag" and second):
                continue
            shown = {"side": "SIDE", "flag": "yes/no"}.get(slot, name.upper())
            said, more = (said, f"{more} {shown}") if optional else (f"{said} {shown}", more)
        forms = [f"`[%{name}{said}]`" for name in (word, second) if name]
        if more:
            forms += [f"`[%{name}{said}{more}]`" for name in (word, second) if name]
        yield f"| {' '.join(forms)} | {_sentence(EVENTS[kind])} |"
    yield (
        "| `[%at MS]` `[%lag MS]` | Time, and time not charged, of the move or command right "
        "before, in milliseconds. |"
    )


def acts() -> Iterator[str]:
    """Yield a row for every act of a player."""
    yield "| act | |"
    yield "| --- | --- |"
    shared = set(Act.__struct_fields__)
    for act in get_args(AnyAct):
        own = [f"`{name}`" for name in act.__struct_fields__ if name not in shared]
        given = f" ({', '.join(own)})" if own else ""
        yield f"| `{act.__struct_config__.tag}`{given} | {_sentence(act)} |"


def _sentence(kind: type) -> str:
    """Return the first paragraph of a docstring."""
    return " ".join((kind.__doc__ or "").split("\n\n")[0].split())


TABLES = {"pdn.md": commands, "api.md": acts}


def with_table(name: str) -> str:
    """Return a document with its table as it should be."""
    rows = list(TABLES[name]())
    text = (DOCS / name).read_text(encoding="utf-8")
    before, begun, after = text.partition(rows[0] + "\n")
    assert begun, f"{name} has no table that begins with {rows[0]!r}"
    return before + "\n".join(rows) + "\n\n" + after.partition("\n\n")[2]


@pytest.mark.parametrize("name", TABLES)
def test_what_can_happen_is_documented(name: str) -> None:
    found = (DOCS / name).read_text(encoding="utf-8")
    assert found == with_table(name), "run python tests/project/test_events_documented.py"


if __name__ == "__main__":
    for name in TABLES:
        text = with_table(name)
        (DOCS / name).write_text(text, encoding="utf-8")
