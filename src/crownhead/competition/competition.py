"""An event that is going on: settings, entrants, rounds, lots, and the trail of changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Self

from crownhead.competition.boards import (
    differences,
    is_absent,
    pairs_of,
)
from crownhead.competition.cautions import Caution, find_cautions
from crownhead.competition.conditions import (
    check_deck,
    check_frozen,
    check_once,
    check_players,
    check_result,
    check_tie_break,
)
from crownhead.competition.encounters import Encounter
from crownhead.competition.entrants import Entrant, Leave
from crownhead.competition.event import Event
from crownhead.competition.failure import CardNotDrawn, CompetitionError
from crownhead.competition.lottery import cards, check_commitment, check_seed_count, commitment
from crownhead.competition.pairing import Draft, early_winner, propose
from crownhead.competition.progress import CRITERIA, Progress
from crownhead.competition.ranking import Place, standing
from crownhead.competition.rounds import Round
from crownhead.competition.table import Table
from crownhead.competition.trail import Change, Kind, one_line

MOST_ENTRANTS = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class Competition:
    """An event with its entrants, rounds and trail, as a value: every method returns a new one.

    `commitments` are to the seeds of lots: the first to that for numbers, then one for each round
    with ballots. `numbers_seed` is revealed with the pairing of round 1.

    >>> from crownhead.competition import Event, Entrant
    >>> club = Competition(event=Event(name="Club", format="round robin"))
    >>> for name in ("Anna", "Bert", "Cleo"):
    ...     club = club.enter(Entrant(name=name))
    >>> club = club.pair()
    >>> [board.names for board in club.rounds[0].boards]
    [('Bert', 'Cleo'), ('Anna',)]
    >>> club = club.record(1, 1, ("0-2",))
    >>> [(row.place, row.name) for row in club.standing()]
    [(1, 'Cleo'), (2, 'Anna'), (2, 'Bert')]
    """

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

    def commit(self, seeds: Sequence[str]) -> Self:
        """Publish the commitments to secret seeds: for numbers, then for each round with ballots.

        Raises `CompetitionError` once somebody has entered: a commitment comes before that.
        """
        check_seed_count(seeds, self.event.ballots, self.event.rounds)
        ballots = self.event.ballots
        published = [commitment(seeds[0])] if seeds else []
        published += [commitment(seed, ballots) for seed in seeds[1:]]
        return self.commit_to(published)

    def commit_to(self, published: Sequence[str]) -> Self:
        """Publish commitments; see `commit`."""
        if self.entrants:
            raise CompetitionError("commitments are published before anybody enters")
        if len(published) > 1 and self.event.ballots is None:
            raise CompetitionError("commitments: an event without ballots has one, for numbers")
        for each in published:
            check_commitment(each)
        if len(set(published)) != len(published):
            raise CompetitionError("commitments: two are the same")
        return replace(self, commitments=tuple(published))

    def enter(self, entrant: Entrant) -> Self:
        """Enter somebody; who comes late is paired from the next round on.

        Raises `CompetitionError` where the name is taken or the format allows nobody any more.
        """
        if any(each.name == entrant.name for each in self.entrants):
            raise CompetitionError(
                f"{entrant.name} has entered already", "entered", name=entrant.name
            )
        if len(self.entrants) >= MOST_ENTRANTS:
            raise CompetitionError(
                f"more than {MOST_ENTRANTS} entrants", "crowded", most=MOST_ENTRANTS
            )
        if not self.lets_in and self.event.format != "swiss":
            raise CompetitionError(
                f"{entrant.name}: nobody can enter after round 1", "too_late", name=entrant.name
            )
        if not self.lets_in:
            raise CompetitionError(
                f"{entrant.name}: half of the rounds are over", "half_over", name=entrant.name
            )
        if self.rounds:
            entrant = replace(entrant, joined=max(entrant.joined, len(self.rounds) + 1))
        return replace(self, entrants=(*self.entrants, entrant))

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

    def excuse(self, name: str, kind: Leave = "requested", number: int | None = None) -> Self:
        """Note before the pairing that somebody asks for a bye in a round, or will be absent.

        A requested bye brings half of a win, once, and not in the last two rounds.
        """
        entrant, number = self.entrant(name), number or len(self.rounds) + 1
        if number <= len(self.rounds):
            raise CompetitionError(f"round {number} has been paired", "paired", round=number)
        if kind == "requested":
            if self.event.format != "swiss":
                raise CompetitionError(
                    "a bye can be asked for in a Swiss event only", "bye_in_swiss"
                )
            if number > self.event.rounds - 2:
                raise CompetitionError("no bye can be asked for in the last two rounds", "bye_late")
            if any(n != number and why == "requested" for n, why in entrant.away.items()):
                raise CompetitionError(
                    f"{name} has asked for a bye already", "bye_again", name=name
                )
        return self._put(replace(entrant, away={**entrant.away, number: kind}))

    def withdraw(self, name: str, reason: str, *, expelled: bool = False) -> Self:
        """Take somebody out from the next round on, or expel him; results stay.

        In a round robin all results of who has played at most half of his games are cancelled.
        Raises `CompetitionError` for who has left already, unless he is expelled now.
        """
        known = self.entrant(name)
        gone = known.left is not None and not known.here(len(self.rounds) + 1)
        if gone and (known.expelled or not expelled):
            raise CompetitionError(f"{name}: has left already", "left", name=name)
        entrant = replace(known.leave(len(self.rounds) + 1), expelled=expelled)
        what = f"{name} {'expelled' if expelled else 'withdrawn'}"
        if self.event.format == "round robin":
            planned = (len(self.entrants) - 1) * self.event.cycles
            # What another's withdrawal has cancelled was played all the same.
            boards = (board for published in self.rounds for board in published.boards)
            played = sum(board.played for board in boards if name in board.names)
            if self.rounds and 2 * played <= planned:
                entrant, what = replace(entrant, cancelled=True), what + ", results cancelled"
        return self._put(entrant)._with_change("entrant", reason, what)

    def readmit(self, name: str, reason: str) -> Self:
        """Take somebody back from the next round on; what he had before stays."""
        entrant = self.entrant(name)
        if entrant.left is None or entrant.here(len(self.rounds) + 1):
            raise CompetitionError(f"{name} has not left", "not_left", name=name)
        if entrant.cancelled:
            raise CompetitionError(f"{name}: his results are cancelled", "cancelled", name=name)
        entrant = replace(entrant, returned=len(self.rounds) + 1, expelled=False)
        return self._put(entrant)._with_change("entrant", reason, f"{name} readmitted")

    def contribute(self, name: str, text: str) -> Self:
        """Note a line of text by an entrant for the lots of the next round."""
        self.entrant(name)
        return replace(self, waiting={**self.waiting, name: one_line(text)})

    def draft(self) -> Draft:
        """Return what the next round is paired from."""
        progress = self.progress if self.event.format == "arena" else None
        return Draft(self.event, self.entrants, self.rounds, self.numbers_seed, progress)

    @property
    def progress(self) -> Progress:
        """Return how far an arena has come; it is reckoned anew only where rounds have changed."""
        if self._known is None or self._known.rounds is not self.rounds:
            object.__setattr__(self, "_known", Progress.of(self.rounds, self.event.scoring))
        assert self._known is not None
        return self._known

    def propose(self) -> list[Encounter]:
        """Return what the program would publish as the next round; see `pairing.propose`."""
        return propose(self._without_missing().draft())

    def pair(
        self, boards: Sequence[Encounter] | None = None, reason: str = "", numbers_seed: str = ""
    ) -> Self:
        """Publish the next round: that of the program, or boards by hand with the reason.

        The seed for numbers is revealed with round 1. Raises `CompetitionError`, among others for
        boards on which somebody stands twice or not at all.
        """
        ready = self.reveal_numbers(numbers_seed)
        program = ready.propose()
        return ready.publish(program if boards is None else boards, program, reason)

    def reveal_numbers(self, seed: str) -> Self:
        """Reveal the seed for numbers, before round 1 is paired; without lots it is empty."""
        if self.rounds:
            return self
        if bool(self.commitments) != bool(seed):
            raise CompetitionError("round 1 reveals the seed for numbers, if there is one")
        if seed and commitment(seed) != self.commitments[0]:
            raise CompetitionError("the seed for numbers is not the one of its commitment")
        return replace(self, numbers_seed=seed)

    def publish(
        self, boards: Sequence[Encounter], program: Sequence[Encounter], reason: str = ""
    ) -> Self:
        """Publish boards as the next round, beside those of the program, which is not asked again.

        Raises `CompetitionError` for others without a reason, with results that nobody has played,
        or on which somebody stands twice or not at all.
        """
        paired = self._without_missing()
        number = len(self.rounds) + 1
        chosen, program = tuple(boards), tuple(program)
        manual = pairs_of(chosen) != pairs_of(program)
        self.check_names(chosen)
        if manual:
            check_players(number, chosen, program)
            if not reason:
                raise CompetitionError("a pairing by hand needs a reason", "hand_reason")
            paired = paired._with_change("manual", reason, differences(program, chosen), number)
        if any((each.games or each.extra) and each not in program for each in chosen):
            raise CompetitionError(f"round {number}: a board has a result before it was played")
        said = self.waiting if self.event.ballots is not None else {}
        published = Round(boards=chosen, contributions=said, manual=manual)
        after = replace(paired, rounds=(*self.rounds, published), waiting={})
        if self.event.format != "arena":
            return after
        return replace(after, _known=self.progress.with_round(after.rounds, self.event.scoring))

    def reveal(self, seed: str) -> Self:
        """Reveal the seed of the round that was published last, and draw its cards."""
        ballots, number = self.event.ballots, len(self.rounds)
        if ballots is None or not number:
            raise CompetitionError("there is nothing to be drawn")
        last = self.rounds[-1]
        if last.seed:
            raise CompetitionError(
                f"round {number}: its cards are drawn, none is drawn again", "drawn", round=number
            )
        if number >= len(self.commitments):
            raise CompetitionError(
                f"round {number}: no commitment was published", "no_commitment", round=number
            )
        if commitment(seed, ballots) != self.commitments[number]:
            raise CompetitionError(f"round {number}: not the seed of the commitment")
        drawn = self.cards_of(number, replace(last, seed=seed))
        return self._round(number, replace(last, seed=seed, cards=drawn))

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

    def annul(self, reason: str, new_commitment: str = "") -> Self:
        """Take back the round published last; with ballots its lots need a new commitment.

        One whose seed was lost may have a new one, too. A card that was revealed stays revealed: it
        counts as played. Who left, came or came back
        during the round did so before it.
        """
        if not self.rounds:
            raise CompetitionError("there is no round to be annulled", "no_round")
        number, last = len(self.rounds), self.rounds[-1]
        commitments = list(self.commitments)
        if last.seed and not new_commitment:
            raise CompetitionError(f"round {number}: its seed is known, give a new commitment")
        if new_commitment:
            if len(commitments) <= number:
                raise CompetitionError(f"round {number}: has no commitment to be replaced")
            commitments[number] = check_commitment(new_commitment)
        gone = replace(
            self,
            rounds=self.rounds[:-1],
            commitments=tuple(commitments),
            entrants=tuple(each.before(number) for each in self.entrants),
        )
        what = f"round {number}, seed {last.seed or '-'}, cards {' '.join(last.cards) or '-'}"
        return gone._with_change("annulled", reason, what, number)

    def record(
        self,
        number: int,
        board: int,
        games: Sequence[str],
        reason: str = "",
        *,
        undrawn: bool = False,
    ) -> Self:
        """Record the results of a board; one that is there already is corrected, with a reason.

        Fewer results than games are those of an encounter that goes on. Raises `CompetitionError`
        for a result that the scoring does not know, and for more results than games; with ballots
        `CardNotDrawn` for what is played before the cards of the round are drawn, unless it may be
        `undrawn`: files of older versions hold such results.
        """
        encounter = self.board(number, board)
        tokens = tuple(games)
        check_result(self.event, (number, board), encounter, tokens, reason)
        if not undrawn:
            self.check_drawn(number, board, tokens)
        goes_on = tokens[: len(encounter.games)] == encounter.games
        late = number < len(self.rounds)
        if tokens == encounter.games:
            return self
        changed = self._board(number, board, replace(encounter, games=tokens))
        if self.event.format == "arena" and not encounter.games:
            rounds, scoring = changed.rounds, self.event.scoring
            known = self.progress.with_result(rounds, (number, board), scoring)
            changed = replace(changed, _known=known)
        if goes_on and not late:
            return changed
        change = Change(
            kind="result",
            after_rounds=len(self.rounds),
            reason=one_line(reason) if reason else "late result",
            what=f"{encounter.one} - {encounter.two}",
            round=number,
            board=board,
            before=encounter.games,
            after=tokens,
        )
        return replace(changed, trail=(*changed.trail, change))

    def check_drawn(self, number: int, board: int, games: Sequence[str]) -> None:
        """Raise `CardNotDrawn` where games of a board need a card, and it is not drawn.

        Who has not come needs none. A board of which an older version took a played game without
        its card is not held up: its result can be corrected.
        """
        if self.event.ballots is None or self.rounds[number - 1].seed:
            return
        encounter = self.board(number, board)
        played = replace(encounter, games=tuple(games)).played
        if played and not encounter.played:
            raise CardNotDrawn(
                f"round {number}, board {board}: its card is not drawn yet; reveal the seed of the"
                " round first",
                "not_drawn",
                round=number,
                board=board,
            )

    def break_tie(
        self, number: int, board: int, extra: Sequence[str], *, undrawn: bool = False
    ) -> Self:
        """Record the games of a tie-break, all of them as the first player sees them.

        For games before the card of the round is drawn: `record`.
        """
        encounter = self.board(number, board)
        last = number == len(self.rounds)
        check_tie_break(self.event, (number, board), encounter, extra, last=last)
        if not undrawn:
            self.check_drawn(number, board, extra)
        return self._board(number, board, replace(encounter, extra=tuple(extra)))

    def board(self, number: int, board: int) -> Encounter:
        """Return a board of a round, both counted from 1. Raises `CompetitionError`."""
        if not 1 <= number <= len(self.rounds):
            raise CompetitionError(
                f"round {number}: {len(self.rounds)} have been published",
                "unpublished",
                round=number,
                n=len(self.rounds),
            )
        boards = self.rounds[number - 1].boards
        if not 1 <= board <= len(boards):
            raise CompetitionError(
                f"round {number}: board {board} of {len(boards)}",
                "no_board",
                round=number,
                board=board,
                n=len(boards),
            )
        return boards[board - 1]

    def amend(self, event: Event, reason: str) -> Self:
        """Change the settings; after round 1 with a line in the trail that names what changed."""
        if self.commitments:
            check_deck(self.event, event)
        if not self.rounds:
            return replace(self, event=event)
        old, new = self.event.to_dict(), event.to_dict()
        names = sorted(name for name in {*old, *new} if old.get(name) != new.get(name))
        check_frozen(names)
        told = replace(self, event=event)._with_change("event", reason, ", ".join(names))
        change = replace(told.trail[-1], settings={name: old.get(name) for name in names})
        return replace(told, trail=(*told.trail[:-1], change))

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

    def warnings(self) -> tuple[Caution, ...]:
        """Return what an arbiter should hear about before he goes on.

        >>> from crownhead.competition import Event, Entrant
        >>> event = Event(name="Club", rounds=7)
        >>> few = Competition(event=event, entrants=tuple(Entrant(name=n) for n in "ABCDEFGH"))
        >>> print(*few.warnings())
        7 rounds are more than half of 8 entrants: a round robin may suit better
        """
        return find_cautions(self.event, self.entrants, [each.boards for each in self.rounds])

    def as_paired(self, number: int) -> Self:
        """Return the event as it was when a round was paired: later corrections are undone.

        So are changes of settings. Of a round that was annulled and paired anew it is the pairing
        that stands. Entrants keep what is known of them, which says itself from which round on it
        holds.
        """
        undone = replace(self, rounds=self.rounds[: number - 1])
        for change in reversed(self.trail):
            if change.kind == "annulled" and change.round <= number:
                break  # what came before was known when the round was paired anew
            if change.after_rounds < number:
                continue
            if change.kind == "event":
                old = {**undone.event.to_dict(), **change.settings}
                event = Event.from_dict({k: v for k, v in old.items() if v is not None})
                undone = replace(undone, event=event)
            if change.kind != "result" or change.round >= number:
                continue
            encounter = undone.board(change.round, change.board)
            undone = undone._board(
                change.round, change.board, replace(encounter, games=change.before)
            )
        known = tuple(each for each in self.entrants if each.joined <= number)
        return replace(undone, entrants=known)

    def missing_twice(self) -> tuple[str, ...]:
        """Return who was absent as often as makes one withdrawn, and still counts as here."""
        limit, number = self.event.absences, len(self.rounds) + 1
        if not limit or self.event.format != "swiss":
            return ()
        found = []
        for each in self.entrants:
            since = each.returned or 0
            absent = sum(
                is_absent(board, each.name)
                for n, published in enumerate(self.rounds, 1)
                for board in published.boards
                if n >= since and each.name in board.names
            )
            if absent >= limit and each.here(number):
                found.append(each.name)
        return tuple(sorted(found))

    def _without_missing(self) -> Self:
        found = self
        for name in self.missing_twice():
            found = found.withdraw(name, f"absent {self.event.absences} times")
        return found

    def check_names(self, boards: Sequence[Encounter]) -> None:
        """Raise `CompetitionError` unless all on the boards of the next round are here, once."""
        names = [name for board in boards for name in board.names]
        for name in names:
            self.entrant(name)
        if self.event.format != "simultaneous":
            check_once(len(self.rounds) + 1, names)

    def _cards_before(self, number: int) -> list[tuple[set[str], str]]:
        found: list[tuple[set[str], str]] = []
        for published in self.rounds[: number - 1]:
            found += published.played_cards()
        everybody = {each.name for each in self.entrants}
        for change in self.trail:
            if change.kind == "annulled" and change.after_rounds < number:
                revealed = change.what.partition(", cards ")[2]
                found += [(everybody, code) for code in revealed.split() if code != "-"]
        return found

    def _put(self, entrant: Entrant) -> Self:
        changed = tuple(entrant if e.name == entrant.name else e for e in self.entrants)
        return replace(self, entrants=changed)

    def _round(self, number: int, published: Round) -> Self:
        rounds = (*self.rounds[: number - 1], published, *self.rounds[number:])
        return replace(self, rounds=rounds)

    def _board(self, number: int, board: int, encounter: Encounter) -> Self:
        published = self.rounds[number - 1]
        boards = (*published.boards[: board - 1], encounter, *published.boards[board:])
        return self._round(number, replace(published, boards=boards))

    def _with_change(self, kind: Kind, reason: str, what: str = "", number: int = 0) -> Self:
        if not reason:
            raise CompetitionError(f"{what or kind}: needs a reason", "needs_reason")
        change = Change(
            kind=kind,
            after_rounds=len(self.rounds),
            reason=one_line(reason),
            what=what,
            round=number,
        )
        return replace(self, trail=(*self.trail, change))
