"""Build the documentation site, and check every page of it. Needs requirements/docs.txt.

Usage: python3 dev.py docs

Sphinx makes the pages from `docs/` and from the docstrings; each of its warnings is an error. Then
the pages are read as a browser would: no link leads nowhere, nothing is loaded from another host,
and nothing stands in a page that the server's Content-Security-Policy forbids.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
BUILD = ROOT / "build" / "docs"
SITE = ROOT / "src" / "crownhead" / "server" / "docs"
"""Where the server finds the pages."""

_LOADS = {
    "audio": "src",
    "embed": "src",
    "iframe": "src",
    "img": "src",
    "link": "href",
    "object": "data",
    "script": "src",
    "source": "src",
    "video": "src",
}
"""Which attribute of an element names what a browser loads with the page."""
_NOT_LOADED = frozenset({"author", "canonical", "index", "next", "prev", "search"})
_IN_STYLES = re.compile(r"@import|url\(\s*[\"']?(?:https?:)?//")
_UNUSED = ("*.map", "objects.inv", ".buildinfo", "_sources")


class Page(HTMLParser):
    """What a page holds that can be wrong: where it leads, what it loads, what stands inline."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.inline: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note one element."""
        held = {name: value or "" for name, value in attributes}
        self.anchors.update(held[name] for name in ("id", "name") if held.get(name))
        if tag == "style" or (tag == "script" and "src" not in held):
            self.inline.append(f"<{tag}>")
        self.inline += [name for name in held if name == "style" or name.startswith("on")]
        if tag in ("a", "area") and "href" in held:
            self.links.add(held["href"])
        named = held.get(_LOADS.get(tag, ""))
        if named:
            follows = tag == "link" and not _NOT_LOADED.isdisjoint(held.get("rel", "").split())
            (self.links if follows else self.loaded).add(named)


def faults(site: Path) -> Iterator[str]:
    """Yield what is wrong with the pages of a folder, one sentence each."""
    files = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*"))}
    pages = {
        name: Page(path.read_text(encoding="utf-8"))
        for name, path in files.items()
        if path.suffix == ".html"
    }
    for name, page in pages.items():
        yield from (f"{name}: {each} stands in the page itself" for each in page.inline)
        for target in sorted(page.links | page.loaded):
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                if target in page.loaded and parts.scheme != "data":
                    yield f"{name}: loads {target} from another host"
                continue
            aim = _resolve(name, unquote(parts.path))
            if aim not in files:
                yield f"{name}: {target} leads nowhere"
            elif aim in pages and unquote(parts.fragment) not in {"", *pages[aim].anchors}:
                yield f"{name}: {target} names a place that is not there"
    for name, path in files.items():
        if path.suffix == ".css" and _IN_STYLES.search(path.read_text(encoding="utf-8")):
            yield f"{name}: loads a style or a picture from elsewhere"


def _resolve(page: str, path: str) -> str:
    """Return the name of the file to which a relative link of a page leads."""
    parts = page.split("/")[:-1] if path else page.split("/")
    for part in path.split("/") if path else ():
        if part == "..":
            parts = parts[:-1] if parts else [".."]
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def build() -> None:
    """Build the site anew, check it, and put it where the server finds it.

    Raises `SystemExit` where Sphinx warns, or a page is wrong: the site there was stays.
    """
    shutil.rmtree(BUILD, ignore_errors=True)
    made = BUILD / "html"
    options = ("-W", "--keep-going", "--quiet", "--fresh-env", "-b", "html")
    command = [sys.executable, "-m", "sphinx", *options, "-d", str(BUILD / "doctrees")]
    if subprocess.run([*command, str(DOCS), str(made)], cwd=ROOT).returncode:
        sys.exit("Sphinx has warned: each of its lines above names a page and a line")
    for pattern in _UNUSED:
        for path in made.rglob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    wrong = list(faults(made))
    if wrong:
        sys.exit("\n".join([*wrong, f"{len(wrong)} faults in the pages"]))
    shutil.rmtree(SITE, ignore_errors=True)
    shutil.copytree(made, SITE)


if __name__ == "__main__":
    build()
