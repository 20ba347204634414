"""Reading PDN: every liberal reading, which game it is, and where an error stands."""

from __future__ import annotations

import io

import pytest

import crownhead as ch
from crownhead import VARIANTS, Position
from crownhead.errors import PdnError
from crownhead.formats import pdn
from crownhead.formats.pdn.gametype import american, by_name, read_type, unified_pool

Read = tuple[str | None, list[str], str]


def games(text: str | bytes) -> list[pdn.PdnGame]:
    handle = io.BytesIO(text) if isinstance(text, bytes) else io.StringIO(text)
    return list(pdn.read(handle))


def only(text: str | bytes) -> pdn.PdnGame:
    (game,) = games(text)
    return game


def moves(game: pdn.PdnGame) -> str:
    return " ".join(map(str, game.moves))


def test_the_module_is_loaded_by_the_package_when_asked_for() -> None:
    assert ch.pdn.loads("1. 11-15").variant is VARIANTS["english"]


@pytest.mark.parametrize(
    ("text", "key", "line", "result"),
    [
        (  # numbers glued to moves, result as in the years before 2000
            '[Event "Open van Delft"]\n[Result "1-1"]\n\n1.32-28 18-23 2.38-32 12-18 1-1\n',
            "international",
            "32-28 18-23 38-32 12-18",
            "1-1",
        ),
        ('[GameType "20"]\n[Result "2-0F"]\n1. 32-28 2-0F', "international", "32-28", "2-0"),
        ('[GameType "20"]\n[Result "1-0"]\n1. 32-28 *', "international", "32-28", "2-0"),
        ('[GameType "21"][Result "1-1"] 1. 11-15 *', "english", "11-15", "1/2-1/2"),
        ('[GameType "40"] 1. 31-27 17-22 1-0', "frisian", "31-27 17-22", "1-0"),
        ('[GameType "20"] 1. 2-0', "international", "", "2-0"),
        ('[GameType "20"][Result "½-½"] *', "international", "", "1-1"),
        ('[GameType "21"] 1. 9-14 0-0', "english", "9-14", "0-0"),
        (
            '[GameType "20"][FEN "B:W31-50:B1-20"] 1. ... 19-23 2. 32-28 *',
            "international",
            "19-23 32-28",
            "*",
        ),
        ('[GameType "21"] 1. 09-13 24-20 2. 05-09 *', "english", "9-13 24-20 5-9", "*"),
        (
            '[GameType "20"] 1. 3228 1923 2. 28x19 14x23 *',
            "international",
            "32-28 19-23 28x19 14x23",
            "*",
        ),
        (
            '[GameType "20"] 1. 32 - 28 19 - 23 2. 28 x 19 14 x 23',
            "international",
            "32-28 19-23 28x19 14x23",
            "*",
        ),
        (
            '[GameType "20"] 1. 32-28 19-23 2. 28:19 14:23',
            "international",
            "32-28 19-23 28x19 14x23",
            "*",
        ),
        (
            '[GameType "25"] 1. c3d4 d6c5 2. b2c3 f6g5 3. c3b4 g5h4 4. b4d6 e7c5',
            "russian",
            "c3-d4 d6-c5 b2-c3 f6-g5 c3-b4 g5-h4 b4:d6 e7:c5",
            "*",
        ),
        (
            "1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 4. b4:d6 e7:c5 1-0",
            "russian",
            "c3-d4 d6-c5 b2-c3 f6-g5 c3-b4 g5-h4 b4:d6 e7:c5",
            "1-0",
        ),
        ("1. c3-d4 d6-c5 2. b2-c3 1/2-1/2", "brazilian", "c3-d4 d6-c5 b2-c3", "1/2-1/2"),
        ("1. 11-15 23-19 2. 8-11 22-17 *", "english", "11-15 23-19 8-11 22-17", "*"),
        ("1. 22-18 10-13 2. 21-17 *", "italian", "22-18 10-13 21-17", "*"),
        ("1. 31-27 20-24 2. 27-22 2-0", "international", "31-27 20-24 27-22", "2-0"),
        ("1. 46-40 26-32 2. 51-46", "canadian", "46-40 26-32 51-46", "*"),
        ('[GAMETYPE "21"]\n[WHITE "Anna"]\n1. 11-15', "english", "11-15", "*"),
        ('[GameType "21"]\n1. 11-15!? 23-19(?) 2. 8-11* *', "english", "11-15 23-19 8-11", "*"),
        ('[GameType "20"][FEN "W:W31-50:B1-20."] 1. 32-28', "international", "32-28", "*"),
        ('[GameType "20"][FEN " W : W 31 - 50 : B 1-20 "] 1. 32-28', "international", "32-28", "*"),
        ('[GameType "25"][FEN "W:Wa1:Bh8"] 1. a1-b2 *', "russian", "a1-b2", "*"),
        ('[FEN "B:WK47:BK5,6"] 1. 6-11', "international", "6-11", "*"),
    ],
)
def test_what_is_written_in_many_ways_is_read_alike(
    text: str, key: str, line: str, result: str
) -> None:
    game = only(text)
    assert game.errors == ()
    assert game.variant is VARIANTS[key]
    assert (moves(game), game.result) == (line, result)
    assert only(text.replace("\n", "\r\n")).moves == game.moves
    assert only(b"\xef\xbb\xbf" + text.encode()).moves == game.moves


