"""Opening books: how they are found by searches, what they hold, and who plays by them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from crownhead import Engine, Game, Limit, Position
from crownhead.ballots import deck
from crownhead.cli.book import UNKNOWN
from crownhead.cli.command import BAD_INPUT, run
from crownhead.engines.book import books, export, growth, lessons
from crownhead.engines.book.failure import BookError
from crownhead.engines.book.settings import Settings
from crownhead.engines.book.tree import Node, Order, Tree
from crownhead.errors import CrownheadError
from crownhead.locking import try_lock
from crownhead.move import Move
from crownhead.rules import Choice
from crownhead.variants import VARIANTS, Variant, get
from crownhead.workers import Threads

SETTINGS = Settings(variant="english", nodes=300)
WIDE = 1 + 7 + 49 + growth.BATCH
DEEP = WIDE + growth.BATCH
FAR = Order(unit=0.25, least=1)
HARD = growth.Lessons(nodes=30, times=100)


def grow(path: Path) -> None:
    """Grow a tree wide at first, then deep."""
    growth.grow(SETTINGS, WIDE, path)
    growth.grow(SETTINGS, DEEP, path, order=FAR)


@pytest.fixture(scope="module")
def book_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "english.tree"
    grow(path)
    return path


# What is carried


def test_the_book_has_a_legal_move_for_the_start_and_every_ballot_that_is_played() -> None:
    book = books.book(get("english"))
    assert book is not None
    cards = deck("english-3move").playable
    for position in (Position.initial("english"), *(card.position() for card in cards)):
        found = list(book.moves(position))
        assert found and all(move in position.legal_moves for move in found)
        drawn = {book.draw(position, seed) for seed in range(20)}
        assert drawn <= set(found)
        assert book.draw(position, 3) == book.draw(position, 3)


def test_the_recipe_beside_a_book_is_of_the_rules_and_weights_that_are_carried() -> None:
    paths = sorted(books.SHIPPED.glob("*.book"))
    assert paths
    for path in paths:
        recipe = json.loads(path.with_suffix(".json").read_text())
        book = books.read(path.read_bytes())
        assert len(book) == recipe["moves"] >= recipe["positions"] > 10_000
        known = {name: recipe[name] for name in Settings(variant=path.stem).to_dict()}
        assert Settings.from_dict(known).variant == path.stem


def test_games_played_alike_share_a_book_and_others_have_none() -> None:
    assert [key for key in VARIANTS if books.book(get(key)) is not None] == ["english"]
    rules = get("english").rules
    alike = Variant.house("Never refused", rules.but(refusal_duty=0))
    other = Variant.house("Greedy", rules.but(choice=Choice.MOST))
    assert books.book(alike) is books.book(get("english"))
    assert books.book(other) is None


# Who plays by it


def test_level_10_plays_by_the_book_without_a_search() -> None:
    game = Game("english")
    book = books.book(game.variant)
    assert book is not None
    with Engine.builtin(seed=2) as engine:
        for _ in range(10):
            move = engine.play(game)
            assert move == book.draw(game.position, 2)
            assert engine.last is None
            game.play(move)


@pytest.mark.parametrize(
    "make",
    [lambda: Engine.builtin(book=False), lambda: Engine.builtin(level=9)],
    ids=["without", "level 9"],
)
def test_without_a_book_the_first_move_is_thought_about(make: Callable[[], Engine]) -> None:
    with make() as engine:
        engine.play(Position.initial("english"), Limit(nodes=200))
        assert engine.last is not None


def test_an_analysis_is_not_taken_from_the_book() -> None:
    with Engine.builtin() as engine:
        assert engine.analyse(Position.initial("english"), Limit(nodes=2_000)).nodes > 500


# A user's own


@pytest.fixture
def own_books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give the folder of a user's own books, which is not there yet."""

    def forget() -> None:
        books.book.cache_clear()
        books._book.cache_clear()

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    forget()
    yield books.own_folder()
    monkeypatch.undo()
    forget()


