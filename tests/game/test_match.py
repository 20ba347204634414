from __future__ import annotations

import json
import random
from typing import Any

import pytest

from crownhead.ballots import deck
from crownhead.errors import CrownheadError, InvalidRecord, NotAllowed
from crownhead.game import Game
from crownhead.lots import Draw, Toss, draw, toss
from crownhead.match import Match, RoundResult, points
from crownhead.outcome import Termination
from crownhead.reasons import FirstGameRunning, SecondGameBegun
from crownhead.rules import Color
from crownhead.timecontrol import TimeControl

SEED = "5e1f" * 16
PLAYERS = ("Anna", "Bert")


def finish(game: Game, winner: Color | None) -> None:
    game.award(winner, "by the test")


def win(game: Game, player: str | None) -> None:
    finish(game, None if player is None else "white" if game.players.white == player else "black")


def play_out(game: Game, source: random.Random) -> None:
    """Play random legal moves to the end; the draws that English players claim are claimed."""
    while game.outcome is None:
        game.play(source.choice(game.position.legal_moves))
        if game.outcome is None and game.claims:
            game.claim_draw(game.claims[0].by, game.claims[0].move)


def round_of(first: str | None, second: str | None) -> Match:
    match = Match.ballot(SEED, players=PLAYERS)
    win(match.games[0], first)
    win(match.begin_second(), second)
    return match


def test_C2_white_goes_on_with_the_fourth_ply() -> None:
    match = Match.ballot(SEED, players=PLAYERS)
    game = match.games[0]
    assert [str(move) for move in game.moves] == list(match.card.moves)
    assert len(game.moves) == 3 and game.turn == "white"
    assert match.game is game and len(match.games) == 1
    assert game.players.black == "Anna" and game.players.white == "Bert"


def test_C2_cards_are_drawn_at_random() -> None:
    cards = {Match.ballot().card.number for _ in range(60)}
    assert len(cards) > 30
    assert all(deck("english-3move").card(number).playable for number in cards)


def test_C3_second_game_has_the_same_card_and_swapped_sides() -> None:
    match = Match.ballot(SEED, players=PLAYERS, huffing=True, refusal_duty=12)
    finish(match.games[0], None)
    second = match.begin_second()
    assert match.games == (match.games[0], second) and match.game is second
    assert second.moves == match.games[0].moves[:3]
    assert second.players.black == "Bert" and second.players.white == "Anna"
    assert second.setup == match.games[0].setup
    assert second.setup.huffing and second.setup.refusal_duty == 12


def test_C3_second_game_begins_only_after_the_first_has_ended() -> None:
    match = Match.ballot(SEED)
    match.games[0].play(match.games[0].position.legal_moves[0])
    with pytest.raises(NotAllowed) as error:
        match.begin_second()
    assert error.value.reason == FirstGameRunning()
    assert error.value.reason.rule == "C3"
    assert len(match.games) == 1
    match.games[0].resign()
    assert match.game is None
    match.begin_second()
    for _ in range(2):
        with pytest.raises(NotAllowed) as error:
            match.begin_second()
        assert error.value.reason == SecondGameBegun()
        if match.games[1].outcome is None:
            match.games[1].resign()
    assert len(match.games) == 2 and match.game is None


@pytest.mark.parametrize(
    ("first", "second", "score", "winner", "text"),
    [
        ("Anna", "Anna", (4, 0), "Anna", "Anna 2 - 0 Bert"),
        ("Anna", None, (3, 1), "Anna", "Anna 1½ - ½ Bert"),
        ("Anna", "Bert", (2, 2), None, "Anna 1 - 1 Bert"),
        (None, None, (2, 2), None, "Anna 1 - 1 Bert"),
        (None, "Bert", (1, 3), "Bert", "Anna ½ - 1½ Bert"),
        ("Bert", None, (1, 3), "Bert", "Anna ½ - 1½ Bert"),
        ("Bert", "Bert", (0, 4), "Bert", "Anna 0 - 2 Bert"),
        ("Bert", "Anna", (2, 2), None, "Anna 1 - 1 Bert"),
        (None, "Anna", (3, 1), "Anna", "Anna 1½ - ½ Bert"),
    ],
)
def test_C4_better_total_wins_the_round(
    first: str | None, second: str | None, score: tuple[int, int], winner: str | None, text: str
) -> None:
    match = round_of(first, second)
    assert match.score == score
    assert match.result == RoundResult(PLAYERS, score)
    assert match.result.winner == winner
    assert str(match.result) == text
    assert match.leader == winner
    assert match.possible_winners == (winner,)
    assert f"{text}, over" in repr(match)


