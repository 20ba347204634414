"""The packages for npm in an empty project: a game in Node and in a browser, types, weight."""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
import tarfile
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from support.browser.chromium import WEB
from support.patience import within

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("core", "board")
EXAMPLE = re.compile(r"^```js\n(.*?)^```$", re.DOTALL | re.MULTILINE)

TYPED = """
import { begin, open, Illegal, Library, type Game } from "@crownhead/core";
import type { BoardInput, DraughtsBoard } from "@crownhead/board";
const core = await open();
const game: Game = begin(core, "english", { fen: "W:W18:B15" });
game.play("18x11", "white");
const winner: "white" | "black" | null | undefined = game.outcome?.winner;
const [listed] = new Library(core).read(new TextEncoder().encode("1. 11-15 *"));
declare const board: DraughtsBoard, input: BoardInput;
board.show(game.state.position.fen);
// @ts-expect-error: a board has no such method
board.win();
export { winner, listed, input, Illegal };
"""

IN_A_PAGE = """
async () => {
  const { begin, level, open } = await import("/node_modules/@crownhead/core/index.js");
  await import("/node_modules/@crownhead/board/draughts-board.js");
  const board = document.createElement("draughts-board");
  document.body.append(board);
  const game = begin(await open(), "english");
  while (!game.outcome && game.events.length < 24) {
    for (const event of game.decide(game.turn, level(game, 2))) game.add(event);
    const { move, position } = game.state;
    board.show(position.fen, move ?? undefined);
  }
  return { letters: board.letters, board: game.state.position.board, events: game.events.length };
}
"""

IN_A_WORKER = """
() => new Promise((resolve, reject) => {
  const source = `
    import { begin, open } from "${location.origin}/node_modules/@crownhead/core/index.js";
    const game = begin(await open(), "international");
    postMessage(game.state.position.legal.length);`;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(url, { type: "module" });
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => reject(new Error(event.message));
})
"""


def node(*arguments: str, cwd: Path) -> str:
    """Return what a program of Node has said."""
    sys.path.insert(0, str(ROOT / "build_backend"))
    try:
        import front_end
    finally:
        sys.path.remove(str(ROOT / "build_backend"))
    done = subprocess.run(
        [str(front_end.node()), *arguments],
        cwd=cwd,
        env=front_end.environment(),
        capture_output=True,
        text=True,
        timeout=within(120),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the packages as npm packs them, by their names."""
    folder = tmp_path_factory.mktemp("packed")
    builder = ROOT / "build_backend" / "npm_packages.py"
    subprocess.run([sys.executable, str(builder), str(folder)], check=True, timeout=within(300))
    found = {name: next(folder.glob(f"crownhead-{name}-*.tgz")) for name in NAMES}
    assert len(list(folder.iterdir())) == len(NAMES)
    return found


@pytest.fixture(scope="module")
def project(packages: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an empty project into which both are installed, without a network."""
    folder = tmp_path_factory.mktemp("project")
    about = {"name": "empty", "private": True, "type": "module"}
    (folder / "package.json").write_text(json.dumps(about), encoding="utf-8")
    sys.path.insert(0, str(ROOT / "build_backend"))
    try:
        import front_end
    finally:
        sys.path.remove(str(ROOT / "build_backend"))
    _, npm = front_end.npm()
    quiet = ("--offline", "--no-audit", "--no-fund", "--cache", str(folder / "cache"))
    node(npm, "install", *quiet, *map(str, packages.values()), cwd=folder)
    return folder


def manifest(path: Path) -> tuple[dict[str, Any], set[str]]:
    """Return the package.json of a package, and the names of its files."""
    with tarfile.open(path) as archive:
        held = archive.extractfile("package/package.json")
        assert held is not None
        return json.load(held), set(archive.getnames())


@pytest.mark.parametrize("name", NAMES)
def test_a_package_is_small_and_runs_nothing_when_installed(
    packages: dict[str, Path], name: str
) -> None:
    about, files = manifest(packages[name])
    assert packages[name].stat().st_size <= 305_000
    assert "scripts" not in about and "dependencies" not in about
    assert (about["license"], about["type"]) == ("MIT", "module")
    assert {"package/LICENSE", "package/README.md", f"package/{about['types'][2:]}"} <= files
    assert about["version"] in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_the_example_of_the_readme_plays_a_game_in_node(project: Path) -> None:
    readme = (WEB / "packages" / "core" / "README.md").read_text(encoding="utf-8")
    match = EXAMPLE.search(readme)
    assert match is not None and match[1].count("\n") <= 20
    (project / "play.js").write_text(match[1], encoding="utf-8")
    winner, fen = node("play.js", cwd=project).split()
    assert winner in ("white", "black", "nobody") and fen[:2] in ("W:", "B:")


@pytest.mark.parametrize(
    ("module", "resolution"), [("nodenext", "nodenext"), ("esnext", "bundler")]
)
def test_the_types_are_found_by_either_way_of_looking(
    project: Path, module: str, resolution: str
) -> None:
    (project / "typed.ts").write_text(TYPED, encoding="utf-8")
    compiler = str(WEB / "node_modules" / "typescript" / "bin" / "tsc")
    settings = ("--strict", "--target", "es2022", "--lib", "es2023,dom,dom.iterable", "--noEmit")
    ways = ("--module", module, "--moduleResolution", resolution)
    node(compiler, *settings, *ways, "typed.ts", cwd=project)


@pytest.fixture
def page(project: Path, browser: Browser) -> Iterator[Page]:
    """Return a page that is served from the project; no error of it is passed over."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    (project / "empty.html").write_text("<!doctype html><title>empty</title>", encoding="utf-8")
    handler = functools.partial(Quiet, directory=str(project))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    opened = browser.new_page()
    opened.set_default_timeout(within(60_000))
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.goto(f"http://127.0.0.1:{server.server_port}/empty.html")
    yield opened
    opened.close()
    server.shutdown()
    server.server_close()
    assert errors == []


def test_a_game_is_played_and_shown_in_a_browser(page: Page) -> None:
    found = page.evaluate(IN_A_PAGE)
    assert found["events"] >= 24
    assert found["letters"] == found["board"]


def test_a_worker_has_the_rules_too(page: Page) -> None:
    assert page.evaluate(IN_A_WORKER) == 9


def test_the_playground_tries_the_attributes_out(page: Page) -> None:
    page.goto(
        page.url.replace("empty.html", "node_modules/@crownhead/board/example/playground.html")
    )
    board = page.locator("#board")
    page.locator("select[name=theme]").select_option("slate")
    page.locator("select[name=width]").select_option("10")
    page.locator("input[name=position]").fill("W:W46:B5")
    assert board.get_attribute("theme") == "slate"
    written = page.locator("#written").text_content()
    assert written is not None and 'width="10"' in written and 'position="W:W46:B5"' in written
    assert board.evaluate("board => board.letters.length") == 50
