"""`crownhead event` as an organiser uses it, and a stranger who checks what he published."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import resource
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.club_event import round_robin

from crownhead.cli.command import run
from crownhead.cli.event import tables
from crownhead.competition.eventfile import dumps, loads
from crownhead.formats import pdn
from crownhead.variants import get

Say = Callable[..., str]


@pytest.fixture
def event(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Say:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, status: int = 0) -> str:
        capsys.readouterr()
        found = run(["event", *arguments])
        said = capsys.readouterr()
        assert found == status, (arguments, said)
        return said.out if status == 0 else said.out + said.err

    return call


def club(event: Say, *settings: str, names: str = "Anna Bert Cleo Dora Emil") -> None:
    event("new", "club.event", "--rounds", "3", *settings)
    event("publish", "club.event")
    event("enter", "club.event", *names.split())


def values(event: Say, *arguments: str) -> Any:
    return json.loads(event(*arguments, "--json"))


def test_an_evening_from_its_announcement_to_the_last_check(event: Say, tmp_path: Path) -> None:
    club(event, "--games", "2", "--deck", "english-3move", "--name", "Evening")
    secret = tmp_path / "club.event.secret"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    seeds = json.loads(secret.read_text())["seeds"]
    assert len(seeds) == 4
    for number in (1, 2, 3):
        event("contribute", "club.event", "Cleo", f"line {number}")
        draft = event("pair", "club.event", "--draft")
        assert event("pair", "club.event") == draft.replace(" (draft)", "")
        assert not any(seed in (tmp_path / "club.event").read_text() for seed in seeds[number:])
        drawn = event("card", "club.event")
        assert "-" in drawn
        said = event("result", "club.event", "1=2-0,1-1", "2=0-2, 1-1")
        assert "all results are there" in said
    assert "The event is over" in said
    assert "All is right." in event("check", "club.event")
    rows = values(event, "standings", "club.event")
    assert len(rows) == 5 and rows[0]["place"] == 1
    assert event("explain", "club.event", rows[0]["name"], "points").endswith(
        f"points = {rows[0]['numbers'][0]}\n"
    )
    trail = event("trail", "club.event")
    assert trail.count("reveal") == 3
    fingerprint = trail.split()[-1]
    assert "All is right." in event("check", "club.event", "--fingerprint", fingerprint)
    assert "no deed has" in event("check", "club.event", "--fingerprint", "0" * 16, status=1)


def test_a_stranger_finds_a_forged_card_with_the_file_alone(event: Say, tmp_path: Path) -> None:
    club(event, "--deck", "english-3move", "--games", "2")
    event("pair", "club.event")
    event("card", "club.event")
    file = tmp_path / "club.event"
    text = file.read_text(encoding="utf-8")
    card = json.loads(text)["now"]["rounds"][0]["cards"][0]
    file.write_text(text.replace(f'"cards": ["{card}"]', '"cards": ["1"]'), encoding="utf-8")
    (tmp_path / "club.event.secret").unlink()
    said = event("check", "club.event", status=1)
    assert f"is 1, the lots draw {card}" in said
    assert "the link does not follow" in event("standings", "club.event", status=2)
    report = json.loads(event("check", "club.event", "--json", status=1))
    assert {finding["kind"] for finding in report["findings"]} == {"trail", "card"}


def test_entries_open_when_the_event_is_published(event: Say) -> None:
    event("new", "club.event", "--rounds", "3")
    assert "entries open" in event("enter", "club.event", "Anna", status=2)
    assert "is there already" in event("new", "club.event", "--rounds", "3", status=2)
    event("set", "club.event", "--rounds", "4", "--preset", "ekl")
    event("publish", "club.event")
    assert "published before" in event("publish", "club.event", status=2)
    assert "has entered already" in event("enter", "club.event", "Anna", "Anna", status=2)
    assert event("players", "club.event", "--csv").count("\n") == 1, "all or none"


def test_a_list_of_entries_is_read_or_refused_by_line(event: Say, tmp_path: Path) -> None:
    event("new", "club.event", "--rounds", "3")
    event("publish", "club.event")
    (tmp_path / "list.csv").write_text("name;rating;club\nAnna;1900;North\nBert;;\n")
    assert event("enter", "club.event", "--list", "list.csv") == "2 entrants\n"
    players = list(csv.DictReader(io.StringIO(event("players", "club.event", "--csv"))))
    assert players[0] == {
        "no": "1",
        "name": "Anna",
        "title": "",
        "rating": "1900",
        "club": "North",
        "team": "",
        "state": "",
    }
    (tmp_path / "bad.csv").write_text("name,rating\nCleo,high\n")
    assert "bad.csv, line 2" in event("enter", "club.event", "--list", "bad.csv", status=2)
    (tmp_path / "bad.csv").write_text("nom\nCleo\n")
    assert "the first line names" in event("enter", "club.event", "--list", "bad.csv", status=2)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("1=3-0", "“3-0” is no result here"),
        ("1=2-0,2-0", "2 results of 1 games"),
        ("9=2-0", "has 3 boards, no board 9"),
        ("3=2-0", "has no opponent"),
        ("x", "is not a board and its games"),
        ("²=2-0", "is not a board and its games"),
    ],
)
def test_impossible_results_are_refused(event: Say, wrong: str, said: str) -> None:
    club(event)
    event("pair", "club.event")
    assert said in event("result", "club.event", wrong, status=2)
    assert said in event("result", "club.event", "2=2-0", wrong, status=2)
    assert "2-0" not in event("round", "club.event"), "none is entered where one is refused"


def test_a_result_is_corrected_with_a_reason(event: Say) -> None:
    club(event)
    event("pair", "club.event")
    event("result", "club.event", "1=2-0", "2=+:-")
    assert "needs a reason" in event("result", "club.event", "1=1-1", status=2)
    event("result", "club.event", "1=1-1", "--reason", "both say so")
    assert "both say so" in event("trail", "club.event")
    assert event("trail", "club.event").count("standing") == 2
    assert "All is right" in event("check", "club.event")


def test_a_pairing_by_hand_stands_beside_that_of_the_program(event: Say) -> None:
    club(event)
    draft = values(event, "pair", "club.event", "--draft")
    one, two = draft[0]["starts"], draft[1]["starts"]
    swap = ("pair", "club.event", "--swap", one, two)
    assert "needs a reason" in event(*swap, status=2)
    assert "is not paired" in event("pair", "club.event", "--swap", one, "Zoe", status=2)
    event(*swap, "--reason", "brothers")
    assert "by hand (brothers)" in event("trail", "club.event")
    assert "All is right" in event("check", "club.event")


def test_leaving_coming_back_and_staying_away(event: Say) -> None:
    club(event, names="Anna Bert Cleo Dora Emil Fritz")
    event("excuse", "club.event", "Anna")
    event("withdraw", "club.event", "Bert", "--reason", "ill")
    names = [row["starts"] for row in values(event, "pair", "club.event")]
    assert "Bert" not in names
    event("result", "club.event", "1=2-0", "2=2-0")
    event("return", "club.event", "Bert", "--reason", "well again")
    assert "Bert" in event("pair", "club.event", "--draft")
    players = {row["name"]: row["state"] for row in values(event, "players", "club.event")}
    assert players["Bert"] == ""


def test_an_annulled_round_is_drawn_with_a_new_lot(event: Say, tmp_path: Path) -> None:
    club(event, "--deck", "english-3move", "--games", "2")
    event("pair", "club.event")
    event("card", "club.event")
    old = json.loads((tmp_path / "club.event").read_text())["now"]["rounds"][0]["cards"]
    event("annul", "club.event", "--reason", "fire")
    event("pair", "club.event")
    event("card", "club.event")
    new = json.loads((tmp_path / "club.event").read_text())["now"]["rounds"][0]["cards"]
    assert old != new
    assert "none is drawn again" in event("card", "club.event", status=2)
    assert "All is right" in event("check", "club.event")


def test_settings_freeze_with_round_one(event: Say) -> None:
    club(event)
    event("pair", "club.event")
    assert "frozen" in event("set", "club.event", "--games", "2", "--reason", "x", status=2)
    assert "say why" in event("set", "club.event", "--rounds", "4", status=2)
    event("set", "club.event", "--rounds", "4", "--reason", "there is time")
    assert "nothing would be changed" in event(
        "set", "club.event", "--rounds", "4", "--reason", "x", status=2
    )


def test_a_round_robin_a_knockout_a_match_teams_and_an_exhibition(event: Say) -> None:
    event("new", "r.event", "--format", "round robin", "--cycles", "2", "--exchange")
    event("new", "k.event", "--format", "knockout", "--games", "2")
    event("new", "m.event", "--format", "match", "--rounds", "3", "--early")
    event("new", "t.event", "--format", "teams")
    event("new", "v.event", "--format", "scheveningen")
    event("new", "s.event", "--format", "simultaneous", "--giver", "Anna", "--alternate")
    for file in ("r.event", "k.event", "m.event", "t.event", "v.event", "s.event"):
        event("publish", file)
        for name in ("Anna", "Bert", "Cleo", "Dora")[: 2 if file == "m.event" else 4]:
            team = (
                ("--team", "North" if name < "C" else "South")
                if file in ("t.event", "v.event")
                else ()
            )
            event("enter", file, name, *team)
        rows = values(event, "pair", file)
        for row in rows:
            games = "2-0,0-2" if file == "k.event" else "2-0"
            event("result", file, f"{row['board']}={games}")
    assert "are level" in event("pair", "k.event", status=2)
    assert "board 1:" in event("tie-break", "k.event", "1=1-1,2-0", "2=0-2")
    event("pair", "k.event")
    event("pair", "m.event")
    event("result", "m.event", "1=0-2")
    assert "cannot be caught" in event("pair", "m.event", status=2)
    event("pair", "v.event")
    teams = values(event, "standings", "t.event", "--teams", "grodno")
    assert {row["name"] for row in teams} == {"North", "South"}
    for file in ("r.event", "k.event", "m.event", "t.event", "v.event", "s.event"):
        assert "All is right" in event("check", file), file


def test_tables_are_told_as_lines_json_and_csv(event: Say) -> None:
    club(event)
    event("pair", "club.event")
    event("result", "club.event", "1=2-0", "2=1-1")
    for command in ("standings", "crosstable", "players", "round"):
        plain = event(command, "club.event")
        assert "Anna" in plain and "\x1b" not in plain
        assert "Anna" in event(command, "club.event", "--csv")
        assert "Anna" in event(command, "club.event", "--json")
    assert "round 7" in event("round", "club.event", "7", status=2)
    assert "is none of points" in event("explain", "club.event", "Anna", "luck", status=2)
    assert "nobody is called" in event("explain", "club.event", "Zoe", status=2)


def test_what_goes_out_comes_in_again(event: Say, tmp_path: Path) -> None:
    club(event, "--preset", "fmjd", names="Anna Bert Cleo Dora Emil Fritz")
    event("excuse", "club.event", "Fritz")
    for _ in range(3):
        rows = values(event, "pair", "club.event")
        games = [f"{row['board']}=2-0" for row in rows if row["answers"]]
        event("result", "club.event", *games)
    event("export", "club.event", "--as", "crosstable", "-o", "table.csv")
    text = (tmp_path / "table.csv").read_text(encoding="utf-8")
    assert "/" in text and "w," in text and "b," in text
    ranked = values(event, "rank", "table.csv", "--preset", "fmjd")
    assert ranked == values(event, "standings", "club.event")
    games = list(pdn.read(io.StringIO(event("export", "club.event", "--as", "pdn"))))
    assert len(games) == 8 and not any(game.errors for game in games)
    assert {game.tags["Round"] for game in games} >= {"1.1", "2.1", "3.2"}
    assert all(game.tags["Result"] in ("1-0", "0-1") for game in games)
    results = list(csv.DictReader(io.StringIO(event("export", "club.event", "--as", "csv"))))
    assert len(results) == 10
    assert [row["alone"] for row in results if row["alone"]] == ["bye", "requested"]


def test_a_season_of_three_events_with_one_dropped(event: Say) -> None:
    for n, winner in enumerate(("2-0", "0-2", "2-0"), 1):
        event("new", f"s{n}.event", "--format", "match", "--rounds", "1")
        event("publish", f"s{n}.event")
        event("enter", f"s{n}.event", "Anna", "Bert")
        starts = values(event, "pair", f"s{n}.event")[0]["starts"]
        turned = winner if starts == "Anna" else winner[::-1]
        if n == 3:
            assert "is not over" in event("series", "s1.event", "s3.event", status=2)
        event("result", f"s{n}.event", f"1={turned}")
    files = ["s1.event", "s2.event", "s3.event"]
    rows = values(event, "series", *files, "--points", "10,4", "--drop", "1")
    assert rows == [
        {"place": "1", "name": "Anna", "s1": "10", "s2": "(4)", "s3": "10", "points": "20"},
        {"place": "2", "name": "Bert", "s1": "4", "s2": "10", "s3": "(4)", "points": "14"},
    ]
    added = values(event, "combine", *files)
    assert [(row["name"], row["points"]) for row in added] == [("Anna", "4"), ("Bert", "2")]
    assert "no numbers" in event("series", *files, "--points", "ten", status=2)
    assert "Either" in event("series", *files, "--drop", "1", "--best", "2", status=2)


def test_an_arena_whose_time_is_up_was_never_part_of_a_season(
    event: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    event("new", "blitz.event", "--format", "arena", "--minutes", "1")
    event("publish", "blitz.event")
    event("enter", "blitz.event", "Anna", "Bert")
    event("pair", "blitz.event")
    assert "is not over" in event("series", "blitz.event", status=2)
    event("result", "blitz.event", "1=2-0")
    assert "is not over" in event("series", "blitz.event", status=2)
    monkeypatch.setattr("crownhead.cli.event.season.now", lambda: "2099-01-01T00:00:00Z")
    assert [row["points"] for row in values(event, "series", "blitz.event")] == ["50", "44"]


def test_house_rules_are_part_of_the_file(event: Say, tmp_path: Path) -> None:
    record = get("english").to_dict()
    record |= {"key": "house", "names": {"en": "Free choice"}, "gametype": ""}
    record["rules"] |= {"compulsory": False}
    (tmp_path / "house.json").write_text(json.dumps(record))
    (tmp_path / "bad.json").write_text('{"key": "house"}')
    assert "names is missing" in event(
        "new", "x.event", "--rounds", "3", "--rules", "bad.json", status=2
    )
    club(event, "--rules", "house.json", "--deck", "english-3move", "--games", "2")
    assert loads((tmp_path / "club.event").read_bytes()).competition.event.game.name() == (
        "Free choice"
    )
    event("pair", "club.event")
    event("card", "club.event")
    event("result", "club.event", "1=2-0,1-1", "2=1-1,1-1")
    games = list(pdn.read(io.StringIO(event("export", "club.event", "--as", "pdn"))))
    assert len(games) == 4 and all(len(list(game.moves)) == 3 for game in games)
    (tmp_path / "house.json").write_text(json.dumps(record | {"names": {"en": "Other"}}))
    changed = ("set", "club.event", "--rules", "house.json", "--reason", "x")
    assert "“house” is frozen" in event(*changed, status=2)
    assert "All is right" in event("check", "club.event")


def test_a_table_of_two_games_is_ranked_by_its_sums(event: Say) -> None:
    club(event, "--preset", "fmjd", "--games", "2")
    event("pair", "club.event")
    event("result", "club.event", "1=2-0,1-1", "2=+/-,+/-")
    event("export", "club.event", "--as", "crosstable", "-o", "table.csv")
    ranked = values(event, "rank", "table.csv", "--preset", "fmjd", "--games", "2")
    assert ranked == values(event, "standings", "club.event")
    assert "wins cannot be told" in event(
        "rank", "table.csv", "--preset", "club", "--games", "2", status=2
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no,name\n1,Anna\n", "names the columns"),
        ("no,name,1\n1,Anna,2/2w\n2,Bert,1/1b\n", "no result brings 2 and 1"),
        ("no,name,1\n1,Anna,2/2w\n2,Bert,0/1w\n", "colours differ"),
        ("no,name,1\n1,Anna,2/2w\n2,Bert,-\n", "who does not say so"),
        ("no,name,1\n1,Anna,2:2w\n2,Bert,-\n", "is no cell such as 2/14b"),
        ("no,name,1\n1,Anna,2/2w,5\n2,Bert,-\n", "line 2: 4 cells in 3 columns"),
        ("no,name,1\n1,Anna,-\n1,Bert,-\n", "line 3"),
        ("no,name,1\n", "has 0 rows"),
    ],
)
def test_a_cross_table_that_contradicts_itself_is_refused(
    event: Say, tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "table.csv").write_text(text)
    assert said in event("rank", "table.csv", status=2)


def test_the_report_for_fide_is_paired_alike_by_another_reader(event: Say, tmp_path: Path) -> None:
    """gacrux reads the file and pairs the next round from it alone."""
    club(event, names="Anna Bert Cleo Dora Emil Fritz Gerd")
    event("excuse", "club.event", "Gerd")
    rows = values(event, "pair", "club.event")
    event("result", "club.event", *(f"{r['board']}=2-0" for r in rows if r["answers"]))
    event("export", "club.event", "--as", "trf", "-o", "club.trf")
    names = [row["name"] for row in values(event, "players", "club.event")]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "gacrux.pairingchecker",
            "-i",
            "club.trf",
            "-o",
            "-",
            "-n",
            "2",
            "-p",
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONUTF8": "1"},
        timeout=120,
    )
    paired = json.loads(done.stdout)["pairingResult"]["pairs"]
    ours = values(event, "pair", "club.event")
    numbers = {name: n for n, name in enumerate(names, 1)}
    wanted = [[numbers[r["starts"]], numbers.get(r["answers"], 0)] for r in ours]
    assert paired == wanted, done


@pytest.mark.parametrize("language", ["de", "en"])
def test_sheets_say_who_plays_whom(event: Say, language: str) -> None:
    club(event, "--deck", "english-3move", "--scope", "board", names="Anna <b>Bert Cleo")
    event("pair", "club.event")
    event("card", "club.event")
    for kind in ("pairings", "names", "slips", "standings", "crosstable", "placecards"):
        text = event("print", "club.event", kind, "--lang", language)
        assert f'lang="{language}"' in text and "Anna" in text
        assert "&lt;b&gt;Bert" in text and "<b>Bert" not in text
    sheet = event("print", "club.event", "participants", "--lang", language)
    assert ("3 Teilnehmer." if language == "de" else "3 entrants.") in sheet
    sheet = event("print", "club.event", "checkin", "--lang", language)
    assert ("Summe der Startgelder:" if language == "de" else "Sum of the fees:") in sheet
    assert sheet.count("<tr><td>") == 3
    assert "round 4" in event("print", "club.event", "slips", "--round", "4", status=2)


def test_a_damaged_file_is_one_sentence(event: Say, tmp_path: Path) -> None:
    (tmp_path / "bad.event").write_text('{"format": "crownhead event", "version": 1, "x": 2}')
    said = event("standings", "bad.event", status=2)
    assert said.count("\n") == 1 and "bad.event" in said
    assert "there is no such file" in event("check", "none.event", status=2)


def test_two_commands_at_once_lose_nothing(event: Say, tmp_path: Path) -> None:
    club(event, names="Anna")
    commands = [
        subprocess.Popen(
            [sys.executable, "-m", "crownhead.cli", "event", "enter", "club.event", f"n{n}"],
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
        )
        for n in range(4)
    ]
    assert [each.wait(120) for each in commands] == [0, 0, 0, 0]
    assert len(values(event, "players", "club.event")) == 5
    assert "All is right" in event("check", "club.event")


def test_without_the_package_for_swiss_pairings_the_extra_is_named(
    event: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    club(event)
    for module in [name for name in sys.modules if name.split(".")[0] == "gacrux"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "gacrux", None)
    assert "crownhead[competition]" in event("pair", "club.event", status=2)
    event("new", "r.event", "--format", "round robin")
    event("publish", "r.event")
    event("enter", "r.event", "Anna", "Bert")
    event("pair", "r.event")
    assert "All is right" in event("check", "r.event")


def test_a_lost_file_of_seeds_is_survived_for_everybody_to_see(event: Say, tmp_path: Path) -> None:
    club(event, "--deck", "english-3move", "--games", "2")
    event("pair", "club.event")
    event("card", "club.event")
    event("result", "club.event", "1=2-0,1-1", "2=1-1,1-1")
    (tmp_path / "club.event.secret").unlink()
    event("pair", "club.event")
    assert "there is no such file" in event("card", "club.event", status=2)
    event("annul", "club.event", "--reason", "the seeds are lost")
    assert stat.S_IMODE((tmp_path / "club.event.secret").stat().st_mode) == 0o600
    event("pair", "club.event")
    event("card", "club.event")
    event("result", "club.event", "1=2-0,1-1", "2=1-1,1-1")
    event("pair", "club.event")
    assert "its seed is lost" in event("card", "club.event", status=2)
    assert "All is right" in event("check", "club.event")


def test_an_expulsion_after_the_last_round_is_a_new_ranking(event: Say) -> None:
    club(event)
    event("pair", "club.event")
    event("result", "club.event", "1=2-0", "2=2-0")
    event("withdraw", "club.event", "Anna", "--reason", "shouted", "--expel")
    assert event("trail", "club.event").count("standing") == 2
    event("withdraw", "club.event", "Bert", "--reason", "ill")
    assert event("trail", "club.event").count("standing") == 2, "nothing has changed"
    assert "All is right" in event("check", "club.event")


def test_names_with_signs_of_other_formats_do_no_harm(event: Say) -> None:
    names = ['A "x" ] {', "=1+1", "[red]B", "C;D,E"]
    event("new", "club.event", "--rounds", "1")
    event("publish", "club.event")
    event("enter", "club.event", *names)
    event("pair", "club.event")
    event("result", "club.event", "1=2-0", "2=2-0")
    games = list(pdn.read(io.StringIO(event("export", "club.event", "--as", "pdn"))))
    assert {game.tags[side] for game in games for side in ("White", "Black")} == set(names)
    rows = list(csv.DictReader(io.StringIO(event("standings", "club.event", "--csv"))))
    assert {row["name"] for row in rows} == {*names, "'=1+1"} - {"=1+1"}


def test_a_terminal_shows_a_table_by_rich(capsys: pytest.CaptureFixture[str]) -> None:
    tables._rich(["place", "name"], [["1", "[red]Anna"]], "[bold]Club")
    said = capsys.readouterr().out
    assert "[red]Anna" in said and "[bold]Club" in said


def test_the_library_needs_nothing_of_the_server() -> None:
    program = """
