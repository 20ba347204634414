"""Conditions on what is done in an event: each raises `CompetitionError` where it is not met."""

from __future__ import annotations

from collections.abc import Sequence

from crownhead.competition.encounters import Encounter
from crownhead.competition.entrants import Entrant
from crownhead.competition.event import Event
from crownhead.competition.failure import CardNotDrawn, CompetitionError
from crownhead.competition.lottery import Ballots, check_commitment, commitment
from crownhead.competition.rounds import Round

MOST_ENTRANTS = 4000

FROZEN = frozenset(
    {"format", "games", "scoring", "ballots", "variant", "house", "cycles", "exchange"}
)
"""The settings that stay as they are from round 1 on."""


def check_commitments(published: Sequence[str], ballots: Ballots | None) -> None:
    """Check that commitments to the seeds of an event can be published."""
    if len(published) > 1 and ballots is None:
        raise CompetitionError("commitments: an event without ballots has one, for numbers")
    for each in published:
        check_commitment(each)
    if len(set(published)) != len(published):
        raise CompetitionError("commitments: two are the same")


def check_entry(event: Event, entrants: Sequence[Entrant], name: str, *, lets_in: bool) -> None:
    """Check that somebody of this name can enter; `lets_in` is whether anybody can yet."""
    if any(each.name == name for each in entrants):
        raise CompetitionError(f"{name} has entered already", "entered", name=name)
    if len(entrants) >= MOST_ENTRANTS:
        raise CompetitionError(f"more than {MOST_ENTRANTS} entrants", "crowded", most=MOST_ENTRANTS)
    if not lets_in and event.format != "swiss":
        raise CompetitionError(f"{name}: nobody can enter after round 1", "too_late", name=name)
    if not lets_in:
        raise CompetitionError(f"{name}: half of the rounds are over", "half_over", name=name)


def check_bye(event: Event, entrant: Entrant, number: int) -> None:
    """Check that an entrant can ask for a bye in a round."""
    if event.format != "swiss":
        raise CompetitionError("a bye can be asked for in a Swiss event only", "bye_in_swiss")
    if number > event.rounds - 2:
        raise CompetitionError("no bye can be asked for in the last two rounds", "bye_late")
    if any(n != number and why == "requested" for n, why in entrant.away.items()):
        name = entrant.name
        raise CompetitionError(f"{name} has asked for a bye already", "bye_again", name=name)


def check_reveal(
    ballots: Ballots, commitments: Sequence[str], number: int, last: Round, seed: str
) -> None:
    """Check that a seed is the one of the round published last, and that it is not revealed yet."""
    if last.seed:
        raise CompetitionError(
            f"round {number}: its cards are drawn, none is drawn again", "drawn", round=number
        )
    if number >= len(commitments):
        raise CompetitionError(
            f"round {number}: no commitment was published", "no_commitment", round=number
        )
    if commitment(seed, ballots) != commitments[number]:
        raise CompetitionError(f"round {number}: not the seed of the commitment")


def check_drawn(
    published: Round, place: tuple[int, int], encounter: Encounter, after: Encounter
) -> None:
    """Raise `CardNotDrawn` where a board is played before the card of its round is drawn.

    Who has not come needs none. A board of which an older version took a played game without its
    card is not held up: its result can be corrected.
    """
    if after.played and not encounter.played and not published.seed:
        number, board = place
        raise CardNotDrawn(
            f"round {number}, board {board}: its card is not drawn yet; reveal the seed of the"
            " round first",
            "not_drawn",
            round=number,
            board=board,
        )


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
