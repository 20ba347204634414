"""Databases of games: what is imported is found again, whatever happens on the way."""

from __future__ import annotations

import io
import random
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import crownhead as ch
from crownhead.analysis import analyse, annotate
from crownhead.analysis.chances import bound_score
from crownhead.base import Base, Query
from crownhead.errors import CrownheadError
from crownhead.formats import pdn
from crownhead.locales import Catalogue
from crownhead.position import Position

VARIANTS = ("english", "international", "russian", "frisian", "lite", "turkish")


def write_games(seed: int, games: int = 40) -> str:
    """Return games at random in several variants as one PDN file."""
    dice = random.Random(seed)
    texts = []
    for number in range(games):
        game = pdn.PdnGame(VARIANTS[number % len(VARIANTS)])
        game.tags = {"White": f"Player {number % 7}", "Black": f"Rival {number % 5}"}
        game.tags |= {"Event": f"Club {number // 10}", "Date": f"{1990 + number}.05.01"}
        game.tags["Result"] = dice.choice(("1-0", "0-1", "1/2-1/2", "*"))
        game.tags["Extra"] = f"kept {number}"
        node, position = game.root, game.start
        for _ in range(dice.randrange(5, 50)):
            legal = list(position.legal_moves)
            if not legal:
                break
            node = node.add_variation(dice.choice(legal))
            position = node.position
        node.comment = f"comment {number}"
        texts.append(str(game))
    return "\n".join(texts)


@pytest.fixture(scope="module")
def text() -> str:
    return write_games(20_261_122)


@pytest.fixture(scope="module")
def base(text: str, tmp_path_factory: pytest.TempPathFactory) -> Base:
    folder = tmp_path_factory.mktemp("base")
    (folder / "games.pdn").write_text(text, encoding="utf-8")
    made = Base(folder / "games.base")
    made.add_files([folder / "games.pdn"])
    return made


def test_every_game_comes_back_with_its_tags_and_comments(base: Base, text: str) -> None:
    for there, back in zip(pdn.read(io.StringIO(text)), base.games(), strict=True):
        assert back.tags == there.tags
        assert back.variant == there.variant
        assert pdn.dumps(back) == pdn.dumps(there)


def test_every_position_of_every_game_is_found(base: Base) -> None:
    for number, game in enumerate(base.games(), 1):
        position, seen = game.start, set()
        for ply, move in enumerate((*game.moves, None)):
            if position.key not in seen:
                found = base.find(Query(position=position), limit=1000)
                assert (number, ply) in {(one.id, one.ply) for one in found}
            seen.add(position.key)
            if move is not None:
                position = position.play(move)


def test_tree_counts_what_was_played(base: Base) -> None:
    expected: dict[tuple[str, str], list[int]] = {}
    totals: dict[str, int] = {}
    column = {"1-0": 1, "2-0": 1, "0-1": 2, "0-2": 2, "1/2-1/2": 3, "1-1": 3}
    for game in base.games():
        assert game.variant is not None
        key = game.variant.key
        totals[key] = totals.get(key, 0) + 1
        row = expected.setdefault((key, str(game.moves[0])), [0, 0, 0, 0])
        row[0] += 1
        if game.result in column:
            row[column[game.result]] += 1
    for key in VARIANTS:
        tree = base.tree(Position.initial(key))
        assert tree.games == totals[key]
        assert sum(branch.games for branch in tree.branches) == totals[key]
        for branch in tree.branches:
            counted = [branch.games, branch.white, branch.black, branch.draws]
            assert counted == expected[key, str(branch.move)]


