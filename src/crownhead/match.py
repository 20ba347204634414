"""A round of the three-move restriction: one card, two games, sides swapped (C1 to C5)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Self, TypeVar

from crownhead import _core
from crownhead.adjudication import Adjudicator
from crownhead.ballots import Card, Deck
from crownhead.errors import CrownheadError, InvalidRecord, NotAllowed
from crownhead.game import Game
from crownhead.lots import Draw, Toss, draw, pair
from crownhead.procedure.refusal import reason_of
from crownhead.procedure.setup import Setup
from crownhead.reasons import FirstGameRunning, SecondGameBegun
from crownhead.rules import Color
from crownhead.sides import Pair

T = TypeVar("T")

MAX_RECORD = 4_000_000

_REFUSED = {
    FirstGameRunning: "The first game has not ended",
    SecondGameBegun: "The second game has begun",
}
_FIXED = ("variant", "start", "white", "black")
_AGREED = tuple(f.name for f in fields(Setup) if f.name not in ("start", "opening"))


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of a round (C4): the winner, None for a drawn round, and the score.

    `score` holds half points, 2 for a won game and 1 for a draw, in the order of `players`.

    >>> str(RoundResult(("Anna", "Bert"), (3, 1)))
    'Anna 1½ - ½ Bert'
    """

    players: tuple[str, str]
    score: tuple[int, int]

    @property
    def winner(self) -> str | None:
        """Return the player with the better total, None for a drawn round."""
        return _ahead(self.players, self.score)

    def __str__(self) -> str:
        one, two = (points(half_points) for half_points in self.score)
        return f"{self.players[0]} {one} - {two} {self.players[1]}"


class Match:
    """A round between two players: a card is drawn and played twice, with sides swapped.

    `Match.ballot` begins one. Play on `games`; when the first has ended, `begin_second` gives
    the other. `draw` holds the drawing of the card, `toss` that of the sides, or None.

    >>> match = Match.ballot(players=("Anna", "Bert"), seed="07" * 32)
    >>> match.games[0].turn, match.games[0].players.white
    ('white', 'Bert')
    """

    def __init__(
        self, players: tuple[str, str], drawn: Draw, toss: Toss | None, first: Game
    ) -> None:
        self._players = players
        self._draw = drawn
        self._toss = toss
        self._card = drawn.card
        self._games = [first]

    @classmethod
    def ballot(
        cls,
        seed: str | None = None,
        deck: str | Deck = "english-3move",
        players: tuple[str, str] = ("Anna", "Bert"),
        *,
        drawn: Draw | None = None,
        toss: Toss | None = None,
        at: int | None = None,
        **options: Any,
    ) -> Self:
        """Draw a card and begin the first of two games with it (C2).

        The card comes from `deck`, with a new secret seed unless `seed` is given (64 hex
        digits). Between people draw it in the open: publish the commitment of `lots.draw`, let
        both contribute, and pass the result as `drawn`. The first player has Black in the first
        game, or the one on whose seat `toss` (from `lots.toss`) falls: the first player has seat
        1 (E5). `options` are those of `Game` and hold for both games; with a clock, `at` is the
        time of the start in ms.

        Raises `CrownheadError` for players without two different names, a bad seed or deck, a
        toss of other players, and options that the match itself fixes.
        """
        names = pair(players)
        if drawn is None:
            drawn = draw(deck, seed)
        elif seed is not None:
            raise CrownheadError("seed: the card is drawn already")
        if not _is_between(toss, names):
            raise CrownheadError(f"toss: not between {names[0]!r} and {names[1]!r}")
        for name in _FIXED:
            if name in options:
                raise CrownheadError(f"{name}: fixed by the match")
        white, black = _white_and_black(toss, names)
        first = drawn.card.game(at=at, white=white, black=black, **options)
        return cls(names, drawn, toss, first)

    @property
    def players(self) -> tuple[str, str]:
        """Return the two players; `score` has their order."""
        return self._players

    @property
    def card(self) -> Card:
        """Return the card that both games begin with."""
        return self._card

    @property
    def draw(self) -> Draw:
        """Return the drawing of the card, with its commitment and seed (C5)."""
        return self._draw

    @property
    def toss(self) -> Toss | None:
        """Return the toss that decided about the sides, if there was one (E5)."""
        return self._toss

    @property
    def commitment(self) -> str:
        """Return the commitment to the draw of the card: 64 hex digits (C5)."""
        return self._draw.commitment

    def reveal(self) -> str:
        """Return the seed from which the card follows, for `Draw.verify` (C5).

        >>> match = Match.ballot()
        >>> Draw.verify(match.commitment, match.reveal(), match.card)
        True
        """
        return self._draw.seed

    @property
    def games(self) -> tuple[Game, ...]:
        """Return the games that have begun: one or two."""
        return tuple(self._games)

    @property
    def game(self) -> Game | None:
        """Return the game that is being played, None between the games and after the round."""
        last = self._games[-1]
        return last if last.outcome is None else None

    def begin_second(self, *, at: int | None = None) -> Game:
        """Begin the second game: the same card and agreements, sides swapped (C3).

        Raises `NotAllowed` before the first has ended, and when the second has begun.
        """
        refused = _core.round_refused(*self._round())
        if refused is not None:
            reason = reason_of(refused)
            raise NotAllowed(_REFUSED[type(reason)], reason)
        first = self._games[0]
        options = {name: getattr(first.setup, name) for name in _AGREED}
        white, black = first.players.black, first.players.white
        second = self._card.game(
            at=at, white=white, black=black, adjudicator=first.adjudicator, **options
        )
        self._games.append(second)
        return second

    @property
    def score(self) -> tuple[int, int]:
        """Return the half points of each player so far: 2 for a win, 1 for a draw (C4)."""
        return _core.round_score(*self._round())

    def _round(self) -> tuple[Color, list[_core.LawGame]]:
        """Return the side of the first player in the first game, and the games for the core."""
        first = self._games[0]
        side: Color = "black" if first.players.black == self._players[0] else "white"
        return side, [game._law for game in self._games]

    @property
    def leader(self) -> str | None:
        """Return the player with the better score so far, None if it is equal."""
        return _ahead(self._players, self.score)

    @property
    def possible_winners(self) -> tuple[str | None, ...]:
        """Return who can still win the round; None among them: it can still be drawn."""
        return tuple(
            None if place < 0 else self._players[place]
            for place in _core.round_possible(*self._round())
        )

    @property
    def result(self) -> RoundResult | None:
        """Return the result of the round, None while a game is open (C4)."""
        if not _core.round_is_over(*self._round()):
            return None
        return RoundResult(self._players, self.score)

    def __repr__(self) -> str:
        one, two = (points(half_points) for half_points in self.score)
        state = "over" if self.result else f"game {len(self._games)}"
        return f"<Match {self._players[0]} {one} - {two} {self._players[1]}, {state}, {self._card}>"

    def to_json(self) -> str:
        """Return the match as JSON, the secret seed and the records of its games among it."""
        record = {
            "format": "crownhead-match",
            "version": 1,
            "players": list(self._players),
            "draw": self._draw.to_dict(),
            "toss": None if self._toss is None else self._toss.to_dict(),
            "games": [json.loads(game.to_json()) for game in self._games],
        }
        return json.dumps(record, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str, *, adjudicator: Adjudicator | None = None) -> Self:
        """Read a match written by `to_json`; the games are replayed to the same state.

        Raises `InvalidRecord` saying where the record is wrong: among others where the
        commitment does not fit the seed, or a game is not that of the card and the players.
        """
        record = _object(text)
        try:
            names = pair(record["players"])
        except CrownheadError as error:
            raise InvalidRecord(f"Match: {error}") from error
        drawn = _part("draw", Draw.from_dict, record["draw"])
        toss = None if record["toss"] is None else _part("toss", Toss.from_dict, record["toss"])
        if not _is_between(toss, names):
            raise InvalidRecord("Match: toss: between other players")
        records = record["games"]
        if not isinstance(records, list) or not 1 <= len(records) <= 2:
            raise InvalidRecord("Match: games: expected one or two")
        games = []
        for number, values in enumerate(records):
            where = f"games[{number}]"
            games.append(
                _part(
                    where, lambda v: Game.from_json(json.dumps(v), adjudicator=adjudicator), values
                )
            )
        white, black = _white_and_black(toss, names)
        match = cls(names, drawn, toss, games[0])
        _check_game(games[0], match.card, white, black, "games[0]")
        for second in games[1:]:
            if games[0].outcome is None:
                raise InvalidRecord("Match: games[1]: begun before games[0] has ended")
            _check_game(second, match.card, black, white, "games[1]")
            for name in _AGREED:
                if getattr(second.setup, name) != getattr(games[0].setup, name):
                    raise InvalidRecord(f"Match: games[1]: {name} is not that of games[0]")
            match._games.append(second)
        return match


