"""Work done elsewhere gives what it gives here: in other processes, and on other machines."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

import pytest

from crownhead import Position, _core, atomic, pdn
from crownhead.arena.arena import Arena
from crownhead.arena.entry import entry
from crownhead.arena.failure import ArenaError
from crownhead.arena.local import Job
from crownhead.arena.openings import openings
from crownhead.arena.pace import Pace
from crownhead.arena.remote import RemoteWorkers
from crownhead.arena.settings import Settings
from crownhead.endgame import SHIPPED, Build, building
from crownhead.endgame.solving import crowned_slices
from crownhead.errors import CannotBuild
from crownhead.rulesets import ruleset
from crownhead.training.gate import gate
from crownhead.training.selfplay import play
from crownhead.training.settings import Selfplay
from crownhead.variants import get
from crownhead.weights import weights
from crownhead.workers import ADDRESS, Threads, Workers, away, hire

T = TypeVar("T")


class Processes(Workers):
    """Processes that share nothing with this one, as those of a cluster."""

    def __init__(self) -> None:
        self.capacity = 2
        self.begun = 0
        self._pool = ProcessPoolExecutor(2, mp_context=get_context("spawn"))

    def submit(self, work: Callable[..., T], *arguments: Any) -> Future[T]:
        self.begun += 1
        return self._pool.submit(work, *arguments)

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


@pytest.fixture(scope="module")
def processes() -> Iterator[Processes]:
    with Processes() as workers:
        yield workers


def test_games_of_other_processes_are_the_same(processes: Processes, tmp_path: Path) -> None:
    learnt = weights(get("english"))
    assert learnt is not None
    settings = Selfplay(variant="english", seed=3, nodes=20, weights=learnt.id)
    for name, workers in ("here", Threads(1)), ("there", processes):
        play(settings, 300, tmp_path / name, workers=workers, weights=learnt)
    assert (tmp_path / "here").read_bytes() == (tmp_path / "there").read_bytes()


def test_a_gate_of_other_processes_counts_the_same(processes: Processes) -> None:
    settings = Selfplay(variant="russian", seed=5, nodes=20)
    learnt = weights(get("russian"))
    here = gate(settings, learnt, None, pairs=30)
    assert gate(settings, learnt, None, pairs=30, workers=processes).pairs == here.pairs


def test_weights_are_pickled_as_the_file_they_were_read_from() -> None:
    learnt = weights(get("turkish"))
    again, other = (pickle.loads(pickle.dumps(learnt)) for _ in range(2))
    assert again is other and again.id == learnt.id  # type: ignore[union-attr]
    position = Position.initial("turkish")
    assert _core.evaluate(position, again) == _core.evaluate(position, learnt)


def test_weights_that_were_not_read_from_a_file_are_not_pickled() -> None:
    game = ruleset(get("breakthrough"))
    fitter = _core.NetworkFit(game, seed=1)
    file = _core.weights_file(game, fitter.payload(unit=1.0))
    with pytest.raises(pickle.PicklingError, match="not read from a file"):
        pickle.dumps(_core.Weights(file))


@pytest.mark.parametrize("game", ["english", "russian", "breakthrough"])
def test_tables_that_others_solved_are_the_same(
    game: str, processes: Processes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "KEPT_FROM", 3)
    before = processes.begun
    build = Build(game, 3, tmp_path / "there", workers=processes)
    there = build.run()
    assert processes.begun > before
    assert build.done == build.total
    here = Build(game, 3, tmp_path / "here").run()
    assert [path.read_bytes() for path in there] == [path.read_bytes() for path in here]
    if (SHIPPED / there[-1].name).is_file():
        assert there[-1].read_bytes() == (SHIPPED / there[-1].name).read_bytes()


def test_what_was_solved_before_a_stop_is_not_solved_again(
    processes: Processes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "KEPT_FROM", 3)
    build = Build("english", 3, tmp_path, workers=processes)
    write = atomic.write

    def write_and_stop(path: Path, *parts: bytes | str) -> None:
        write(path, *parts)
        if path.suffix == ".values":
            build.stop()

    monkeypatch.setattr(atomic, "write", write_and_stop)
    before = processes.begun
    with pytest.raises(CannotBuild, match="stopped"):
        build.run()
    first = processes.begun - before
    monkeypatch.setattr(atomic, "write", write)
    again = Build("english", 3, tmp_path, workers=processes).run()
    assert processes.begun - before - first < 6
    assert again[-1].read_bytes() == (SHIPPED / again[-1].name).read_bytes()


def test_a_pair_waits_for_those_its_men_become_kings_in() -> None:
    assert crowned_slices(("0102", "0201")) == set()
    assert crowned_slices(("1011", "1110")) == {"0111", "0210", "1002", "1101"}


def test_remote_workers_play_the_same_match(tmp_path: Path) -> None:
    one, other = entry("builtin:nodes=60"), entry("builtin:nodes=30")
    game = get("english")
    played = []
    for name, workers in ("here", None), ("there", Threads(2)):
        settings = Settings.of(game, one, other, openings("random", game), pace=Pace(nodes=50))
        Arena(settings, tmp_path / name, games=6, workers=workers).run()
        with (tmp_path / name).open(encoding="utf-8") as handle:
            games = [(game.tags["Round"], game.moves) for game in pdn.read(handle)]
        played.append(sorted(games))
    assert len(played[0]) == 6 and played[0] == played[1]


def test_remote_workers_have_no_program_of_this_machine(tmp_path: Path) -> None:
    game = get("english")
    settings = Settings.of(
        game, entry("hub:engine"), entry("builtin"), openings("start", game), pace=Pace(nodes=9)
    )
    with pytest.raises(ArenaError, match="is a program of this machine"):
        Arena(settings, tmp_path / "games", games=2, workers=Threads(1)).run()


class Failing(Workers):
    """Every game is played at once, but for the second of a pair, which fails."""

    capacity = 2

    def submit(self, work: Callable[..., T], *arguments: Any) -> Future[T]:
        future: Future[T] = Future()
        if arguments[1].half == 1:
            future.set_result(work(*arguments))
        else:
            future.set_exception(ArenaError("no machine is left"))
        return future

    def close(self) -> None:
        """There is nobody to send home."""


def test_remote_workers_that_are_stopped_keep_their_games_though_another_failed() -> None:
    game, one = get("english"), entry("builtin")
    settings = Settings.of(game, one, one, openings("random", game), pace=Pace(nodes=9))
    opening = next(iter(settings.openings))
    jobs = [Job(1, 1, opening), Job(1, 2, opening), Job(2, 1, opening)]
    with Failing() as workers:
        kept = RemoteWorkers(settings, iter(jobs), workers, patience=30).stop()
    assert sorted((finished.job.pair, finished.job.half) for finished in kept) == [(1, 1), (2, 1)]


def test_without_an_address_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ADDRESS, raising=False)
    with away() as workers, hire(3) as own:
        assert workers is None
        assert isinstance(own, Threads) and own.capacity == 3
