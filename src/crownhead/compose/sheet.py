"""Worksheets to be printed: diagrams on the first pages, the answers on pages of their own."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from crownhead.compose.composition import Composition
from crownhead.errors import InvalidComposition
from crownhead.formats import svg
from crownhead.locales import Catalogue
from crownhead.move import Move
from crownhead.position import Position
from crownhead.puzzles.puzzle import unambiguous
from crownhead.rules import Color

MOST = 600
COLUMNS = {1: 1, 2: 1, 4: 2, 6: 2, 9: 3, 12: 3}
"""Diagrams that a page may have, and the columns they stand in."""

_STYLE = """
@page { size: A4; margin: 12mm }
* { box-sizing: border-box }
body { font: 11pt/1.35 system-ui, "Noto Sans", sans-serif; color: #000; background: #fff;
  max-width: 186mm; margin: 0 auto }
h1 { font-size: 16pt; line-height: 1.2; margin: 0 0 4mm; overflow-wrap: anywhere }
section { break-after: page }
section:last-of-type { break-after: auto }
.boards { display: grid; gap: 5mm 8mm; grid-template-columns: repeat(var(--columns), 1fr) }
figure { margin: 0; break-inside: avoid; text-align: center }
figure svg { width: 100%; height: auto; max-width: var(--board); display: block; margin: 0 auto }
figcaption { font-size: 10pt; margin-top: 1mm }
.answer { border-bottom: .5pt solid #777; height: 7mm; margin: 0 auto; max-width: var(--board) }
ol { margin: 0; padding: 0; list-style: none; columns: 2; column-gap: 10mm; font-size: 10pt }
li { break-inside: avoid; margin: 0 0 2.5mm; overflow-wrap: anywhere }
li p { margin: 0 }
li span { white-space: nowrap }
@media screen { body { padding: 8mm 4mm } section { margin-bottom: 12mm } }
"""
# Heights that leave room for caption and line under each board, in the order of COLUMNS.
_BOARD = {1: "170mm", 2: "105mm", 4: "88mm", 6: "64mm", 9: "56mm", 12: "43mm"}


def sheet(
    compositions: Sequence[Composition],
    words: Catalogue,
    *,
    title: str = "",
    per_page: int = 6,
    theme: str = "print",
    lines: bool = True,
) -> str:
    """Return a worksheet as HTML: diagrams, and on pages behind them the answers.

    `per_page` is one of `COLUMNS`; `lines` leaves one under each diagram to write on. Each board
    stands so that the side to move is below. Raises `InvalidComposition` where there is nothing to
    print, or too much, and `InvalidPicture` for a theme that is none.

    >>> from crownhead.compose import of_fen
    >>> text = sheet([of_fen("W:WK15,K32:B16,K28", "english")], Catalogue("en"), title="Club")
    >>> text.count("<svg"), "White to move and win" in text
    (1, True)
    """
    if not 1 <= len(compositions) <= MOST:
        raise InvalidComposition(
            f"a sheet has 1 to {MOST} diagrams, not {len(compositions)}",
            "diagrams",
            most=MOST,
            count=len(compositions),
        )
    if per_page not in COLUMNS:
        known = ", ".join(map(str, COLUMNS))
        raise InvalidComposition(
            f"{per_page} diagrams on a page: known are {known}",
            "per_page",
            count=per_page,
            known=known,
        )
    heading = title or words.text("sheet.compose.title")
    parts = []
    for first in range(0, len(compositions), per_page):
        shown = compositions[first : first + per_page]
        figures = "\n".join(
            _figure(number, one, words, theme, lines) for number, one in enumerate(shown, first + 1)
        )
        parts.append(
            f"<section><h1>{escape(heading)}</h1>\n<div class=boards>\n{figures}\n</div></section>"
        )
    answers = "\n".join(_answer(number, one, words) for number, one in enumerate(compositions, 1))
    behind = words.text("sheet.compose.answers", title=heading)
    parts.append(f"<section><h1>{escape(behind)}</h1>\n<ol>\n{answers}\n</ol></section>")
    return (
        f'<!doctype html>\n<html lang="{words.language}">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(heading)}</title>\n'
        f"<style>{style(per_page)}</style>\n" + "\n".join(parts) + "\n</html>\n"
    )


def style(per_page: int) -> str:
    """Return the style of a sheet with so many diagrams a page, which is all that it loads."""
    return f"{_STYLE}:root {{ --columns: {COLUMNS[per_page]}; --board: {_BOARD[per_page]} }}"


def _figure(
    number: int, composition: Composition, words: Catalogue, theme: str, lines: bool
) -> str:
    side: Color = composition.attacker
    picture = svg.board(
        composition.start,
        size=400,
        theme=theme,
        orientation=side,
        coordinates="margin" if composition.start.variant.notation == "algebraic" else "squares",
        language=words.language,
    )
    task = words.text(f"sheet.compose.{composition.goal}", side=words.text(f"color.{side}"))
    line = "<div class=answer></div>" if lines else ""
    return (
        f"<figure>{picture}<figcaption><b>{number}.</b> {escape(task)}</figcaption>{line}</figure>"
    )


def _answer(number: int, composition: Composition, words: Catalogue) -> str:
    texts = [_number_moves(composition.start, line) for line in composition.lines]
    if not texts:
        texts = [escape(words.text("sheet.compose.no_answer"))]
    inner = "".join(f"<p>{text}</p>" for text in texts)
    return f"<li><b>{number}.</b> {inner}</li>"


def _number_moves(start: Position, line: tuple[Move, ...]) -> str:
    """Return a line as HTML: numbered moves, none of which is broken at the end of a row."""
    parts = []
    for ply, move in enumerate(line):
        number = "" if ply % 2 else f"{ply // 2 + 1}. "
        parts.append(f"<span>{number}{escape(unambiguous(start, move))}</span>")
        start = start.play(move)
    return " ".join(parts)
