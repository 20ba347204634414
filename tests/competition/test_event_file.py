"""The file of an event: written and read whole, every forgery named, every fault located."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from support.club_event import NAMES, at, club_evening, knockout, round_robin

from crownhead.ballots import deck
from crownhead.competition import (
    Ballots,
    CardNotDrawn,
    Competition,
    CompetitionError,
    Encounter,
    Event,
    new_seeds,
)
from crownhead.competition.checking import Finding, Report, check
from crownhead.competition.deeds import FIELDS, ORIGIN, Deed, Log, link_of
from crownhead.competition.eventfile import dumps, loads, parse
from crownhead.competition.failure import InvalidEventFile
from crownhead.engines.adjudicator import TablesAdjudicator
from crownhead.errors import CrownheadError

EVENTS: dict[str, Callable[[], Log]] = {
    "evening": cache(club_evening),
    "knockout": cache(knockout),
    "round robin": cache(round_robin),
}
Path = tuple[str | int, ...]


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_is_written_and_read_and_right(name: str) -> None:
    log = EVENTS[name]()
    text = dumps(log)
    assert dumps(loads(text)) == text
    assert loads(text.encode()).competition == log.competition
    report = check(text)
    assert report.findings == ()
    assert report.deeds == len(log.deeds)
    assert report.fingerprint == log.fingerprint
    assert report.pairings == sum(deed.kind == "pair" for deed in log.deeds)


def test_the_evening_has_every_kind_of_deed_but_those_of_others() -> None:
    kinds = {deed.kind for make in EVENTS.values() for deed in make().deeds}
    assert kinds == set(FIELDS)
    assert check(dumps(club_evening())).lots == 6  # numbers, four rounds, one of them twice


def values_of(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(dumps(EVENTS[name]()))
    return read


def chain(values: dict[str, Any]) -> dict[str, Any]:
    """Return a file whose links and summary follow from its deeds: what a forger would do."""
    link = ORIGIN
    for deed in values["deeds"]:
        fields = {k: v for k, v in deed.items() if k not in ("n", "at", "deed", "link")}
        deed["link"] = link = link_of(link, deed["n"], deed["at"], deed["deed"], fields)
    values["fingerprint"] = link[:16]
    return values


def findings(values: dict[str, Any]) -> list[str]:
    return [str(finding) for finding in check(json.dumps(values)).findings]


def deed(values: dict[str, Any], kind: str, nth: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = [each for each in values["deeds"] if each["deed"] == kind][nth]
    return found


def only(values: dict[str, Any], kind: str, *words: str) -> None:
    """Assert that what is found first of a kind says these words."""
    said = [each for each in findings(chain(values)) if each.startswith(kind)]
    assert said, findings(chain(values))
    assert all(word in said[0] for word in words), said[0]


def test_a_forged_card_is_named() -> None:
    values = values_of("evening")
    forged = deed(values, "reveal", 1)
    right = forged["cards"][1]
    forged["cards"][1] = next(c.code for c in deck("english-3move").playable if c.code != right)
    only(values, "card", "round 2, card 2", f"the lots draw {right}")


def test_E24_a_decision_about_a_refused_draw_has_to_be_one() -> None:
    """By the program it is what its ground says; an arbiter may see more, and says what."""
    values = values_of("round robin")
    del deed(values, "adjudicate")["advantage"]
    only(values, "deed", "adjudicate", "round 1, board 1, game 1", "not what the program says")
    wrong = {"name": "Zoé Late", "position": "W:WK99:BK1", "program": "looked at it", "game": 2}
    for field, value in wrong.items():
        values = values_of("round robin")
        deed(values, "adjudicate", 1)[field] = value
        only(values, "deed", "adjudicate")
    values = values_of("round robin")
    deed(values, "new")["event"]["adjudicator"] = "arbiter"
    only(values, "deed", "adjudicate", "an arbiter decides, and says why")
    values = values_of("round robin")
    del values["deeds"][deed(values, "adjudicate")["n"] - 1]["advantage"]
    deed(values, "adjudicate")["reason"] = "he has the move"
    assert [each for each in findings(chain(values)) if each.startswith("deed")] == []


def test_E24_tables_look_once_more_at_what_a_program_has_said() -> None:
    """Black wins there: whoever is said to have refused, and what is said of it, has to fit."""
    tables = TablesAdjudicator()

    def verdicts(values: dict[str, Any]) -> list[str]:
        report = check(json.dumps(chain(values)), tables)
        assert report.verdicts == 2
        return [str(each) for each in report.findings if each.kind == "verdict"]

    assert verdicts(values_of("round robin")) == []
    assert check(json.dumps(values_of("round robin"))).verdicts == 0
    for said, wrong in (
        ("tables: win in 3 plies", True),
        ("tables: draw", True),
        ("search: loss in 9 plies", True),
        ("search: win in 9 plies", False),
        ("margin: nodes 2000000, depth 21, score +30, margin 100", True),
        ("margin: nodes 2000000, depth 21, score +130, margin 100", False),
    ):
        values = values_of("round robin")
        deed(values, "adjudicate", 1)["program"] = said
        found = verdicts(values)
        assert len(found) == wrong, (said, found)
        if wrong:
            assert "round 1, board 1, game 1" in found[0] and said in found[0]
            assert "the tables here say tables: win in 61 plies" in found[0]
    values = values_of("round robin")
    other = deed(values, "adjudicate", 1)
    pair = deed(values, "pair")["boards"][0]
    other["name"] = pair["two"]
    assert "the tables here say tables: loss in 61 plies" in verdicts(values)[0]
    values = values_of("round robin")
    deed(values, "adjudicate", 1)["position"] = "B:W21-32:B1-12"
    assert check(json.dumps(chain(values)), tables).verdicts == 1


def test_E24_who_decides_is_changed_with_a_reason_once_round_1_is_published() -> None:
    log = EVENTS["round robin"]()
    arbiter = replace(log.competition.event, adjudicator="arbiter")
    with pytest.raises(CrownheadError, match="reason"):
        log.act("amend", at(59), event=arbiter.to_dict())
    after = log.act("amend", at(59), event=arbiter.to_dict(), reason="somebody is there now")
    assert after.competition.event.adjudicator == "arbiter"
    assert after.competition.trail[-1].settings == {"adjudicator": None}
    assert loads(dumps(after)).competition == after.competition
    with pytest.raises(CompetitionError, match="adjudicator 'dice' is none of"):
        replace(arbiter, adjudicator="dice")


def test_a_changed_pairing_is_named() -> None:
    values = values_of("evening")
    two = [board for board in deed(values, "pair", 4)["boards"] if "two" in board]
    two[0]["two"], two[1]["two"] = two[1]["two"], two[0]["two"]
    only(values, "pairing", "round 4", "pairs otherwise", " instead of ")


def test_a_changed_pairing_by_hand_is_found_by_its_cards() -> None:
    values = values_of("evening")
    two = [board for board in deed(values, "pair", 3)["boards"] if "two" in board]
    two[0]["two"], two[1]["two"] = two[1]["two"], two[0]["two"]
    only(values, "card", "round 3", "the lots draw")


def test_a_pairing_by_another_version_says_so() -> None:
    values = values_of("evening")
    paired = deed(values, "pair", 4)
    boards = [board for board in paired["boards"] if "two" in board]
    boards[0]["two"], boards[1]["two"] = boards[1]["two"], boards[0]["two"]
    paired["by"] = "gacrux 0.1"
    only(values, "pairing", "pairs otherwise", "(paired by gacrux 0.1, here is gacrux ")


def test_a_wrong_tie_break_is_named() -> None:
    values = values_of("evening")
    row = deed(values, "standing", -1)["rows"][0]
    row["numbers"][2] = "9"
    only(values, "ranking", "row 1", row["name"], "wins 9, by the rules")


def test_swapped_places_are_named() -> None:
    values = values_of("evening")
    rows = deed(values, "standing", -1)["rows"]
    rows[0], rows[1] = rows[1], rows[0]
    only(values, "ranking", "row 1", "by the rules")


def test_a_changed_commitment_is_named() -> None:
    values = values_of("evening")
    said = deed(values, "publish")["commitments"]
    said[1] = "0" * 64
    only(values, "commitment", "round 1", "not the one of the commitment")


def test_a_pairing_by_hand_that_is_hidden_is_named() -> None:
    values = values_of("evening")
    by_hand = next(d for d in values["deeds"] if "program" in d)
    del by_hand["program"], by_hand["reason"]
    only(values, "pairing", "round 3", "pairs otherwise")


@pytest.mark.parametrize("name", EVENTS)
def test_a_trail_with_a_hole_is_named(name: str) -> None:
    values = values_of(name)
    for n in range(1, len(values["deeds"]) - 1):
        holed = copy.deepcopy(values)
        del holed["deeds"][n]
        first = check_fast(holed).findings[0]
        assert first.kind == "trail" and "hole" in first.what, n


def test_the_end_of_a_trail_cannot_be_cut_off() -> None:
    values = values_of("evening")
    values["deeds"].pop()
    assert any("fingerprint" in each for each in findings(values))


@pytest.mark.parametrize("name", EVENTS)
def test_two_deeds_in_another_order_are_named(name: str) -> None:
    values = values_of(name)
    for n in range(1, len(values["deeds"]) - 1):
        swapped = copy.deepcopy(values)
        deeds = swapped["deeds"]
        deeds[n], deeds[n + 1] = deeds[n + 1], deeds[n]
        assert any(each.kind == "trail" for each in check_fast(swapped).findings), n


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every number and text with its path."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from leaves(each, (*path, name))
    elif isinstance(value, list):
        for n, each in enumerate(value):
            yield from leaves(each, (*path, n))
    else:
        yield path, value


def change(value: Any) -> Any:
    """Return another value that looks as good."""
    codes = [card.code for card in deck("english-3move").playable]
    for words in (NAMES, ("2-0", "1-1", "0-2"), codes, ("requested", "absent")):
        if value in words:
            return words[(words.index(value) + 1) % len(words)]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if value is None:
        return 1
    if len(value) == 64 and set(value) <= set("0123456789abcdef"):
        return ("1" if value[0] == "0" else "0") + value[1:]
    if value[:5] == "2026-":
        return value.replace(":00Z", ":01Z")
    if value.isdecimal():
        return str(int(value) + 1)
    return value + "x"


def put(values: Any, path: Path, value: Any) -> None:
    *way, last = path
    for step in way:
        values = values[step]
    values[last] = value


@pytest.fixture(autouse=True)
def remember_pairings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pair what was paired before from memory: thousands of files have the same rounds."""
    real, known = Competition.propose, MEMORY

    def propose(self: Competition) -> Any:
        now = repr((self.event, self.entrants, self.rounds, self.numbers_seed))
        if now not in known:
            try:
                known[now] = real(self)
            except CrownheadError as error:
                known[now] = error
        found = known[now]
        if isinstance(found, CrownheadError):
            raise found
        return list(found)

    monkeypatch.setattr(Competition, "propose", propose)


