"""Positions and moves as numpy arrays; needs the extra `crownhead[arrays]`.

Without its packages the import raises `MissingPackage`.

Nothing here plays a game to its end: `crownhead.env` does, with draw counts and repetition.
"""

from crownhead.errors import MissingPackage
from crownhead.extras import sentence

try:
    from crownhead.arrays.action_space import ActionSpace
    from crownhead.arrays.positions import Positions
except ModuleNotFoundError as missing:
    raise MissingPackage(sentence(missing, "arrays")) from None

__all__ = ["ActionSpace", "Positions"]
