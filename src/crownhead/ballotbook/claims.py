"""Claims about the cards of a deck: what each kind says, and how it is read from a stranger's file.

Reading looks at the form alone, at the card and at the line, which has to be legal. What a claim
says is verified elsewhere (`crownhead.ballotbook.verifying`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

from crownhead import scores
from crownhead.ballotbook.failure import InvalidClaim
from crownhead.ballots import Card, deck
from crownhead.engines.analysis import Bound
from crownhead.errors import CrownheadError
from crownhead.fields import Fields
from crownhead.position import Position
from crownhead.rules import Color

Status = Literal["searched", "table-backed", "proved"]
Verdict = Literal["white wins", "white better", "level", "draw", "black better", "black wins"]
Value = Literal["white", "draw", "black"]
"""Who wins, or that nobody does."""

FORMAT = "crownhead ballot claim 1"
AHEAD = 50
"""Hundredths of a man from which on a search calls one side better."""
MOST_PLIES = 400
LONGEST_LINE = 20 * MOST_PLIES
MOST_NODES = 10**12
MOST_MEGABYTES = 65_536
LONGEST = 4_000_000
"""Characters that the line of one claim may have."""

_SIDES: tuple[Color, ...] = ("white", "black")
_WON: Mapping[Value, Verdict] = {"white": "white wins", "draw": "draw", "black": "black wins"}


@dataclass(frozen=True, slots=True)
class EngineId:
    """What tells one engine from another: its version, its weights, and how it searches.

    `search` is a digest of what it finds within a few thousand nodes in some positions: engines
    that differ in it find different lines.
    """

    version: str
    weights: str
    search: str

    def __str__(self) -> str:
        """Return the engine as text.

        >>> str(EngineId("0.1.0", "00c0ffee", "1234"))
        'crownhead 0.1.0, weights 00c0ffee, search 1234'
        """
        return f"crownhead {self.version}, weights {self.weights}, search {self.search}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What every claim says: of which card it speaks, by which line, with which endgame tables.

    `line` begins in the position after the card's moves. `tables` holds the SHA-256 of each file
    of tables that is asked, by its name.
    """

    status: ClassVar[Status]
    card: Card
    line: tuple[str, ...] = ()
    tables: Mapping[str, str] = field(default_factory=dict)

    @property
    def verdict(self) -> Verdict:
        """Return what the claim says of the card."""
        raise NotImplementedError

    @property
    def weight(self) -> tuple[int, int]:
        """Return what the claim counts for beside others of its card: the larger is the better."""
        raise NotImplementedError

    def details(self) -> dict[str, Any]:
        """Return what this kind of claim says beside what all of them say, as plain data."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Return the claim as plain data, ready for JSON."""
        return {
            "format": FORMAT,
            "deck": self.card.deck,
            "card": self.card.code,
            "fen": self.card.position().fen(),
            "status": self.status,
            "verdict": self.verdict,
            "line": " ".join(self.line),
            **self.details(),
            "tables": dict(self.tables),
        }

    def to_line(self) -> str:
        """Return the claim as a line of JSON, without its end."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineClaim(Claim):
    """A claim of what an engine finds, with so many nodes and a table of so many megabytes."""

    engine: EngineId
    nodes: int
    megabytes: int

    def effort(self) -> dict[str, Any]:
        """Return how it was found, as plain data."""
        return {
            "nodes": self.nodes,
            "threads": 1,
            "megabytes": self.megabytes,
            "engine": engine_to_dict(self.engine),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched(EngineClaim):
    """What a search found with so many nodes, one thread and an empty table of so many megabytes.

    `score` is in hundredths of a man for White. Whoever repeats it with the same engine finds the
    same score, depth and line.
    """

    status: ClassVar[Status] = "searched"
    score: int
    bound: Bound
    depth: int

    @property
    def verdict(self) -> Verdict:
        """Return whom the score speaks for.

        >>> verdict_of_score(80), verdict_of_score(-20), verdict_of_score(-29_990)
        ('white better', 'level', 'black wins')
        """
        return verdict_of_score(self.score)

    @property
    def weight(self) -> tuple[int, int]:
        """Return what the claim counts for: less than any other, more with more nodes."""
        return 0, self.nodes

    def details(self) -> dict[str, Any]:
        """Return what was searched and found."""
        return {
            "score": self.score,
            "bound": self.bound,
            "depth": self.depth,
            **self.effort(),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBacked(EngineClaim):
    """A line, of which each move is the engine's with so many nodes, to a position of the tables.

    The engine begins with an empty table of so many megabytes and keeps it. `value` is
    what the tables say of the end of the line, or how the game has ended there.
    """

    status: ClassVar[Status] = "table-backed"
    value: Value

    @property
    def verdict(self) -> Verdict:
        """Return what the end of the line is worth."""
        return _WON[self.value]

    @property
    def weight(self) -> tuple[int, int]:
        """Return what the claim counts for: more with more nodes a move."""
        return 1, self.nodes

    def details(self) -> dict[str, Any]:
        """Return how the line was found."""
        return self.effort()


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """Entries of one side's graph (`crownhead.compose.graph`): what it wins, or cannot win."""

    wins: Mapping[str, str] = field(default_factory=dict)
    holds: Mapping[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Return the entries as plain data."""
        return {"wins": dict(self.wins), "holds": dict(self.holds)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Proved(Claim):
    """A proof of what the position at the end of the line is worth; without a line, of the card.

    `proofs` holds the entries by side: a win needs one side's, a draw those of both.
    """

    status: ClassVar[Status] = "proved"
    value: Value
    proofs: Mapping[Color, Proof]

    @property
    def verdict(self) -> Verdict:
        """Return what is proved of the end of the line."""
        return _WON[self.value]

    @property
    def weight(self) -> tuple[int, int]:
        """Return what the claim counts for: more with a shorter line before the proof."""
        return 2, MOST_PLIES - len(self.line)

    def details(self) -> dict[str, Any]:
        """Return the entries."""
        return {"proofs": {side: proof.to_dict() for side, proof in self.proofs.items()}}


Known: TypeAlias = Searched | TableBacked | Proved


def verdict_of_score(score: int) -> Verdict:
    """Return whom a score speaks for, in hundredths of a man for White."""
    proven = scores.proven(score)
    if proven is not None:
        return "white wins" if proven == "win" else "black wins"
    if abs(score) < AHEAD:
        return "level"
    return "white better" if score > 0 else "black better"


def engine_to_dict(engine: EngineId) -> dict[str, str]:
    """Return an engine as plain data."""
    return {"version": engine.version, "weights": engine.weights, "search": engine.search}


def replay(position: Position, line: tuple[str, ...]) -> list[Position]:
    """Return the positions of a line, the first one included. Raises `InvalidClaim`.

    >>> replay(Position.initial("english"), ("11-15", "24-19"))[-1].turn
    'black'
    """
    found = [position]
    for ply, text in enumerate(line):
        try:
            found.append(found[-1].play(text))
        except CrownheadError as error:
            raise InvalidClaim(f"line[{ply}]: {error}", f"line[{ply}]") from error
    return found


def from_line(text: str) -> Known:
    """Return the claim that a line of JSON is. Raises `InvalidClaim` naming what is wrong in it."""
    if len(text) > LONGEST:
        raise InvalidClaim(f"A claim has at most {LONGEST} characters")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidClaim(f"This is no JSON: {str(error)[:100]}") from error
    return from_dict(content)


def from_dict(content: object) -> Known:
    """Return the claim that plain data is; see `from_line`."""
    record = Fields(content, InvalidClaim, "claim")
    record.equal("format", FORMAT)
    try:
        card = deck(record.text("deck")).card(record.text("card"))
    except CrownheadError as error:
        if isinstance(error, InvalidClaim):
            raise
        raise InvalidClaim(f"card: {error}", "card") from error
    return claim_of(card, content)


def claim_of(card: Card, content: object) -> Known:
    """Return the claim about this card that plain data is; see `from_line`."""
    record = Fields(content, InvalidClaim, "claim")
    record.equal("deck", card.deck)
    record.equal("card", card.code)
    position = card.position()
    record.equal("fen", position.fen())
    line = tuple(record.text("line", LONGEST_LINE).split())
    if len(line) > MOST_PLIES:
        raise InvalidClaim(f"line: more than {MOST_PLIES} plies", "line")
    replay(position, line)
    claim = _kind_of(record, card, line)
    record.equal("verdict", claim.verdict)
    return claim


def _kind_of(record: Fields, card: Card, line: tuple[str, ...]) -> Known:
    status = record.one_of("status", ("searched", "table-backed", "proved"))
    common: dict[str, Any] = {"card": card, "line": line, "tables": record.texts("tables")}
    if status == "proved":
        return Proved(value=_value_of(record), proofs=_proofs(record), **common)
    record.equal("threads", 1)
    common |= {
        "engine": _engine(record.part("engine")),
        "nodes": record.number("nodes", 1, MOST_NODES),
        "megabytes": record.number("megabytes", 1, MOST_MEGABYTES),
    }
    if status == "table-backed":
        return TableBacked(value=_value_of(record), **common)
    return Searched(
        score=record.number("score", -scores.WIN, scores.WIN),
        bound=record.one_of("bound", ("exact", "lower", "upper")),
        depth=record.number("depth", 0, 1000),
        **common,
    )


def _value_of(record: Fields) -> Value:
    verdict = record.one_of("verdict", tuple(_WON.values()))
    return next(value for value, told in _WON.items() if told == verdict)


def _engine(record: Fields) -> EngineId:
    return EngineId(record.text("version"), record.text("weights"), record.text("search"))


def _proofs(record: Fields) -> dict[Color, Proof]:
    proofs = record.part("proofs")
    names = proofs.names()
    for name in names:
        if name not in _SIDES:
            raise proofs.refuse(name, "it is neither white nor black")
    found: dict[Color, Proof] = {}
    for side in _SIDES:
        if side in names:
            part = proofs.part(side)
            found[side] = Proof(wins=part.texts("wins"), holds=part.texts("holds"))
    return found
