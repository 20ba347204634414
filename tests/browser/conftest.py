"""One server and one browser for all tests of this folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright
from support.browser.chromium import launch
from support.patience import within
from support.served import Server

import crownhead

STATIC = Path(crownhead.__file__).parent / "server" / "static"
Open = Callable[..., Page]

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}

# Chromium reports these for what a test does on purpose: no network, or a refused request; and
# that a service worker took over a page while a preload of it was on its way, or may not be one.
EXPECTED = re.compile(
    r"Failed to load resource|WebSocket connection to .* failed|ERR_INTERNET"
    r"|cross-world service worker resource mismatch|Service Worker registration blocked"
    r"|was preloaded using link preload but not used within a few seconds"
)

# A page that is still empty has no storage, and naming it throws.
_NO_ENGINE = """
try {
  if (!localStorage.getItem("crownhead.study"))
    localStorage.setItem("crownhead.study", JSON.stringify({ on: false }));
} catch {}
"""


QUICK = ("--no-limits", "--no-delay", "--log", "error")
"""What a server is started with whose pages are tried."""


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (STATIC / "index.html").is_file(), "the client is not built: python3 dev.py build"
    with Server(tmp_path_factory.mktemp("served"), *QUICK) as running:
        yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=within(10_000))
    with sync_playwright() as playwright:
        started = launch(playwright)
        yield started
        started.close()


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Open]:
    """Open pages, each as a new guest; an error in a page, or a foreign request, fails the test.

    Where a test is not marked with `motion` nothing moves, which spares a seventh of the processor.
    """
    contexts = []
    motion = "reduce" if request.node.get_closest_marker("motion") is None else "no-preference"
    problems: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not EXPECTED.search(message.text):
            problems.append(message.text)

    def open_page(
        path: str = "",
        *,
        size: dict[str, int] = PHONE,
        via: int | None = None,
        installs: bool = False,
        looks: bool = False,
        name: str = "127.0.0.1",
        **options: object,
    ) -> Page:
        """Open a page; `via` is the port of a proxy before the server, or of another one.

        `installs`: with the service worker, which fetches all of the app on every first visit.
        `looks`: with the engine of the analysis on, which takes a processor while a page is open.
        `name`: that of the machine, `localhost` where a browser wants one.
        """
        host = f"{name}:{via or server.port}/"

        def on_request(request: Request) -> None:
            own = (f"http://{host}", f"ws://{host}", "data:", "blob:")
            if not request.url.startswith(own):
                problems.append(f"asked for {request.url}")

        workers = "allow" if installs else "block"
        options = {"service_workers": workers, "reduced_motion": motion} | options
        options = {"locale": "de-DE"} | options
        context = browser.new_context(viewport=size, **options)  # type: ignore[arg-type]
        contexts.append(context)
        if not looks:
            context.add_init_script(_NO_ENGINE)
        page = context.new_page()
        page.set_default_timeout(within(10_000))
        page.on("console", on_console)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", on_request)
        # A test that asks beside the page, while the first answer is on its way, would be another.
        context.request.get(f"http://{host}api/me")
        # What looks may fetch tables at any time: such a page need not ever be idle.
        page.goto(f"http://{host}{path}", wait_until="load" if looks else "networkidle")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []
