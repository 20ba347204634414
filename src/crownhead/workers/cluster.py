"""The machines of a Ray cluster. Each of them has this version of crownhead installed."""

from __future__ import annotations

import pickle
import socket
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, cast

import ray
from ray import cloudpickle

from crownhead.errors import NoCluster
from crownhead.workers.interface import T, Workers

PATIENCE = 5.0
"""Seconds in which a cluster answers."""
TRIES = 10
"""So often a piece of work is begun again whose machine or process was lost."""


@dataclass(frozen=True, slots=True)
class _Shared:
    """What stands for a value that lies in the cluster."""

    known: Any


@dataclass(frozen=True, slots=True)
class _Place:
    """Where among a task's arguments a shared value comes."""

    number: int


@dataclass(frozen=True, slots=True)
class _Pickled:
    """A shared value that is no bytes."""

    content: bytes


class Cluster(Workers):
    """Do work on one processor of the cluster each; `capacity` is how many there were at first.

    Raises `NoCluster` where none answers at the address.
    """

    def __init__(self, address: str) -> None:
        try:
            _reach(address)
            ray.init(address=address, log_to_driver=False, configure_logging=False)
        except Exception as error:
            what = " ".join(str(error).split())[:200]
            raise NoCluster(f"No Ray cluster can be used at {address}: {what}") from error
        self.capacity = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._do = ray.remote(num_cpus=1, max_retries=TRIES)(_work_off)
        self._known: dict[Future[Any], Any] = {}

    def submit(self, work: Callable[..., T], *arguments: Any) -> Future[T]:
        shared: list[Any] = []
        placed: list[Any] = []
        for argument in arguments:
            if isinstance(argument, _Shared):
                placed.append(_Place(len(shared)))
                shared.append(argument.known)
            else:
                placed.append(argument)
        known = self._do.remote(cloudpickle.dumps((work, placed)), *shared)
        future: Future[T] = known.future()
        self._known[future] = known
        future.add_done_callback(lambda done: self._known.pop(done, None))
        return future

    def share(self, value: T) -> T:
        lying = value if isinstance(value, bytes) else _Pickled(cloudpickle.dumps(value))
        return cast(T, _Shared(ray.put(lying)))

    def cancel(self, futures: list[Future[Any]]) -> None:
        for known in [self._known[future] for future in futures if future in self._known]:
            ray.cancel(known, force=True)

    def close(self) -> None:
        ray.shutdown()


def _reach(address: str) -> None:
    """Raise `OSError` where nobody listens at `HOST:PORT`: Ray itself waits for over a minute."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.rpartition("/")[2].strip("[]"), int(port)), PATIENCE).close()


def _work_off(packed: bytes, *shared: bytes | _Pickled) -> Any:
    """Do a piece of work; unpacked here, where nothing else imports at the same time."""
    work, placed = pickle.loads(packed)
    return work(*(_argument(argument, shared) for argument in placed))


def _argument(argument: Any, shared: tuple[bytes | _Pickled, ...]) -> Any:
    if not isinstance(argument, _Place):
        return argument
    value = shared[argument.number]
    return pickle.loads(value.content) if isinstance(value, _Pickled) else value
