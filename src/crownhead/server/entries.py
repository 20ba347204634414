"""The log of a game at the server: the events of the game, and those of its table.

An entry of the game has the `kind` and the fields of its `crownhead` event. Those of the table are
`seated`, `lots`, `contributed`, `drawn`, `rematch_offered`, `followed`, `aborted`, and `held`: the
server itself has stopped the clock.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from crownhead.events import EVENTS

_SECRET = {"seated": ("player",), "contributed": ("player",)}


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log; `command` is the client's id of what brought it about."""

    seq: int
    kind: str
    at: int
    body: dict[str, Any] = field(default_factory=dict)
    command: str | None = None

    @property
    def of_game(self) -> bool:
        """Say whether this is an event of the game itself."""
        return self.kind in EVENTS

    def public(self) -> dict[str, Any]:
        """Return what everybody may see of it.

        >>> Entry(1, "seated", 5, {"player": "secret", "name": "Anna"}).public()
        {'seq': 1, 'kind': 'seated', 'name': 'Anna', 'at': 5}
        """
        hidden = _SECRET.get(self.kind, ())
        shown = {name: value for name, value in self.body.items() if name not in hidden}
        return {"seq": self.seq, "kind": self.kind, **shown, "at": self.at}
