"""A search of the core, asked with limits and answered as an analysis, also depth by depth."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Generator, Sequence
from queue import SimpleQueue
from threading import Thread

from crownhead._core import FIRST_WITH_BOOK, FoundLine, Search, SearchResult, Weights
from crownhead.endgame.tables import Tables, probe_of
from crownhead.engines import tablebase
from crownhead.engines.analysis import AnalysedLine, Analysis
from crownhead.engines.book.books import book as opening_book
from crownhead.engines.evaluation import Evaluation
from crownhead.engines.levels import HIGHEST, Level
from crownhead.engines.limit import MAX_DEPTH, Limit
from crownhead.errors import EngineError
from crownhead.gameview import GameView
from crownhead.move import Move
from crownhead.position import Position
from crownhead.rulesets import ruleset
from crownhead.variants import Variant
from crownhead.weights import weights

Tell = Callable[[Analysis], None]
"""Called with what is found at each depth, on the thread of the search."""

MOST_LINES = 32
_MOST = 2**63


def run(
    search: Search,
    position: Position,
    past: Sequence[Position],
    limit: Limit,
    *,
    like: Level = HIGHEST,
    seed: int = 0,
    lines: int = 1,
    threads: int = 1,
    endgames: Tables | None = None,
    judged: bool = False,
    excluded: Sequence[Move] = (),
    learnt: Weights | None = None,
    evaluation: Evaluation | None = None,
    tell: Tell | None = None,
) -> Analysis:
    """Search until the limit, `search.stop`, or a proven end.

    `like`: the level whose errors and short sight it has, the limits of which do not count.
    `endgames`: the tables that it asks; `judged`: lines are ordered and scored by them, which is
    for an analysis, not for a level's play. `excluded`: first moves that are not to be played.
    `learnt`: weights in place of those of the package; `evaluation`: one of Python's in place of
    all others, on one thread. Raises `EngineError` for weights of another board.

    >>> depths: list[int] = []
    >>> position = Position.initial()
    >>> found = run(
    ...     Search(1), position, (), Limit(depth=3), tell=lambda found: depths.append(found.depth)
    ... )
    >>> depths
    [1, 2, 3]
    """
    return analysis_of(
        search.run(
            position,
            past,
            depth=min(limit.depth or MAX_DEPTH, MAX_DEPTH),
            nodes=min(limit.nodes or 0, _MOST),
            seconds=limit.seconds or 0.0,
            clock=limit.clock or 0.0,
            increment=limit.increment or 0.0,
            moves_to_go=min(limit.moves or 0, 1000),
            noise=like.noise,
            taste=like.taste,
            blind=like.blind,
            seed=seed,
            quiescence_depth=like.quiescence_depth,
            repetition=position.variant.rules.repetition,
            weights=_weights(position.variant, learnt) if like.learned else None,
            lines=lines,
            threads=threads,
            endgames=None if endgames is None else endgames.native,
            judged=judged,
            evaluation=evaluation,
            excluded=excluded,
            iteration=None if tell is None else lambda found: tell(analysis_of(found)),
        )
    )


def choose(
    search: Search,
    on: GameView | Position,
    past: Sequence[Position],
    limit: Limit,
    level: Level,
    *,
    seed: int = 0,
    threads: int = 1,
    book: bool = True,
    replies: bool = False,
    learnt: Weights | None = None,
    evaluation: Evaluation | None = None,
    tell: Tell | None = None,
) -> tuple[tuple[Move, ...], Analysis | None]:
    """Return the move that a level plays, with what it expects then, and what it found.

    The order of what it goes by is the core's (core/player): a capture that it overlooks, the only
    move, endgame tables, the opening book if it is to be asked, a search. `replies`: it expects a
    reply even where it need not search. Raises `EngineError` where there is no move.

    >>> from crownhead.engines.levels import level
    >>> position = Position.from_fen("W:WK15,K32:B16,K28", "english")
    >>> (move,), found = choose(Search(1), position, (), Limit(depth=1), level(9))
    >>> str(move), found
    ('15-11', None)
    """
    position = on if isinstance(on, Position) else on.position
    variant = position.variant
    while True:
        chosen = search.choose(
            on if isinstance(on, Position) else on._law,
            past,
            limit,
            level,
            repetition=variant.rules.repetition,
            seed=seed,
            threads=threads,
            weights=_weights(variant, learnt),
            endgames=tablebase.native(variant, level),
            replaceable=tablebase.are_replaceable(variant),
            book=opening_book(variant) if book and level.number >= FIRST_WITH_BOOK else None,
            replies=replies,
            evaluation=evaluation,
            iteration=None if tell is None else lambda found: tell(analysis_of(found)),
        )
        if chosen.damaged:
            tablebase.replace(variant)
            continue
        if not chosen.line:
            raise EngineError(f"No legal move in {position.fen()}")
        found = chosen.found
        return tuple(chosen.line), None if found is None else analysis_of(found)


def score(
    search: Search,
    position: Position,
    past: Sequence[Position],
    level: Level,
    *,
    seed: int = 0,
    threads: int = 1,
    learnt: Weights | None = None,
    evaluation: Evaluation | None = None,
) -> int:
    """Return a score to decide by, in hundredths of a man for the side to move."""
    variant = position.variant
    return search.score(
        position,
        past,
        level,
        repetition=variant.rules.repetition,
        seed=seed,
        threads=threads,
        weights=_weights(variant, learnt),
        endgames=tablebase.native(variant, level),
        evaluation=evaluation,
    ).score


def _weights(variant: Variant, learnt: Weights | None) -> Weights | None:
    """Return the weights to play by. Raises `EngineError` for those of another board."""
    if learnt is None:
        return weights(variant)
    if not learnt.fits(ruleset(variant)):
        raise EngineError(f"The weights are of another board than that of {variant.key}")
    return learnt


def analysis_of(found: SearchResult) -> Analysis:
    """Return what the core found, as an analysis."""
    best, *others = map(_line, found.lines)
    return Analysis(
        best.score,
        found.depth,
        found.nodes,
        found.seconds,
        best.line,
        best.bound,
        tuple(others),
        best.tables,
    )


def stream(search: Search, think: Callable[[Tell], Analysis]) -> Generator[Analysis, None, None]:
    """Yield what a search on another thread finds, then its answer if that adds something.

    Whoever leaves the loop stops the search, and so does the end of the program.
    """
    told: SimpleQueue[Analysis | BaseException | None] = SimpleQueue()

    def work() -> None:
        try:
            told.put(think(told.put))
        except BaseException as error:
            told.put(error)
        told.put(None)

    thread = Thread(target=work, name="analysis", daemon=True)

    def end() -> None:
        search.stop()
        thread.join()

    atexit.register(end)  # no thread may be in the core when the interpreter is gone
    thread.start()
    last: Analysis | None = None
    try:
        while (found := told.get()) is not None:
            if isinstance(found, BaseException):
                raise found
            if last is None or (found.depth, found.lines) != (last.depth, last.lines):
                yield found
            last = found
    finally:
        atexit.unregister(end)
        end()


def _line(line: FoundLine) -> AnalysedLine:
    known = None
    if line.worth is not None:
        value, plies, rule = line.worth
        known = probe_of(value, plies if plies >= 0 else None, rule)
    return AnalysedLine(line.score, line.depth, tuple(line.moves), line.bound, known)
