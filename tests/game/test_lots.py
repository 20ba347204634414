from __future__ import annotations

import hashlib
import pickle
import random
import shutil
import subprocess

import pytest

from crownhead.ballots import UnknownDeck, deck
from crownhead.errors import CrownheadError, InvalidRecord
from crownhead.lots import Draw, Toss, draw, pick, toss

PLAYERS = ("Anna", "Bert")
SEED = "5e1f" * 16


def seeds(count: int) -> list[str]:
    source = random.Random(20)
    return [source.randbytes(32).hex() for _ in range(count)]


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_C5_draw_is_what_the_documentation_says() -> None:
    text = f"crownhead draw 1\ndeck english-3move\nlots 156\nseed {SEED}\n"
    drawn = draw("english-3move", SEED, ("tea", "rain & wind"))
    assert drawn.commitment == sha256(text)
    digest = sha256(f"{text}contribution tea\ncontribution rain & wind\nround 0\n")
    place = int(digest[:8], 16) % 156
    assert drawn.card is deck("english-3move").playable[place]
    assert drawn.lot == place + 1


def test_C5_known_answer() -> None:
    drawn = draw("english-3move", SEED)
    assert drawn.commitment == "ea250d1628e6eaa1d2cf8bbd3104e0d2001059b5cb7b119569fa4e65a50c76f4"
    assert (drawn.lot, drawn.card.number) == (124, 138)


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="no sha256sum here")
def test_C5_a_stranger_verifies_with_sha256sum() -> None:
    drawn = draw("english-3move", SEED)
    format = r"crownhead draw 1\ndeck english-3move\nlots 156\nseed %s\n"
    script = f"""
    printf '{format}' {SEED} | sha256sum | cut -d' ' -f1
    N=$(printf '{format}round 0\\n' {SEED} | sha256sum | cut -c1-8); echo $((0x$N % 156 + 1))
    """
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [drawn.commitment, str(drawn.lot)]


def test_C5_verify_accepts_the_draw_and_detects_tampering() -> None:
    three = deck("english-3move")
    drawn = draw(three, SEED).with_contributions("Anna says 7", "Bert says 8")
    said = drawn.contributions
    assert Draw.verify(drawn.commitment, SEED, drawn.card, said)
    assert Draw.verify(drawn.commitment.upper(), SEED, drawn.card, said)
    other = next(card for card in three.playable if card != drawn.card)
    assert not Draw.verify(drawn.commitment, SEED, other, said)
    assert not Draw.verify(drawn.commitment, "00" * 32, drawn.card, said)
    assert not Draw.verify("00" * 32, SEED, drawn.card, said)
    assert not Draw.verify(drawn.commitment, SEED[:-1], drawn.card, said)
    assert not Draw.verify(drawn.commitment, SEED, deck("english-2move").card(1), said)
    assert not Draw.verify(None, SEED, drawn.card, said)  # type: ignore[arg-type]


def test_C5_another_seed_that_draws_the_same_card_is_detected() -> None:
    drawn = draw(seed=SEED)
    same = next(found for found in (draw(seed=s) for s in seeds(5000)) if found.lot == drawn.lot)
    assert same.card == drawn.card
    assert not Draw.verify(drawn.commitment, same.seed, drawn.card)


def test_C5_contributions_change_the_card_but_not_the_commitment() -> None:
    drawn = draw(seed=SEED)
    cards = {drawn.with_contributions(f"word {n}").card.number for n in range(200)}
    assert len(cards) > 80
    assert drawn.with_contributions("word").commitment == drawn.commitment
    swapped = drawn.with_contributions("a", "b"), drawn.with_contributions("b", "a")
    assert swapped[0].contributions == swapped[1].contributions[::-1]
    assert {
        drawn.with_contributions(f"{n}", "b").lot == drawn.with_contributions("b", f"{n}").lot
        for n in range(9)
    } == {False}


def test_C5_only_playable_cards_are_drawn_each_equally_often() -> None:
    drawn = [draw("english-3move", seed).lot for seed in seeds(156 * 60)]
    counts = [drawn.count(lot) for lot in range(1, 157)]
    assert sum(counts) == len(drawn)
    assert 90 < chi_square(counts) < 240  # 155 degrees of freedom; 5 standard deviations
    assert draw("english-3move", seeds(1)[0]).card.playable


def test_C5_no_modulo_bias() -> None:
    """With 3/4 of 2**32 lots a quarter of all numbers is drawn again; a bare modulo would favour
    the lowest third two to one."""
    lots = 3 * 2**30
    drawn = [pick(f"text {n}", lots) for n in range(6000)]
    thirds = [sum(low < lot <= low + 2**30 for lot in drawn) for low in range(0, lots, 2**30)]
    assert sum(thirds) == 6000
    assert chi_square(thirds) < 20
    for n in range(99):
        numbers = [int(sha256(f"text {n}round {attempt}\n")[:8], 16) for attempt in range(20)]
        assert drawn[n] == next(number for number in numbers if number < lots) + 1


def test_C5_a_new_draw_has_a_new_secret_seed() -> None:
    drawn = {draw().seed for _ in range(50)}
    assert len(drawn) == 50
    one = draw()
    assert one.seed not in repr(one) and str(one.card) not in repr(one)


