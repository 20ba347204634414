"""Build house rules from switches, starting from a known game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from crownhead import draws
from crownhead.cli.play.saves import Saves
from crownhead.cli.play.talk import Talk
from crownhead.digits import parse_uint
from crownhead.errors import InvalidRules
from crownhead.locales import Catalogue
from crownhead.rules import (
    Aim,
    Board,
    Choice,
    Crowning,
    DrawRule,
    Landing,
    Removal,
    Rules,
    Step,
)
from crownhead.variants import Notation, Variant

LONGEST_NAME = 40


@dataclass(frozen=True)
class Switch:
    """One switch of the builder: its name, and the changes to the rules behind each value."""

    name: str
    values: dict[str, dict[str, Any]]

    def value(self, rules: Rules) -> str | None:
        """Return which value the rules have now, None where it is none of these."""
        for value, changes in self.values.items():
            if all(getattr(rules, field) == wanted for field, wanted in changes.items()):
                return value
        return None

    def next(self, rules: Rules) -> str:
        """Return the value after the present one."""
        names = list(self.values)
        present = self.value(rules)
        return names[(names.index(present) + 1) % len(names)] if present in names else names[0]


def _each(field: str, kind: type[Any]) -> dict[str, dict[str, Any]]:
    return {member.value: {field: member} for member in kind}


_STRAIGHT_MAN = Step.AHEAD | Step.SIDEWAYS
_NO_CAPTURE = (DrawRule("L14", 40, draws.LITE[0].resets),)
_DIAGONAL = {"men_move": Step.FORWARD, "king_move": Step.DIAGONAL}

SWITCHES = (
    Switch("board", _each("board", Board)),
    Switch("rows", {str(n): {"men_rows": n} for n in range(1, 6)}),
    Switch("first", {"white": {"first": "white"}, "black": {"first": "black"}}),
    Switch(
        "lines",
        {
            "forward": _DIAGONAL | {"men_capture": Step.FORWARD, "king_capture": Step.DIAGONAL},
            "backward": _DIAGONAL | {"men_capture": Step.DIAGONAL, "king_capture": Step.DIAGONAL},
            "all": _DIAGONAL | {"men_capture": Step.ALL, "king_capture": Step.ALL},
            "straight": {
                "men_move": _STRAIGHT_MAN,
                "men_capture": _STRAIGHT_MAN,
                "king_move": Step.STRAIGHT,
                "king_capture": Step.STRAIGHT,
            },
        },
    ),
    Switch(
        "king",
        {
            "short": {"flying": False, "landing": Landing.FREE},
            "flying": {"flying": True, "landing": Landing.FREE},
            "continuing": {"flying": True, "landing": Landing.CONTINUING},
            "behind": {"flying": True, "landing": Landing.BEHIND},
            "behind-king": {"flying": True, "landing": Landing.BEHIND_KING},
        },
    ),
    Switch("immune", {"no": {"men_take_kings": True}, "yes": {"men_take_kings": False}}),
    Switch(
        "capture",
        {
            "duty": {"compulsory": True, "huffing": False},
            "huffing": {"compulsory": True, "huffing": True},
            "optional": {"compulsory": False, "huffing": False},
        },
    ),
    Switch("choice", _each("choice", Choice)),
    Switch("removal", _each("removal", Removal)),
    Switch("turn_back", {"yes": {"turn_back": True}, "no": {"turn_back": False}}),
    Switch("crowning", _each("crowning", Crowning)),
    Switch("king_run", {"none": {"king_run": 0}, "three": {"king_run": 3}}),
    Switch("aim", _each("aim", Aim)),
    Switch("too_few", {"none": {"too_few": 0}, "one": {"too_few": 1}}),
    Switch(
        "count",
        {
            "none": {"draw_rules": ()},
            "capture": {"draw_rules": _NO_CAPTURE},
            "progress": {"draw_rules": draws.DEFAULT},
        },
    ),
    Switch(
        "repetition",
        {
            "none": {"repetition": 0},
            "claim": {"repetition": 3, "repetition_automatic": False},
            "automatic": {"repetition": 3, "repetition_automatic": True},
        },
    ),
    Switch("duty", {"none": {"refusal_duty": 0}, "forty": {"refusal_duty": 40}}),
)


def build(talk: Talk, speech: Catalogue, saves: Saves, base: Variant) -> Variant | None:
    """Ask for switches until Enter, then for a name; return None where the player gives up.

    Named house rules are saved; without a name they hold for one game.
    """
    rules = base.rules
    talk.say(speech.text("house.how"))
    while True:
        for number, switch in enumerate(SWITCHES, 1):
            value = switch.value(rules)
            key = f"house.{switch.name}.{value}"
            now = speech.text(key) if value else speech.text("house.special")
            talk.say(f"{number:>2} {speech.text(f'house.{switch.name}')}: {now}")
        text = talk.ask(speech.text("house.ask") + " ").strip().lower()
        if not text:
            return _name_game(talk, speech, saves, rules, base.notation)
        if text in ("x", "0"):
            return None
        number = parse_uint(text) or 0
        if not 1 <= number <= len(SWITCHES):
            talk.say(speech.text("house.which", n=len(SWITCHES)))
            continue
        switch = SWITCHES[number - 1]
        try:
            rules = rules.but(**switch.values[switch.next(rules)])
        except InvalidRules as error:
            rules = _beyond(switch, rules, error, talk, speech)


def _beyond(
    switch: Switch, rules: Rules, error: InvalidRules, talk: Talk, speech: Catalogue
) -> Rules:
    """Go past values that contradict the other switches; say so where none is left."""
    names = list(switch.values)
    present = switch.value(rules)
    start = names.index(present) if present in names else -1
    for step in range(2, len(names)):
        try:
            return rules.but(**switch.values[names[(start + step) % len(names)]])
        except InvalidRules:
            continue
    talk.say(speech.error(error))
    return rules


def _name_game(
    talk: Talk, speech: Catalogue, saves: Saves, rules: Rules, notation: Notation
) -> Variant:
    text = talk.ask(speech.text("house.name") + " ")
    name = "".join(sign for sign in text if sign.isprintable()).strip()[:LONGEST_NAME]
    variant = Variant.house(name or speech.text("house.unnamed"), rules, notation=notation)
    if name:
        try:
            path = saves.keep_house(variant)
            talk.say(speech.text("house.saved", name=name, path=path))
        except OSError as error:
            talk.say(speech.text("play.cannot_write", what=error.strerror or str(error)))
    return variant
