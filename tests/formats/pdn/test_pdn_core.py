"""The native half of reading PDN: where games end, tokens, replay, faults and their places."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from crownhead import Position
from crownhead._core import Move, PdnLine, PdnScanner, PdnText


def games(source: bytes, chunk: int = 1 << 16, most_bytes: int = 1 << 20) -> Iterator[PdnText]:
    scanner = PdnScanner(most_bytes)
    for at in range(0, len(source), chunk):
        scanner.feed(source[at : at + chunk])
        while (game := scanner.next()) is not None:
            yield game
    scanner.finish()
    while (game := scanner.next()) is not None:
        yield game


def line(
    text: str | bytes, variant: str = "international", fen: str = "", *, huffing: bool = False
) -> PdnLine:
    (game,) = games(text.encode() if isinstance(text, str) else text)
    start = Position.from_fen(fen, variant) if fen else Position.initial(variant)
    return game.replay(start, huffing=huffing)


def kinds(read: PdnLine) -> list[tuple[str, str]]:
    return [(kind, str(value)) for kind, value, _, _ in read.items]


def places(read: PdnLine) -> list[tuple[int, int, str, str]]:
    return [fault[:4] for fault in read.faults]


FILE = (
    b'\xef\xbb\xbf% written by hand\r\n[Event "First"]\r\n[White "M\xc3\xbcller"]\r\n\r\n'
    b"1. 32-28 19-23 2. 28x19 14x23 {[%clk 1:00:00]\r\n[%emt 3]} 3. 37-32 2-0 {done} *\r\n\r\n"
    b'[Event "Second"]\n1. 33-29 (1. 34-29 2-0) 19-24 1-1\n[Event "Third"]\n[White "B\xe4r"]\n'
    b'1. 31-26 {never closed\n[Event "Fourth"]\n\n*\r[Event "Tags only"]\r[Event "Again"]'
    b"\r1.32-28\r"
)
CUTS = [
    (2, "Event,White", "utf-8", "2-0 {done} *"),
    (8, "Event", "utf-8", "1-1"),
    (10, "Event,White", "latin-1", "never closed"),
    (13, "Event", "utf-8", "*"),
    (16, "Event", "utf-8", '[Event "Tags only"]'),
    (17, "Event", "utf-8", "1.32-28"),
]


@pytest.mark.parametrize("chunk", range(1, len(FILE) + 1))
def test_games_are_the_same_however_the_stream_is_cut(chunk: int) -> None:
    found = [(g.line, ",".join(g.tags), g.encoding, g.source) for g in games(FILE, chunk)]
    assert [one[:3] for one in found] == [cut[:3] for cut in CUTS]
    for (*_, source), (*_, end) in zip(found, CUTS, strict=True):
        assert source.endswith(end.encode())


def test_offsets_lead_back_to_the_stream() -> None:
    for game in games(FILE):
        assert FILE[game.offset :].startswith(game.source)
        assert game.source[: game.body_offset].endswith(b"]")


def test_a_scanner_refuses_bytes_after_the_end_and_sizes_out_of_range() -> None:
    scanner = PdnScanner()
    scanner.finish()
    with pytest.raises(ValueError, match="finished"):
        scanner.feed(b"1. 32-28")
    for size in (1023, (1 << 30) + 1):
        with pytest.raises(ValueError, match="most_bytes"):
            PdnScanner(size)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r'[Event "a \"b\" c"]', 'a "b" c'),
        (r'[Event "ends with \"]', "ends with \\"),
        ('[Event "the "big" one"]', 'the "big" one'),
        ('[ Event  "x" ]', "x"),
        ('[Event "over\ntwo lines"]', "over\ntwo lines"),
        ('[Event ""]', ""),
        (r'[Event "a\\b"]', r"a\\b"),
    ],
)
def test_values_of_tags(text: str, value: str) -> None:
    (game,) = games((text + "\n1. 32-28 *").encode())
    assert game.tags == {"Event": value}
    assert game.faults == []
    assert game.tags is game.tags


def test_faults_of_tags_say_where() -> None:
    (game,) = games(b'\n  [Event "open\n[Site none]\n[White "\xc3\xa9"] [White "again"]\n*')
    assert game.tags == {"Event": "open", "Site": "none", "White": "é"}
    assert [fault[:3] for fault in game.faults] == [
        (2, 3, "unclosed_tag"),
        (3, 1, "invalid_tag"),
        (4, 13, "repeated_tag"),
    ]
    assert game.faults[2][3:] == ('[White "again"]', "again", None)


def test_a_game_that_is_too_long_is_cut_and_the_next_one_found() -> None:
    source = b"1. 32-28 {" + b"x" * 5000 + b'\n[%clk]\n[Event "Next"]\n1. 31-26 *'
    for chunk in (1, 100, 10_000):
        first, second = games(source, chunk, 2000)
        assert len(first.source) == 2000
        assert first.faults == [(1, 2001, "too_long", "", "2000", None)]
        assert second.tags == {"Event": "Next"}
        assert second.line == 3


@pytest.mark.parametrize(
    "body",
    [
        "1. 32-28 19-23 2. 28x19 14x23",
        "1.32-28 19-23 2.28x19 14x23",
        "1.   32-28 1...   19-23 2 28:19 14X23",
        "1. 32 - 28 19 -23 2. 28 x 19 14 :23",
        "1. 3228 1923 2. 2819 1423",
        "1. 32-28 19-23 2. 28-19 14-23",
        "1. 32-28! 19-23?! 2. 28x19(?) 14x23*",
        "1. 32-28+ 19-23= 2. 28x19 $7 14x23-",
        "1. 32-28 19-23 2. 28x19 <23> 14x23<19>",
        "1. 32–28 19−23 2. 28×19 14×23",
        "1. 32-28 19-23 2. x 14x23 {a bare sign}",
        "1. 32-28 (1. 31-26 {a} (1. 33-28)) 19-23 2. 28x19 14x23",
        "1. 32-28\n% 19-24 and so on\n19-23 ; 20-25\r2. 28x19 14x23",
    ],
)
@pytest.mark.parametrize("result", ["", " *", " 2-0", " 1/2 - 1/2", " 1.01-0.99", " 2-0F", " ½-½"])
def test_moves_are_read_in_every_form(body: str, result: str) -> None:
    read = line(body + result)
    assert [str(move) for move in read.moves] == ["32-28", "19-23", "28x19", "14x23"]
    assert read.complete and read.skipped == 0
    assert read.result == result.replace(" ", "")


@pytest.mark.parametrize(
    "body", ["1. ab4 ba5 2. bc5", "1. a3b4 b6:a5 2. B4-C5", "1. a3-b4 ba5 2.bc5"]
)
def test_letters_are_read_in_every_form(body: str) -> None:
    read = line(body.replace(":", "-"), "russian")
    assert [str(move) for move in read.moves] == ["a3-b4", "b6-a5", "b4-c5"]
    assert read.complete


def test_an_unknown_move_passes_the_turn_and_dots_stand_for_the_other_side() -> None:
    read = line("1. 32-28 - 2. 37-32 - *")
    assert [kind for kind, _ in kinds(read)] == ["move", "pass", "move", "pass", "result"]
    assert read.end.turn == "white" and read.complete
    read = line("1. ... 20-25 2. 32-28")
    assert kinds(read) == [("pass", ""), ("move", "20-25"), ("move", "32-28")]
    assert line("20-25").faults[0][2] == "illegal_move"


def test_items_stand_where_they_are_written() -> None:
    read = line('1. 32-28!? {ä\nb} $7\n(1. 33-28 ; r\n) /FEN "B::"/ 19-23 2-0')
    assert [(kind, *place) for kind, _, *place in read.items] == [
        ("move", 1, 4),
        ("mark", 1, 9),
        ("comment", 1, 12),
        ("nag", 2, 4),
        ("begin", 3, 1),
        ("move", 3, 5),
        ("comment", 3, 11),
        ("end", 4, 1),
        ("setup", 4, 9),
        ("move", 4, 15),
        ("result", 4, 21),
    ]
    values = [value for _, value, _, _ in read.items]
    assert values[2] == "ä\nb" and values[3] == 7 and values[6] == " r"
    assert values[8][0] == "B::" and values[8][1].turn == "black"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. 32-28 19-24 2. 28-19 20-25", [(1, 19, "illegal_move", "28-19")]),
        ("{é} 1. 32-60", [(1, 8, "invalid_move", "32-60")]),
        (b"{\xe9} 1. 32-60", [(1, 8, "invalid_move", "32-60")]),
        ("1. 32-2s8", [(1, 4, "invalid_move", "32-2s8")]),
        ("1. 32-28 White is better 20-25", [(1, 10, "unexpected_text", "White is better")]),
        ("1. 32-28\n{open", [(2, 1, "unclosed_comment", "{")]),
        ("1. 32-28 (31-26 (33-28)", [(1, 10, "unclosed_variation", "(")]),
        ("1. 32-28)", [(1, 9, "unopened_variation", ")")]),
        ("(32-28) 31-26", [(1, 1, "variation_without_move", "(")]),
        (
            "1. 32-28 $ 20-25 $70000",
            [(1, 10, "invalid_nag", "$"), (1, 18, "invalid_nag", "$70000")],
        ),
        ('/FEN "W:W9x"/ 32-28', [(1, 1, "invalid_setup", '/FEN "W:W9x"/')]),
        ('/FEN "B::" 20-25', [(1, 1, "unclosed_setup", '/FEN "B::"')]),
        ("1. 32-28 [note] 20-25", [(1, 10, "unexpected_text", "[note]")]),
    ],
)
def test_faults_say_what_and_where(text: str, expected: list[tuple[int, int, str, str]]) -> None:
    read = line(text)
    assert places(read) == expected
    assert not read.complete


def test_a_fault_of_a_move_brings_its_position() -> None:
    read = line("1. 32-28 19-23 2. 28-22 14x23")
    ((_, _, code, text, detail, position),) = read.faults
    assert (code, text, detail) == ("illegal_move", "28-22", "28-22")
    assert position is not None
    assert isinstance(position, Position)
    assert position == Position.initial("international").play("32-28").play("19-23")
    assert position.explain(detail) is not None
    assert read.skipped == 1 and read.end == position
    refused = kinds(read).index(("refused", "28-22"))
    assert read.position(refused) == position


def test_after_a_fault_variations_are_read_and_a_set_up_goes_on() -> None:
    read = line(
        "1. 32-28 19-23 (1... 20-25) 2. 28-22 (2. 28x19) 14x23 (9-14)"
        ' /FEN "W:W31-50:B1-20"/ 3. 33-29 *'
    )
    assert places(read) == [(1, 32, "illegal_move", "28-22")]
    assert kinds(read) == [
        ("move", "32-28"),
        ("move", "19-23"),
        ("begin", "None"),
        ("move", "20-25"),
        ("end", "None"),
        ("refused", "28-22"),
        ("begin", "None"),
        ("move", "28x19"),
        ("end", "None"),
        ("skipped", "14x23"),
        ("begin", "None"),
        ("skipped", "9-14"),
        ("end", "None"),
        ("setup", str(read.items[13][1])),
        ("move", "33-29"),
        ("result", "*"),
    ]


def test_variations_nest_to_a_limit() -> None:
    read = line("1. 32-28 " + "(31-26 " * 100 + ")" * 100 + " 19-23")
    assert read.complete and len(read.moves) == 2
    read = line("1. 32-28 " + "(31-26 " * 101 + ")" * 101 + " 19-23")
    assert [fault[2] for fault in read.faults] == ["too_deep"]
    assert read.skipped == 1 and len(read.moves) == 2


def test_faulty_moves_huffs_and_compelled_captures() -> None:
    text = "1. 11-15 22-18 {[%compel 8-11]} 2. 8-11 {[%huff 15]} 18-14 9x18"
    assert places(line(text, "english")) == [(1, 36, "illegal_move", "8-11")]
    read = line(text, "english", huffing=True)
    assert kinds(read) == [
        ("move", "11-15"),
        ("move", "22-18"),
        ("comment", "[%compel 8-11]"),
        ("faulty", "8-11"),
        ("comment", "[%huff 15]"),
        ("huff", "15"),
        ("move", "18-14"),
        ("move", "9x18"),
    ]
    assert read.complete
    after = Position.initial("english").play("11-15").play("22-18").play_faulty("8-11").without(15)
    assert read.end == after.play("18-14").play("9x18")
    read = line("1. 11-15 {[%huff 22]\n[%huff 99]}", "english", huffing=True)
    assert places(read) == [
        (1, 11, "invalid_huff", "[%huff 22]"),
        (2, 1, "invalid_huff", "[%huff 99]"),
    ]
    assert line("{[%huff 99]} 1. 11-15", "english").complete


def ambiguous_captures(seed: int) -> Iterator[tuple[Position, list[Move]]]:
    """Yield positions with several captures between the same two squares."""
    chance = random.Random(seed)
    while True:
        squares = chance.sample(range(1, 51), 16)
        own, others = squares[:2], squares[2:]
        fen = f"W:W{','.join(f'K{s}' for s in own)}:B{','.join(map(str, others))}"
        position = Position.from_fen(fen, "international")
        ends: dict[tuple[int, int], list[Move]] = {}
        for move in position.legal_moves:
            ends.setdefault((move.origin, move.target), []).append(move)
        for moves in ends.values():
            if len(moves) > 1:
                yield position, moves


def test_an_ambiguous_capture_is_settled_by_what_follows_or_reported() -> None:
    chance = random.Random(3)
    settled = reported = 0
    for count, (position, moves) in enumerate(ambiguous_captures(4)):
        if count == 300:
            break
        played = [chance.choice(moves)]
        here = position.play(played[0])
        for _ in range(chance.randrange(6)):
            if not here.has_legal_move:
                break
            played.append(chance.choice(list(here.legal_moves)))
            here = here.play(played[-1])
        first = f"{played[0].origin}x{played[0].target}"
        text = " ".join([first, "(", first, ")", *(move.notation("full") for move in played[1:])])
        fen = position.fen()
        read = line(text, fen=fen)
        main = [fault for fault in read.faults if fault[1] == 1]
        rivals = 0
        for move in moves:
            try:
                after = position.play(move)
                for later in played[1:]:
                    after = after.play(later.notation("full"))
            except ValueError:
                continue
            rivals += 1
        assert rivals >= 1
        if rivals == 1:
            assert main == []
            assert list(read.moves) == played
            settled += 1
        else:
            assert [fault[2] for fault in main] == ["ambiguous_move"]
            assert len(read.moves) == len(played)
            reported += 1
    assert settled > 30 and reported > 30


def test_the_work_for_one_game_is_bounded() -> None:
    (game,) = games(b"1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14")
    read = game.replay(Position.initial("international"), most_plies=3)
    assert [fault[2:4] for fault in read.faults] == [("too_many_plies", "14x23")]
    assert (read.plies, read.skipped) == (3, 2)
    with pytest.raises(ValueError, match="most_plies"):
        game.replay(Position.initial("international"), most_plies=0)
    kings = "W:WK46:BK13,K17,K32,K43,K9,K10,K19,K28,K33,K38,K42,K8,K7,K12,K18,K22,K23,K29,K24"
    many = f'/FEN "{kings}"/ 46-41 '.encode() * 5000
    (game,) = games(many)
    read = game.replay(Position.initial("international"))
    assert "too_many_plies" in [fault[2] for fault in read.faults]
    assert read.plies + read.skipped < 10_000


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        ("1. 32-28 (1. 46-5) 19x23 {a1:b2} 2 - 0", (3, 0, 46, 0, 0, 1, 0, "2-0", "32-28")),
        ("1. a3-b4 b6:d4 2. h8j10", (0, 3, 0, 10, 10, 0, 1, "", "a3-b4")),
        ("{nothing} *", (0, 0, 0, 0, 0, 0, 0, "*", "")),
        ("1. 3228<1>", (1, 0, 32, 0, 0, 0, 0, "", "3228")),
    ],
)
def test_looks_tell_games_apart(text: str, looks: tuple[int | str, ...]) -> None:
    (game,) = games(text.encode())
    seen = game.looks
    assert looks == (
        seen.numeric,
        seen.algebraic,
        seen.highest,
        seen.columns,
        seen.rows,
        seen.x_signs,
        seen.colons,
        seen.result,
        seen.first,
    )


def test_latin_1_is_read_everywhere() -> None:
    (game,) = games(b'[White "\xe9"] 1. 32\x9628 19-23 2. 28\xd719 14-2\xb3 {\xfc} \xbd-\xbd')
    assert (game.tags, game.encoding) == ({"White": "é"}, "latin-1")
    assert (game.looks.first, game.looks.result) == ("32\x9628", "½-½")
    read = game.replay(Position.initial("international"))
    assert [str(move) for move in read.moves] == ["32-28", "19-23", "28x19"]
    assert [fault[1:4] for fault in read.faults] == [(37, "invalid_move", "14-2³")]
    assert kinds(read)[-2:] == [("comment", "ü"), ("result", "½-½")]


def test_positions_keep_the_type_of_the_start() -> None:
    read = line("1. 32-28 19-23")
    assert type(read.end) is Position
    assert read.position(1) == Position.initial("international").play("32-28")
    with pytest.raises(IndexError):
        read.position(3)
