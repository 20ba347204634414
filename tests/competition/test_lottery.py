"""Ballots of an event: commitments, contributions, repetition, filters, for round and board."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from crownhead.ballots import deck
from crownhead.competition import Ballots, Competition, CompetitionError, Encounter, Entrant, Event
from crownhead.competition.lottery import cards, commitment, lot_number, pairing_hash
from crownhead.errors import CrownheadError

SEEDS = [f"{n:02x}" * 32 for n in range(1, 12)]


def event_of(count: int = 6, rounds: int = 5, **ballots: Any) -> Competition:
    event = Event(name="t", rounds=rounds, games=2, ballots=Ballots(**ballots))
    found = Competition(event=event).commit(SEEDS[: rounds + 1])
    for n in range(count):
        found = found.enter(Entrant(name=f"p{n}", rating=2000 - n))
    return found


def play_round(event: Competition, rng: random.Random | None = None) -> Competition:
    """Return the event with its next round paired, drawn and played."""
    rng = rng or random.Random(1)
    event = event.pair(numbers_seed="" if event.rounds else SEEDS[0])
    number = len(event.rounds)
    event = event.reveal(SEEDS[number])
    for n, board in enumerate(event.rounds[-1].boards, 1):
        if board.two is not None:
            event = event.record(number, n, [rng.choice(["2-0", "1-1", "0-2"]) for _ in "ab"])
    return event


def test_a_card_can_be_drawn_by_hand_as_the_documents_say() -> None:
    """Nothing of the library but the list of cards."""
    event = play_round(event_of().contribute("p1", "of p1").contribute("p0", "of p0"))
    boards = event.rounds[0].boards
    lines = "".join(f"{n} {b.one} - {b.two}\n" for n, b in enumerate(boards, 1))
    said = "p0: of p0\np1: of p1\n"
    playable = deck("english-3move").playable
    head = f"crownhead draw 1\ndeck english-3move\nlots {len(playable)}\nseed {SEEDS[1]}\n"
    assert hashlib.sha256(head.encode()).hexdigest() == event.commitments[1]
    text = head + "".join(
        f"contribution {line}\n"
        for line in (
            "round 1",
            f"pairing {hashlib.sha256(lines.encode()).hexdigest()}",
            f"entrants {hashlib.sha256(said.encode()).hexdigest()}",
            "attempt 0",
        )
    )
    first = int(hashlib.sha256((text + "round 0\n").encode()).hexdigest()[:8], 16)
    assert first < 2**32 - 2**32 % len(playable)
    assert event.rounds[0].cards == (playable[first % len(playable)].code,)


def test_nobody_draws_with_another_seed_or_twice_or_without_a_commitment() -> None:
    event = event_of(rounds=2).pair(numbers_seed=SEEDS[0])
    with pytest.raises(CompetitionError, match="not the seed of the commitment"):
        event.reveal(SEEDS[2])
    with pytest.raises(CompetitionError, match="64 hex digits"):
        event.reveal("AB" * 32)
    event = event.reveal(SEEDS[1])
    with pytest.raises(CompetitionError, match="none is drawn again"):
        event.reveal(SEEDS[1])
    with pytest.raises(CompetitionError, match="no commitment was published"):
        replace(event, commitments=event.commitments[:1], rounds=()).pair(
            numbers_seed=SEEDS[0]
        ).reveal(SEEDS[1])
    plain = Competition(event=Event(name="x", rounds=1))
    with pytest.raises(CompetitionError, match="nothing to be drawn"):
        plain.reveal(SEEDS[1])


def test_commitments_come_before_anybody_enters() -> None:
    event = Competition(event=Event(name="x", rounds=1, ballots=Ballots()))
    with pytest.raises(CompetitionError, match="before anybody enters"):
        event.enter(Entrant(name="A")).commit(SEEDS[:2])
    with pytest.raises(CompetitionError, match="without ballots has one"):
        Competition(event=Event(name="x", rounds=1)).commit(SEEDS[:2])
    with pytest.raises(CompetitionError, match="reveals the seed for numbers"):
        event_of().pair()
    with pytest.raises(CompetitionError, match="not the one of its commitment"):
        event_of().pair(numbers_seed=SEEDS[1])


def test_seed_pairing_and_contributions_each_change_the_card() -> None:
    """Over many draws all three matter, so that none of those who give them decides alone."""
    boards = [Encounter(one="A", two="B"), Encounter(one="C", two="D")]
    turned = [Encounter(one="B", two="A"), Encounter(one="C", two="D")]
    changed = Counter[str]()
    for n in range(60):
        seed = hashlib.sha256(str(n).encode()).hexdigest()
        card = cards(Ballots(), seed, 1, boards, {})
        other = hashlib.sha256(seed.encode()).hexdigest()
        changed["seed"] += card != cards(Ballots(), other, 1, boards, {})
        changed["pairing"] += card != cards(Ballots(), seed, 1, turned, {})
        changed["round"] += card != cards(Ballots(), seed, 2, boards, {})
        changed["said"] += card != cards(Ballots(), seed, 1, boards, {"A": "x"})
        changed["who"] += cards(Ballots(), seed, 1, boards, {"A": "x"}) != cards(
            Ballots(), seed, 1, boards, {"B": "x"}
        )
    assert min(changed[name] for name in ("seed", "pairing", "round", "said", "who")) > 50


def test_the_order_of_contributions_does_not_matter() -> None:
    boards = [Encounter(one="A", two="B")]
    one = cards(Ballots(), SEEDS[1], 1, boards, {"A": "x", "B": "y"})
    assert one == cards(Ballots(), SEEDS[1], 1, boards, {"B": "y", "A": "x"})


def test_results_do_not_change_what_was_drawn_from_the_pairing() -> None:
    board = Encounter(one="A", two="B")
    assert pairing_hash([board]) == pairing_hash([replace(board, games=("2-0",), extra=("2-0",))])
    assert pairing_hash([board]) != pairing_hash([replace(board, two="C")])


def test_contributions_count_for_the_next_round_alone() -> None:
    event = event_of().contribute("p0", "one").contribute("p0", "two")
    with pytest.raises(CompetitionError, match="nobody is called"):
        event.contribute("stranger", "x")
    with pytest.raises(CompetitionError, match="printable line"):
        event.contribute("p0", "a\nb")
    event = play_round(event)
    assert dict(event.rounds[0].contributions) == {"p0": "two"}
    assert dict(play_round(event).rounds[1].contributions) == {}


def test_the_scope_is_a_round_or_a_board() -> None:
    one = play_round(event_of(7)).rounds[0]
    assert len(one.cards) == 1
    paired = [n for n, b in enumerate(one.boards, 1) if b.two is not None]
    assert {one.card(n) for n in paired} == set(one.cards)
    each = play_round(event_of(7, scope="board", repeats="yes")).rounds[0]
    assert len(each.cards) == 3
    free = next(n for n, b in enumerate(each.boards, 1) if b.two is None)
    assert each.card(free) is None
    assert [each.card(n) for n in paired] == list(each.cards)


def test_no_card_comes_again_in_the_event() -> None:
    """Of eight cards in eight boards each comes once; then none is left."""
    codes = [card.code for card in deck("english-3move").playable]
    event = event_of(4, rounds=5, scope="board", barred=tuple(codes[6:]))
    for _ in range(3):
        event = play_round(event)
    every = [code for each in event.rounds for code in each.cards]
    assert sorted(every) == sorted(codes[:6])
    event = replace(event, event=replace(event.event, rounds=9))
    with pytest.raises(CompetitionError, match="no card of english-3move is left"):
        cards(
            event.event.ballots or Ballots(),
            SEEDS[4],
            4,
            [Encounter(one="p0", two="p1")],
            {},
            [({"x"}, code) for code in every],
        )


@pytest.mark.parametrize("seed", range(5))
def test_no_entrant_meets_a_card_again(seed: int) -> None:
    codes = tuple(card.code for card in deck("english-3move").playable[8:])
    event = event_of(6, rounds=4, scope="board", repeats="entrant", barred=codes)
    met: dict[str, list[str]] = {}
    rng = random.Random(seed)
    for _ in range(3):
        event = play_round(event, rng)
        last = event.rounds[-1]
        for n, board in enumerate(last.boards, 1):
            for name in board.names:
                met.setdefault(name, []).append(last.card(n) or "")
    assert all(len(set(own)) == len(own) == 3 for own in met.values())
    every = [code for each in event.rounds for code in each.cards]
    assert len(set(every)) < len(every), "others may have it"


def test_without_a_wish_cards_come_again() -> None:
    codes = tuple(card.code for card in deck("english-3move").playable[1:])
    event = event_of(4, rounds=3, repeats="yes", barred=codes)
    event = play_round(play_round(event))
    assert event.rounds[0].cards == event.rounds[1].cards


def test_filters_leave_what_they_say() -> None:
    tough = Ballots(tough=True).cards
    assert 0 < len(tough) < len(Ballots().cards) == 156
    assert all(card.tough for card in tough)
    code = tough[0].code
    assert code not in [card.code for card in Ballots(tough=True, barred=(code,)).cards]
    for n in range(20):
        seed = hashlib.sha256(str(n).encode()).hexdigest()
        board = [Encounter(one="A", two="B")]
        assert cards(Ballots(tough=True), seed, 1, board, {})[0] in {c.code for c in tough}
    with pytest.raises(CrownheadError):
        Ballots(barred=("no such",))
    with pytest.raises(CompetitionError, match="no card"):
        Ballots(barred=tuple(card.code for card in Ballots().cards))
    with pytest.raises(CompetitionError, match="expected deck"):
        Ballots.from_dict({"decks": 1})
    assert Ballots.from_dict(Ballots(tough=True).to_dict()) == Ballots(tough=True)


def test_an_annulled_round_needs_a_new_commitment_and_its_card_stays_played() -> None:
    codes = tuple(card.code for card in deck("english-3move").playable[2:])
    event = event_of(4, rounds=2, barred=codes).pair(numbers_seed=SEEDS[0]).reveal(SEEDS[1])
    first = event.rounds[0].cards[0]
    with pytest.raises(CompetitionError, match="new commitment"):
        event.annul("fire alarm")
    fresh = commitment(SEEDS[9], event.event.ballots)
    event = event.annul("fire alarm", fresh).pair(numbers_seed=SEEDS[0])
    with pytest.raises(CompetitionError, match="not the seed"):
        event.reveal(SEEDS[1])
    assert event.reveal(SEEDS[9]).rounds[0].cards[0] != first


def test_every_card_is_as_likely_as_another() -> None:
    """156 lots, 15,600 draws: chi-square below what one run in ten thousand exceeds."""
    found = Counter[str]()
    board = [Encounter(one="A", two="B")]
    for n in range(15_600):
        seed = hashlib.sha256(f"fair {n}".encode()).hexdigest()
        found[cards(Ballots(), seed, 1, board, {})[0]] += 1
    assert len(found) == 156
    assert sum((count - 100) ** 2 / 100 for count in found.values()) < 230


def test_lots_of_names_are_repeatable_and_differ() -> None:
    lots = [lot_number(SEEDS[0], f"p{n}") for n in range(100)]
    assert len(set(lots)) == 100 and lots == [lot_number(SEEDS[0], f"p{n}") for n in range(100)]