MEMORY: dict[str, Any] = {}


def check_fast(values: dict[str, Any]) -> Report:
    try:
        return check(json.dumps(values))
    except InvalidEventFile as error:
        return Report((Finding("trail", error.where, str(error)),), 0, 0, 0, 0, (), "")


@pytest.mark.parametrize("name", EVENTS)
def test_every_number_and_text_that_is_changed_is_found(name: str) -> None:
    values = values_of(name)
    missed = []
    for path, value in leaves(values):
        forged = copy.deepcopy(values)
        put(forged, path, change(value))
        if check_fast(forged).right:
            missed.append(path)
    assert missed == []


# What a forger may change who computes all links anew, so that nobody finds it who has noted no
# fingerprint: by kind and field, with the reason why nothing can contradict it.
FREE = {
    ("new", "event", "name"): "what the event is called decides nothing",
    ("new", "event", "clock"): "times are told, not kept here",
    ("amend", "event", "name"): "what the event is called decides nothing",
    ("amend", "event", "clock"): "times are told, not kept here",
    ("new", "event", "cycles"): "of a round robin alone; there it is found by the pairings",
    ("new", "event", "absences"): "as long as nobody is absent as often",
    ("amend", "event", "absences"): "as long as nobody is absent as often",
    ("new", "event", "rounds"): "how many are planned; of the last one alone some rules differ",
    ("amend", "event", "rounds"): "how many are planned; of the last one alone some rules differ",
    ("new", "event", "scoring"): "outcomes that nobody had, and what the scheme is called",
    ("enter", "entrant", "rating"): "counts by its order",
    ("enter", "entrant", "club"): "decides nothing",
    ("withdraw", "reason"): "a reason is told",
    ("return", "reason"): "a reason is told",
    ("result", "reason"): "a reason is told",
    ("adjudicate", "reason"): "a reason is told",
    ("adjudicate", "name"): "which of the two has refused is known from the game",
    ("annul", "reason"): "a reason is told",
    ("pair", "by"): "which program paired is told; what it paired is computed again",
    ("pair", "reason"): "a reason is told",
    ("amend", "reason"): "a reason is told",
}


