"""The set-up dialogue: two questions, Enter takes the default of each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from crownhead import variants
from crownhead.cli.play import house
from crownhead.cli.play.commands import answer
from crownhead.cli.play.plan import LEVELS, Plan, deck_of
from crownhead.cli.play.saves import Saves
from crownhead.cli.play.talk import Talk
from crownhead.digits import parse_uint
from crownhead.errors import CrownheadError
from crownhead.locales import Catalogue
from crownhead.variants import Variant

FIRST_SHOWN = ("lite", "english", "international", "russian", "brazilian")
DEFAULT = "lite"

_CLOCK = re.compile(r"(\d{1,3})(?:\+(\d{1,3}))?")
_WORDS: dict[str, dict[str, Any]] = {
    "w": {"color": "white"},
    "weiß": {"color": "white"},
    "weiss": {"color": "white"},
    "white": {"color": "white"},
    "s": {"color": "black"},
    "b": {"color": "black"},
    "schwarz": {"color": "black"},
    "black": {"color": "black"},
    "los": {"color": None},
    "münze": {"color": None},
    "toss": {"color": None},
    "f": {"rival": "friend"},
    "freund": {"rival": "friend"},
    "friend": {"rival": "friend"},
    "c": {"rival": "computer"},
    "computer": {"rival": "computer"},
    "blasen": {"huffing": True},
    "huffing": {"huffing": True},
    "huff": {"huffing": True},
    "auslosung": {"ballot": True},
    "karte": {"ballot": True},
    "ballot": {"ballot": True},
}


def minutes(text: str) -> str | None:
    """Return `5+3` (minutes, and seconds more for each move) as a PDN time control.

    >>> minutes("5+3"), minutes("10"), minutes("soon")
    ('300+3', '600', None)
    """
    match = _CLOCK.fullmatch(text.strip())
    if not match or not int(match[1]):
        return None
    return f"{int(match[1]) * 60}" + (f"+{int(match[2])}" if match[2] else "")


class SetUp:
    """Ask for a plan; what is given already is not asked for."""

    def __init__(self, talk: Talk, speech: Catalogue, saves: Saves) -> None:
        self._talk = talk
        self._speech = speech
        self._saves = saves

    def _say(self, key: str, **values: object) -> None:
        self._talk.say(self._speech.text(key, **values))

    def _ask(self, key: str, **values: object) -> str:
        return self._talk.ask(self._speech.text(key, **values) + " ").strip()

    def last(self) -> Plan:
        """Return the choices of the last game, or the first preset: White in LITE."""
        try:
            return replace(Plan.from_dict(self._saves.choices()), fen=None, seed=0)
        except CrownheadError:
            return Plan.of(variants.get(DEFAULT))

    def game(self, last: Plan) -> Plan:
        """Ask for the game; another one than the last begins with its own defaults."""
        variant = self._variant(last.variant)
        if variant == last.variant:
            return last
        return Plan.of(variant, rival=last.rival, level=last.level, time=last.time)

    def _variant(self, default: Variant) -> Variant:
        shown = [variants.get(key) for key in FIRST_SHOWN]
        while True:
            self._list(shown, default)
            text = self._ask("setup.game", game=self._speech.game(default)).lower()
            if not text:
                return default
            if text in ("m", "mehr", "more"):
                shown = [*variants.VARIANTS.values(), *self._saves.houses()]
                continue
            if text in ("h", "hausregeln", "house"):
                built = house.build(self._talk, self._speech, self._saves, default)
                if built is not None:
                    return built
                continue
            found = self._find_named(text, shown)
            if found is not None:
                return found
            meant = variants.find_likeliest(text)
            if meant is None:
                self._say("setup.no_game", text=text[:40])
            else:
                self._say("error.likely_variant", text=text[:40], likeliest=meant)

    def _list(self, shown: list[Variant], default: Variant) -> None:
        for number, variant in enumerate(shown, 1):
            board = variant.rules.board.width
            self._talk.say(f"{number:>2} {self._speech.game(variant)} ({board}×{board})")
        self._say("setup.more_games")

    def _find_named(self, text: str, shown: list[Variant]) -> Variant | None:
        number = parse_uint(text)
        if number is not None:
            return shown[number - 1] if 1 <= number <= len(shown) else None
        found = variants.find(text)
        if found is not None:
            return found
        games = (*variants.VARIANTS.values(), *self._saves.houses())
        named = [game for game in games if text in map(str.lower, game.names.values())]
        partly = [
            game for game in games if any(text in name.lower() for name in game.names.values())
        ]
        # A word that stands in the names of several, as "draughts" does, chooses none of them.
        return next(iter(named or (partly if len(partly) == 1 else ())), None)

    def rival(self, plan: Plan) -> Plan:
        """Ask for the opponent; colour, clock and the rest can be typed in the same line."""
        while True:
            if plan.rival == "computer":
                side = self._side(plan)
                text = self._ask("setup.computer", n=plan.level, side=side)
            else:
                text = self._ask("setup.friend")
            if not text:
                return plan
            if text.lower() in ("o", "optionen", "options"):
                plan = self.options(plan)
                continue
            chosen = self._read(plan, text)
            if chosen is not None:
                return chosen
            self._say("setup.not_understood", text=text[:40])

    def _side(self, plan: Plan) -> str:
        return self._speech.text(f"color.{plan.color}" if plan.color else "setup.toss")

    def _read(self, plan: Plan, text: str) -> Plan | None:
        """Return the plan with the words of a line, None where one is not understood."""
        for word in text.lower().replace(",", " ").split():
            time = minutes(word) if "+" in word else None
            level = parse_uint(word)
            if level is not None and level in LEVELS:
                plan = replace(plan, rival="computer", level=level)
            elif word in _WORDS:
                plan = replace(plan, **_WORDS[word])
            elif time is not None:
                plan = replace(plan, time=time)
            else:
                return None
        if plan.ballot and deck_of(plan.variant.key) is None:
            self._say("setup.no_deck")
            plan = replace(plan, ballot=False)
        if plan.huffing and not plan.variant.rules.compulsory:
            self._say("setup.no_huffing")
            plan = replace(plan, huffing=False)
        return plan

    def options(self, plan: Plan) -> Plan:
        """Ask for colour, clock, huffing, ballot and notation; Enter keeps each as it is."""
        plan = self._until(
            plan,
            "setup.color",
            lambda text: self._read(plan, text) if text in _WORDS else None,
            side=self._side(plan),
        )
        plan = self._time(plan)
        if plan.variant.rules.compulsory:
            plan = replace(plan, huffing=self._yes("setup.huffing", plan.huffing))
        if deck_of(plan.variant.key):
            plan = replace(plan, ballot=self._yes("setup.ballot", plan.ballot))
        letters = self._yes("setup.letters", plan.notation == "algebraic")
        return replace(plan, notation="algebraic" if letters else "numeric")

    def _until(
        self, plan: Plan, key: str, read: Callable[[str], Plan | None], **values: object
    ) -> Plan:
        while True:
            text = self._ask(key, **values).lower()
            if not text:
                return plan
            chosen = read(text)
            if chosen is not None:
                return chosen
            self._say("setup.not_understood", text=text[:40])

    def _time(self, plan: Plan) -> Plan:
        def read(text: str) -> Plan | None:
            if text in ("0", "-"):
                return replace(plan, time=None)
            return replace(plan, time=minutes(text)) if minutes(text) else None

        now = plan.time or self._speech.text("setup.no_clock")
        return self._until(plan, "setup.clock", read, now=now)

    def _yes(self, key: str, default: bool) -> bool:
        now = self._speech.text("setup.yes" if default else "setup.no")
        while True:
            text = self._ask(key, now=now)
            if not text:
                return default
            said = answer(text)
            if said is not None:
                return said
            self._say("play.yes_or_no")
