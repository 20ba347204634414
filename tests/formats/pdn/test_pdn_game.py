"""A `Game` becomes PDN and comes back with everything that happened in it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from support.random_games import random_games

from crownhead import Game, Position
from crownhead.ballots import DECKS, deck
from crownhead.clock import TimeControl
from crownhead.errors import IllegalMove, PdnError
from crownhead.events import EVENTS, DrawClaimed, Played
from crownhead.formats import pdn
from crownhead.formats.pdn import PdnGame, log
from crownhead.outcome import Termination
from crownhead.variants import VARIANTS


def write_and_read(game: Game, **tags: str) -> tuple[str, Game]:
    """Return a game's PDN, and the game that is read back from it."""
    text = pdn.dumps(PdnGame.from_game(game, tags))
    read = pdn.loads(text)
    assert read.errors == ()
    assert pdn.dumps(read) == text
    return text, read.to_game()


def body(text: str) -> str:
    return text.split("\n\n")[1]


def test_random_games_come_back_with_all_their_events() -> None:
    for seed, game in random_games(EVENTS):
        text, back = write_and_read(game)
        assert back == game, (seed, text)
        assert back.state == game.state
        assert back.outcome == game.outcome


def test_a_refused_draw_and_its_duty_are_written_as_commands() -> None:
    game = Game("english", refusal_duty=2, white="Anna", black="Bert")
    game.play("11-15")
    game.offer_draw("black")
    game.decline_draw()
    for move in ("23-19", "8-11", "22-17"):
        game.play(move)
    game.adjudicate(False, "nothing [special] {here}, 100 % even")
    text, back = write_and_read(game, Event="Club")
    assert back == game
    assert back.outcome is not None and back.outcome.termination is Termination.REFUSAL_DUTY
    assert text.startswith(
        '[Event "Club"]\n[White "Anna"]\n[Black "Bert"]\n[Result "1/2-1/2"]\n[GameType "21"]\n'
        '[RefusalDuty "2"]\n[Termination "normal"]\n\n'
    )
    assert "[%offer black] [%decline white]" in body(text)
    assert "[%verdict white no nothing %5Bspecial%5D %7Bhere%7D, 100 %25 even]" in " ".join(
        body(text).split()
    )


def test_huffs_stand_in_the_moves_and_what_was_compelled_beside_them() -> None:
    game = Game("english", huffing=True)
    for move in ("11-15", "22-18", "9-13"):  # the last leaves 15x22 undone
        game.play(move)
    assert game.huffable == (15,)
    game.compel()
    game.play("15x22")
    game.play("24-20")  # leaves both captures of 22 undone
    game.huff(game.huffable[0])
    game.play("9-14")
    text, back = write_and_read(game)
    assert back == game
    assert body(text) == (
        "1. 11-15 22-18 {[%fault 9-13] [%compel]} 2. 15x22 24-20 {[%huff 25]} 3. 9-14 *"
    )
    assert '[Huffing "1"]' in text
    read = pdn.loads(text)
    assert [node.kind for node in read.mainline()] == ["move"] * 3 + ["faulty", "move"]
    assert [node.huffed for node in read.mainline()] == [0, 0, 0, 25, 0]
    assert read.end().position == game.position


def test_a_huff_that_was_taken_back_lifts_no_piece() -> None:
    game = Game("english", huffing=True)
    for move in ("11-15", "22-18", "9-13"):
        game.play(move)
    game.huff(15)
    game.request_takeback("black", 1)
    game.accept_takeback()
    game.play("15x22")
    text, back = write_and_read(game)
    assert back == game
    assert body(text).replace("\n", " ") == (
        "1. 11-15 22-18 {[%fault 9-13] [%unhuff 15] [%takeback black 1] "
        "[%takeback-yes white]} 2. 15x22 *"
    )


def test_a_faulty_move_is_an_error_where_huffing_is_not_in_force() -> None:
    moves = '[GameType "21"] 1. 11-15 22-18 2. 9-13 *'
    assert len(pdn.loads(moves).errors) == 1
    assert pdn.loads('[Huffing "1"] ' + moves).errors == ()
    assert len(pdn.loads('[Huffing "0"] ' + moves).errors) == 1


