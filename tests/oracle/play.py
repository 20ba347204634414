"""Playing a move, and counting what can be played."""

from __future__ import annotations

from oracle.board import Pieces, State, ending_on, has_man, is_king, other
from oracle.captures import Outcome
from oracle.moves import moves
from oracle.record import Square
from oracle.routes import routes


def play(state: State, outcome: Outcome) -> State:
    """Return the position after a legal or a faulty move."""
    squares = state.rules.squares
    origin = squares[outcome.origin - 1]
    target = squares[outcome.target - 1]
    pieces = dict(state.pieces)
    piece = pieces.pop(origin)
    for number in outcome.captures:
        del pieces[squares[number - 1]]
    pieces[target] = f"{state.turn}_king" if outcome.crowns else piece
    quiet_king = is_king(piece) and not outcome.captures
    return State(
        rules=state.rules,
        turn=other(state.turn),
        pieces=pieces,
        runs=_runs(state, pieces, origin, target, quiet_king=quiet_king),
        draw_counts=_counts(state, pieces, outcome, by_man=not is_king(piece)),
    )


def _runs(
    state: State, pieces: Pieces, origin: Square, target: Square, *, quiet_king: bool
) -> dict[str, tuple[Square, int]]:
    """Count quiet moves in a row with one king; only a side with a man is counted (Frisian)."""
    if state.rules.king_run == 0:
        return {}
    runs = dict(state.runs)
    square, count = runs.pop(state.turn, (None, 0))
    if quiet_king:
        runs[state.turn] = target, count + 1 if square == origin else 1
    return {
        side: run
        for side, run in runs.items()
        if has_man(pieces, side) and pieces.get(run[0]) == f"{side}_king"
    }


def _counts(state: State, pieces: Pieces, outcome: Outcome, *, by_man: bool) -> tuple[int, ...]:
    events = []
    if outcome.captures:
        events.append("capture")
    if by_man:
        events.append("man_move")
    if outcome.crowns:
        events.append("crowning")
    counts = []
    for index, rule in enumerate(state.rules.draw_rules):
        if not ending_on(state.rules, index, pieces):
            counts.append(-1)
        elif state.draw_counts[index] == -1 or any(event in rule.resets for event in events):
            counts.append(0)
        else:
            counts.append(state.draw_counts[index] + 1)
    return tuple(counts)


def perft(state: State, depth: int, *, by_routes: bool = False) -> int:
    """Count the ways to play `depth` plies: outcomes ("uniq"), or routes ("dup")."""
    if depth == 0:
        return 1
    ways = [route.outcome for route in routes(state)] if by_routes else moves(state)
    if depth == 1:
        return len(ways)
    return sum(perft(play(state, outcome), depth - 1, by_routes=by_routes) for outcome in ways)
