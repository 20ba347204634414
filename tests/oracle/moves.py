"""Legal moves, and the faulty ones that may be huffed."""

from __future__ import annotations

from oracle.board import State, has_man, is_king, number_of, other, side_of
from oracle.captures import Landed, Outcome, Stage, all_stages, step
from oracle.choice import rank
from oracle.record import Square

End = tuple[Outcome, tuple[bool, ...]]  # an outcome, and the order in which kings were taken


def moves(state: State) -> list[Outcome]:
    """List the legal moves, one for each outcome."""
    if race_is_over(state) or outnumbered_side(state):
        return []
    captures = {outcome for outcome, _ in legal_captures(state)}
    if captures and state.rules.compulsory:
        return in_order(captures)
    return in_order(captures | quiet_moves(state))


def faulty(state: State) -> list[Outcome]:
    """List what may be huffed: quiet moves beside a capture, and captures broken off (RULES H)."""
    if race_is_over(state) or outnumbered_side(state) or not state.rules.compulsory:
        return []
    legal = legal_captures(state)
    if not legal:
        return []
    found = quiet_moves(state)
    for origin in own_squares(state):
        walk = list(all_stages(state, origin))
        for stage in stages_on_the_way(state, origin, walk, legal):
            found.add(outcome_at(state, origin, stage))
    return in_order(found - {outcome for outcome, _ in legal})


def legal_captures(state: State) -> set[End]:
    """Return the complete captures that the rule of choice allows."""
    ends = set()
    for origin in own_squares(state):
        for _, following in all_stages(state, origin):
            if following.may_end:
                stage = following.stage
                ends.add((outcome_at(state, origin, stage), stage.taken_kings))
    best = max((rank(state, *end) for end in ends), default=())
    return {end for end in ends if rank(state, *end) == best}


def stages_on_the_way(
    state: State, origin: Square, walk: list[tuple[Stage, Landed]], legal: set[End]
) -> set[Stage]:
    """Find the stages, after one jump or more, from which going on can end in `legal`."""
    ways_into: dict[Stage, set[Stage]] = {}
    found = set()
    for before, following in walk:
        if not before.taken:
            continue
        ways_into.setdefault(following.stage, set()).add(before)
        end = outcome_at(state, origin, following.stage), following.stage.taken_kings
        if following.may_end and end in legal:
            found.add(before)
    waiting = list(found)
    while waiting:
        for before in ways_into.get(waiting.pop(), set()):
            if before not in found:
                found.add(before)
                waiting.append(before)
    return found


def quiet_moves(state: State) -> set[Outcome]:
    """Return the moves without a capture, as if no capture were possible."""
    rules = state.rules
    found = set()
    for origin in own_squares(state):
        if run_is_full(state, origin):
            continue
        king = is_king(state.pieces[origin])
        for direction in rules.directions(rules.king_move if king else rules.men_move, state.turn):
            target = step(origin, direction)
            while target in rules.numbers and target not in state.pieces:
                crowns = not king and target[0] == rules.far_row(state.turn)
                found.add(
                    Outcome(number_of(rules, origin), number_of(rules, target), frozenset(), crowns)
                )
                if not (king and rules.flying):
                    break
                target = step(target, direction)
    return found


def run_is_full(state: State, origin: Square) -> bool:
    """Return whether this king has made all the quiet moves in a row that it may (Frisian)."""
    limit = state.rules.king_run
    if limit == 0 or not has_man(state.pieces, state.turn):
        return False
    square, count = state.runs.get(state.turn, (None, 0))
    return square == origin and count >= limit


def outcome_at(state: State, origin: Square, stage: Stage) -> Outcome:
    """Return the outcome of a capture that stops at `stage`."""
    rules = state.rules
    was_king = is_king(state.pieces[origin])
    on_far_row = stage.square[0] == rules.far_row(state.turn)
    return Outcome(
        number_of(rules, origin),
        number_of(rules, stage.square),
        frozenset(number_of(rules, victim) for victim in stage.taken),
        not was_king and (stage.king or on_far_row),
    )


def race_is_over(state: State) -> bool:
    """Return whether a king stands on the board where the first king wins (Breakthrough)."""
    return state.rules.aim == "king" and winner_of_race(state) is not None


def winner_of_race(state: State) -> str | None:
    """Return who has a king; the side that has just moved comes first."""
    for side in (other(state.turn), state.turn):
        if f"{side}_king" in state.pieces.values():
            return side
    return None


def outnumbered_side(state: State) -> str | None:
    """Return the side with too few pieces against more than that (Ghanaian), or None."""
    few = state.rules.too_few
    standing = [side_of(piece) for piece in state.pieces.values()]
    for side in ("white", "black"):
        if standing.count(side) <= few < standing.count(other(side)) and few:
            return side
    return None


def own_squares(state: State) -> list[Square]:
    """List where the side to move has its pieces."""
    return sorted(s for s, piece in state.pieces.items() if side_of(piece) == state.turn)


def in_order(outcomes: set[Outcome]) -> list[Outcome]:
    """Sort outcomes, so that runs can be repeated."""
    return sorted(outcomes, key=lambda o: (o.origin, o.target, sorted(o.captures), o.crowns))
