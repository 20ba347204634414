"""Run one process of the server on a port."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Callable

import uvicorn

from crownhead.server.app import App
from crownhead.server.process.garbage import collect_in_portions
from crownhead.server.process.lifecycle import Lifecycle
from crownhead.server.settings import Settings
from crownhead.server.storage.instance_lock import lock_instance
from crownhead.server.wire.protocols import HttpProtocol, SocketProtocol

MOST_FRAME = 16_384
"""A larger message ends the connection before it is read to its end."""

SEND_BUFFER = 131_072
"""What the system keeps of what a connection does not read; all connections inherit it."""


class Server(uvicorn.Server):
    """Stop the clocks and tell the players before the connections end."""

    def __init__(self, config: uvicorn.Config, life: Lifecycle) -> None:
        super().__init__(config)
        self._life = life

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the process in good order."""
        await self._life.stop()
        await super().shutdown(sockets)
        if self.force_exit:  # a second interrupt waits for no connection, but for the database
            await self.lifespan.shutdown()
        self._captured_signals.clear()  # it was heard: the process ends with status 0


def listening(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """Return a listening socket; `shared` lets several processes listen on one port.

    Raises `OSError` where the address cannot be used.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if sys.platform == "win32":  # there the address would be shared with anybody
            if shared:
                raise OSError("on Windows no port is shared")
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if shared:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listener.bind(address)
        listener.listen(4096)
    except OSError:
        listener.close()
        raise
    listener.set_inheritable(True)
    return listener


def serve(
    settings: Settings,
    listener: socket.socket,
    *,
    haste: bool = False,
    ready: Callable[[], None] | None = None,
) -> bool:
    """Serve until a signal ends it; return whether it had started.

    `ready` is called when the first request can come. Raises `CrownheadError` where the database
    cannot be used, or is another process's.
    """
    os.umask(0o077)
    sys.setswitchinterval(0.001)  # the event loop is not to wait for what threads compute
    alone = lock_instance(settings.database)
    _raise_limit()
    app = App(settings, haste=haste)
    config = uvicorn.Config(
        app.asgi,
        loop="asyncio" if sys.platform == "win32" else "uvloop",
        http=HttpProtocol,
        ws=type("Socket", (SocketProtocol,), {"strict": settings.strict}),
        ws_max_size=MOST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=20,
    )
    server = Server(config, app.life)

    async def run() -> None:
        await app.life.prepare()
        garbage = asyncio.create_task(collect_in_portions())
        task = asyncio.create_task(server.serve([listener]))
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        if server.started and ready is not None:
            ready()
        await task
        garbage.cancel()

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(run())
    if alone is not None:
        alone.close()
    return server.started


def _raise_limit() -> None:
    """Allow as many open sockets as the system lets us; Windows has no limit of its own."""
    if sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
