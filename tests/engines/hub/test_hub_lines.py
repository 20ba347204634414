"""The lines of the Hub protocol, written and read back; what real programs write."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as some

from crownhead import Game, Limit, Position
from crownhead.engines import Analysis
from crownhead.engines.hub import info, levels, names, positions
from crownhead.engines.hub.params import Param, read_param
from crownhead.engines.hub.syntax import LONGEST_LINE, Line, parse
from crownhead.errors import EngineError, ProtocolError
from crownhead.variants import VARIANTS

printable = some.characters(exclude_categories=["C", "Z"], exclude_characters='="')
words = some.text(printable, min_size=1, max_size=12)
texts = some.text(printable | some.just(" ") | some.just("="), max_size=20)


@given(words, some.dictionaries(words, some.none() | texts, max_size=6))
def test_a_line_is_read_as_it_was_written(command: str, values: dict[str, str | None]) -> None:
    line = Line(command, values)
    assert parse(str(line)) == line
    assert parse(f"  {line}\t\r") == line


@given(some.text(max_size=60))
def test_any_text_is_a_line_or_a_fault(text: str) -> None:
    try:
        line = parse(text)
    except ProtocolError as error:
        assert error.line == text[:200]
    else:
        assert (line is None) == (not text.strip())


@pytest.mark.parametrize(
    "line",
    [
        Line("a b"),
        Line(""),
        Line("pos", {"a=b": None}),
        Line("pos", {"moves": 'a"b'}),
        Line("set-param", {"name": "x", "value": "a\nquit"}),
    ],
)
def test_what_cannot_be_said_is_not_said(line: Line) -> None:
    with pytest.raises(ProtocolError, match="cannot be"):
        str(line)


def test_limits_of_a_line() -> None:
    with pytest.raises(ProtocolError, match="longer"):
        parse("x" * (LONGEST_LINE + 1))
    with pytest.raises(ProtocolError, match="arguments"):
        parse("x " + " ".join(f"a{n}" for n in range(1001)))
    with pytest.raises(ProtocolError, match="Quote not closed"):
        parse('info pv="32-28')
    with pytest.raises(ProtocolError, match="name at column 6"):
        parse("info =3")


def test_reads_what_scan_writes() -> None:
    line = parse(
        "info depth=21 mean-depth=20.8 score=-0.010000 nodes=31261613 time=3.906 nps=8.0"
        ' pv="32-28 17-22 28x17x22 12x21x17 33-28"'
    )
    assert line is not None
    found = info.read(line, Position.initial("international"))
    assert (found.score, found.depth, found.nodes, found.seconds) == (-1, 21, 31261613, 3.906)
    assert [move.notation("hub") for move in found.line] == line.get("pv").split()
    said = parse('param name=variant value=normal type=enum values="normal killer bt"')
    assert said is not None
    assert read_param(said) == Param("variant", "enum", "normal", values=("normal", "killer", "bt"))
    assert str(said) == 'param name=variant value=normal type=enum values="normal killer bt"'


def test_reads_captures_as_others_write_them() -> None:
    position = Position.from_fen("W:W28,K50:B23,14,5", "international")
    for text in ("28x10x23x14", "28x10x14x23", "28x10", "28x19x10"):
        assert info.moves([text], position) == (position.parse("28x10"),)


@given(some.integers(-29_700, 29_700) | some.integers(29_800, 30_000))
def test_scores_come_back(score: int) -> None:
    again = info.score(float(info.men(score)))
    assert again == max(-9_799, min(score, 9_799)) if abs(score) < 29_800 else again == score


def test_a_far_score_claims_no_win() -> None:
    found = Analysis(info.score(200.0), 1, 1, 1, ())
    assert found.score == 20_000 and found.decided_in is None
    assert Analysis(info.score(1e9), 1, 1, 1, ()).decided_in is None
    assert Analysis(info.score(-99.96), 1, 1, 1, ()).decided_in == -4


seconds = some.floats(0.001, 100_000).map(lambda x: round(x, 3))
counts = some.integers(1, 10**9)


@given(some.builds(Limit, seconds, some.none() | counts, some.none() | counts))
def test_levels_come_back(limit: Limit) -> None:
    assert levels.read(parse_line(str(levels.write(limit)))) == limit


@given(seconds, some.none() | seconds, some.none() | counts)
def test_clocks_come_back(clock: float, gain: float | None, moves: int | None) -> None:
    read = levels.read(parse_line(str(levels.write(Limit(None, None, None, clock, gain, moves)))))
    assert read is not None and read.clock == pytest.approx(clock, abs=0.002)
    assert read.moves == moves


def test_levels_as_others_write_them() -> None:
    assert levels.read(parse_line("level infinite")) is None
    assert levels.read(parse_line("level time=-0.5 inc=1")) == Limit(clock=0.5, increment=1)
    assert levels.read(parse_line("level moves=20 time=300 inc=0")) == Limit(clock=300, moves=20)
    assert levels.read(parse_line("level move-time=0")) == Limit(seconds=0.001)
    assert levels.read(parse_line("level depth=0 nodes=500")) == Limit(nodes=500)
    assert levels.read(parse_line("level move-time=0 depth=-1 nodes=500")) == Limit(nodes=500)
    assert levels.read(parse_line("level move-time=1e99")) == Limit(seconds=1e9)
    for wrong in ("level", "level depth=many", "level move-time=nan", "level moves=3"):
        with pytest.raises(ProtocolError):
            levels.read(parse_line(wrong))


@pytest.mark.parametrize("key", VARIANTS)
def test_positions_come_back_with_the_moves_of_kings(key: str) -> None:
    dice = random.Random(key)
    for _ in range(12):
        game = Game(key)
        while game.outcome is None and len(game.positions) < 120:
            kings = [m for m in game.position.legal_moves if m.by_king and not m.is_capture]
            game.play(dice.choice(kings or list(game.position.legal_moves)))
        line = positions.write(game.positions)
        again = positions.read(parse_line(str(line)), game.variant)
        assert again == game.positions[-len(again) :]
        assert again[-1].draw_counts == game.position.draw_counts
        if len(again) < len(game.positions):
            last = game.moves[-len(again)]
            assert not last.by_king or last.is_capture


def test_a_position_that_makes_no_sense() -> None:
    game = VARIANTS["international"]
    for wrong in ("pos pos=Wwbe", "pos pos=", 'pos moves="32-28 32-28"', "pos moves=x"):
        with pytest.raises(ProtocolError, match="bad"):
            positions.read(parse_line(wrong), game)
    with pytest.raises(ProtocolError, match="moves"):
        king = "W" + "e" * 49 + "W"
        there = " ".join(["50-45", "1-6", "45-50", "6-1"] * 1500)
        positions.read(Line("pos", {"pos": "WB" + king[2:], "moves": there}), game)


def test_every_game_has_names_of_its_own() -> None:
    every = [name for key in VARIANTS for name in names.names(key)]
    assert len(every) == len(set(every))
    assert all(names.key_of(name) == key for key in VARIANTS for name in names.names(key))
    assert names.key_of("chess") is None
    assert names.find_offered("international", ["Normal", "bt"]) == "Normal"
    assert names.find_offered("russian", ["normal"]) is None


@given(some.sampled_from(["bool", "int", "real", "string", "enum", "other"]), some.text(max_size=9))
def test_any_declaration_is_read(kind: str, value: str) -> None:
    said = {"name": "x", "type": kind, "value": value, "min": value, "max": value, "values": value}
    param = read_param(Line("param", said))
    assert param is not None
    try:
        sent = param.text(param.value)
    except EngineError:
        return
    assert parse(str(Line("set-param", {"name": "x", "value": sent}))) is not None


def test_declares_and_sends_every_type() -> None:
    for text, value, sent in (
        ("type=bool value=true", False, "false"),
        ("type=int value=3 min=1 max=9", "9", "9"),
        ("type=real value=0.5", 2, "2"),
        ("type=string value=a", "", ""),
        ('type=enum value=a values="a b"', "b", "b"),
    ):
        param = read_param(parse_line(f"param name=x {text}"))
        assert param is not None and param.text(value) == sent
        assert read_param(param.line()) == param
    assert read_param(parse_line("param value=3")) is None


def parse_line(text: str) -> Line:
    line = parse(text)
    assert line is not None
    return line
