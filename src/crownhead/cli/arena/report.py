"""The score of a match in words."""

from __future__ import annotations

import math
from collections.abc import Iterator

from crownhead.arena.pentanomial import Estimate, Pentanomial
from crownhead.arena.score import MatchScore
from crownhead.arena.thinking import PHASES, Tally
from crownhead.locales import Catalogue


def rows(
    score: MatchScore, games: int, speech: Catalogue, *, forfeits: bool = True
) -> Iterator[tuple[str, str]]:
    """Yield what is known as pairs of a label and its value.

    Without `forfeits`, pairs in which a game was lost by a fault count for nothing.
    """
    pairs, test = _pairs(score, forfeits), score.sprt
    yield speech.text("arena.games"), f"{score.games} / {games}"
    yield speech.text("arena.result"), _result(score, forfeits)
    yield speech.text("arena.pairs"), "  ".join(map(str, pairs.counts))
    if pairs.pairs:
        lost = sum(score.faults) if forfeits else 0
        mark = f"   {speech.text('arena.with_forfeits', n=lost)}" if lost else ""
        yield speech.text("arena.elo"), elo(pairs) + mark
        if math.isfinite(pairs.normalized.value):
            yield speech.text("arena.normalized"), _interval(pairs.normalized, ".1f")
        if pairs.superiority is not None:
            yield speech.text("arena.superiority"), f"{100 * pairs.superiority:.1f} %"
    if test is not None:
        bounds = f"[{test.lower:.2f}, {test.upper:.2f}]"
        what = f"{test.elo0:g}, {test.elo1:g} ({test.model})"
        yield speech.text("arena.test"), f"{test.ratio(score.tested):.2f} {bounds}   {what}"
    if score.adjudicated:
        yield speech.text("arena.adjudicated"), str(score.adjudicated)
    if any(score.faults):
        yield speech.text("arena.faults"), " : ".join(map(str, score.faults))
    for place, phase in enumerate(PHASES):
        first, second = (tallies[place] for tallies in score.thinking)
        if first.moves or second.moves:
            shown = "  -  ".join(_thinking(tally, speech) for tally in (first, second))
            yield speech.text(f"arena.thinking.{phase}"), shown


def lines(
    score: MatchScore,
    games: int,
    speech: Catalogue,
    *,
    players: tuple[str, str] | None = None,
    forfeits: bool = True,
) -> Iterator[str]:
    """Yield who plays and the standing line by line, the verdict of a test last."""
    table = list(rows(score, games, speech, forfeits=forfeits))
    if players is not None:
        table.insert(0, (speech.text("arena.players"), "  -  ".join(players)))
    width = max(len(label) for label, _ in table)
    for label, value in table:
        yield f"{label:{width}}  {value}"
    if score.verdict == "H1":
        yield speech.text("arena.accepted")
    elif score.verdict == "H0":
        yield speech.text("arena.rejected")


def line(score: MatchScore, games: int, *, forfeits: bool = True) -> str:
    """Return the standing in one line."""
    pairs = _pairs(score, forfeits)
    parts = [
        f"{score.games}/{games}",
        _result(score, forfeits),
        f"Elo {elo(pairs)}" if pairs.pairs else "",
        f"LLR {score.ratio:.2f}" if score.ratio is not None else "",
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


def _pairs(score: MatchScore, forfeits: bool) -> Pentanomial:
    return score.pairs if forfeits else score.unforfeited


def _result(score: MatchScore, forfeits: bool) -> str:
    wins, draws, losses = score.results if forfeits else score.unforfeited_results
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
