"""Forms of PDN that are in no standard, but in files of the last thirty years."""

from __future__ import annotations

import io

import pytest
from support.patience import growth

from crownhead.errors import PdnError
from crownhead.formats import pdn

TEN = '[GameType "20"]\n'
EIGHT = '[GameType "21"]\n'
LETTERS = '[GameType "25"]\n'
FOUR = "32-28 19-23 28x19 14x23"


def games(text: str | bytes) -> list[pdn.PdnGame]:
    return list(pdn.read(io.BytesIO(text if isinstance(text, bytes) else text.encode())))


def only(text: str | bytes) -> pdn.PdnGame:
    (game,) = games(text)
    return game


def moves(game: pdn.PdnGame) -> str:
    return " ".join(map(str, game.moves))


@pytest.mark.parametrize(
    "body",
    [
        "1. 32-\n28 19-\r\n23 2. 28x\n19 14x23",  # lines broken behind the sign
        "1. 32\n-28 19\n-23 2. 28\r\nx19 14x23",  # and before it
        "1) 32-28 19-23 2) 28x19 14x23",
        "1.) 32-28 19-23 2.) 28x19 14x23",
        "1 . 32-28 19-23 2 . 28x19 14x23",
        "1. 32-28, 19-23, 2. 28x19,14x23",
        "1. 32-28 19-23 2. 28х19 14✕23",  # noqa: RUF001  a Cyrillic x, a cross
        "1. 32\u00ad28 19\u201123 2. 28x19 14x23",
        "1.\u00a032-28\u200b 19-23\u202f2. 28x19 \ufeff14x23",
        "1. 32-28 {a} 1… 19-23 2. 28x19 14x23# {b}",
        "1. 32-28 (good)\n19-23 (forced by the rules) 2. 28x19 14x23",
        "1. 32-28 {one {two} three} 19-23 {four {five}} 2. 28x19 {six { seven} 14x23 {eight}",
        "\t1.\f32-28\v19-23 2.28x19 14x23\n\x1a",
    ],
)
def test_moves_are_found_in_every_layout(body: str) -> None:
    game = only(TEN + body)
    assert (moves(game), game.errors) == (FOUR, ())
    again = only(str(game))
    assert (str(again), again.errors) == (str(game), ())


def test_blanks_of_latin_1_and_the_end_of_files_of_dos() -> None:
    source = TEN.encode() + b"1.\xa032-28 19-23 2.\xa028x19\xa014x23\r\n\x1a"
    assert [(moves(game), game.errors) for game in games(source)] == [(FOUR, ())]
    assert len(games(TEN.encode() + b"1. 32-28 *\r\n\x1a\x1a\0")) == 1
    assert len(games(TEN + "1. 32-28 *\n\u00a0\n\ufeff")) == 1


def test_words_in_parentheses_are_a_comment() -> None:
    game = only(TEN + "1. 32-28 (the classical move) 19-23 1-1 (agreed)")
    (first, second) = game.mainline()
    assert (first.comment, second.comment) == ("the classical move", "agreed")
    assert game.errors == ()


def test_letters_that_only_look_like_ours_are_read() -> None:
    game = only(LETTERS + "1. с3-d4 d6-с5 2. b2-с3 *")  # noqa: RUF001
    assert (moves(game), game.errors) == ("c3-d4 d6-c5 b2-c3", ())
    assert only("1. с3-d4 d6-с5 2. b2-с3 *").errors == ()  # noqa: RUF001


@pytest.mark.parametrize(
    ("tag", "behind", "result"),
    [
        ("4-6", "4-6", "4-6"),  # ten points, as in Delft
        ("12-0", "12-0", "12-0"),
        ("2-8", "2-8", "2-8"),
        ("1,5-0,5", "1,5-0,5", "1,5-0,5"),
        ("0,5-0,5", "0,5-0,5", "1-1"),
        ("", "0.5-0.5", "1-1"),
        ("", "½", "1-1"),
        ("", "2:0", "2-0"),
        ("", "1–1", "1-1"),  # noqa: RUF001
        ("", "0 − 2", "0-2"),  # noqa: RUF001
        ("2-0ff", "2-0ff", "2-0"),
    ],
)
def test_results_in_every_form(tag: str, behind: str, result: str) -> None:
    text = f'{TEN}[Result "{tag}"]\n1. 32-28 19-23 {behind}\n\n[Event "next"]\n*\n'
    game, after = games(text)
    assert (moves(game), game.result, game.errors) == ("32-28 19-23", result, ())
    assert after.tags == {"Event": "next"}


def test_a_move_that_looks_like_a_result_is_none() -> None:
    fen = '[FEN "B:W31:B2"]\n'
    assert moves(only(TEN + fen + "1... 2-8 *")) == "2-8"
    assert moves(only(TEN + fen + '[Result "2-8"]\n1... 2-8 31-27 2-8')) == "2-8 31-27"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('[White-Club "x"]', "White-Club"),
        ('[White Club "x"]', "White Club"),
        ('[White.Club: "x"]', "White.Club"),
        ('[Club="x"]', "Club"),
        ('[Клуб "x"]', "Клуб"),
        ('[Año "x"]', "Año"),
        ("[Club “x”]", "Club"),
        ("[Club 'x']", "Club"),
    ],
)
def test_tags_of_odd_form_have_their_value_and_are_no_error(line: str, name: str) -> None:
    game = only(f"{line}\n{TEN}1. 32-28 *")
    assert game.tags == {name: "x", "GameType": "20"}
    assert game.errors == ()
    assert moves(game) == "32-28"


