"""Pictures of positions: every piece where it stands, every mark drawn, every refusal typed."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.scattered import scatter

import crownhead as ch
import crownhead.locales.squares
import crownhead.variants
from crownhead.errors import CrownheadError, IllegalMove, InvalidPicture
from crownhead.formats import svg
from crownhead.formats.svg import glyphs
from crownhead.formats.svg.layout import SIDE, Layout, number
from crownhead.formats.svg.themes import Paint, Theme
from crownhead.variants import VARIANTS, Variant

SVG = "{http://www.w3.org/2000/svg}"
KINDS = {"wm": "white_man", "wk": "white_king", "bm": "black_man", "bk": "black_king"}
PALE = "0.45"


def tree(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def ids(picture: str) -> list[str]:
    return [element.get("id", "") for element in tree(picture).iter() if element.get("id")]


def pieces_of(picture: str) -> dict[tuple[int, int], str]:
    """Return the pieces drawn, by column and row of the picture as it lies."""
    root = tree(picture)
    extent = int(root.get("viewBox", "").split()[2])
    margin = extent % SIDE // 2
    found = {}
    for use in root.iter(f"{SVG}use"):
        place = tuple(divmod(int(use.get(axis, "")) - margin, SIDE) for axis in "xy")
        assert all(rest == SIDE // 2 for _, rest in place)
        cell = (place[0][0], place[1][0])
        assert cell not in found
        found[cell] = KINDS[use.get("href", "")[-2:]]
    return found


def expected_pieces(position: ch.Position, orientation: str) -> dict[tuple[int, int], str]:
    """Return where the pieces should be, told without the code that draws them."""
    width = position.variant.rules.board.width
    found = {}
    for square, kind in position.pieces.items():
        column, rank = position.ruleset.place(square)
        seen = (column, width - 1 - rank)
        if orientation == "black":
            seen = (width - 1 - seen[0], width - 1 - seen[1])
        found[seen] = kind
    return found


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize("orientation", ["white", "black"])
@pytest.mark.parametrize("coordinates", [True, False, "margin", "squares"])
def test_the_initial_position_of_every_game(
    variant: Variant, orientation: str, coordinates: object
) -> None:
    position = ch.Position.initial(variant)
    picture = svg.board(position, orientation=orientation, coordinates=coordinates)
    assert pieces_of(picture) == expected_pieces(position, orientation)
    assert len(ids(picture)) == len(set(ids(picture)))
    references = set(re.findall(r'href="#([^"]*)"', picture))
    assert references <= set(ids(picture)) and len(references) == 2


@given(
    variant=st.sampled_from(list(VARIANTS.values())),
    orientation=st.sampled_from(["white", "black"]),
    theme=st.sampled_from(list(svg.THEMES)),
    seed=st.integers(0, 2**32),
)
def test_any_position_shows_its_pieces_where_they_stand(
    variant: Variant, orientation: str, theme: str, seed: int
) -> None:
    source = random.Random(seed)
    position = scatter(variant, source, pieces=24)
    squares = list(position.pieces)
    picture = svg.board(
        position,
        orientation=orientation,
        theme=theme,
        coordinates=source.choice(["margin", "squares", False]),
        notation=source.choice(["numeric", "algebraic", None]),
        last_move=source.sample(squares, 2),
        arrows=[source.sample(range(1, variant.rules.board.squares + 1), 3)],
        rings={squares[0]: source.choice([None, 3, 12]), squares[1]: 1},
        marks={squares[0]: "captured", squares[1]: "dot"},
        language=source.choice(["de", "en"]),
    )
    assert pieces_of(picture) == expected_pieces(position, orientation)
    assert len(ids(picture)) == len(set(ids(picture)))


def test_white_has_its_first_row_at_the_bottom_and_black_when_flipped() -> None:
    """A fixed case, so that the two computations above cannot err alike."""
    position = ch.Position.from_fen("W:Wa1:Bh8", "russian")
    assert pieces_of(svg.board(position)) == {(0, 7): "white_man", (7, 0): "black_man"}
    assert pieces_of(svg.board(position, orientation="black")) == {
        (7, 0): "white_man",
        (0, 7): "black_man",
    }
    mirrored = ch.Position.from_fen("W:W29:B1", "italian")  # a light near left corner
    assert pieces_of(svg.board(mirrored)) == {(1, 7): "white_man", (0, 0): "black_man"}


def dark_squares(picture: str) -> set[tuple[int, int]]:
    """Return columns and rows that the path of dark squares covers."""
    margin = int(tree(picture).get("viewBox", "").split()[2]) % SIDE // 2
    path = next(
        p for p in tree(picture).iter(f"{SVG}path") if p.get("shape-rendering") == "crispEdges"
    ).get("d", "")
    x = y = 0
    found = set()
    for dx, dy in re.findall(r"m(-?\d+)[ ]?(-?\d+)h40v40h-40z", path):
        x, y = x + int(dx), y + int(dy)
        found.add(((x - margin) // SIDE, (y - margin) // SIDE))
    return found


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_the_board_is_the_games_own(variant: Variant) -> None:
    picture = svg.board(ch.Position.initial(variant))
    width = variant.rules.board.width
    if variant.rules.board is ch.variants.Board.FULL_8:
        assert picture.count('shape-rendering="crispEdges"') == 1  # no chequers
        return
    near_left_is_dark = not variant.mirrored
    assert dark_squares(picture) == {
        (column, row)
        for column in range(width)
        for row in range(width)
        if ((column + width - 1 - row) % 2 == 0) == near_left_is_dark
    }


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_picture_brings_no_script_font_or_anything_from_outside(variant: Variant) -> None:
    picture = svg.board(ch.Position.initial(variant), rings=(1, 2), arrows=[(1, 2)])
    assert not re.search(r"<(script|text|image|style|foreignObject)", picture)
    assert re.findall(r"https?://[^\"]*", picture) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r'\son\w+="|url\(|javascript:', picture)


def test_the_initial_international_board_is_small() -> None:
    assert len(svg.board(ch.Position.initial("international")).encode()) < 8000


def test_different_pictures_in_one_page_do_not_share_ids_and_the_same_one_is_the_same_text() -> (
    None
):
    position = ch.Position.initial("english")
    pictures = [svg.board(position, theme=theme) for theme in svg.THEMES]
    pictures += [svg.board(position.play(move)) for move in position.legal_moves]
    every = [name for picture in pictures for name in ids(picture)]
    assert len(every) == len(set(every))
    assert svg.board(position) == svg.board(position)


def test_the_description_names_the_pieces_in_german_and_english() -> None:
    position = ch.Position.from_fen("W:W32,K5:B19", "international")
    move = position.legal_moves[0]
    root = tree(svg.board(position))
    assert root.get("role") == "img"
    named = {element.get("id"): element.text for element in root.iter()}
    labels = [named[name] for name in (root.get("aria-labelledby") or "").split()]
    assert labels == [
        "International draughts: White to move",
        "White: 1 man on 32; 1 king on 5. Black: 1 man on 19.",
    ]
    german = svg.board(position.play(move), language="de", last_move=move)
    assert "Internationale Dame: Schwarz ist am Zug" in german
    assert f"Letzter Zug: {move}." in german
    assert "a1" in svg.board(ch.Position.from_fen("W:W29:B1", "english"), notation="algebraic")


def test_a_name_of_a_house_game_is_escaped() -> None:
    game = Variant.house('<b>&"\0\x1b', ch.Rules())
    picture = svg.board(ch.Position.initial(game))
    assert "<b>" not in picture
    assert next(tree(picture).iter(f"{SVG}title")).text == '<b>&": Black to move'


def test_each_mark_adds_its_own_shape() -> None:
    position = ch.Position.from_fen("W:W27,28:B22,K13", "international")
    plain = svg.board(position)
    halo = svg.THEMES["wood"].halo

    def elements(**options: object) -> list[ElementTree.Element]:
        return list(tree(svg.board(position, **options)).iter())

    def count(tag: str, **options: object) -> int:
        return sum(element.tag == SVG + tag for element in elements(**options))

    assert count("circle", rings=(27, 28)) - count("circle") == 4  # each with a halo
    assert count("rect", rings={27: 2, 28: None}) - count("rect") == 1  # one badge
    assert count("circle", marks={30: "dot"}) - count("circle") == 1
    assert count("path", marks={30: "cross"}) - count("path") == 2
    assert count("path", marks={22: "captured"}) - count("path") == 2
    assert count("path", last_move=(32, 27)) - count("path") == 4
    assert count("path", arrows=[(32, 27)]) - count("path") == 4
    pale = [use for use in elements(marks={22: "captured"}) if use.get("opacity")]
    assert len(pale) == 1
    assert halo in svg.board(position, rings=(27,)) and halo not in plain


def test_an_arrow_bends_where_its_route_does() -> None:
    position = ch.Position.from_fen("W:W27:B11,12,21,22", "international")
    (move,) = position.legal_moves
    layout = Layout(position.variant)
    picture = svg.board(position, arrows=[move])
    turns = [layout.centre(square) for square in move.route[1:-1]]
    assert len(turns) == 3
    bent = "L".join(f"{x} {y}" for x, y in turns)
    assert picture.count(bent) == 2  # the line and its halo


def test_line_styles_differ() -> None:
    position = ch.Position.initial("english")
    styles = ("solid", "dashed", "dotted")
    pictures = {svg.board(position, arrows=[svg.Arrow((1, 10), style)]) for style in styles}
    assert len({re.sub(r"c[0-9a-f]{8}", "", picture) for picture in pictures}) == 3


def test_a_move_shows_its_route_and_what_it_captures() -> None:
    position = ch.Position.from_fen("W:W27:B11,12,21,22,40", "international")
    (move,) = position.legal_moves
    picture = svg.move(position, str(move))
    assert "International draughts: White plays 27x27" in picture
    assert pieces_of(picture) == expected_pieces(position, "white")
    pale = [use for use in tree(picture).iter(f"{SVG}use") if use.get("opacity")]
    assert len(pale) == len(move.captures) == 4
    assert picture == svg.move(position, move)


def test_notebooks_show_positions_and_games() -> None:
    position = ch.Position.initial("lite")
    assert position._repr_svg_() == svg.board(position)
    game = ch.Game("lite")
    assert game._repr_svg_() == svg.board(position)
    move = game.play("c3-d4")
    assert game._repr_svg_() == svg.board(game.position, last_move=move)


SQUARES: list[dict[str, object]] = [
    {"rings": (33,)},
    {"rings": {0: 1}},
    {"marks": {-1: "dot"}},
    {"arrows": [(1, 33)]},
    {"last_move": (1, 99)},
    {"rings": ("1",)},
    {"rings": (True,)},
    {"rings": (1.0,)},
    {"rings": (2**200,)},
]


@pytest.mark.parametrize("options", SQUARES, ids=str)
def test_a_square_that_is_not_on_the_board_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(InvalidPicture, match="is not on the board of squares 1 to 32"):
        svg.board(ch.Position.initial("english"), **options)


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"theme": "oak"}, "Unknown theme 'oak'; known: wood, slate, print, contrast"),
        ({"theme": None}, "Unknown theme 'None'"),
        ({"theme": ["wood"]}, "Unknown theme"),
        ({"orientation": "left"}, "'left' is neither 'white' nor 'black'"),
        ({"coordinates": "top"}, "'top' are not True, False, margin or squares"),
        ({"notation": "words"}, "'words' is not numeric or algebraic"),
        ({"size": 0}, "Size 0"),
        ({"size": 10**9}, "Size 1000000000"),
        ({"size": "big"}, "Size big"),
        ({"size": True}, "Size True"),
        ({"marks": {1: "star"}}, "Unknown mark 'star'; known: cross, dot, captured"),
        ({"marks": {14: "captured"}}, "No piece stands on 14"),
        ({"marks": (1, 2)}, "marks say for each square"),
        ({"rings": 5}, "rings: '5' holds no squares"),
        ({"rings": {1: 1000}}, "A ring holds a number from 0 to 999"),
        ({"rings": {1: "2"}}, "A ring holds a number"),
        ({"arrows": 5}, "arrows: '5' holds no arrows"),
        ({"arrows": [5]}, "'5' is neither a move nor a row of squares"),
        ({"arrows": [(1,)]}, "An arrow needs two squares or more"),
        ({"arrows": [(1, 5)] * 1001}, "More than 1000 arrows"),
        ({"last_move": 5}, "'5' is neither a move nor a row of squares"),
        ({"last_move": (5,)}, "An arrow needs two squares or more"),
    ],
)
def test_what_cannot_be_drawn_is_refused(options: dict[str, object], what: str) -> None:
    with pytest.raises(InvalidPicture) as caught:
        svg.board(ch.Position.initial("english"), **options)
    assert what in str(caught.value)
    assert isinstance(caught.value, CrownheadError)


def test_an_illegal_move_is_not_drawn() -> None:
    position = ch.Position.initial("english")
    with pytest.raises(IllegalMove):
        svg.move(position, "9-18")
    with pytest.raises(IllegalMove):
        svg.move(position, position.play("11-15").legal_moves[0])
    with pytest.raises(InvalidPicture, match="Unknown style"):
        svg.Arrow((1, 2), "wavy")


@pytest.mark.parametrize("color", ["red", "#fff", '#000000"/><script>', "", None, 5])
def test_a_theme_holds_colours_only(color: object) -> None:
    with pytest.raises(InvalidPicture, match="is not like #8f6140"):
        replace(svg.THEMES["wood"], dark=color)
    with pytest.raises(InvalidPicture, match="is not like #8f6140"):
        replace(svg.THEMES["wood"].white, top=color)


def luminance(color: str) -> float:
    """Return the relative luminance of WCAG 2."""
    bands = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [b / 12.92 if b <= 0.04045 else ((b + 0.055) / 1.055) ** 2.4 for b in bands]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def grounds(theme: Theme) -> Iterator[str]:
    yield theme.dark
    yield theme.last


@pytest.mark.parametrize("theme", svg.THEMES.values(), ids=svg.THEMES)
class TestContrast:
    def test_pieces_and_squares(self, theme: Theme) -> None:
        for paint in (theme.white, theme.black):
            for ground in grounds(theme):
                assert max(contrast(paint.top, ground), contrast(paint.line, ground)) >= 3

    def test_the_two_sides(self, theme: Theme) -> None:
        assert contrast(theme.white.top, theme.black.top) >= 4.5

    def test_crowns_on_pieces(self, theme: Theme) -> None:
        for paint in (theme.white, theme.black):
            assert contrast(paint.mark, paint.top) >= 3

    def test_names_of_squares(self, theme: Theme) -> None:
        for ground in grounds(theme):
            assert contrast(theme.number, ground) >= 4.5
        assert contrast(theme.label, theme.frame) >= 4.5

    def test_marks(self, theme: Theme) -> None:
        for mark in (theme.mark, theme.arrow, theme.strike):
            assert max(contrast(mark, theme.dark), contrast(theme.halo, theme.dark)) >= 3
        assert contrast(theme.last_line, theme.last) >= 3
        assert contrast(theme.halo, theme.mark) >= 4.5  # the number in a ring


def test_high_contrast_is_high() -> None:
    theme = svg.THEMES["contrast"]
    for paint in (theme.white, theme.black):
        assert contrast(paint.top, theme.dark) >= 4.4
        assert contrast(paint.top, theme.last) >= 2 and contrast(paint.line, theme.last) >= 2


def test_print_is_black_white_and_grey() -> None:
    assert all(color[1:3] == color[3:5] == color[5:7] for color in svg.THEMES["print"].colors())


def test_colors_lists_every_field() -> None:
    theme = svg.THEMES["wood"]
    own = {getattr(theme, f.name) for f in fields(Theme)} - {theme.white, theme.black}
    pieces = {getattr(p, f.name) for p in (theme.white, theme.black) for f in fields(Paint)}
    assert set(theme.colors()) == own | pieces


def test_every_name_of_a_square_can_be_written() -> None:
    for variant in VARIANTS.values():
        for notation in ("numeric", "algebraic"):
            for square in range(1, variant.rules.board.squares + 1):
                name = ch.locales.squares.name(variant, square, notation)
                assert glyphs.strokes(name, 0, 0).count("M") >= len(name)
                assert 0 < glyphs.length(name) <= 16


@given(st.floats(-5000, 5000))
def test_numbers_are_short_and_right(value: float) -> None:
    text = number(value)
    assert abs(float(text) - value) <= 0.005 + 1e-9
    assert not re.search(r"^-?0.|\.\d*0$", text)