def test_the_engine_plays_by_a_book_of_the_users_own(
    book_file: Path, own_books: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["book", "export", str(book_file)]) == 0
    assert str(own_books / "english.book") in capsys.readouterr().out
    mine = books.read((own_books / "english.book").read_bytes())
    start = Position.initial("english")
    assert len(mine) == len(books.book(start.variant) or ()) < 10_000
    with Engine.builtin(seed=4) as engine:
        assert engine.play(start) == mine.draw(start, 4)
        assert engine.last is None


@pytest.mark.parametrize("content", [b"", b"no book", None])
def test_an_own_book_that_cannot_be_read_leaves_the_one_that_is_carried(
    own_books: Path, content: bytes | None
) -> None:
    own_books.mkdir(parents=True)
    if content is None:
        (own_books / "english.book").mkdir()
    else:
        (own_books / "english.book").write_bytes(content)
    assert len(books.book(get("english")) or ()) > 10_000


def test_the_book_of_a_game_is_that_of_games_played_alike(tmp_path: Path, own_books: Path) -> None:
    tree = tmp_path / "lite.tree"
    growth.grow(Settings(variant="lite", nodes=50), 1, tree)
    assert export.export(tree, own_books).path.name == "brazilian.book"


# Files


def test_a_file_does_not_depend_on_threads(book_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.tree"
    with Threads(3) as workers:
        growth.grow(SETTINGS, WIDE, other, workers=workers)
        growth.grow(SETTINGS, DEEP, other, order=FAR, workers=workers)
    assert other.read_bytes() == book_file.read_bytes()


@pytest.mark.parametrize("part", [0.0, 0.2, 0.6, 0.7, 0.99])
def test_a_file_that_was_cut_off_is_gone_on_with(
    book_file: Path, tmp_path: Path, part: float
) -> None:
    whole = book_file.read_bytes()
    other = tmp_path / "other.tree"
    left = int(part * len(whole))
    other.write_bytes(whole[:left])
    if left < whole.index(b'{"unit":0.25'):
        growth.grow(SETTINGS, WIDE, other)
    found = growth.grow(SETTINGS, DEEP, other, order=FAR)
    assert other.read_bytes() == whole
    assert found.stages == [growth.Stage(Order(), WIDE), growth.Stage(FAR, 64)]
    told: list[int] = []
    growth.grow(SETTINGS, DEEP, other, order=Order(1.0), progress=told.append)
    assert other.read_bytes() == whole and told[-1] == DEEP


def test_a_file_with_other_line_ends_loses_nothing(book_file: Path, tmp_path: Path) -> None:
    """It was cut off at a place counted without them."""
    other = tmp_path / "other.tree"
    content = book_file.read_bytes().replace(b"\n", b"\r\n")
    other.write_bytes(content)
    growth.grow(SETTINGS, DEEP, other, order=FAR)
    assert other.read_bytes() == content


def test_a_file_of_other_bytes_is_refused(book_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.tree"
    for at in (0, 50, len(book_file.read_bytes()) // 2):
        content = bytearray(book_file.read_bytes())
        content[at] = 255
        other.write_bytes(content)
        with pytest.raises(CrownheadError):
            growth.grow(SETTINGS, DEEP, other, order=FAR)
    with pytest.raises(BookError, match="is no file"):
        growth.grow(SETTINGS, DEEP, Path(os.devnull), order=FAR)


def test_files_that_are_something_else_are_refused(book_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.tree"
    lines = book_file.read_text().splitlines()
    for content, sentence in {
        "what is this\n": "is not the tree of a book",
        "[1, 2]\n": "is not the tree of a book",
        "{}\n": "is not the tree of a book",
        f"{lines[0]}\n{{}}\n": "damaged in line 2",
        f"{lines[0]}\n{lines[2]}\n": "damaged in line 2",
        f'{lines[0]}\n{{"unit": 0}}\n': "damaged in line 2",
        f'{lines[0]}\n{{"speed": 1}}\n': "damaged in line 2",
        f"{lines[0]}\n{lines[1]}\n[[1.5]]\n": "damaged in line 3",
        f"{lines[0]}\n{lines[1]}\n[[1,2]]\n": "damaged in line 3",
        f"{lines[0]}\n{lines[1]}\n7\n": "damaged in line 3",
        f"{lines[0]}\n{lines[1]}\n[[-1,1,2,3,4,5,6,7]]\n": "damaged in line 3",
        f"{lines[0]}\n{lines[1]}\n[[1,1,2,3,4,5,6,7]]\n": "damaged in line 3",
        f"{lines[0]}\n{lines[1]}\n{lines[2]}\n{lines[2]}\n": "damaged in line 4",
        lines[0].replace("300", "301") + "\n": "other settings",
        lines[0].replace('"weights":"', '"weights":"f') + "\n": "have changed",
        lines[0].replace('"nodes"', '"knots"') + "\n": "no settings of a tree",
    }.items():
        other.write_text(content)
        with pytest.raises(BookError, match=sentence):
            growth.grow(SETTINGS, DEEP, other)
        assert other.read_text() == content, "a file that is refused stays as it was"


def test_a_file_in_use_is_refused(book_file: Path) -> None:
    with book_file.open() as file:
        assert try_lock(file)
        with pytest.raises(BookError, match="in use"):
            growth.grow(SETTINGS, DEEP, book_file)


@pytest.mark.parametrize(
    "given",
    [
        {"nodes": 0},
        {"nodes": 1.5},
        {"decks": ("russian-flying",)},
        {"decks": ("no deck",)},
    ],
)
def test_settings_out_of_range_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(BookError):
        Settings(variant="english", **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("unit", "least"),
    [(0, 0), (-1.0, 0), (2000, 0), (float("nan"), 0), ("1", 0), (1.0, -1), (1.0, 500), (1.0, 0.5)],
)
def test_an_order_out_of_range_is_refused(unit: float, least: int) -> None:
    with pytest.raises(BookError, match="unit|least"):
        Order(unit, least)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda content: b"", "not an opening book"),
        (lambda content: content[:10], "not an opening book"),
        (lambda content: b"CHOB\2" + content[5:], "another format"),
        (lambda content: content[:-1], "damaged"),
        (lambda content: content[:-8], "damaged"),
        (lambda content: content[:20] + bytes([content[20] ^ 1]) + content[21:], "damaged"),
    ],
)
def test_a_damaged_book_is_refused(change: Callable[[bytes], bytes], sentence: str) -> None:
    content = export.write_book([1 << 16, 2 << 16, 3 << 16])
    assert len(books.read(content)) == 3
    with pytest.raises(BookError, match=sentence):
        books.read(change(content))


# Learning from games


@pytest.fixture(scope="module")
def learnt(book_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a tree that learnt from a round against a far stronger opponent."""
    path = tmp_path_factory.mktemp("learnt") / "english.tree"
    path.write_bytes(book_file.read_bytes())
    lessons.learn(path, 1, lessons=HARD)
    return path


def test_lines_that_lose_are_looked_at_to_where_they_are_lost(
    book_file: Path, learnt: Path
) -> None:
    before, after = growth.read(book_file), growth.read(learnt)
    assert after.stages == [*before.stages, growth.Stage(HARD, after.tree.size - DEEP)]
    [line] = learnt.read_text().splitlines()[len(book_file.read_text().splitlines()) :]
    new = [
        after.tree.position_at(entry[0]) for batch in json.loads(line)["looked"] for entry in batch
    ]
    assert len(new) == len(set(new)) == after.tree.size - DEEP > lessons.FURTHER
    assert max(node.ply for node in new) > max(node.ply for node in before.tree) + 5
    parents = {edge.node for node in after.tree for edge in node.moves}
    assert set(new) <= parents, "they follow from the tree"
    worst = max(abs(node.value) for node in new)
    assert worst >= 150, "the line that was lost is among them"
    for root in after.tree.roots():
        assert root.value == by_minimax(root)


def test_what_is_learnt_does_not_depend_on_threads_or_interruptions(
    book_file: Path, learnt: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.tree"
    whole = learnt.read_bytes()
    for left in (
        book_file.stat().st_size,
        book_file.stat().st_size + 40,
        len(whole) - 1,
        len(whole),
    ):
        other.write_bytes(whole[:left])
        told: list[tuple[int, int, str]] = []
        with Threads(3) as workers:
            lessons.learn(
                other,
                1,
                lessons=HARD,
                workers=workers,
                progress=lambda *all: told.append(all),  # noqa: B023
            )
        assert other.read_bytes() == whole
        again = left < len(whole)
        assert [(played, games) for played, games, _ in told] == [(1, 2), (2, 2)][: 2 * again]


def test_a_tree_grows_on_after_a_lesson(learnt: Path, tmp_path: Path) -> None:
    other = tmp_path / "english.tree"
    other.write_bytes(learnt.read_bytes())
    learnt_from = growth.read(learnt).tree.size
    found = growth.grow(SETTINGS, learnt_from + 1, other, order=FAR)
    assert found.stages[-1] == growth.Stage(FAR, growth.BATCH)
    export.export(other, tmp_path)
    stages = json.loads((tmp_path / "english.json").read_text())["stages"]
    assert [set(stage) for stage in stages] == [
        {"unit", "least", "positions"},
        {"unit", "least", "positions"},
        {"nodes", "times", "both", "positions"},
        {"unit", "least", "positions"},
    ]
    assert sum(stage["positions"] for stage in stages) == found.tree.size


def test_a_damaged_lesson_is_refused(book_file: Path, learnt: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.tree"
    start = book_file.read_text()
    number = len(start.splitlines()) + 1
    for line in (
        '{"nodes":50,"times":8,"both":false}',
        '{"nodes":0,"times":8,"both":false,"looked":[]}',
        '{"nodes":50,"times":1001,"both":false,"looked":[]}',
        '{"nodes":50,"times":8,"both":false,"looked":[[[1,2]]]}',
        '{"nodes":50,"times":8,"both":false,"looked":[["1"]]}',
        '{"nodes":50,"times":8,"both":false,"looked":7}',
        '{"nodes":50,"times":8,"both":1,"looked":[]}',
        '{"nodes":50,"times":8,"looked":[]}',
    ):
        other.write_text(f"{start}{line}\n")
        with pytest.raises(BookError, match=f"damaged in line {number}"):
            lessons.learn(other, 2)
    for content in ("", "what is this\n"):
        other.write_text(content)
        with pytest.raises(BookError, match="not the tree of a book"):
            lessons.learn(other, 1)
        assert other.read_text() == content


# The tree and what is taken from it


def by_minimax(node: Node) -> int:
    """Return the value of a position by a walk through all that was looked at below it."""
    if not node.grown:
        return node.value
    return max(-by_minimax(edge.node) if edge.onward else edge.score for edge in node.moves)


def test_values_are_those_of_minimax(book_file: Path) -> None:
    tree = growth.read(book_file).tree
    assert tree.size == DEEP
    for root in tree.roots():
        assert root.value == by_minimax(root)


def test_the_likeliest_positions_are_looked_at_first() -> None:
    start = Position.initial("english")
    tree = Tree([(start, 0)])
    [root] = tree.next(5, Order())
    assert root.position == start
    tree.grow(root, [10, 0, -20, 10, 9, -400, 2])
    tree.settle()
    order = [move.node.position for move in (root.moves[i] for i in (0, 3, 4, 6, 1, 2, 5))]
    assert [node.position for node in tree.next(7, Order())] == order
    best = root.moves[0].node
    assert best.value == -10
    tree.grow(best, [-10] * len(best.position.legal_moves))
    tree.settle()
    wide, deep = (tree.next(3, Order(unit)) for unit in (100.0, 0.25))
    assert wide[0] is root.moves[3].node
    assert wide[1] is root.moves[4].node, "a hundredth of a man is nearly nothing"
    assert deep[1] in [edge.node for edge in best.moves], "a ply is nearer than that"
    assert [node.value for node in tree.next(9, Order(least=15))] == [20, 400]


def test_a_book_holds_the_best_moves_alone_and_only_where_it_leads(
    book_file: Path, tmp_path: Path
) -> None:
    written = export.export(book_file, tmp_path)
    book = books.read(written.path.read_bytes())
    tree = growth.read(book_file).tree
    nodes = {node.position.key: node for node in tree}
    [root] = tree.roots()
    met = 0
    for own in (False, True):
        level = {root.position.key}
        while level:
            after: set[int] = set()
            for node in (nodes[key] for key in level if key in nodes):
                played = list(book.moves(node.position))
                if own:
                    best = max(edge.value for edge in node.moves)
                    assert set(played) <= {e.move for e in node.moves if e.value == best}
                    met += len(played)
                moves: list[Move] = played if own else [edge.move for edge in node.moves]
                after |= {node.position.play(move).key for move in moves}
            level, own = after, not own
    assert met >= len(book) == written.moves
    wider = export.export(book_file, tmp_path, margin=20)
    assert wider.moves > written.moves
    assert json.loads(wider.path.with_suffix(".json").read_text())["margin"] == 20


# The command


def test_the_command_makes_and_asks_a_book(
    book_file: Path, learnt: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = str(tmp_path / "english.tree")
    begin = ["book", "grow", "english", tree, "--nodes", "300", "--threads", "2"]
    assert run([*begin, "--positions", str(WIDE)]) == 0
    assert run([*begin, "--positions", str(DEEP), "--unit", "0.25", "--least", "1"]) == 0
    assert f"{tree}: {DEEP} positions" in capsys.readouterr().out
    assert Path(tree).read_bytes() == book_file.read_bytes()
    learn = ["book", "learn", tree, "--nodes", str(HARD.nodes), "--times", str(HARD.times)]
    assert run(learn) == 0
    assert run([*learn, "--threads", "2"]) == 0
    size = growth.read(learnt).tree.size
    assert capsys.readouterr().out == 2 * f"{tree}: {size} positions\n"
    assert Path(tree).read_bytes() == learnt.read_bytes()
    assert run(["book", "export", tree, str(tmp_path / "books")]) == 0
    assert "moves in" in capsys.readouterr().out
    mine = ["--book", str(tmp_path / "books" / "english.book")]
    assert run(["book", "probe", "english", *mine]) == 0
    [move] = capsys.readouterr().out.split()
    assert run(["book", "probe", "english", "--moves", move, "--json", *mine]) == 0
    assert json.loads(capsys.readouterr().out)["variant"] == "english"
    assert run(["book", "probe", "english", "--fen", "W:W32:B1"]) == UNKNOWN
    assert capsys.readouterr().out == "no move\n"


def test_the_command_refuses_in_one_sentence(
    book_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    other.write_text("what is this\n")
    for arguments, sentence in {
        ("grow", "english", str(other)): "not the tree of a book",
        ("grow", "english", str(tmp_path / "a"), "--unit", "0"): "unit=0.0",
        ("grow", "english", str(tmp_path / "a"), "--deck", "x"): "no deck of english",
        ("learn", str(other)): "not the tree of a book",
        ("learn", str(book_file), "--times", "0"): "--times",
        ("export", str(other), str(tmp_path)): "not the tree of a book",
        ("probe", "turkish"): "There is no opening book of turkish",
        ("probe", "english", "--book", str(other)): "not an opening book",
        ("probe", "english", "--moves", "11-99"): "--moves",
    }.items():
        assert run(["book", *arguments]) == BAD_INPUT
        complaint = capsys.readouterr().err
        assert sentence in complaint and complaint.count("\n") == 1, complaint
