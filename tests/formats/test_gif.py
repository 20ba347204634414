"""GIF and PNG: the same drawing in pixels."""

from __future__ import annotations

import builtins
import random
from io import BytesIO

import pytest
from PIL import Image, ImageChops

import crownhead as ch
from crownhead.errors import IllegalMove, InvalidPicture, MissingPackage
from crownhead.formats import gif, png, svg
from crownhead.formats.svg.layout import Layout
from crownhead.variants import VARIANTS, Variant


def open_gif(made: bytes) -> Image.Image:
    return Image.open(BytesIO(made))


def frames(made: bytes) -> list[tuple[Image.Image, int]]:
    image, found = open_gif(made), []
    for number in range(image.n_frames):
        image.seek(number)
        found.append((image.convert("RGB"), image.info["duration"]))
    return found


def rgb(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color[1:]))


def game(variant: Variant, plies: int, seed: int = 3) -> ch.Game:
    source, played = random.Random(seed), ch.Game(variant)
    while len(played.moves) < plies and played.outcome is None:
        played.play(source.choice(played.position.legal_moves))
    return played


@pytest.mark.parametrize("theme", svg.THEMES)
def test_a_picture_shows_its_colours_where_they_belong(theme: str) -> None:
    position = ch.Position.from_fen("W:W29:BK4", "english")
    image = open_gif(png.board(position, size=656, coordinates=False, theme=theme)).convert("RGB")
    colors = svg.THEMES[theme]
    assert image.size == (656, 656)

    def at(square: int, dy: float = 0.0) -> tuple[int, ...]:
        x, y = Layout(position.variant).centre(square)
        return image.getpixel((round(x * 2), round((y + dy) * 2)))

    assert at(18) == rgb(colors.dark)
    assert image.getpixel((28, 28)) == rgb(colors.light)
    assert at(29) == rgb(colors.white.top)
    assert at(4, -1.5) == rgb(colors.black.mark)  # the crown
    assert at(4, -12) == rgb(colors.black.top)


def test_numbers_are_drawn_without_any_font() -> None:
    position = ch.Position.from_fen("W:W29:B4", "english")
    bare = open_gif(png.board(position, coordinates=False)).convert("RGB")
    named = open_gif(png.board(position)).convert("RGB")
    assert ImageChops.difference(bare, named).getbbox() is not None


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_game_becomes_a_gif(variant: Variant) -> None:
    played = game(variant, 6)
    made = gif.game(played, size=80)
    shown = frames(made)
    assert len(shown) >= 1 + len(played.moves)
    assert open_gif(made).info["loop"] == 0
    assert "loop" not in open_gif(gif.game(played, size=40, loop=False)).info
    assert shown[0][1] == gif.GIF_TIMING.start and shown[-1][1] == gif.GIF_TIMING.end


def test_the_frames_are_the_pictures_of_the_positions() -> None:
    played = game(VARIANTS["english"], 30)
    shown = [picture for picture, _ in frames(gif.game(played, size=160))]
    wanted = [svg.board(played.start, size=None)]
    wanted += [
        svg.board(after, last_move=move, size=None)
        for move, after in zip(played.moves, played.positions[1:], strict=True)
    ]
    found = 0
    for text in wanted:
        exact = open_gif(png.render(text, 160)).convert("RGB")
        while _distance(shown[found], exact) > 12:
            found += 1  # a frame within a capture
            assert found < len(shown)


def _distance(one: Image.Image, other: Image.Image) -> float:
    """Return how much two pictures differ at the place where they differ most, in tenths."""
    difference = (
        ImageChops.difference(one, other).convert("L").resize((40, 40), Image.Resampling.BOX)
    )
    return float(difference.getextrema()[1])


def test_what_stands_still_never_changes_its_colour() -> None:
    shown = [picture for picture, _ in frames(gif.game(game(VARIANTS["english"], 20), size=200))]
    corner = (2, 2, 20, 20)
    assert all(
        not ImageChops.difference(shown[0].crop(corner), p.crop(corner)).getbbox() for p in shown
    )


def test_times_are_kept() -> None:
    position = ch.Position.from_fen("W:W27:B11,12,21,22,1", "international")
    timing = svg.Timing(start=500, hop=300, capture=6000, pause=700, end=900)
    shown = frames(gif.game(position, ["27x27", "1-6"], size=100, timing=timing))
    assert [time for _, time in shown] == [500, 300, 300, 300, 300, 700, 900]


def test_a_game_of_eighty_plies_is_small() -> None:
    made = gif.game(game(VARIANTS["international"], 80), size=400)
    assert len(made) < 250_000


def test_a_gif_goes_to_a_file_too() -> None:
    file = BytesIO()
    assert gif.game(ch.Position.initial("english"), ["11-15"], file=file) == file.getvalue()


@pytest.mark.parametrize("size", [0, -1, 5000, 1.5, None, "400", True])
def test_a_size_that_cannot_be_is_refused(size: object) -> None:
    position = ch.Position.initial("english")
    for draw in (png.board, gif.game):
        with pytest.raises(InvalidPicture, match="is not a number of pixels"):
            draw(position, size=size)


def test_bad_input_is_refused() -> None:
    position = ch.Position.initial("english")
    with pytest.raises(InvalidPicture, match="Unknown theme"):
        gif.game(position, theme="oak")
    with pytest.raises(InvalidPicture, match="is not a Timing"):
        gif.game(position, timing=7)
    with pytest.raises(IllegalMove):
        gif.game(position, ["9-18"])
    with pytest.raises(InvalidPicture, match="No picture of ours"):
        png.render("<svg")


@pytest.mark.parametrize(("name", "package"), [("PIL", "Pillow"), ("resvg_py", "resvg-py")])
def test_a_missing_package_is_named(
    name: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def without(module: str, *rest: object) -> object:
        if module.split(".")[0] == name:
            raise ImportError(module)
        return real(module, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingPackage, match=rf"{package}: pip install 'crownhead\[pictures\]\'"):
        gif.game(ch.Position.initial("english"))
