"""Write the random games that the tests of the worker without a server are compared with.

Usage: python web/golden.py
"""

from __future__ import annotations

from generate import as_json, write
from generating import (
    books,
    endgames,
    golden,
    law,
    refusals,
    reports,
    rounds,
    selfplay,
    strengths,
    summaries,
    weights,
)

if __name__ == "__main__":
    parts = (
        books,
        endgames,
        golden,
        law,
        refusals,
        reports,
        rounds,
        selfplay,
        strengths,
        summaries,
        weights,
    )
    write("golden.json", as_json({k: v for part in parts for k, v in part.cases().items()}))
