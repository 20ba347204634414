"""The packages for npm: `@crownhead/core` and `@crownhead/board`, of the modules of the app.

python build_backend/npm_packages.py [FOLDER]

puts both into FOLDER, by default `dist`, as npm packs them. The page's data and the core for
browsers have to be built before (`dev.py release npm` does that). Nothing is published.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path

import front_end

ROOT = front_end.ROOT
SOURCES = front_end.WEB / "packages"
MOST_BYTES = 300_000
"""What a package may weigh on its way, compressed by gzip."""

_ENTRY = {"core": "packages/core/index.d.ts", "board": "src/board/index.d.ts"}
# What one module takes from another, and where it says so.
_TAKEN = re.compile(r'(?P<before>(?:\bfrom|\bimport) *\(?")(?P<path>\.[^"]+)(?=")')
_FACTS = re.compile(r'^import (?:type )?facts from "[^"]+offline\.json";\n', re.MULTILINE)
_KEYS = re.compile(r"keyof typeof facts\.(\w+)")


class Failed(Exception):
    """The packages cannot be made: a part is missing, a program failed, or one is too large."""


def build(folder: Path) -> list[Path]:
    """Put both packages into a folder, and return their files. Raises `Failed`."""
    try:
        return _build(folder)
    except front_end.MissingPackage as missing:
        raise Failed(f"npm packages: {missing}") from None
    except subprocess.CalledProcessError as failed:
        program = Path(failed.cmd[1]).name
        raise Failed(f"npm packages: {program} ended with status {failed.returncode}") from None


def _build(folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as room:
        types = Path(room) / "types"
        _run("typescript/bin/tsc", "-p", "tsconfig.npm.json", "--outDir", str(types))
        return [_package(name, Path(room), types, folder) for name in _ENTRY]


def _run(program: str, *arguments: str) -> None:
    script = front_end.WEB / "node_modules" / program
    command = [str(front_end.node()), str(script), *arguments]
    where = front_end.environment()
    subprocess.run(command, cwd=front_end.WEB, env=where, check=True, stdout=subprocess.DEVNULL)


def _package(name: str, room: Path, types: Path, folder: Path) -> Path:
    """Put one package together, and have npm pack it."""
    target = room / name
    build = ("build", "--config", "vite.npm.config.ts", "--mode", name, "--logLevel", "warn")
    _run("vite/bin/vite.js", *build, "--outDir", str(target), "--emptyOutDir")
    (target / "package.json").write_text(_manifest(name), encoding="utf-8")
    shutil.copyfile(SOURCES / name / "README.md", target / "README.md")
    shutil.copyfile(ROOT / "LICENSE", target / "LICENSE")
    _copy_types(types, target / "types", _ENTRY[name])
    if name == "core":
        shutil.copyfile(front_end.WASM, target / "core.wasm")
    else:
        _copy_guide(target)
    size = _weight(target)
    if size > MOST_BYTES:
        raise Failed(f"@crownhead/{name} weighs {size} bytes: it may weigh {MOST_BYTES}")
    pack = [*front_end.npm(), "pack", "--ignore-scripts", "--json"]
    done = subprocess.run(
        [*pack, "--pack-destination", str(folder)],
        cwd=target,
        env=front_end.environment(),
        check=True,
        capture_output=True,
        text=True,
    )
    told = json.loads(done.stdout)
    first = told[0] if isinstance(told, list) else next(iter(told.values()))
    return folder / str(first["filename"]).replace("@", "").replace("/", "-")


def _manifest(name: str) -> str:
    """Return the package.json of a package: as it is written, with version and address."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    made = json.loads((SOURCES / name / "package.json").read_text(encoding="utf-8"))
    ordered = {"name": made.pop("name"), "version": about["project"]["version"]} | made
    return json.dumps(ordered, indent=2, ensure_ascii=False) + "\n"


def _copy_types(types: Path, target: Path, entry: str) -> None:
    """Copy the declarations that a package needs, with paths that every resolver understands."""
    facts = json.loads((front_end.GENERATED / "offline.json").read_text(encoding="utf-8"))

    def keys(found: re.Match[str]) -> str:
        return " | ".join(f'"{key}"' for key in facts[found[1]])

    waiting: list[Path] = [(types / entry).resolve()]
    done: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path in done:
            continue
        done.add(path)
        text = _KEYS.sub(keys, _FACTS.sub("", path.read_text(encoding="utf-8")))
        text = _TAKEN.sub(_following(path.parent, waiting), text)
        copy = target / path.relative_to(types.resolve())
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8")


def _following(folder: Path, waiting: list[Path]) -> Callable[[re.Match[str]], str]:
    """Return what writes the path of another module whole, and has that module copied, too."""

    def write(found: re.Match[str]) -> str:
        waiting.append((folder / f"{found['path']}.d.ts").resolve())
        return f"{found['before']}{found['path']}.js"

    return write


def _copy_guide(target: Path) -> None:
    """Put the documentation of the board and its examples beside it."""
    guide = (ROOT / "docs" / "board.md").read_text(encoding="utf-8")
    guide = guide.replace("`web/example`", "`example`")
    guide = re.sub(r" ?\(\[more\]\([^)]+\)\)", "", guide)  # of this package, elsewhere
    guide = re.sub(r"\[([^]]+)\]\(\.\./[^)]+\)", r"`\1`", guide)
    (target / "BOARD.md").write_text(guide, encoding="utf-8")
    shutil.copytree(front_end.WEB / "example", target / "example")
    for page in (target / "example").glob("*.js"):
        text = page.read_text(encoding="utf-8")
        page.write_text(text.replace('"./draughts-board.js"', '"../draughts-board.js"'), "utf-8")


def _weight(target: Path) -> int:
    """Return how many bytes a page loads of a package, each file compressed on its own."""
    loaded = [path for path in target.iterdir() if path.suffix in (".js", ".wasm")]
    return sum(len(gzip.compress(path.read_bytes(), mtime=0)) for path in loaded)


def main(arguments: list[str]) -> None:
    """Build both packages, and say what they weigh."""
    folder = Path(arguments[0]).resolve() if arguments else ROOT / "dist"
    try:
        made = build(folder)
    except Failed as failure:
        sys.exit(str(failure))
    for path in made:
        print(f"{path.name}  {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
