"""Values of a wrong type are refused in one sentence that says what is wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from crownhead import Engine, Game, Position
from crownhead.competition import CompetitionError, Event
from crownhead.errors import EngineError, InvalidRules
from crownhead.formats import svg
from crownhead.rules import Choice, Rules

ANY: Any = None
POSITION = Position.initial("english")
TEXT: Any = "startpos"


def engine_on(on: Any, limit: Any = None) -> None:
    with Engine.builtin(level=1) as engine:
        engine.play(on, limit)


@pytest.mark.parametrize(
    ("call", "kind", "sentence"),
    [
        (lambda: Position(TEXT), TypeError, "Use Position.initial(variant) or Position.from_fen"),
        (lambda: POSITION.play(ANY), TypeError, "A move is a Move or its text, not NoneType"),
        (lambda: Game("english").play(ANY), TypeError, "A move is a Move or its text, not NoneT"),
        (lambda: POSITION.explain(ANY), TypeError, "A move is a Move or its text, not NoneType"),
        (lambda: POSITION.perft(TEXT), TypeError, "A depth is a number of plies, not str"),
        (lambda: POSITION.perft(2.0), TypeError, "A depth is a number of plies, not float"),  # type: ignore[arg-type]
        (lambda: POSITION.routes(ANY), TypeError, "Routes are those of a Move, not of NoneType"),
        (lambda: POSITION.routes(TEXT), TypeError, "not of str; parse reads a text"),
        (lambda: POSITION.with_pieces(TEXT), TypeError, "as a mapping from squares, not as str"),
        (lambda: svg.board(ANY), TypeError, "A picture is drawn of a Position, not NoneType"),
        (lambda: engine_on(TEXT), TypeError, "An engine is shown a Game or a Position, not str"),
        (lambda: engine_on(POSITION, 5), TypeError, "A limit is a Limit, not int"),
        (lambda: Engine.builtin(seed=1.5), EngineError, "seed=1.5 is not a whole number"),  # type: ignore[arg-type]
        (lambda: Engine.builtin(megabytes=TEXT), EngineError, "'startpos' megabytes: a table has"),
        (lambda: POSITION.legal_moves[99], IndexError, "there are only 7 moves"),
        (lambda: Rules(flying=TEXT), InvalidRules, "flying='startpos' is not True or False"),
        (lambda: Rules(men_rows=TEXT), InvalidRules, "men_rows='startpos' is not a whole number"),
        (lambda: Rules(king_run=1.5), InvalidRules, "king_run='1.5' is not a whole number"),  # type: ignore[arg-type]
        (lambda: Rules(choice=TEXT), InvalidRules, "choice='startpos' is not a Choice"),
        (lambda: Rules(draw_rules=TEXT), InvalidRules, "is not a tuple of DrawRule"),
        (lambda: Rules(too_few=31), InvalidRules, "too_few"),
        (lambda: Event(name="Club", format=TEXT), CompetitionError, "none of round robin, swiss"),
        (lambda: Event(name="Club", rounds=3, scoring=ANY), CompetitionError, "SCORINGS['2-1-0']"),
        (
            lambda: Event(name="Club", rounds=3, ranking=("points", "wins")),  # type: ignore[arg-type]
            CompetitionError,
            "ranking=('points', 'wins') is no Ranking: write PRESETS['club'] or Ranking(('points'",
        ),
        (lambda: Event(name="Club", rounds=3, ballots=TEXT), CompetitionError, "is no Ballots"),
    ],
)
def test_a_wrong_type_got_no_sentence(
    call: Callable[[], object], kind: type[Exception], sentence: str
) -> None:
    with pytest.raises(kind) as refused:
        call()
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_square_is_told_by_its_name_too() -> None:
    assert POSITION.piece_at("a1") == POSITION.piece_at(29) == "white_man"


def test_good_switches_are_not_refused() -> None:
    assert Rules(choice=Choice.MOST, flying=True, too_few=2).too_few == 2
