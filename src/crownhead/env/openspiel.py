"""A game of OpenSpiel, `python_crownhead`; needs the extra `crownhead[openspiel]`.

Importing this module registers the game, with three parameters:

- `variant`: the key of what is played, by default `english`;
- `horizon`: after how many plies a game is cut off as a draw, by default 1000;
- `draws`: `automatic`, or `rules` for those draws alone that nobody has to claim.

    >>> import pyspiel
    >>> import crownhead.env.openspiel
    >>> game = pyspiel.load_game("python_crownhead(variant=russian,horizon=300)")
    >>> state = game.new_initial_state()
    >>> state.apply_action(state.legal_actions()[0])
    >>> state.current_player(), state.action_to_string(state.legal_actions()[0])
    (1, 'h6-g5')

Player 0 is White and player 1 Black, whoever begins. Actions are those of a relative `ActionSpace`,
so a capture of several pieces is one of them; observations are `crownhead.env.features.planes_of`,
as the player sees the board who asks. The law ends the games: draw counts and repetition too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crownhead.env.features import planes_of, turn_round
from crownhead.env.single import planes_shape
from crownhead.env.vector import Draws, VectorEnv
from crownhead.errors import InvalidArray, MissingPackage
from crownhead.extras import sentence
from crownhead.position import Position
from crownhead.variants import get

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ModuleNotFoundError as missing:
    raise MissingPackage(sentence(missing, "openspiel")) from None

_DEFAULTS: dict[str, Any] = {"variant": "english", "horizon": 1000, "draws": "automatic"}
_PLAYERS = {"white": 0, "black": 1}
_TYPE = pyspiel.GameType(
    short_name="python_crownhead",
    long_name="Draughts by the rules of its federations",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


class Line:
    """Hold one game with the actions that led to it: what a state copies and stores.

    >>> line = Line(Position.initial("english"), "automatic", 100)
    >>> line.play(line.legal_actions()[0])
    >>> line.games.plies(0), len(line.actions)
    (1, 1)
    """

    __slots__ = ("actions", "draws", "games", "horizon", "start")

    def __init__(self, start: Position, draws: Draws, horizon: int) -> None:
        self.start, self.draws, self.horizon = start, draws, horizon
        self.actions: list[int] = []
        self.games = VectorEnv(
            start.variant,
            starts=[start],
            draws=draws,
            most_plies=horizon,
            autoreset=False,
            masks=False,
            threads=1,
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> Line:
        made = Line.__new__(Line)
        made.start, made.draws, made.horizon = self.start, self.draws, self.horizon
        made.actions, made.games = list(self.actions), self.games.copy()
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _replay, (self.start, self.draws, self.horizon, self.actions)

    @property
    def position(self) -> Position:
        """Return the position on the board."""
        return self.games.position(0)

    @property
    def player(self) -> int:
        """Return who is to move: 0 for White, 1 for Black."""
        return int(self.games.observation.turns[0])

    def legal_actions(self) -> list[int]:
        """Return the legal actions in ascending order, none where the game is over."""
        return sorted(self.games.legal_actions()[0].tolist())

    def play(self, action: int) -> None:
        """Play the move of an action. Raises `IllegalAction`."""
        self.games.step([action])
        self.actions.append(action)


def _replay(start: Position, draws: Draws, horizon: int, actions: list[int]) -> Line:
    line = Line(start, draws, horizon)
    for action in actions:
        line.play(action)
    return line


class DraughtsGame(pyspiel.Game):
    """Be what `pyspiel.load_game("python_crownhead", parameters)` returns.

    Raises `UnknownVariant`, and `InvalidArray` for another wrong parameter.

    >>> game = DraughtsGame({"variant": "english", "horizon": 80})
    >>> game.num_distinct_actions(), game.max_game_length(), game.observation_tensor_shape()
    (4096, 80, [8, 8, 8])
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = _DEFAULTS | (params or {})
        self.draws: Draws = given["draws"]
        self.horizon: int = given["horizon"]
        if self.horizon < 1:
            raise InvalidArray(f"horizon: {self.horizon} is not a number of plies from 1 on")
        self.start = Position.initial(get(given["variant"]))
        space = Line(self.start, self.draws, self.horizon).games.space
        info = pyspiel.GameInfo(
            num_distinct_actions=space.size,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.horizon,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self, state: str | None = None) -> DraughtsState:
        """Return the game's start, or a position to begin with, given as FEN.

        >>> game = pyspiel.load_game("python_crownhead")
        >>> state = game.new_initial_state("W:W30:B17,18,25,26")
        >>> [state.action_to_string(action) for action in state.legal_actions()]
        ['30x21x14', '30x23x14']
        """
        return DraughtsState(self, state)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: dict[str, Any] | None = None,
    ) -> BoardObserver | IIGObserverForPublicInfoGame:
        """Return what looks at states; both players see the whole board."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return BoardObserver(self, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class DraughtsState(pyspiel.State):
    """Be one state of a game, made by `new_initial_state`."""

    def __init__(self, game: DraughtsGame, fen: str | None = None) -> None:
        super().__init__(game)
        start = game.start if fen is None else Position.from_fen(fen, game.start.variant)
        self.line = Line(start, game.draws, game.horizon)

    @property
    def position(self) -> Position:
        """Return the position on the board."""
        return self.line.position

    def current_player(self) -> int:
        """Return who is to move: 0 for White, 1 for Black; TERMINAL where the game is over."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.line.player

    def is_terminal(self) -> bool:
        """Return whether the game is over, by its law or because it was cut off."""
        return any(self.line.games.ending_flags(0))

    def returns(self) -> list[float]:
        """Return what the game has brought White and Black: 1 for a win, -1 for a loss, else 0."""
        winner = self.line.games.winner(0)
        if winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if winner == "white" else [-1.0, 1.0]

    def __str__(self) -> str:
        """Return all that belongs to the state but which positions may come back."""
        seen = self.line.games.observation
        counts = " ".join(map(str, seen.draw_counts[0].tolist()))
        runs = " ".join(map(str, seen.king_runs[0].ravel().tolist()))
        parts = [self.position.fen(), f"ply {self.line.games.plies(0)}"]
        parts.append(f"repetition {int(seen.repetitions[0])}")
        if counts:
            parts.append(f"draw counts {counts}")
        if self.position.variant.rules.king_run:
            parts.append(f"king runs {runs}")
        if ending := self.line.games.ending(0):
            parts.append(ending)
        return ", ".join(parts)

    # The binding calls these.

    def _legal_actions(self, player: int) -> list[int]:
        return self.line.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.line.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        space = self.line.games.space
        if player == self.current_player() and action in self.line.legal_actions():
            return str(space.decode(self.position, action))
        rank, origin, target = space.parts(action)
        if player == _PLAYERS["black"]:
            origin, target = space.squares + 1 - origin, space.squares + 1 - target
        name = self.position.square_name
        return f"{name(origin)} to {name(target)}, rank {rank}"


class BoardObserver:
    """Write what a player sees into `tensor`, and the same as planes into `dict`.

    >>> game = pyspiel.load_game("python_crownhead(variant=international)")
    >>> observer = game.make_py_observer()
    >>> observer.set_from(game.new_initial_state(), 0)
    >>> observer.dict["planes"].shape, int(observer.tensor.sum())
    ((10, 10, 10), 40)
    """

    def __init__(self, game: DraughtsGame, params: dict[str, Any] | None) -> None:
        if params:
            raise InvalidArray(f"Observations take no parameters; there are {', '.join(params)}")
        shape = planes_shape(Line(game.start, game.draws, game.horizon).games)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"planes": self.tensor.reshape(shape)}

    def set_from(self, state: DraughtsState, player: int) -> None:
        """Look at a state as a player sees it."""
        planes = planes_of(state.line.games)
        self.dict["planes"][:] = planes if player == state.line.player else turn_round(planes)

    def string_from(self, state: DraughtsState, player: int) -> str:
        """Return a state as text; it is the same for both players."""
        return str(state)


pyspiel.register_game(_TYPE, DraughtsGame)
