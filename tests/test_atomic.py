"""Files that are there as a whole or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from crownhead import atomic


def test_what_is_broken_off_leaves_the_file_before_and_no_draft(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    atomic.write(path, "old")
    with pytest.raises(KeyboardInterrupt), atomic.create(path) as file:
        file.write(b"new")
        raise KeyboardInterrupt
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_a_process_that_is_killed_leaves_the_file_before(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    atomic.write(path, "old")
    code = (
        "import os, pathlib, signal, sys; from crownhead import atomic\n"
        "with atomic.create(pathlib.Path(sys.argv[1])) as file:\n"
        "    file.write(b'new'); file.flush(); os.kill(os.getpid(), signal.SIGKILL)"
    )
    killed = subprocess.run([sys.executable, "-c", code, str(path)], timeout=60)
    assert killed.returncode == -signal.SIGKILL
    [draft] = atomic.leftovers(path)
    assert (path.read_text(), draft.read_text()) == ("old", "new")


def test_a_file_keeps_its_permissions_and_a_link_its_target(tmp_path: Path) -> None:
    path, link = tmp_path / "games.pdn", tmp_path / "link.pdn"
    path.touch(mode=0o640)
    link.symlink_to(path)
    atomic.write(link, "1. 11-15", b" *")
    assert link.is_symlink() and path.read_text() == "1. 11-15 *"
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_is_no_regular_file_is_written_to_as_it_is(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        atomic.write(pipe, "1. 11-15 *")
        assert os.read(reading, 100) == b"1. 11-15 *" and pipe.is_fifo()
    finally:
        os.close(reading)


def test_two_writers_of_one_file_leave_one_of_both_whole(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    with atomic.create(path) as first:
        first.write(b"first ")
        with atomic.create(path) as second:
            second.write(b"second")
        assert path.read_text() == "second"
        first.write(b"and last")
    assert path.read_text() == "first and last" and list(tmp_path.iterdir()) == [path]


def test_an_error_names_the_file_and_not_its_draft(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as missing:
        atomic.write(tmp_path / "nowhere" / "games.pdn", "1. 11-15 *")
    assert missing.value.filename == str(tmp_path / "nowhere" / "games.pdn")
