from __future__ import annotations

import hashlib
import subprocess
import sys
from itertools import product

import pytest

from crownhead import ballots
from crownhead.ballots import DECKS, Card, UnknownCard, UnknownDeck, deck
from crownhead.errors import CrownheadError, IllegalMove
from crownhead.position import Position

BARRED = {3, 13, 26, 35, 44, 45, 48, 52, 77, 88, 94, 109, 114, 137, 145, 156, 168, 171}
MAILPLAY = {6, 9, 16, 21, 34, 60, 61, 62, 105, 141, 153, 174}


def test_C1_official_deck_holds_156_of_174() -> None:
    three = deck("english-3move")
    assert [card.number for card in three] == list(range(1, 175))
    assert len(three.playable) == 156
    assert {card.number for card in three if card.status == "barred"} == BARRED
    assert {card.number for card in three if card.status == "mailplay"} == MAILPLAY
    assert sum(card.tough for card in three) == 50


def test_C1_every_card_is_three_plies_black_white_black() -> None:
    for card in deck("english-3move"):
        assert card.start() == Position.initial("english")
        assert len(card.moves) == 3
        assert card.position().turn == "white"


@pytest.mark.parametrize("key", DECKS)
def test_C1_every_line_leads_to_its_published_position(key: str) -> None:
    for card in deck(key):
        reached = card.position()
        if card.published_fen:
            assert reached == Position.from_fen(card.published_fen, card.variant), card
        assert card.fen == (card.published_fen or reached.fen())
        assert Position.from_fen(card.fen, card.variant) == reached
        assert reached.outcome is None


def test_five_move_lines_replay() -> None:
    five = deck("english-5move")
    assert len({card.moves for card in five}) == 2700
    assert {card.position().turn for card in five} == {"white"}


@pytest.mark.parametrize(
    ("key", "cards", "playable", "positions"),
    [
        ("english-2move", 49, 43, 49),
        ("english-3move", 174, 156, 174),
        ("english-4move", 794, 542, 794),
        ("english-11man", 2500, 2253, 2500),
        ("italian-11man", 2400, 2400, 2400),
        ("russian-64", 736, 736, 734),
        ("brazilian-64", 725, 725, 723),
        ("idf-64", 150, 150, 150),
        ("idf-64-brazilian", 150, 150, 150),
    ],
)
def test_counts(key: str, cards: int, playable: int, positions: int) -> None:
    found = deck(key)
    assert (len(found), len(found.playable)) == (cards, playable)
    assert len({card.code for card in found}) == cards
    assert len({card.number for card in found}) == cards
    assert len({card.position() for card in found}) == positions


def test_three_move_list_is_complete() -> None:
    """Of 302 lines of three plies 216 positions differ; the 42 not numbered lose a man at once."""
    start = Position.initial("english")
    lines = [
        after.play(third)
        for first in start.legal_moves
        for before in [start.play(first)]
        for second in before.legal_moves
        for after in [before.play(second)]
        for third in after.legal_moves
    ]
    assert len(lines) == 302
    assert len(set(lines)) == 216
    assert {card.position() for card in deck("english-3move")} < set(lines)


def test_two_move_list_is_every_pair_of_first_moves() -> None:
    start = Position.initial("english")
    first = [str(move) for move in start.legal_moves]
    second = [str(move) for move in start.play(first[0]).legal_moves]
    assert {card.moves for card in deck("english-2move")} == set(product(first, second))


def test_transpositions_reach_the_same_position() -> None:
    three = deck("english-3move")
    lines = [(card, line) for card in three for line in card.transpositions]
    assert len(lines) == 72
    for card, line in lines:
        position = Position.initial("english")
        for move in line.split():
            position = position.play(move)
        assert position == card.position()
        assert three.by_moves(f" {line.replace(' ', '  ')} ") is card


@pytest.mark.parametrize(
    ("number", "name"),
    [
        (1, "Edinburgh"),
        (5, "Edinburgh Single: Dreaded Edinburgh"),
        (46, "Double Corner: Double Cross"),
        (71, "Diabolical Denny"),
        (86, "Kelso: Octopus"),
        (120, "Old Faithful: Single Corner"),
        (133, "Bristol: Leeds"),
        (137, "Bristol: Leeds, Shark"),
        (173, "Bonnie Dundee"),
    ],
)
def test_names(number: int, name: str) -> None:
    assert deck("english-3move").card(number).name == name


def test_longer_openings() -> None:
    three = deck("english-3move")
    assert three.by_moves("11-15 23-19 8-11").leads_to[:2] == ("Glasgow", "Laird and Lady")
    assert three.card(117).leads_to == ("Boston", "Wagram")


def test_eleven_man_ballot_removes_one_man_of_each_side() -> None:
    for card in deck("english-11man"):
        black, white = card.removed
        start = card.start()
        assert 1 <= black <= 12 and 21 <= white <= 32
        assert set(range(1, 13)) | set(range(21, 33)) == set(start.pieces) | {black, white}
        assert len(card.moves) == 2
    game = deck("english-11man").card(1).game()
    assert [str(move) for move in game.moves] == ["8-11", "24-19"]
    assert game.start.piece_at(28) is None and game.turn == "black"