@pytest.mark.parametrize(
    ("first", "score", "leader", "possible"),
    [
        ("Anna", (2, 0), "Anna", ("Anna", None)),
        (None, (1, 1), None, ("Anna", None, "Bert")),
        ("Bert", (0, 2), "Bert", (None, "Bert")),
    ],
)
def test_C4_standing_between_the_games(
    first: str | None,
    score: tuple[int, int],
    leader: str | None,
    possible: tuple[str | None, ...],
) -> None:
    match = Match.ballot(SEED, players=PLAYERS)
    assert match.score == (0, 0) and match.leader is None
    assert match.possible_winners == ("Anna", None, "Bert")
    win(match.games[0], first)
    for _ in range(2):
        assert (match.score, match.leader, match.possible_winners) == (score, leader, possible)
        assert match.result is None
        if match.game is None:
            match.begin_second()


def test_C4_points_are_written_in_halves() -> None:
    assert [points(n) for n in range(6)] == ["0", "½", "1", "1½", "2", "2½"]


@pytest.mark.parametrize("number", range(12))
def test_C1_to_C5_full_ballot_match_of_random_moves(number: int) -> None:
    source = random.Random(number)
    coin = toss(source.randbytes(32).hex())
    match = Match.ballot(source.randbytes(32).hex(), players=PLAYERS, toss=coin)
    play_out(match.games[0], source)
    play_out(match.begin_second(), source)
    assert match.result is not None
    assert sum(match.score) == 4
    for game in match.games:
        assert [str(move) for move in game.moves[:3]] == list(match.card.moves)
        assert game.outcome is not None
        assert game.outcome.termination in (
            Termination.NO_PIECES,
            Termination.BLOCKED,
            Termination.REPETITION,
            Termination.DRAW_COUNT,
        )
    won = [g.players.of(g.outcome.winner) for g in match.games if g.outcome and g.outcome.winner]
    half = 2 - len(won)
    assert match.score == (2 * won.count("Anna") + half, 2 * won.count("Bert") + half)
    again = Match.from_json(match.to_json())
    assert again.games == match.games and again.result == match.result


def test_C5_draw_of_the_match_is_verifiable() -> None:
    match = Match.ballot()
    assert Draw.verify(match.commitment, match.reveal(), match.card)
    assert match.reveal() not in repr(match)


def test_C5_card_is_drawn_in_the_open_first() -> None:
    drawn = draw(seed=SEED)
    published = drawn.commitment
    drawn = drawn.with_contributions("Anna: oak", "Bert: elm")
    match = Match.ballot(drawn=drawn, players=PLAYERS)
    assert match.commitment == published
    assert match.card != draw(seed=SEED).card
    assert Draw.verify(published, match.reveal(), match.card, match.draw.contributions)


def test_E5_toss_gives_black_in_the_first_game() -> None:
    seen = set()
    for number in range(20):
        coin = toss(f"{number:064x}")
        match = Match.ballot(SEED, players=PLAYERS, toss=coin)
        assert match.games[0].players.black == PLAYERS[coin.black - 1]
        assert match.games[0].players.white == PLAYERS[2 - coin.black]
        assert match.players == PLAYERS and match.toss is coin
        assert Match.from_json(match.to_json()).games == match.games
        seen.add(coin.black)
    assert seen == {1, 2}


