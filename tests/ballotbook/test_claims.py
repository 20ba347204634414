"""Claims of the book of ballots are repeated by anybody, and none that was changed is believed."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from crownhead.ballotbook import Book, Claim, Searched, TableBacked, verify
from crownhead.ballotbook.claims import Known, Proved, Value, claim_of, from_dict, from_line
from crownhead.ballotbook.failure import AnotherEngine, InvalidClaim
from crownhead.ballotbook.proving import prove
from crownhead.ballotbook.searching import play_down, search
from crownhead.ballots import Card, UnknownDeck, deck
from crownhead.endgame.tables import Tables
from crownhead.errors import CrownheadError

ENGLISH = Tables.open("english")
WON = Card(deck="test", variant="english", number=1, code="1", start_fen="W:WK15,K32:B16,K28")
DRAWN = replace(WON, start_fen="W:W6,15:B2,7")
LOST = replace(WON, start_fen="W:W14:B20,K27,K28")


@pytest.fixture(scope="module")
def searched_record() -> dict[str, Any]:
    return to_plain(search(deck("english-3move").card(60), ENGLISH, nodes=3_000, megabytes=1))


@pytest.fixture(scope="module")
def backed_record() -> dict[str, Any]:
    found = play_down(deck("english-3move").card(60), ENGLISH, nodes=300, megabytes=1)
    assert found is not None
    return to_plain(found)


def to_plain(claim: Claim) -> dict[str, Any]:
    """Return a claim as a stranger reads it."""
    made: dict[str, Any] = json.loads(claim.to_line())
    return made


def forge(record: dict[str, Any], **parts: Any) -> dict[str, Any]:
    forged = copy.deepcopy(record)
    forged.update(parts)
    return forged


def refusal(record: dict[str, Any]) -> InvalidClaim:
    with pytest.raises(InvalidClaim) as refused:
        verify(from_dict(record))
    return refused.value


def test_a_search_is_repeated(searched_record: dict[str, Any]) -> None:
    claim = from_dict(searched_record)
    assert (claim.status, searched_record["threads"]) == ("searched", 1)
    assert verify(claim).repeated
    assert not verify(claim, searching=False).repeated
    assert from_line(claim.to_line()) == claim


def test_a_line_to_the_tables_is_repeated_and_its_end_asked(backed_record: dict[str, Any]) -> None:
    claim = from_dict(backed_record)
    assert claim.status == "table-backed"
    assert len(claim.line) > 20
    assert verify(claim).repeated


@pytest.mark.parametrize(
    ("parts", "place"),
    [
        ({"score": 1}, "score"),
        ({"depth": 3}, "depth"),
        ({"nodes": 100}, "line"),
        ({"line": "17x10 6x15"}, "line"),
        ({"line": "17x10 7x14"}, "line"),
        ({"line": "11-15"}, "line[0]"),
        ({"bound": "lower"}, "bound"),
        ({"bound": "true"}, "bound"),
        ({"threads": 2}, "threads"),
        ({"verdict": "draw"}, "verdict"),
        ({"fen": "W:W1:B32"}, "fen"),
        ({"card": "61"}, "fen"),
        ({"card": "175"}, "card"),
        ({"card": 60}, "card"),
        ({"deck": "chess"}, "card"),
        ({"status": "proved"}, "verdict"),
        ({"status": "sure"}, "status"),
        ({"format": "crownhead ballot claim 9"}, "format"),
        ({"nodes": 0}, "nodes"),
        ({"nodes": True}, "nodes"),
        ({"megabytes": 10**9}, "megabytes"),
        ({"engine": "builtin"}, "engine"),
        ({"engine": {"version": "0.1.0", "weights": "1"}}, "engine.search"),
        ({"tables": {"english-9.endgame": "00"}}, "tables['english-9.endgame']"),
        ({"tables": {"../english-2.endgame": "00"}}, "tables['../english-2.endgame']"),
        ({"tables": {"english-2.endgame": "00"}}, "tables['english-2.endgame']"),
        ({"tables": {"english-2.endgame": 1}}, "tables['english-2.endgame']"),
        ({"tables": []}, "tables"),
    ],
)
def test_a_forged_search_is_refused(
    searched_record: dict[str, Any], parts: dict[str, Any], place: str
) -> None:
    if parts.get("score") is not None:
        parts = {"score": searched_record["score"] + parts["score"]}
    assert refusal(forge(searched_record, **parts)).place == place


def test_what_another_engine_searched_is_not_believed(searched_record: dict[str, Any]) -> None:
    for part in ("version", "weights", "search"):
        forged = forge(searched_record, engine=searched_record["engine"] | {part: "9"})
        with pytest.raises(AnotherEngine, match="this is crownhead"):
            verify(from_dict(forged))
        assert not verify(from_dict(forged), searching=False).repeated


def test_without_tables_another_engine_is_told_apart(searched_record: dict[str, Any]) -> None:
    """What the tables are is part of how an engine searches, where it reaches them."""
    claim = from_dict(forge(searched_record, tables={}))
    with pytest.raises(InvalidClaim):
        verify(claim)


def test_a_forged_end_of_a_line_is_refused(backed_record: dict[str, Any]) -> None:
    for verdict in {"white wins", "draw", "black wins"} - {backed_record["verdict"]}:
        assert refusal(forge(backed_record, verdict=verdict)).place == "verdict"
    cut = " ".join(backed_record["line"].split()[:-1])
    assert refusal(forge(backed_record, line=cut)).place == "line"
    assert refusal(forge(backed_record, nodes=60)).place == "line"
    few = {name: digest for name, digest in backed_record["tables"].items() if "-2." in name}
    assert refusal(forge(backed_record, tables=few)).place == "line"


@pytest.mark.parametrize(("card", "value"), [(WON, "white"), (DRAWN, "draw"), (LOST, "black")])
def test_a_proof_is_verified_entry_by_entry(card: Card, value: str) -> None:
    made = prove(card, None, Tables.open("english", most=3), 100_000)
    assert made is not None
    assert (made.value, made.line) == (value, ())
    record = to_plain(made)
    assert verify(claim_of(card, record)).entries > 0
    for side, proof in record["proofs"].items():
        for part, entries in proof.items():
            for name in entries:
                forged = copy.deepcopy(record)
                del forged["proofs"][side][part][name]
                with pytest.raises(InvalidClaim):
                    verify(claim_of(card, forged))
    for verdict in {"white wins", "draw", "black wins"} - {record["verdict"]}:
        with pytest.raises(InvalidClaim, match="proofs: they show"):
            verify(claim_of(card, forge(record, verdict=verdict)))
    with pytest.raises(InvalidClaim, match="proofs: they show nothing"):
        verify(claim_of(card, forge(record, proofs={})))


def test_the_end_of_a_line_is_proved_backwards(backed_record: dict[str, Any]) -> None:
    line = from_dict(backed_record)
    assert isinstance(line, TableBacked)
    made = prove(line.card, line, ENGLISH, 20_000)
    assert made is not None
    assert 0 < len(made.line) < len(line.line)
    assert made.line == line.line[: len(made.line)]
    claim = from_dict(to_plain(made))
    assert verify(claim).entries > 0
    shorter = forge(to_plain(made), line=" ".join(made.line[:-1]))
    assert refusal(shorter).place.startswith("proofs.")
    entry = Book("english-3move", [line, claim]).entry(60)
    assert (entry.status, entry.proved_from) == ("table-backed", len(made.line))


def test_a_line_backs_what_a_search_says_only_where_they_agree(
    searched_record: dict[str, Any], backed_record: dict[str, Any]
) -> None:
    claim, line = from_dict(searched_record), from_dict(backed_record)
    assert isinstance(claim, Searched) and isinstance(line, TableBacked)
    worth: list[tuple[int, Value, str, str]] = [
        (80, "white", "white better", "table-backed"),
        (80, "draw", "white better", "searched"),
        (80, "black", "white better", "searched"),
        (-20, "draw", "level", "table-backed"),
        (-20, "white", "level", "searched"),
        (-50, "black", "black better", "table-backed"),
        (29_990, "white", "white wins", "table-backed"),
    ]
    for score, value, verdict, status in worth:
        claims = replace(claim, score=score), replace(line, value=value)
        entry = Book("english-3move", claims).entry(60)
        assert (entry.verdict, entry.status) == (verdict, status)
    alone = Book("english-3move", [replace(line, value="black")]).entry(60)
    assert (alone.verdict, alone.status) == ("black better", "table-backed")
    proof = Proved(card=line.card, value="draw", proofs={})
    known = Book("english-3move", [claim, line, proof]).entry(60)
    assert (known.verdict, known.status, known.proved_from) == ("draw", "proved", 0)


def test_the_best_claim_of_each_kind_stays() -> None:
    card = deck("english-3move").card(13)
    few = search(card, ENGLISH, nodes=500, megabytes=1)
    many = search(card, ENGLISH, nodes=1_000, megabytes=1)
    book = Book("english-3move")
    assert [book.add(claim) for claim in (few, many, few, many)] == [True, True, False, False]
    assert list(book.claims) == [many]
    assert book.entry("13").verdict == many.verdict
    with pytest.raises(UnknownDeck):
        Book("english-11man").add(few)


@pytest.mark.parametrize("text", ["", "[]", "null", "{", '"claim"', "[" * 100_000, "9" * 5_000_000])
def test_what_is_no_claim_is_refused(text: str) -> None:
    with pytest.raises(InvalidClaim):
        from_line(text)


def test_no_part_of_a_claim_may_be_missing_or_of_another_type(
    searched_record: dict[str, Any], backed_record: dict[str, Any]
) -> None:
    proved = prove(WON, None, ENGLISH, 1_000)
    assert proved is not None
    read_test: Callable[[object], Known] = lambda content: claim_of(WON, content)  # noqa: E731
    for record, reader in (
        (searched_record, from_dict),
        (backed_record, from_dict),
        (to_plain(proved), read_test),
    ):
        for name in record.keys() - {"format"}:
            for wrong in (None, [], 1.5, {"a": 1}):
                with pytest.raises(CrownheadError):
                    reader(forge(record, **{name: wrong}))
            missing = copy.deepcopy(record)
            del missing[name]
            with pytest.raises(CrownheadError):
                reader(missing)