import sys
for name in "litestar msgspec sqlalchemy uvicorn websockets gacrux click rich".split():
    sys.modules[name] = None
import crownhead.competition as c
from crownhead.competition import crosstable, eventfile, sheets, teams, trf
log = c.Log.begin(c.Event(name="x", format="round robin"), "2026-11-27T18:00:00Z")
for name in ("A", "B"):
    log = log.act("enter", "2026-11-27T18:00:00Z", entrant={"name": name})
print(c.check(eventfile.dumps(log.pair("2026-11-27T18:00:00Z"))).right)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "True\n", done.stderr


def test_a_report_comes_in_as_an_event_and_a_wrong_line_is_named(
    event: Say, tmp_path: Path
) -> None:
    club(event, names="Anna Bert Cleo Dora")
    event("pair", "club.event")
    event("result", "club.event", "1=2-0", "2=1-1")
    event("export", "club.event", "--as", "trf", "-o", "club.trf")
    assert "4 entrants, 1 rounds" in event("import", "club.trf", "again.event")
    assert "All is right" in event("check", "again.event")
    assert values(event, "standings", "again.event") == values(event, "standings", "club.event")
    event("pair", "again.event")
    assert "is there already" in event("import", "club.trf", "again.event", status=2)
    text = (tmp_path / "club.trf").read_text(encoding="utf-8")
    (tmp_path / "club.trf").write_text(text.replace(" w 1", " w 7"), encoding="utf-8")
    said = event("import", "club.trf", "other.event", status=2)
    assert re.search(r"line \d+: round 1: '. w 7' is no cell", said)
    assert not (tmp_path / "other.event").exists()


