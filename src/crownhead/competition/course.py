"""An event so far: settings, entrants, rounds, lots, trail, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Self

from crownhead.competition.boards import find_absent
from crownhead.competition.cautions import Caution, find_cautions
from crownhead.competition.conditions import check_drawn, check_once
from crownhead.competition.encounters import Encounter
from crownhead.competition.entrants import Entrant
from crownhead.competition.event import Event
from crownhead.competition.failure import CompetitionError
from crownhead.competition.lottery import cards
from crownhead.competition.pairing import Draft, early_winner
from crownhead.competition.progress import CRITERIA, Progress
from crownhead.competition.ranking import Place, standing
from crownhead.competition.rounds import Round, board_of, with_board
from crownhead.competition.table import Table
from crownhead.competition.trail import Change, find_revealed, find_undone


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """An event so far; `Competition` has what changes it."""

    event: Event
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    trail: tuple[Change, ...] = ()
    commitments: tuple[str, ...] = ()
    numbers_seed: str = ""
    waiting: Mapping[str, str] = field(default_factory=dict)
    _known: Progress | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "waiting", MappingProxyType(dict(self.waiting)))
        if len({each.name for each in self.entrants}) != len(self.entrants):
            raise CompetitionError("entrants: two have the same name")

    @property
    def lets_in(self) -> bool:
        """Return whether the format lets anybody enter yet.

        A Swiss does until half of its rounds are over, an arena always, others before round 1.
        """
        if not self.rounds or self.event.format == "arena":
            return True
        return self.event.format == "swiss" and 2 * len(self.rounds) < self.event.rounds

    def entrant(self, name: str) -> Entrant:
        """Return an entrant. Raises `CompetitionError` where nobody is called so."""
        for each in self.entrants:
            if each.name == name:
                return each
        raise CompetitionError(
            f"nobody is called {str(name)[:40]!r}", "nobody", name=str(name)[:40]
        )

    def board(self, number: int, board: int) -> Encounter:
        """Return a board of a round, both counted from 1. Raises `CompetitionError`."""
        return board_of(self.rounds, number, board)

    @property
    def progress(self) -> Progress:
        """Return how far an arena has come; it is reckoned anew only where rounds have changed."""
        if self._known is None or self._known.rounds is not self.rounds:
            object.__setattr__(self, "_known", Progress.of(self.rounds, self.event.scoring))
        assert self._known is not None
        return self._known

    @property
    def rounds_planned(self) -> int:
        """Return how many rounds the event has with those who have entered."""
        return self.draft().rounds_planned

    @property
    def is_played(self) -> bool:
        """Return whether all boards that were published have their results."""
        if self.event.format == "arena":
            return not self.progress.open
        return all(b.is_over(self.event.games) for each in self.rounds for b in each.boards)

    @property
    def over(self) -> bool:
        """Return whether all rounds are played, or a match is decided; of an arena time decides."""
        if self.event.format == "arena":
            return False
        if not self.is_played:
            return False
        boards = [each.boards for each in self.rounds]
        if self.event.early and early_winner(self.event, boards) is not None:
            return True
        return bool(self.rounds) and len(self.rounds) >= self.rounds_planned

    def table(self, seed: str = "") -> Table:
        """Return the cross table, as the criteria read it."""
        return Table(
            self.entrants,
            [each.boards for each in self.rounds],
            self.event.scoring,
            self.event.games,
            self.event.ranking.unplayed,
            seed or self.numbers_seed,
        )

    def places(self) -> tuple[Place, ...]:
        """Return the standing without the sums behind its numbers.

        That of an arena by points and wins is kept up to date, so that it costs no more the longer
        the arena goes on.
        """
        event = self.event
        if event.format == "arena" and event.ranking.criteria == CRITERIA:
            return self.progress.standing(self.entrants, event.scoring)
        return self.standing()

    def standing(self) -> tuple[Place, ...]:
        """Return the standing by the criteria of the event."""
        return standing(self.table(), self.event.ranking.criteria)

    def warnings(self) -> tuple[Caution, ...]:
        """Return what an arbiter should hear about before he goes on.

        >>> from crownhead.competition import Competition, Entrant, Event
        >>> event = Event(name="Club", rounds=7)
        >>> few = Competition(event=event, entrants=tuple(Entrant(name=n) for n in "ABCDEFGH"))
        >>> print(*few.warnings())
        7 rounds are more than half of 8 entrants: a round robin may suit better
        """
        return find_cautions(self.event, self.entrants, [each.boards for each in self.rounds])

    def draft(self) -> Draft:
        """Return what the next round is paired from."""
        progress = self.progress if self.event.format == "arena" else None
        return Draft(self.event, self.entrants, self.rounds, self.numbers_seed, progress)

    def missing_twice(self) -> tuple[str, ...]:
        """Return who was absent as often as makes one withdrawn, and still counts as here."""
        limit = self.event.absences
        if not limit or self.event.format != "swiss":
            return ()
        return find_absent(self.entrants, [each.boards for each in self.rounds], limit)

    def check_names(self, boards: Sequence[Encounter]) -> None:
        """Raise `CompetitionError` unless all on the boards of the next round are here, once."""
        names = [name for board in boards for name in board.names]
        for name in names:
            self.entrant(name)
        if self.event.format != "simultaneous":
            check_once(len(self.rounds) + 1, names)

    def cards_of(self, number: int, published: Round) -> tuple[str, ...]:
        """Return the cards that the revealed seed of a round draws."""
        assert self.event.ballots is not None
        return cards(
            self.event.ballots,
            published.seed,
            number,
            published.boards,
            published.contributions,
            self._cards_before(number),
        )

    def _cards_before(self, number: int) -> list[tuple[set[str], str]]:
        found: list[tuple[set[str], str]] = []
        for published in self.rounds[: number - 1]:
            found += published.played_cards()
        everybody = {each.name for each in self.entrants}
        found += [(everybody, code) for code in find_revealed(self.trail, number)]
        return found

    def check_drawn(self, number: int, board: int, games: Sequence[str]) -> None:
        """Raise `CardNotDrawn` where games of a board need a card, and it is not drawn."""
        if self.event.ballots is not None:
            encounter = self.board(number, board)
            after = replace(encounter, games=tuple(games))
            check_drawn(self.rounds[number - 1], (number, board), encounter, after)

    def as_paired(self, number: int) -> Self:
        """Return the event as it was when a round was paired: later corrections are undone.

        So are changes of settings. Of a round that was annulled and paired anew it is the pairing
        that stands. Entrants keep what is known of them, which says itself from which round on it
        holds.
        """
        event, rounds = self.event, self.rounds[: number - 1]
        for change in find_undone(self.trail, number):
            if change.kind == "event":
                old = {**event.to_dict(), **change.settings}
                event = Event.from_dict({k: v for k, v in old.items() if v is not None})
            elif change.kind == "result" and change.round < number:
                board = board_of(rounds, change.round, change.board)
                before = replace(board, games=change.before)
                rounds = with_board(rounds, change.round, change.board, before)
        known = tuple(each for each in self.entrants if each.joined <= number)
        return replace(self, event=event, rounds=rounds, entrants=known)

    def to_dict(self) -> dict[str, Any]:
        """Return the event as it stands as plain data, without its trail."""
        values: dict[str, Any] = {
            "event": self.event.to_dict(),
            "entrants": [each.to_dict() for each in self.entrants],
            "commitments": list(self.commitments),
            "rounds": [each.to_dict() for each in self.rounds],
            "standing": [row.to_dict() for row in self.standing()],
        }
        if self.numbers_seed:
            values["numbers_seed"] = self.numbers_seed
        if self.waiting:
            values["contributions"] = dict(self.waiting)
        return values
