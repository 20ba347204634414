"""Measure the server under load: sockets, moves a second, the time to an acknowledgement.

    python3 dev.py bench server                                2,000 sockets, SQLite, one process
    python3 dev.py bench server --postgres --processes 2       PostgreSQL, players apart
    python3 dev.py bench server --sockets 200 --rates 20 40    small
    python3 dev.py bench server --accounts                     players who have signed in

Every game has two sockets, with several processes on different ones. Moves are sent at an even
rate, whatever is answered, so a server that falls behind is seen to. The rates are tried one after
the other, and the last that keeps the limit is named. The load comes from the same machine and
takes its share of it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bench.times import percentile

if TYPE_CHECKING:
    from bench.players import Crowd

LIMIT = 0.100
"""Seconds: the 95th percentile that is asked for."""
RATES = (100, 200, 300, 400, 600, 800, 1200)


def main(arguments: list[str] | None = None) -> int:
    """Measure; return 0 if the first of the rates was kept."""
    parser = argparse.ArgumentParser(prog="bench.server")
    parser.add_argument("--sockets", type=int, default=2_000)
    parser.add_argument("--rates", type=int, nargs="+", default=list(RATES), help="moves a second")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each rate")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="needs the package pgserver")
    parser.add_argument("--accounts", action="store_true", help="every player has signed in")
    options = parser.parse_args([] if arguments is None else arguments)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = stack.enter_context(database(folder, options.postgres))
        numbers = range(options.processes)
        servers = [stack.enter_context(Server(folder / f"server{n}", url)) for n in numbers]
        kind = "PostgreSQL" if options.postgres else "SQLite"
        print(f"{kind}, {len(servers)} process(es), {options.sockets} sockets", flush=True)
        people = options.sockets if options.accounts else 0
        members = asyncio.run(sign_up(url or f"sqlite:///{servers[0].file}", people))
        print(f"{people} players have signed in", flush=True)
        load = (options.sockets, options.rates, options.seconds, members)
        kept = asyncio.run(ramp(servers, *load))
    print(f"Last rate kept: {kept} moves/s" if kept else "No rate was kept")
    return 0 if kept else 1


async def sign_up(url: str, people: int) -> list[str]:
    """Make accounts with a session each, beside the server; return their cookies.

    By their passwords that would take an hour: each costs 64 MB and a quarter of a second.
    """
    from crownhead.server.people.names import skeleton
    from crownhead.server.people.tokens import digest, new_token
    from crownhead.server.settings import database_url
    from crownhead.server.storage.accounts import AccountStore
    from crownhead.server.storage.open_database import open_database
    from crownhead.server.storage.sessions import NewSession

    stored = open_database(database_url(Path(), url))
    accounts, cookies = AccountStore(stored), []
    now = int(time.time() * 1000)
    for number in range(people):
        token, name = new_token(), f"Member {number}"
        session = NewSession(digest(token), f"s{number}", "bench")
        codes = [digest(new_token())]
        await accounts.make(f"m{number}", name, skeleton(name), None, None, codes, session, now)
        cookies.append(f"crownhead_session={token}")
    await stored.close()
    return cookies


@contextlib.contextmanager
def database(folder: Path, postgres: bool) -> Iterator[str]:
    """Start a PostgreSQL if it is wanted, and give its address."""
    if not postgres:
        yield ""
        return
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    import pgserver

    folder.chmod(0o755)
    found = pgserver.get_server(folder / "postgres", cleanup_mode="delete")
    try:
        yield found.get_uri()
    finally:
        found.cleanup()


class Server:
    """One process of `crownhead serve`."""

    def __init__(self, folder: Path, url: str, *, limits: bool = False) -> None:
        folder.mkdir(exist_ok=True)
        self.file = folder / "crownhead.sqlite3"
        command = [sys.executable, "-m", "crownhead.cli", "serve", "--data", str(folder)]
        environment = {**os.environ, "CROWNHEAD_SECRET": "bench " * 8}
        if url:
            environment["DATABASE_URL"] = url
        self.process = subprocess.Popen(
            [*command, "--port", "0", "--log", "warning", *([] if limits else ["--no-limits"])],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().split()[-1].rstrip("/")

    def processor_time(self) -> float:
        """Return the seconds of processor time used so far."""
        text = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8")
        fields = text.rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Return the resident memory in MB."""
        text = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(text.split("VmRSS:")[1].split()[0]) / 1024

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(300)
        assert self.process.stdout is not None
        self.process.stdout.close()


async def ramp(
    servers: list[Server],
    sockets: int,
    rates: list[int],
    seconds: float,
    members: Sequence[str] = (),
) -> int:
    """Open the sockets, try the rates, and return the last that was kept (0: none)."""
    from bench.players import Crowd

    crowd = Crowd([server.url for server in servers], members)
    try:
        began = time.monotonic()
        await crowd.gather(sockets // 2)
        print(f"{2 * len(crowd.games)} sockets open after {time.monotonic() - began:.1f} s")
        print(
            "  rate   acked/s    p50    p95    p99   told p95   refused   server CPU   memory   ms"
        )
        kept = 0
        for rate in rates:
            if not await _try(rate, seconds, servers, crowd):
                break
            kept = rate
        return kept
    finally:
        await crowd.close()


async def _try(rate: int, seconds: float, servers: list[Server], crowd: Crowd) -> bool:
    """Try one rate and print what was measured; return whether it was kept."""
    before, started = sum(server.processor_time() for server in servers), time.monotonic()
    times = await crowd.play(rate, seconds, random.Random(rate))
    took = time.monotonic() - started
    load = (sum(server.processor_time() for server in servers) - before) / took
    memory = sum(server.memory() for server in servers)
    ms = [percentile(times.acknowledged, rank) * 1000 for rank in (50, 95, 99)]
    told = percentile(times.told, 95) * 1000
    each = load * took / max(1, len(times.acknowledged)) * 1000
    print(
        f"{rate:6} {len(times.acknowledged) / seconds:9.0f} "
        + " ".join(f"{value:6.1f}" for value in ms)
        + f" {told:10.1f} {times.refused:9} {load:11.0%} {memory:6.0f} MB {each:8.2f}",
        flush=True,
    )
    return times.p95 <= LIMIT and times.skipped <= times.sent / 20


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
