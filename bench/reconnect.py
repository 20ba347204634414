"""Reconnect many users at once, and count who is let in: directly, or through nginx.

    python3 -m bench reconnect                    500 users, directly and through nginx
    python3 -m bench reconnect --users 1000

Every user has an address of his own on this machine. The server, with all its limits, is halted
until all of them stand before it, so it takes them at one go, as it does after a restart; nginx is,
where it stands between: then it connects for all of them first, and sends their requests after
that. nginx is found in the path, or left out; it is set up as docs/operating.md says.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from websockets.asyncio.client import connect

from bench.server import Server

_CONFIG = """
worker_processes 1;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 8192; }}
http {{
    access_log off;
    limit_conn_zone $binary_remote_addr zone=each:10m;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port} backlog=4096;
        client_header_timeout 10s;
        client_body_timeout 20s;
        client_max_body_size 16m;
        send_timeout 20s;
        keepalive_timeout 30s;
        limit_conn each 100;
        location / {{
            proxy_pass http://127.0.0.1:{server};
            proxy_http_version 1.1;
            proxy_set_header Host $host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $http_connection;
            proxy_read_timeout 75s;
            proxy_buffering off;
        }}
    }}
}}
"""


def main(arguments: list[str] | None = None) -> int:
    """Measure; return 0 if all users were let in."""
    parser = argparse.ArgumentParser(prog="bench reconnect")
    parser.add_argument("--users", type=int, default=500)
    options = parser.parse_args([] if arguments is None else arguments)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    lost = 0
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="crownhead-")))
        folder.chmod(0o755)
        server = stack.enter_context(Server(folder / "server", "", limits=True))
        port = int(server.url.rsplit(":", 1)[1])
        lost += report("directly", server, port, options.users, [server.process.pid])
        if shutil.which("nginx") is None:
            print("nginx is not in the path: left out")
        else:
            front, workers = stack.enter_context(nginx(folder, port))
            lost += report("through nginx", server, front, options.users, workers)
    return 1 if lost else 0


@contextlib.contextmanager
def nginx(folder: Path, server: int) -> Iterator[tuple[int, list[int]]]:
    """Run nginx in front of a port, and give its own and its workers."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    config = folder / "nginx.conf"
    config.write_text(_CONFIG.format(folder=folder, port=port, server=server), encoding="utf-8")
    command = ["nginx", "-p", str(folder), "-c", str(config), "-g", "daemon off;"]
    process = subprocess.Popen(command)
    try:
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.05)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        yield port, [int(pid) for pid in children.read_text(encoding="utf-8").split()]
    finally:
        process.terminate()
        process.wait(60)


def report(way: str, server: Server, port: int, users: int, halted: list[int]) -> int:
    """Connect all at once over a port; print and return how many were not let in."""
    before = cut_off(server)
    slowest, came = asyncio.run(come(port, users, halted))
    lost = users - came
    cut = cut_off(server) - before
    print(
        f"{users} users {way}: {came} let in, {cut} cut off as half-sent,"
        f" all within {slowest:.2f} s",
        flush=True,
    )
    return lost


async def come(port: int, users: int, halted: list[int]) -> tuple[float, int]:
    """Connect all users at once; return the seconds the last one took, and how many came in.

    The processes that are halted go on when all users are there.
    """
    url = f"ws://127.0.0.1:{port}/api/socket"
    for process in halted:
        os.kill(process, signal.SIGSTOP)
    try:
        coming = [
            asyncio.ensure_future(
                connect(
                    url,
                    compression=None,
                    ping_interval=None,
                    open_timeout=60,
                    local_addr=(f"127.{1 + n // 50_000}.{n // 200 % 250}.{1 + n % 200}", 0),
                )
            )
            for n in range(users)
        ]
        await asyncio.sleep(2)
    finally:
        for process in halted:
            os.kill(process, signal.SIGCONT)
    began = time.monotonic()
    sockets = await asyncio.gather(*coming, return_exceptions=True)
    took = time.monotonic() - began
    open_now = [socket for socket in sockets if not isinstance(socket, BaseException)]
    await asyncio.gather(*(socket.close() for socket in open_now), return_exceptions=True)
    return took, len(open_now)


def cut_off(server: Server) -> int:
    """Return how many connections the server has cut off as half-sent."""
    with urllib.request.urlopen(f"{server.url}/metrics") as answer:
        text = answer.read().decode()
    found = re.search(r'^crownhead_cut_off_total\{why="half-sent"\} (\S+)', text, re.MULTILINE)
    return int(float(found[1])) if found else 0