def test_a_forger_who_computes_all_links_anew_is_found_by_what_they_link() -> None:
    missed: dict[tuple[str, ...], int] = {}
    every = 0
    for name in EVENTS:
        values = values_of(name)
        for path, value in leaves(values["deeds"]):
            place, *rest = path
            if rest[0] in ("link", "at"):  # the links are the forger's own, times stand in order
                continue
            forged = copy.deepcopy(values)
            put(forged["deeds"], path, change(value))
            every += 1
            if all(each.kind == "summary" for each in check_fast(chain(forged)).findings):
                kind = values["deeds"][place]["deed"]
                steps = (kind, *(step for step in rest if isinstance(step, str)))
                missed[steps] = missed.get(steps, 0) + 1
    assert {each for each in missed if not any(each[: len(free)] == free for free in FREE)} == set()
    unused = {free for free in FREE if not any(each[: len(free)] == free for each in missed)}
    assert unused == set(), "listed without need"
    assert sum(missed.values()) < every / 8


ODD = (None, [], {}, "", "x" * 300, -1, 10**30, True, 1.5, ["a"], {"a": 1}, "\ud800", "a\nb")


@pytest.mark.parametrize("name", EVENTS)
def test_whatever_a_stranger_writes_is_refused_or_reported(name: str) -> None:
    """Each value of the file replaced by what should not stand there: no other error comes out."""
    values = values_of(name)
    paths = [path for path, _ in leaves(values)]
    paths += {path[:n] for path in paths for n in range(1, len(path))}
    for n, path in enumerate(paths):
        forged = copy.deepcopy(values)
        put(forged, path, ODD[n % len(ODD)])
        if forged == values:
            continue
        assert not check_fast(forged).right, path
        if n % 4 == 0:
            with pytest.raises(InvalidEventFile):
                loads(json.dumps(forged))
        if n % 2 and path[0] == "deeds" and len(path) > 2 and path[2] not in ("n", "link"):
            try:
                check(json.dumps(chain(forged)))
            except CompetitionError:
                continue


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1, column 1: is no JSON"),
        ("[]", "this is no file of an event"),
        ("{", "line 1, column 2: is no JSON"),
        ('{"format": "crownhead event", "version": 2}', "version: is 2; this program reads 1"),
        ('{"format": "crownhead event", "version": 1}', "deeds: is missing"),
        ('{"format": "x", "format": "y"}', "'format': is said twice in one object"),
        ('{"format": 1.5}', "1.5: numbers are whole"),
        ('{"format": NaN}', "NaN: numbers are whole"),
        ("[" * 100_000, "nested too deeply"),
        ("1" * 10_000, "a number too long"),
        (b"\xff{}", "byte 1: is no UTF-8"),
    ],
)
def test_what_is_no_file_of_an_event_is_refused_with_the_place(text: str, said: str) -> None:
    with pytest.raises(InvalidEventFile) as caught:
        loads(text)
    assert said in str(caught.value)


