"""Compositions from a FEN, from PDN files, and from files of puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

from crownhead.compose.composition import (
    MOST_LINES,
    MOST_PLIES,
    Composition,
    Goal,
    goal_of,
)
from crownhead.errors import CrownheadError, InvalidComposition
from crownhead.folders import FilePath
from crownhead.formats import pdn
from crownhead.move import Move
from crownhead.position import Position
from crownhead.puzzles import sets
from crownhead.variants import Variant

GOAL_TAG = "Goal"
"""The tag in which PDN says what is to be reached, where the result does not: win, draw or gain."""


def of_fen(fen: str, variant: Variant | str, goal: Goal = "win") -> Composition:
    """Return the composition that a FEN is, without a solution.

    Raises `InvalidFen`, and `InvalidComposition` where there is nothing to solve.

    >>> of_fen("W:W5,29,31,32:B17,20,22,26", "english").attacker
    'white'
    """
    return _check(Composition(Position.from_fen(fen, variant), goal, (), "FEN"))


def of_text(text: str, variant: Variant | None = None, goal: Goal | None = None) -> Composition:
    """Return the first composition of a text in PDN; arguments as those of `read`.

    Raises `InvalidComposition`.

    >>> from crownhead.variants import get
    >>> found = of_text('[FEN "W:WK15,K32:B16,K28"] 1. 15-11 *', get("english"))
    >>> found.goal, str(found.solution[0])
    ('win', '15-11')
    """
    for found in _of_pdn(StringIO(text), "PDN", variant, goal, _fail):
        return found
    raise InvalidComposition("PDN: there is no game in it", "no_game")


Told = Callable[[InvalidComposition], None]
"""Called with what is wrong with a composition that is left out."""


def read(
    path: FilePath,
    variant: Variant | None = None,
    goal: Goal | None = None,
    told: Told | None = None,
) -> Iterator[Composition]:
    """Yield the compositions of a file of games (PDN), of puzzles, or of FENs, one a line.

    PDN: the FEN of each game is the position, its moves are the solution; a variation where the
    defender moves is one of the author's, one where the attacker moves is a try, and not read. The
    tag `Goal` says what is to be reached, else the result does: a drawn game is to be drawn, and
    whatever else is to be won. `variant` says which game it is where the file does not, `goal` goes
    before all else. Raises `InvalidComposition` with the place of the first that cannot be read;
    where `told` is given it is called instead, and the others follow. Raises `InvalidPuzzle`, too,
    and `OSError`.
    """
    told = told or _fail
    path = Path(path)
    with path.open("rb") as file:
        head = file.read(4096).lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"{"):
        yield from _of_puzzles(path, goal)
    elif head[:2].upper() in (b"W:", b"B:"):
        yield from _of_fens(path, variant, goal or "win", told)
    else:
        yield from _of_pdn(path, path.name, variant, goal, told)


def _of_puzzles(path: Path, goal: Goal | None) -> Iterator[Composition]:
    try:
        found = sets.read(path)
    except RecursionError as error:
        raise InvalidComposition(
            f"{path.name}: too deeply nested", "deep", name=path.name
        ) from error
    for puzzle in found.puzzles:
        yield _check(Composition(puzzle.start, goal or puzzle.goal, puzzle.solution[:1], puzzle.id))


def _of_fens(path: Path, variant: Variant | None, goal: Goal, told: Told) -> Iterator[Composition]:
    if variant is None:
        raise InvalidComposition(
            f"{path.name}: FENs do not say which game they belong to", "which_game", name=path.name
        )
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            place = f"{path.name}, line {number}"
            try:
                start = Position.from_fen(line.strip()[:4000], variant)
                found = _check(Composition(start, goal, (), place))
            except CrownheadError as error:
                where = {"name": path.name, "number": number}
                told(InvalidComposition(f"{place}: {error}", "line", **where, why=error))
                continue
            yield found


def _of_pdn(
    source: Path | StringIO, label: str, variant: Variant | None, goal: Goal | None, told: Told
) -> Iterator[Composition]:
    for number, game in enumerate(pdn.read(source, variant=variant), 1):
        event = game.tags.get("Event", "").strip("? ")
        of = f" ({event[:60]})" if event else ""
        name = f"{label}, game {number}{of}"
        where = {"name": label, "number": number, "event": of}
        if game.errors:
            wrong = game.errors[0]
            told(InvalidComposition(f"{name}: {wrong}", "game", **where, why=wrong))
            continue
        try:
            wanted = goal or _goal(game)
            lines = tuple(_lines(game.root))
            found = _check(Composition(game.start, wanted, lines, name))
        except InvalidComposition as error:
            told(InvalidComposition(f"{name}: {error}", "game", **where, why=error))
            continue
        yield found


def _fail(error: InvalidComposition) -> None:
    raise error


def _goal(game: pdn.PdnGame) -> Goal:
    told = game.tags.get(GOAL_TAG, "").strip().lower()
    if told:
        return goal_of(told)
    return "draw" if game.result in ("1/2-1/2", "1-1") else "win"


def _lines(root: pdn.Node) -> Iterator[tuple[Move, ...]]:
    """Yield the author's lines: at the attacker's moves the first, at the defender's all."""
    attacker = root.position.turn
    waiting: list[tuple[pdn.Node, tuple[Move, ...]]] = [(root, ())]
    count = 0
    while waiting:
        node, line = waiting.pop()
        following = [one for one in node.variations if one.kind == "move"]
        if len(following) < len(node.variations):
            raise InvalidComposition(
                "a solution has moves alone: no set-up, no null move", "moves_alone"
            )
        if node.position.turn == attacker:
            following = following[:1]
        if not following:
            count += bool(line)
            if line:
                yield line
            continue
        if len(line) >= MOST_PLIES or count + len(waiting) > MOST_LINES:
            raise InvalidComposition(
                f"a solution has at most {MOST_LINES} lines of {MOST_PLIES} plies",
                "long",
                lines=MOST_LINES,
                plies=MOST_PLIES,
            )
        for one in reversed(following):
            assert one.move is not None
            waiting.append((one, (*line, one.move)))


def _check(composition: Composition) -> Composition:
    start = composition.start
    if not start.has_legal_move:
        raise InvalidComposition(
            "the side to move has no move: there is nothing to solve", "no_move"
        )
    if start.count("white") == 0 or start.count("black") == 0:
        raise InvalidComposition("one side has no piece", "no_piece")
    return composition
