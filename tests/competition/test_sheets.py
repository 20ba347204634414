"""Printed sheets where somebody has left: what counts, and what does not, stands on each."""

from __future__ import annotations

import re
from html import unescape

import pytest
from support.club_event import club_evening

from crownhead.competition import CompetitionError, Entrant, Event
from crownhead.competition.deeds import Log
from crownhead.competition.sheets import sheet
from crownhead.locales import Catalogue

NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Frieda")
GONE = {
    "de": ("gestrichen", "ausgestiegen", "kampflos", "In Klammern: zählt nicht"),
    "en": ("cancelled", "withdrawn", "no game", "In brackets: does not count"),
}


def two_fall_ill() -> Log:
    """Return a round robin of six; Frieda leaves after two of five rounds, Emil after three."""
    log = Log.begin(Event(name="Autumn", format="round robin"), "2026-11-27T18:00:00Z")
    log = log.publish("2026-11-27T18:01:00Z", ["0" * 64])
    for name in NAMES:
        entrant = Entrant(name=name).to_dict()
        log = log.act("enter", "2026-11-27T18:02:00Z", entrant=entrant)
    for number in range(1, 6):
        for gone, name in ((3, "Frieda"), (4, "Emil")):
            if number == gone:
                log = log.act("withdraw", "2026-11-27T19:00:00Z", name=name, reason="ill")
        log = log.pair("2026-11-27T18:03:00Z", numbers_seed="0" * 64 if number == 1 else "")
        for n, board in enumerate(log.competition.rounds[-1].boards, 1):
            if not board.games:
                log = log.act(
                    "result", "2026-11-27T18:30:00Z", round=number, board=n, games=["2-0"]
                )
    return log


