"""Adapt the theme's pages: nothing inline, as the server's policy wants it; no barriers."""

from __future__ import annotations

import re
from typing import Any

_SCRIPT = re.compile(r"<script>\s*document\.body\.dataset\.theme.*?</script>", re.DOTALL)
_CHANGES = {
    # The Content-Security-Policy allows no style in a page.
    ' style="display: none;"': ' class="icons"',
    ' style="opacity: 50%"': ' opacity="0.5"',
    ' style="width: 33%; vertical-align: top;"': "",
    ' style="width: 100%"': "",
    # Screen readers list the parts of a page by their names; what scrolls must take the focus.
    '<aside class="sidebar-drawer"': '<aside aria-label="All pages" class="sidebar-drawer"',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
    '<div class="highlight"><pre>': '<div class="highlight"><pre tabindex="0">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
}


def adapt(page: str, content_root: str) -> str:
    """Return a page of the theme with its script in a file, and the changes above."""
    page = _SCRIPT.sub(f'<script src="{content_root}_static/scheme.js"></script>', page)
    for before, after in _CHANGES.items():
        page = page.replace(before, after)
    return page


def add_filter(app: Any) -> None:
    """Make `adapt` known to templates; the checks of the built pages find what it overlooks."""
    app.builder.templates.environment.filters["adapt"] = adapt


def setup(app: Any) -> dict[str, bool]:
    """Join Sphinx."""
    app.connect("builder-inited", add_filter)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
