"""Games to learn from: many at once, under the law of play; needs the extra `crownhead[arrays]`.

`crownhead.env.gymnasium` and `crownhead.env.pettingzoo` are the same games behind the interfaces of
those packages (extra `crownhead[env]`), `crownhead.env.openspiel` is a game of OpenSpiel (extra
`crownhead[openspiel]`). Nothing here huffs, offers or claims: moves are legal ones.
"""

from crownhead.errors import MissingPackage
from crownhead.extras import sentence

try:
    from crownhead.env.vector import ENDINGS, Observation, Step, VectorEnv
except ModuleNotFoundError as missing:
    raise MissingPackage(sentence(missing, "arrays")) from None

__all__ = ["ENDINGS", "Observation", "Step", "VectorEnv"]