def test_clocks_are_written_for_everyone_and_exactly_for_us() -> None:
    game = Game("international", time=TimeControl.fischer(60_000, 2_000))
    game.resume(at=1_000)
    game.play("32-28", at=4_500)
    game.play("19-23", at=10_000, lag=250)
    game.resign(at=12_000)
    text, back = write_and_read(game)
    assert back == game
    assert '[TimeControl "60+2"]' in text
    assert " ".join(body(text).split()) == (
        "{[%resume] [%at 1000]} 1. 32-28 {[%clk 0:00:58.5] [%emt 0:00:03.5] [%at 4500]} "
        "1... 19-23 {[%clk 0:00:56.75] [%emt 0:00:05.25] [%at 10000] [%lag 250] "
        "[%resign white] [%at 12000]} *"
    )
    first = next(pdn.loads(text).mainline())
    assert (first.clock, first.elapsed) == (58_500, 3_500)


@pytest.mark.parametrize(
    "time",
    [
        TimeControl.from_pdn("40/7200:3600+60"),
        TimeControl.sudden_death(300_000),
        TimeControl.bronstein(60_000, 3_000),
        TimeControl.delay(60_000, 500),
        TimeControl.per_move(10_000),
        TimeControl.fischer(500, 20),
    ],
    ids=repr,
)
def test_every_time_control_comes_back(time: TimeControl) -> None:
    game = Game("lite", time=time)
    game.play("c3-d4", at=5)
    text, back = write_and_read(game)
    assert back == game
    assert f'[TimeControl "{time.pdn}"]' in text
    assert ("TimeRules" in text) == (time.pdn == "?")


def test_a_time_control_without_times_makes_no_clock() -> None:
    text = '[GameType "20"][TimeControl "300+5"] 1. 32-28 {[%clk 0:05:00]} 19-23 *'
    game = pdn.loads(text).to_game()
    assert (game.clock, len(game.moves)) == (None, 2)


def test_agreements_come_back() -> None:
    game = Game(
        "pool", draws="claim", offers_after=3, reset_on_progress=True, refusal_duty=7, huffing=True
    )
    game.play("11-15")
    assert write_and_read(game)[1] == game


@pytest.mark.parametrize("key", sorted(DECKS))
def test_a_ballot_is_named_and_its_plies_stay_fixed(key: str) -> None:
    for card in deck(key).cards[::40]:
        if not card.moves and not card.start_fen:
            continue
        game = card.game()
        text, back = write_and_read(game)
        assert back == game
        assert back.setup.opening == len(card.moves)
        name, number = re.findall(r'\[Ballot "(\S+) (\d+)"\]', text)[0]
        named = deck(name).card(number)
        assert (named.moves, named.start()) == (card.moves, card.start())


def test_the_ballot_alone_tells_how_many_plies_are_fixed() -> None:
    text = '[GameType "21"][Ballot "english-3move 60"] 1. 10-14 22-17 2. 9-13 *'
    assert pdn.loads(text).to_game().setup.opening == 3


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_game_that_ended_otherwise_is_ended_by_decision(key: str) -> None:
    start = Position.initial(key)
    move = str(start.legal_moves[0])
    draw = "1-1" if key in ("international", "canadian") else "1/2-1/2"
    for result, winner in (("1-0", "white"), ("0-1", "black"), (draw, None)):
        made = PdnGame(key, tags={"Result": result})
        made.root.add_variation(move)
        game = made.to_game()
        assert game.outcome is not None
        assert game.outcome.winner == winner
        assert game.outcome.termination is Termination.ADJUDICATION
    for result in ("*", "0-0", "postponed"):
        made = PdnGame(key, tags={"Result": result})
        made.root.add_variation(move)
        assert made.to_game().outcome is None


def test_players_who_went_on_after_a_repetition_had_not_claimed_it() -> None:
    line = "48-43 4-10 43-48 10-4 " * 4
    text = f'[GameType "20"][FEN "W:WK48,35:BK4,20"] {line} 48-43 0-2'
    game = pdn.loads(text).to_game()
    assert len(game.moves) == 17
    assert game.outcome is not None and game.outcome.winner == "black"
    assert game.setup.draws == "claim"