def test_E5_a_match_whose_toss_is_between_names_is_still_read() -> None:
    for number in range(8):
        coin = Toss(players=("Bert", "Anna"), seed=f"{number:064x}")
        match = Match.ballot(SEED, players=PLAYERS, toss=coin)
        assert match.games[0].players.black == ("Bert", "Anna")[coin.black - 1]
        again = Match.from_json(match.to_json())
        assert again.games == match.games and again.toss == coin


@pytest.mark.parametrize("key", ["english-2move", "english-11man", "italian-11man", "russian-64"])
def test_rounds_from_other_decks(key: str) -> None:
    match = Match.ballot(SEED, deck=key)
    source = random.Random(1)
    for _ in range(10):
        match.games[0].play(source.choice(match.games[0].position.legal_moves))
    match.games[0].resign("white")
    match.begin_second().resign("black")
    assert match.games[0].start == match.games[1].start == match.card.start()
    assert match.result is not None and match.score == (4, 0)
    assert Match.from_json(match.to_json()).games == match.games


def test_clock_of_both_games_starts_when_they_begin() -> None:
    control = TimeControl.sudden_death(60_000)
    match = Match.ballot(SEED, time=control, at=5_000)
    first = match.games[0]
    assert first.clock is not None and first.clock.running == "white"
    assert first.clock.remaining("white", 6_500) == 58_500
    first.flag("white", at=65_000)
    assert match.score == (2, 0)
    with pytest.raises(NotAllowed):
        match.begin_second()
    second = match.begin_second(at=90_000)
    assert second.clock is not None and second.clock.remaining("white", 91_000) == 59_000
    with pytest.raises(NotAllowed):
        Match.ballot(SEED, time=control)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": ("Anna", "Anna")}, "players: both are called 'Anna'"),
        ({"players": ("Anna", "")}, "players: expected a text"),
        ({"players": "Anna"}, "players: expected two names"),
        ({"seed": "1"}, "seed: expected 64 hex digits"),
        ({"seed": SEED, "drawn": draw(seed=SEED)}, "seed: the card is drawn already"),
        ({"deck": "chess"}, "Unknown deck 'chess'; known: english-3move"),
        ({"toss": Toss(players=("Anna", "Cleo"))}, "toss: not between 'Anna' and 'Bert'"),
        ({"white": "Anna"}, "white: fixed by the match"),
        ({"start": "B:W32:B1"}, "start: fixed by the match"),
        ({"variant": "russian"}, "variant: fixed by the match"),
        ({"refusal_duty": -1}, "SwitchOutOfRange.*refusal_duty"),
    ],
)
def test_bad_match_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(CrownheadError, match=message):
        Match.ballot(**arguments)


def stages() -> list[Match]:
    coin = Toss(players=PLAYERS, seed=SEED)
    matches = [Match.ballot(SEED, toss=coin, draws="automatic") for _ in range(4)]
    for match in matches[1:]:
        match.games[0].play(match.games[0].position.legal_moves[0])
        match.games[0].resign("black")
    for match in matches[2:]:
        match.begin_second()
    matches[3].games[1].resign("white")
    return matches


@pytest.mark.parametrize("stage", range(4))
def test_match_is_stored_and_read_back_at_every_stage(stage: int) -> None:
    match = stages()[stage]
    again = Match.from_json(match.to_json())
    assert again.to_json() == match.to_json()
    assert again.games == match.games
    assert (again.players, again.card, again.draw, again.toss) == (
        match.players,
        match.card,
        match.draw,
        match.toss,
    )
    assert (again.score, again.result) == (match.score, match.result)
    assert all(
        one.position == two.position for one, two in zip(again.games, match.games, strict=True)
    )
    if stage == 1:
        assert again.begin_second() == match.begin_second()


def _swap(record: dict[str, Any], index: int) -> None:
    game = record["games"][index]
    game["white"], game["black"] = game["black"], game["white"]


def _change_seed(record: dict[str, Any]) -> None:
    record["draw"] = draw(seed="11" * 32).to_dict()


