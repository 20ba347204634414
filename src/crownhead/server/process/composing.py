"""Compositions checked for guests: one question after the other, behind all who play."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from time import monotonic, thread_time

from crownhead.compose import Composition, Report
from crownhead.compose.checking import Checking
from crownhead.compose.composition import MOST_PLIES
from crownhead.compose.reading import of_fen, of_text
from crownhead.endgame.tables import Tables
from crownhead.errors import CrownheadError, InvalidComposition
from crownhead.move import Move
from crownhead.position import Position
from crownhead.puzzles.puzzle import unambiguous, write_line
from crownhead.server.messages import compositions as m
from crownhead.server.process.broadcaster import encode_line
from crownhead.server.process.service import Service
from crownhead.server.room.refusals import Refusal, to_refusal
from crownhead.server.room.terms import variant
from crownhead.variants import Variant

POSITIONS, NODES = 50_000, 100_000
"""What one question may look at, half of what `crownhead compose check` does by itself."""
MOST_SECONDS = 120.0
"""Of a processor, that one composition may take in all."""
LONGEST = 1200.0
"""Seconds after which a check is given up that has waited for its turn again and again."""
TELLS = 0.5
"""Seconds between two lines that tell how far it is."""
_VARIATIONS = re.compile(r"[(){}\[\];$]")
"""What moves alone have not: such a solution is read as a PDN."""
_NUMBER = re.compile(r"\d+\s*\.+|(?:^|(?<=\s))(?:\*|1/2-1/2|[012]-[012])(?=\s|$)|[!?]")
"""Numbers of moves, results, and what annotators write behind moves."""


def read(wish: m.CompositionRequest, game: Variant) -> Composition:
    """Return the composition that is asked about.

    Raises `CrownheadError` where there is none, and `Refusal` for a move that is none.
    """
    if wish.pdn is not None:
        return of_text(wish.pdn, game, wish.goal)
    if wish.start is None:
        raise InvalidComposition("there is neither a position nor a PDN", "nothing")
    given = of_fen(wish.start, game, wish.goal or "win")
    if _VARIATIONS.search(wish.solution):
        return of_text(f'[FEN "{given.start.fen()}"]\n\n{wish.solution} *', game, given.goal)
    line = _line(given.start, _NUMBER.sub(" ", wish.solution).split())
    return replace(given, lines=(line,) if line else (), name="")


def _line(position: Position, texts: list[str]) -> tuple[Move, ...]:
    """Return the moves of a line. Raises `Refusal` for the first that is none."""
    if len(texts) > MOST_PLIES:
        raise InvalidComposition(
            f"a solution has at most {MOST_PLIES} plies", "plies", plies=MOST_PLIES
        )
    line = []
    for text in texts:
        try:
            line.append(position.parse(text))
        except CrownheadError as error:
            raise to_refusal(error, position.variant, text) from None
        position = position.play(line[-1])
    return tuple(line)


async def prepare(service: Service, guest: str, wish: m.CompositionRequest) -> Composition:
    """Return the composition that is asked about; raises `Refusal` where there is none."""

    def read_work() -> Composition:
        return read(wish, variant(wish.variant)[0])

    try:
        return await service.work.run_off_loop(guest, read_work, metered=True)
    except CrownheadError as error:
        raise Refusal("not_allowed", error) from None


async def lines(service: Service, guest: str, given: Composition) -> AsyncIterator[bytes]:
    """Yield how far the check is, then what it found; who stops asking stops it.

    Raises `Refusal` where it takes too long, cannot be done, or others get its place.
    """
    with service.reports.hold(guest) as place:
        end = monotonic() + LONGEST
        told = monotonic()
        spent, questions = 0.0, 0
        checking: Checking | None = None

        def step() -> Report | None:
            """Answer one question; return the report after the last."""
            nonlocal checking, spent
            if place.lost:
                return None
            began = thread_time()
            if checking is None:
                tables = Tables.open(given.start.variant)
                checking = Checking(given, tables=tables, positions=POSITIONS, nodes=NODES)
            found = None if checking.step() else checking.report()
            spent += thread_time() - began
            return found

        yield encode_line(m.CheckingProgress(0, 0, 0))
        while True:
            try:
                report = await service.computer.look(guest, step, NODES, lambda: None)
            except CrownheadError as error:
                raise Refusal("not_allowed", error) from None
            place.check()
            if report is not None:
                yield encode_line(show(report))
                return
            questions += 1
            if spent > MOST_SECONDS:
                raise Refusal("not_allowed", text="composition_too_long")
            if monotonic() > end:
                raise Refusal("too_fast", wait=60_000, crowded=True)
            if monotonic() > told + TELLS and checking is not None:
                told = monotonic()
                yield encode_line(m.CheckingProgress(questions, checking.done, checking.total))


def show(report: Report) -> m.CheckedComposition:
    """Return what was found as the page gets it."""
    certificate = report.certificate
    composition = certificate.composition
    start = composition.start
    seconds = []
    for second in report.seconds:
        position = start
        for move in second.line:
            position = position.play(move)
        text = unambiguous(position, second.move)
        line = tuple(write_line(start, second.line))
        seconds.append(m.SecondWay(second.kind, second.at, text, line))
    return m.CheckedComposition(
        variant=start.variant.key,
        fen=start.fen(),
        attacker=composition.attacker,
        goal=composition.goal,
        name=composition.name,
        verdict=report.found.verdict,
        at=report.found.at,
        ground=report.found.ground,
        lines=tuple(tuple(write_line(start, line)) for line in composition.lines),
        seconds=tuple(seconds),
        open=tuple(m.OpenMove(at, str(move), score) for at, move, score in report.open),
        origin=tuple(doubt.code for doubt in report.origin),
        searched=len(certificate.searched),
        shown=len(certificate.graph.wins) + len(certificate.graph.holds),
        certificate=json.dumps(certificate.to_dict(), ensure_ascii=False, indent=0) + "\n",
    )
