"""One game between two agents, as PettingZoo has it; needs the extra `crownhead[env]`."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from crownhead.env.features import planes_of, turn_round
from crownhead.env.single import begin_single, check_render_mode, planes_shape
from crownhead.env.vector import Draws
from crownhead.errors import IllegalAction, MissingPackage
from crownhead.extras import sentence
from crownhead.position import Position
from crownhead.variants import Variant

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise MissingPackage(sentence(missing, "env")) from None

Seen = dict[str, npt.NDArray[Any]]
AGENTS = ("white", "black")


class _Table:
    """Hold one game, and what each agent sees of it."""

    def __init__(
        self,
        variant: str | Variant,
        start: Position | None,
        draws: Draws,
        most_plies: int,
        waiting: bool,
    ) -> None:
        self.games = begin_single(variant, start, draws, most_plies)
        self.waiting = waiting
        self.actions = self.games.space.size + int(waiting)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, planes_shape(self.games), np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
            }
        )

    @property
    def position(self) -> Position:
        return self.games.position(0)

    def observe(self, agent: str) -> Seen:
        planes = planes_of(self.games)
        mask = np.zeros(self.actions, np.int8)
        if agent == self.position.turn:
            mask[: self.games.space.size] = self.games.observation.mask[0]
        else:
            planes = turn_round(planes)
            mask[-1] = self.waiting
        return {"observation": planes, "action_mask": mask}

    def rewards(self) -> dict[str, float]:
        winner = self.games.winner(0)
        if winner is None:
            return dict.fromkeys(AGENTS, 0.0)
        return {agent: 1.0 if agent == winner else -1.0 for agent in AGENTS}

    def info(self) -> dict[str, Any]:
        return {"fen": self.position.fen(), "ending": self.games.ending(0)}


class _Agents:
    """What both interfaces do alike: the game, the agents and their spaces, the board as text."""

    _waits: ClassVar[bool]

    def __init__(
        self,
        variant: str | Variant = "english",
        *,
        start: Position | None = None,
        draws: Draws = "automatic",
        most_plies: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.table = _Table(variant, start, draws, most_plies, self._waits)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        # Each agent has a space of its own, and always the same one: learners seed them.
        self._actions = {agent: spaces.Discrete(self.table.actions) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of what an agent sees."""
        return self.table.observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self._actions[agent]

    def render(self) -> str | None:
        """Return the board as text, in the mode `ansi`."""
        return str(self.table.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class RawEnv(_Agents, AECEnv[str, Seen, int]):
    """Play a game between the agents `white` and `black`, who move in turn.

    An observation is a dictionary of `observation` (`crownhead.env.features.planes_of`) and
    `action_mask`, as that agent sees the board, also where the other one is to move: then the mask
    is empty. Raises `IllegalAction` for what is no legal move; `env` has such a game lost instead.
    """

    metadata = {"name": "crownhead_v0", "render_modes": ["ansi"], "is_parallelizable": False}
    _waits = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self.table.games.reset()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        terminated, truncated = self.table.games.ending_flags(0)
        self.terminations = dict.fromkeys(AGENTS, terminated)
        self.truncations = dict.fromkeys(AGENTS, truncated)
        self.infos = {agent: self.table.info() for agent in AGENTS}
        self.agent_selection: str = self.table.position.turn

    def observe(self, agent: str) -> Seen:
        """Return what an agent sees."""
        return self.table.observe(agent)

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"{agent}: None is no move, the game goes on")
        self._cumulative_rewards[agent] = 0.0
        self.table.games.step([action])
        self.rewards = self.table.rewards()
        terminated, truncated = self.table.games.ending_flags(0)
        self.terminations = dict.fromkeys(AGENTS, terminated)
        self.truncations = dict.fromkeys(AGENTS, truncated)
        self.infos = {each: self.table.info() for each in AGENTS}
        self.agent_selection = "black" if agent == "white" else "white"
        self._accumulate_rewards()


def env(variant: str | Variant = "english", **options: Any) -> AECEnv[str, Seen, int]:
    """Return a game whose agents lose it by an illegal move; the options are those of `RawEnv`.

    >>> game = env("russian")
    >>> game.reset(seed=1)
    >>> game.agent_selection, int(game.observe("white")["action_mask"].sum())
    ('white', 7)
    """
    made: AECEnv[str, Seen, int] = RawEnv(variant, **options)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1.0)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class ParallelDraughts(_Agents, ParallelEnv[str, Seen, int]):
    """Play a game between agents who both act at every step, of whom one waits.

    The last action of the space is to wait: the only one that the mask of the agent has whose turn
    it is not. Who does anything else, and who makes no legal move in turn, loses by it; if both
    err, both do. Otherwise it is the game of `RawEnv`.

    >>> game = ParallelDraughts("english")
    >>> seen, infos = game.reset()
    >>> [int(seen[agent]["action_mask"].sum()) for agent in game.agents]
    [1, 7]
    """

    metadata = {"name": "crownhead_parallel_v0", "render_modes": ["ansi"]}
    _waits = True

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin a game."""
        self.table.games.reset()
        self.agents = list(AGENTS)
        return self._observe_all(), {agent: self.table.info() for agent in AGENTS}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Seen],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Make the move of the agent whose turn it is; the other one waits."""
        seen = self._observe_all()
        wrong = [
            agent
            for agent in AGENTS
            if not 0 <= actions[agent] < self.table.actions
            or not seen[agent]["action_mask"][actions[agent]]
        ]
        if wrong:
            rewards = {agent: -1.0 if agent in wrong else 0.0 for agent in AGENTS}
            terminated, truncated = True, False
        else:
            self.table.games.step([actions[self.table.position.turn]])
            rewards = self.table.rewards()
            terminated, truncated = self.table.games.ending_flags(0)
        infos = {agent: self.table.info() | {"illegal": agent in wrong} for agent in AGENTS}
        seen = self._observe_all()
        if terminated or truncated:
            self.agents = []
        return (
            seen,
            rewards,
            dict.fromkeys(AGENTS, terminated),
            dict.fromkeys(AGENTS, truncated),
            infos,
        )

    def _observe_all(self) -> dict[str, Seen]:
        return {agent: self.table.observe(agent) for agent in AGENTS}
