"""The messages of DXP: every one round-trips, every wrong one is refused with what is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownhead import Position
from crownhead.engines.dxp import messages, moves
from crownhead.engines.dxp.messages import (
    LONGEST,
    Answer,
    Back,
    BackAnswer,
    BackRequest,
    Chat,
    Code,
    End,
    ForeignRequest,
    Message,
    Moved,
    Reason,
    Request,
    parse,
)
from crownhead.errors import ProtocolError
from crownhead.variants import VARIANTS

names = st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=32)
colors = st.sampled_from(["white", "black"])
squares = st.integers(1, 99)
starts = st.none() | st.builds(
    str.__add__, st.sampled_from("WZ"), st.text("zwZWe", min_size=32, max_size=72)
)
every = st.one_of(
    st.builds(Request, names, colors, st.integers(0, 999), st.integers(0, 999), starts),
    st.builds(
        ForeignRequest,
        st.integers(0, 99).filter(lambda version: version != 1),
        st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=100),
    ),
    st.builds(Answer, names, st.sampled_from(Code)),
    st.builds(
        Moved,
        st.integers(0, 9999),
        squares,
        squares,
        st.lists(squares, max_size=30).map(tuple),
    ),
    st.builds(End, st.sampled_from(Reason), st.booleans()),
    st.builds(Chat, st.text(st.characters(min_codepoint=1, max_codepoint=127), max_size=126)),
    st.builds(BackRequest, st.integers(0, 999), colors),
    st.builds(BackAnswer, st.sampled_from(Back)),
)


@given(every)
def test_every_message_round_trips(message: Message) -> None:
    assert 1 <= len(message.text) <= LONGEST
    assert message.text.isascii() and "\0" not in message.text
    assert parse(message.text) == message


@given(st.text(max_size=140) | st.text("RAMECBK0123456789WZzwe ", max_size=130))
def test_any_text_is_a_message_or_refused(text: str) -> None:
    try:
        message = parse(text)
    except ProtocolError as error:
        assert error.line == text
        assert str(error).startswith("DXP: ")
    else:
        assert parse(message.text) == message


def test_the_examples_of_the_protocol() -> None:
    name = "Tornado voor Windows 4.0"
    assert parse(f"R01{name:32}W060065A") == Request(name, "white", 60, 65)
    assert parse(f"A{name:32}0") == Answer(name, Code.ACCEPTED)
    assert parse("M0012061100") == Moved(12, 6, 11)
    assert parse("M001205250422122320") == Moved(12, 5, 25, (22, 12, 23, 20))
    assert parse("E00") == End(Reason.UNKNOWN)
    assert parse("CWhat do you think about move 35?") == Chat("What do you think about move 35?")
    assert parse("B005Z") == BackRequest(5, "black")
    assert parse("K1") == BackAnswer(Back.NO)


@pytest.mark.parametrize("variant", ["international", "english", "canadian", "turkish"])
def test_a_start_position_fits_every_board(variant: str) -> None:
    letters = Position.initial(variant).letters(dxp=True)
    message = Request("x" * 32, "black", 999, 999, letters)
    assert len(message.text) <= LONGEST
    assert parse(message.text) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("M0012061100   ", Moved(12, 6, 11)),
        ("M0012061100\r\n", Moved(12, 6, 11)),
        ("E00 ", End(Reason.UNKNOWN)),
        ("E1", End(Reason.LOSS)),
        ("M12345061100", Moved(9999, 6, 11)),
        ("M100000525022212", Moved(9999, 5, 25, (22, 12))),
        (f"A{'  Blank':32}3", Answer("Blank", Code.NO_GAMES)),
        (f"A{'Zwärg':32}0", Answer("Zw?rg", Code.ACCEPTED)),
        ("CGr\xfc\xdfe", Chat("Gr??e")),
        ("C", Chat("")),
    ],
)
def test_form_is_read_liberally(text: str, message: Message) -> None:
    assert parse(text) == message


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "0 characters"),
        ("C" + "x" * 127, "128 characters"),
        ("X", "type 'X' is not known"),
        ("M00120611", "number of captures is missing"),
        ("M001206110", "cut short"),
        ("M00120611002", "captured square|number of captures"),
        ("M0012061102221", "captured square is missing"),
        ("M001206110122x", "is not a number"),
        ("M0012001100", "square 0 is not within 1..99"),
        ("M0012061100 x", "is too much|is not a number"),
        ("M-012061100", "time '-012' is not a number"),
        ("M00\xb2206110x", "is not a number"),
        ("E40", "reason '4' is not known"),
        ("E02", "stop code '2' is neither"),
        ("E0011", "is too much"),
        ("B05Z", "move number '05Z' is not a number"),
        ("B005B", "side to move 'B' is neither W nor Z"),
        ("K3", "answer '3' is not known"),
        ("K", "answer is missing"),
        ("Ashort0", "name is missing or cut short"),
        (f"A{'x':32}4", "answer '4' is not known"),
        ("R0x", "version '0x' is not a number"),
        (f"R01{'x':32}B060065A", "follower's colour 'B' is neither W nor Z"),
        (f"R01{'x':32}Wxxx065A", "thinking time 'xxx' is not a number"),
        (f"R01{'x':32}W060065C", "start position 'C' is neither A nor B"),
        (f"R01{'x':32}W060065Azz", "'zz' is too much"),
        (f"R01{'x':32}W060065Bqz", "side to move 'Q' is neither W nor Z"),
        (f"R01{'x':32}W060065BWzq", "'q' does not stand for a square"),
        (f"R01{'x':32}W060065BW" + "e" * 84, "length of the start position|characters"),
    ],
)
def test_a_wrong_message_is_refused_with_what_is_wrong(text: str, wrong: str) -> None:
    with pytest.raises(ProtocolError, match=wrong) as caught:
        parse(text)
    assert caught.value.line == text


def test_names_and_chat_are_made_fit_to_send() -> None:
    assert Request("  Dämchen \t", "white", 5, 0).name == "D?mchen"
    assert Answer("n" * 40, Code.ACCEPTED).text == "A" + "n" * 32 + "0"
    assert Chat("a\0b").text == "Ca b"
    assert "".join(chat.said for chat in messages.lines("né" * 100)) == "n?" * 100


@pytest.mark.parametrize(
    "make",
    [
        lambda: Request("x", "white", 1000, 0),
        lambda: Request("x", "white", 5, -1),
        lambda: Moved(10_000, 1, 2),
        lambda: Moved(1, 0, 2),
        lambda: Moved(1, 1, 2, (100,)),
        lambda: Moved(1, 1, 2, (3,) * 59),
        lambda: Chat("x" * 127),
        lambda: BackRequest(1000, "white"),
        lambda: ForeignRequest(1, ""),
    ],
)
def test_what_has_no_place_in_a_message_is_refused(make) -> None:
    with pytest.raises(ProtocolError):
        make()


@pytest.mark.parametrize("key", VARIANTS)
def test_move_numbers_lead_to_the_same_ply(key: str) -> None:
    normal = Position.initial(key)
    for start in (normal, normal.play(normal.legal_moves[0])):
        assert moves.number_of(start, 0) == (1, start.turn)
        for ply in range(9):
            assert moves.ply_of(start, *moves.number_of(start, ply)) == ply


def test_small_letters_are_read_as_capital_ones() -> None:
    request = Request("Dragon", "black", 60, 75, "W" + "z" * 20 + "e" * 10 + "w" * 20)
    text = request.text
    small = "r01" + text[3:35] + "z060075bw" + text[44:]
    assert parse(small) == request
    assert parse("m0012061100") == Moved(12, 6, 11)
    assert parse("b005z") == BackRequest(5, "black")
