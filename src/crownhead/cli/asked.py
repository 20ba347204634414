"""What a command line asks for, for what is said when its command has failed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Asked:
    """Hold the language that `--lang` names, None where it is the environment's."""

    language: str | None = None
