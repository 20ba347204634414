"""In which encoding a file is: decided once, from its bytes and not from how they come in."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from crownhead.errors import PdnError
from crownhead.formats import pdn
from crownhead.formats.pdn import source
from crownhead.formats.pdn.encodings import Decoder


class Dribble(io.RawIOBase):
    """A file that comes in pieces of a given size, the first of another."""

    def __init__(self, content: bytes, first: int, size: int) -> None:
        self._sizes = iter((first,))
        self._size = size
        self._file = io.BytesIO(content)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        wanted = min(len(buffer), next(self._sizes, self._size) or self._size)
        piece = self._file.read(wanted)
        buffer[: len(piece)] = piece
        return len(piece)


def decode(content: bytes, first: int, size: int) -> str:
    """Return a file as its pieces are turned into UTF-8."""
    decoder = Decoder()
    dribble = Dribble(content, first, size)
    parts = []
    while piece := dribble.read(4096):
        parts.append(decoder.decode(piece))
    parts.append(decoder.decode(b"", last=True))
    return b"".join(parts).decode("utf-8", "surrogateescape")


RUSSIAN = '[White "Пётр Ёлкин"]\n[Black "№ 7, Ян"]\n{Хорошая партия — раз, ещё!}\n1. c3-d4 *\n'
WESTERN = '[White "Müller, Jörg"]\n[Black "Ståhlberg"]\n{schöne Eröffnung}\n1. 11-15 *\n'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1251", "cp866", "koi8-r"])
def test_a_cut_at_any_byte_changes_nothing_in_russian(encoding: str) -> None:
    text = RUSSIAN if encoding != "koi8-r" else RUSSIAN.replace("№", "N").replace("—", "-")
    text = text if encoding != "cp866" else text.replace("—", "-")
    content = text.encode(encoding)
    for first in range(len(content) + 1):
        assert decode(content, first, 4096).lstrip("\ufeff") == text, first
    for size in range(1, 9):
        assert decode(content, size, size).lstrip("\ufeff") == text, size


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "utf-16", "utf-16-le", "utf-32-be"])
def test_a_cut_at_any_byte_changes_nothing_in_western_texts(encoding: str) -> None:
    content = WESTERN.encode(encoding)
    expected = {"White": "Müller, Jörg", "Black": "Ståhlberg"}
    for first in range(len(content) + 1):
        (game,) = pdn.read(io.BufferedReader(Dribble(content, first, 4096)))
        assert (game.tags, game.comment) == (expected, "schöne Eröffnung"), first


def test_a_named_encoding_is_cut_at_any_byte_too() -> None:
    content = WESTERN.encode("cp437")
    for first in range(len(content) + 1):
        (game,) = pdn.read(io.BufferedReader(Dribble(content, first, 4096)), encoding="cp437")
        assert game.tags["White"] == "Müller, Jörg"


def names(path: Path) -> Iterator[str]:
    return (game.tags["White"] for game in pdn.read(path))


@pytest.mark.parametrize("encoding", ["utf-8", "cp1251", "cp866", "koi8-r"])
def test_names_behind_many_bytes_are_what_they_are_in_front(tmp_path: Path, encoding: str) -> None:
    """A valid file of 1.15 MB had 7,721 of 10,000 names as mojibake."""
    dice = random.Random(7)
    letters = "абвгдежзиклмнопрстуфхцчшщыэюя"
    made = ["".join(dice.choices(letters, k=dice.randint(3, 14))).title() for _ in range(4_000)]
    body = "1. c3-d4 d6-c5 2. b2-c3 c5-e3 3. f2-d4 *"
    for shift in range(2):  # the ends of what is read at once fall elsewhere in a character
        content = "#" * shift + "\n" + "\n".join(f'[White "{name}"]\n{body}' for name in made)
        path = tmp_path / f"{shift}.pdn"
        path.write_bytes(("\n" * 70_000 + content).encode(encoding))
        assert path.stat().st_size > 4 * source.CHUNK
        assert list(names(path)) == made


def test_one_stray_game_among_thousands_leaves_the_others_alone(tmp_path: Path) -> None:
    game = '[White "Łoś, Иван"]\n1. 11-15 *\n'.encode()
    stray = '[White "Müller"]\n1. 11-15 *\n'.encode("latin-1")
    path = tmp_path / "mixed.pdn"
    for before in (0, 1, 500):
        path.write_bytes(game * before + stray + game * 5_000)
        assert list(names(path)) == ["Łoś, Иван"] * before + ["Müller"] + ["Łoś, Иван"] * 5_000


def test_one_letter_far_in_front_does_not_hide_the_old_encoding(tmp_path: Path) -> None:
    plain = '[White "A"]\n1. c3-d4 *\n' * 10_000
    content = f'[White "Ян"]\n1. c3-d4 *\n{plain}{RUSSIAN * 100}'
    path = tmp_path / "late.pdn"
    path.write_bytes(content.encode("cp1251"))
    found = list(names(path))
    assert (found[0], found[-1], len(found)) == ("Ян", "Пётр Ёлкин", 10_101)


def test_what_is_held_back_is_bounded() -> None:
    decoder = Decoder()
    held = 0
    for _ in range(400):
        piece = b"\xfc" + b"." * 65_535  # hardly a letter: it stays in doubt for long
        held += len(piece) - len(decoder.decode(piece))
        assert held <= (1 << 20) + len(piece)
    assert held == 0


@pytest.mark.parametrize("size", [256, 4096, 300_000])
def test_random_bytes_are_one_error(size: int) -> None:
    for seed in range(20):
        noise = random.Random(seed).randbytes(size)
        with pytest.raises(PdnError, match="line 1, column 1: This is not text"):
            list(pdn.read(io.BytesIO(noise)))


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    """Of many files nobody could tell which one it was."""
    path = tmp_path / "noise.pdn"
    path.write_bytes(random.Random(1).randbytes(4096))
    with path.open("rb") as file:
        for handle in (path, str(path), file):
            with pytest.raises(PdnError) as raised:
                list(pdn.read(handle))
            assert str(raised.value) == f"{path}, line 1, column 1: This is not text"


@pytest.mark.parametrize("padding", [b"\x1a" * 900, b"\0" * 900, b"\x0c\x1b\x01 \x0c"])
def test_old_texts_with_a_few_control_characters_are_texts(padding: bytes) -> None:
    (game,) = pdn.read(io.BytesIO(b'[White "A"]\n1. 11-15 *\n' + padding))
    assert game.tags == {"White": "A"}
