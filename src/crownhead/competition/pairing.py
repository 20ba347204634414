"""The pairing of the next round, by the format: what the program proposes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crownhead.competition import arena
from crownhead.competition.berger import berger
from crownhead.competition.encounters import Encounter
from crownhead.competition.entrants import Entrant
from crownhead.competition.event import Event
from crownhead.competition.failure import CompetitionError, NoPairing
from crownhead.competition.knockout import pair as knockout
from crownhead.competition.knockout import rounds_of
from crownhead.competition.lottery import lot_number
from crownhead.competition.progress import Progress
from crownhead.competition.rounds import Round
from crownhead.competition.swiss import Field, dutch

LAST_NEW_NUMBER = 4
"""Up to this round those who come late get a number by their strength; later ones come last."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What the next round is paired from. `seed` is the one for numbers, empty without lots.

    `progress` is that of an arena, in which alone it is read instead of all that was `published`.
    """

    event: Event
    entrants: Sequence[Entrant]
    published: Sequence[Round]
    seed: str = ""
    progress: Progress | None = None

    @property
    def number(self) -> int:
        """Return the number of the round to be paired."""
        return len(self.published) + 1

    @property
    def rounds(self) -> list[tuple[Encounter, ...]]:
        """Return the boards of the rounds that were published."""
        return [each.boards for each in self.published]

    @property
    def names(self) -> list[str]:
        """Return the names in order of pairing numbers."""
        number = self.number
        known = [each for each in self.entrants if each.joined <= number]
        if self.event.format in ("round robin", "match") and self.seed:
            lots = sorted(known, key=lambda e: (lot_number(self.seed, e.name), e.name))
            return [each.name for each in lots]
        late = [(each.joined if each.joined > LAST_NEW_NUMBER else 0, each.seed) for each in known]
        ordered = sorted(zip(late, known, strict=True), key=lambda row: row[0])
        return [each.name for _, each in ordered]

    @property
    def rounds_planned(self) -> int:
        """Return how many rounds the event has, with those who take part now; 0 in an arena."""
        event, count = self.event, len([e for e in self.entrants if e.joined == 1])
        if event.format == "round robin":
            return max(1, (count - 1 + count % 2) * event.cycles)
        if event.format == "knockout":
            return rounds_of(count) if count > 1 else 0
        if event.format == "scheveningen":
            return max((len(team) for team in self._teams().values()), default=0)
        if event.format == "teams":
            teams = len(self._teams())
            return max(1, (teams - 1 + teams % 2) * event.cycles)
        if event.format == "arena":
            return 0
        return 1 if event.format == "simultaneous" else event.rounds

    def _teams(self) -> dict[str, list[str]]:
        """Return the players of each team in order of their boards, teams by name."""
        found: dict[str, list[str]] = {}
        for each in sorted(self.entrants, key=lambda entrant: entrant.seed):
            if not each.team:
                raise CompetitionError(f"{each.name}: is in no team", "no_team", name=each.name)
            found.setdefault(each.team, []).append(each.name)
        return dict(sorted(found.items()))


def propose(draft: Draft) -> list[Encounter]:
    """Return the boards of the next round as the rules of the format have them.

    Those who asked for a bye or are absent come last, by name. Raises `NoPairing` where the event
    is over, or cannot go on; `CompetitionError` where results are missing.
    """
    number, event = draft.number, draft.event
    if event.format != "arena" and number > draft.rounds_planned:
        raise NoPairing(
            f"round {number}: the event has {draft.rounds_planned} rounds",
            "all_paired",
            round=number,
            n=draft.rounds_planned,
        )
    boards = _FORMATS[event.format](draft)
    paired = {name for board in boards for name in board.names}
    away = []
    for each in sorted(draft.entrants, key=lambda entrant: entrant.name):
        if each.name in paired or not each.here(number) or number not in each.away:
            continue
        if event.format == "swiss":
            away.append(Encounter(one=each.name, alone=each.away[number]))
    return boards + away


def _swiss(draft: Draft) -> list[Encounter]:
    _need_results(draft)
    playing = frozenset(each.name for each in draft.entrants if each.plays(draft.number))
    if len(playing) < 2:
        raise NoPairing(
            f"round {draft.number}: fewer than two are left, the event is over",
            "too_few",
            round=draft.number,
        )
    starts = not draft.seed or lot_number(draft.seed, "number 1") % 2 == 1
    names = draft.names
    known = set(names)
    return dutch(
        Field(
            names=names,
            playing=playing,
            rounds=draft.rounds,
            total=draft.event.rounds,
            scoring=draft.event.scoring,
            games=draft.event.games,
            starts=starts,
            prohibited=[p for p in draft.event.prohibited if set(p) <= known],
        )
    )


def _round_robin(draft: Draft) -> list[Encounter]:
    event, number = draft.event, draft.number
    entrants = {each.name: each for each in draft.entrants}
    if late := [each.name for each in draft.entrants if each.joined > 1]:
        raise CompetitionError(
            f"round robin: {late[0]} came after round 1", "robin_late", name=late[0]
        )
    names = draft.names
    pairs = berger(len(names), event.cycles, event.exchange)[number - 1]
    boards, free = [], []
    for one, two in pairs:
        if 0 in (one, two):
            free.append(Encounter(one=names[max(one, two) - 1], alone="free"))
            continue
        first, second = entrants[names[one - 1]], entrants[names[two - 1]]
        boards.append(_unless_gone(event, number, first, second))
    return boards + free


def _unless_gone(event: Event, number: int, one: Entrant, two: Entrant) -> Encounter:
    """Return a board; who has left or is absent has lost it (FMJD annex 3)."""
    here, there = one.plays(number), two.plays(number)
    token = {(True, False): "+/-", (False, True): "-/+", (False, False): "-/-"}.get((here, there))
    games = (token,) * event.games if token else ()
    return Encounter(one=one.name, two=two.name, games=games)


def _knockout(draft: Draft) -> list[Encounter]:
    _need_results(draft)
    return knockout(draft.names, draft.rounds, draft.event.scoring)


def _match(draft: Draft) -> list[Encounter]:
    _need_results(draft)
    names = draft.names
    if len(names) != 2:
        raise CompetitionError(
            f"match: {len(names)} entrants are not two", "match_of_two", n=len(names)
        )
    one, two = names if draft.number % 2 else reversed(names)
    event = draft.event
    if event.early and (leader := early_winner(event, draft.rounds)) is not None:
        raise NoPairing(
            f"round {draft.number}: {leader} cannot be caught any more",
            "decided",
            round=draft.number,
            name=leader,
        )
    return [Encounter(one=one, two=two)]


def early_winner(event: Event, rounds: Sequence[Sequence[Encounter]]) -> str | None:
    """Return who has won a match before its end: who has more than can be caught up with.

    >>> from crownhead.competition import SCORINGS
    >>> event = Event(name="Title", format="match", rounds=3, scoring=SCORINGS["title-12"])
    >>> one = [Encounter(one="A", two="B", games=("12-0",))]
    >>> early_winner(event, [one]), early_winner(event, [one, one])
    (None, 'A')
    """
    points: dict[str, int] = {}
    for boards in rounds:
        for board in boards:
            pair = board.points(event.scoring, event.games)
            for name, earned in zip(board.names, pair, strict=False):
                points[name] = points.get(name, 0) + earned
    left = (event.rounds - len(rounds)) * event.whole
    ordered = sorted(points.items(), key=lambda row: -row[1])
    if len(ordered) == 2 and ordered[0][1] > ordered[1][1] + left:
        return ordered[0][0]
    return None


def _scheveningen(draft: Draft) -> list[Encounter]:
    """Pair everybody of one team with everybody of the other.

    Who starts follows from both numbers, so that everybody starts in every second of his games.
    """
    teams = draft._teams()
    if len(teams) != 2 or len({len(team) for team in teams.values()}) != 1:
        raise CompetitionError("scheveningen: expected two teams of the same size", "scheveningen")
    one, two = teams.values()
    shift = draft.number - 1
    boards = []
    for board, first in enumerate(one):
        other = (board + shift) % len(two)
        pair = first, two[other]
        boards.append(pair if (board + other) % 2 == 0 else pair[::-1])
    return [Encounter(one=a, two=b) for a, b in boards]


def _team_round(draft: Draft) -> list[Encounter]:
    """Pair teams by the Berger tables, board by board; who starts alternates from board 1."""
    teams = draft._teams()
    names = list(teams)
    if draft.seed:
        names.sort(key=lambda name: (lot_number(draft.seed, name), name))
    event = draft.event
    entrants = {each.name: each for each in draft.entrants}
    boards = []
    for one, two in berger(len(names), event.cycles, event.exchange)[draft.number - 1]:
        if 0 in (one, two):
            continue
        ours, theirs = teams[names[one - 1]], teams[names[two - 1]]
        for n, pair in enumerate(zip(ours, theirs, strict=False)):
            first, second = pair if n % 2 == 0 else pair[::-1]
            boards.append(_unless_gone(event, draft.number, entrants[first], entrants[second]))
    return boards


def _simultaneous(draft: Draft) -> list[Encounter]:
    giver, names = draft.event.giver, draft.names
    if giver not in names:
        raise CompetitionError(f"giver: {giver[:40]!r} is no entrant", "giver", name=giver[:40])
    boards = []
    for n, name in enumerate(name for name in names if name != giver):
        turn = draft.event.alternate and n % 2 == 1
        boards.append(Encounter(one=name if turn else giver, two=giver if turn else name))
    if not boards:
        raise NoPairing("simultaneous: nobody plays against the giver", "no_simul")
    return boards


def _arena(draft: Draft) -> list[Encounter]:
    """Pair those who are free; a repeat waits while anybody plays who may become free."""
    assert draft.progress is not None
    tallies, playing = draft.progress.tallies, draft.progress.playing
    free = [e.name for e in draft.entrants if e.plays(draft.number) and e.name not in playing]
    found = arena.pair(free, tallies)
    if playing:
        found = [board for board in found if not arena.is_repeat(board, tallies)]
    if not found:
        raise NoPairing("arena: nobody is free who has not just met", "nobody_free")
    return found


def _need_results(draft: Draft) -> None:
    for number, boards in enumerate(draft.rounds, 1):
        for n, board in enumerate(boards, 1):
            if not board.is_over(draft.event.games):
                raise CompetitionError(
                    f"round {number}, board {n}: has no result yet",
                    "no_result",
                    round=number,
                    board=n,
                )


_FORMATS = {
    "swiss": _swiss,
    "round robin": _round_robin,
    "knockout": _knockout,
    "match": _match,
    "scheveningen": _scheveningen,
    "teams": _team_round,
    "simultaneous": _simultaneous,
    "arena": _arena,
}
