"""An event that is going on, and all that can be done in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from crownhead.competition.boards import differences, pairs_of
from crownhead.competition.conditions import (
    check_bye,
    check_commitments,
    check_deck,
    check_entry,
    check_frozen,
    check_players,
    check_result,
    check_reveal,
    check_tie_break,
)
from crownhead.competition.course import Course
from crownhead.competition.encounters import Encounter
from crownhead.competition.entrants import Entrant, Leave
from crownhead.competition.event import Event
from crownhead.competition.failure import CompetitionError
from crownhead.competition.lottery import check_commitment, check_seed_count, commitment
from crownhead.competition.pairing import propose
from crownhead.competition.rounds import Round, with_board, with_round
from crownhead.competition.trail import Change, Kind, describe_round, one_line


@dataclass(frozen=True, slots=True, kw_only=True)
class Competition(Course):
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
        check_commitments(published, self.event.ballots)
        return replace(self, commitments=tuple(published))

    def enter(self, entrant: Entrant) -> Self:
        """Enter somebody; who comes late is paired from the next round on.

        Raises `CompetitionError` where the name is taken or the format allows nobody any more.
        """
        check_entry(self.event, self.entrants, entrant.name, lets_in=self.lets_in)
        if self.rounds:
            entrant = replace(entrant, joined=max(entrant.joined, len(self.rounds) + 1))
        return replace(self, entrants=(*self.entrants, entrant))

    def excuse(self, name: str, kind: Leave = "requested", number: int | None = None) -> Self:
        """Note before the pairing that somebody asks for a bye in a round, or will be absent.

        A requested bye brings half of a win, once, and not in the last two rounds.
        """
        entrant, number = self.entrant(name), number or len(self.rounds) + 1
        if number <= len(self.rounds):
            raise CompetitionError(f"round {number} has been paired", "paired", round=number)
        if kind == "requested":
            check_bye(self.event, entrant, number)
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
        check_reveal(ballots, self.commitments, number, last, seed)
        drawn = self.cards_of(number, replace(last, seed=seed))
        drawn_round = replace(last, seed=seed, cards=drawn)
        return replace(self, rounds=with_round(self.rounds, number, drawn_round))

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
        what = describe_round(number, last.seed, last.cards)
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

    def _without_missing(self) -> Self:
        found = self
        for name in self.missing_twice():
            found = found.withdraw(name, f"absent {self.event.absences} times")
        return found

    def _put(self, entrant: Entrant) -> Self:
        changed = tuple(entrant if e.name == entrant.name else e for e in self.entrants)
        return replace(self, entrants=changed)

    def _board(self, number: int, board: int, encounter: Encounter) -> Self:
        return replace(self, rounds=with_board(self.rounds, number, board, encounter))

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