def test_a_result_of_another_shape_is_written_if_asked_for() -> None:
    game = Game("frisian")
    game.resign()
    assert '[Result "0-1"]' in write_and_read(game)[0]
    assert '[Result "0-2"]' in write_and_read(game, ResultFormat="Delfts")[0]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[GameType "21"] 1. 11-15 99-98 *', "'99-98' names a square"),
        ('[GameType "21"] 1. 11-15 /FEN "B:W1:BK9"/ 9-13 *', "set-up or a null move"),
        ('[GameType "21"] 1. 11-15 /FEN "B::"/ *', "set-up or a null move"),
        ('[GameType "21"] 1. 11-15 {[%offer green]} *', "[%offer green] is not a command"),
        ('[GameType "21"] 1. 11-15 {[%huff x]} *', "[%huff x] is not a command"),
        ('[GameType "21"] 1. 11-15 {[%takeback white]} *', "is not a command"),
        ('[GameType "21"] 1. 11-15 {[%award nobody]} *', "is not a command"),
        ('[GameType "21"] 1. 11-15 {[%accept white]} *', "This cannot be played as a game"),
        ('[GameType "21"] 1. 11-15 {[%play 99-98]} *', "This cannot be played as a game"),
        ('[GameType "21"] 1. 11-15 {[%resign black]} 22-18 *', "This cannot be played as a game"),
        ('[GameType "21"][RefusalDuty "many"] 1. 11-15 *', "RefusalDuty 'many' is not a number"),
        ('[GameType "21"][Draws "never"] 1. 11-15 *', "draws='never'"),
        ('[GameType "21"][Ballot "whist 3"] 1. 11-15 *', "Unknown deck"),
        ('[GameType "41"] *', "spantsiretti"),
    ],
)
def test_what_is_no_course_of_play_is_refused_with_its_line(text: str, sentence: str) -> None:
    made = list(pdn.read(_file("\n\n" + text)))[0]
    with pytest.raises(PdnError, match=re.escape(sentence)) as error:
        made.to_game()
    assert error.value.line == 3


def _file(text: str) -> object:
    import io

    return io.StringIO(text)


def test_commands_of_others_mean_nothing_to_us() -> None:
    text = '[GameType "21"] 1. 11-15 {[%eval 17] [%at noon] [%at ²] [%csl Ga1] good} 22-18 *'
    assert len(pdn.loads(text).to_game().events) == 2


def test_the_closed_set_of_commands_covers_every_event() -> None:
    written = {log.write(event).split()[0] for event in _samples()}
    names = {name.strip("[%]") for name in written}
    assert names == log.COMMANDS.keys() - {log.HUFF_UNDONE}


def _samples() -> list[object]:
    samples: list[object] = [Played("white", "1-5"), Played("white", "1-5", True)]
    for kind, event in EVENTS.items():
        values: dict[str, object] = {"by": "white", "side": "white", "square": 3, "plies": 1}
        values |= {"left": 60_000}
        values |= {"advantage": True, "winner": None, "move": "1-5"}
        fields = event.__dataclass_fields__
        if kind != "played":
            samples.append(event(**{k: v for k, v in values.items() if k in fields}))
    samples.append(EVENTS["awarded"](None, "late", True))  # type: ignore[call-arg]
    return samples


def test_a_claim_keeps_its_move() -> None:
    event = log.event("claim", "white 1-5", "black", 7, 0)
    assert event == DrawClaimed("white", "1-5", at=7)


def test_the_game_is_checked_again_when_it_is_read() -> None:
    with pytest.raises(IllegalMove):
        PdnGame.from_game(Game("english")).root.add_variation("11-18")


def shuffle_kings() -> Game:
    """Return a game whose rules announce draws, in which two have agreed to claim them."""
    game = Game("lite", start="W:WKa1:BKb8", draws="claim")
    for number in range(42):
        game.play(("a1-b2", "b8-a7", "b2-a1", "a7-b8")[number % 4])
    return game


def overlook_a_capture() -> Game:
    """Return a game in which White cannot move, but may have a fault of Black's taken back."""
    game = Game("english", start="B:W25:B14,21,22", huffing=True)
    game.play("14-18")
    return game


@pytest.mark.parametrize("begun", [shuffle_kings, overlook_a_capture])
def test_a_game_goes_on_whose_board_alone_would_end_it(begun: Callable[[], Game]) -> None:
    """It was written as ended, and came back with an award."""
    game = begun()
    assert game.outcome is None
    assert game.position.outcome is not None
    text = pdn.dumps(game)
    assert '[Result "*"]' in text
    assert pdn.loads(text).to_game() == game
