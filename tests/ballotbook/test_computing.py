"""Claims are computed card by card: whoever is interrupted goes on, and the file is the same."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from crownhead.ballotbook import ledger
from crownhead.ballotbook.book import Book, read
from crownhead.ballotbook.computing import Effort, compute
from crownhead.ballotbook.failure import InvalidClaim, LedgerError
from crownhead.ballots import deck
from crownhead.workers import Threads

CARDS = deck("english-3move").cards[:8]
QUICK = Effort(nodes=1_000, megabytes=1)

KILLED = """
import os, signal, sys
from pathlib import Path
from crownhead.ballotbook.computing import Effort, compute
from crownhead.ballots import deck

def die(done, total):
    if done == 3:
        os.kill(os.getpid(), signal.SIGKILL)

compute(
    deck("english-3move").cards[:8],
    Path(sys.argv[1]),
    Effort(nodes=1_000, megabytes=1),
    progress=die,
)
"""


def compute_whole(path: Path) -> bytes:
    """Return what an uninterrupted run writes."""
    assert compute(CARDS, path, QUICK) == len(CARDS)
    return path.read_bytes()


def test_killed_it_goes_on_to_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "killed"
    child = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert child.returncode == -9
    kept = path.read_bytes()
    assert kept.count(b"\n") == 3
    with path.open("ab") as file:
        file.write(b'{"format":"crownhead ballot cl')
    told: list[tuple[int, int]] = []
    assert compute(CARDS, path, QUICK, progress=lambda *done: told.append(done)) == 5
    assert told[0] == (4, 8)
    assert path.read_bytes() == compute_whole(tmp_path / "whole")
    assert path.read_bytes().startswith(kept)


def test_any_number_of_workers_write_the_same_file(tmp_path: Path) -> None:
    with Threads(3) as workers:
        compute(CARDS, tmp_path / "three", QUICK, workers=workers)
    assert (tmp_path / "three").read_bytes() == compute_whole(tmp_path / "one")


def test_what_is_known_is_left_out_and_deeper_searches_are_added(tmp_path: Path) -> None:
    path = tmp_path / "claims"
    before = compute_whole(path)
    assert compute(CARDS, path, QUICK) == 0
    assert compute(CARDS, path, replace(QUICK, nodes=500)) == 0
    assert path.read_bytes() == before
    assert compute(CARDS[:2], path, replace(QUICK, nodes=2_000)) == 2
    assert path.read_bytes().startswith(before)
    claims = list(read(path).claims)
    assert len(claims) == len(CARDS)
    assert [claim.to_dict()["nodes"] for claim in claims[:3]] == [2_000, 2_000, 1_000]


def test_lines_and_the_proofs_of_their_ends_are_computed(tmp_path: Path) -> None:
    path = tmp_path / "claims"
    lines = Effort("table-backed", nodes=300, megabytes=1)
    assert compute(CARDS[:2], path, lines) == 2
    proofs = Effort("proved", positions=2_000)
    assert compute(CARDS[:2], path, proofs) == 2
    assert compute(CARDS[:2], path, proofs) == 0
    for entry in list(Book("english-3move", ledger.read(path)))[:2]:
        assert entry.status == "table-backed"
        assert entry.proved_from


def test_a_file_in_use_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "claims"
    with ledger.open_ledger(path), pytest.raises(LedgerError, match="in use"):
        compute(CARDS, path, QUICK)


def test_a_damaged_file_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "claims"
    content = compute_whole(path)
    first, rest = content.split(b"\n", 1)
    path.write_bytes(first.replace(b'"depth":', b'"deep":') + b"\n" + rest)
    with pytest.raises(InvalidClaim, match="line 1: depth: not a whole number"):
        compute(CARDS, path, QUICK)


def test_a_book_survives_its_file(tmp_path: Path) -> None:
    compute_whole(tmp_path / "claims")
    book = read(tmp_path / "claims")
    book.write(tmp_path / "book")
    assert list(read(tmp_path / "book").claims) == list(book.claims)