def test_fees_stand_beside_the_file_that_everybody_may_see(event: Say, tmp_path: Path) -> None:
    club(event, names="Anna Bert Cleo")
    assert "costs nothing" in event("fees", "club.event", status=2)
    assert "cannot be read" in event("fees", "club.event", "--set", "ten", status=2)
    assert "adults 10.00, youth 5.00 EUR" in event(
        "fees", "club.event", "--set", "adults 10, youth 5 EUR"
    )
    assert stat.S_IMODE((tmp_path / "club.event.fees").stat().st_mode) == 0o600
    assert event("paid", "club.event", "Anna") == "Anna: 10.00 EUR paid of 10.00 EUR\n"
    assert event("paid", "club.event", "Bert", "2,50", "--kind", "youth") == (
        "Bert: 2.50 EUR paid of 5.00 EUR\n"
    )
    assert "Zoe" in event("paid", "club.event", "Zoe", status=2)
    assert "known are adults, youth, free" in event(
        "paid", "club.event", "Bert", "--kind", "old", status=2
    )
    assert event("fees", "club.event").splitlines()[-1] == "12.50 EUR paid of 25.00 EUR"
    found = values(event, "fees", "club.event")
    assert (found["paid"], found["due"], found["digits"]) == (1250, 2500, 2)
    assert found["entrants"][1] == {"name": "Bert", "fee": "youth", "paid": 250, "due": 500}
    # Nobody is let off by renaming the kinds, and nothing that was paid changes its currency.
    assert "paid in EUR" in event("fees", "club.event", "--set", "10 USD", status=2)
    event("fees", "club.event", "--set", "8 EUR")
    assert values(event, "fees", "club.event")["due"] == 2400
    event("print", "club.event", "participants", "--fees", "-o", "desk.html")
    event("print", "club.event", "participants", "-o", "wall.html")
    assert "12.50 EUR paid of 24.00 EUR" in (tmp_path / "desk.html").read_text()
    assert "EUR" not in (tmp_path / "wall.html").read_text()
    assert "--fees" in event("print", "club.event", "standings", "--fees", status=2)
    assert "EUR" not in (tmp_path / "club.event").read_text()
    (tmp_path / "club.event.fees").write_text('{"format": "crownhead event fees"}')
    assert "holds no fees" in event("fees", "club.event", status=2)


def test_E24_who_decides_about_refused_draws_is_a_setting(event: Say) -> None:
    club(event, "--adjudicator", "arbiter")
    settings = values(event, "trail", "club.event")[0]["event"]
    assert settings["adjudicator"] == "arbiter"
    event("set", "club.event", "--adjudicator", "program")
    assert "adjudicator" not in values(event, "trail", "club.event")[-1]["event"]


def test_E24_a_wrong_verdict_of_tables_is_named(event: Say, tmp_path: Path) -> None:
    (tmp_path / "right.event").write_text(dumps(round_robin()))
    assert "2 verdicts by tables" in event("check", "right.event")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="has no device that never ends")
def test_what_never_ends_is_no_event_file(event: Say) -> None:
    """It was read until the memory was full."""
    told = event("check", "/dev/zero", status=2)
    assert "/dev/zero is larger than" in told


def test_an_event_that_did_not_fit_on_the_disk_was_left_cut_off(event: Say) -> None:
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, limit[1]))
    try:
        told = event("new", "club.event", "--name", "Club", "--rounds", "5", status=2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    assert told == "crownhead: File too large\n"
    assert list(Path().iterdir()) == []
