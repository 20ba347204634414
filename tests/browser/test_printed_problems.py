"""Worksheets of compositions as they are printed: diagrams whole, answers behind them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from crownhead.compose import reading
from crownhead.compose.sheet import COLUMNS, sheet
from crownhead.locales import Catalogue

DATA = Path(__file__).parents[2] / "data"


@pytest.mark.parametrize("per_page", sorted(COLUMNS))
def test_a_sheet_is_printed_on_as_many_pages_as_it_has_sections(
    browser: Browser, per_page: int
) -> None:
    given = list(reading.read(DATA / "motifs.pdn"))[: per_page + 1]
    page = browser.new_page()
    try:
        page.set_content(sheet(given, Catalogue("en"), title="A club", per_page=per_page))
        printed = page.pdf(prefer_css_page_size=True)
        page.emulate_media(media="print")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    finally:
        page.close()
    assert len(re.findall(rb"/Type\s*/Page[^s]", printed)) == 3
    assert wide <= 0
