"""A certificate: what was found of a composition, with what proves it, and how that is verified.

Verifying searches nothing: positions are played by the rules, endgame tables are asked, and the
verdict is drawn anew from what was shown (`verdict_of`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from crownhead import atomic
from crownhead.compose.composition import MOST_LINES, MOST_PLIES, Composition, goal_of, replay
from crownhead.compose.deciding import search
from crownhead.compose.graph import MOST_ENTRIES, Graph, name_of
from crownhead.compose.origin import doubts
from crownhead.compose.seconds import KINDS, Second, kind_of
from crownhead.endgame.files import SHIPPED, file_name, rules_key, summary
from crownhead.endgame.tables import MOST_PIECES, Tables
from crownhead.errors import CrownheadError, InvalidCertificate
from crownhead.fields import Fields
from crownhead.folders import Directories, FilePath, folders_of
from crownhead.move import Move
from crownhead.position import Position
from crownhead.puzzles.puzzle import write_line
from crownhead.sides import other
from crownhead.variants import Variant, get

Verdict = Literal["sound", "cook", "dual", "no solution", "undecided"]
Ground = Literal["proved", "searched"]

FORMAT = "crownhead composition"
VERSION = 1
MOST_BYTES = 100_000_000
MOST_ROWS = 100 * MOST_LINES


@dataclass(frozen=True, slots=True)
class Found:
    """A verdict, the move of the attacker it speaks of (from 1, 0 for none), and its ground."""

    verdict: Verdict
    at: int = 0
    ground: Ground = "proved"


@dataclass(slots=True)
class Certificate:
    """What was found of a composition, and what proves it.

    `searched` are positions for which a search alone speaks, with the score for the attacker and
    whether it is for (True) or against the goal; `open` those that nothing decides. `seconds` are
    the other moves that reach the goal.
    """

    composition: Composition
    found: Found
    graph: Graph
    nodes: int = 0
    searched: dict[str, tuple[int, bool]] = field(default_factory=dict)
    open: dict[str, int] = field(default_factory=dict)
    seconds: tuple[Second, ...] = ()

    def reaches(self, position: Position) -> tuple[bool | None, Ground]:
        """Return whether the attacker reaches the goal from a position by what is shown here."""
        name = name_of(position)
        hero_attacks = self.graph.hero == self.composition.attacker
        if name in self.graph.wins:
            return hero_attacks, "proved"
        if name in self.graph.holds:
            return not hero_attacks, "proved"
        if name in self.searched:
            return self.searched[name][1], "searched"
        return None, "proved"

    def trim(self) -> None:
        """Drop what says nothing of the composition or of a move of its solution."""
        start = self.composition.start
        roots = [start, *map(start.play, start.legal_moves)]
        for position, _, _ in solution_nodes(self.composition):
            roots += map(position.play, position.legal_moves)
        self.graph.trim(roots)
        names = set(map(name_of, roots))
        self.searched = {name: told for name, told in self.searched.items() if name in names}
        self.open = {name: score for name, score in self.open.items() if name in names}

    def to_dict(self) -> dict[str, Any]:
        """Return the certificate as plain data, ready for JSON."""
        given = self.composition
        start = given.start
        return {
            "format": FORMAT,
            "version": VERSION,
            "variant": start.variant.key,
            "rules": rules_key(start.variant).hex(),
            "name": given.name,
            "fen": start.fen(),
            "goal": given.goal,
            "verdict": self.found.verdict,
            "at": self.found.at,
            "ground": self.found.ground,
            "lines": [write_line(start, line) for line in given.lines],
            "seconds": [second.to_dict(start) for second in self.seconds],
            "origin": [doubt.code for doubt in doubts(start)],
            "tables": table_digests(self.graph.tables),
            "nodes": self.nodes,
            "searched": {name: list(told) for name, told in self.searched.items()},
            "open": self.open,
            "wins": self.graph.wins,
            "holds": self.graph.holds,
        }


def table_digests(tables: Tables) -> dict[str, str]:
    """Return the SHA-256 of each file of tables that is asked, by its name."""
    return {
        path.name: summary(path).digest.hex()
        for _, path in sorted(tables.files.items())
        if path is not None
    }


def solution_nodes(composition: Composition) -> Iterator[tuple[Position, Move, tuple[Move, ...]]]:
    """Yield every position of the solution where the attacker moves, his move, what led there."""
    seen = set()
    for line in composition.lines:
        position = composition.start
        for ply, move in enumerate(line):
            if position.turn == composition.attacker and (position, ply) not in seen:
                seen.add((position, ply))
                yield position, move, line[:ply]
            position = position.play(move)


def verdict_of(certificate: Certificate) -> Found:
    """Return the verdict that follows from what a certificate shows.

    In this order: a move of the solution (or every move) is refuted; another move in the main line
    reaches the goal, or in another line; something is open; the composition is sound.
    """
    composition = certificate.composition
    grounds: set[Ground] = set()
    if not composition.lines:
        return _without_solution(certificate)
    seconds = {(second.line, second.move): second for second in certificate.seconds}
    cooks: list[Found] = []
    duals: list[Found] = []
    undecided: list[int] = []
    for position, move, line in solution_nodes(composition):
        at = len(line) // 2 + 1
        reaches, ground = certificate.reaches(position.play(move))
        if reaches is False:
            return Found("no solution", at, ground)
        grounds.add(ground)
        if reaches is None:
            undecided.append(at)
        for alternative in position.legal_moves:
            if alternative == move:
                continue
            reaches, ground = certificate.reaches(position.play(alternative))
            second = seconds.get((line, alternative))
            if (reaches is True) is not (second is not None):
                place = "seconds"
                what = "is no second way" if second else "is a second way, and is not listed"
                raise InvalidCertificate(f"{place}: {alternative} at move {at} {what}", place)
            if reaches is None:
                undecided.append(at)
            elif second is None:
                grounds.add(ground)
            elif second.kind == "cook":
                cooks.append(Found("cook", at, ground))
            elif second.kind == "dual":
                duals.append(Found("dual", at, ground))
    if cooks:
        return min(cooks, key=lambda found: found.at)
    if duals:
        return min(duals, key=lambda found: found.at)
    if undecided:
        return Found("undecided", min(undecided))
    return Found("sound", 0, "searched" if "searched" in grounds else "proved")


def _without_solution(certificate: Certificate) -> Found:
    """Return the verdict where no move was found that reaches the goal; a search proves none."""
    start = certificate.composition.start
    shown = [certificate.reaches(start.play(move)) for move in start.legal_moves]
    if certificate.reaches(start) == (False, "proved") or set(shown) == {(False, "proved")}:
        return Found("no solution", 1)
    return Found("undecided", 1)


def write(path: FilePath, certificate: Certificate) -> None:
    """Write a certificate, replacing the file as a whole. Raises `OSError`."""
    text = json.dumps(certificate.to_dict(), ensure_ascii=False, indent=0)
    atomic.write(Path(path), text + "\n")


def read(path: FilePath, directories: Directories = ()) -> Certificate:
    """Read a certificate; nothing of it is verified yet.

    `directories` are where endgame tables are looked for before the shipped ones. Raises
    `InvalidCertificate` naming what is no part of a certificate, and `OSError`.
    """
    path = Path(path)
    if path.stat().st_size > MOST_BYTES:
        raise InvalidCertificate(f"{path.name} is larger than {MOST_BYTES // 1_000_000} MB")
    try:
        content = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise InvalidCertificate(f"{path.name} is no JSON file: {error}") from error
    return from_dict(content, directories)


def from_dict(content: object, directories: Directories = ()) -> Certificate:
    """Return the certificate that plain data describes; see `read`."""
    record = Fields(content, InvalidCertificate, "certificate")
    record.equal("format", FORMAT)
    record.equal("version", VERSION)
    try:
        variant = get(record.text("variant"))
        if rules_key(variant).hex() != record.text("rules"):
            raise InvalidCertificate("rules: those of the game are others here", "rules")
        start = Position.from_fen(record.text("fen"), variant)
        goal = goal_of(record.text("goal"))
    except InvalidCertificate:
        raise
    except CrownheadError as error:
        raise InvalidCertificate(f"certificate: {error}", "fen") from error
    lines = tuple(
        _line(start, line, f"lines[{n}]") for n, line in enumerate(record.rows("lines", MOST_ROWS))
    )
    composition = Composition(start, goal, lines, record.text("name"))
    asked = named_tables(record.texts("tables"), variant, directories)
    hero = other(start.turn) if goal == "draw" else start.turn
    graph = Graph(variant, hero, asked, record.texts("wins"), record.texts("holds"))
    if len(graph.wins) + len(graph.holds) > 2 * MOST_ENTRIES:
        raise InvalidCertificate(f"wins: more than {2 * MOST_ENTRIES} entries", "wins")
    found = Found(
        record.one_of("verdict", ("sound", "cook", "dual", "no solution", "undecided")),
        record.number("at"),
        record.one_of("ground", ("proved", "searched")),
    )
    seconds = tuple(
        _second(start, row, f"seconds[{n}]")
        for n, row in enumerate(record.rows("seconds", MOST_ROWS))
    )
    searched = {}
    for name, told in record.mapping("searched").items():
        if (
            not isinstance(told, list)
            or len(told) != 2
            or type(told[0]) is not int
            or type(told[1]) is not bool
        ):
            place = f"searched[{name!r}]"
            raise InvalidCertificate(f"{place}: not a score and a truth value", place)
        searched[name] = (told[0], told[1])
    opened = {}
    for name, score in record.mapping("open").items():
        if type(score) is not int:
            place = f"open[{name!r}]"
            raise InvalidCertificate(f"{place}: not a score", place)
        opened[name] = score
    certificate = Certificate(
        composition, found, graph, record.number("nodes"), searched, opened, seconds
    )
    _check_origin(record, start)
    return certificate


def _check_origin(record: Fields, start: Position) -> None:
    told = record.rows("origin", MOST_ROWS)
    known = [doubt.code for doubt in doubts(start)]
    if told != known:
        raise InvalidCertificate(f"origin: it is {known}, not {told!r:.80}", "origin")


def named_tables(told: dict[str, str], variant: Variant, directories: Directories) -> Tables:
    """Return the tables that a certificate names, and no others.

    Raises `InvalidCertificate` where one is not at hand, or is another one.
    """
    tables = Tables(variant)
    known = {file_name(variant, pieces): pieces for pieces in range(2, MOST_PIECES + 1)}
    folders = [*folders_of(directories), SHIPPED]
    for name, digest in told.items():
        place = f"tables[{name[:60]!r}]"
        if name not in known:
            raise InvalidCertificate(f"{place}: {variant.key} has no such table", place)
        paths = [folder / name for folder in folders if (folder / name).is_file()]
        if not paths:
            raise InvalidCertificate(f"{place}: this table is not at hand", place)
        path = next((one for one in paths if summary(one).digest.hex() == digest), None)
        if path is None:
            raise InvalidCertificate(f"{place}: the table at hand is another one", place)
        tables.add(path)
    return tables


@dataclass(frozen=True, slots=True)
class Verified:
    """What verifying has found: the verdict, and on how much evidence of searches it rests."""

    found: Found
    entries: int
    searched: int


def verify(certificate: Certificate, *, searching: bool = False) -> Verified:
    """Check everything a certificate shows, and that its verdict follows from it.

    Nothing is searched, unless `searching` has the searches repeated that it rests on beside its
    proofs. Raises `InvalidCertificate` naming what is wrong, and `DamagedTable`.
    """
    composition = certificate.composition
    if searching:
        _repeat(certificate)
    certificate.graph.check()
    overlap = certificate.graph.wins.keys() & certificate.graph.holds.keys()
    if overlap:
        place = f"holds[{min(overlap)!r}]"
        raise InvalidCertificate(f"{place}: it is among the wins, too", place)
    for second in certificate.seconds:
        kind = kind_of(composition, second.line, second.move, certificate.graph.tables)
        if kind != second.kind:
            raise InvalidCertificate(
                f"seconds: {second.move} at move {second.at} is a {kind}, not a {second.kind}",
                "seconds",
            )
    found = verdict_of(certificate)
    if found != certificate.found:
        told = certificate.found
        raise InvalidCertificate(
            f"verdict: what is shown makes it {_read_name(found)}, not {_read_name(told)}",
            "verdict",
        )
    entries = len(certificate.graph.wins) + len(certificate.graph.holds)
    return Verified(found, entries, len(certificate.searched))


def _repeat(certificate: Certificate) -> None:
    """Raise `InvalidCertificate` where a search does not find what the certificate says."""
    attacker = certificate.composition.attacker
    for name, (score, _) in certificate.searched.items():
        position = Position.from_fen(name, certificate.graph.variant)
        found, _ = search(position, certificate.nodes)
        if (found if position.turn == attacker else -found) != score:
            place = f"searched[{name!r}]"
            raise InvalidCertificate(f"{place}: the search says {found}, not {score}", place)


def _read_name(found: Found) -> str:
    at = f" at move {found.at}" if found.at else ""
    return f"{found.verdict!r}{at} ({found.ground})"


def _line(start: Position, texts: object, place: str) -> tuple[Move, ...]:
    if not isinstance(texts, list) or len(texts) > MOST_PLIES:
        raise InvalidCertificate(f"{place}: not a list of moves", place)
    moves: list[Move] = []
    for ply, text in enumerate(texts):
        if not isinstance(text, str):
            raise InvalidCertificate(f"{place}[{ply}]: not a text", f"{place}[{ply}]")
        try:
            moves.append(start.parse(text))
            start = start.play(moves[-1])
        except CrownheadError as error:
            raise InvalidCertificate(f"{place}[{ply}]: {error}", f"{place}[{ply}]") from error
    return tuple(moves)


def _second(start: Position, row: object, place: str) -> Second:
    record = Fields(row, InvalidCertificate, "certificate", place)
    line = _line(start, record.rows("line", MOST_PLIES), f"{place}.line")
    moves = _line(replay(start, line)[-1], [record.text("move")], f"{place}.move")
    return Second(line, moves[0], record.one_of("kind", KINDS))
