"""Which game it is, where a text does not say: names, letters, and what else is in the file."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from crownhead import Position
from crownhead._core import PdnText
from crownhead.formats import pdn
from crownhead.formats.pdn import opened, reader, survey
from crownhead.formats.pdn.gametype import read_type
from crownhead.formats.pdn.source import Source

BOTH = "1. c3-d4 f6-g5 2. b2-c3 g5-h4"  # in Russian and Brazilian draughts
# A man is crowned in the middle of a capture and goes on as a king: in Russian draughts alone.
RUSSIAN = '[FEN "W:Wf6:Be7,b6"]\n1. f6xd8xa5'


def keys(text: str) -> list[str | None]:
    found = [each.variant for each in pdn.read(io.StringIO(text))]
    return [None if variant is None else variant.key for variant in found]


def test_a_text_in_cyrillic_is_russian_draughts() -> None:
    plain = f'[White "Ivanov"]\n{BOTH} *\n'
    assert keys(plain) == ["brazilian"]
    assert keys(plain.replace("Ivanov", "Иванов")) == ["russian"]
    assert keys(plain.replace("c3", "с3")) == ["brazilian"]  # two letters are a slip of the hand
    assert keys(f"{{Хорошая партия}} {BOTH} *\n") == ["russian"]
    assert keys('[White "Иванов"]\n1. 32-28 19-23 *\n') == ["international"]


@pytest.mark.parametrize("known", [f'[GameType "25"]\n{BOTH} *\n', f"{BOTH} {{по-русски}} *\n"])
def test_a_game_that_fits_several_is_what_its_neighbours_are(known: str) -> None:
    open_game = f'[White "A"]\n{BOTH} *\n'
    assert keys(open_game + known) == ["russian"] * 2
    assert keys(known + open_game) == ["russian"] * 2
    assert keys(open_game * 3 + known + open_game) == ["russian"] * 5


def test_a_game_that_fits_one_alone_decides_for_the_others() -> None:
    games = list(pdn.read(io.StringIO(f'[White "A"]\n{BOTH} *\n' * 2 + RUSSIAN + " *\n")))
    assert [each.errors for each in games] == [()] * 3
    assert {each.variant and each.variant.key for each in games} == {"russian"}


def test_neighbours_of_another_board_decide_nothing() -> None:
    assert keys(f'{BOTH} *\n[GameType "20"]\n1. 32-28 19-23 *\n') == ["brazilian", "international"]


def test_a_file_that_never_tells_is_read_as_before() -> None:
    assert keys(f"{BOTH} *\n" * (2 * survey.MOST_GUESSED)) == ["brazilian"] * (
        2 * survey.MOST_GUESSED
    )
    assert keys("1. 11-15 24-20 *\n" * 3) == ["english"] * 3


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("American/English", "english"),
        ("Russian/64", "russian"),
        ("Brazilian/64", "brazilian"),
        ("Draughts-64", "russian"),
        ("Poddavki", "poddavki"),
        ("Поддавки", "poddavki"),
        ("Int. Draughts", "international"),
        ("Antidraughts", "antidraughts"),
        ("Frysk!", "frysk"),
        ("Portuguese", "portuguese"),
        ("Pool", "pool"),
    ],
)
def test_names_of_others(name: str, key: str) -> None:
    said = read_type({"Variant": name})
    assert said.variant is not None and (said.variant.key, said.unknown) == (key, None)
    assert read_type({"GameType": name}).variant == said.variant


def test_an_unknown_name_without_gametype_is_a_warning() -> None:
    """docs/pdn.md promised it; nothing was said."""
    (game,) = pdn.read(io.StringIO(f'[Variant "Moon draughts"]\n{BOTH} *'))
    assert game.errors == ()
    (warning,) = game.warnings
    said = "Variant 'Moon draughts' is not known; what game it is, the moves say"
    assert (warning.args[0], warning.line) == (said, 1)


def test_an_unknown_name_may_mention_a_game() -> None:
    (game,) = pdn.read(io.StringIO(f'[Variant "Rapid, Russian"]\n{BOTH} *'))
    assert game.variant is not None and game.variant.key == "russian"
    assert "read as Russian draughts, which it mentions" in str(game.warnings[0])
    assert read_type({"Variant": "Losing Russian blitz"}).variant is None  # two games


def test_english_draughts_in_letters_with_white_to_begin() -> None:
    text = (
        '[P1 "ann"]\n[P2 "bob"]\n[Variant "American/English"]\n[Result "1-0"]\n1. c3-d4 b6-a5 1-0'
    )
    game = pdn.loads(text)
    assert game.variant is not None and game.variant.key == "english"
    assert (game.errors, game.white, game.black, game.result) == ((), "ann", "bob", "1-0")
    again = pdn.loads(pdn.dumps(game))
    assert (again.variant, again.moves, again.errors) == (game.variant, game.moves, ())
    assert (again.white, again.tags["P2"]) == ("ann", "bob")


def test_poddavki_is_won_by_who_has_no_move() -> None:
    game = pdn.loads(f'[GameType "25"]\n[Variant "Poddavki"]\n{BOTH} *')
    assert game.variant is not None and game.errors == ()
    end = Position.from_fen("W:W:Ba3", game.variant)
    assert end.outcome is not None and end.outcome.winner == "white"
    again = pdn.loads(pdn.dumps(game))
    assert (again.variant, again.tags["Variant"]) == (game.variant, "Poddavki")


@pytest.mark.parametrize(
    ("tags", "white", "black"),
    [
        ('[Bianco "Rossi"] [Nero "Verdi"]', "Rossi", "Verdi"),
        ('[Blancs "Petit"] [Noirs "Grand"]', "Petit", "Grand"),
        ('[Wit "Bos"] [Zwart "Vis"]', "Bos", "Vis"),
        ('[Red "Ann"] [White "Bo"]', "Bo", "Ann"),
        ('[White "?"] [Bianco "Rossi"] [Black "Verdi"]', "Rossi", "Verdi"),
        ('[P1 "ann"] [P2 "bob"]', "bob", "ann"),  # Black begins
        ('[Event "x"]', "", ""),
    ],
)
def test_players_in_tags_of_others(tags: str, white: str, black: str) -> None:
    game = pdn.loads(f'{tags} [GameType "21"] 1. 11-15 *')
    assert (game.white, game.black) == (white, black)
    assert set(pdn.loads(pdn.dumps(game)).tags) >= {tag for tag in game.tags if tag != "White"}
    assert (game.to_game().players.white or "") == white


def test_a_result_in_a_tag_of_others() -> None:
    game = pdn.loads('[Bianco "A"] [Nero "B"] [Risultato "1-0"] [GameType "22"] 1. 21-17 11-15')
    assert game.result == "1-0"


def test_a_game_does_not_wait_for_ever_for_its_like() -> None:
    taken = []

    def texts() -> Iterator[PdnText]:
        others = '[GameType "20"]\n1. 32-28 *\n' * (2 * survey.MOST_OTHERS)
        for text in reader.games(Source(io.StringIO(f"{BOTH} *\n{others}"))):
            taken.append(text)
            yield text

    next(reader.Reader().survey(texts()))
    assert len(taken) == survey.MOST_OTHERS


def test_games_that_wait_for_results_are_not_tried_as_every_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = 0
    replay = opened.replay

    def count(*given: object) -> object:
        nonlocal tried
        tried += 1
        return replay(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(reader, "replay", count)
    one = '[Black "x"]\n[White "y"]\n[Result "1-0"]\n1. 11-15 24-20 1-0\n'
    assert keys(one * 400) == ["english"] * 400
    assert tried < 64 * 12 + 2 * 400
