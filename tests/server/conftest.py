"""The server that the tests of its behaviour share, and a PostgreSQL for those that need one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from support.served import Guest, Pairing, Server, two_processes

_numbers = count(1)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server without limits, whose computer answers at once."""
    folder = tmp_path_factory.mktemp("server")
    with Server(folder, "--no-limits", "--no-delay") as started:
        yield started


@pytest.fixture
def close_later() -> Iterator[Callable[[Any], Any]]:
    """Return what closes its argument at the end of the test."""
    with ExitStack() as stack:

        def take(thing: Any) -> Any:
            stack.callback(thing.close)
            return thing

        yield take


@pytest.fixture
def guest(server: Server, close_later: Callable[[Any], Any]) -> Callable[..., Guest]:
    """Return what makes guests."""
    return lambda *args, **options: close_later(Guest(server, *args, **options))


@pytest.fixture
def pairing(server: Server, close_later: Callable[[Any], Any]) -> Callable[..., Pairing]:
    """Return what makes two guests with a game between them."""
    return lambda **wish: close_later(Pairing(server, **wish))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """Return a real PostgreSQL, which can be asked and restarted."""
    with ExitStack() as stack:
        # Not in pytest's own folder: root runs PostgreSQL as a user who cannot look into it.
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="crownhead-postgres-")))
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        import pgserver

        found = pgserver.get_server(folder / "data", cleanup_mode="delete")
        stack.callback(found.cleanup)
        # One that a test has restarted would not be known to be running.
        stop = ["-m", "immediate", "-w", "stop"]
        stack.callback(pgserver.pg_ctl, stop, pgdata=found.pgdata, user=found.system_user)
        # Nothing here survives the machine, and after a crash PostgreSQL would first of all
        # write every file of every test's database to the disk.
        found.psql("ALTER SYSTEM SET fsync = off;")
        found.psql("SELECT pg_reload_conf();")
        yield found


@pytest.fixture
def database(postgres: Any) -> str:
    """Return the address of a new database."""
    name = f"db{next(_numbers)}"
    postgres.psql(f"CREATE DATABASE {name};")
    address: str = postgres.get_uri(name)
    return address


@pytest.fixture(params=["sqlite", "postgresql"])
def two(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Return the processes that two people come to: with PostgreSQL not the same."""
    if request.param == "sqlite":
        with Server(tmp_path, "--no-limits", "--no-delay") as one:
            yield one, one
        return
    with two_processes(tmp_path, str(request.getfixturevalue("database"))) as servers:
        yield servers
