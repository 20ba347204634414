"""The standing of a match in words."""

from __future__ import annotations

import math
from collections.abc import Iterator

from crownhead.arena.pentanomial import Estimate, Pentanomial
from crownhead.arena.standing import Standing
from crownhead.arena.thinking import PHASES, Tally
from crownhead.locales import Catalogue


def rows(
    standing: Standing, games: int, speech: Catalogue, *, forfeits: bool = True
) -> Iterator[tuple[str, str]]:
    """Yield what is known as pairs of a label and its value.

    Without `forfeits`, pairs in which a game was lost by a fault count for nothing.
    """
    pairs, test = _pairs(standing, forfeits), standing.sprt
    yield speech.text("arena.games"), f"{standing.games} / {games}"
    yield speech.text("arena.result"), _result(standing, forfeits)
    yield speech.text("arena.pairs"), "  ".join(map(str, pairs.counts))
    if pairs.pairs:
        lost = sum(standing.faults) if forfeits else 0
        mark = f"   {speech.text('arena.with_forfeits', n=lost)}" if lost else ""
        yield speech.text("arena.elo"), elo(pairs) + mark
        if math.isfinite(pairs.normalized.value):
            yield speech.text("arena.normalized"), _interval(pairs.normalized, ".1f")
        if pairs.superiority is not None:
            yield speech.text("arena.superiority"), f"{100 * pairs.superiority:.1f} %"
    if test is not None:
        bounds = f"[{test.lower:.2f}, {test.upper:.2f}]"
        what = f"{test.elo0:g}, {test.elo1:g} ({test.model})"
        yield speech.text("arena.test"), f"{test.ratio(standing.tested):.2f} {bounds}   {what}"
    if standing.adjudicated:
        yield speech.text("arena.adjudicated"), str(standing.adjudicated)
    if any(standing.faults):
        yield speech.text("arena.faults"), " : ".join(map(str, standing.faults))
    for place, phase in enumerate(PHASES):
        first, second = (tallies[place] for tallies in standing.thinking)
        if first.moves or second.moves:
            shown = "  -  ".join(_thinking(tally, speech) for tally in (first, second))
            yield speech.text(f"arena.thinking.{phase}"), shown


def lines(
    standing: Standing, games: int, speech: Catalogue, *, forfeits: bool = True
) -> Iterator[str]:
    """Yield the standing line by line, the verdict of a test last."""
    table = list(rows(standing, games, speech, forfeits=forfeits))
    width = max(len(label) for label, _ in table)
    for label, value in table:
        yield f"{label:{width}}  {value}"
    if standing.verdict == "H1":
        yield speech.text("arena.accepted")
    elif standing.verdict == "H0":
        yield speech.text("arena.rejected")


def line(standing: Standing, games: int, *, forfeits: bool = True) -> str:
    """Return the standing in one line."""
    pairs = _pairs(standing, forfeits)
    parts = [
        f"{standing.games}/{games}",
        _result(standing, forfeits),
        f"Elo {elo(pairs)}" if pairs.pairs else "",
        f"LLR {standing.ratio:.2f}" if standing.ratio is not None else "",
    ]
    return "  ".join(filter(None, parts))


def elo(pairs: Pentanomial, form: str = ".1f") -> str:
    """Return the Elo with its interval, or what it is beyond where one side won every game.

    >>> elo(Pentanomial((0, 2, 0, 0, 0))), elo(Pentanomial((0, 0, 0, 0, 9)), "+.0f")
    ('-190.8', '> +297')
    >>> elo(Pentanomial((0, 0, 0, 1, 1)))
    '338.0   [> 148.7]'
    """
    bound = pairs.bound
    if bound is None:
        return _interval(pairs.elo, form)
    return f"{'>' if pairs.mean > 0.5 else '<'} {bound:{form}}"


def _pairs(standing: Standing, forfeits: bool) -> Pentanomial:
    return standing.pairs if forfeits else standing.unforfeited


def _result(standing: Standing, forfeits: bool) -> str:
    wins, draws, losses = standing.results if forfeits else standing.unforfeited_results
    games = wins + draws + losses
    share = f"   {100 * (wins + draws / 2) / games:.1f} %" if games else ""
    return f"+{wins} ={draws} -{losses}{share}"


def _thinking(tally: Tally, speech: Catalogue) -> str:
    depth = f"{tally.depth_mean:.1f}" if tally.searched else "-"
    speed = f"{tally.speed / 1000:.0f}" if tally.nodes else "-"
    seconds = f"{tally.seconds_mean:.3f}"
    return speech.text("arena.thinking", depth=depth, speed=speed, seconds=seconds)


def _interval(estimate: Estimate, form: str) -> str:
    """Return a value with the ends of its interval that are known."""
    value, low, high = (f"{x:{form}}" for x in (estimate.value, estimate.low, estimate.high))
    if math.isinf(estimate.low) and math.isinf(estimate.high):
        return value
    if math.isinf(estimate.low):
        return f"{value}   [< {high}]"
    return f"{value}   [> {low}]" if math.isinf(estimate.high) else f"{value}   [{low}, {high}]"
