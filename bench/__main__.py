"""Run the measurements: `python3 dev.py bench [generator|counts|library|pdn]`, all by default."""

from __future__ import annotations

import sys

from bench import counts, generator, library, pdn

PARTS = {
    "generator": generator.main,
    "counts": counts.main,
    "library": library.main,
    "pdn": pdn.main,
}


def main() -> int:
    """Run the parts named on the command line."""
    names = sys.argv[1:] or list(PARTS)
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"bench: {unknown[0]!r} is not one of {', '.join(PARTS)}", file=sys.stderr)
        return 2
    return max(PARTS[name]() for name in names)


if __name__ == "__main__":
    sys.exit(main())
