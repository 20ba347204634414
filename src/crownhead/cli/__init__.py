"""The `crownhead` command: one module per subcommand, each imported only when it is called."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and exit with its status (the console script's entry point)."""
    from crownhead.cli.command import run

    sys.exit(run(sys.argv[1:]))
