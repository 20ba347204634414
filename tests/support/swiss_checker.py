"""The next Swiss round once more, by `caissify-pairings`: another program by other authors."""

from __future__ import annotations

from caissify_pairings.engines.dutch import DutchEngine

from crownhead.competition import Competition, Encounter

Pair = tuple[str, ...]


def pairs_of(event: Competition, boards: list[Encounter]) -> set[Pair]:
    """Return who meets whom; who starts comes first where both have the same points.

    Between different points the other program goes by pairing numbers alone where the rules ask
    for the higher rank (C.04.3 art. 5.2.4), so that nothing is compared there.
    """
    return {_pair(event, board.one, board.two) for board in boards if board.alone in (None, "bye")}


def _pair(event: Competition, one: str, two: str | None) -> Pair:
    if two is None:
        return (one,)
    points = event.table().points
    return (one, two) if points[one] == points[two] else tuple(sorted((one, two)))


def checked_pairs(event: Competition) -> set[Pair]:
    """Return what the other program pairs for the next round."""
    draft = event.draft()
    numbers = {name: n for n, name in enumerate(draft.names, 1)}
    names = {n: name for name, n in numbers.items()}
    win, half = event.event.whole, event.event.scoring.half(event.event.games)
    scores: dict[str, list[float]] = {name: [0.0] for name in numbers}
    sides: dict[str, list[str]] = {name: [] for name in numbers}
    floats: dict[str, list[str]] = {name: [] for name in numbers}
    byes = dict.fromkeys(numbers, 0)
    forfeits = dict.fromkeys(numbers, 0)
    met = set()
    for published in event.rounds:
        before = {name: scores[name][-1] for name in numbers}
        earned = dict.fromkeys(numbers, 0.0)
        played: dict[str, str] = {}
        drift = dict.fromkeys(numbers, "none")
        for board in published.boards:
            points = board.points(event.event.scoring, event.event.games)
            for name, own in zip(board.names, points, strict=False):
                earned[name] = own / win
                drift[name] = "down" if not board.played and own > 0 else "none"
            byes[board.one] += board.alone == "bye"
            if board.two is None:
                continue
            if not board.played:
                forfeits[board.one] += points[0] == win
                forfeits[board.two] += points[1] == win
                continue
            met.add((numbers[board.one], numbers[board.two]))
            played |= {board.one: "white", board.two: "black"}
            for own, other in (board.names, board.names[::-1]):
                ahead = before[own] - before[other]
                drift[own] = "down" if ahead > 0 else "up" if ahead < 0 else "none"
        for name in numbers:
            scores[name].append(scores[name][-1] + earned[name])
            floats[name].append(drift[name])
            sides[name] += [played[name]] if name in played else []
    assert half * 2 == win
    number = len(event.rounds) + 1
    # Who has never been paired and is not here has no number yet.
    paired = {n for each in event.rounds for b in each.boards for n in b.names if b.two}
    here = [name for name in draft.names if event.entrant(name).plays(number) or name in paired]
    counted = {name: n for n, name in enumerate(here, 1)}
    players = [
        {
            "id": numbers[each.name],
            "name": each.name,
            "score": scores[each.name][-1],
            "rating": each.rating or 0,
            "starting_number": numbers[each.name],
            "pairing_number": counted[each.name],
            "color_hist": sides[each.name],
            "float_history": floats[each.name],
            "bye_count": byes[each.name],
            "forfeit_win_count": forfeits[each.name],
        }
        for each in event.entrants
        if each.plays(number)
    ]
    engine = DutchEngine(
        players=players,
        previous_pairings=met,
        round_number=number,
        total_rounds=event.event.rounds,
        initial_color="white",
    )
    found = set()
    for pair in engine.generate_pairings():
        one, two = pair["white_id"], pair.get("black_id")
        found.add(_pair(event, names[one], None if two is None else names[two]))
    return found
