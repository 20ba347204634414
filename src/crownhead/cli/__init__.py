"""The `crownhead` command: one module per subcommand, each imported only when it is called."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Run the command line and exit with its status (the console script's entry point)."""
    from crownhead.cli import extras

    try:
        from crownhead.cli.command import prepare_output, run
    except ModuleNotFoundError as missing:
        print(f"crownhead: {extras.sentence(missing, sys.argv[1:])}", file=sys.stderr)
        sys.exit(2)
    prepare_output(sys.stdout)
    status = run(sys.argv[1:])
    gc.freeze()  # the end need not look through all that was loaded: 0.2 s where it was a server
    sys.exit(status)