def points(half_points: int) -> str:
    """Return half points as text.

    >>> points(0), points(1), points(2), points(3)
    ('0', '½', '1', '1½')
    """
    whole, half = divmod(half_points, 2)
    return (str(whole) if whole or not half else "") + "½" * half


def _is_between(toss: Toss | None, names: tuple[str, str]) -> bool:
    """Return whether a toss may be that of two players: one of before has their names in it."""
    return toss is None or toss.players is None or set(toss.players) == set(names)


def _white_and_black(toss: Toss | None, names: tuple[str, str]) -> tuple[str, str]:
    if toss is None:
        return names[1], names[0]
    seats = toss.players or names
    return seats[2 - toss.black], seats[toss.black - 1]


def _ahead(players: tuple[str, str], score: tuple[int, int]) -> str | None:
    if score[0] == score[1]:
        return None
    return players[0] if score[0] > score[1] else players[1]


def _object(text: str) -> dict[str, Any]:
    if not isinstance(text, str) or len(text) > MAX_RECORD:
        raise InvalidRecord(f"Match: expected a text of at most {MAX_RECORD} characters")
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(f"Match: not JSON ({str(error)[:80]})") from None
    if not isinstance(record, dict) or record.get("format") != "crownhead-match":
        raise InvalidRecord("Match: format: not a stored match")
    if record.get("version") != 1:
        raise InvalidRecord(f"Match: version: {str(record.get('version'))[:20]} cannot be read")
    missing = [name for name in ("players", "draw", "toss", "games") if name not in record]
    if missing:
        raise InvalidRecord(f"Match: missing {', '.join(missing)}")
    return record


def _part(where: str, read: Callable[[Any], T], values: Any) -> T:
    try:
        return read(values)
    except InvalidRecord as error:
        raise InvalidRecord(f"Match: {where}: {error}") from error


def _check_game(game: Game, card: Card, white: str, black: str, where: str) -> None:
    begun = card.game()
    if game.variant != begun.variant or game.start != begun.start:
        raise InvalidRecord(f"Match: {where}: not the game of {card.deck}")
    if game.moves[: len(begun.moves)] != begun.moves:
        raise InvalidRecord(f"Match: {where}: does not begin with card {card.code}")
    if game.players != Pair(white, black):
        raise InvalidRecord(f"Match: {where}: not White {white!r} and Black {black!r}")
