"""Entry fees at the server: whoever keeps the desk marks who has paid, and nobody else is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
from support.served import Guest, Server, new_id
from test_events import act, did, get_event, make_event, member

Make = Callable[..., Guest]


#: 1.37 EUR as minor units or as people write it, but not within a fingerprint or a time.
MONEY = re.compile(r"(?<![\w.])(137|1[.,]37)(?!\w)")


def fee(who: Guest, event: str, name: str) -> dict[str, Any]:
    """Return what somebody has paid, as an officer sees it."""
    (found,) = (each for each in get_event(who, event)["fees"]["entrants"] if each["name"] == name)
    return dict(found)


def test_the_desk_marks_who_has_paid_and_nobody_else_sees_it(guest: Make, server: Server) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser, fees="adults 10, youth 5 EUR")
    helper, helper_name = member(guest)
    did(organiser, event, "officer", name=helper_name, role="helper")
    anna = guest("Anna")
    did(anna, event, "enter")
    did(helper, event, "admit", name="Bert")
    seq = did(helper, event, "fee", name="Anna", paid=1000)
    did(helper, event, "fee", name="Bert", paid=137, fee="youth")
    seen = get_event(organiser, event)["fees"]
    assert (seen["currency"], seen["digits"], seen["paid"], seen["due"]) == ("EUR", 2, 1137, 1500)
    assert [each["kind"] for each in seen["kinds"]] == ["adults", "youth", "free"]
    assert fee(helper, event, "Bert") == {"name": "Bert", "kind": "youth", "paid": 137, "due": 500}
    # The trail says to officers who has marked it; the page of everybody else has no word of it.
    told = organiser.http.get(f"/api/events/{event}/after/{seq - 1}").json()
    assert told["whole"] and [line["kind"] for line in told["lines"]] == ["fee", "fee"]
    assert {line["by"] for line in told["lines"]} == {helper_name}
    for who in (anna, guest(), httpx.Client(base_url=server.url)):
        http = who.http if isinstance(who, Guest) else who
        everything = [http.get(f"/api/events/{event}").text]
        everything += [http.get(f"/api/events/{event}/after/0").text]
        everything += [http.get(f"/api/events/{event}/file").text]
        for sheet in ("participants", "checkin"):
            answer = http.get(f"/api/events/{event}/print/{sheet}")
            everything.append(answer.text)
            assert http.get(f"/api/events/{event}/print/{sheet}?fees=true").status_code == 403
        assert not [text for text in everything if MONEY.search(text)]
        news = http.get(f"/api/events/{event}/after/0").json()
        assert news["seq"] == seq + 1 and "fee" not in [line["kind"] for line in news["lines"]]
        assert not http.get(f"/api/events/{event}/after/{seq - 1}").json()["whole"]
        if not isinstance(who, Guest):
            who.close()
    printed = helper.http.get(f"/api/events/{event}/print/participants?fees=true&lang=de").text
    assert "11,37 EUR von 15,00 EUR bezahlt." in printed


def test_an_entrant_sees_what_he_himself_has_paid_and_no_other_does(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser, fees="adults 10, youth 5 EUR")
    helper, helper_name = member(guest)
    did(organiser, event, "officer", name=helper_name, role="helper")
    anna, cleo = guest("Anna"), guest("Cleo")
    did(anna, event, "enter")
    did(cleo, event, "enter")
    assert get_event(anna, event)["you"]["fee"] == {
        "currency": "EUR",
        "digits": 2,
        "paid": 0,
        "due": 1000,
    }
    seq = did(helper, event, "fee", name="Anna", paid=137, fee="youth")
    own = {"currency": "EUR", "digits": 2, "paid": 137, "due": 500}
    assert get_event(anna, event)["you"]["fee"] == own
    # Who looks at the page meanwhile is told with the news, of his own and without a line.
    news = anna.http.get(f"/api/events/{event}/after/{seq - 1}").json()
    assert news["you"]["fee"] == own
    assert not [line for line in news["lines"] if line["kind"] == "fee"]
    assert get_event(anna, event)["fees"] is None
    assert get_event(cleo, event)["you"]["fee"]["paid"] == 0
    assert not MONEY.search(cleo.http.get(f"/api/events/{event}").text)
    for other in (organiser, helper, guest()):
        assert get_event(other, event)["you"]["fee"] is None
    free = make_event(organiser)
    did(anna, free, "enter")
    assert get_event(anna, free)["you"]["fee"] is None


def test_a_program_that_only_looks_is_not_told_of_fees(guest: Make, server: Server) -> None:
    organiser, name = member(guest)
    event = make_event(organiser, fees="10 EUR")
    did(organiser, event, "admit", name="Bert")
    did(organiser, event, "fee", name="Bert", paid=137)
    did(organiser, event, "enter")
    did(organiser, event, "fee", name=name, paid=137)
    made = organiser.http.post("/api/account/tokens", json={"name": "wall", "scope": "read"})
    headers = {"authorization": f"Bearer {made.json()['token']}"}
    with httpx.Client(base_url=server.url, headers=headers) as program:
        assert program.get(f"/api/events/{event}").json()["fees"] is None
        assert not MONEY.search(program.get(f"/api/events/{event}/after/0").text)
        printed = program.get(f"/api/events/{event}/print/participants?fees=true")
        assert not MONEY.search(printed.text)


def test_only_the_desk_marks_fees_and_only_those_that_there_are(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser, fees="full 10, reduced 5 EUR")
    anna = guest("Anna")
    did(anna, event, "enter")
    assert act(anna, event, "fee", name="Anna", paid=1000).status_code == 403
    for wrong in (
        {"name": "Zoe", "paid": 5},
        {"name": "Anna", "paid": 5, "fee": "half"},
        {"name": "Anna", "paid": -1},
        {"name": "Anna", "paid": 1.5},
        {"name": "Anna", "paid": 10**9},
    ):
        assert act(organiser, event, "fee", **wrong).status_code in (400, 409), wrong
    assert get_event(organiser, event)["fees"]["paid"] == 0
    free = make_event(organiser)
    did(organiser, free, "admit", name="Bert")
    assert get_event(organiser, free)["fees"] is None
    assert act(organiser, free, "fee", name="Bert", paid=5).status_code == 409
    answer = organiser.http.post("/api/events", json={"name": "X", "rounds": 3, "fees": "ten"})
    assert answer.status_code == 409 and "10 EUR" in answer.json()["sentence"]


def test_fees_are_paid_after_the_end_too_and_stay_in_their_currency(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser, fees="10 EUR")
    did(organiser, event, "admit", name="Bert")
    did(organiser, event, "fee", name="Bert", paid=500)
    settings = get_event(organiser, event)["settings"]
    for fees in ("10 USD", ""):
        answer = act(organiser, event, "amend", settings={**settings, "fees": fees})
        assert answer.status_code == 409 and "EUR" in answer.json()["sentence"]
    did(organiser, event, "amend", settings={**settings, "fees": "8 EUR"})
    did(organiser, event, "finish")
    assert "fee" in get_event(organiser, event)["you"]["acts"]
    did(organiser, event, "fee", name="Bert", paid=800)
    assert fee(organiser, event, "Bert") == {"name": "Bert", "kind": "", "paid": 800, "due": 800}


def test_a_command_that_is_sent_again_notes_a_fee_once(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser, fees="10 EUR")
    did(organiser, event, "admit", name="Bert")
    body = {"id": new_id(), "act": {"kind": "fee", "name": "Bert", "paid": 500}}
    first, again = (
        organiser.http.post(f"/api/events/{event}/do", json=body).json()["seq"] for _ in range(2)
    )
    assert first == again


def test_what_somebody_has_paid_is_among_what_is_kept_of_him(guest: Make) -> None:
    organiser, _ = member(guest)
    event = make_event(organiser, fees="10 EUR")
    anna, name = member(guest)
    did(anna, event, "enter")
    did(organiser, event, "fee", name=name, paid=750)
    kept = anna.http.get("/api/me/data").text
    assert "7.50 EUR" in kept
