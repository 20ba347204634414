"""Between a `Game`, which is a log of events, and its PDN: nothing is lost either way.

The moves that stand are the main line. Everything else, the moves that were taken back among it,
stands in the comment of the move after which it happened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from crownhead import _core, events
from crownhead.digits import parse_uint
from crownhead.errors import CrownheadError, NotAllowed, PdnError, TooComplex
from crownhead.formats.pdn import agreements, commands, faults, log, results
from crownhead.formats.pdn.game import PdnGame
from crownhead.formats.pdn.node import Node, unpack
from crownhead.formats.pdn.tags import value
from crownhead.game import Game
from crownhead.position import Position
from crownhead.reasons import GameOver
from crownhead.record import MAX_NAME
from crownhead.timecontrol import TimeControl

_AWARDED = "result of the PDN file"


def from_game(game: Game, tags: Mapping[str, str]) -> PdnGame:
    """Return the PDN of a game; its players, result and agreements go before `tags`."""
    made = PdnGame(game.variant, start=game.start)
    made.huffing = game.setup.huffing
    players = {"White": game.players.white or "?", "Black": game.players.black or "?"}
    made.tags = players | dict(tags) | {k: v for k, v in players.items() if v != "?"}
    made.tags |= agreements.write(game)
    if game.outcome is not None:
        what = results.meaning(game.outcome.result)
        assert what is not None
        shape = value(made.tags, "ResultFormat")
        made.result = results.write(what, game.variant, shape)
    else:  # a draw that is to be claimed, or a fault that is to be answered
        made._result_as_told = _is_over_on_board(game.position)
    made._root = unpack(_core.pdn_tree(game._law))
    return made


def _is_over_on_board(position: Position) -> bool:
    try:
        return position.outcome is not None
    except TooComplex:
        return False


@dataclass(slots=True)
class _Said:
    """Hold a step of the log as PDN tells it: a move of the main line, or a command."""

    node: Node | None
    name: str | None = None
    value: str = ""
    at: int | None = None
    lag: int = 0


def to_game(made: PdnGame) -> Game:
    """Return the game that a main line and its commands tell; see `PdnGame.to_game`."""
    if made.errors:
        raise made.errors[0]
    said = list(_read_steps(made))
    try:
        options = agreements.read(made.tags)
        time = agreements.read_time(made.tags)
        try:
            return _replay(made, said, options, time)
        except NotAllowed as refused:
            # Players who go on after a draw by count or repetition have not claimed it.
            if not isinstance(refused.reason, GameOver) or "draws" in options:
                raise
            return _replay(made, said, options | {"draws": "claim"}, time)
    except PdnError as error:
        raise error.with_place(made.line, 1) from None
    except CrownheadError as error:
        raise faults.error("not_playable", made.line, why=error, variant=made.variant) from error


def _read_steps(made: PdnGame) -> Iterator[_Said]:
    current: _Said | None = None
    for node in (made.root, *made.mainline()):
        if node.kind in ("setup", "pass"):
            raise faults.error("no_course", made.line)
        if node.move is not None:
            if current is not None:
                yield current
            current = _Said(node)
        for name, text in commands.commands(node.comment):
            if name in log.TIMES:
                number = parse_uint(text)
                if current is not None and number is not None:
                    if name == "at":
                        current.at = number
                    else:
                        current.lag = number
            elif name in log.COMMANDS:
                if current is not None:
                    yield current
                current = _Said(None, name, text)
    if current is not None:
        yield current


def _replay(
    made: PdnGame, said: list[_Said], options: dict[str, Any], time: TimeControl | None
) -> Game:
    timed = all(step.at is not None for step in said if step.node is not None)
    white, black = made.white[:MAX_NAME], made.black[:MAX_NAME]
    game = Game(start=made.start, time=time if timed else None, white=white, black=black, **options)
    for step in said:
        if step.node is None:
            assert step.name is not None
            game.add(log.event(step.name, step.value, game.turn, step.at, step.lag))
            continue
        move, faulty = step.node.move, step.node.kind == "faulty"
        assert move is not None
        text = game.text_of(move, faulty=faulty, recorded=True)
        game.add(events.Played(game.turn, text, faulty, step.lag, at=step.at))
    if game.outcome is None:
        _award(game, made)
    return game


def _award(game: Game, made: PdnGame) -> None:
    what = results.meaning(made.result)
    if what == "white" or what == "black":
        game.award(what, _AWARDED)
    elif what == "draw":
        game.award(None, _AWARDED)