def test_tree_is_the_same_from_blocks_and_from_counts(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    trees = []
    for many, block in ((1, 7), (10_000, 1024)):
        monkeypatch.setattr("crownhead.base.entries.MANY", many)
        monkeypatch.setattr("crownhead.base.entries.BLOCK", block)
        with Base.memory() as made:
            made.add([text])
            trees.append([made.tree(Position.initial(key)) for key in VARIANTS])
    assert trees[0] == trees[1]


def test_merged_segments_hold_the_same(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr("crownhead.base.index.MOST_ALIKE", 3)
    with Base.memory() as small, Base.memory() as whole:
        small.add_files([file], batch=2)
        monkeypatch.undo()
        whole.add([text])
        for key in VARIANTS:
            start = Position.initial(key)
            assert small.tree(start) == whole.tree(start)
            for move in start.legal_moves:
                after = start.play(move)
                assert small.tree(after) == whole.tree(after)
                found = {one.id for one in small.find(Query(position=after))}
                assert found == {one.id for one in whole.find(Query(position=after))}


def test_a_game_is_added_once(base: Base, text: str) -> None:
    with Base.memory() as made:
        assert made.add([text]).added == len(base)
        again = made.add([text + "\n"])
        assert (again.added, again.duplicates) == (0, len(base))


def test_a_killed_import_goes_on(text: str, tmp_path: Path) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(text, encoding="utf-8")

    class Killed(Exception):
        pass

    def kill(games: int, read: int) -> None:
        if games == 21:
            raise Killed

    made = Base(tmp_path / "games.base")
    with pytest.raises(Killed):
        made.add_files([file], progress=kill, batch=7)
    assert len(made) == 21
    report = made.add_files([file])
    assert report.read == len(list(pdn.read(io.StringIO(text)))) - 21
    assert [g.tags for g in made.games()] == [g.tags for g in pdn.read(io.StringIO(text))]
    again = made.add_files([file])
    assert (again.read, again.added, again.duplicates, again.again) == (40, 0, 40, ["games.pdn"])
    made.close()


def test_named_texts_are_imported_once(base: Base, text: str) -> None:
    with Base.memory() as made:
        assert made.add({"club": text}).added == len(base)
        report = made.add({"club": text, "other": '[White "Anna"] [GameType "21"] 1. 11-15 *'})
        assert (report.read, report.added) == (1, 1)
        assert made.sources == {"club", "other"}
        found = made.find(Query(player="anna", position=ch.Position.initial("english")))
        assert [made.game(one.id).tags["White"] for one in found] == ["Anna"]
        whole = b"".join(made.texts())
        assert whole.count(b"[White ") == len(made)


def test_a_batch_that_fails_leaves_nothing(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games.pdn").write_text(text, encoding="utf-8")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with Base(tmp_path / "games.base") as made:
        with monkeypatch.context() as broken, pytest.raises(OSError):
            broken.setattr("crownhead.base.index.write", fail)
            made.add_files([tmp_path / "games.pdn"])
        assert len(made) == 0
        assert made.add_files([tmp_path / "games.pdn"]).added == 40


def test_games_with_errors_are_kept_and_told(tmp_path: Path) -> None:
    file = tmp_path / "broken.pdn"
    file.write_text('[GameType "21"]\n1. 11-15 24-20 2. 9-10 *\n\n[GameType "21"]\n1. 11-15 *\n')
    with Base.memory() as made:
        report = made.add_files([file])
        assert (report.added, report.faulty) == (2, 1)
        [(name, error)] = report.faults
        assert (name, error.line) == ("broken.pdn", 2)
        assert "9-10" in pdn.dumps(made.game(1))
        assert made.find(Query())[0].faults == 1


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        (Query(player="RIVAL 3"), lambda g: g.tags["Black"] == "Rival 3"),
        (Query(white="player 2"), lambda g: g.tags["White"] == "Player 2"),
        (Query(event="club 1"), lambda g: g.tags["Event"] == "Club 1"),
        (Query(since="2010", until="2012.12"), lambda g: "2010" <= g.tags["Date"] < "2013"),
        (Query(result="draw"), lambda g: g.result in ("1-1", "1/2-1/2")),
        (Query(variant=ch.VARIANTS["lite"]), lambda g: g.variant.key == "lite"),
        (Query(variant="lite"), lambda g: g.variant.key == "lite"),
    ],
)
def test_finds_by_what_the_tags_say(base: Base, query: Query, wanted: object) -> None:
    assert callable(wanted)
    expected = [number for number, game in enumerate(base.games(), 1) if wanted(game)]
    assert expected
    assert [found.id for found in base.find(query)] == expected


def test_finds_material_and_patterns(base: Base) -> None:
    from crownhead.base import Pattern

    english = ch.VARIANTS["english"]
    game = next(g for g in base.games() if g.variant == english)
    end = game.end().position
    pieces = [end.piece_at(square) or "" for square in range(1, 33)]
    kinds = ("white_man", "white_king", "black_man", "black_king")
    material = tuple(pieces.count(kind) for kind in kinds)
    found = base.find(Query(variant=english, material=material))  # type: ignore[arg-type]
    assert 1 in {one.id for one in found}
    letters = dict(zip((*kinds, ""), "wWbB.", strict=True))
    whole = " ".join(f"{letters[piece]}{n}" for n, piece in enumerate(pieces, 1))
    shape = Pattern.read(whole, english)
    assert [one.id for one in base.find(Query(variant=english, pattern=shape))] == [1]


def test_finds_the_mirrored_position() -> None:
    with Base.memory() as made:
        made.add(['[GameType "21"] 1. 11-15 24-20 *'])
        turned = Position.initial("english").play("11-15").mirror()
        assert not made.find(Query(position=turned))
        assert made.find(Query(position=turned, mirrored=True))


@pytest.mark.parametrize(
    "text", ["w0", "w33", "x5", "w", "", "w٣", "W1111"], ids=lambda text: text or "nothing"
)
def test_refuses_what_is_no_pattern(text: str) -> None:
    from crownhead.base import Pattern

    with pytest.raises(CrownheadError):
        Pattern.read(text, "english")


@pytest.mark.parametrize(
    "query",
    [
        Query(since="May"),
        Query(player="  "),
        Query(opening="No such opening"),
        Query(result="won"),
    ],
)
def test_refuses_a_query_that_cannot_be(base: Base, query: Query) -> None:
    with pytest.raises(CrownheadError):
        base.find(query)


def test_refuses_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"this is no database, but some text" * 100)
    with pytest.raises(CrownheadError, match="no database of games"):
        Base(tmp_path / "x")


