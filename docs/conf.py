"""Settings of the documentation site, read by Sphinx; `python3 dev.py docs` builds it."""

from __future__ import annotations

import sys
from pathlib import Path

import crownhead

sys.path.insert(0, str(Path(__file__).parent / "site"))

project = "crownhead"
author = "the crownhead authors"
version = release = crownhead.__version__
language = "en"
smartquotes = False  # options such as --limit and quoted texts are copied from these pages
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "docstrings",
    "generated",
    "theme",
]
exclude_patterns = ["examples/**", "site/**"]
templates_path = ["site/templates"]
html_static_path = ["site/static"]

myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 4

# Signatures name a class as its readers do: `Position`, not the module in which it is written.
add_module_names = False
python_use_unqualified_type_names = True
autodoc_typehints_format = "short"
autodoc_class_signature = "mixed"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "undoc-members": True, "no-value": True}
toc_object_entries = False
# Names that two modules have, such as `Analysis`: the link leads to the first.
suppress_warnings = ["ref.python"]

html_theme = "furo"
html_title = "crownhead"
html_css_files = ["site.css"]
html_favicon = "site/static/icon.svg"
html_theme_options = {"top_of_page_buttons": []}
html_show_sphinx = False
html_show_copyright = False
html_show_sourcelink = False
html_copy_source = False
html_domain_indices = False
