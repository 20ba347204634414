"""Run the measurements: `python3 dev.py bench [PART [OPTIONS]]`, by default all but optional ones.

Parts: generator, counts, library, pdn, positions, probes, speed, base, arrays; optional: server,
event, attack, shares, reconnect, history, migration, holds, ladder, levels, tune, endings,
verdicts, reports, accuracy, choices, fairplay, ratings, plies, slices. Those, speed and base tell
their options with `--help`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module

OPTIONAL = (
    "server",
    "event",
    "attack",
    "shares",
    "reconnect",
    "history",
    "migration",
    "holds",
    "ladder",
    "levels",
    "tune",
    "endings",
    "verdicts",
    "reports",
    "accuracy",
    "choices",
    "fairplay",
    "ratings",
    "plies",
    "slices",
)
WITH_OPTIONS = ("speed", "base", *OPTIONAL)
PARTS = ("generator", "counts", "library", "pdn", "positions", "probes", "speed", "base", "arrays")


def main() -> int:
    """Run the part that the command line names, or all of them."""
    name, *options = sys.argv[1:] or [""]
    if name in WITH_OPTIONS:
        return int(import_module(f"bench.{name}").main(options))
    if (name and name not in PARTS) or options:
        wrong = options[0] if name in PARTS else name
        print(f"bench: {wrong!r} is not one of {', '.join(PARTS + OPTIONAL)}", file=sys.stderr)
        return 2
    return max(part(one)() for one in ([name] if name else PARTS))


def part(name: str) -> Callable[[], int]:
    """Import one part only when it is run: each needs packages of its own."""
    run: Callable[[], int] = import_module(f"bench.{name}").main
    return run


if __name__ == "__main__":
    sys.exit(main())
