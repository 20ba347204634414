"""A Ray cluster of two nodes on one machine: the same files, and a worker killed on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from ray.cluster_utils import Cluster as Nodes

from crownhead.ballotbook.computing import Effort, compute
from crownhead.ballots import deck
from crownhead.endgame import SHIPPED, Build
from crownhead.errors import NoCluster
from crownhead.training.selfplay import play
from crownhead.training.settings import Selfplay
from crownhead.variants import get
from crownhead.weights import weights
from crownhead.workers import ADDRESS, Workers, hire


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes.add_node(num_cpus=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(ADDRESS, nodes.address)
        with hire() as found:
            yield found
    nodes.shutdown()


def at_work() -> list[int]:
    """Return the processes that do a piece of our work."""
    listed = subprocess.run(["ps", "-eo", "pid=,args="], capture_output=True, text=True).stdout
    lines = [line.split() for line in listed.splitlines()]
    return [int(line[0]) for line in lines if len(line) > 1 and line[1] == "ray::_work_off"]


def test_the_cluster_has_both_nodes(workers: Workers) -> None:
    assert workers.capacity == 2


def test_games_of_a_cluster_are_the_same(workers: Workers, tmp_path: Path) -> None:
    learnt = weights(get("english"))
    assert learnt is not None
    settings = Selfplay(variant="english", seed=1, nodes=100, weights=learnt.id)
    play(settings, 400, tmp_path / "there", workers=workers, weights=learnt)
    play(settings, 400, tmp_path / "here", weights=learnt)
    assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()


def test_claims_about_ballots_of_a_cluster_are_the_same(workers: Workers, tmp_path: Path) -> None:
    cards = deck("english-3move").cards[:6]
    for effort in (
        Effort(nodes=2_000, megabytes=1),
        Effort("table-backed", nodes=300, megabytes=1),
        Effort("proved", positions=2_000),
    ):
        compute(cards, tmp_path / "there", effort, workers=workers)
        compute(cards, tmp_path / "here", effort)
    assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()


def test_tables_survive_a_killed_worker(workers: Workers, tmp_path: Path) -> None:
    killed: list[int] = []

    def kill() -> None:
        end = time.monotonic() + 300
        while time.monotonic() < end and not killed:
            time.sleep(0.5)
            if build.done > build.total // 4 and (found := at_work()):
                os.kill(found[0], signal.SIGKILL)
                killed.append(found[0])

    build = Build("english", 5, tmp_path, workers=workers)
    killer = threading.Thread(target=kill)
    killer.start()
    written = build.run()
    killer.join()
    assert killed
    for path in written:
        assert path.read_bytes() == (SHIPPED / path.name).read_bytes()


def test_nobody_at_an_address_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ADDRESS, "127.0.0.1:1")
    with pytest.raises(NoCluster, match="No Ray cluster can be used at 127.0.0.1:1"):
        hire()