@pytest.mark.parametrize("key", ["english-2move", "english-11man", "russian-64", "italian-11man"])
def test_every_deck_can_be_drawn_from(key: str) -> None:
    drawn = draw(key, SEED)
    assert drawn.lots == len(deck(key).playable)
    assert drawn.card.playable and drawn.card.deck == key
    assert Draw.verify(drawn.commitment, SEED, drawn.card)


def test_E5_toss_decides_who_has_black() -> None:
    drawn = [toss(seed) for seed in seeds(2000)]
    black = [one.black for one in drawn]
    assert 850 < black.count(1) < 1150
    assert black.count(1) + black.count(2) == 2000
    assert all(one.sides[one.black - 1] == "black" for one in drawn)
    assert all(sorted(one.sides) == ["black", "white"] for one in drawn)


def test_E5_toss_is_verifiable() -> None:
    text = f"crownhead draw 1\ntoss\nlots 2\nseed {SEED}\n"
    coin = toss(SEED).with_contributions("heads")
    assert coin.commitment == sha256(text)
    assert coin.black == int(sha256(f"{text}contribution heads\nround 0\n")[:8], 16) % 2 + 1
    assert Toss.verify(coin.commitment, SEED, coin.black, ("heads",))
    assert not Toss.verify(coin.commitment, SEED, 3 - coin.black, ("heads",))
    assert not Toss.verify(coin.commitment, "00" * 32, coin.black, ("heads",))
    assert not Toss.verify(coin.commitment, SEED[:-1], coin.black, ("heads",))
    assert not Toss.verify(coin.commitment, SEED, coin.black, ("heads",), PLAYERS)
    assert toss().seed != toss().seed


def test_E5_a_toss_between_names_as_they_were_before_is_still_verified() -> None:
    text = f"crownhead draw 1\ntoss\n1 Anna\n2 Bert\nlots 2\nseed {SEED}\n"
    coin = Toss(players=PLAYERS, seed=SEED).with_contributions("heads")
    assert coin.commitment == sha256(text)
    assert coin.black == int(sha256(f"{text}contribution heads\nround 0\n")[:8], 16) % 2 + 1
    said = coin.contributions
    assert Toss.verify(coin.commitment, SEED, coin.black, said, PLAYERS)
    assert not Toss.verify(coin.commitment, SEED, 3 - coin.black, said, PLAYERS)
    assert not Toss.verify(coin.commitment, SEED, coin.black, said, ("Bert", "Anna"))
    assert not Toss.verify(coin.commitment, SEED, coin.black, said, ("Anna", "Anna"))
    assert not Toss.verify(coin.commitment, SEED, coin.black, said)
    assert Toss.from_dict(coin.to_dict()) == coin
    assert list(coin.to_dict()) == ["seed", "contributions", "players", "commitment"]


@pytest.mark.parametrize(
    "seed", ["", "0" * 63, "0" * 65, "G" * 64, "5E1F" * 16, "0" * 64 + "\n", 7, b"0" * 64]
)
def test_bad_seed_is_refused(seed: object) -> None:
    with pytest.raises(CrownheadError, match="seed: expected 64 hex digits"):
        draw(seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", " a", "a ", "a\nb", "a\x00", "x" * 201, "\ud800", None, 7])
def test_contribution_must_be_one_visible_line(text: object) -> None:
    with pytest.raises(CrownheadError, match="contributions: "):
        draw().with_contributions(text)  # type: ignore[arg-type]
    with pytest.raises(CrownheadError, match="players: "):
        Toss(players=("Anna", text))  # type: ignore[arg-type]


def test_a_text_is_not_a_list_of_contributions() -> None:
    with pytest.raises(CrownheadError, match="contributions: expected at most 8"):
        draw(contributions="heads")  # type: ignore[arg-type]
    with pytest.raises(CrownheadError, match="contributions: expected at most 8"):
        draw().with_contributions(*"123456789")


@pytest.mark.parametrize("players", [("Anna", "Anna"), ("Anna",), "AB", 0, ("a", "b", "c")])
def test_a_toss_between_names_needs_two(players: object) -> None:
    with pytest.raises(CrownheadError, match="players: "):
        Toss(players=players)  # type: ignore[arg-type]


def test_unknown_deck_is_refused() -> None:
    with pytest.raises(UnknownDeck):
        draw("english")
    with pytest.raises(UnknownDeck):
        Draw(deck="chess")


def test_record_of_a_draw() -> None:
    drawn = draw(seed=SEED).with_contributions("tea")
    assert Draw.from_dict(drawn.to_dict()) == drawn
    assert pickle.loads(pickle.dumps(drawn)) == drawn
    coin = toss(SEED)
    assert Toss.from_dict(coin.to_dict()) == coin
    assert list(coin.to_dict()) == ["seed", "contributions", "commitment"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": "00" * 32}, "commitment: not the one to this seed"),
        ({"seed": "00"}, "seed: expected"),
        ({"commitment": None}, "commitment: not the one"),
        ({"deck": "chess"}, "Unknown deck"),
        ({"deck": []}, "Unknown deck"),
        ({"contributions": "tea"}, "contributions: expected"),
        ({"lot": 3}, "expected the fields"),
    ],
)
def test_bad_record_of_a_draw_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidRecord, match=message):
        Draw.from_dict(draw(seed=SEED).to_dict() | change)
    for values in ({}, [], None, {"seed": SEED}):
        with pytest.raises(InvalidRecord, match="expected"):
            Draw.from_dict(values)
