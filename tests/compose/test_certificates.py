"""Certificates are verified without a search, and none that was changed is believed."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import crownhead as ch
from crownhead import compose
from crownhead.compose import certificate as certificates
from crownhead.compose import reading
from crownhead.compose.graph import name_of
from crownhead.endgame.tables import Tables
from crownhead.errors import InvalidCertificate

DATA = Path(__file__).parents[2] / "data"
STUDY = "W:W31,K30:BK29,22,19"


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """Return a certificate as plain data: a sound study, with tables of up to four pieces alone."""
    tables = Tables.open("english", most=4)
    report = compose.check(reading.of_fen(STUDY, "english"), tables=tables)
    assert report.sound
    made: dict[str, Any] = json.loads(json.dumps(report.certificate.to_dict()))
    assert len(made["wins"]) > 10
    assert len(made["holds"]) > 5
    return made


def verify_record(record: dict[str, Any]) -> compose.Verified:
    """Return what verifying plain data finds."""
    return compose.verify(certificates.from_dict(record))


def test_a_certificate_survives_its_file(tmp_path: Path) -> None:
    report = compose.check(reading.of_fen(STUDY, "english"))
    path = tmp_path / "study.json"
    certificates.write(path, report.certificate)
    again = certificates.read(path)
    assert again.to_dict() == report.certificate.to_dict()
    assert compose.verify(again).found == report.found
    assert compose.verify(again, searching=True).found == report.found


def test_every_entry_is_needed(record: dict[str, Any]) -> None:
    for part in ("wins", "holds"):
        for name in record[part]:
            forged = copy.deepcopy(record)
            del forged[part][name]
            with pytest.raises(InvalidCertificate):
                verify_record(forged)


def test_no_entry_can_be_told_otherwise(record: dict[str, Any]) -> None:
    for part in ("wins", "holds"):
        for name, told in record[part].items():
            for other in {"*", "end", "table", "1-2"} - {told}:
                if other == "table" and _is_true_by_table(record, name, part):
                    continue
                forged = copy.deepcopy(record)
                forged[part][name] = other
                with pytest.raises(InvalidCertificate) as refused:
                    verify_record(forged)
                assert name in str(refused.value)
                assert refused.value.place == f"{part}[{name!r}]"


def _is_true_by_table(record: dict[str, Any], name: str, part: str) -> bool:
    graph = certificates.from_dict(record).graph
    position = ch.Position.from_fen(name, graph.variant)
    return graph.hero_wins_by_table(position) is (part == "wins")


def test_wins_and_holds_cannot_change_places(record: dict[str, Any]) -> None:
    for part, other in (("wins", "holds"), ("holds", "wins")):
        for name in record[part]:
            forged = copy.deepcopy(record)
            forged[other][name] = forged[part].pop(name)
            with pytest.raises(InvalidCertificate):
                verify_record(forged)


def test_another_position_is_none_of_the_proof(record: dict[str, Any]) -> None:
    forged = record | {"fen": "W:W31,K26:BK29,22,19"}
    with pytest.raises(InvalidCertificate, match=r"verdict|seconds|lines"):
        verify_record(forged)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"format": "x"}, "format"),
        ({"version": 2}, "version"),
        ({"version": True}, "version"),
        ({"variant": "russian"}, "rules"),
        ({"rules": "00"}, "rules"),
        ({"fen": "W:W99"}, "fen"),
        ({"goal": "fame"}, "fen"),
        ({"goal": 3}, "goal"),
        ({"verdict": "cook"}, "verdict"),
        ({"verdict": "brilliant"}, "verdict"),
        ({"at": 3}, "verdict"),
        ({"ground": "searched"}, "verdict"),
        ({"lines": []}, "verdict"),
        ({"lines": [["30-9"]]}, "lines[0][0]"),
        ({"lines": [[7]]}, "lines[0][0]"),
        ({"lines": "1-6"}, "lines"),
        ({"seconds": [{"line": [], "move": "31-27", "kind": "dull"}]}, "seconds[0].kind"),
        ({"seconds": [7]}, "seconds[0]"),
        ({"origin": ["parity"]}, "origin"),
        ({"tables": {"english-9.endgame": "00"}}, "tables['english-9.endgame']"),
        ({"tables": {"english-2.endgame": "00"}}, "tables['english-2.endgame']"),
        ({"wins": {"x": 7}}, "wins['x']"),
        ({"wins": []}, "wins"),
        ({"searched": {"x": [1]}}, "searched['x']"),
        ({"open": {"x": "1"}}, "open['x']"),
    ],
)
def test_what_is_wrong_is_named(record: dict[str, Any], change: dict[str, Any], place: str) -> None:
    with pytest.raises(InvalidCertificate) as refused:
        verify_record(record | change)
    assert refused.value.place == place


def test_another_table_is_not_the_one_that_was_asked(record: dict[str, Any]) -> None:
    tables = record["tables"] | {"english-3.endgame": "00" * 32}
    with pytest.raises(InvalidCertificate, match="is another one"):
        verify_record(record | {"tables": tables})
    with pytest.raises(InvalidCertificate, match="is not at hand"):
        verify_record(record | {"tables": {"english-8.endgame": "00" * 32}})
    with pytest.raises(InvalidCertificate, match="no endgame table at hand"):
        verify_record(record | {"tables": {}})


def test_a_win_that_leads_back_to_itself_is_none() -> None:
    start = ch.Position.from_fen("W:WK1:BK32", "english")
    report = compose.check(compose.Composition(start, "win"))
    made = report.certificate
    made.graph.holds.clear()
    position = start
    for move in ("1-6", "32-27", "6-1", "27-32"):
        made.graph.wins[name_of(position)] = move if position.turn == "white" else "*"
        position = position.play(move)
    with pytest.raises(InvalidCertificate, match=r"is not shown|back to itself"):
        compose.verify(made)


def test_a_second_way_cannot_be_left_out_or_made_up() -> None:
    report = compose.check(reading.of_fen("W:WK15,K32:B16,K28", "english"))
    record = json.loads(json.dumps(report.certificate.to_dict()))
    assert [each["kind"] for each in record["seconds"]] == ["longer"]
    for number in range(len(record["seconds"])):
        forged = copy.deepcopy(record)
        del forged["seconds"][number]
        with pytest.raises(InvalidCertificate, match="is a second way, and is not listed"):
            verify_record(forged)
    forged = copy.deepcopy(record)
    kind = forged["seconds"][0]["kind"]
    forged["seconds"][0]["kind"] = "landing" if kind != "landing" else "cook"
    with pytest.raises(InvalidCertificate, match="not a landing|not a cook"):
        verify_record(forged)


def test_searches_that_were_made_up_are_found_when_repeated() -> None:
    games = list(reading.read(DATA / "compositions.pdn"))
    report = compose.check(games[19], positions=1_000, nodes=3_000)
    made = json.loads(json.dumps(report.certificate.to_dict()))
    assert made["searched"]
    assert compose.verify(certificates.from_dict(made), searching=True).searched
    name = next(iter(made["searched"]))
    made["searched"][name][0] += 1
    with pytest.raises(InvalidCertificate, match="the search says"):
        compose.verify(certificates.from_dict(made), searching=True)


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000, '{"format": 1}', "\xff"])
def test_a_file_that_is_no_certificate_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(InvalidCertificate):
        certificates.read(path)
