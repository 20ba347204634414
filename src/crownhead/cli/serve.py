"""`crownhead serve`: the web app and its API."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path

import click

from crownhead.cli.arguments import Choice, data_option

_NO_PAGE = (
    "the page of the app is missing, the API alone is served;"
    " `python3 dev.py build` in a checkout builds it (with Node)"
)


@click.group("serve", invoke_without_command=True)
@data_option("Folder for the database and the key; it is made.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any."
)
@click.option("--open", "show", is_flag=True, help="Open the page in the browser.")
@click.option("--reuse-port", is_flag=True, help="Share the port with other processes.")
@click.option(
    "--base",
    "bases",
    metavar="B",
    multiple=True,
    help="Database of games to offer (see `crownhead base`); may be given several times.",
)
@click.option("--no-limits", is_flag=True, help="Do not limit what one address may do.")
@click.option("--no-delay", is_flag=True, help="Let the computer answer at once.")
@click.option(
    "--log",
    type=Choice(["debug", "info", "warning", "error"]),
    default="info",
    show_default=True,
    help="What is logged, as lines of JSON on the error stream.",
)
@click.pass_context
def command(
    context: click.Context,
    data: Path,
    host: str,
    port: int,
    show: bool,
    reuse_port: bool,
    bases: tuple[str, ...],
    no_limits: bool,
    no_delay: bool,
    log: str,
) -> int:
    """Serve the web app, its API (/schema) and its sockets.

    The games are kept in an SQLite file in the data folder, or in PostgreSQL where DATABASE_URL
    says so; then any number of processes can serve them, with the same CROWNHEAD_SECRET.
    """
    context.obj = data
    if context.invoked_subcommand is not None:
        return 0
    from crownhead.server import logs
    from crownhead.server.serve import listening, serve
    from crownhead.server.settings import Settings

    settings = Settings.of(data, strict=not no_limits, bases=bases)
    if settings.static is None:
        click.echo(f"crownhead serve: {_NO_PAGE}", err=True)
    logs.set_up(log)
    listener = listening(host, port, shared=reuse_port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}/"

    def ready() -> None:
        click.echo(f"crownhead serves at {address}")
        if show and _has_screen():
            webbrowser.open(address)

    return 0 if serve(settings, listener, haste=no_delay, ready=ready) else 1


@command.command("backup")
@click.argument("target", type=click.Path(path_type=Path, file_okay=False))
@click.pass_obj
def backup(data: Path, target: Path) -> None:
    """Copy the data folder's database and keys into the folder TARGET.

    The server may run meanwhile. The copy holds the keys that sign guests: keep it to yourself.
    """
    from crownhead.server.storage.backup import back_up

    click.echo(f"backed up {data} to {back_up(data, target)}")


@command.command("restore")
@click.argument("source", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option("--replace", is_flag=True, help="Move aside what the data folder holds.")
@click.pass_obj
def restore(data: Path, source: Path, replace: bool) -> None:
    """Put the backup in the folder SOURCE into the data folder, which nobody serves."""
    from crownhead.server.storage.backup import restore as put_back

    put_back(data, source, replace=replace)
    click.echo(f"restored {source} to {data}")


def _has_screen() -> bool:
    # Without one, Python would start a browser for text in this very terminal.
    known = ("DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform == "darwin" or any(os.environ.get(name) for name in known)
