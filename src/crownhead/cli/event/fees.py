"""Entry fees at the command line: what they are, who has paid, what is still to come in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from crownhead.cli.arguments import Refused
from crownhead.cli.event.desk import alone, file_argument, now, read, read_text, write_private
from crownhead.cli.event.tables import show, table_options
from crownhead.competition import Competition
from crownhead.competition.fees import Fees, Till
from crownhead.errors import CrownheadError

_FEES = "crownhead event fees"


def fees_of(file: Path) -> Path:
    """Return where it stands who has paid how much: beside the event, for the desk alone."""
    return file.with_name(f"{file.name}.fees")


def read_till(file: Path) -> Till | None:
    """Read who has paid how much, None where entering costs nothing. Raises `Refused`."""
    if not fees_of(file).exists():
        return None
    values = _read(file)
    till = Till(Fees.parse(values["fees"]))
    for line in values["payments"]:
        kind = line.get("kind")
        known = kind if kind in till.fees.kinds else None
        till = till.note(line["name"], line["paid"], known)
    return till


def _read(file: Path) -> dict[str, Any]:
    path = fees_of(file)
    try:
        values = json.loads(read_text(path))
        if values["format"] != _FEES or values["version"] != 1:
            raise ValueError
        till = Till(Fees.parse(values["fees"]))
        for line in values["payments"]:
            till.note(str(line["name"]), line["paid"])
        return dict(values)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, CrownheadError):
        raise Refused(f"{path}: holds no fees of an event") from None


def _write(file: Path, values: dict[str, Any]) -> None:
    write_private(fees_of(file), json.dumps(values, indent=1, ensure_ascii=False))


@click.command("fees")
@file_argument
@click.option("--set", "wanted", metavar="TEXT", help='What it costs: "adults 10, youth 5 EUR".')
@table_options
def fees(file: Path, wanted: str | None, as_json: bool, as_csv: bool) -> None:
    """List who has paid how much of the entry fee, or say how much it is.

    The kind named first is what everybody owes unless `paid --kind` says otherwise; "free" costs
    nothing. It stands in FILE.fees, which is for the desk: FILE is for everybody.
    """
    if wanted is not None:
        with alone(file):
            _set(file, wanted)
    event = read(file).competition
    till = _till(file)
    if wanted is not None:
        click.echo(f"{event.event.name}: {till.fees}")
        return
    rows = [
        [
            each.name,
            till.kind(each.name),
            till.fees.number(till.paid(each.name)),
            till.fees.number(till.due(each.name)),
        ]
        for each in event.entrants
    ]
    sums = till.sums(each.name for each in event.entrants)
    values = {
        "currency": till.fees.currency,
        "digits": till.fees.digits,
        "paid": sums[0],
        "due": sums[1],
        "entrants": [
            {
                "name": each.name,
                "fee": till.kind(each.name),
                "paid": till.paid(each.name),
                "due": till.due(each.name),
            }
            for each in event.entrants
        ],
    }
    headings = ["name", "fee", "paid", "due"]
    show(headings, rows, title=event.event.name, as_csv=as_csv, as_json=as_json, values=values)
    if not (as_csv or as_json):
        click.echo("{} paid of {}".format(*map(till.fees.text, sums)))


def _set(file: Path, wanted: str) -> None:
    read(file)
    given = Fees.parse(wanted)
    values: dict[str, Any] = {"format": _FEES, "version": 1, "payments": []}
    if fees_of(file).exists():
        values = _read(file)
        before = Fees.parse(values["fees"])
        if values["payments"] and before.currency != given.currency:
            raise Refused(f"{file}: fees have been paid in {before.currency}")
    _write(file, {**values, "fees": str(given)})


def _till(file: Path) -> Till:
    till = read_till(file)
    if till is None:
        raise Refused(f"{file}: entering costs nothing; `fees --set` says how much it costs")
    return till


@click.command("paid")
@file_argument
@click.argument("name")
@click.argument("amount", required=False)
@click.option("--kind", metavar="TEXT", help='Of which kind the fee is; "free" costs nothing.')
def paid(file: Path, name: str, amount: str | None, kind: str | None) -> None:
    """Note how much somebody has paid in all: AMOUNT, or all that is due.

    Every note is kept in FILE.fees with its time; the last one counts.
    """
    with alone(file):
        event: Competition = read(file).competition
        till = _till(file)
        event.entrant(name)
        till = till.note(name, till.paid(name), kind)
        sum_ = till.due(name) if amount is None else till.fees.amount(amount)
        till = till.note(name, sum_)
        values = _read(file)
        line = {"at": now(), "name": name, "kind": till.of(name).kind, "paid": sum_}
        values["payments"].append({key: v for key, v in line.items() if v is not None})
        _write(file, values)
    due = till.fees.text(till.due(name))
    click.echo(f"{name}: {till.fees.text(sum_)} paid of {due}")