def test_only_simple_tags_end_a_comment_that_was_not_closed() -> None:
    game = only(TEN + '1. 32-28 {see\n[the game "x"]\nbelow} 19-23 *')
    assert (moves(game), game.errors) == ("32-28 19-23", ())


def test_a_tag_that_comes_twice_does_not_begin_a_game_that_goes_on() -> None:
    text = '[Event "One"]\n[Black "A"]\n[Event "Again"]\n[Result "1-0"]\n\n1. 11-15 *\n'
    game = only(text)
    assert game.tags == {"Event": "One", "Black": "A", "Result": "1-0"}
    assert [(e.line, e.column) for e in game.errors] == [(3, 1)]
    listed = '[Event "One"]\n[Black "A"]\n[Event "Two"]\n[Black "B"]\n'
    assert [game.tags["Event"] for game in games(listed)] == ["One", "Two"]
    apart = '[Event "One"]\r\n\r\n[Event "Two"]\r\n[Black "B"]\r\n'
    assert [game.tags["Event"] for game in games(apart)] == ["One", "Two"]


def test_text_before_the_tags_is_one_error_and_no_move() -> None:
    game = only("Open of Huissen 2001\nRound 3\n\n" + TEN + "1. 32-28 19-23 2-0")
    assert (moves(game), game.result) == ("32-28 19-23", "2-0")
    (error,) = game.errors
    assert str(error).startswith("line 1, column 1: 'Open of Huissen 2001 Round 3'")


def test_squares_without_signs_are_not_lost_in_silence() -> None:
    game = only(TEN + "1. 32 28 19 23 *")
    assert [(e.line, e.column) for e in game.errors] == [(2, 4), (2, 10)]
    assert only(EIGHT + "1 9-14 22-18 2 5-9 *").errors == ()


def test_a_variation_is_never_read_as_one_of_the_other_side() -> None:
    game = only(EIGHT + "1. 11-15 23-19 2. 8-11 (1... 22-17 2. 15-19) 22-17 *")
    (error,) = game.errors
    assert (error.line, error.column) == (2, 30)
    assert "'22-17' is not legal for Black" in str(error)


@pytest.mark.parametrize(
    ("tags", "body", "key", "problem"),
    [
        ('[GameType "10x10"]', "1. 31-27", "international", ""),
        ('[GameType "Русские шашки"]', "1. c3-d4 d6-c5", "russian", ""),
        ('[GameType "20"]', "1. cd4 fg5 2. gf4 *", "brazilian", "GameType says International"),
        ('[GameType "club rules"]', "1. 32-28 18-23", "international", "GameType 'club rules'"),
    ],
)
def test_the_game_is_found_behind_odd_game_types(
    tags: str, body: str, key: str, problem: str
) -> None:
    game = only(f"{tags}\n{body} *")
    assert game.variant is not None
    assert (game.variant.key, len(game.errors)) == (key, 1 if problem else 0)
    assert problem in "".join(map(str, game.errors))


def test_a_game_of_nothing_but_tags_is_read_in_linear_time() -> None:
    def read(tags: int) -> None:
        source = b"".join(b'[A%d "x"]\n' % number for number in range(tags))
        assert len(only(source).tags) == tags

    assert growth(read, 10_000, 100_000) < 40


def test_errors_of_tags_stand_where_the_tag_is() -> None:
    text = '[Event "of FEN"] [Site "a\x0bb\x85c"]\n[Note "x\ny"] [FEN "W:W9x"]\n1. 32-28 *'
    game = only(f'[GameType "20"] {text}')
    (error,) = game.errors
    assert (error.line, error.column) == (3, 15)
    (error,) = only(TEN + '[FEN " W:W31,\n32,K99:B1"]\n*').errors
    assert (error.line, error.column) == (3, 5)


@pytest.mark.parametrize(
    ("start", "what"),
    [
        (b"\x1f\x8b\x08\0", r"an archive \(gzip\), no text; unpack it first"),
        (b"PK\x03\x04", r"an archive \(zip\), no text; unpack it first"),
        (b"%PDF-1.4", r"no text, but a file of another kind \(PDF\)"),
    ],
)
def test_a_packed_file_is_one_clear_error(start: bytes, what: str) -> None:
    with pytest.raises(PdnError, match=f"line 1, column 1: This is {what}"):
        list(pdn.read(io.BytesIO(start + bytes(100))))


def test_a_game_tells_a_thousand_errors_and_no_more() -> None:
    game = only(TEN + "1. 32-28 " + ") " * 5000 + "19-23 *")
    assert (len(game.errors), moves(game)) == (1001, "32-28 19-23")
    assert "more errors than are told" in str(game.errors[-1])
    listed = only('[A "1"]\n[B "1"]\n' + '[B "2"]\n' * 5000 + TEN + "1. 32-28 *")
    assert (len(listed.errors), moves(listed)) == (1001, "32-28")


def test_blanks_beyond_ascii_between_tags_do_not_end_a_game() -> None:
    game = only('[White "A"]\u00a0\n[Black "B"]\n\u200b[GameType "20"]\n1. 32-28 *')
    assert game.tags == {"White": "A", "Black": "B", "GameType": "20"}


def test_a_result_of_control_characters_is_none() -> None:
    game = only(TEN.encode() + b'[Result "\x9d"]\n1. 32-28 *')
    assert game.result == "*"
    assert str(only(str(game))) == str(game)


def test_odd_names_are_written_as_plain_ones_that_differ() -> None:
    long = "a b" * 21
    game = only(f'[White Club "x"]\n[White-Club "y"]\n[{long} "z"]\n[1{long[1:]} "z"]\n{TEN}*')
    again = only(str(game))
    assert (again.tags["White_Club"], again.errors) == ("x", ())
    assert str(again) == str(game)
