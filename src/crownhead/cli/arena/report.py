"""The standing of a match in words."""

from __future__ import annotations

from collections.abc import Iterator

from crownhead.arena.pentanomial import Estimate
from crownhead.arena.standing import Standing
from crownhead.locales import Catalogue


def rows(standing: Standing, games: int, speech: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield what is known as pairs of a label and its value."""
    pairs, test = standing.pairs, standing.sprt
    share = 100 * standing.score / standing.games if standing.games else 50.0
    yield speech.text("arena.games"), f"{standing.games} / {games}"
    result = f"+{standing.wins} ={standing.draws} -{standing.losses}   {share:.1f} %"
    yield speech.text("arena.result"), result
    yield speech.text("arena.pairs"), "  ".join(map(str, pairs.counts))
    if pairs.pairs:
        yield speech.text("arena.elo"), _interval(pairs.elo)
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


def lines(standing: Standing, games: int, speech: Catalogue) -> Iterator[str]:
    """Yield the standing line by line, the verdict of a test last."""
    table = list(rows(standing, games, speech))
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
        f"Elo {_interval(standing.pairs.elo)}" if standing.pairs.pairs else "",
        f"LLR {standing.ratio:.2f}" if standing.ratio is not None else "",
    ]
    return "  ".join(filter(None, parts))


def _interval(estimate: Estimate) -> str:
    return f"{estimate.value:.1f}   [{estimate.low:.1f}, {estimate.high:.1f}]"