def test_results_and_tag_lines_separate_games_without_stars_or_blank_lines() -> None:
    text = (
        '[GameType "20"]\n1. 32-28 18-23 1-1\n1. 33-28 18-23 2-0\n'
        '[White "Bert"]\n[GameType "21"]\n1. 11-15\n[White "Cora"]\n1. 9-13 *\n'
    )
    found = games(text)
    assert [moves(game) for game in found] == ["32-28 18-23", "33-28 18-23", "11-15", "9-13"]
    assert [game.result for game in found] == ["1-1", "2-0", "*", "*"]
    assert [game.line for game in found] == [1, 3, 4, 7]
    assert all(not game.errors for game in found)


def test_lines_with_a_percent_sign_are_no_part_of_a_game() -> None:
    game = only('% made by hand\n[GameType "21"]\n1. 11-15\n% 1. 9-14\n23-19 *')
    assert moves(game) == "11-15 23-19"


def test_an_unknown_move_passes_the_turn() -> None:
    game = only('[GameType "20"] 1. 32-28 - 2. 37-32 *')
    assert [node.kind for node in game.mainline()] == ["move", "pass", "move"]
    assert game.end().position.turn == "black"
    assert game.errors == ()


def test_an_ambiguous_capture_is_settled_by_what_follows() -> None:
    fen = "W:WK25:B8,10,K23,27,30,31"
    position = Position.from_fen(fen, "international")
    texts: dict[tuple[int, int], list[str]] = {}
    for move in position.legal_moves:
        texts.setdefault((move.origin, move.target), []).append(str(move))
    ends, full = next((ends, full) for ends, full in texts.items() if len(full) > 1)
    for text in full:
        after = position.play(text)
        for reply in after.legal_moves:
            others = [position.play(other) for other in full if other != text]
            if any(reply in other.legal_moves for other in others):
                continue
            game = only(f'[GameType "20"][FEN "{fen}"] 1. {ends[0]}x{ends[1]} {reply} *')
            assert game.errors == ()
            assert str(game.moves[0]) == text


@pytest.mark.parametrize(
    ("tags", "key"),
    [
        ({"GameType": "20"}, "international"),
        ({"GameType": " 20 , W,10,10,N2,0 "}, "international"),
        ({"GameType": "21,B,8,8,N1,0"}, "english"),
        ({"GameType": "23"}, "pool"),
        ({"GameType": "26"}, "brazilian"),
        ({"GameType": "26", "Variant": "lite"}, "lite"),
        ({"GameType": "26", "Variant": "LITE"}, "lite"),
        ({"GameType": "25", "Variant": "lite"}, "russian"),
        ({"Variant": "Frisian"}, "frisian"),
        ({"GameType": "40", "Variant": "Frisian"}, "frisian"),
        ({"GameType": "97", "Variant": "Frysk!"}, "frysk"),
        ({"GameType": "20", "Variant": "Breakthrough"}, "breakthrough"),
        ({"GameType": "20", "Variant": "From Position"}, "international"),
        ({"GameType": "20", "Variant": "Russian"}, "international"),
        ({"GameType": "98"}, "antidraughts"),
        ({"GameType": "99"}, "killer"),
        ({"GameType": "International"}, "international"),
        ({"GameType": "checkers"}, "english"),
        ({"GAMETYPE": "Brazilian draughts"}, "brazilian"),
    ],
)
def test_the_tags_name_the_game(tags: dict[str, str], key: str) -> None:
    assert read_type(tags).variant is VARIANTS[key]


