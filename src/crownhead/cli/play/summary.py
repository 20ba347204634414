"""The rules of a game in short lines, made from its switches alone."""

from __future__ import annotations

from crownhead.locales import Catalogue
from crownhead.rules import Aim, Board, Choice, Crowning, Landing, Removal, Rules, Step


def summary(rules: Rules, speech: Catalogue, *, huffing: bool, duty: int) -> list[str]:
    """Return the rules in lines, board first, end of the game last.

    `huffing` and `duty` are those agreed for this game; they may differ from the variant's.
    """
    lines = [
        speech.text(
            f"rules.board.{'full' if rules.board is Board.FULL_8 else 'dark'}",
            width=rules.board.width,
            n=rules.men_rows,
        ),
        speech.text("rules.first", side=speech.text(f"color.{rules.first}")),
        speech.text(_men(rules)),
        speech.text(_kings(rules)),
    ]
    if rules.landing is not Landing.FREE and rules.flying:
        lines.append(speech.text(f"rules.landing.{rules.landing.value}"))
    if not rules.men_take_kings:
        lines.append(speech.text("rules.immune"))
    if rules.king_run:
        lines.append(speech.text("rules.king_run", n=rules.king_run))
    lines.append(speech.text(f"rules.crowning.{rules.crowning.value}"))
    lines += _captures(rules, speech, huffing)
    lines.append(speech.text(f"rules.aim.{rules.aim.value}"))
    if rules.too_few:
        lines.append(speech.text("rules.too_few", n=rules.too_few))
    lines += _draws(rules, speech, duty)
    return lines


def _men(rules: Rules) -> str:
    if rules.men_move & Step.SIDEWAYS:
        return "rules.men.straight"
    if rules.men_capture & Step.STRAIGHT:
        return "rules.men.all"
    backward = rules.men_capture & Step.BACKWARD
    return "rules.men.backward" if backward else "rules.men.forward"


def _kings(rules: Rules) -> str:
    if rules.king_move & Step.STRAIGHT:
        return "rules.kings.straight"
    if rules.king_capture & Step.STRAIGHT:
        return "rules.kings.all"
    return "rules.kings.flying" if rules.flying else "rules.kings.short"


def _captures(rules: Rules, speech: Catalogue, huffing: bool) -> list[str]:
    if not rules.compulsory:
        lines = [speech.text("rules.capture.optional")]
    else:
        lines = [speech.text("rules.capture.huffing" if huffing else "rules.capture.duty")]
    if rules.compulsory:
        lines.append(speech.text(f"rules.choice.{rules.choice.value}"))
    lines.append(speech.text(f"rules.removal.{rules.removal.value}"))
    return lines


def _draws(rules: Rules, speech: Catalogue, duty: int) -> list[str]:
    lines = []
    if rules.repetition:
        way = "automatic" if rules.repetition_automatic else "claim"
        lines.append(speech.text(f"rules.repetition.{way}", n=rules.repetition))
    for rule in rules.draw_rules:
        way = "automatic" if rule.automatic else "claim"
        key = f"draw_rule.{rule.rule}"
        name = speech.text(key) if key in speech else rule.rule
        lines.append(speech.text(f"rules.count.{way}", rule=name))
    if duty and rules.aim is not Aim.LOSE:
        lines.append(speech.text("rules.duty", n=duty))
    return lines


FAMILIES = {
    "rules.landing": [landing.value for landing in Landing if landing is not Landing.FREE],
    "rules.crowning": [crowning.value for crowning in Crowning],
    "rules.choice": [choice.value for choice in Choice],
    "rules.removal": [removal.value for removal in Removal],
    "rules.aim": [aim.value for aim in Aim],
}
"""Catalogue keys that are made from the values of switches."""
