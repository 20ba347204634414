"""Games to learn from: many at once, under the law of play; needs the extra `crownhead[arrays]`.

`crownhead.env.gymnasium` and `crownhead.env.pettingzoo` are the same games behind the interfaces of
those packages (extra `crownhead[env]`), `crownhead.env.openspiel` is a game of OpenSpiel (extra
`crownhead[openspiel]`). Nothing here huffs, offers or claims: moves are legal ones.
"""

from crownhead.env.vector import ENDINGS, Observation, Step, VectorEnv

__all__ = ["ENDINGS", "Observation", "Step", "VectorEnv"]
