"""Where PDN comes from: files, streams, encodings, and texts full of mistakes."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from support.patience import growth
from support.pdn_trees import random_tree

from crownhead.errors import CrownheadError, PdnError
from crownhead.formats import pdn


def games(text: str | bytes) -> list[pdn.PdnGame]:
    handle = io.BytesIO(text) if isinstance(text, bytes) else io.StringIO(text)
    return list(pdn.read(handle))


def moves(game: pdn.PdnGame) -> str:
    return " ".join(map(str, game.moves))


def test_each_game_is_decoded_on_its_own() -> None:
    game = '[White "Müller"] 1. 11-15 *\n'
    found = games(game.encode() + game.encode("latin-1") + game.encode())
    assert [game.tags["White"] for game in found] == ["Müller"] * 3


def test_another_encoding_is_read_where_it_is_named(tmp_path: Path) -> None:
    path = tmp_path / "old.pdn"
    path.write_bytes('[White "Куперман"] 1. c3-d4 *'.encode("cp1251"))
    (game,) = pdn.read(path, encoding="cp1251")
    assert game.tags["White"] == "Куперман"
    with pytest.raises(CrownheadError, match="Encoding 'klingon' is not known"):
        next(pdn.read(path, encoding="klingon"))


@pytest.mark.parametrize("encoding", ["base64", "rot13", "idna", "undefined", "a\0b", ""])
def test_what_does_not_turn_bytes_into_text_is_no_encoding(encoding: str) -> None:
    with pytest.raises(CrownheadError, match="is not known"):
        list(pdn.read(io.BytesIO(b"1. 11-15 *"), encoding=encoding))


@pytest.mark.parametrize("named", ["utf-16", "UTF16", "utf-32"])
@pytest.mark.parametrize("order", ["-le", "-be", ""])
def test_a_wide_encoding_that_is_named_needs_no_mark(named: str, order: str) -> None:
    content = '[White "Мюллер"] 1. 11-15 *'.encode({"UTF16": "utf-16"}.get(named, named) + order)
    (game,) = pdn.read(io.BytesIO(content), encoding=named)
    assert (game.tags["White"], game.errors) == ("Мюллер", ())


def test_every_kind_of_handle_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_bytes('[White "É"] 1. 11-15 *\n[White "'.encode() + b'\xc9"] 1. 9-14 *\n')
    expected = ["É", "É"]
    assert [game.tags["White"] for game in pdn.read(path)] == expected
    with path.open("rb") as file:
        assert [game.tags["White"] for game in pdn.read(file)] == expected
    with path.open("rb", buffering=0) as raw:
        assert [game.tags["White"] for game in pdn.read(raw)] == expected
    with path.open(encoding="utf-8") as text:  # would fail at the second game, decoded as text
        assert [game.tags["White"] for game in pdn.read(text)] == expected
    with path.open(encoding="latin-1") as text:
        assert [game.tags["White"] for game in pdn.read(text)] == ["Ã\x89", "É"]


def test_a_text_handle_is_read_from_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text('a preface\n[White "É"] 1. 11-15 *\n', encoding="utf-8")
    with path.open(encoding="utf-8") as text:
        assert text.readline() == "a preface\n"
        (game,) = pdn.read(text)
        assert (game.tags["White"], game.line, game.errors) == ("É", 1, ())


def test_utf_16_is_known_by_its_mark() -> None:
    (game,) = games('[White "Ж"] 1. 11-15 *'.encode("utf-16"))
    assert (game.tags["White"], moves(game)) == ("Ж", "11-15")


def test_bytes_are_no_handle() -> None:
    with pytest.raises(CrownheadError, match="Expected a file"):
        next(pdn.read(b"1. 11-15"))  # type: ignore[arg-type]


def test_a_handle_needs_nothing_but_read() -> None:
    class Plain:
        def __init__(self) -> None:
            self.left = [b"1. 11-15 24-20 *", b""]

        def read(self, size: int) -> bytes:
            return self.left.pop(0)

    (game,) = pdn.read(Plain())  # type: ignore[arg-type]
    assert moves(game) == "11-15 24-20"


def test_reading_is_lazy() -> None:
    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def read(self, size: int = -1) -> bytes:
            return b'[White "A"] 1. 11-15 24-20 *\n' * 100

    found = pdn.read(Endless())
    assert [next(found).tags["White"] for _ in range(1000)] == ["A"] * 1000


def test_a_text_without_a_game_has_none() -> None:
    assert games("") == games("\n % nothing \n *\n") == []
    with pytest.raises(PdnError, match="There is no game in this text"):
        pdn.loads("")


def test_texts_with_mistakes_raise_nothing() -> None:
    alphabet = '[]{}()"/\\%*$;:-x 0123456789ab\n\0é'
    for seed in range(400):
        dice = random.Random(seed)
        text = list(str(random_tree(seed)))
        for _ in range(dice.randint(1, 30)):
            place = dice.randrange(len(text))
            match dice.randrange(3):
                case 0:
                    text[place] = dice.choice(alphabet)
                case 1:
                    text.insert(place, dice.choice(alphabet))
                case _:
                    del text[place : place + dice.randint(1, 9)]
        mangled = "".join(text).encode()
        for game in pdn.read(io.BytesIO(mangled)):
            assert all(isinstance(error, PdnError) for error in game.errors)
            assert all(error.line >= 1 and error.column >= 1 for error in game.errors)
            again = pdn.dumps(game)
            once_more = pdn.dumps(pdn.loads(again))
            assert pdn.dumps(pdn.loads(once_more)) == once_more


NONSENSE = ("(", "{", "[%clk ", "[%a" + " " * 50, "1.", "(1. 11-15 ", '/FEN "')


@pytest.mark.parametrize("part", NONSENSE)
def test_long_nonsense_takes_no_longer_than_its_length(part: str) -> None:
    def read(times: int) -> None:
        for text in (part * times, "{" + part * times + "}", f'[FEN "{part * (times // 10)}"]'):
            for game in games(f'[GameType "21"] 1. 11-15 {text}'):
                assert len(str(game)) < 3_000_000
                if game.moves:
                    assert game.root.variations[0].clock is None

    assert growth(read, 2_000, 20_000) < 40
