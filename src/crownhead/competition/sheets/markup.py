"""Parts that sheets share: tables, brackets, what stands below a table."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from crownhead.locales import Catalogue


def write_table(
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


def bracket(text: str, counts_not: bool) -> str:
    """Return a result, in brackets where it does not count."""
    return f"({text})" if text and counts_not else text


def write_legend(words: Catalogue, brackets: bool, key: str = "") -> str:
    """Return what stands below a table, and what `brackets` mean where it has any."""
    keys = [key] * bool(key) + ["sheet.legend.cancelled"] * brackets
    said = " ".join(words.text(each) for each in keys)
    return f"<p class=narrow>{escape(said)}</p>" if said else ""
