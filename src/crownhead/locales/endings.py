"""How a game ended, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.rules import Aim
from crownhead.sides import other

if TYPE_CHECKING:
    from crownhead.locales.catalogue import Catalogue
    from crownhead.outcome import Outcome


def sentences(outcome: Outcome, words: Catalogue) -> list[str]:
    """Return who has won, and by what, in the words of a catalogue; one sentence for each."""
    rule = f"draw_over.{outcome.rule}"
    values = {"over": words.text(rule) if rule in words else outcome.rule}
    termination = outcome.termination.value
    if outcome.winner is None:
        drawn = words.text("outcome.draw")
        if termination == "forfeit":  # neither player came
            return [drawn]
        return [drawn, words.text(f"outcome.{termination}", **values)]
    loser = other(outcome.winner)
    losing = words.variant is not None and words.variant.rules.aim is Aim.LOSE
    stuck = outcome.winner if losing else loser
    values |= {
        name: words.text(f"color.{color}")
        for name, color in (("winner", outcome.winner), ("loser", loser), ("stuck", stuck))
    }
    return [words.text(key, **values) for key in ("outcome.win", f"outcome.{termination}")]
