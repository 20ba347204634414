"""The standing of a match in words."""

from __future__ import annotations

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
    pairs, test = standing.pairs if forfeits else standing.unforfeited, standing.sprt
    share = 100 * standing.score / standing.games if standing.games else 50.0
    yield speech.text("arena.games"), f"{standing.games} / {games}"
    result = f"+{standing.wins} ={standing.draws} -{standing.losses}   {share:.1f} %"
    yield speech.text("arena.result"), result
    yield speech.text("arena.pairs"), "  ".join(map(str, pairs.counts))
    if pairs.pairs:
        lost = sum(standing.faults) if forfeits else 0
        mark = f"   {speech.text('arena.with_forfeits', n=lost)}" if lost else ""
        yield speech.text("arena.elo"), _elo(pairs) + mark
        if pairs.bound is None:
            yield speech.text("arena.normalized"), _interval(pairs.normalized)
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


def line(standing: Standing, games: int) -> str:
    """Return the standing in one line."""
    parts = [
        f"{standing.games}/{games}",
        f"+{standing.wins} ={standing.draws} -{standing.losses}",
        f"Elo {_elo(standing.pairs)}" if standing.pairs.pairs else "",
        f"LLR {standing.ratio:.2f}" if standing.ratio is not None else "",
    ]
    return "  ".join(filter(None, parts))


def _elo(pairs: Pentanomial) -> str:
    """Return the Elo with its interval, or what it is beyond where one side won every game."""
    bound = pairs.bound
    if bound is None:
        return _interval(pairs.elo)
    return f"{'>' if pairs.mean > 0.5 else '<'} {bound:.1f}"


def _thinking(tally: Tally, speech: Catalogue) -> str:
    depth = f"{tally.depth_mean:.1f}" if tally.searched else "-"
    speed = f"{tally.speed / 1000:.0f}" if tally.nodes else "-"
    seconds = f"{tally.seconds_mean:.3f}"
    return speech.text("arena.thinking", depth=depth, speed=speed, seconds=seconds)


def _interval(estimate: Estimate) -> str:
    return f"{estimate.value:.1f}   [{estimate.low:.1f}, {estimate.high:.1f}]"
