"""One game as a Gymnasium environment, against an opponent; needs the extra `crownhead[env]`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from crownhead.env.features import planes_of
from crownhead.env.single import begin_single, check_render_mode, planes_shape
from crownhead.env.vector import Draws
from crownhead.errors import InvalidArray, MissingPackage
from crownhead.extras import sentence
from crownhead.move import Move
from crownhead.position import Position
from crownhead.rules import Color
from crownhead.variants import Variant

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as missing:
    raise MissingPackage(sentence(missing, "env")) from None

Opponent = Callable[[Position], Move | str]
Seen = dict[str, npt.NDArray[Any]]


class DraughtsEnv(gymnasium.Env[Seen, np.int64]):
    """Play one side against an opponent, by default one that moves by chance.

    An observation has `planes` (`crownhead.env.features.planes_of`) and `action_mask`; both and the
    actions are as the side to move sees the board. The opponent is called with a position and
    returns a move, or its text. `color` is the agent's side, drawn at each reset unless it is
    given. The reward is 1 for a win, -1 for a loss, else 0. An action that is no legal move loses
    the game, and `info["illegal"]` says so; `info["ending"]` is in the words of `ENDINGS`.

    >>> env = DraughtsEnv("english", color="black")
    >>> observation, info = env.reset(seed=1)
    >>> observation["planes"].shape, int(observation["action_mask"].sum())
    ((8, 8, 8), 7)
    >>> observation, reward, terminated, truncated, info = env.step(
    ...     np.flatnonzero(observation["action_mask"])[0]
    ... )
    >>> reward, terminated, env.position.turn, info["color"]
    (0.0, False, 'black', 'black')
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        variant: str | Variant = "english",
        *,
        opponent: Opponent | None = None,
        color: Color | Literal["random"] = "random",
        start: Position | None = None,
        draws: Draws = "automatic",
        most_plies: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        if color not in ("white", "black", "random"):
            raise InvalidArray(f"color: {color!r} is no side, nor 'random'")
        check_render_mode(render_mode)
        self._games = begin_single(variant, start, draws, most_plies)
        self._opponent, self._color = opponent, color
        self._illegal = False
        self.agent: Color = "white"
        self.render_mode = render_mode
        self.action_space: spaces.Discrete = spaces.Discrete(self._games.space.size)
        self.observation_space: spaces.Space[Any] = spaces.Dict(
            {
                "planes": spaces.Box(0.0, 1.0, planes_shape(self._games), np.float32),
                "action_mask": spaces.MultiBinary(self._games.space.size),
            }
        )

    @property
    def position(self) -> Position:
        """Return the position on the board."""
        return self._games.position(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a game; where the opponent moves first, he has moved."""
        super().reset(seed=seed)
        self._games.reset()
        self._illegal = False
        drawn: Color = "white" if self.np_random.integers(2) else "black"
        self.agent = drawn if self._color == "random" else self._color
        self._answer()
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Make a move, and the opponent's after it."""
        if self._over():
            raise InvalidArray("The game is over: reset the environment")
        if not 0 <= action < self._games.space.size or not self._games.observation.mask[0, action]:
            self._illegal = True
            return self._observe(), -1.0, True, False, self._info()
        self._games.step([int(action)])
        self._answer()
        ended, cut_off = self._games.ending_flags(0)
        winner = self._games.winner(0)
        reward = 0.0 if winner is None else 1.0 if winner == self.agent else -1.0
        return self._observe(), reward, ended, cut_off, self._info()

    def render(self) -> str | None:
        """Return the board as text, in the mode `ansi`."""
        return str(self.position) if self.render_mode == "ansi" else None

    def _over(self) -> bool:
        return self._illegal or bool(self._games.ending(0))

    def _answer(self) -> None:
        while not self._games.ending(0) and self.position.turn != self.agent:
            if self._opponent is None:
                legal = np.flatnonzero(self._games.observation.mask[0])
                action = int(self.np_random.choice(legal))
            else:
                position = self.position
                action = self._games.space.encode(position, self._opponent(position))
            self._games.step([action])

    def _observe(self) -> Seen:
        return {
            "planes": planes_of(self._games),
            "action_mask": self._games.observation.mask[0].astype(np.int8),
        }

    def _info(self) -> dict[str, Any]:
        return {
            "color": self.agent,
            "fen": self.position.fen(),
            "ending": self._games.ending(0),
            "illegal": self._illegal,
        }
