"""The `crownhead` command: one module per subcommand, each imported only when it is called."""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Run the command line and exit with its status (the console script's entry point)."""
    from crownhead.cli import extras

    _open_closed_streams()
    try:
        from crownhead.cli.command import prepare_output, run
    except ModuleNotFoundError as missing:
        print(f"crownhead: {extras.sentence(missing, sys.argv[1:])}", file=sys.stderr)
        sys.exit(2)
    prepare_output(sys.stdout)
    status = run(sys.argv[1:])
    gc.freeze()  # the end need not look through all that was loaded: 0.2 s where it was a server
    sys.exit(status)


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