def test_every_game_is_named_by_its_own_tags() -> None:
    for variant in VARIANTS.values():
        assert by_name(variant.key) is variant
        assert read_type({"GameType": variant.gametype, "Variant": variant.key}).variant is variant


def test_pool_checkers_by_the_unified_rules_begin_with_white() -> None:
    game = only('[GameType "23,W,8,8,A0,0"] 1. c3-d4 f6-g5 *')
    assert game.variant == unified_pool()
    assert moves(game) == "c3-d4 f6-g5"


def test_american_checkers_under_23_begin_with_white() -> None:
    text = '[GameType "23"]\n[Variant "American checkers"]\n\n1. 22-18 9-14 2. 18x9 5x14 *'
    game = only(text)
    assert (game.variant, moves(game)) == (american(), "22-18 9-14 18x9 5x14")
    assert (game.errors, game.warnings) == ((), ())
    again = only(pdn.dumps(game))
    assert (again.variant, again.moves) == (game.variant, game.moves)
    assert only('[GameType "23,B,8,8,N1,0"] 1. 11-15 *').variant is VARIANTS["pool"]


@pytest.mark.parametrize(
    ("tags", "sentence"),
    [
        (
            '[GameType "20"]\n[Variant "Russian"]\n1. 32-28 *',
            "Variant says Russian draughts, but GameType says International draughts",
        ),
        (
            '[GameType "26"]\n[Variant "Russian"]\n1. c3-d4 *',
            "Variant says Russian draughts, but GameType says Brazilian draughts",
        ),
        (
            '[GameType "International"]\n[Variant "frisian"]\n1. 32-28 *',
            "Variant says Frisian draughts, but GameType says International draughts",
        ),
    ],
)
def test_a_variant_that_contradicts_the_gametype_was_read_silently(
    tags: str, sentence: str
) -> None:
    (error,) = only(tags).errors
    assert (str(error), error.line) == (f"line 2, column 1: {sentence}", 2)


def test_a_variant_that_nobody_knows_was_read_silently_as_the_gametype() -> None:
    game = only('[GameType "20"]\n[Variant "Hyper"]\n1. 32-28 *')
    (warning,) = game.warnings
    assert str(warning) == (
        "line 2, column 1: Variant 'Hyper' is not known; read as International draughts,"
        " as GameType says"
    )
    assert (game.errors, moves(game)) == ((), "32-28")
    for name in ("Standard", "From Position", "international", "?"):
        game = only(f'[GameType "20"] [Variant "{name}"] 1. 32-28 *')
        assert (game.errors, game.warnings) == ((), ())


def test_a_capture_sign_on_a_plain_move_stopped_the_game() -> None:
    game = only('[GameType "20"]\n1. 32x28 18-23 2. 37x32 *')
    assert moves(game) == "32-28 18-23 37-32"
    assert game.errors == ()
    assert [str(warning) for warning in game.warnings] == [
        "line 2, column 4: '32x28' captures nothing; it is read as a plain move",
        "line 2, column 19: '37x32' captures nothing; it is read as a plain move",
    ]
    assert "32-28" in pdn.dumps(game)


def test_a_capture_sign_does_not_excuse_a_capture_that_is_due() -> None:
    game = only('[GameType "20"] 1. 32-28 19-23 2. 37x32 *')
    assert moves(game) == "32-28 19-23"
    assert len(game.errors) == 1


