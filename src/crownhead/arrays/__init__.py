"""Positions and moves as numpy arrays; needs the extra `crownhead[arrays]`.

Nothing here plays a game to its end: `crownhead.env` does, with draw counts and repetition.
"""

from crownhead.arrays.action_space import ActionSpace
from crownhead.arrays.positions import Positions

__all__ = ["ActionSpace", "Positions"]