def rows(text: str) -> list[list[str]]:
    """Return the cells of a sheet's table."""
    body = text.partition("<tbody>")[2].partition("</tbody>")[0]
    lines = re.findall(r"<tr>(.*?)</tr>", body)
    return [[unescape(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", line)] for line in lines]


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_standing_did_not_say_who_has_left(language: str) -> None:
    cancelled, withdrawn, *_ = GONE[language]
    names = {
        row[1]: row[0] for row in rows(sheet("standings", two_fall_ill(), Catalogue(language)))
    }
    assert names[f"Frieda ({cancelled})"] == "–"
    assert names[f"Emil ({withdrawn})"].isdecimal()
    assert names["Anna"].isdecimal()


@pytest.mark.parametrize("language", ["de", "en"])
def test_cells_that_do_not_count_made_rows_that_do_not_add_up(language: str) -> None:
    cancelled, _, _, legend = GONE[language]
    text = sheet("crosstable", two_fall_ill(), Catalogue(language))
    assert legend in text
    for row in rows(text):
        counting = [cell for cell in row[2:-1] if not cell.startswith("(")]
        assert sum(int(cell.partition("/")[0]) for cell in counting) == int(row[-1]), row
        assert len(counting) == (0 if row[1] == f"Frieda ({cancelled})" else 4)
    whole = sheet(
        "crosstable",
        Log.begin(Event(name="Club", rounds=3), "2026-11-27T18:00:00Z"),
        Catalogue("en"),
    )
    assert GONE["en"][3] not in whole


@pytest.mark.parametrize("language", ["de", "en"])
def test_points_before_a_round_counted_cancelled_games(language: str) -> None:
    cancelled, withdrawn, _, legend = GONE[language]
    log = two_fall_ill()
    text = sheet("pairings", log, Catalogue(language), 5)
    assert legend in text
    earlier = {row.name: str(row.numbers[0].text) for row in log.competition.standing()}
    fifth = log.competition.rounds[4].boards
    for board, row in zip(fifth, rows(text), strict=True):
        ill = [name for name in board.names if name == "Frieda"]
        for name, shown, points in ((board.one, row[1], row[2]), (board.two, row[3], row[4])):
            assert shown.startswith(str(name))
            brought = 0 if ill else int(board.games[0][0 if name == board.one else 2] or 0)
            assert int(points) == int(earlier[str(name)]) - brought
        assert row[5] == (f"({board.games[0]})" if ill else board.games[0])
        if ill:
            assert f"Frieda ({cancelled})" in row
    # In the rounds that he played nobody had left.
    first = sheet("pairings", log, Catalogue(language), 1)
    assert withdrawn not in first


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_slip_was_printed_for_a_board_at_which_nobody_plays(language: str) -> None:
    _, withdrawn, unplayed, _ = GONE[language]
    log = two_fall_ill()
    boards = log.competition.rounds[3].boards
    played = [board for board in boards if board.played]
    assert 0 < len(played) < len(boards)
    assert sheet("slips", log, Catalogue(language), 4).count("<div class=slip>") == len(played)
    by_name = {
        row[0].partition(" (")[0]: row for row in rows(sheet("names", log, Catalogue(language), 4))
    }
    for board in boards:
        for name in board.names:
            assert (by_name[name][2] == unplayed) is not board.played
    assert by_name["Emil"][0] == f"Emil ({withdrawn})"


def test_a_move_of_a_card_was_broken_at_its_hyphen_in_a_narrow_column() -> None:
    cards = [row[6] for row in rows(sheet("pairings", club_evening(), Catalogue("de"), 1))]
    assert cards[0].startswith("33. 9\u201113 24\u201120 11\u201115") and "-" not in "".join(cards)


@pytest.mark.parametrize(
    ("language", "said"), [("de", "Runde 9 gibt es nicht"), ("en", "There is no round 9")]
)
def test_a_sheet_of_a_round_that_is_none_is_refused_in_words(language: str, said: str) -> None:
    with pytest.raises(CompetitionError) as raised:
        sheet("pairings", two_fall_ill(), Catalogue(language), 9)
    key, values = f"server.event_rule.{raised.value.key}", raised.value.values
    assert Catalogue(language).text(key, **values).startswith(said)


@pytest.mark.parametrize(("language", "said"), [("de", "noch kein Ergebnis"), ("en", "result yet")])
def test_the_cross_table_did_not_say_what_a_question_mark_is(language: str, said: str) -> None:
    log = Log.begin(Event(name="Club", format="round robin"), "2026-11-27T18:00:00Z")
    for name in NAMES[:2]:
        log = log.act("enter", "2026-11-27T18:02:00Z", entrant={"name": name})
    text = sheet("crosstable", log.pair("2026-11-27T18:03:00Z"), Catalogue(language))
    assert "?/" in text and said in unescape(text)


@pytest.mark.parametrize(
    ("language", "during", "after", "before"),
    [
        ("de", "Zwischenstand in Runde 1", "Stand nach Runde 1", "<h2>Stand</h2>"),
        ("en", "Standings during round 1", "Standings after round 1", "<h2>Standings</h2>"),
    ],
)
def test_a_standing_in_the_middle_of_a_round_was_said_to_be_that_after_it(
    language: str, during: str, after: str, before: str
) -> None:
    words = Catalogue(language)
    log = Log.begin(Event(name="Autumn", format="round robin"), "2026-11-27T18:00:00Z")
    log = log.publish("2026-11-27T18:01:00Z", ["0" * 64])
    for name in NAMES[:4]:
        log = log.act("enter", "2026-11-27T18:02:00Z", entrant={"name": name})
    assert before in sheet("standings", log, words)
    log = log.pair("2026-11-27T18:03:00Z", numbers_seed="0" * 64)
    for board in (1, 2):
        assert during in sheet("standings", log, words)
        assert "1" in sheet("crosstable", log, words).partition("<h2>")[2].partition("</h2>")[0]
        log = log.act("result", "2026-11-27T18:30:00Z", round=1, board=board, games=["2-0"])
    assert after in sheet("standings", log, words)


def test_the_standing_of_an_arena_was_said_to_be_that_after_its_last_board() -> None:
    arena = Log.begin(Event(name="A", format="arena", minutes=9), "2026-11-27T18:00:00Z")
    for name in NAMES[:2]:
        arena = arena.act("enter", "2026-11-27T18:02:00Z", entrant={"name": name})
    arena = arena.pair("2026-11-27T18:03:00Z")
    for kind in ("standings", "crosstable"):
        assert (
            "1"
            not in sheet(kind, arena, Catalogue("en")).partition("<h2>")[2].partition("</h2>")[0]
        )


def test_names_with_marks_stood_behind_z_in_lists_by_name() -> None:
    log = Log.begin(Event(name="Autumn", format="round robin"), "2026-11-27T18:00:00Z")
    log = log.publish("2026-11-27T18:01:00Z", ["0" * 64])
    for name in ("Zita", "Özil", "Otto", "Paul"):
        log = log.act("enter", "2026-11-27T18:02:00Z", entrant={"name": name})
    log = log.pair("2026-11-27T18:03:00Z", numbers_seed="0" * 64)
    for kind in ("names", "checkin"):
        names = [row[0] for row in rows(sheet(kind, log, Catalogue("de")))]
        assert names == ["Otto", "Özil", "Paul", "Zita"]
    cards = sheet("placecards", log, Catalogue("de"))
    assert cards.index("Özil") < cards.index("Paul") < cards.index("Zita")
