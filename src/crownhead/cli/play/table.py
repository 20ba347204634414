"""One table: the game, who sits on which side, how the board lies; it turns into JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from crownhead.adjudication import Adjudicator
from crownhead.cli.play.plan import Plan
from crownhead.errors import CrownheadError, InvalidRecord
from crownhead.game import Game
from crownhead.match import Match
from crownhead.rules import Color
from crownhead.sides import other
from crownhead.timecontrol import MAX_TIME
from crownhead.variants import Notation

FORMAT = "crownhead-table"
VERSION = 1


@dataclass
class Table:
    """Hold what a session plays: `plan` with its side chosen, the game or the match, the view.

    `person` is the side of the player at the terminal, None where two friends share it. `clock_at`
    is the time in milliseconds up to which the game's clock was used before this session.
    """

    plan: Plan
    game: Game
    match: Match | None = None
    person: Color | None = None
    flipped: bool = False
    clock_at: int = 0
    number: int = 0

    @classmethod
    def lay(
        cls, plan: Plan, match: Match | None = None, adjudicator: Adjudicator | None = None
    ) -> Table:
        """Begin the game of a plan whose coin has been tossed, or the first game of a match."""
        person = plan.color if plan.rival == "computer" else None
        if match is not None:
            game = match.games[0]
        else:
            game = Game(
                plan.variant,
                start=plan.fen,
                huffing=plan.huffing,
                time=plan.control,
                adjudicator=adjudicator,
            )
        return cls(plan, game, match, person, flipped=person == "black")

    def second(self) -> Table:
        """Begin the second game of the match: sides swapped (C3)."""
        assert self.match is not None
        person = other(self.person) if self.person else None
        game = self.match.begin_second(at=self.clock_at if self.plan.time else None)
        flipped = person == "black"
        return Table(self.plan, game, self.match, person, flipped, self.clock_at, number=1)

    @property
    def computer(self) -> Color | None:
        """Return the computer's side, None where two friends play."""
        return other(self.person) if self.person else None

    @property
    def between(self) -> bool:
        """Return whether the first game of a match has ended and the second has not begun."""
        return self.match is not None and self.number == 0 and self.game.outcome is not None

    @property
    def over(self) -> bool:
        """Return whether nothing is left to play, neither in the game nor in its match."""
        return self.game.outcome is not None and not self.between

    def rename_squares(self) -> None:
        """Show squares by numbers instead of letters, or the other way round."""
        other_way: Notation = "numeric" if self.plan.notation == "algebraic" else "algebraic"
        self.plan = replace(self.plan, notation=other_way)

    def to_dict(self) -> dict[str, Any]:
        """Return the table as plain data, ready for JSON."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "plan": self.plan.to_dict(),
            "game": None if self.match else self.game.to_json(),
            "match": self.match.to_json() if self.match else None,
            "person": self.person,
            "flipped": self.flipped,
            "clock_at": self.clock_at,
            "number": self.number,
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], adjudicator: Adjudicator | None = None) -> Table:
        """Read a table written by `to_dict`; raises `InvalidRecord` saying what is wrong."""
        if values.get("format") != FORMAT or values.get("version") != VERSION:
            raise InvalidRecord("this is not a saved crownhead game", "not_saved")
        person = values.get("person")
        clock_at, number = values.get("clock_at"), values.get("number")
        if (
            person not in (None, "white", "black")
            or not isinstance(clock_at, int)
            or not 0 <= clock_at <= MAX_TIME
            or not isinstance(number, int)
            or number not in (0, 1)
        ):
            raise InvalidRecord("the saved table holds a value of the wrong kind", "wrong_kind")
        plan = Plan.from_dict(values.get("plan"))
        try:
            match = None
            if values.get("match"):
                match = Match.from_json(values["match"], adjudicator=adjudicator)
            game = match.games[number] if match else Game.from_json(values["game"], adjudicator)
        except (KeyError, IndexError, TypeError) as error:
            raise InvalidRecord(
                f"the saved table lacks its game ({error})", "lacks_game", detail=str(error)
            ) from error
        except InvalidRecord:
            raise
        except CrownheadError as error:
            raise InvalidRecord(str(error)) from error
        flipped = bool(values.get("flipped"))
        return cls(plan, game, match, person, flipped, clock_at, number)
