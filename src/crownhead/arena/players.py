"""Whoever can play as a contestant: a text, an engine, an object with `play`, or its class."""

from __future__ import annotations

import inspect
from typing import Any, TypeAlias

from crownhead.arena.contestant import LONGEST_NAME, Contestant, Place
from crownhead.arena.entry import entry
from crownhead.engines.builtin import BuiltinEngine
from crownhead.engines.dxp.engine import DxpEngine
from crownhead.engines.hub.engine import HubEngine
from crownhead.engines.interface import Engine
from crownhead.engines.player import Player, PlayerEngine
from crownhead.errors import EngineError
from crownhead.game import Game
from crownhead.rules import Color

Entrant: TypeAlias = str | Contestant | Player | type[Player]
"""A text of the command line, a contestant, an engine or another player, or a class of these."""


class LentEngine(PlayerEngine):
    """Play by an object that stays with who gave it: it is told of its games, and not closed."""

    def __init__(self, player: Player, name: str) -> None:
        super().__init__(player, name=name)
        self._lent = player

    def at(self, place: Place) -> LentEngine:
        """Return this engine, as patient as the place is."""
        self._patience = place.patience
        return self

    def close(self) -> None:
        """Stop; it can be asked again."""
        self.stop()

    def begin(self, game: Game, side: Color) -> None:
        """Tell the engine that a game begins, if one is lent."""
        if isinstance(self._lent, Engine):
            self._lent.begin(game, side)

    def end(self, game: Game) -> None:
        """Tell the engine that the game is over, if one is lent."""
        if isinstance(self._lent, Engine):
            self._lent.end(game)


def contestant_of(who: Entrant) -> Contestant:
    """Return the contestant that a text, an engine, an object with `play` or its class is.

    An object plays one game at a time and remembers what it likes from one to the next; of a class,
    which is called without arguments, each board has one of its own. They play without a limit,
    too, but for engines that are other programs. Raises `TypeError` for anything else.

    >>> class First:
    ...     def play(self, on, limit):
    ...         return on.legal_moves[0]
    >>> contestant_of(First()).name, contestant_of(First).most, contestant_of("builtin").name
    ('First', None, 'builtin')
    """
    if isinstance(who, Contestant):
        return who
    if isinstance(who, str):
        return entry(who)
    play = getattr(who, "play", None) if who is not None else None
    if not callable(play):
        raise TypeError(
            "A player is a text such as 'builtin:level=3', an engine, an object with"
            f" play(game, limit), its class, or a Contestant, not {type(who).__name__}"
        )
    if inspect.iscoroutinefunction(play):
        raise TypeError(f"{_name(who)}: its play is a coroutine; a match asks an engine that waits")
    name, made = _name(who), who if isinstance(who, type) else type(who)
    identity = {"engine": "object", "class": f"{made.__module__}.{made.__qualname__}"}
    if isinstance(who, type):
        _check_made_without_arguments(who)

        def make(place: Place) -> Engine:
            player = who()
            return player if isinstance(player, Engine) else LentEngine(player, name).at(place)

        return Contestant(name, make, identity, unlimited=True)
    return Contestant(
        name,
        LentEngine(who, name).at,
        {**identity, **_settings(who)},
        most=1,
        unlimited=not isinstance(who, HubEngine | DxpEngine),
    )


def _name(who: Any) -> str:
    if isinstance(who, BuiltinEngine):
        return f"builtin:level={who.level.number}"
    own = None if isinstance(who, type) else getattr(who, "name", None)
    named = own if isinstance(own, str) and own.isprintable() and own else None
    return (named or (who if isinstance(who, type) else type(who)).__name__)[:LONGEST_NAME]


def _settings(who: Any) -> dict[str, Any]:
    """Return the options by which a match knows an engine again."""
    try:
        return {name: option.current for name, option in PlayerEngine(who).options.items()}
    except (AttributeError, EngineError, TypeError):
        return {}


def _check_made_without_arguments(kind: type) -> None:
    try:
        inspect.signature(kind).bind()
    except TypeError as error:
        raise TypeError(
            f"{kind.__name__} is made for each board without arguments, {error}: give an object"
        ) from None
    except ValueError:  # it does not say what it takes
        return
