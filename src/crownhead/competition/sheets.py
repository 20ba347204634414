"""Sheets to be printed: one HTML text each, on A4, with the words of a catalogue.

Every sheet carries the fingerprint of the trail, so that whoever has one can prove later what was
known when it was printed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from html import escape
from types import MappingProxyType

from crownhead.ballots import deck
from crownhead.competition.competition import Competition
from crownhead.competition.crosstable import grid
from crownhead.competition.deeds import Log
from crownhead.competition.encounters import Encounter
from crownhead.competition.entrants import Entrant
from crownhead.competition.failure import CompetitionError
from crownhead.competition.fees import FREE, Till
from crownhead.competition.ranking import Place
from crownhead.competition.teams import (
    OF_TEAMS,
    team_grid,
    team_matches,
    team_ranking,
    team_standing,
)
from crownhead.locales import Catalogue

__all__ = ["SHEETS", "sheet"]

STYLE = """
@page { size: A4; margin: 14mm 12mm 16mm }
* { box-sizing: border-box }
body { font: 11pt/1.35 system-ui, "Noto Sans", sans-serif; color: #000; background: #fff;
  max-width: 186mm; margin: 0 auto }
h1 { font-size: 17pt; margin: 0 }
h2 { font-size: 12pt; font-weight: normal; margin: 1mm 0 5mm }
h3 { font-size: 12pt; margin: 5mm 0 1mm; break-after: avoid }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: .3pt solid #777; padding: 1.2mm 1.5mm; text-align: left;
  vertical-align: top }