def test_a_place_that_cannot_be_opened_or_written_was_no_database(tmp_path: Path) -> None:
    with pytest.raises(CrownheadError, match="unable to open database file"):
        Base(tmp_path)
    with pytest.raises(CrownheadError, match="unable to open database file"):
        Base(tmp_path / "no folder" / "x.base")
    if Path("/dev/full").exists():
        with pytest.raises(CrownheadError, match="Base /dev/full: database or disk is full"):
            Base("/dev/full")


def test_names_are_found_without_accents_and_case() -> None:
    with Base.memory() as made:
        made.add(['[White "Wiersma, Ångström"] [GameType "20"] 1. 32-28 *'])
        assert made.find(Query(player="ANGSTROM"))


def test_games_alike_keep_their_positions_apart() -> None:
    with Base.memory() as made:
        made.add(['[GameType "25"] 1. c3-d4 *', '[GameType "26"] 1. c3-d4 *'])
        assert made.tree(Position.initial("russian")).games == 1
        assert made.tree(Position.initial("brazilian")).games == 1
        assert made.tree(Position.initial("lite")).games == 0


def losses(base: Base, *moves: str) -> dict[str, float | None]:
    """Return what the moves of a position cost on average."""
    position = Position.initial("english")
    for move in moves:
        position = position.play(move)
    return {str(branch.move): branch.loss for branch in base.tree(position).branches}


EVALUATED = """[GameType "21"] {{[%eval 0.10]}} 1. 11-15 {{[%eval 0.10]}} ({{[%eval 9]}} 9-13) 24-20
{{good [%eval {}] [%clk 0:05]}} 2. 8-11 {{[%eval {}]}} 22-18 15x22 {{[%eval #-3]}} *"""


def test_what_moves_cost_is_the_mean_of_games_with_evaluations(tmp_path: Path) -> None:
    plain = '[White "Emil"] [GameType "21"] 1. 11-15 24-20 2. 8-11 23-19 *'
    with Base(tmp_path / "games.base") as made:
        made.add([plain])
        assert losses(made, "11-15") == {"24-20": None}
        made.add([EVALUATED.format("-0.30", "-0.15")])
        # White's 24-20 cost 40 hundredths, Black's 8-11 fifteen; what follows 22-18 is not known.
        assert losses(made) == {"11-15": 0}
        assert losses(made, "11-15") == {"24-20": 40}
        assert losses(made, "11-15", "24-20") == {"8-11": 15}
        assert losses(made, "11-15", "24-20", "8-11") == {"22-18": None, "23-19": None}
        assert losses(made, "11-15", "24-20", "8-11", "22-18") == {"15x22": None}
        made.add([EVALUATED.format("0.1", "0.25").replace("[Game", '[White "A"] [Game')])
        assert losses(made, "11-15") == {"24-20": 20}
    with Base.reader(tmp_path / "games.base") as read:
        assert losses(read, "11-15", "24-20") == {"8-11": 15}


def test_a_lost_win_costs_no_more_than_ten_men_to_either_side() -> None:
    text = '[GameType "21"] {{[%eval {}]}} 1. 11-15 {{[%eval {}]}} *'
    with Base.memory() as made:
        made.add([text.format("-299.9", "#2")])
        assert losses(made) == {"11-15": 2000}


def test_games_that_were_analysed_carry_what_moves_cost() -> None:
    game = pdn.loads('[GameType "21"] 1. 11-15 22-17 2. 15-19 24x15 3. 10x19 23x16 12x19 *')
    report = analyse(game, ch.Limit(nodes=2000))
    annotate(game, report, Catalogue("en"))
    with Base.memory() as made:
        made.add([str(game)])
        for one in report.moves[1:]:
            branch = made.tree(one.before).branches[0]
            before, after = report.moves[one.ply - 2], one
            assert branch.loss == max(0, bound_score(-before.score) - bound_score(after.score))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"player": 5}, "player=5 is not text"),
        ({"since": 2005}, "since=2005 is not text"),
        ({"material": "2,1,0,1"}, "material='2,1,0,1' is not four numbers"),
        ({"material": (2, 1)}, r"material=\(2, 1\) is not four numbers"),
        ({"pattern": "w27"}, "pattern='w27' is not a Pattern; Pattern.read makes one"),
        ({"position": "W:W27:B5"}, "position='W:W27:B5' is not a Position"),
    ],
)
def test_a_query_of_wrong_types_is_told(asked: dict[str, Any], said: str) -> None:
    """They were an `AttributeError` or a `zip()` while searching."""
    with pytest.raises(CrownheadError, match=said):
        Query(**asked)