def _change_deck(record: dict[str, Any]) -> None:
    record["draw"] = draw("russian-64", SEED).to_dict()


CHANGES = [
    (lambda r: r.update(format="x"), "format: not a stored match"),
    (lambda r: r.update(version=2), "version: 2 cannot be read"),
    (lambda r: r.pop("games"), "missing games"),
    (lambda r: r.update(players=["Anna"]), "players: expected two names"),
    (lambda r: r.update(players=["Anna", "Cleo"]), "toss: between other players"),
    (lambda r: r.update(games=[]), "games: expected one or two"),
    (lambda r: r["games"].append(r["games"][0]), "games: expected one or two"),
    (lambda r: r.update(games={}), "games: expected one or two"),
    (lambda r: r["games"].__setitem__(0, 7), r"games\[0\]: "),
    (lambda r: r["draw"].update(seed="00" * 32), "draw: commitment: not the one to this seed"),
    (lambda r: r["draw"].update(deck="x"), "draw: Unknown deck"),
    (lambda r: r.update(draw=None), "draw: expected an object"),
    (lambda r: r["toss"].update(players=["Bert", "Anna"]), "toss: commitment: not the one"),
    (lambda r: r.update(toss=[]), "toss: expected an object"),
    (_change_seed, r"games\[0\]: does not begin with card"),
    (_change_deck, r"games\[0\]: not the game of russian-64"),
    (lambda r: _swap(r, 0), r"games\[0\]: not White '.*' and Black"),
    (lambda r: _swap(r, 1), r"games\[1\]: not White '.*' and Black"),
    (lambda r: r["games"][0]["events"].pop(), r"games\[1\]: begun before games\[0\] has ended"),
    (lambda r: r["games"][0]["events"].pop(0), r"games\[0\]: .*event 0"),
    (lambda r: r["games"][1]["setup"].update(draws="claim"), r"games\[1\]: draws is not that of"),
]


@pytest.mark.parametrize(("change", "message"), CHANGES)
def test_bad_record_is_refused_with_what_and_where(change: Any, message: str) -> None:
    record = json.loads(stages()[3].to_json())
    change(record)
    with pytest.raises(InvalidRecord, match=f"^Match: {message}") as error:
        Match.from_json(json.dumps(record))
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "null", "[" * 100_000, "x" * 5_000_000, None])
def test_text_that_is_no_record_is_refused(text: Any) -> None:
    with pytest.raises(InvalidRecord, match="^Match: ") as error:
        Match.from_json(text)
    assert len(str(error.value)) < 200


def places(value: Any) -> list[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value))
    found = []
    for key in keys:
        found.append((value, key))
        if isinstance(value[key], dict | list):
            found += places(value[key])
    return found


def test_damaged_record_is_read_or_refused_but_nothing_else() -> None:
    source = random.Random(5)
    junk = [None, True, -1, 2**70, 1.5, float("nan"), "", "x", "\ud800", [], {}, [[]], "9-13"]
    records = [match.to_json() for match in stages()]
    refused = 0
    for _ in range(800):
        record = json.loads(source.choice(records))
        holder, key = source.choice(places(record))
        if source.random() < 0.7:
            holder[key] = source.choice(junk)
        else:
            del holder[key]
        try:
            repr(Match.from_json(json.dumps(record)))
        except InvalidRecord as error:
            refused += 1
            assert str(error).startswith("Match: ")
            assert len(str(error)) < 400
    assert refused > 600


def test_adjudicator_holds_for_both_games_and_for_games_read_back() -> None:
    class Arbiter:
        def judge(self, position: object, side: Color) -> None:
            return None

    arbiter = Arbiter()
    match = Match.ballot(SEED, adjudicator=arbiter)
    match.games[0].resign()
    assert match.begin_second().adjudicator is arbiter
    again = Match.from_json(match.to_json(), adjudicator=arbiter)
    assert [game.adjudicator for game in again.games] == [arbiter, arbiter]
