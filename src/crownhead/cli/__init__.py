"""The `crownhead` command: one module per subcommand, each imported only when it is called."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from typing import NoReturn

from crownhead.cli.interrupt import INTERRUPTED, is_work_left


def main() -> None:
    """Run the command line and exit with its status (the console script's entry point)."""
    try:
        status = _run()
    except KeyboardInterrupt:  # while it is being loaded
        print(file=sys.stderr)
        status = INTERRUPTED
    if is_work_left():
        _end_at_once(status)
    gc.freeze()  # the end need not look through all that was loaded: 0.2 s where it was a server
    sys.exit(status)


def _run() -> int:
    from crownhead.cli import extras

    _open_closed_streams()
    try:
        from crownhead.cli.command import prepare_output, run
    except ModuleNotFoundError as missing:
        print(f"crownhead: {extras.sentence(missing, sys.argv[1:])}", file=sys.stderr)
        return 2
    prepare_output(sys.stdout)
    return run(sys.argv[1:])


def _end_at_once(status: int) -> NoReturn:
    """End although native work goes on in threads: an interpreter that ends would abort there."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    if "multiprocessing" in sys.modules:
        for process in sys.modules["multiprocessing"].active_children():
            process.terminate()
    os._exit(status)


def _open_closed_streams() -> None:
    """Read nothing from, and write to nowhere, where whoever started us has closed a stream.

    A file that is opened later would have its number, and be written to as the output.
    """
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
            setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115
