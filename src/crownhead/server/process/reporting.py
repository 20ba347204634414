"""Reports of games: one move after the other in the queue of the engines, behind all who play."""

from __future__ import annotations

from collections.abc import AsyncIterator
from time import monotonic

from crownhead.analysis import Analysing, Report, sentence
from crownhead.engines.interface import Engine, Limit
from crownhead.errors import CrownheadError, EngineError
from crownhead.locales import Catalogue
from crownhead.move import Move
from crownhead.position import Position
from crownhead.server.messages import reports as m
from crownhead.server.messages.searches import SearchRequest
from crownhead.server.process.broadcaster import encode_line
from crownhead.server.process.fairqueue import Urgency
from crownhead.server.process.service import Service
from crownhead.server.room.refusals import Refusal, to_refusal
from crownhead.server.room.terms import variant
from crownhead.variants import Variant

MEGABYTES = 16
"""The transposition table of one report."""
LONGEST_LINE = 12
LONGEST = 1200.0
"""Seconds after which a report is given up that has waited for its turn again and again."""

Course = tuple[list[Position], list[Move]]


def course(wish: m.ReportRequest | SearchRequest, game: Variant) -> Course:
    """Return the positions and moves of a game. Raises `CrownheadError` for what is no game."""
    start = Position.initial(game) if wish.start is None else Position.from_fen(wish.start, game)
    positions, moves = [start], []
    for text in wish.moves:
        moves.append(positions[-1].parse(text))
        positions.append(positions[-1].play(moves[-1]))
    return positions, moves


async def prepare(service: Service, guest: str, wish: m.ReportRequest | SearchRequest) -> Course:
    """Return the course of the game that is asked about; raises `Refusal` where there is none."""
    try:
        game = await service.work.run_off_loop(
            guest, lambda: variant(wish.variant)[0], metered=True
        )
    except CrownheadError as error:
        raise Refusal("not_allowed", error) from None
    try:
        return await service.work.run_off_loop(guest, lambda: course(wish, game), metered=True)
    except CrownheadError as error:
        raise to_refusal(error, game) from None


async def lines(
    service: Service, guest: str, of: Course, nodes: int, language: str
) -> AsyncIterator[bytes]:
    """Yield the lines of a report: progress after each move, then the whole.

    Who stops asking stops the search. Raises `Refusal` where a position cannot be searched, or
    others get its place.
    """
    with (
        service.reports.hold(guest) as place,
        Engine.builtin(megabytes=MEGABYTES) as engine,
    ):
        place.give_up = engine.stop
        end = monotonic() + LONGEST
        analysing = Analysing(*of, engine, Limit(nodes=nodes))
        total = analysing.total
        yield encode_line(m.Progress(0, total))
        try:
            while await service.computer.look(
                guest, analysing.step, nodes * analysing.effort, engine.stop
            ):
                place.check()
                if monotonic() > end:
                    raise Refusal("too_fast", wait=60_000, crowded=True)
                yield encode_line(
                    m.Progress(analysing.done, total, analysing.checked, analysing.suspected)
                )
        except EngineError as error:
            place.check()
            raise Refusal("not_allowed", error) from None
        speech = Catalogue(language, of[0][0].variant)
        made = await service.work.run_off_loop(
            guest, lambda: write(analysing.report(), speech), Urgency.ANALYSIS, metered=True
        )
        yield encode_line(made)


def write(report: Report, speech: Catalogue) -> m.FullReport:
    """Return a report as the page gets it."""
    return m.FullReport(
        moves=tuple(
            m.ReportMove(
                ply=one.ply,
                text=str(one.move),
                by=one.by,
                score=one.score,
                best_score=one.best_score,
                cost=one.cost,
                lost=round(one.weight, 4),
                best=_line(one.line),
                proven=one.proven,
            )
            for one in report.moves
        ),
        moments=tuple(
            m.ReportMoment(
                ply=one.ply,
                kind=one.kind,
                sentence=sentence(one, speech),
                line=_line(one.facts.line),
                proven=one.facts.by_tables,
            )
            for one in report.moments
        ),
        accuracy=m.Accuracy(report.accuracy.white, report.accuracy.black),
        turning_point=report.turning_point,
        opening=None if report.opening is None else report.opening.name(speech.language),
    )


def _line(moves: tuple[Move, ...]) -> tuple[str, ...]:
    return tuple(move.notation("hub") for move in moves[:LONGEST_LINE])