def test_a_large_object_that_says_something_twice_is_refused_without_counting_each() -> None:
    names = [f'"name {n}": 0' for n in range(1_000_000)]
    with pytest.raises(InvalidEventFile, match="'name 999999': is said twice"):
        loads(f"{{{', '.join(names)}, {names[-1]}}}")


@pytest.mark.parametrize("name", ["\x1b[2J", "\ud800"])
def test_what_cannot_be_printed_is_written_out(name: str) -> None:
    values = values_of("knockout")
    values["now"][name] = 1
    [finding] = check(json.dumps(values)).findings
    assert str(finding).isprintable() and "now.\\" in finding.where
    with pytest.raises(InvalidEventFile) as caught:
        parse(json.dumps({**values, name: 1}))
    assert str(caught.value).isprintable() and str(caught.value).endswith(": is not known")


def test_settings_that_make_no_event_are_named() -> None:
    values = values_of("knockout")
    values["deeds"][0]["event"]["rounds"] = 10**9
    with pytest.raises(InvalidEventFile, match="deed 1: rounds: 1000000000 is not 0 to 400"):
        check(json.dumps(chain(values)))


def test_a_fault_in_a_deed_says_in_which() -> None:
    values = values_of("knockout")
    values["deeds"][3]["entrant"] = 7
    with pytest.raises(InvalidEventFile) as caught:
        parse(json.dumps(values))
    assert str(caught.value) == "deed 4 (enter): entrant: expected an object"
    assert caught.value.where == "deed 4 (enter)"


