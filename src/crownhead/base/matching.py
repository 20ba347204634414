"""Finding what is known of games that come in: the same game, a fuller one, or a faulty copy."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, TypeAlias

from sqlalchemy import ColumnElement, Connection, select

from crownhead.base.bucket import Bucket
from crownhead.base.record import Record
from crownhead.base.sameness import Content, Tags, content, differences, is_copy, is_known
from crownhead.base.schema import games, names
from crownhead.base.storing import Stored, load, portions
from crownhead.formats.pdn.names import fold, parts

Players: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""The names of both in a form for comparing, empty where one is not known."""

Kind: TypeAlias = Literal["new", "known", "fuller", "beside", "clean", "faulty"]
"""What a game is to those that are there: `new`; `known`, with nothing to add; `fuller` than they
are; kept `beside` them, as each says something of its own; `clean` where they have errors; or
`faulty` where one of them is clean."""


@dataclass(slots=True, eq=False)
class Candidate:
    """One game that another may be: stored under a number, or accepted before in this batch."""

    number: int | None
    moves: int
    players: Players
    held: Record | Stored | None = None

    @property
    def record(self) -> Record:
        """Return the record as it was read; all that are compared have one."""
        assert self.held is not None
        return self.held if isinstance(self.held, Record) else self.held.record


@dataclass(frozen=True, slots=True)
class Decision:
    """What a game is to `others`, and what of both is `lost` with the one that goes."""

    kind: Kind
    others: tuple[Candidate, ...] = ()
    lost: list[str] = field(default_factory=list)


_NEW = Decision("new")

Faulty: TypeAlias = dict[Players, list[Candidate]]
"""The games with errors of a database, by players."""


def faulty_games(connection: Connection, persons: dict[str, str]) -> Faulty:
    """Return the games with errors whose players are known."""
    found: Faulty = defaultdict(list)
    for candidate in _select(connection, persons, games.c.faults > 0):
        if all(candidate.players):
            found[candidate.players].append(candidate)
    return found


def players_of(white: str, black: str, persons: dict[str, str]) -> Players:
    """Return two names in a form for comparing, where `persons` are names that were merged."""
    return _parts(persons.get(white, white)), _parts(persons.get(black, black))


@lru_cache(65_536)
def _parts(name: str) -> tuple[str, ...]:
    return parts(name) if is_known(name) else ()


def _select(
    connection: Connection, persons: dict[str, str], *conditions: ColumnElement[bool]
) -> Iterator[Candidate]:
    white, black = names.alias("w"), names.alias("b")
    joined = games.join(white, games.c.white == white.c.id)
    joined = joined.join(black, games.c.black == black.c.id)
    columns = (games.c.id, games.c.moves, white.c.text.label("w"), black.c.text.label("b"))
    wanted = select(*columns).select_from(joined).where(*conditions).order_by(games.c.id)
    for row in connection.execute(wanted).all():
        yield Candidate(row.id, row.moves, players_of(row.w, row.b, persons))


