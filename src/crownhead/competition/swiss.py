"""Swiss pairings by the FIDE Dutch system as of 2026-02-01, made by the package `gacrux`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from crownhead.competition.encounters import Encounter
from crownhead.competition.failure import CompetitionError, NoPairing
from crownhead.competition.scoring import Scoring
from crownhead.errors import MissingPackage
from crownhead.extras import sentence

MOST = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """All that a Swiss pairing depends on; no tie-break is part of it.

    `names` are in order of pairing numbers, `playing` those to be paired now. `rounds` are the
    encounters so far, all with results. `starts` says whether number 1 starts in round 1.
    """

    names: Sequence[str]
    playing: frozenset[str]
    rounds: Sequence[Sequence[Encounter]]
    total: int
    scoring: Scoring
    games: int = 1
    starts: bool = True
    prohibited: Sequence[tuple[str, str]] = ()


def engine() -> str:
    """Return which program pairs, and its version; nothing where it is not installed."""
    try:
        return f"gacrux {version('gacrux')}"
    except PackageNotFoundError:
        return ""


def dutch(field: Field) -> list[Encounter]:
    """Pair the next round: the boards in order, a bye last.

    Raises `NoPairing` where the rules allow none, `MissingPackage` without the extra `competition`.
    """
    try:
        from gacrux.gacruxexeptions import GacruxNoLegalPairing  # type: ignore[import-untyped]
        from gacrux.pairingdutch import pairing_dutch  # type: ignore[import-untyped]
    except ModuleNotFoundError as missing:
        raise MissingPackage(sentence(missing, "competition")) from missing
    number = len(field.rounds) + 1
    if not 2 <= len(field.playing) <= MOST:
        raise NoPairing(
            f"round {number}: {len(field.playing)} entrants are not 2 to {MOST}",
            "too_few",
            round=number,
        )
    numbers = {name: n for n, name in enumerate(field.names, 1)}
    if unknown := field.playing - set(numbers):
        raise CompetitionError(f"round {number}: no pairing number for {min(unknown)}")
    tournament = _tournament(field, numbers, number)
    engine = pairing_dutch(tournament, number, {"experimental": [], "verbose": 0})
    try:
        brackets = engine.compute_pairing(False)
    except GacruxNoLegalPairing as error:
        raise NoPairing(
            f"round {number}: nobody can be paired by the rules any more",
            "no_pairing",
            round=number,
        ) from error
    pairs = sorted(
        (pair for bracket in brackets for pair in bracket["pairs"]), key=lambda p: p["board"]
    )
    return [_encounter(field, pair["w"], pair["b"]) for pair in pairs]


def _encounter(field: Field, one: int, two: int) -> Encounter:
    if 0 in (one, two):
        return Encounter(one=field.names[max(one, two) - 1], alone="bye")
    return Encounter(one=field.names[one - 1], two=field.names[two - 1])


def _tournament(field: Field, numbers: Mapping[str, int], number: int) -> dict[str, Any]:
    """Return the event as gacrux reads it; every result carries its points."""
    whole, half = field.scoring.whole(field.games), field.scoring.half(field.games)
    points = {
        "W": Decimal(whole),
        "D": Decimal(half),
        "L": Decimal(0),
        "F": "W",
        "H": "D",
        "Z": Decimal(0),
        "P": Decimal(field.scoring.bye_points(field.games)),
        "A": "D",
        "U": "Z",
    }
    return {
        "tournamentNo": 1,
        "tournamentType": "Swiss",
        "numRounds": max(field.total, number),
        "currentRound": number,
        "teamTournament": False,
        "topColor": "w" if field.starts else "b",
        "scoreSystem": {"game": points, "match": points},
        "competitors": [
            {
                "cid": n,
                "random": n,
                "rank": n,
                "orgrank": n,
                "present": name in field.playing,
                "rating": None,
            }
            for name, n in numbers.items()
        ],
        "gameList": [
            _game(field, numbers, n, encounter)
            for n, encounters in enumerate(field.rounds, 1)
            for encounter in encounters
        ],
        "matchList": [],
        "prohibited": [
            {"firstRound": 1, "lastRound": number, "competitors": [numbers[a], numbers[b]]}
            for a, b in field.prohibited
        ],
    }


def _game(
    field: Field, numbers: Mapping[str, int], number: int, encounter: Encounter
) -> dict[str, Any]:
    one, two = encounter.points(field.scoring, field.games)
    game: dict[str, Any] = {"id": 0, "round": number, "rated": False}
    if encounter.two is None:
        letter = {"bye": "P", "requested": "H"}.get(encounter.alone or "", "Z")
        white = {"cid": numbers[encounter.one], "result": letter, "score": Decimal(one)}
        return game | {"white": white, "black": None, "played": letter == "P"}
    played = encounter.played
    first, second = _letters(one, two, played)
    return game | {
        "white": {"cid": numbers[encounter.one], "result": first, "score": Decimal(one)},
        "black": {"cid": numbers[encounter.two], "result": second, "score": Decimal(two)},
        "played": played,
    }


def _letters(one: int, two: int, played: bool) -> tuple[str, str]:
    lost = "L" if played else "Z"
    if one == two:
        return ("D", "D") if played else ("Z", "Z")
    return ("W", lost) if one > two else (lost, "W")