thead { display: table-header-group }
tr { break-inside: avoid }
th { border-bottom: 1pt solid #000; font-weight: 600 }
.number { text-align: right; font-variant-numeric: tabular-nums }
.whole { white-space: nowrap }
.wide { font-size: 13pt }
.narrow { font-size: 9pt }
.tight { font-size: 7.5pt }
.tight td, .tight th { padding: .6mm .8mm }
.slips { display: grid; grid-template-columns: 1fr 1fr; gap: 0 }
.slip { border: .5pt dashed #555; padding: 4mm; min-height: 62mm; break-inside: avoid;
  font-size: 10pt; overflow-wrap: anywhere }
.slip p { margin: 0 0 1.5mm }
.slip table { margin: 1mm 0 7mm }
.slip td { height: 9mm }
.slip td + td, .slip th + th { border-left: .3pt solid #777; width: 13mm; min-width: 0;
  text-align: center }
table:not(.plain, .wide) td:nth-child(2) { min-width: 38mm }
.boxes td:last-child::after { content: ""; display: inline-block; width: 4mm; height: 4mm;
  border: .6pt solid #000 }
.fees td:nth-last-child(2)::after { content: ""; display: inline-block; width: 4mm; height: 4mm;
  border: .6pt solid #000 }
.fees td:last-child { width: 30mm }
.sums { border-top: 1pt solid #000; margin: 4mm 0 0 auto; width: 70mm; padding-top: 1.5mm }
.sign { display: flex; gap: 5mm; margin-top: 3mm }
.sign span { flex: 1; border-top: .5pt solid #000; font-size: 8pt; padding-top: 1mm }
.cards { display: grid; grid-template-columns: 1fr 1fr }
.place { border: .5pt dashed #555; height: 56mm; padding: 6mm; break-inside: avoid;
  text-align: center; overflow-wrap: anywhere; display: flex; flex-direction: column;
  justify-content: center }
.place b { font-size: 22pt; line-height: 1.15 }
.total { margin-top: 4mm }
footer { margin-top: 6mm; font-size: 8pt; color: #333 }
@media screen { body { padding: 8mm 4mm } }
"""

Make = Callable[[Log, Catalogue, int], str]
MakeForDesk = Callable[[Log, Catalogue, Till], str]


def sheet(kind: str, log: Log, words: Catalogue, number: int = 0, till: Till | None = None) -> str:
    """Return a sheet as HTML; `number` is the round, 0 for the last, of an arena for all of them.

    With a `till` the sheets of participants and for the check-in say who has paid how much: they
    are for the desk, then, and not for the wall.

    Raises `CompetitionError` for a kind that is none of `SHEETS`, and a round that is none.

    >>> from crownhead.competition import Event, Log
    >>> log = Log.begin(Event(name="Club", rounds=5), "2026-11-27T18:00:00Z")
    >>> "<title>Club" in sheet("participants", log, Catalogue("en"))
    True
    """
    if kind not in SHEETS:
        raise CompetitionError(f"sheet {kind[:20]!r}: known are {', '.join(SHEETS)}")
    rounds = len(log.competition.rounds)
    waves = kind in OF_A_ROUND and not number and log.competition.event.format == "arena"
    number = number if waves else number or rounds
    if kind in OF_A_ROUND and not (waves or 1 <= number <= rounds):
        raise CompetitionError(
            f"round {number}: {rounds} have been published", "unpublished", round=number, n=rounds
        )
    event = log.competition.event.name
    if kind in AS_IT_STANDS:
        title = _title_as_it_stands(kind, log.competition, words)
    else:
        title = words.text(f"sheet.{kind}.all" if waves else f"sheet.{kind}", round=number)
    mark = words.text("sheet.mark", time=_time(log), fingerprint=log.fingerprint)
    if till is not None and kind in OF_THE_DESK:
        text = OF_THE_DESK[kind](log, words, till)
    else:
        text = SHEETS[kind](log, words, number)
    return (
        f'<!doctype html>\n<html lang="{words.language}">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(event)}: {escape(title)}</title>\n<style>{STYLE}</style>\n"
        f"<h1>{escape(event)}</h1>\n<h2>{escape(title)}</h2>\n"
        f"{text}\n<footer>{escape(mark)}</footer>\n</html>\n"
    )


_ALONE = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"})
"""Letters that are no letter with a mark on it, where people look for them all the same."""


def name_order(name: str) -> tuple[str, str]:
    """Return by what names stand in a list in which people look for theirs: Özil between O and P.

    >>> sorted(["Zita", "Özil", "Otto", "Łukasz", "Mia"], key=name_order)
    ['Łukasz', 'Mia', 'Otto', 'Özil', 'Zita']
    """
    plain = unicodedata.normalize("NFD", name.casefold())
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return letters.translate(_ALONE), name


def _title_as_it_stands(kind: str, now: Competition, words: Catalogue) -> str:
    """Return after which round something stands so, or during which; an arena knows none."""
    number = len(now.rounds)
    if not number or now.event.format == "arena":
        return words.text(f"sheet.{kind}.all")
    over = all(board.is_over(now.event.games) for board in now.rounds[-1].boards)
    return words.text(f"sheet.{kind}" if over else f"sheet.{kind}.during", round=number)


def _time(log: Log) -> str:
    return log.deeds[-1].at[:16].replace("T", " ") + " UTC"


def _table(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    numbers: Sequence[int],
    how: str = "",
    whole: int = -1,
) -> str:
    """Return a table; columns of `numbers` stand to the right, cells of `whole` in one line."""
    classes = dict.fromkeys(numbers, " class=number") | {whole: " class=whole"}

    def cells(row: Sequence[str], tag: str) -> str:
        return "".join(
            f"<{tag}{classes.get(n, '')}>{escape(cell)}</{tag}>" for n, cell in enumerate(row)
        )

    body = "\n".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
    return (
        f'<table class="{how}"><thead><tr>{cells(headings, "th")}</tr></thead>'
        f"<tbody>\n{body}\n</tbody></table>"
    )


def _boards(now: Competition, number: int) -> list[tuple[str, Encounter]]:
    """Return the boards of a round with their numbers; of all rounds (0) those that are played."""
    if number:
        return [(str(n), board) for n, board in enumerate(now.rounds[number - 1].boards, 1)]
    return [(name, board) for name, board in _all_boards(now) if not board.is_over(1)]


def _all_boards(now: Competition) -> list[tuple[str, Encounter]]:
    return [
        (f"{number}.{n}", board)
        for number, published in enumerate(now.rounds, 1)
        for n, board in enumerate(published.boards, 1)
    ]


def _cancelled_names(now: Competition) -> frozenset[str]:
    return frozenset(each.name for each in now.entrants if each.cancelled)


def _name_with_state(now: Competition, words: Catalogue, name: str, number: int) -> str:
    """Return a name, with why its bearer does not play in a round; in an arena one may rest."""
    entrant = now.entrant(name)
    if entrant.expelled:
        state = "expelled"
    elif entrant.cancelled:
        state = "cancelled"
    elif now.event.format != "arena" and not entrant.here(number):
        state = "withdrawn"
    else:
        return name
    return words.text("sheet.gone", name=name, state=words.text(f"web.event.state.{state}"))


def _bracket(text: str, counts_not: bool) -> str:
    return f"({text})" if text and counts_not else text


def _legend(words: Catalogue, brackets: bool, key: str = "") -> str:
    """Return what stands below a table, and what `brackets` mean where it has any."""
    keys = [key] * bool(key) + ["sheet.legend.cancelled"] * brackets
    said = " ".join(words.text(each) for each in keys)
    return f"<p class=narrow>{escape(said)}</p>" if said else ""


def _alone(board: Encounter, words: Catalogue) -> str:
    return words.text(f"sheet.alone.{board.alone}")


def _pairings(log: Log, words: Catalogue, number: int) -> str:
    now = log.competition
    if not number:
        return _all_pairings(now, words)
    published = now.rounds[number - 1]
    points, out = _points_before(now, number), _cancelled_names(now)
    rows, cards, cancelled = [], _cards(now, number), False
    for n, board in enumerate(published.boards, 1):
        one, *others = (_name_with_state(now, words, name, number) for name in board.names)
        two = others[0] if others else _alone(board, words)
        other = points.get(board.two or "", "")
        counts_not = not out.isdisjoint(board.names)
        cancelled = cancelled or counts_not
        result = _bracket(" ".join(board.games), counts_not)
        card = cards.get(n, "").replace("-", "\N{NON-BREAKING HYPHEN}")  # a move stands in one line
        rows.append([str(n), one, points[board.one], two, other, result, card])
    keys = ("board", "starts", "points", "answers", "points", "result", "card")
    headings = [words.text(f"sheet.head.{key}") for key in keys]
    if not any(row[6] for row in rows):
        headings, rows = headings[:6], [row[:6] for row in rows]
    parts = [_card_of_all(now, number, words)]
    for title, part in _matches(now, number, rows):
        parts += [title, _table(headings, part, (0, 2, 4), whole=5)]
    return "".join(parts) + _legend(words, cancelled)


def _matches(
    now: Competition, number: int, rows: list[list[str]]
) -> list[tuple[str, list[list[str]]]]:
    """Return the rows of a round, of teams those of each match below its title and its score."""
    if now.event.format not in OF_TEAMS:
        return [("", rows)]
    matches = team_matches(now, number)
    alone = set(range(1, len(rows) + 1)).difference(*(each.boards for each in matches))
    found = [("", [rows[n - 1] for n in sorted(alone)])] if alone else []
    for match in matches:
        score = " : ".join(map(now.event.scoring.text, match.points))
        started = any(now.board(number, n).games for n in match.boards)
        title = f"{match.one} – {match.two}{f'  {score}' if started else ''}"
        found.append((f"<h3>{escape(title)}</h3>", [rows[n - 1] for n in match.boards]))
    return found


def _all_pairings(now: Competition, words: Catalogue) -> str:
    """Return the boards of all rounds of an arena, in their order."""
    keys = ("board", "starts", "answers", "result")
    rows = [[n, each.one, each.two or "", " ".join(each.games)] for n, each in _all_boards(now)]
    return _table([words.text(f"sheet.head.{key}") for key in keys], rows, (0,), whole=3)


def _points_before(now: Competition, number: int) -> dict[str, str]:
    """Return the points with which everybody came into a round."""
    event, out = now.event, _cancelled_names(now)
    total = dict.fromkeys((each.name for each in now.entrants), 0)
    for published in now.rounds[: number - 1]:
        for board in published.boards:
            if not out.isdisjoint(board.names):
                continue
            earned = board.points(event.scoring, event.games)
            for name, points in zip(board.names, earned, strict=False):
                total[name] += points
    return {name: event.scoring.text(points) for name, points in total.items()}


def _cards(now: Competition, number: int) -> dict[int, str]:
    """Return the cards of the boards, where each has its own."""
    published, ballots = now.rounds[number - 1], now.event.ballots
    if ballots is None or ballots.scope == "round":
        return {}
    known = deck(ballots.deck)
    found = {n: published.card(n) for n in range(1, len(published.boards) + 1)}
    return {n: str(known.card(code)) for n, code in found.items() if code is not None}


def _card_of_all(now: Competition, number: int, words: Catalogue) -> str:
    published, ballots = now.rounds[number - 1], now.event.ballots
    if ballots is None or ballots.scope == "board" or not published.cards:
        return ""
    card = str(deck(ballots.deck).card(published.cards[0]))
    return f"<p>{escape(words.text('sheet.card_of_all', card=card))}</p>"


def _names(log: Log, words: Catalogue, number: int) -> str:
    now, rows = log.competition, []
    for n, board in _boards(now, number):
        one, *others = (_name_with_state(now, words, name, number) for name in board.names)
        if not others:
            rows.append([one, "", "", _alone(board, words)])
            continue
        sides = ["sheet.unplayed"] * 2 if _is_forfeit(board) else ["sheet.starts", "sheet.answers"]
        rows.append([one, n, words.text(sides[0]), others[0]])
        rows.append([others[0], n, words.text(sides[1]), one])
    rows.sort(key=lambda row: name_order(row[0]))
    keys = ("name", "board", "side", "opponent")
    headings = [words.text(f"sheet.head.{key}") for key in keys]
    return _table(headings, rows, (1,), "wide", whole=2)


def _is_forfeit(board: Encounter) -> bool:
    return bool(board.games) and not board.played


def _slips(log: Log, words: Catalogue, number: int) -> str:
    now = log.competition
    cards = _cards(now, number) if number else {}
    common = "" if cards or not number else _card_of_all(now, number, words)
    slips = []
    for place, (n, board) in enumerate(_boards(now, number), 1):
        if board.two is None or _is_forfeit(board):
            continue
        head = words.text("sheet.slip", event=now.event.name, round=number, board=n)
        if not number:
            head = words.text("sheet.slip_of_board", event=now.event.name, board=n)
        games = range(1, now.event.games + 1)
        names = [words.text("sheet.slip_first", name=board.one), board.two]
        rows = [[name, *[""] * len(games), ""] for name in names]
        table = _table([words.text("sheet.head.game"), *map(str, games), "Σ"], rows, (), "plain")
        card = f"<p>{escape(cards[place])}</p>" if place in cards else common
        sign = words.text("sheet.signature")
        slips.append(
            f"<div class=slip><p><b>{escape(head)}</b></p>{card}{table}<div class=sign>"
            f"<span>{escape(board.one)}, {escape(sign)}</span>"
            f"<span>{escape(board.two)}, {escape(sign)}</span></div></div>"
        )
    return f"<div class=slips>{''.join(slips)}</div>"


def _standings(log: Log, words: Catalogue, number: int) -> str:
    now = log.competition
    following = len(now.rounds) + 1
    standing = [
        replace(row, name=_name_with_state(now, words, row.name, following))
        for row in now.standing()
    ]
    players = _places(standing, now.event.ranking.criteria, "name", words)
    if now.event.format not in OF_TEAMS:
        return players
    teams = _places(team_standing(now), team_ranking(now.event).criteria, "team", words)
    return f"{teams}<h3>{escape(words.text('sheet.players'))}</h3>{players}"


def _places(standing: Sequence[Place], criteria: Sequence[str], who: str, words: Catalogue) -> str:
    heads = [words.text("sheet.head.place"), words.text(f"sheet.head.{who}")]
    names = [criterion_name(words, name) for name in criteria]
    heads += [name[:1].upper() + name[1:] for name in names]
    rows = []
    for row in standing:
        numbers = [each.text for each in row.numbers]
        rows.append(
            [str(row.place or "–"), row.name, *numbers, *[""] * (len(criteria) - len(numbers))]
        )
    return _table(heads, rows, (0, *range(2, 2 + len(criteria))))


def criterion_name(words: Catalogue, name: str) -> str:
    """Return what a criterion is called.

    >>> criterion_name(Catalogue("de"), "truncated 1"), criterion_name(Catalogue("en"), "wins")
    ('Buchholz ohne 1', 'wins')
    """
    first, _, rest = name.partition(" ")
    if first == "truncated":
        key = "full" if rest == "full" else "n"
        return words.text(f"sheet.criterion.truncated_{key}", n=rest)
    return words.text(f"sheet.criterion.{name.replace(' ', '_').replace('-', '_')}")


def _cross_table(log: Log, words: Catalogue, number: int) -> str:
    headings, rows = grid(log.competition)
    teams = ""
    if log.competition.event.format in OF_TEAMS:
        teams = _table_of_teams(log.competition, words)
    if log.competition.event.format == "arena":
        return _games_of_each(rows, words)
    rounds = len(log.competition.rounds)
    heads = [words.text("sheet.head.number"), words.text("sheet.head.name")]
    now = log.competition
    out = {row[0] for row in rows if now.entrant(row[1]).cancelled}
    short = [
        [row[0], _name_with_state(now, words, row[1], rounds + 1), *_counting(row, out), row[-1]]
        for row in rows
    ]
    heads += [*headings[4:-1], words.text("sheet.head.points")]
    how = "narrow" if rounds <= 9 else "tight"
    legend = _legend(words, bool(out), "sheet.legend")
    return teams + _table(heads, short, (0, len(heads) - 1), how) + legend


def _table_of_teams(now: Competition, words: Catalogue) -> str:
    """Return who has brought what against whom: team against team, in Scheveningen by players."""
    headings, rows = team_grid(now)
    of_players = now.event.format == "scheveningen"
    heads = [words.text("sheet.head.number"), words.text("sheet.head.team"), *headings[2:]]
    if of_players:
        heads[1], heads[-1] = words.text("sheet.head.name"), words.text("sheet.head.points")
    table = _table(
        heads, rows, (0, *range(2, len(heads))), "narrow" if len(heads) < 12 else "tight"
    )
    return f"{table}<h3>{escape(words.text('sheet.players'))}</h3>"


def _counting(row: Sequence[str], out: Collection[str]) -> list[str]:
    """Return the cells of a cross table's row, those of cancelled results in brackets."""

    def counts_not(cell: str) -> bool:
        return row[0] in out or cell.partition("/")[2].rstrip("wb+") in out

    return [_bracket(cell, counts_not(cell)) for cell in row[4:-1]]


def _games_of_each(rows: Sequence[Sequence[str]], words: Catalogue) -> str:
    """Return the cross table of an arena: rounds are many, and everybody has few of them."""
    keys = ("number", "name", "games", "points")
    short = [[row[0], row[1], "  ".join(filter(None, row[4:-1])), row[-1]] for row in rows]
    legend = f"<p class=narrow>{escape(words.text('sheet.legend'))}</p>"
    heads = [words.text(f"sheet.head.{key}") for key in keys]
    return _table(heads, short, (0, 3), "narrow") + legend


def _place_cards(log: Log, words: Catalogue, number: int) -> str:
    cards = []
    for each in sorted(log.competition.entrants, key=lambda each: name_order(each.name)):
        about = " · ".join(part for part in (each.title, each.club or each.team) if part)
        cards.append(
            f"<div class=place><b>{escape(each.name)}</b><span>{escape(about)}</span>"
            f"<small>{escape(log.competition.event.name)}</small></div>"
        )
    return f"<div class=cards>{''.join(cards)}</div>"


def _participants(log: Log, words: Catalogue, number: int) -> str:
    entrants = sorted(log.competition.entrants, key=lambda each: each.seed)
    rows = [
        [str(n), each.name, each.title, str(each.rating or ""), each.club or each.team, ""]
        for n, each in enumerate(entrants, 1)
    ]
    keys = ("number", "name", "title", "rating", "club", "here")
    table = _table([words.text(f"sheet.head.{key}") for key in keys], rows, (0, 3), "boxes")
    return f"{table}<p class=total>{escape(_total(entrants, words))}</p>"


def _total(entrants: Sequence[Entrant], words: Catalogue) -> str:
    """Return how many take part, how many of them have a rating, and its mean."""
    ratings = [each.rating for each in entrants if each.rating]
    said = [words.text("sheet.total", n=len(entrants))]
    if ratings:
        mean = round(sum(ratings) / len(ratings))
        said.append(words.text("sheet.total_rated", n=len(ratings), mean=mean))
    return " ".join(said)


def _participants_with_fees(log: Log, words: Catalogue, till: Till) -> str:
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
    table = _table([words.text(f"sheet.head.{key}") for key in keys], rows, (0, 2, 5, 6))
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


def _check_in_with_fees(log: Log, words: Catalogue, till: Till) -> str:
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
    table = _table([words.text(f"sheet.head.{key}") for key in keys], rows, (2, 4), "boxes")
    total = words.text("sheet.total", n=len(here))
    return f"{table}<p class=total>{escape(total)}</p>{_sums(till, here, words)}"


def _expected(log: Log) -> list[Entrant]:
    """Return who is expected for the next round, by name."""
    number = len(log.competition.rounds) + 1
    entrants = sorted(log.competition.entrants, key=lambda each: name_order(each.name))
    return [each for each in entrants if each.here(number)]


def _check_in(log: Log, words: Catalogue, number: int) -> str:
    """Return who is expected, by name, with boxes for who has come and who has paid."""
    here = _expected(log)
    rows = [[each.name, each.team or each.club, str(each.rating or ""), "", ""] for each in here]
    keys = ("name", "club", "rating", "here", "fee")
    table = _table([words.text(f"sheet.head.{key}") for key in keys], rows, (2,), "boxes fees")
    total = words.text("sheet.total", n=len(here))
    sums = words.text("sheet.total_fees")
    return f"{table}<p class=total>{escape(total)}</p><p class=sums>{escape(sums)}</p>"


SHEETS: Mapping[str, Make] = MappingProxyType(
    {
        "pairings": _pairings,
        "names": _names,
        "slips": _slips,
        "standings": _standings,
        "crosstable": _cross_table,
        "placecards": _place_cards,
        "participants": _participants,
        "checkin": _check_in,
    }
)
"""Every sheet that `sheet` makes, by its key."""

AS_IT_STANDS = frozenset({"standings", "crosstable"})
"""Sheets of what the event has come to, with results of a round that goes on, too."""

OF_THE_DESK: Mapping[str, MakeForDesk] = MappingProxyType(
    {"participants": _participants_with_fees, "checkin": _check_in_with_fees}
)
"""Sheets that say with a till who has paid how much."""

OF_A_ROUND = frozenset({"pairings", "names", "slips"})
