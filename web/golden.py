"""Write the random games that the tests of the worker without a server are compared with.

Usage: python web/golden.py
"""

from __future__ import annotations

from generate import as_json, write
from generating import golden, refused, rounds

if __name__ == "__main__":
    write("golden.json", as_json({**golden.written(), **refused.written(), **rounds.written()}))
