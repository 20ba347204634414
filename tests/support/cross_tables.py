"""Cross tables with published places, from real events, as encounters.

`tests/competition/events/*.json` hold the facts of cross tables, with places instead of names:
those of the repository clpippel/tiebreak (Ouagadougou 2022, Sangmelima 2014, world title
tournament 1948) and of dampromotie.nl (Delft 2018).
A game is [opponent, side, points], `-` where both were absent.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from crownhead.competition import SCORINGS, Encounter, Entrant, Scoring, Table

EVENTS = Path(__file__).parents[1] / "competition" / "events"


def load(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((EVENTS / f"{name}.json").read_text(encoding="utf-8"))
    return read


def name_of(place: int) -> str:
    """Return a name whose alphabetical order has nothing to do with the places."""
    return f"{place * 37 % 101:03}"


def result(event: dict[str, Any], place: int, number: int, scoring: Scoring) -> str:
    opponent, _, own = event["players"][place - 1]["games"][number]
    other = event["players"][opponent - 1]["games"][number][2]
    if own == "-" or other == "-":
        return {("-", "-"): "-/-"}.get((own, other)) or ("-/+" if own == "-" else "+/-")
    return f"{own}-{other}"


def table_of(event: dict[str, Any], scoring: str = "2-1-0", unplayed: str = "real") -> Table:
    scheme = SCORINGS[scoring]
    players = event["players"]
    entrants = [Entrant(name=name_of(player["place"])) for player in players]
    rounds: list[list[Encounter]] = []
    for number in range(max(len(player["games"]) for player in players)):
        boards = []
        for player in players:
            game = player["games"][number]
            place = player["place"]
            if game is None:
                boards.append(Encounter(one=name_of(place), alone="free"))
                continue
            opponent = game[0]
            back = players[opponent - 1]["games"][number]
            if back is None or back[0] != place:  # a round in another order in each row
                continue
            first = place < opponent
            if first:
                token = result(event, place, number, scheme)
                boards.append(Encounter(one=name_of(place), two=name_of(opponent), games=(token,)))
        rounds.append(boards)
    return Table(entrants, rounds, scheme, unplayed=unplayed)  # type: ignore[arg-type]
