"""Check the file of an event with nothing else: trail, lots, pairings, points, rankings.

Each fault is a `Finding` that says where it is and what is wrong. After a fault the check goes on
with what was published, so that one changed card is one finding and hides nothing behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from crownhead.adjudication import Adjudicator, Ground
from crownhead.competition.boards import differences
from crownhead.competition.competition import Competition
from crownhead.competition.deeds import (
    ORIGIN,
    Deed,
    apply,
    boards_of,
    is_late,
    link_of,
    rows_of,
)
from crownhead.competition.duties import difference, side_of
from crownhead.competition.eventfile import differing, parse
from crownhead.competition.failure import (
    CompetitionError,
    InvalidEventFile,
    NoPairing,
    printable,
)
from crownhead.competition.lottery import commitment
from crownhead.competition.rounds import Round
from crownhead.competition.swiss import engine
from crownhead.errors import CrownheadError, MissingPackage
from crownhead.position import Position

Kind = Literal["trail", "deed", "commitment", "card", "pairing", "ranking", "verdict", "summary"]
MOST_FINDINGS = 200


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: its kind, where it is, what is wrong."""

    kind: Kind
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.where}: {self.what}"


@dataclass(frozen=True, slots=True)
class Report:
    """What was checked, and what was found.

    `open` are rounds whose lots cannot be checked yet, for their seed has not been revealed;
    `verdicts` how many refused draws endgame tables have looked at.
    """

    findings: tuple[Finding, ...]
    deeds: int
    pairings: int
    lots: int
    rankings: int
    open: tuple[int, ...]
    fingerprint: str
    verdicts: int = 0

    @property
    def right(self) -> bool:
        """Return whether nothing is wrong."""
        return not self.findings

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return {
            "right": self.right,
            "findings": [{"kind": f.kind, "where": f.where, "what": f.what} for f in self.findings],
            "checked": {
                "deeds": self.deeds,
                "pairings": self.pairings,
                "lots": self.lots,
                "rankings": self.rankings,
                "verdicts": self.verdicts,
            },
            "open": list(self.open),
            "fingerprint": self.fingerprint,
        }


def check(text: str | bytes, tables: Adjudicator | None = None) -> Report:
    """Check the file of an event.

    `tables` judge the positions in which draws were refused once more, as far as they know them
    (`crownhead.engines.adjudicator.TablesAdjudicator`); what a program has said there is compared
    with it. An arbiter may decide otherwise.

    Raises `InvalidEventFile` for what is no such file, `MissingPackage` where Swiss rounds are to
    be paired without the extra `competition`.

    >>> from crownhead.competition import Event, Log
    >>> from crownhead.competition.eventfile import dumps
    >>> text = dumps(Log.begin(Event(name="Club", rounds=5), "2026-11-27T18:00:00Z"))
    >>> check(text).right
    True
    >>> print(*check(text.replace("Club", "Clue", 1)).findings)
    summary: now.event.name: is not what the deeds have made
    """
    values, deeds = parse(text)
    checker = _Checker(tables)
    checker.follow(deeds)
    fingerprint = deeds[-1].link[:16]
    if values["fingerprint"] != fingerprint:
        checker.add_finding("summary", "fingerprint", f"is not that of the deeds, {fingerprint}")
    if checker.now is None:
        said = next((each.what for each in checker.findings if each.kind == "deed"), "")
        raise InvalidEventFile(said or "makes no event", "deed 1")
    try:
        made = checker.now.to_dict()
    except CrownheadError as error:
        checker.add_finding("summary", "now", str(error))
    else:
        if difference := differing(values["now"], made):
            checker.add_finding("summary", difference, "is not what the deeds have made")
    return checker.report(deeds)


