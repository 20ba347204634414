"""The rules of games and of random house rules in sentences, as the terminal says them."""

from __future__ import annotations

from random import Random
from typing import Any

from crownhead.cli.play.summary import summary
from crownhead.locales import LANGUAGES, Catalogue
from crownhead.variants import VARIANTS
from generating.golden import house


def cases() -> dict[str, Any]:
    """Return records of rules, and what is said of them with and without huffing and a duty."""
    random = Random(12)
    said = []
    for variant in [*VARIANTS.values(), *(house(random) for _ in range(60))]:
        rules = variant.rules
        agreed = [(rules.huffing, rules.refusal_duty), (rules.compulsory, 7)]
        for huffing, duty in agreed:
            lines = {
                language: summary(rules, Catalogue(language, variant), huffing=huffing, duty=duty)
                for language in LANGUAGES
            }
            record = {"key": variant.key, "rules": rules.to_dict()}
            said.append({**record, "huffing": huffing, "duty": duty, "lines": lines})
    return {"summaries": said}
