"""The rules of draughts as software: positions, moves, games, matches, engines.

    >>> import crownhead as ch
    >>> ch.Position.initial("english").play("11-15").turn
    'white'

Names are loaded on first use, so that importing the package stays cheap.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crownhead.clock import TimeControl as TimeControl
    from crownhead.engines import Engine as Engine
    from crownhead.engines import Limit as Limit
    from crownhead.errors import AmbiguousMove as AmbiguousMove
    from crownhead.errors import CrownheadError as CrownheadError
    from crownhead.errors import EngineDied as EngineDied
    from crownhead.errors import EngineError as EngineError
    from crownhead.errors import EngineTimeout as EngineTimeout
    from crownhead.errors import IllegalMove as IllegalMove
    from crownhead.errors import InvalidFen as InvalidFen
    from crownhead.errors import InvalidMove as InvalidMove
    from crownhead.errors import InvalidPicture as InvalidPicture
    from crownhead.errors import InvalidRecord as InvalidRecord
    from crownhead.errors import InvalidRules as InvalidRules
    from crownhead.errors import MissingPackage as MissingPackage
    from crownhead.errors import NotAllowed as NotAllowed
    from crownhead.errors import PdnError as PdnError
    from crownhead.errors import ProtocolError as ProtocolError
    from crownhead.errors import TooComplex as TooComplex
    from crownhead.errors import UnknownVariant as UnknownVariant
    from crownhead.formats import gif as gif
    from crownhead.formats import pdn as pdn
    from crownhead.formats import png as png
    from crownhead.formats import svg as svg
    from crownhead.game import Game as Game
    from crownhead.match import Match as Match
    from crownhead.move import LegalMoves as LegalMoves
    from crownhead.move import Move as Move
    from crownhead.outcome import Outcome as Outcome
    from crownhead.outcome import Termination as Termination
    from crownhead.piece import Piece as Piece
    from crownhead.position import Position as Position
    from crownhead.position import Status as Status
    from crownhead.reasons import Reason as Reason
    from crownhead.rules import Rules as Rules
    from crownhead.squareset import SquareSet as SquareSet
    from crownhead.variants import VARIANTS as VARIANTS
    from crownhead.variants import Variant as Variant

_HOMES = {
    "clock": ("TimeControl",),
    "engines": ("Engine", "Limit"),
    "errors": (
        "AmbiguousMove",
        "CrownheadError",
        "EngineDied",
        "EngineError",
        "EngineTimeout",
        "IllegalMove",
        "InvalidFen",
        "InvalidMove",
        "InvalidPicture",
        "InvalidRecord",
        "InvalidRules",
        "MissingPackage",
        "NotAllowed",
        "PdnError",
        "ProtocolError",
        "TooComplex",
        "UnknownVariant",
    ),
    "game": ("Game",),
    "match": ("Match",),
    "move": ("LegalMoves", "Move"),
    "outcome": ("Outcome", "Termination"),
    "piece": ("Piece",),
    "position": ("Position", "Status"),
    "reasons": ("Reason",),
    "rules": ("Rules",),
    "squareset": ("SquareSet",),
    "variants": ("VARIANTS", "Variant"),
}
_FORMATS = ("gif", "pdn", "png", "svg")
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__version__ = "0.1.0"
"""The version of the package, as text."""
__all__ = ["__version__", *_HOME, *_FORMATS]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(import_module(f"crownhead.{_HOME[name]}"), name)
        globals()[name] = value
        return value
    if name in _FORMATS:
        return import_module(f"crownhead.formats.{name}")
    from crownhead.hints import hint, missing

    plain = f"module 'crownhead' has no attribute {name!r}"
    raise missing(plain, name, hint("crownhead", name))


def __dir__() -> list[str]:
    return sorted(__all__)