class _Checker:
    """Follow deeds one by one, and collect what is wrong."""

    def __init__(self, tables: Adjudicator | None) -> None:
        self.tables = tables
        self.now: Competition | None = None
        self.findings: list[Finding] = []
        self.pairings = self.lots = self.rankings = self.verdicts = 0

    def add_finding(self, kind: Kind, where: str, what: str) -> None:
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(Finding(kind, printable(where), printable(what)))

    def report(self, deeds: Sequence[Deed]) -> Report:
        assert self.now is not None
        self.look_for_cards(self.now)
        drawn = self.now.event.ballots is not None
        unseen = tuple(n for n, r in enumerate(self.now.rounds, 1) if drawn and not r.seed)
        return Report(
            tuple(self.findings),
            len(deeds),
            self.pairings,
            self.lots,
            self.rankings,
            unseen,
            deeds[-1].link[:16],
            self.verdicts,
        )

    def look_for_cards(self, now: Competition) -> None:
        """Find rounds that were played although no card was drawn for them."""
        for number, published in enumerate(now.rounds, 1):
            played = any(board.played for board in published.boards)
            if now.event.ballots is not None and played and not published.seed:
                self.add_finding("card", f"round {number}", "was played without its card")

    def follow(self, deeds: Sequence[Deed]) -> None:
        number, link, at = 0, ORIGIN, ""
        for deed in deeds:
            where = f"deed {deed.number} ({deed.kind})"
            if deed.number != number + 1:
                self.add_finding("trail", where, f"follows deed {number}: the trail has a hole")
            if deed.link != link_of(link, deed.number, deed.at, deed.kind, deed.fields):
                self.add_finding(
                    "trail", where, "the link does not follow from it and the deed before"
                )
            if deed.at < at:
                self.add_finding(
                    "trail", where, f"its time {deed.at} is before that of the one before"
                )
            event = None if self.now is None or deed.kind != "pair" else self.now.event
            if event is not None and is_late(deeds[: deed.number - 1], event, deed.at):
                self.add_finding("pairing", where, "pairs after the end of the arena")
            number, link, at = deed.number, deed.link, deed.at
            try:
                self.do(deed, where)
            except MissingPackage:
                raise
            except CrownheadError as error:
                self.add_finding("deed", where, str(error))

    def do(self, deed: Deed, where: str) -> None:
        now = self.now
        if now is not None and deed.kind == "pair":
            self.now = self.pair(now, deed, where)
        elif now is not None and deed.kind == "reveal":
            self.now = self.reveal(now, deed, where)
        elif now is not None and deed.kind == "standing":
            self.rank(now, deed, where)
        else:
            self.now = apply(now, deed.kind, deed.fields)
            if deed.kind == "adjudicate" and self.tables is not None:
                self.judge(self.now, self.tables, deed, where)

    def judge(self, now: Competition, tables: Adjudicator, deed: Deed, where: str) -> None:
        """Compare what a program has said of a refused draw with what tables know."""
        fields = deed.fields
        board = now.board(fields["round"], fields["board"])
        position = Position.from_fen(fields["position"], now.event.game)
        verdict = tables.judge(position, side_of(now.event, board, fields))
        known = None if verdict is None else Ground.parse(verdict.reason)
        said = Ground.parse(fields["program"])
        if known is None or said is None:
            return
        self.verdicts += 1
        if what := difference(said, known):
            place = f"{where}, round {fields['round']}, board {fields['board']}"
            self.add_finding("verdict", f"{place}, game {fields['game']}", what)

    def pair(self, now: Competition, deed: Deed, where: str) -> Competition:
        fields, number = deed.fields, len(now.rounds) + 1
        where = f"{where}, round {number}"
        if fields["round"] != number:
            self.add_finding("pairing", where, f"is called round {fields['round']}")
        seed = fields.get("numbers_seed", "")
        try:
            ready = now.reveal_numbers(seed)
        except CompetitionError as error:
            self.add_finding("commitment", where, str(error))
            ready = replace(now, numbers_seed=seed)
        self.lots += bool(seed)
        boards = boards_of(fields["boards"])
        said = boards_of(fields["program"]) if "program" in fields else boards
        try:
            program = tuple(ready.propose())
        except (NoPairing, CompetitionError) as error:
            self.add_finding("pairing", where, f"the program pairs nobody: {error}")
            program = said
        self.pairings += 1
        if said != program:
            what = "is said to pair" if "program" in fields else "pairs otherwise"
            by, here = fields.get("by", ""), engine()
            other = f" (paired by {by[:40]}, here is {here})" if by and by != here else ""
            pairs = differences(program, said)
            self.add_finding("pairing", where, f"the program {what}: {pairs}{other}")
            if "program" not in fields:
                ready.check_names(boards)
                published = Round(boards=boards, contributions=now.waiting)
                return replace(ready, rounds=(*ready.rounds, published), waiting={})
        if "program" in fields and boards == program:
            self.add_finding("pairing", where, "is said to be by hand, and is that of the program")
        return ready.publish(boards, said, fields.get("reason", ""))

    def reveal(self, now: Competition, deed: Deed, where: str) -> Competition:
        fields, number = deed.fields, len(now.rounds)
        ballots = now.event.ballots
        where = f"{where}, round {number}"
        if ballots is None or not number:
            raise CompetitionError("there is nothing to be drawn")
        if fields["round"] != number:
            self.add_finding("card", where, f"is called round {fields['round']}")
        last = now.rounds[-1]
        if last.seed:
            self.add_finding("card", where, "its cards are drawn, none is drawn again")
        if number >= len(now.commitments):
            self.add_finding("commitment", where, "no commitment was published")
        elif commitment(fields["seed"], ballots) != now.commitments[number]:
            self.add_finding("commitment", where, "the seed is not the one of the commitment")
        self.lots += 1
        published = replace(last, seed=fields["seed"], cards=tuple(fields["cards"]))
        drawn = now.cards_of(number, replace(published, cards=()))
        if len(drawn) != len(published.cards):
            what = f"{len(published.cards)} cards, the lots draw {len(drawn)}"
            self.add_finding("card", where, what)
        for n, (card, right) in enumerate(zip(published.cards, drawn, strict=False), 1):
            if card != right:
                board = f", card {n}" if len(drawn) > 1 else ""
                self.add_finding("card", where + board, f"is {card[:40]}, the lots draw {right}")
        return replace(now, rounds=(*now.rounds[:-1], published))

    def rank(self, now: Competition, deed: Deed, where: str) -> None:
        apply(now, deed.kind, deed.fields)
        self.rankings += 1
        rows: list[Any] = deed.fields["rows"]
        for n, (published, right) in enumerate(zip(rows, rows_of(now.standing()), strict=False), 1):
            if differing(published, right):
                what = _row(published, right, now.event.ranking.criteria)
                self.add_finding("ranking", f"{where}, row {n}", what)
        if len(rows) != len(now.entrants):
            self.add_finding("ranking", where, f"{len(rows)} rows for {len(now.entrants)} entrants")


def _row(published: dict[str, Any], right: dict[str, Any], criteria: Sequence[str]) -> str:
    """Return what is wrong in a published row of a standing."""
    name = right["name"]
    if published.get("name") != name:
        return f"is {str(published.get('name'))[:40]}, by the rules {name}"
    if published.get("place") != right["place"]:
        return f"{name}: place {str(published.get('place'))[:10]}, by the rules {right['place']}"
    numbers = published.get("numbers")
    if isinstance(numbers, list) and len(numbers) == len(right["numbers"]):
        for criterion, is_said, is_right in zip(criteria, numbers, right["numbers"], strict=False):
            if is_said != is_right:
                return f"{name}: {criterion} {str(is_said)[:20]}, by the rules {is_right}"
    return f"{name}: {differing(published, right, 'row')} is not as by the rules"
