"""Sheets of a round: pairings, names, slips for the boards."""

from __future__ import annotations

from html import escape

from crownhead.ballots import deck
from crownhead.competition.competition import Competition
from crownhead.competition.deeds import Log
from crownhead.competition.encounters import Encounter
from crownhead.competition.sheets.markup import bracket, write_legend, write_table
from crownhead.competition.sheets.names import cancelled_names, name_order, name_with_state
from crownhead.competition.teams import OF_TEAMS, team_matches
from crownhead.locales import Catalogue


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


def _alone(board: Encounter, words: Catalogue) -> str:
    return words.text(f"sheet.alone.{board.alone}")


def write_pairings(log: Log, words: Catalogue, number: int) -> str:
    """Return who plays whom in a round, with points, results and cards; of an arena all boards."""
    now = log.competition
    if not number:
        return _all_pairings(now, words)
    published = now.rounds[number - 1]
    points, out = _points_before(now, number), cancelled_names(now)
    rows, cards, cancelled = [], _cards(now, number), False
    for n, board in enumerate(published.boards, 1):
        one, *others = (name_with_state(now, words, name, number) for name in board.names)
        two = others[0] if others else _alone(board, words)
        other = points.get(board.two or "", "")
        counts_not = not out.isdisjoint(board.names)
        cancelled = cancelled or counts_not
        result = bracket(" ".join(board.games), counts_not)
        card = cards.get(n, "").replace("-", "\N{NON-BREAKING HYPHEN}")  # a move stands in one line
        rows.append([str(n), one, points[board.one], two, other, result, card])
    keys = ("board", "starts", "points", "answers", "points", "result", "card")
    headings = [words.text(f"sheet.head.{key}") for key in keys]
    if not any(row[6] for row in rows):
        headings, rows = headings[:6], [row[:6] for row in rows]
    parts = [_card_of_all(now, number, words)]
    for title, part in _matches(now, number, rows):
        parts += [title, write_table(headings, part, (0, 2, 4), whole=5)]
    return "".join(parts) + write_legend(words, cancelled)


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
    return write_table([words.text(f"sheet.head.{key}") for key in keys], rows, (0,), whole=3)


def _points_before(now: Competition, number: int) -> dict[str, str]:
    """Return the points with which everybody came into a round."""
    event, out = now.event, cancelled_names(now)
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


def write_names(log: Log, words: Catalogue, number: int) -> str:
    """Return where everybody sits in a round, by names."""
    now, rows = log.competition, []
    for n, board in _boards(now, number):
        one, *others = (name_with_state(now, words, name, number) for name in board.names)
        if not others:
            rows.append([one, "", "", _alone(board, words)])
            continue
        sides = ["sheet.unplayed"] * 2 if _is_forfeit(board) else ["sheet.starts", "sheet.answers"]
        rows.append([one, n, words.text(sides[0]), others[0]])
        rows.append([others[0], n, words.text(sides[1]), one])
    rows.sort(key=lambda row: name_order(row[0]))
    keys = ("name", "board", "side", "opponent")
    headings = [words.text(f"sheet.head.{key}") for key in keys]
    return write_table(headings, rows, (1,), "wide", whole=2)


def _is_forfeit(board: Encounter) -> bool:
    return bool(board.games) and not board.played


def write_slips(log: Log, words: Catalogue, number: int) -> str:
    """Return a slip for each board, to write its result on and to sign."""
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
        table = write_table(
            [words.text("sheet.head.game"), *map(str, games), "Σ"], rows, (), "plain"
        )
        card = f"<p>{escape(cards[place])}</p>" if place in cards else common
        sign = words.text("sheet.signature")
        slips.append(
            f"<div class=slip><p><b>{escape(head)}</b></p>{card}{table}<div class=sign>"
            f"<span>{escape(board.one)}, {escape(sign)}</span>"
            f"<span>{escape(board.two)}, {escape(sign)}</span></div></div>"
        )
    return f"<div class=slips>{''.join(slips)}</div>"