def test_without_a_limit_all_games_are_found() -> None:
    moves = [str(move) for move in ch.Position.initial("english").legal_moves]
    with Base.memory() as base:
        base.add([f'[Event "{number}"] 1. {moves[number % 7]} *' for number in range(130)])
        assert len(base.find(Query())) == 100
        assert len(base.find(Query(), limit=None)) == 130
        assert [found.id for found in base.find(Query(), limit=None, skip=128)] == [129, 130]


ASKED: list[Callable[[Base], object]] = [
    len,
    lambda base: base.variants,
    lambda base: base.players,
    lambda base: base.sources,
    lambda base: base.alike_players(),
    lambda base: base.find(Query()),
    lambda base: base.tree(Position.initial("english")),
    lambda base: base.game(1),
    lambda base: next(base.games()),
    lambda base: next(base.texts()),
    lambda base: base.duplicates(),
    lambda base: base.remove_duplicates([1]),
    lambda base: base.merge_duplicate(1, 2),
    lambda base: base.merge_players("Anna", ["Bert"]),
    lambda base: base.split_player("Anna"),
    lambda base: base.add(["1. 11-15 *"]),
    lambda base: base.add({"club": "1. 11-15 *"}),
    lambda base: base.add_files(["games.pdn"]),
    lambda base: base.export_parquet("games.parquet"),
]


@pytest.mark.parametrize("ask", ASKED)
@pytest.mark.parametrize("kind", ["memory", "file", "reader"])
def test_a_base_that_is_closed_answers_nothing(
    kind: str, ask: Callable[[Base], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.pdn").write_text("1. 9-14 *", encoding="utf-8")
    with Base("games.base") as base:
        base.add(["1. 11-15 *"])
    if kind == "memory":
        base = Base.memory()
    elif kind == "reader":
        base = Base.reader("games.base")
    base.close()
    base.close()
    with pytest.raises(CrownheadError, match="Base: it is closed") as raised:
        ask(base)
    assert Catalogue("de").error(raised.value) == "Die Datenbank ist geschlossen."
    assert not Path("games.parquet").exists()


def test_games_that_are_being_read_end_when_the_base_is_closed() -> None:
    with Base.memory() as base:
        base.add([f"1. {move} *" for move in ("11-15", "9-14")])
        games = base.games()
        next(games)
    with pytest.raises(CrownheadError, match="Base: it is closed"):
        next(games)


def test_each_game_was_unpacked_with_all_that_are_packed_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """5,000 games took 42 s to go through, and as long to be searched for material."""
    unpacked: list[int] = []
    original = zlib.decompress

    def decompress(packed: bytes) -> bytes:
        unpacked.append(len(packed))
        return original(packed)

    monkeypatch.setattr("crownhead.base.storing.zlib.decompress", decompress)
    moves = [str(move) for move in ch.Position.initial("english").legal_moves]
    with Base.memory() as base:
        games = [f'[Event "{number}"] 1. {moves[number % 7]} *' for number in range(600)]
        base.add(["\n".join(games)])
        unpacked.clear()
        assert [game.tags["Event"] for game in base.games()] == [str(n) for n in range(600)]
        assert len(unpacked) < 20
        unpacked.clear()
        found = base.find(Query(material=(12, 0, 12, 0)), limit=None)
        assert [one.id for one in found] == list(range(1, 601))
        assert len(unpacked) < 20


def test_texts_of_one_call_were_stored_each_on_its_own(text: str) -> None:
    """2,000 of them took 17 s, and one text that holds them half a second."""
    texts = [f"[{each}" for each in text.removeprefix("[").split("\n\n\n[")]
    assert len(texts) == 40
    with Base.memory() as one, Base.memory() as each:
        one.add(["\n\n".join(texts)])
        report = each.add(texts)
        assert (report.read, report.added, len(each)) == (40, 40, len(one))
        assert list(map(str, each.games())) == list(map(str, one.games()))
        assert len(list(each.texts())) == len(list(one.texts())) == 1
        assert each.add(texts).duplicates == 40


def test_a_text_in_place_of_a_list_was_read_letter_by_letter() -> None:
    with Base.memory() as base, pytest.raises(CrownheadError, match="write \\[text\\]"):
        base.add("1. 11-15 *")
