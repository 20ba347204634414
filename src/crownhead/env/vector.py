"""Many games of one kind, stepped together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, NoReturn

import numpy as np
import numpy.typing as npt

from crownhead import _core
from crownhead.arrays import ActionSpace
from crownhead.arrays.checks import array_of, thread_count
from crownhead.arrays.positions import BOARD_SIDES
from crownhead.errors import IllegalAction, InvalidArray
from crownhead.outcome import Termination
from crownhead.position import Position
from crownhead.renamed import formerly
from crownhead.rules import Color
from crownhead.rulesets import law_of
from crownhead.variants import Variant, get

Draws = Literal["rules", "automatic"]

_CUT_OFF = 64
ENDINGS = {
    0: "",
    **{1 + place: ending.value for place, ending in enumerate(Termination)},
    _CUT_OFF: "too-long",
    _CUT_OFF + 1: "unnumbered",
    _CUT_OFF + 2: "too-complex",
}
"""What each number in `Step.endings` says: nothing, how the law ended the game, or why it was cut.

`too-long` is after `most_plies`, `unnumbered` before a legal move for which the action space has no
number, `too-complex` before captures that exceed the work limit.
"""


class Observation(NamedTuple):
    """Show all games as arrays with one row for each; the next step writes them anew.

    `planes` are those of `Positions.planes`, `turns` 0 for White and 1 for Black. `draw_counts` are
    plies, -1 for a count whose ending is not on the board; `king_runs` those of
    `Positions.king_runs`. `repetitions` is how often the position has stood on the board, this time
    included. `mask` has the legal actions.
    """

    planes: npt.NDArray[np.uint8]
    turns: npt.NDArray[np.uint8]
    draw_counts: npt.NDArray[np.int16]
    king_runs: npt.NDArray[np.uint8]
    repetitions: npt.NDArray[np.int16]
    mask: npt.NDArray[np.bool_]


class Step(NamedTuple):
    """Hold what one move in every game led to; the next step overwrites the arrays.

    `rewards` are those of the side that has moved: 1 for a win, -1 for a loss, else 0. The law has
    ended games that are `terminated`; `truncated` ones were cut off, and nobody has won. `endings`
    says by what, in numbers that `ENDINGS` explains.
    """

    observation: Observation
    rewards: npt.NDArray[np.float32]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    endings: npt.NDArray[np.uint8]


class VectorEnv:
    """Play many games of one kind at once, natively, on threads and without Python's lock.

    A game begins with one of `starts`, drawn by the seed, or with the game's own start. With
    `autoreset`, one that has ended begins anew in the same step: the observation shows the new
    game, rewards and endings the old one. `draws` says which draws by count or repetition end a
    game: those that end it by its rules, or those too that a player would have to claim
    (`automatic`). Boards and actions are `relative` to the side to move unless that is switched
    off. Without `masks` the mask has no columns: `legal_actions` has the same in less memory.

    Raises `UnknownVariant` and `InvalidArray`.

    >>> env = VectorEnv("english", 3, most_plies=200)
    >>> observation = env.reset(seed=5)
    >>> observation.planes.shape, observation.mask.sum(axis=1)
    ((3, 4, 8, 8), array([7, 7, 7]))
    >>> step = env.step(env.sample(seed=1))
    >>> step.rewards, env.position(0).turn
    (array([0., 0., 0.], dtype=float32), 'white')
    """

    def __init__(
        self,
        variant: str | Variant = "english",
        size: int = 1,
        *,
        starts: Iterable[Position] | None = None,
        draws: Draws = "automatic",
        most_plies: int = 1000,
        relative: bool = True,
        ranks: int | None = None,
        autoreset: bool = True,
        masks: bool = True,
        seed: int = 0,
        threads: int | None = None,
    ) -> None:
        self.variant = get(variant)
        self.space = ActionSpace(self.variant, ranks=ranks, relative=relative)
        if type(size) is not int or size < 1:
            raise InvalidArray(f"size: {size!r} is not a number from 1 on")
        if type(most_plies) is not int or not 0 <= most_plies < 2**31:
            raise InvalidArray(f"most_plies: {most_plies!r} is not 0 or a number of plies")
        if draws not in ("rules", "automatic"):
            raise InvalidArray(f"draws: {draws!r} is neither 'rules' nor 'automatic'")
        begun = [Position.initial(self.variant)] if starts is None else list(starts)
        for place, start in enumerate(begun):
            if not isinstance(start, Position) or start.variant != self.variant:
                wrong = f"starts: member {place} is no position of {self.variant.key}"
                raise InvalidArray(wrong, place)
        if not begun:
            raise InvalidArray("starts: there is none")
        self.autoreset = bool(autoreset)
        self.threads = thread_count(threads)
        self._native = _core.GameBatch(
            law_of(self.variant),
            self.space.native,
            size,
            starts=begun,
            automatic=draws == "automatic",
            most_plies=most_plies,
            seed=_seed(seed),
        )
        self._allocate(masks)

    def _allocate(self, masks: bool) -> None:
        size = len(self)
        side, rules = BOARD_SIDES[self.variant.rules.board], len(self.variant.rules.draw_rules)
        self._bytes = np.zeros((size, self.space.size if masks else 0), np.uint8)
        self._endings = np.zeros(size, np.uint8)
        self._rewards = np.zeros(size, np.float32)
        self.observation = Observation(
            np.zeros((size, 4, side, side), np.uint8),
            np.zeros(size, np.uint8),
            np.zeros((size, rules), np.int16),
            np.zeros((size, 2, 2), np.uint8),
            np.zeros(size, np.int16),
            self._bytes.view(np.bool_),
        )
        self.observation.mask.flags.writeable = False
        self._observe()

    def __len__(self) -> int:
        return len(self._native)

    def __repr__(self) -> str:
        return f"<VectorEnv: {len(self)} games of {self.variant.key}>"

    def copy(self) -> VectorEnv:
        """Return the same games, with their past, to be played on apart from these.

        >>> env = VectorEnv("english", 2)
        >>> other = env.copy()
        >>> step = other.step(other.sample(seed=1))
        >>> env.plies(0), other.plies(0)
        (0, 1)
        """
        made = VectorEnv.__new__(VectorEnv)
        made.variant, made.space = self.variant, self.space
        made.autoreset, made.threads = self.autoreset, self.threads
        made._native = self._native.copy()
        made._allocate(masks=bool(self._bytes.size))
        return made

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> VectorEnv:
        return self.copy()

    def __reduce__(self) -> NoReturn:
        raise TypeError("A VectorEnv is not pickled: make one in each process; copy() copies it")

    def reset(self, seed: int | None = None) -> Observation:
        """Begin all games anew, their starts drawn by `seed`, by 0 unless it is given."""
        self._native.begin_all(_seed(0 if seed is None else seed), self.threads)
        return self._observe()

    def reset_game(self, place: int, position: Position | None = None) -> Observation:
        """Begin one game anew, from the next of the starts or from a position.

        Raises `IndexError`, and `InvalidArray` for a position of another game.
        """
        if position is not None and position.variant != self.variant:
            raise InvalidArray(f"The position is none of {self.variant.key}")
        self._native.begin(place, position)
        return self._observe()

    def step(self, actions: npt.ArrayLike) -> Step:
        """Make one move in every game that goes on; games that have ended take any number.

        Raises `IllegalAction` with the place of the first game in which the action is no legal
        move, and then no game has changed.

        >>> VectorEnv("english", 2).step([0, 0])
        Traceback (most recent call last):
            ...
        crownhead.errors.IllegalAction: Game 0: Action 0 (32 to 32, rank 0) is no legal move in ...
        """
        given = array_of("actions", actions, np.int32, (len(self),))
        illegal = self._native.step(
            given, self._rewards, self._endings, self.autoreset, self.threads
        )
        if illegal < len(self):
            wrong = self.space.illegal(self.position(illegal), int(given[illegal]))
            raise IllegalAction(f"Game {illegal}: {wrong}", illegal)
        ended = self._endings
        truncated = ended >= _CUT_OFF
        return Step(self._observe(), self._rewards, (ended > 0) & ~truncated, truncated, ended)

    def sample(self, seed: int) -> npt.NDArray[np.int32]:
        """Return a legal action for every game, drawn by the seed and the game's ply."""
        drawn = np.empty(len(self), np.int32)
        self._native.sample(_seed(seed), drawn, self.threads)
        return drawn

    def legal_actions(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int64]]:
        """Return the legal actions of all games, and where those of each game begin.

        Those of game `i` are `actions[starts[i] : starts[i + 1]]`; one that has ended has none.
        """
        counts = np.zeros(len(self), np.int32)
        actions = self._native.legal(counts)
        starts = np.zeros(len(self) + 1, np.int64)
        np.cumsum(counts, out=starts[1:])
        return np.frombuffer(actions, np.int32), starts

    def position(self, place: int) -> Position:
        """Return the position of one game."""
        return self._native.get(Position, place)

    def plies(self, place: int) -> int:
        """Return how many plies one game has lasted."""
        return self._native.standing(place)[2]

    def winner(self, place: int) -> Color | None:
        """Return who has won one game, None while nobody has; not seen with `autoreset`."""
        won = self._native.standing(place)[1]
        return None if won == 0 else "white" if won > 0 else "black"

    def ending_flags(self, place: int) -> tuple[bool, bool]:
        """Return whether one game has ended by its law, and whether it was cut off."""
        ending = self._native.standing(place)[0]
        return 0 < ending < _CUT_OFF, ending >= _CUT_OFF

    ended = formerly("ended", ending_flags)

    def ending(self, place: int) -> str:
        """Return how one game has ended, in the words of `ENDINGS`, empty while it goes on."""
        return ENDINGS[self._native.standing(place)[0]]

    def _observe(self) -> Observation:
        seen = self.observation
        self._native.write(
            relative=self.space.relative,
            planes=seen.planes,
            bits=None,
            turns=seen.turns,
            counts=seen.draw_counts,
            runs=seen.king_runs,
            repetitions=seen.repetitions,
            mask=self._bytes if self._bytes.size else None,
            threads=self.threads,
        )
        return seen


def _seed(given: int) -> int:
    if isinstance(given, bool) or not isinstance(given, int | np.integer):
        raise InvalidArray(f"seed: {given!r} is not a whole number")
    return int(given) % 2**64
