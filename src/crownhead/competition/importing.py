"""An event that was run elsewhere, as deeds: so it is shown, checked, and gone on with."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from crownhead.competition.competition import Competition
from crownhead.competition.deeds import ENTRANT, Log
from crownhead.competition.encounters import Encounter
from crownhead.competition.failure import CompetitionError


def to_log(event: Competition, at: str, reason: str) -> Log:
    """Return the log of an event: its entries, and each round with its pairing and results.

    A pairing that the program would not have made stands there as one by hand, with the `reason`.
    Raises `CompetitionError` for a round that the format does not allow, and says which one.

    >>> from crownhead.competition import trf, trfreading
    >>> from crownhead.competition import Competition, Entrant, Event, check
    >>> from crownhead.competition.eventfile import dumps
    >>> two = Competition(event=Event(name="Club", format="round robin"))
    >>> two = two.enter(Entrant(name="Anna")).enter(Entrant(name="Bert")).pair()
    >>> report = trf.dumps(two.record(1, 1, ["2-0"]))
    >>> log = to_log(trfreading.loads(report), "2026-11-28T12:00:00Z", "from TRF")
    >>> [deed.kind for deed in log.deeds], check(dumps(log)).right
    (['new', 'enter', 'enter', 'pair', 'result', 'standing'], True)
    """
    log = Log.begin(event.event, at)
    for each in event.entrants:
        plain = each.to_dict()
        log = log.act("enter", at, entrant={name: plain[name] for name in ENTRANT if name in plain})
    for number, published in enumerate(event.rounds, 1):
        try:
            log = _play(log, at, number, published.boards, reason)
        except CompetitionError as error:
            raise CompetitionError(f"round {number}: {error}") from None
    for each in event.entrants:
        if each.cancelled:
            log = log.act("withdraw", at, name=each.name, reason=reason)
    return log


def _play(log: Log, at: str, number: int, boards: Sequence[Encounter], reason: str) -> Log:
    """Pair a round as it was paired elsewhere, and enter its results."""
    for board in boards:
        if log.competition.event.format == "swiss" and board.alone in ("requested", "absent"):
            with suppress(CompetitionError):  # a second bye, which the board says by hand
                log = log.act("excuse", at, name=board.one, why=board.alone, round=number)
    unplayed = [replace(board, games=(), extra=()) for board in boards]
    program = log.competition.propose()
    known = {(board.one, board.two, board.alone) for board in program if not board.games}
    same = {(board.one, board.two, board.alone) for board in unplayed} == known
    log = log.pair(at, program if same else unplayed, "" if same else reason, program=program)
    places = {board.one: n for n, board in enumerate(log.competition.rounds[-1].boards, 1)}
    for board in boards:
        if board.games:
            log = log.act(
                "result", at, round=number, board=places[board.one], games=list(board.games)
            )
        if board.extra:
            log = log.act(
                "tie-break", at, round=number, board=places[board.one], games=list(board.extra)
            )
    return log
