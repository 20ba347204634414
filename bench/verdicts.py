"""How well a refused draw is judged (E24): `dev.py bench verdicts [OPTIONS]`.

The adjudicator judges endings of known value, for the side to move: random ones that the endgame
tables hold, published ones of more pieces (data/motifs.pdn), and those of bench/verdicts.tsv: six
pieces of English draughts, three against three, as tables of six pieces have them. Hard are wins
that 15 plies do not show as a man and a half, and draws in which they show an advantage. No win of
the tables may be refused; of the others 90 % are to be granted. `--make DIR` writes the file anew
from tables made with `crownhead endgame build english 6 --dir DIR`.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.endings import with_men
from crownhead import Limit, Position, endgame
from crownhead._core import Search
from crownhead.adjudication import Ground
from crownhead.engines import tablebase
from crownhead.engines.adjudicator import ProgramAdjudicator
from crownhead.engines.searching import run
from crownhead.formats import pdn

ROOT = Path(__file__).resolve().parents[1]
MOTIFS = ROOT / "data" / "motifs.pdn"
SIX = Path(__file__).with_suffix(".tsv")
GAMES = ("english", "russian", "brazilian", "international")
VALUES = ("win", "draw")
COUNTS = {"random": 40, "hard": 30}
"""The endings of six pieces of each kind and value."""
ENOUGH = 0.9
"""The share of the wins beyond the tables that has to be granted."""

Known = tuple[str, Position]
"""What an ending is worth for the side to move, and the ending."""


def main(arguments: Sequence[str]) -> int:
    """Judge the endings, and print what share of each kind is granted."""
    parser = argparse.ArgumentParser(prog="bench verdicts", description=__doc__)
    parser.add_argument("--sampled", type=int, default=12, help="of the tables, a game and value")
    parser.add_argument("--refused", action="store_true", help="list the wins that are refused")
    parser.add_argument("--make", type=Path, metavar="DIR", help="tables of six pieces")
    options = parser.parse_args(arguments)
    if options.make is not None:
        return make(options.make)
    kinds = {
        "held by the tables": list(table_endings(options.sampled)),
        "published, of more pieces": [one for one in published_endings() if not is_held(one[1])],
        "six pieces, English": list(six("random")),
        "six pieces, hard": list(six("hard")),
    }
    print(f"{'endings':28} {'value':>6} {'number':>7} {'granted':>8}  by")
    wins: Counter[bool] = Counter()
    granted_wins: Counter[bool] = Counter()
    begun = time.monotonic()
    for kind, known in kinds.items():
        for value in VALUES:
            judged = [
                judge(position, options.refused and value == "win")
                for each, position in known
                if each == value
            ]
            if not judged:
                continue
            granted = [said for advantage, said in judged if advantage]
            by = ", ".join(f"{said} {count}" for said, count in Counter(granted).items())
            print(f"{kind:28} {value:>6} {len(judged):7} {len(granted):8}  {by}", flush=True)
            if value == "win":
                wins[kind == "held by the tables"] += len(judged)
                granted_wins[kind == "held by the tables"] += len(granted)
    share = granted_wins[False] / wins[False]
    print(f"wins beyond the tables: {share:.1%} granted; {time.monotonic() - begun:.0f} s")
    return int(granted_wins[True] < wins[True] or share < ENOUGH)


def judge(position: Position, tell: bool) -> tuple[bool, str]:
    """Return whether the side to move has a decided advantage, and what said so."""
    verdict = ProgramAdjudicator().judge(position, position.turn)
    ground = Ground.parse(verdict.reason)
    assert ground is not None
    if tell and not verdict.advantage:
        print(f"  {position.variant.key} {position.fen()}: {verdict.reason}")
    return verdict.advantage, ground.said


def table_endings(count: int) -> Iterator[Known]:
    """Yield random endings of the tables, so many of each value in each game."""
    for key in GAMES:
        tables = endgame.Tables.open(key)
        dice = random.Random(key)
        left = dict.fromkeys(VALUES, count)
        while any(left.values()):
            mine, theirs = dice.randint(1, 3), dice.randint(1, 2)
            men, others = dice.randint(0, mine), dice.randint(0, theirs)
            if mine + theirs > tables.pieces:
                continue
            position = with_men(key, (men, mine - men), (others, theirs - others), dice)
            if position is None or position.outcome is not None:
                continue
            value = tables.probe(position).value
            if left.get(value):
                left[value] -= 1
                yield value, position


def published_endings() -> Iterator[Known]:
    """Yield the published endings and shots of which it is known what they are worth."""
    for game in pdn.read(MOTIFS):
        for value in VALUES:
            if f": {value} (" in game.tags["Annotator"]:
                yield value, game.root.position


def is_held(position: Position) -> bool:
    """Return whether the tables hold a position."""
    tables = tablebase.tables(position.variant)
    return tables is not None and position.count("white") + position.count("black") <= tables.pieces


def six(kind: str) -> Iterator[Known]:
    """Yield endings of six pieces, `random` or `hard` ones."""
    for line in SIX.read_text(encoding="utf-8").splitlines():
        each, value, fen = line.split("\t")
        if each == kind:
            yield value, Position.from_fen(fen, "english")


def make(folder: Path) -> int:
    """Write endings of six pieces, so many of each value; nobody has a capture in them."""
    tables = endgame.Tables.open("english", [folder])
    dice = random.Random(6)
    left = {(kind, value): count for kind, count in COUNTS.items() for value in VALUES}
    lines = []
    while any(left.values()):
        men, others = dice.randint(0, 3), dice.randint(0, 3)
        position = with_men("english", (men, 3 - men), (others, 3 - others), dice)
        if position is None or position.threats() or position.legal_moves[0].is_capture:
            continue
        value = tables.probe(position).value
        for kind in COUNTS:
            if left.get((kind, value)) and (kind == "random" or is_hard(position, value)):
                left[kind, value] -= 1
                lines.append(f"{kind}\t{value}\t{position.fen()}")
                break
    SIX.write_text("\n".join(sorted(lines, reverse=True)) + "\n", encoding="utf-8")
    return 0


def is_hard(position: Position, value: str) -> bool:
    """Return whether 15 plies do not show a win, or show an advantage in a draw."""
    found = run(
        Search(1), position, (), Limit(depth=15), endgames=tablebase.tables(position.variant)
    )
    return found.score < 150 if value == "win" else found.score > 20
