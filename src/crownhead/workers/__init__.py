"""Where batches of work are done: threads of this machine, or the machines of a Ray cluster.

A piece of work is a function of its arguments alone: it gives the same on any machine, and can be
done again where a machine was lost.

>>> with Threads(2) as workers:
...     [workers.submit(pow, 2, n).result() for n in range(4)]
[1, 2, 4, 8]
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext

from crownhead.renamed import formerly
from crownhead.workers.interface import Workers
from crownhead.workers.threads import Threads

ADDRESS = "RAY_ADDRESS"
"""The variable of the environment that names a Ray cluster."""

__all__ = ["ADDRESS", "Threads", "Workers", "away", "hire", "hired", "lend", "lent"]


def hire(threads: int = 1) -> Workers:
    """Return the workers of the cluster that `RAY_ADDRESS` names, or else threads of this machine.

    Raises `NoCluster` where none answers at that address, and `ModuleNotFoundError` without Ray.
    """
    return _cluster() or Threads(threads)


hired = formerly("hired", hire)


def away() -> AbstractContextManager[Workers | None]:
    """Give the workers of the cluster that `RAY_ADDRESS` names, or None; raise as `hire`."""
    return _cluster() or nullcontext()


def lend(workers: Workers | None) -> AbstractContextManager[Workers]:
    """Give the workers, which stay their owner's, or a thread that ends with the block."""
    return Threads(1) if workers is None else nullcontext(workers)


lent = formerly("lent", lend)


def _cluster() -> Workers | None:
    address = os.environ.get(ADDRESS)
    if not address:
        return None
    from crownhead.workers.cluster import Cluster

    return Cluster(address)
