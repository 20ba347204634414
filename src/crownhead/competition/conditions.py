"""Conditions on what is done in an event: each raises `CompetitionError` where it is not met."""

from __future__ import annotations

from collections.abc import Sequence

from crownhead.competition.encounters import Encounter
from crownhead.competition.event import Event
from crownhead.competition.failure import CompetitionError

FROZEN = frozenset(
    {"format", "games", "scoring", "ballots", "variant", "house", "cycles", "exchange"}
)
"""The settings that stay as they are from round 1 on."""


def check_met(number: int, board: int, encounter: Encounter) -> None:
    """Raise `CompetitionError` for the board of somebody who has no opponent."""
    if encounter.two is None:
        name = encounter.one
        raise CompetitionError(
            f"round {number}, board {board}: {name} is alone",
            "alone",
            round=number,
            board=board,
            name=name,
        )


def check_result(
    event: Event, place: tuple[int, int], encounter: Encounter, games: Sequence[str], reason: str
) -> None:
    """Check that a board can have this result; `place` is its round and its number."""
    number, board = place
    check_met(number, board, encounter)
    if not 0 <= len(games) <= event.games:
        raise CompetitionError(
            f"round {number}, board {board}: {len(games)} results of {event.games} games",
            "too_many_results",
            round=number,
            board=board,
            n=len(games),
            games=event.games,
        )
    event.scoring.game_points(games)
    goes_on = tuple(games[: len(encounter.games)]) == encounter.games
    if encounter.games and not goes_on and not reason:
        raise CompetitionError(
            f"round {number}, board {board}: is {' '.join(encounter.games)}; "
            "a correction needs a reason",
            "correction_reason",
            round=number,
            board=board,
            games=" ".join(encounter.games),
        )


def check_tie_break(
    event: Event, place: tuple[int, int], encounter: Encounter, extra: Sequence[str], *, last: bool
) -> None:
    """Check that a board can have games of a tie-break; `last` is whether its round is the last."""
    number, board = place
    event.scoring.game_points(extra)
    if not last:
        raise CompetitionError(
            f"round {number}: the next one has been paired", "next_paired", round=number
        )
    if event.format != "knockout":
        raise CompetitionError(
            "games of a tie-break decide in a knockout alone", "tie_break_in_knockout"
        )
    check_met(number, board, encounter)
    one, two = event.scoring.game_points(encounter.games)
    if one != two or not encounter.is_over(event.games):
        raise CompetitionError(
            f"round {number}, board {board}: its games are not level",
            "not_level",
            round=number,
            board=board,
        )


def check_once(number: int, names: Sequence[str]) -> None:
    """Check that nobody stands on two boards of a round."""
    if len(names) != len(set(names)):
        twice = next(name for name in names if names.count(name) > 1)
        raise CompetitionError(
            f"round {number}: {twice} stands on two boards", "two_boards", round=number, name=twice
        )


def check_players(number: int, boards: Sequence[Encounter], program: Sequence[Encounter]) -> None:
    """Check that boards by hand have the players that the program would pair."""
    names = {name for board in boards for name in board.names}
    wanted = {name for board in program for name in board.names}
    if names != wanted:
        wrong = min(names ^ wanted)
        where = f"round {number}: {wrong}"
        if wrong in wanted:
            raise CompetitionError(
                f"{where} is on no board", "on_no_board", round=number, name=wrong
            )
        raise CompetitionError(
            f"{where} is not to be paired", "not_to_be_paired", round=number, name=wrong
        )


def check_deck(old: Event, new: Event) -> None:
    """Check that an event whose lots are published keeps its deck."""
    decks = [each.ballots.deck if each.ballots else "" for each in (old, new)]
    if decks[0] != decks[1]:
        raise CompetitionError(
            "ballots: the deck is frozen since its lots were published", "deck_frozen"
        )


def check_frozen(names: Sequence[str]) -> None:
    """Check that none of the settings to be changed is frozen since round 1."""
    if wrong := FROZEN & set(names):
        raise CompetitionError(
            f"{min(wrong)} is frozen since round 1 was published", "frozen", setting=min(wrong)
        )
