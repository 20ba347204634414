"""Reports of puzzles by HTTP."""

from __future__ import annotations

from functools import cache

from litestar import post

from crownhead.puzzles import sets
from crownhead.server.clock import milliseconds
from crownhead.server.messages.puzzles import PuzzleFault
from crownhead.server.process.fairqueue import Urgency
from crownhead.server.room.refusals import Refusal
from crownhead.server.storage import puzzle_reports
from crownhead.server.wire import http
from crownhead.variants import VARIANTS


@post(
    "/api/puzzles/faults",
    status_code=204,
    summary="Report a puzzle that is no good one",
    responses=http._responses(404, 409),
)
async def report_puzzle(request: http.Asked, data: PuzzleFault) -> None:
    """Store a report on a puzzle; a second one by the same guest replaces the first."""
    http.pace(request, "puzzle")
    service, guest = http._service(request), http._guest(request)
    if data.variant not in VARIANTS:
        raise Refusal("unknown_game", text="unknown_puzzle")
    known = await service.work.run_off_loop(guest, lambda: _names(data.variant), Urgency.MOVE)
    if data.puzzle not in known:
        raise Refusal("unknown_game", text="unknown_puzzle")
    told = puzzle_reports.PuzzleReport(data.variant, data.puzzle, data.fault, milliseconds())
    if not await puzzle_reports.store_report(service.store.database, guest, told):
        raise Refusal("not_allowed", text="too_many_faults")


@cache
def _names(variant: str) -> frozenset[str]:
    """Return the ids of a game's puzzles; the first question reads them all."""
    return frozenset(puzzle.id for puzzle in sets.load(variant).puzzles)