class Matcher:
    """Compare the games of a batch with what is stored, and with those that were accepted before.

    `separate` are sources of which each holds a game of its own, whatever else it says, `persons`
    names that were merged, and `faulty` the games with errors, which is kept up to date.
    """

    def __init__(
        self,
        connection: Connection,
        batch: list[Record],
        faulty: Faulty,
        *,
        separate: frozenset[int] = frozenset(),
        persons: dict[str, str] | None = None,
    ) -> None:
        self._connection = connection
        self._separate = separate
        self._persons = persons or {}
        self.accepted: dict[Record, int | None] = {}
        """What will be stored, with its number where it takes the place of another game."""
        self._alone: dict[int, Record] = {}
        self._same: dict[int, dict[Players, Bucket[Candidate]]] = defaultdict(dict)
        self._texts: dict[tuple[int, bytes], list[Candidate]] = defaultdict(list)
        self._made: dict[Record, Candidate] = {}
        self._told: dict[Record, Tags] = {}
        self._contents: dict[Record, Content] = {}
        self._faulty = faulty
        self._clean: dict[Players, list[Candidate]] = defaultdict(list)
        self._buckets: dict[tuple[bool, Players], Bucket[Candidate]] = {}
        for part in portions(sorted({record.moves for record in batch})):
            for each in _select(connection, self._persons, games.c.moves.in_(part)):
                self._bucket(each).add(each)
        faulty_ones = [record for record in batch if record.errors]
        self._some_faulty = bool(faulty_ones)
        self._find_clean(faulty_ones)
        if self._same:
            self._load_same(batch)

    def _bucket(self, candidate: Candidate) -> Bucket[Candidate]:
        known = self._same[candidate.moves]
        if candidate.players not in known:
            known[candidate.players] = Bucket(self._tags_of)
        return known[candidate.players]

    def _load_same(self, batch: list[Record]) -> None:
        """Read the texts of the games with the same moves whose players may be the same."""
        wanted = {
            (record.moves, players)
            for record in batch
            if record.moves in self._same
            for players in self._pairs(record)
        }
        found = [each for moves, pair in wanted for each in self._same[moves][pair].members]
        self._load(found)
        for each in found:
            self._texts[each.moves, _words(self._load_one(each).text)].append(each)

    def _pairs(self, record: Record) -> list[Players]:
        """Return the players of games with the same moves who may be those of a record."""
        known = self._same[record.moves]
        white, black = self._players(record)
        if not (white and black):
            return [pair for pair in known if _may_be(pair, (white, black))]
        pairs: tuple[Players, ...] = ((white, black), (white, ()), ((), black), ((), ()))
        return [pair for pair in pairs if pair in known]

    def _find_clean(self, batch: list[Record]) -> None:
        """Find the games without errors of those who play in games with errors."""
        pairs = {pair for record in batch if all(pair := self._players(record))}
        spelt = {form for record in batch for form in _rotations(fold(record.white))}
        for part in portions(sorted(spelt)):
            white = games.c.white.in_(select(names.c.id).where(names.c.folded.in_(part)))
            for each in _select(self._connection, self._persons, games.c.faults == 0, white):
                if each.players in pairs:
                    self._clean[each.players].append(each)

    def _load(self, wanted: Iterable[Candidate]) -> None:
        """Read the texts of candidates that are not there yet."""
        missing = {each.number: each for each in wanted if each.held is None and each.number}
        for number, stored in load(self._connection, missing).items():
            missing[number].held = stored

    def accept(self, record: Record, number: int | None = None) -> None:
        """Remember a record that will be stored, under a number if it takes another's place."""
        self.accepted[record] = number
        if record.moves in self._same:
            self._add_same(record)
        else:
            self._alone[record.moves] = record
        if record.errors or self._some_faulty:
            candidate = self._candidate(record)
            players = candidate.players
            if all(players):
                known = self._faulty if record.errors else self._clean
                known[players].append(candidate)
                bucket = self._buckets.get((bool(record.errors), players))
                if bucket is not None:
                    bucket.add(candidate)

    def _add_same(self, record: Record) -> None:
        candidate = self._candidate(record)
        self._bucket(candidate).add(candidate)
        self._texts[record.moves, _words(record.text)].append(candidate)

    def _candidate(self, record: Record) -> Candidate:
        if record not in self._made:
            players = self._players(record)
            self._made[record] = Candidate(None, record.moves, players, record)
        return self._made[record]

    def settle(self, numbers: list[int]) -> None:
        """Learn the numbers under which what was accepted is stored now."""
        for record, number in zip(self.accepted, numbers, strict=True):
            if record in self._made:
                self._made[record].number, self._made[record].held = number, None

    def forget(self, gone: Candidate) -> int | None:
        """Forget a game that another one takes the place of, and return its number."""
        record, players = gone.record, gone.players
        for bucket in (
            self._same.get(gone.moves, {}).get(players),
            self._buckets.get((True, players)),
            self._buckets.get((False, players)),
        ):
            if bucket is not None:
                bucket.remove(gone)
        for known in (self._faulty, self._clean):
            if gone in known.get(players, ()):
                known[players].remove(gone)
        texts = self._texts.get((gone.moves, _words(record.text)), [])
        if gone in texts:
            texts.remove(gone)
        if gone.number is not None:
            return gone.number
        if self._alone.get(gone.moves) is record:
            del self._alone[gone.moves]
        return self.accepted.pop(record)

    def decide(self, record: Record) -> Decision:
        """Return what a record is to those that are known."""
        if record.moves in self._alone:
            self._add_same(self._alone.pop(record.moves))
        elif record.moves not in self._same and not (
            self._clean if record.errors else self._faulty
        ):
            return _NEW
        for each in self._texts.get((record.moves, _words(record.text)), ()):
            if not self._are_separate(record, each):
                return Decision("known", (each,))
        alike = list(self._alike(record))
        known = [each.record for each in alike]
        alike += (each for each in self._copies(record) if each.record not in known)
        return self._compare(record, alike) if alike else _NEW

    def _alike(self, record: Record) -> Iterator[Candidate]:
        """Yield the games with the same moves that nothing tells apart."""
        if record.moves in self._same:
            for pair in self._pairs(record):
                for each in self._same[record.moves][pair].near(self._tags(record)):
                    if not self._tell_apart(record, each):
                        yield each

    def _copies(self, record: Record) -> Iterator[Candidate]:
        """Yield the clean games of which a record is a faulty copy, or the faulty copies of it."""
        known = self._clean if record.errors else self._faulty
        players = self._players(record) if known else ((), ())
        if not all(players) or players not in known:
            return
        place = (not record.errors, players)
        if place not in self._buckets:
            self._load(known[players])
            self._buckets[place] = bucket = Bucket[Candidate](self._tags_of)
            for each in known[players]:
                bucket.add(each)
        for each in self._buckets[place].near(self._tags(record)):
            other = each.record
            if None not in (record.variant, other.variant) and record.variant != other.variant:
                continue
            faulty, clean = (record, other) if record.errors else (other, record)
            if not self._tell_apart(record, each) and is_copy(faulty.game, clean.game):
                yield each

    def _compare(self, record: Record, alike: list[Candidate]) -> Decision:
        """Return how a record relates to games that may be the same."""
        own = self._content(record)
        clean = [each for each in alike if not each.record.errors]
        theirs = {id(each): self._content(each.record) for each in alike}
        if record.errors and clean:
            stays = min(clean, key=lambda each: len(theirs[id(each)].lacks(own)))
            says_more = own.words - theirs[id(stays)].words
            kind: Kind = "beside" if says_more else "faulty"
            return Decision(kind, (stays,), theirs[id(stays)].lacks(own))
        if not record.errors and not clean:
            gone = tuple(each for each in alike if theirs[id(each)].words <= own.words)
            if not gone:
                return Decision("beside", tuple(alike[:1]), theirs[id(alike[0])].lacks(own))
            lost = [text for each in gone for text in own.lacks(theirs[id(each)])]
            return Decision("clean", gone, lost)
        rivals = clean or alike
        for each in rivals:
            if not theirs[id(each)].lacks(own):
                return Decision("known", (each,))
        less = tuple(each for each in rivals if not own.lacks(theirs[id(each)]))
        if less:
            faulty = tuple(
                each for each in alike if each not in rivals and theirs[id(each)].words <= own.words
            )
            return Decision("fuller", less + faulty)
        return Decision("beside", (rivals[0],), theirs[id(rivals[0])].lacks(own))

    def _content(self, record: Record) -> Content:
        if record not in self._contents:
            self._contents[record] = content(record.game, self._tags(record))
        return self._contents[record]

    def _load_one(self, candidate: Candidate) -> Record | Stored:
        if candidate.held is None:
            self._load([candidate])
        assert candidate.held is not None
        return candidate.held

    def _tell_apart(self, record: Record, candidate: Candidate) -> bool:
        if self._are_separate(record, candidate):
            return True
        return bool(differences(self._tags(record), self._tags_of(candidate)))

    def _are_separate(self, record: Record, candidate: Candidate) -> bool:
        sources = {record.source, self._load_one(candidate).source}
        return len(sources) > 1 and sources <= self._separate

    def _tags_of(self, candidate: Candidate) -> Tags:
        self._load_one(candidate)
        return self._tags(candidate.record)

    def _tags(self, record: Record) -> Tags:
        """Return the tags of a record, players under the name into which theirs was merged."""
        if record not in self._told:
            merged = {
                side: self._persons[name]
                for side, name in (("white", record.white), ("black", record.black))
                if name in self._persons
            }
            self._told[record] = record.tags | merged
        return self._told[record]

    def _players(self, record: Record) -> Players:
        return players_of(record.white, record.black, self._persons)


def _may_be(pair: Players, other: Players) -> bool:
    return all(not one or not two or one == two for one, two in zip(pair, other, strict=True))


def _words(text: bytes) -> bytes:
    """Return what is the same of texts that differ in blanks and line ends alone."""
    return b" ".join(text.split())


def _rotations(name: str) -> Iterator[str]:
    """Yield a name with each of its parts in front."""
    words = name.split()
    for place in range(len(words)):
        yield " ".join(words[place:] + words[:place])
