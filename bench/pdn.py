"""Reading PDN: games and headers per second beside two other libraries, and memory on a gigabyte.

Both peers import as `draughts`, so each has its own process; pydraughts is kept in a folder of
its own, out of .venv.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from pathlib import Path

from crownhead.formats import pdn

ROOT = Path(__file__).resolve().parent.parent
PEER = ROOT / "build" / "bench" / "pydraughts"
GAMES = {"international": 300, "russian": 100, "frisian": 100}
PLIES = 90
STREAM = 1 << 30  # bytes

OURS = """
import io, sys, time
from crownhead.formats import pdn
text = open(sys.argv[1], "rb").read() * 40
for name in ("read", "headers"):
    begin = time.perf_counter()
    games = bad = 0
    for game in getattr(pdn, name)(io.BytesIO(text)):
        games += 1
        bad += bool(game.errors) if name == "read" else not game.tags
    print(games / (time.perf_counter() - begin), bad)
"""

PY_DRAUGHTS = """
import sys, time
import draughts
kinds = {"20": draughts.StandardBoard, "25": draughts.RussianBoard, "40": draughts.FrisianBoard}
games = open(sys.argv[1]).read().split("*\\n\\n")[:-1]
games = games[: int(sys.argv[2])] if len(sys.argv) > 2 else games
begin = time.perf_counter()
bad = 0
for game in games:
    kind = kinds[game.partition('GameType "')[2][:2]]
    try:
        kind.from_pdn(game + "*")
    except ValueError:
        bad += 1
print(len(games) / (time.perf_counter() - begin), bad)
"""

PYDRAUGHTS = """
import re, sys, time
from draughts import Board, Move
from draughts.PDN import PDNReader
games = open(sys.argv[1]).read().split("*\\n\\n")[:6]
begin = time.perf_counter()
bad = 0
for game in PDNReader("*\\n\\n".join(games) + "*").games:
    board = Board(game.variant)
    try:
        for move in game.moves:
            board.push(Move(board, pdn_move=move))
    except Exception:
        bad += 1
print(len(games) / (time.perf_counter() - begin), bad)
"""

MEMORY = """
import io, resource, sys
from crownhead.formats import pdn
text = open(sys.argv[1], "rb").read()
class Repeated(io.RawIOBase):
    left = int(sys.argv[2])
    def readable(self):
        return True
    def read(self, size=-1):
        if self.left <= 0:
            return b""
        self.left -= len(text)
        return text
def peak():
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (1 << 20 if sys.platform == "darwin" else 1 << 10)
early = games = 0
for game in getattr(pdn, sys.argv[3])(Repeated()):
    games += 1
    if games == 5_000:
        early = peak()
print(games, early, peak())
"""


def main() -> int:
    """Print games per second, the ratios, and the memory taken."""
    install_peer()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.pdn"
        path.write_text(sample(), encoding="utf-8")
        games = sum(GAMES.values())
        print(f"{games} random games of {PLIES} plies at most, {path.stat().st_size} bytes")
        reading, bad, headers, _ = run(OURS, path)
        print(f"crownhead    {reading:9.0f} games/s validated, {bad:.0f} with errors")
        print(f"crownhead    {headers:9.0f} headers/s")
        for name, program in (("py-draughts", PY_DRAUGHTS), ("pydraughts", PYDRAUGHTS)):
            speed, bad = run(program, path)
            print(
                f"{name:12} {speed:9.1f} games/s validated, {bad:.0f} with errors,"
                f" ratio {reading / speed:.0f}"
            )
        for name in ("read", "headers"):
            seen, early, late = run(MEMORY, path, str(STREAM), name)
            print(
                f"{name:8} a stream of {STREAM >> 20} MiB: {seen:.0f} games,"
                f" {early:.1f} MiB after 5000 of them, {late:.1f} MiB after all"
            )
    return 0


def install_peer() -> None:
    """Install pydraughts where only its own process finds it."""
    if not PEER.exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        what = ["--no-deps", "--require-hashes", "-r", str(ROOT / "requirements" / "peer.txt")]
        subprocess.run([*pip, "--target", str(PEER), *what], check=True)


def run(program: str, path: Path, *arguments: str) -> list[float]:
    """Run a program on the games and return the numbers it prints."""
    if program is PYDRAUGHTS:
        program = f"import sys; sys.path.insert(0, {str(PEER)!r})\n{program}"
    command = [sys.executable, "-c", program, str(path), *arguments]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [float(number) for number in printed.split()]


def sample() -> str:
    """Return random games as other programs understand them: no position of their own."""
    dice = random.Random(1)
    texts = []
    for variant, count in GAMES.items():
        for number in range(count):
            tags = {"Event": "Bench", "Site": "Home", "Date": "2026.01.02", "Round": str(number)}
            game = pdn.PdnGame(variant, tags=tags | {"White": "Anna", "Black": "Bert"})
            node = game.root
            for _ in range(PLIES):
                moves = node.position.legal_moves
                if not len(moves):
                    break
                node = node.add_variation(dice.choice(moves))
            texts.append(pdn.dumps(game))
    dice.shuffle(texts)
    return "".join(texts)
