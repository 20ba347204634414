"""Take the pictures of the app that the pages show, with the browser of the tests.

Usage: .venv/bin/python docs/site/screens.py

Needs the page (`python3 dev.py build`) and the packages of the tests. Pictures of a screen are not
the same on every machine: no test compares them, it only asks that they are few, small and shown.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "screens"
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from playwright.sync_api import Page, sync_playwright  # noqa: E402
from support.browser.chromium import launch  # noqa: E402
from support.browser.table import Table  # noqa: E402
from support.served import Server  # noqa: E402

SIZE = {"width": 400, "height": 720}
BLUNDER = "11-15 22-17 8-11 17-14 10x17 21x14 9x18 23x14 12-16 24-19 15x24 28x12"
"""A game with a mistake that is told."""


def save(page: Page, name: str) -> None:
    """Write what a page shows as WebP."""
    picture = Image.open(io.BytesIO(page.screenshot()))
    picture.save(FOLDER / f"{name}.webp", quality=80, method=6)


def take() -> None:
    """Take every picture."""
    FOLDER.mkdir(exist_ok=True)
    with (
        TemporaryDirectory() as folder,
        Server(Path(folder), "--no-limits", "--no-delay", "--log", "error") as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        context = browser.new_context(
            viewport=SIZE, locale="en-US", color_scheme="light", reduced_motion="reduce"
        )
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/", wait_until="networkidle")
        save(page, "start")
        table = Table.begin(page, "english", start="W:W22,31,32:B18,7,8", side="white")
        table.tap(31, 27)
        page.locator(".explains").wait_for()
        save(page, "refused")
        page.goto(f"http://127.0.0.1:{server.port}/#/analysis/at/english//{BLUNDER}")
        page.locator(".tree").wait_for()
        page.get_by_role("button", name="Report", exact=True).click()
        page.get_by_role("button", name="Make the report").click()
        page.locator(".moments").wait_for()
        save(page, "report")
        browser.close()


if __name__ == "__main__":
    take()