def test_games_without_a_gametype_are_what_the_game_before_was_if_they_can_be() -> None:
    text = '[Variant "frisian"] 1. 31-27 *\n1. 32-28 19-23 2. 28x19 *\n1. 11-15 *'
    assert [game.variant.key for game in games(text) if game.variant] == [
        "frisian",
        "frisian",
        "english",
    ]


@pytest.mark.parametrize(
    ("text", "place", "sentence"),
    [
        (
            '[GameType "50"]\n1. d3 c5 *',
            (1, 1),
            "GameType 50 is Othello, which crownhead does not play",
        ),
        ('[White "A"]\n[GameType "0"] *', (2, 1), "GameType 0 is chess, which crownhead does not"),
        ('[GameType "41"] 1. a3-b4', (1, 1), "GameType 41 is spantsiretti"),
        ('[GameType "77"] *', (1, 1), "GameType 77 is no game that crownhead knows"),
        ('[GameType "ludo"] *', (1, 1), "GameType 'ludo' is not known"),
        ('[Rules "{]"] *', (1, 1), "Rules: not JSON"),
        (
            '[GameType "20"]\n[FEN "W:W31-57:B1-20"]\n1. 31-27 *',
            (2, 13),
            "FEN 'W:W31-57:B1-20' cannot be read: this is no range of squares",
        ),
    ],
)
def test_a_game_that_cannot_be_played_has_its_tags_and_one_error(
    text: str, place: tuple[int, int], sentence: str
) -> None:
    game = only(text)
    (error,) = game.errors
    assert (error.line, error.column) == place
    assert error.args[0].startswith(sentence)
    assert game.tags and game.moves == ()
    for part in ("start", "root", "comment"):
        with pytest.raises(PdnError) as raised:
            getattr(game, part)
        assert raised.value is error
    assert only(str(game)).tags["Result"] == "*"


@pytest.mark.parametrize(
    ("text", "place", "sentence", "line"),
    [
        (
            '[GameType "21"]\n\n1. 11-15 22-18\n2. 9-13 18x11 *',
            (4, 4),
            "'9-13' is not legal for Black: Capturing is compulsory: 15 must capture",
            "11-15 22-18",
        ),
        (
            '[GameType "20"]\n1. 32-28 18-23 2. 28x17 *',
            (2, 19),
            "'28x17' is not legal for White: ",
            "32-28 18-23",
        ),
        (
            '[GameType "21"] 1. 11-15 99-98 *',
            (1, 26),
            "'99-98' names a square that is not on the board",
            "11-15",
        ),
        (
            '[GameType "21"] 1. 11-15 {never closed',
            (1, 26),
            "The comment is not closed",
            "11-15",
        ),
        (
            '[GameType "21"] 1. 11-15 (1. 9-14 ',
            (1, 26),
            "The variation is not closed",
            "11-15",
        ),
        (
            '[GameType "21"] 1. 11-15) 22-18',
            (1, 25),
            "This closes a variation that was not opened",
            "11-15 22-18",
        ),
        (
            '[GameType "21"] 1. 11-15 hello 22-18',
            (1, 26),
            "'hello' is nothing that belongs in a game",
            "11-15 22-18",
        ),
        (
            '[GameType "21"] {schön} 1. 11-15 22-19',
            (1, 34),
            "'22-19' is not legal for White: ",
            "11-15",
        ),
        (
            '[GameType "21"] 1. 11-15 /FEN "W:Wxx:B"/ 22-18',
            (1, 26),
            "The set-up '/FEN \"W:Wxx:B\"/' cannot be read: this square is not on the board",
            "11-15",
        ),
        (
            '[GameType "21"]\n[Site "x"]\n[Site "y"]\n1. 11-15 *',
            (3, 1),
            "Tag '[Site \"y\"]' repeats an earlier one and is left out",
            "11-15",
        ),
        (
            '[GameType "21"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *',
            (1, 1),
            "GameType says English draughts, which the moves do not fit; read as International",
            "32-28 19-23 28x19 14x23 37-32",
        ),
    ],
)
def test_an_error_says_where_and_what(
    text: str, place: tuple[int, int], sentence: str, line: str
) -> None:
    game = only(text)
    error = game.errors[0]
    assert (error.line, error.column) == place
    assert error.args[0].startswith(sentence)
    assert moves(game) == line
    after = games(f'{text}\n\n[GameType "25"]\n1. c3-d4 *')[-1]
    assert (moves(after), after.errors) == ("c3-d4", ())
    with pytest.raises(PdnError) as raised:
        list(pdn.read(io.StringIO(text), strict=True))
    assert str(raised.value) == str(error)


