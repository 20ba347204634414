"""A game given to others as a picture and as a film."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect
from support.browser.table import Table

from tests.browser.conftest import DESK, Open

_SHARED = """
() => {
  window.shared = [];
  navigator.canShare = ({ files }) => files.length === 1;
  navigator.share = async ({ files }) => {
    const [file] = files;
    window.shared.push([file.name, file.type, file.size]);
  };
}
"""


def play_game(visit: Open, moves: tuple[str, ...], **options: object) -> Table:
    """Return a game after some moves, resigned, with the sheet for sharing open."""
    table = Table.begin(visit(**options), "english")
    for ply, move in enumerate(moves, start=1):
        table.type(move)
        table.wait(ply)
    table.page.get_by_role("button", name="Aufgeben").click()
    table.page.get_by_role("button", name="Aufgeben").last.click()
    table.page.get_by_role("button", name="Teilen").click()
    return table


def save(table: Table, button: str) -> tuple[str, Image.Image]:
    """Return the name and the picture of what a button saves."""
    with table.page.expect_download() as waited:
        table.page.get_by_role("button", name=button).click()
    content = Path(waited.value.path()).read_bytes()
    return waited.value.suggested_filename, Image.open(io.BytesIO(content))


def test_a_game_is_saved_as_a_gif_of_all_its_positions(visit: Open) -> None:
    table = play_game(visit, ("11-15", "22-18", "15x22"), size=DESK)
    name, film = save(table, "Partie als GIF")
    table.page.get_by_text("Gespeichert.").wait_for()
    # The button that was pressed has the focus, and the sheet its keys.
    expect(table.page.get_by_role("button", name="Partie als GIF")).to_be_focused()
    table.page.keyboard.press("Escape")
    expect(table.page.locator("dialog")).to_have_count(0)
    assert name.endswith(".gif") and film.format == "GIF"
    assert film.size == (480, 520) and film.n_frames == 4  # type: ignore[attr-defined]
    frames = []
    for n in range(4):
        film.seek(n)
        frames.append(film.convert("RGB"))
    assert film.info["duration"] == 3000
    # English draughts is seen from White's side here: square 22 is in the sixth row from above.
    centre = (14 + 250) * 480 // 828, (14 + 550) * 480 // 828 - 2
    light = [sum(frame.getpixel(centre)) > 380 for frame in frames]  # type: ignore[arg-type]
    assert light == [True, True, False, False]
    assert sum(frames[3].getpixel(centre)) < 180  # type: ignore[arg-type]


def test_a_position_is_saved_as_a_picture(visit: Open) -> None:
    table = play_game(visit, ("11-15", "22-18"), size=DESK)
    name, picture = save(table, "Stellung als Bild")
    assert name.endswith(".png") and picture.format == "PNG" and picture.size == (480, 520)
    assert len(picture.convert("RGB").getcolors(100_000) or []) > 10
    # Names and result are written below the board, light on its frame.
    below = picture.convert("L").crop((0, 484, 480, 520))
    darkest, lightest = below.getextrema()
    assert darkest < 90 and lightest > 220  # type: ignore[operator]


def test_a_phone_shares_the_film_by_its_own_sheet(visit: Open) -> None:
    table = play_game(visit, ("11-15", "22-18"), has_touch=True, is_mobile=True)
    table.page.evaluate(_SHARED)
    table.page.get_by_role("button", name="Partie als GIF").click()
    table.page.wait_for_function("() => window.shared.length === 1")
    [name, kind, size] = table.page.evaluate("() => window.shared[0]")
    assert name.endswith(".gif") and kind == "image/gif" and size > 1000
