"""Sheets of who takes part: place cards, participants, the check-in, and fees."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from crownhead.competition.deeds import Log
from crownhead.competition.entrants import Entrant
from crownhead.competition.fees import FREE, Till
from crownhead.competition.sheets.markup import write_table
from crownhead.competition.sheets.names import name_order
from crownhead.locales import Catalogue


def write_place_cards(log: Log, words: Catalogue, number: int) -> str:
    """Return a card for each place at the boards, by names."""
    cards = []
    for each in sorted(log.competition.entrants, key=lambda each: name_order(each.name)):
        about = " · ".join(part for part in (each.title, each.club or each.team) if part)
        cards.append(
            f"<div class=place><b>{escape(each.name)}</b><span>{escape(about)}</span>"
            f"<small>{escape(log.competition.event.name)}</small></div>"
        )
    return f"<div class=cards>{''.join(cards)}</div>"


def write_participants(log: Log, words: Catalogue, number: int) -> str:
    """Return who takes part, with a box for who has come."""
    entrants = sorted(log.competition.entrants, key=lambda each: each.seed)
    rows = [
        [str(n), each.name, each.title, str(each.rating or ""), each.club or each.team, ""]
        for n, each in enumerate(entrants, 1)
    ]
    keys = ("number", "name", "title", "rating", "club", "here")
    table = write_table([words.text(f"sheet.head.{key}") for key in keys], rows, (0, 3), "boxes")
    return f"{table}<p class=total>{escape(_total(entrants, words))}</p>"


def _total(entrants: Sequence[Entrant], words: Catalogue) -> str:
    """Return how many take part, how many of them have a rating, and its mean."""
    ratings = [each.rating for each in entrants if each.rating]
    said = [words.text("sheet.total", n=len(entrants))]
    if ratings:
        mean = round(sum(ratings) / len(ratings))
        said.append(words.text("sheet.total_rated", n=len(ratings), mean=mean))
    return " ".join(said)


def write_participants_with_fees(log: Log, words: Catalogue, till: Till) -> str:
    """Return who takes part, with what each has paid of what he owes."""
    entrants = sorted(log.competition.entrants, key=lambda each: each.seed)
    rows = [
        [
            str(n),
            each.name,
            str(each.rating or ""),
            each.club or each.team,
            *_fee(till, each, words),
        ]
        for n, each in enumerate(entrants, 1)
    ]
    keys = ("number", "name", "rating", "club", "fee", "paid", "due")
    table = write_table([words.text(f"sheet.head.{key}") for key in keys], rows, (0, 2, 5, 6))
    return (
        f"{table}<p class=total>{escape(_total(entrants, words))}</p>{_sums(till, entrants, words)}"
    )


def _fee(till: Till, entrant: Entrant, words: Catalogue) -> tuple[str, str, str]:
    """Return the kind of somebody's fee, what he has paid and what he owes in all."""
    kind, point = till.kind(entrant.name), words.text("language.point")
    return (
        words.text("sheet.fee.free") if kind == FREE else kind,
        till.fees.number(till.paid(entrant.name), point),
        till.fees.number(till.due(entrant.name), point),
    )


def _sums(till: Till, entrants: Sequence[Entrant], words: Catalogue) -> str:
    point = words.text("language.point")
    sums = till.sums(each.name for each in entrants)
    paid, due = (till.fees.text(each, point) for each in sums)
    return f"<p class=sums>{escape(words.text('sheet.sums', paid=paid, due=due))}</p>"


def write_check_in_with_fees(log: Log, words: Catalogue, till: Till) -> str:
    """Return who is expected, by name, with what is to be paid yet and boxes for who has come."""
    here = _expected(log)
    point = words.text("language.point")
    rows = [
        [
            each.name,
            each.team or each.club,
            str(each.rating or ""),
            _fee(till, each, words)[0],
            till.fees.number(max(0, till.due(each.name) - till.paid(each.name)), point),
            "",
        ]
        for each in here
    ]
    keys = ("name", "club", "rating", "fee", "open", "here")
    table = write_table([words.text(f"sheet.head.{key}") for key in keys], rows, (2, 4), "boxes")
    total = words.text("sheet.total", n=len(here))
    return f"{table}<p class=total>{escape(total)}</p>{_sums(till, here, words)}"


def _expected(log: Log) -> list[Entrant]:
    """Return who is expected for the next round, by name."""
    number = len(log.competition.rounds) + 1
    entrants = sorted(log.competition.entrants, key=lambda each: name_order(each.name))
    return [each for each in entrants if each.here(number)]


def write_check_in(log: Log, words: Catalogue, number: int) -> str:
    """Return who is expected, by name, with boxes for who has come and who has paid."""
    here = _expected(log)
    rows = [[each.name, each.team or each.club, str(each.rating or ""), "", ""] for each in here]
    keys = ("name", "club", "rating", "here", "fee")
    table = write_table([words.text(f"sheet.head.{key}") for key in keys], rows, (2,), "boxes fees")
    total = words.text("sheet.total", n=len(here))
    sums = words.text("sheet.total_fees")
    return f"{table}<p class=total>{escape(total)}</p><p class=sums>{escape(sums)}</p>"
