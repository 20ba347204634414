"""Boards made of text: every piece in its place, both ways round, the last move shown."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.scattered import scatter

import crownhead as ch
from crownhead import textboard as text
from crownhead.errors import InvalidPicture
from crownhead.variants import VARIANTS, Variant


def signs(picture: str, width: int, lettered: bool) -> list[str]:
    """Return the signs of every row, without marks and coordinates."""
    indent = 3 if lettered else 0
    rows = picture.split("\n")[:width]
    return [row[indent : indent + 2 * width : 2].ljust(width)[:width] for row in rows]


@given(
    variant=st.sampled_from(list(VARIANTS.values())),
    seed=st.integers(0, 2**32),
    unicode=st.booleans(),
    orientation=st.sampled_from(["white", "black"]),
    coordinates=st.booleans(),
)
def test_any_position_shows_its_pieces_where_they_stand(
    variant: Variant, seed: int, unicode: bool, orientation: str, coordinates: bool
) -> None:
    position = scatter(variant, random.Random(seed), pieces=24)
    picture = text.board(
        position, unicode=unicode, orientation=orientation, coordinates=coordinates
    )
    width = variant.rules.board.width
    lettered = coordinates and variant.notation == "algebraic"
    grid = signs(picture, width, lettered)
    known = text.SYMBOLS if unicode else text.LETTERS
    shown = 0
    for square in range(1, variant.rules.board.squares + 1):
        column, row = position.ruleset.place(square)
        if orientation == "white":
            sign = grid[width - 1 - row][column]
        else:
            sign = grid[row][width - 1 - column]
        assert sign == known.get(position.piece_at(square) or "", ".")
        shown += 1
    assert sum(sign != " " for row in grid for sign in row) == shown


def test_a_position_prints_itself() -> None:
    position = ch.Position.from_fen("W:Wc3:Bf8,Kb4", "russian")
    assert str(position) == text.board(position)
    assert str(position).split("\n")[4] == " 4   B   .   .   ."


def test_numbers_at_the_edge_follow_the_rows_as_they_lie() -> None:
    position = ch.Position.initial("english")
    assert text.board(position).split("\n")[0] == "  b   b   b   b  1-4"
    turned = text.board(position, orientation="black").split("\n")
    assert turned[0] == "  w   w   w   w  32-29" and turned[-1].endswith(" 4-1")
    spanish = text.board(ch.Position.initial("spanish")).split("\n")
    assert spanish[0].endswith(" 32-29")  # square 1 lies at the bottom right


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize("orientation", ["white", "black"])
def test_the_last_move_is_shown_by_signs(variant: Variant, orientation: str) -> None:
    position = ch.Position.initial(variant)
    for move in position.legal_moves:
        picture = text.board(position.play(move), orientation=orientation, last_move=move)
        bare = text.board(position.play(move), orientation=orientation)
        own = "b" if position.turn == "black" else "w"
        assert f"<{own}" in picture and ".)" in picture
        unmarked = picture.translate(str.maketrans("()<>", "    "))
        assert [row.split() for row in unmarked.split("\n")] == [
            row.split() for row in bare.split("\n")
        ]


def test_an_unknown_orientation_is_refused() -> None:
    with pytest.raises(InvalidPicture, match="'left' is neither 'white' nor 'black'"):
        text.board(ch.Position.initial("english"), orientation="left")