def test_deeds_that_are_not_allowed_are_refused_and_leave_the_log() -> None:
    log = Log.begin(Event(name="x", rounds=3), at(0))
    for kind, fields in (
        ("new", {"event": {"name": "again"}}),
        ("enter", {"entrant": {"name": "A", "joined": 4}}),
        ("enter", {"entrant": {"name": "A", "rating": "high"}}),
        ("excuse", {"name": "A", "why": "tired", "round": 1}),
        ("result", {"round": 1, "board": 1, "games": ["2-0"]}),
        ("annul", {"round": 1, "reason": "none"}),
        ("withdraw", {"name": "A", "reason": ""}),
    ):
        with pytest.raises(CompetitionError):
            log.act(kind, at(1), **fields)
    assert len(log.deeds) == 1


def test_times_never_run_backwards_where_the_clock_of_the_laptop_does() -> None:
    log = Log.begin(Event(name="x", rounds=3), at(5)).act("enter", at(1), entrant={"name": "A"})
    assert log.deeds[1].at == at(5)


def test_rounds_of_an_event_with_ballots_have_cards_or_it_is_told() -> None:
    event = Event(name="Club", rounds=2, ballots=Ballots())
    begun = Log.begin(event, "2026-11-27T18:00:00Z")
    seeds = new_seeds(3)
    with pytest.raises(CompetitionError, match=r"2 are too few.*new_seeds\(3\)"):
        begun.publish("2026-11-27T18:01:00Z", seeds[:2])
    bare = begun
    for name in ("Anna", "Bert"):
        bare = bare.act("enter", "2026-11-27T18:02:00Z", entrant={"name": name})
    with pytest.raises(CompetitionError, match="publishes its lots before anybody enters"):
        bare.pair("2026-11-27T18:03:00Z", [Encounter(one="Anna", two="Bert")])
    log = begun.publish("2026-11-27T18:01:00Z", seeds)
    for name in ("Anna", "Bert"):
        log = log.act("enter", "2026-11-27T18:02:00Z", entrant={"name": name})
    log = log.pair("2026-11-27T18:03:00Z", numbers_seed=seeds[0])
    assert check(dumps(log)).right
    at = "2026-11-27T18:04:00Z"
    with pytest.raises(CardNotDrawn, match="board 1: its card is not drawn yet") as refused:
        log.act("result", at, round=1, board=1, games=["1-1"])
    assert refused.value.key == "not_drawn"
    assert refused.value.values == {"round": 1, "board": 1}
    with pytest.raises(CardNotDrawn):
        log.competition.record(1, 1, ["1-1"])
    assert check(dumps(log.act("result", at, round=1, board=1, games=["+/-"]))).right
    drawn = log.reveal(at, seeds[1])
    assert check(dumps(drawn.act("result", at, round=1, board=1, games=["1-1"]))).right
    # A file that an older version wrote is read, told of, and can be brought in order.
    fields = {"round": 1, "board": 1, "games": ["1-1"]}
    number = len(log.deeds) + 1
    link = link_of(log.deeds[-1].link, number, at, "result", fields)
    old = Log.replay((*log.deeds, Deed(number, at, "result", fields, link)))
    found = check(dumps(old)).findings
    assert [str(each) for each in found if each.kind == "card"] == [
        "card: round 1: was played without its card"
    ]
    corrected = old.act("result", at, round=1, board=1, games=["2-0"], reason="typed wrong")
    late = corrected.reveal("2026-11-27T18:05:00Z", seeds[1])
    assert not [each for each in check(dumps(late)).findings if each.kind == "card"]


def test_a_tie_break_is_not_played_before_its_card_either() -> None:
    event = Event(name="Cup", format="knockout", ballots=Ballots())
    at = "2026-11-27T18:00:00Z"
    seeds = new_seeds(2)
    log = Log.begin(event, at).publish(at, seeds)
    for name in ("Anna", "Bert"):
        log = log.act("enter", at, entrant={"name": name})
    log = log.pair(at, numbers_seed=seeds[0])
    log = log.act("result", at, round=1, board=1, games=["-/-"])
    with pytest.raises(CardNotDrawn):
        log.act("tie-break", at, round=1, board=1, games=["2-0"])
    log = log.reveal(at, seeds[1]).act("tie-break", at, round=1, board=1, games=["2-0"])
    assert log.competition.over


def test_a_deed_that_is_none_is_told_with_the_likeliest() -> None:
    log = Log.begin(Event(name="Club", rounds=2), "2026-11-27T18:00:00Z")
    with pytest.raises(CompetitionError, match="'resultt'; did you mean 'result'?"):
        log.act("resultt", "2026-11-27T18:00:00Z")