def test_a_mistake_later_in_the_game_does_not_make_it_another_game() -> None:
    # In another game, where the capture ends here, the move might be legal.
    game = only('[GameType "26"][FEN "W:Wc3,e1:Bd4,d6,f6,f4"] 1. c3xe5 *')
    assert game.variant is VARIANTS["brazilian"]
    (error,) = game.errors
    assert "A capture must be completed" in str(error)


def test_moves_that_cannot_be_read_are_kept_in_the_tree() -> None:
    game = only('[GameType "20"] 1. 32-28 19-23 2. 37-32 23x32 (2. 28x19) {why} *')
    assert moves(game) == "32-28 19-23"
    assert [str(node) for node in game.mainline()] == ["32-28", "19-23"]
    refused = game.end().next
    assert refused is not None and (refused.kind, refused.text) == ("unread", "37-32")
    again = only(str(game))
    assert again.end().comment == "unread: 2. 37-32 2... 23x32 why (2... 28x19)"
    assert (str(again), again.errors) == (str(game), ())


def test_what_stands_before_a_variation_is_kept_where_nothing_can_be_read() -> None:
    game = only('[GameType "20"] 1. 32-28 19-23 2. 37-32 23x32 ({but} 28x19 {is better}) *')
    again = only(str(game))
    assert again.end().comment == "unread: 2. 37-32 2... 23x32 (but 2... 28x19 is better)"
    assert str(again) == str(game)
    game = only('[GameType "20"] 1. 32-28 ({or} 32-27 {this}) ({not} 99-1 {that}) 19-23 *')
    again = only(str(game))
    assert "unread: (not 1. 99-1 that)" in again.root.variations[0].comment
    assert again.root.variations[1].starting_comment == "or"
    assert str(again) == str(game)


def test_commands_of_what_cannot_be_read_are_no_longer_any_when_written() -> None:
    """The offer of a move that is not there became one of the move before it."""
    text = """[GameType "21"]
1. 11-15 22-18 2. 15-99 {[%clk 0:00:01] [%offer black] why} *"""
    game = pdn.loads(text)
    refused = game.end().next
    assert refused is not None and refused.clock == 1000
    again = pdn.loads(pdn.dumps(game))
    end = again.end()
    assert end.comment == "unread: 2. 15-99 (%clk 0:00:01) (%offer black) why"
    assert end.clock is None
    assert again.to_game().state.draw_offer is None
    assert pdn.dumps(again) == pdn.dumps(game)


def test_a_command_whose_name_begins_like_ours_is_left_alone() -> None:
    text = '[GameType "21"][Huffing "1"] 1. 11-15 22-18 2. 9-14 {[%huffer 15] [%huff2 15]} 18x9 *'
    game = pdn.loads(text)
    assert not game.errors
    assert len(game.moves) == 4


def test_words_that_belong_in_no_game_are_an_error_where_no_game_is_told() -> None:
    game = only('[Event "x"]\n\nhello {fine} world 1-0\n')
    found = [(error.line, error.column) for error in game.errors]
    assert (found, game.variant, game.result) == ([(3, 1), (3, 14)], None, "1-0")
    assert only('[Event "x"]\n\n{fine} 1-0\n').errors == ()


def test_what_follows_decides_before_the_shortest_reading_does() -> None:
    tags = '[GameType "25"]\n[FEN "W:WKd6:Bc7,b6,c5,g5,c3,e3"]\n\n'
    alone = pdn.loads(tags + "1. d6:b8 *")
    followed = pdn.loads(tags + "1. d6:b8 g5-f4 *")
    looped = pdn.loads(tags + "1. d6:b8 b6-c5 *")
    assert not alone.errors and not followed.errors and not looped.errors
    assert [len(game.moves[0].captures) for game in (alone, followed, looped)] == [1, 1, 4]
