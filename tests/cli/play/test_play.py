"""The terminal game, driven by scripts: what a player types, and what is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.terminal_fakes import Clock, Robot, Script, app, session

from crownhead import variants
from crownhead.cli.command import run
from crownhead.cli.play import commands
from crownhead.cli.play.app import App, Wishes
from crownhead.cli.play.plan import Plan
from crownhead.cli.play.saves import Saves, home
from crownhead.cli.play.table import Table
from crownhead.engines.interface import Limit
from crownhead.errors import InvalidRecord
from crownhead.game import Game
from crownhead.locales import Catalogue
from crownhead.move import Move

LAST_PIECE = "B:W14:B9"  # Black captures and wins
TWO_WAYS = "W:WK22:B17,18"
HUFF = "B:W18,19:B1,14,15"  # Black must capture with 14 or 15
NO_NUMBERS = ("²", "①", "9" * 5000)  # digits that make no whole number


def test_two_enters_lead_into_a_game_against_the_computer(tmp_path: Path) -> None:
    script, robot = app(["", "", "c3-d4", "ende"], tmp_path)
    assert "Dame (LITE), Stufe 3; du hast Weiß." in script.text
    assert "Schwarz zieht b6-c5." in script.text
    assert robot.closed
    assert json.loads((tmp_path / "game.json").read_text())["plan"]["variant"] == "lite"


def test_the_game_goes_on_at_the_next_start(tmp_path: Path) -> None:
    app(["", "", "c3-d4"], tmp_path)  # the input ends as when the connection drops
    script, _ = app(["", "protokoll", "ende"], tmp_path)
    assert "Angefangene Partie: Dame (LITE), 1 Zug. Weiterspielen?" in script.text
    assert "1. c3-d4 b6-c5" in script.text


def test_a_game_that_is_not_resumed_is_kept_under_a_name(tmp_path: Path) -> None:
    app(["", "", "c3-d4"], tmp_path)
    script, _ = app(["n", "", "", "ende"], tmp_path)
    assert "Sie bleibt erhalten als" in script.text
    kept = json.loads((tmp_path / "games" / "unfinished-1.json").read_text())
    assert len(Table.from_dict(kept).game.moves) == 2


def test_a_whole_game_in_german(tmp_path: Path) -> None:
    script, _ = app(["2", "5 w", *["tipp", "1"] * 200], tmp_path)
    assert "gewinnt." in script.text or "Remis." in script.text
    assert "Englische Dame, Stufe 5; du hast Weiß." in script.text
    assert "Revanche" in script.text


def test_a_word_in_the_names_of_several_games_chooses_none_of_them(tmp_path: Path) -> None:
    script, _ = app(["ische", "englsh", "chess", "turk", "", "ende"], tmp_path)
    assert "Ein Spiel 'ische' gibt es hier nicht." in script.text
    assert "Das Spiel 'englsh' gibt es nicht; meinst du 'english'?" in script.text
    assert "Ein Spiel 'chess' gibt es hier nicht." in script.text
    assert "Türkische Dame, Stufe 3" in script.text


def test_a_rematch_swaps_the_sides(tmp_path: Path) -> None:
    script, _ = app(["2", "", "aufgeben", "j", "", "ende"], tmp_path)
    assert "Stufe 3; du hast Schwarz." in script.text
    assert "Stufe 3; du hast Weiß." in script.text


def test_after_the_end_nothing_is_left_to_resume(tmp_path: Path) -> None:
    app(["", "", "aufgeben", "ja", "ende"], tmp_path)
    assert not (tmp_path / "game.json").exists()


def test_the_last_choices_are_the_next_defaults(tmp_path: Path) -> None:
    app(["russische", "7 s", "ende"], tmp_path)
    (tmp_path / "game.json").unlink()
    script, _ = app(["", "", "ende"], tmp_path)
    assert "Russische Dame, Stufe 7; du hast Schwarz." in script.text


def test_X_a_missed_capture_is_explained_and_the_right_one_offered(tmp_path: Path) -> None:
    played, script = session(["14-17", "1", "ende"], tmp_path, fen=HUFF)
    played.run()
    assert "Schlagzwang: 14 oder 15 muss schlagen." in script.text
    assert "Richtig wäre: 1) 14x" in script.text
    assert played.game.moves[0].origin == 14


def test_forced_pieces_are_marked_by_shape(tmp_path: Path) -> None:
    played, script = session(["ende"], tmp_path, fen=HUFF)
    played.run()
    assert "[14 x]" in script.text and "[15 x]" in script.text
    assert "Schlagzwang: 14 oder 15 muss schlagen." in script.text


def test_a_square_alone_plays_the_only_move_there(tmp_path: Path) -> None:
    played, _ = session(["16", "ende"], tmp_path, fen="B:W32:B12,1")
    played.run()
    assert str(played.game.moves[0]) == "12-16"


def test_a_square_with_several_moves_offers_them_by_number(tmp_path: Path) -> None:
    played, script = session(["15", "2", "ende"], tmp_path)
    played.run()
    assert "Welcher? 1) " in script.text
    assert played.game.moves[0].target == 15


@pytest.mark.parametrize("text", ["11-15", "11 15", "f6-e5", "f6e5", " 11-15 ", "11x15"])
def test_moves_are_read_in_every_notation(tmp_path: Path, text: str) -> None:
    played, script = session([text, "ende"], tmp_path)
    played.run()
    if "x" in text:
        assert "nichts zu schlagen" in script.text
    else:
        assert str(played.game.moves[0]) == "11-15"


@pytest.mark.parametrize(
    "text", ["xyzzy", "99-100", "", "-", "11-", "x" * 300, "🙂", "1e9", "%s{0}"]
)
def test_nonsense_is_answered_with_a_sentence(tmp_path: Path, text: str) -> None:
    played, script = session([text, "ende"], tmp_path)
    assert played.run() == "quit"
    assert not played.game.moves
    if text:
        assert max(len(line) for line in script.out if text not in line or len(text) < 3) < 200


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_digits_that_are_no_number_are_answered_at_every_prompt(tmp_path: Path, text: str) -> None:
    shown = text[:40]
    script, _ = app([text, "2", text, "", text, f"blasen {text}", "ende"], tmp_path)
    assert f"Ein Spiel {shown!r} gibt es hier nicht." in script.text
    assert f"{shown!r} verstehe ich nicht." in script.text
    assert "Stufe 3; du hast Schwarz." in script.text
    played, script = session(["1-6", f"blasen {text}", "ende"], tmp_path, fen=HUFF, huffing=True)
    assert played.run() == "quit"


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_a_wrong_number_keeps_the_switches_of_house_rules(tmp_path: Path, text: str) -> None:
    script, _ = app(["h", "8", text, "", "Unser Spiel", "", "ende"], tmp_path)
    assert "Die Schalter haben die Nummern 1 bis" in script.text
    assert Saves(tmp_path).houses()[0].rules.choice != variants.get("lite").rules.choice


def test_squares_can_be_named_by_letters(tmp_path: Path) -> None:
    played, script = session(["felder", "f6-e5", "ende"], tmp_path)
    played.run()
    assert "    h  g  f  e  d  c  b  a" in script.text
    assert "Weiß zieht " in script.text
    assert str(played.game.moves[0]) == "11-15"


def test_E20_the_computer_huffs(tmp_path: Path) -> None:
    robot = Robot()
    robot.answer = 15
    played, script = session(["1-6", "ende"], tmp_path, fen=HUFF, huffing=True, robot=robot)
    played.run()
    assert "Weiß bläst den Stein auf 15." in script.text
    assert played.game.position.piece_at(15) is None
    assert played.game.moves[0].origin == 1 and len(played.game.moves) == 2


def test_E20_the_computer_compels(tmp_path: Path) -> None:
    robot = Robot()
    robot.answer = "compel"
    played, script = session(["1-6", "1-6", "ende"], tmp_path, fen=HUFF, huffing=True, robot=robot)
    played.run()
    assert "Weiß zwingt zum Schlagen" in script.text
    assert "Schlagzwang: 14 oder 15 muss schlagen." in script.text
    assert not played.game.moves


def test_E20_the_player_huffs_the_computer(tmp_path: Path) -> None:
    robot = Robot(["1-6"])
    played, script = session(
        ["blasen", "blasen 9", "blasen 14", "ende"],
        tmp_path,
        fen=HUFF,
        huffing=True,
        robot=robot,
        color="white",
    )
    played.run()
    assert "Ein Schlag wurde ausgelassen." in script.text
    assert "{14 x}" in script.text
    assert "Welchen bläst du? 14 oder 15" in script.text
    assert (
        "Geblasen wird nur ein Stein, der hätte schlagen müssen: 14 oder 15, nicht 9."
        in script.text
    )
    assert "Weiß bläst den Stein auf 14." in script.text


def test_E20_the_player_compels_the_computer(tmp_path: Path) -> None:
    played, script = session(
        ["zwingen", "ende"],
        tmp_path,
        fen=HUFF,
        huffing=True,
        robot=Robot(["1-6", "14x23"]),
        color="white",
    )
    played.run()
    assert "Weiß zwingt zum Schlagen; der Zug wird zurückgenommen." in script.text
    assert str(played.game.moves[0]) == "14x23"


def test_E24_a_move_that_refuses_a_draw_is_announced_first(tmp_path: Path) -> None:
    robot = Robot()
    robot.offers = True
    lines = ["11-15", "8-11", "n", "ablehnen", "n", "ablehnen", "j", "ende"]
    played, script = session(lines, tmp_path, robot=robot)
    played.run()
    assert "Weiß bietet Remis an: annehmen oder ablehnen" in script.text
    assert "Dieser Zug lehnt das Remis ab: Du musst dann in 40 eigenen Zügen" in script.text
    assert "Das Angebot gilt weiter." in script.text
    assert "Lehnst du ab, musst du in 40 eigenen Zügen gewinnen" in script.text
    assert "Schwarz hat Remis abgelehnt: noch 40 eigene Züge" in script.text
    assert len(played.game.moves) == 2 and played.game.duty is not None


def test_E23_the_computer_accepts_a_draw(tmp_path: Path) -> None:
    robot = Robot()
    robot.accepts = True
    played, script = session(["remis", "ende"], tmp_path, robot=robot)
    played.run()
    assert "Beide haben zugestimmt." in script.text


def test_E24_the_computer_that_declines_takes_on_the_duty(tmp_path: Path) -> None:
    played, script = session(["remis", "remis", "ende"], tmp_path)
    played.run()
    assert played.game.duty is not None and played.game.duty.side == "white"
    assert "nach 10 weiteren eigenen Zügen wieder Remis anbieten" in script.text


def test_friends_answer_a_draw_offer_at_once(tmp_path: Path) -> None:
    played, script = session(["remis", "j", "ende"], tmp_path, rival="friend")
    played.run()
    assert "Weiß, nimmst du das Remis an? (j/n)" in script.text
    assert played.game.outcome is not None and played.game.outcome.rule == "E23"


def test_friends_take_back_by_consent(tmp_path: Path) -> None:
    lines = ["11-15", "zurück", "n", "zurück", "j", "ende"]
    played, script = session(lines, tmp_path, rival="friend")
    played.run()
    assert "Schwarz ist" not in script.text
    assert "Weiß ist mit dem Zurücknehmen nicht einverstanden." in script.text
    assert "Weiß ist einverstanden; die Partie geht zurück." in script.text
    assert not played.game.moves


def test_undo_goes_back_to_the_players_own_move(tmp_path: Path) -> None:
    lines = ["zurück", "11-15", "9-13", "zurück", "zurück", "ende"]
    played, script = session(lines, tmp_path)
    played.run()
    assert "Es gibt keinen Zug zum Zurücknehmen." in script.text
    assert not played.game.moves


def test_undo_works_after_the_end(tmp_path: Path) -> None:
    played, script = session(["9x18", "zurück", "ende"], tmp_path, fen=LAST_PIECE)
    played.run()
    assert "Schwarz gewinnt. " in script.text.replace("\n", " ")
    assert played.game.outcome is None and played.game.turn == "black"


def test_L14_the_count_is_shown_from_the_tenth_last_move_on(tmp_path: Path) -> None:
    shuffle = ["c1-d2", "d2-c1"] * 10
    robot = Robot(["h8-g7", "g7-h8"] * 10)
    played, script = session(
        shuffle, tmp_path, variant="lite", fen="W:WKc1:BKh8", robot=robot, color="white"
    )
    played.run()
    assert "Noch 11 Züge" not in script.text
    shown = "Noch 10 Züge auf jeder Seite, dann ist die Partie automatisch remis"
    assert f"{shown} (je 20 Züge ohne Schlag)" in script.text
    assert "neu gezählt wird durch einen Schlag" in script.text
    assert "Noch 1 Zug auf jeder Seite" in script.text
    assert "Beide haben 20 Züge lang nicht geschlagen." in script.text


def test_E25_a_repetition_can_be_claimed(tmp_path: Path) -> None:
    lines = ["1-6", "6-1", "1-6", "6-1", "beanspruchen", "ende"]
    robot = Robot(["32-27", "27-32"] * 3)
    played, script = session(lines, tmp_path, fen="B:WK32:BK1", robot=robot)
    played.run()
    assert "Diese Stellung ist zum 2. Mal auf dem Brett" in script.text
    assert "Du kannst Remis beantragen" in script.text or "nicht" in script.text


def test_C1_a_ballot_match_is_drawn_in_the_open_and_played_twice(tmp_path: Path) -> None:
    lines = ["2", "3 karte", "mein Wort", "aufgeben", "j", "", "aufgeben", "j", "karte", "ende"]
    script, _ = app(lines, tmp_path)
    assert "Zusage (sha256): " in script.text
    assert "Startwert zum Nachprüfen: " in script.text
    assert "Drei-Züge-Auslosung, Karte " in script.text
    assert "Stand: Du 0 : 1 Computer" in script.text
    assert "Stand: Du 0 : 2 Computer" in script.text
    assert "Sieger des Matchs: Computer." in script.text
    commitment = next(line for line in script.out if "Zusage" in line)
    seed = next(line for line in script.out if "Startwert" in line)
    assert script.out.index(commitment) < script.out.index(seed)


def test_C3_a_match_goes_on_after_a_kill_in_its_second_game(tmp_path: Path) -> None:
    app(["2", "3 s karte", "", "aufgeben", "j", ""], tmp_path)
    script, _ = app(["", "karte", "zurück", "ende"], tmp_path)
    assert "Stand: Du 0 : 1 Computer" in script.text
    assert "wird kein Zug zurückgenommen" in script.text
    table = Table.from_dict(json.loads((tmp_path / "game.json").read_text()))
    assert table.number == 1 and table.person == "white"


@pytest.mark.parametrize("left", [["ende"], [], ["neu", "j"]])
def test_a_match_left_between_its_games_goes_on(tmp_path: Path, left: list[str]) -> None:
    script, _ = app(["2", "3 s 5+3 karte", "", "aufgeben", "j", *left], tmp_path)
    if "neu" in left:
        assert "Dieses Match abbrechen? (j/n) j" in script.text
    else:
        assert "Das Match ist gesichert; der nächste Start macht hier weiter." in script.text
    script, _ = app(["", "", "ende"], tmp_path)
    question = "Angefangenes Match: Englische Dame, die zweite Partie steht noch aus."
    assert script.out[0].startswith(question)
    assert "Stand: Du 0 : 1 Computer" in script.text
    assert "Die Partie ist gesichert; der nächste Start macht hier weiter." in script.text
    table = Table.from_dict(json.loads((tmp_path / "game.json").read_text()))
    assert table.number == 1 and table.person == "white"


def test_a_match_names_its_players_without_a_verb(tmp_path: Path) -> None:
    lines = ["2", "b ballot", "", "resign", "y", "", "match", "new", "y"]
    lines += ["2", "f b ballot", "", "resign", "y", "", "draw", "y", "quit"]
    script, _ = app(lines, tmp_path, language="en")
    for sentence in (
        "Game 1. White: Computer, Black: You.",
        "Game 2. White: You, Black: Computer.",
        "Game 1. White: Player 2, Black: Player 1.",
        "Winner of the match: Player 1.",
    ):
        assert sentence in script.out


def test_a_match_that_is_over_is_forgotten(tmp_path: Path) -> None:
    lines = ["2", "3 karte", "", "aufgeben", "j", "", "aufgeben", "j", "ende"]
    script, _ = app(lines, tmp_path)
    assert "gesichert" not in script.text
    assert not (tmp_path / "game.json").exists()


def test_E5_the_coin_is_tossed_so_that_all_can_check(tmp_path: Path) -> None:
    script, _ = app(["2", "los", "", "ende"], tmp_path)
    assert "Zusage (sha256): " in script.text and "Schwarz hat nach Los: " in script.text


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "null", '{"format": "other"}', "\ud83d".encode("utf-16", "surrogatepass")],
)
def test_a_corrupt_save_is_reported_and_set_aside(tmp_path: Path, content: str | bytes) -> None:
    raw = content if isinstance(content, bytes) else content.encode()
    (tmp_path / "game.json").write_bytes(raw)
    script, _ = app(["", "", "ende"], tmp_path)
    said = [line for line in script.out if "nicht lesbar" in line]
    assert len(said) == 1
    assert (tmp_path / "game.broken-1.json").read_bytes() == raw


@pytest.mark.parametrize("field", ["plan", "game", "person", "clock_at", "number", "version"])
@pytest.mark.parametrize("value", [None, [], "x", 10**400, {"a": 1}, True, -5])
def test_a_save_with_a_wrong_field_never_crashes(tmp_path: Path, field: str, value: object) -> None:
    app(["", "", "c3-d4"], tmp_path)
    record = json.loads((tmp_path / "game.json").read_text())
    record[field] = value
    (tmp_path / "game.json").write_text(json.dumps(record))
    script, _ = app(["", "", "", "ende"], tmp_path)
    assert "Gib einen Zug ein" in script.text or "Angefangene Partie" in script.text


def test_ctrl_c_stops_the_computer_and_enter_lets_it_go_on(tmp_path: Path) -> None:
    robot = Robot()
    robot.interrupts = 1
    played, script = session(["11-15", "protokoll", "", "ende"], tmp_path, robot=robot)
    played.run()
    assert "Angehalten. Mit Enter denkt der Computer weiter" in script.text
    assert "1. 11-15\n" in script.text
    assert len(played.game.moves) == 2


def test_ctrl_c_at_the_prompt_leaves_with_the_game_kept(tmp_path: Path) -> None:
    played, script = session(["11-15", "^C"], tmp_path)
    assert played.run() == "quit"
    assert "Die Partie ist gesichert" in script.text
    assert len(Table.from_dict(Saves(tmp_path).running() or {}).game.moves) == 2


def test_a_folder_that_cannot_be_written_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    played, script = session(["11-15", "8-11", "speichern x", "ende"], tmp_path / "file")
    played.run()
    assert script.text.count("Speichern ging nicht") == 2  # the running game once, the command once
    assert len(played.game.moves) == 4


def test_the_clock_runs_and_ends_the_game(tmp_path: Path) -> None:
    clock = Clock()
    played, script = session(["uhr", "11-15", "uhr"], tmp_path, clock=clock, time="60+5")
    ask = script.ask

    def ask_slowly(prompt: str) -> str:
        clock.now += 30_000
        return ask(prompt)

    script.ask = ask_slowly  # type: ignore[method-assign]
    played.run()
    assert "Uhr: Weiß 1:00, Schwarz 0:30." in script.text
    assert "Die Zeit von Schwarz ist abgelaufen." in script.text


def test_the_clock_stands_while_nobody_plays(tmp_path: Path) -> None:
    clock = Clock()
    played, _ = session(["^C"], tmp_path, clock=clock, time="60")
    clock.now = 20_000
    played.run()
    table = Table.from_dict(Saves(tmp_path).running() or {})
    assert table.clock_at == 20_000


def test_without_drawing_the_board_is_said_in_words(tmp_path: Path) -> None:
    played, script = session(["9-13", "brett", "ende"], tmp_path, plain=True)
    played.run()
    assert "Weiß: 12 Steine auf 21, 22, 23" in script.text
    assert "Schwarz zieht 9-13." in script.text
    assert "Reihe 8: 1 schwarzer Stein, 2 schwarzer Stein" in script.text
    assert "[" not in script.text


def test_house_rules_are_built_named_saved_and_played(tmp_path: Path) -> None:
    lines = ["2", "ende"]
    app(lines, tmp_path)
    (tmp_path / "game.json").unlink(missing_ok=True)
    script, _ = app(["h", "8", "99", "", "Unser Spiel", "", "regeln", "ende"], tmp_path)
    assert "Unser Spiel ist gespeichert als" in script.text
    assert "Unser Spiel, Stufe" in script.text
    assert "Die Schalter haben die Nummern 1 bis" in script.text
    house = Saves(tmp_path).houses()[0]
    assert house.name("de") == "Unser Spiel" and house.key == "house"


def test_every_house_rule_switch_leads_through_all_its_values(tmp_path: Path) -> None:
    from crownhead.cli.play import house

    speech = Catalogue("de")
    for number, switch in enumerate(house.SWITCHES, 1):
        lines = [str(number)] * (2 * len(switch.values)) + ["x"]
        script = Script(lines)
        assert house.build(script, speech, Saves(tmp_path), variants.get("lite")) is None
        assert "{" not in script.text


def test_the_english_terminal_speaks_english(tmp_path: Path) -> None:
    script, _ = app(["2", "", "11-15", "help", "quit"], tmp_path, language="en")
    assert "English draughts, level 3; you have Black." in script.text
    assert "White plays" in script.text and "\nundo " in script.text


def test_german_and_english_words_both_work(tmp_path: Path) -> None:
    played, script = session(["moves", "züge", "quit"], tmp_path)
    played.run()
    assert script.text.count("7 Züge: ") == 2


def test_options_are_asked_one_by_one(tmp_path: Path) -> None:
    lines = ["2", "o", "s", "soon", "5+3", "j", "n", "j", "", "uhr", "ende"]
    script, _ = app(lines, tmp_path)
    assert "'soon' verstehe ich nicht." in script.text
    assert "Uhr: Weiß 5:00, Schwarz " in script.text
    table = Table.from_dict(json.loads((tmp_path / "game.json").read_text()))
    assert table.plan.huffing and table.plan.notation == "algebraic" and table.person == "black"


def test_a_full_duty_asks_for_a_verdict(tmp_path: Path) -> None:
    robot = Robot(["32-27", "27-32"] * 60)
    lines = ["remis", *["1-6", "6-1"] * 20]
    played, script = session([], tmp_path, fen="B:WK32,31:BK1", robot=robot)
    played.game.offer_draw("white")
    script.lines = ["ablehnen", "j", *["1-6", "6-1"] * 20, "n", "ende"]
    del lines
    played.run()
    assert "noch 1 eigener Zug" in script.text
    assert "Hat Schwarz einen klaren Vorteil gezeigt? (j/n)" in script.text
    assert played.game.outcome is not None and played.game.outcome.rule == "E24"


def test_the_state_folder_follows_the_platform() -> None:
    assert home({"CROWNHEAD_HOME": "/a"}) == Path("/a")
    assert home({"XDG_STATE_HOME": "/b"}) == Path("/b/crownhead")
    assert home({}) == Path.home() / ".local" / "state" / "crownhead"


def test_who_has_no_home_is_told_what_to_set(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unknown() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", unknown)
    for variable in ("CROWNHEAD_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    assert run(["play"]) == 2
    told = capsys.readouterr().err
    assert told == "crownhead: Could not determine home directory. Set XDG_STATE_HOME.\n"


@pytest.mark.parametrize("key", variants.VARIANTS)
def test_every_game_can_be_played_at_the_terminal(tmp_path: Path, key: str) -> None:
    lines = ["tipp", "1", "züge", "felder", "tipp", "1", "regeln", "hilfe", "brett", "ende"]
    for plain in (False, True):
        played, script = session(lines, tmp_path, variant=key, plain=plain)
        played.run()
        assert len(played.game.moves) == 4
        assert "{" not in script.text.replace("{ }", "")


@pytest.mark.parametrize("key", variants.VARIANTS)
@pytest.mark.parametrize("width", [36, 40, 80])
def test_the_board_fits_the_terminal(tmp_path: Path, key: str, width: int) -> None:
    played, script = session(["felder", "drehen", "ende"], tmp_path, variant=key)
    script.width = width
    played.run()
    boards = [line for line in script.out if "x" in line and line.startswith(" ")]
    limit = max(width, 42 if key == "canadian" else 40)
    assert boards and max(len(line) for line in boards) <= limit


def test_a_plan_survives_json() -> None:
    plan = Plan.of(variants.get("lite"), level=9, time="300+3", rival="friend")
    assert Plan.from_dict(json.loads(json.dumps(plan.to_dict()))) == plan
    with pytest.raises(InvalidRecord):
        Plan.from_dict({"variant": "lite", "level": 11})


def test_a_saved_table_replays_to_the_same_game(tmp_path: Path) -> None:
    played, _ = session(["11-15", "remis", "8-11"], tmp_path)
    played.run()
    again = Table.from_dict(json.loads(json.dumps(played.table.to_dict())))
    assert isinstance(again.game, Game) and again.game == played.game


def test_an_engine_that_fails_is_reported_and_the_game_goes_on(tmp_path: Path) -> None:
    from crownhead.errors import EngineError

    class Broken(Robot):
        def play(self, on: Game, limit: Limit | None = None) -> Move:
            raise EngineError("no answer")

    script = Script(["", "", "c3-d4", "ende"])
    App(script, Catalogue("de"), Saves(tmp_path), lambda level, seed: Broken()).run(Wishes())
    assert "Der Computergegner ist ausgefallen: no answer." in script.text


def test_a_new_game_never_overwrites_an_unfinished_one(tmp_path: Path) -> None:
    for number in (1, 2):
        script = Script(["", "", "c3-d4"])
        App(script, Catalogue("de"), Saves(tmp_path), lambda level, seed: Robot()).run(
            Wishes(resume=False)
        )
        assert ("Sie bleibt erhalten als" in script.text) == (number == 2)
    assert len(list((tmp_path / "games").glob("unfinished-*.json"))) == 1


def test_nobody_moves_for_the_computer(tmp_path: Path) -> None:
    robot = Robot()
    robot.interrupts = 1
    played, script = session(["11-15", "22-18", "blasen 22", "ende"], tmp_path, robot=robot)
    played.run()
    assert script.text.count("Weiß ist am Zug.") == 1
    assert "In dieser Partie wird nicht geblasen." in script.text
    assert len(played.game.moves) == 1


def test_wrong_last_choices_are_forgotten(tmp_path: Path) -> None:
    for wrong in (
        {"time": "soon"},
        {"variant": "thai", "ballot": True},
        {"seed": -1},
        {"level": "x"},
    ):
        (tmp_path / "choices.json").write_text(json.dumps({"variant": "english"} | wrong))
        script, _ = app(["n"] if (tmp_path / "game.json").exists() else [], tmp_path)
        assert "(Enter = Dame (LITE))" in script.text


def test_a_game_that_is_over_at_the_start_says_so(tmp_path: Path) -> None:
    played, script = session(["11-15", "ende"], tmp_path, fen="B:W1:B")
    played.run()
    assert "Weiß gewinnt." in script.text and "Die Partie ist beendet." in script.text


def test_the_hint_can_be_stopped(tmp_path: Path) -> None:
    robot = Robot()
    robot.interrupts = 1
    played, script = session(["tipp", "tipp", "ende"], tmp_path, robot=robot)
    played.run()
    assert "Angehalten.\n" in script.text and "Tipp: " in script.text


def test_help_shows_only_what_this_game_has(tmp_path: Path) -> None:
    played, script = session(["hilfe", "ende"], tmp_path)
    played.run()
    assert "blasen  " not in script.text and "karte  " not in script.text
    played, script = session(["hilfe", "ende"], tmp_path, huffing=True, time="60")
    played.run()
    assert "blasen  " in script.text and "uhr  " in script.text


@pytest.mark.parametrize("name", commands.WORDS)
def test_every_word_that_can_be_typed_is_carried_out(name: str, tmp_path: Path) -> None:
    played, script = session([name, "n", "n", "quit"], tmp_path, language="en", rival="friend")
    assert played.run() in ("quit", "new")
    assert script.text
