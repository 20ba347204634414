"""Openings and contestants: from every source, in an order that a seed decides."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from crownhead import Limit, Position
from crownhead.arena.book import Book
from crownhead.arena.contestant import Place
from crownhead.arena.entry import entry
from crownhead.arena.failure import ArenaError
from crownhead.arena.opening import Opening
from crownhead.arena.openings import openings
from crownhead.arena.pace import Pace
from crownhead.ballots import DECKS, deck
from crownhead.engines.book import books
from crownhead.engines.builtin import BuiltinEngine
from crownhead.engines.levels import level
from crownhead.errors import CrownheadError
from crownhead.variants import VARIANTS, get


def position_after(opening: Opening, key: str) -> Position:
    return opening.game(get(key), "A", "B").position


@pytest.mark.parametrize("key", ["english", "international", "russian", "frisian", "breakthrough"])
def test_a_book_is_balanced_quiet_and_without_repeats(key: str) -> None:
    book = Book.parse("plies=6,margin=30,nodes=300", get(key), seed=3)
    found = list(islice(book.openings(), 60))
    positions = [position_after(opening, key) for opening in found]
    assert len(set(positions)) == 60 and all(len(opening.moves) == 6 for opening in found)
    assert not any(position.legal_moves[0].captures for position in positions)
    assert list(islice(book.openings(), 20)) == found[:20]
    assert list(islice(Book(get(key), 6, 30, 300, seed=4).openings(), 20)) != found[:20]
    with BuiltinEngine() as judge:
        scores = [abs(judge.analyse(position, Limit(nodes=300)).score) for position in positions]
    assert sorted(scores)[54] <= 45  # another table, another tree: most agree


def test_a_small_book_comes_again_in_another_order() -> None:
    found = list(islice(Book(get("english"), plies=1, margin=100).openings(), 21))
    assert len(set(found)) == 7
    turns = [found[begin : begin + 7] for begin in (0, 7, 14)]
    assert all(set(turn) == set(found) for turn in turns) and turns[1] != turns[2]


def test_a_book_without_a_balanced_position_is_refused() -> None:
    with pytest.raises(ArenaError, match="no balanced position"):
        next(Book(get("breakthrough"), plies=100, margin=1).openings())


@pytest.mark.parametrize("key", DECKS)
def test_every_deck_is_dealt_once_before_it_comes_again(key: str) -> None:
    variant = get(DECKS[key])
    cards = deck(key).playable
    for source in (key, f"deck:{key}"):
        found = list(islice(openings(source, variant, 5), len(cards)))
        assert {opening.name for opening in found} == {f"{key} {card.code}" for card in cards}
    assert [o.name for o in found] != [f"{key} {card.code}" for card in cards]
    assert (
        position_after(found[0], variant.key) == deck(key).card(found[0].name.split()[1]).position()
    )


def test_a_deck_with_its_barred_cards() -> None:
    every = openings("deck:english-3move,all", get("english"))
    assert len({opening.name for opening in islice(every, 174)}) == 174


def test_the_lost_cards_of_a_deck_alone() -> None:
    lost = openings("deck:english-3move,lost", get("english"))
    names = {opening.name for opening in islice(lost, 18)}
    barred = [card for card in deck("english-3move") if card.status == "barred"]
    assert names == {f"english-3move {card.code}" for card in barred}
    assert len(names) == 18
    with pytest.raises(ArenaError, match="no card of idf-64 is known to be lost"):
        openings("deck:idf-64,lost", get("russian"))


def test_openings_from_a_file_of_fens(tmp_path: Path) -> None:
    path = tmp_path / "some.fen"
    path.write_text("# endings\nW:W18:BK3\n\nB:WK9,K10:BK1 # two kings\nW:W18:BK3\n")
    found = openings(f"fen:{path}", get("english"))
    fens = [opening.fen for opening in islice(found, 2)]
    assert sorted(fens) == ["B:WK9,K10:BK1", "W:W18:BK3"]
    assert position_after(Opening(fens[0]), "english").fen() == fens[0]
    path.write_text("W:W18:BK3\n")
    assert openings(f"fen:{path}", get("english")).digest != found.digest
    path.write_text("W:W18:BK3\nX\n")
    with pytest.raises(ArenaError, match=r"some.fen, line 2: "):
        openings(f"fen:{path}", get("english"))
    marked = tmp_path / "with, a comma.fen"
    marked.write_text("W:W18:BK3\n", encoding="utf-8-sig")
    assert next(iter(openings(f"fen:{marked}", get("english")))).fen == "W:W18:BK3"
    path.write_text("# nothing\nW:W1:B\n")
    with pytest.raises(ArenaError, match="holds no position to play from"):
        openings(f"fen:{path}", get("english"))


def test_openings_from_a_pdn_file(tmp_path: Path) -> None:
    path = tmp_path / "some, lines.pdn"
    path.write_text(
        '[GameType "21"]\n\n1. 11-15 22-18 2. 15x22 25x18 *\n\n'
        '[GameType "21"]\n[FEN "W:W18,K20:BK3,4"]\n\n1. 18-15 *\n\n'
    )
    found = sorted(islice(openings(f"pdn:{path},plies=2", get("english")), 2), key=lambda o: o.fen)
    assert [opening.moves for opening in found] == [("11-15", "22-18"), ("18-15",)]
    assert [opening.name for opening in found] == ["game 1", "game 2"]
    assert position_after(found[1], "english").fen() == "B:W15,K20:BK3,4"
    with pytest.raises(ArenaError, match="game 1: english, not russian"):
        openings(f"pdn:{path}", get("russian"))
    path.write_text('[GameType "21"]\n\n1. 11-15 22-99 *\n')
    with pytest.raises(ArenaError, match=r"lines.pdn, game 1: line 3"):
        openings(f"pdn:{path}", get("english"))
    for plies in ("", "0", "x", "1001", "9" * 5000):
        with pytest.raises(ArenaError, match=r"plies=.* is not within 1\.\.1000"):
            openings(f"pdn:{path},plies={plies}", get("english"))


def test_openings_from_a_book(tmp_path: Path) -> None:
    english, book = get("english"), books.book(get("english"))
    assert book is not None
    found = list(islice(openings("book", english, 5), 400))
    ends = {position_after(opening, "english") for opening in found}
    assert 100 < len(ends) < 400 and len({opening.name for opening in found}) == len(ends)
    assert not any(book.moves(end) for end in ends)
    assert list(islice(openings("book", english, 5), 400)) == found
    path = tmp_path / "my, own.book"
    path.write_bytes((books.SHIPPED / "english.book").read_bytes())
    short = openings(f"book:{path},plies=8", english)
    assert (
        short.digest == openings("book,plies=8", english).digest != openings("book", english).digest
    )
    for opening in islice(short, 30):
        position = Position.initial(english)
        assert len(opening.moves) == 8
        for text in opening.moves:
            move = position.parse(text)
            assert move in book.moves(position)
            position = position.play(move)
    with pytest.raises(ArenaError, match="no opening book for turkish"):
        openings("book", get("turkish"))
    with pytest.raises(ArenaError, match="own.book holds no position to play from"):
        openings(f"book:{path}", get("russian"))
    path.write_bytes(b"no book")
    with pytest.raises(ArenaError, match="own.book: Book: "):
        openings(f"book:{path}", english)


@pytest.mark.parametrize(
    "source",
    [
        "",
        "bookish",
        "book,plies=0",
        "foo",
        "random:plies=0",
        "random:x=1",
        "random:plies=x",
        "random:plies=²",
        "random:plies=" + "9" * 5000,
        "deck:nothing",
        "deck:russian-64",
        "deck:english-3move,none",
        "deck:english-3move,all,lost",
        "fen:",
        "pdn:",
    ],
)
def test_a_source_that_is_none_is_refused(source: str) -> None:
    with pytest.raises(CrownheadError):
        openings(source, get("english"))


def test_a_missing_file_is_named() -> None:
    with pytest.raises(FileNotFoundError):
        openings("fen:/nothing/here.fen", get("english"))


@pytest.mark.parametrize("key", VARIANTS)
def test_every_game_has_a_book(key: str) -> None:
    opening = next(iter(openings("random:plies=4,margin=200,nodes=100", get(key))))
    game = opening.game(get(key), "A", "B")
    assert len(game.moves) == 4 and game.setup.opening == 4 and game.outcome is None


def test_a_builtin_contestant_is_what_its_text_says() -> None:
    made = entry("builtin:level=4,seed=7,megabytes=2,noise=3,nodes=500,depth=9")
    assert made.pace == Pace(nodes=500, depth=9) and made.renew and made.trusted
    assert entry("builtin").pace is None
    sixth = entry("builtin:level=6")
    for game in (get("english"), get("international")):
        assert sixth.with_default_pace(None, game).pace == Pace(nodes=level(6, game).nodes)
    one, two = (made.make(Place(get("english"), seed, 0, 30.0)) for seed in (1, 2))
    assert isinstance(one, BuiltinEngine) and isinstance(two, BuiltinEngine)
    assert one.level.number == 4 and one.level.noise == 3 and one.seed != two.seed
    seed = two.seed
    made.renew(one, Place(get("english"), 2, 0, 30.0))
    assert one.seed == seed


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nothing",
        "builtin:level=0",
        "builtin:level=x",
        "builtin:level",
        "builtin:level=3,level=4",
        "builtin:megabytes=-1",
        "builtin:noise=-1",
        "builtin:color=red",
        "builtin:nodes=-5",
        "hub:",
        "hub: ",
        'hub:foo "bar',
        "dxp:",
        "dxp:host",
        "dxp:host:x",
        "dxp:host:0",
        "dxp::27531",
        "dxp:host:70000",
    ],
)
def test_a_contestant_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ArenaError):
        entry(text)


def test_contestants_from_files(tmp_path: Path) -> None:
    path = tmp_path / "weak.toml"
    path.write_text('engine = "builtin"\nlevel = 2\nlimit = "nodes=70"\n')
    made = entry(str(path))
    assert (made.name, made.pace) == ("weak", Pace(nodes=70))
    path = tmp_path / "other.json"
    values = {
        "engine": "hub",
        "name": "Other 1.0",
        "command": ["/bin/other", "hub"],
        "parameters": {"book": False, "threads": 1},
        "limit": "clock=60+0.5",
    }
    path.write_text(json.dumps(values))
    made = entry(str(path))
    assert made.name == "Other 1.0" and made.identity["parameters"] == values["parameters"]
    path.write_text(json.dumps({"engine": "dxp", "host": "localhost", "port": [1, 2]}))
    assert entry(str(path)).most == 2


@pytest.mark.parametrize(
    "content",
    [
        "",
        "engine",
        'engine = "scan"',
        'engine = ["hub"]',
        'engine = "builtin"\nname = ""',
        'engine = "builtin"\nlimit = 5',
        'engine = "builtin"\ncolour = "red"',
        'engine = "hub"',
        'engine = "hub"\ncommand = 5',
        'engine = "hub"\ncommand = \'foo "bar\'',
        'engine = "hub"\ncommand = "x"\nvariant = ["russian"]',
        'engine = "hub"\ncommand = "x"\nparameters = 5',
        'engine = "hub"\ncommand = "x"\n[parameters]\na = [1]',
        'engine = "dxp"\nhost = "x"',
        'engine = "dxp"\nhost = ["x"]\nport = 1',
        'engine = "dxp"\nhost = "x"\nport = 1.5',
        'engine = "dxp"\nhost = "x"\nport = 1\nminutes = 0',
        'engine = "dxp"\nhost = "x"\nport = 1\nmoves = 1000',
        "engine = \xff",
    ],
)
def test_a_file_that_is_no_contestant_is_refused_with_its_name(
    content: str, tmp_path: Path
) -> None:
    path = tmp_path / "player.toml"
    path.write_bytes(content.encode("latin-1"))
    with pytest.raises(ArenaError, match=r"player\.toml"):
        entry(str(path))