def test_relocated_men_are_lifted_before_any_is_put_down() -> None:
    flying = [card for card in deck("russian-64") if card.relocated]
    assert len(flying) == 392
    for card in flying:
        squares = Position.initial("russian").pieces
        lifted = [(target, squares.pop(origin)) for origin, target in card.relocated]
        squares |= dict(lifted)
        assert len(squares) == 24
        assert squares == card.position().pieces
        assert card.position().turn == "white" and not card.moves


def test_brazilian_table_leaves_out_eleven() -> None:
    russian = {card.code: card for card in deck("russian-64")}
    brazilian = {card.code: card for card in deck("brazilian-64")}
    left_out = set(russian) - set(brazilian)
    assert len(left_out) == 11 and brazilian.keys() < russian.keys()
    assert all(brazilian[code].number == russian[code].number for code in brazilian)
    illegal = set()
    for code in left_out:
        position = Position.initial("brazilian")
        try:
            for move in russian[code].moves:
                position = position.play(move)
        except IllegalMove:
            illegal.add(code)
    assert illegal == {"1-IX", "4-XV", "5-XI"}


def test_disputed_entries_follow_their_moves() -> None:
    assert deck("russian-64").card("45-IX").position().turn == "white"
    idf = deck("idf-64")
    assert idf.card("2-IV").position() != idf.card("2-V").position()
    assert idf.card("5-VII").position() == Position.initial("russian")
    assert all(card.note for card in (idf.card("2-IV"), idf.card("5-VII")))


@pytest.mark.parametrize("key", DECKS)
def test_C2_game_begins_with_the_moves_of_the_card(key: str) -> None:
    cards = deck(key).playable
    for card in (cards[0], cards[len(cards) // 2], cards[-1]):
        game = card.game(white="Anna")
        assert game.position == card.position()
        assert game.variant.key == DECKS[key] == card.variant
        assert [move.notation("short").replace("x", ":") for move in game.moves] == [
            move.replace("x", ":") for move in card.moves
        ]
        assert game.players.white == "Anna"
        assert game.outcome is None


def test_game_takes_the_options_of_a_game() -> None:
    card = deck("english-3move").card(4)
    assert card.game(huffing=True, refusal_duty=0).setup.huffing
    for fixed in ("variant", "start"):
        with pytest.raises(CrownheadError, match=f"{fixed}: fixed by the card 4"):
            card.game(**{fixed: "russian"})


def test_cards_are_found_by_number_and_code() -> None:
    three = deck("english-3move")
    assert three.card(60) is three.card(" 60 ")
    table = deck("russian-64")
    assert table.card("46-xvi") is table.card(736) is table.card("736")
    assert str(three.card(60)) == "60. 10-14 22-17 9-13 (Denny: Black Hole)"
    assert str(table.card("11-IV")).startswith("11-IV. W:W13,")


@pytest.mark.parametrize("code", [0, 175, -1, "", "A1", "9-13", "1" * 5000, None, 1.0, True])
def test_unknown_card_says_what_is_known(code: object) -> None:
    with pytest.raises(UnknownCard, match="english-3move: no card .*; known: 1 to 174") as error:
        deck("english-3move").card(code)  # type: ignore[arg-type]
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("line", ["", "9-13", "9-13 21-17 9-13", "x" * 100_000])
def test_unknown_line_is_refused(line: str) -> None:
    with pytest.raises(UnknownCard, match="no card with the moves") as error:
        deck("english-3move").by_moves(line)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("key", ["", "english", "x" * 5000, None, 3, ["english-3move"]])
def test_unknown_deck_says_what_is_known(key: object) -> None:
    with pytest.raises(UnknownDeck, match="known: english-3move, english-2move") as error:
        deck(key)  # type: ignore[arg-type]
    assert len(str(error.value)) < 300


def test_decks_have_german_and_english_names() -> None:
    for key in DECKS:
        names = deck(key).names
        assert set(names) == {"de", "en"} and names["de"] != names["en"]
        assert deck(key).name("fr") == names["en"]


def test_C5_order_of_playable_cards_never_changes() -> None:
    """A lot is a place in this order: another order would falsify every earlier draw."""
    assert {key: digest(deck(key).playable) for key in DECKS} == ORDER


def digest(cards: tuple[Card, ...]) -> str:
    lines = [f"{card.code} {' '.join(card.moves) or card.start_fen}\n" for card in cards]
    return hashlib.sha256("".join(lines).encode()).hexdigest()[:16]


ORDER = {
    "english-3move": "990f1cd1868338ea",
    "english-2move": "557f871b4ff9aaf4",
    "english-4move": "7d3be3cf80ce7bd4",
    "english-5move": "f792e56401f03b0b",
    "english-11man": "3b9a01405a9ac2ae",
    "italian-11man": "1bde81d2cf757b62",
    "russian-64": "816fd1722553bced",
    "brazilian-64": "a07d97c1bb7e0c00",
    "idf-64": "6798960a84db8f56",
    "idf-64-brazilian": "6798960a84db8f56",
}


def test_import_reads_no_cards() -> None:
    code = "from crownhead import ballots; print(ballots._tables.cache_info().currsize)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"
    assert ballots.deck("english-3move") is ballots.deck(ballots.deck("english-3move"))
