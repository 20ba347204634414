"""Which game a file holds: the tags GameType, Variant and Rules, read and written."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from crownhead import _core
from crownhead.errors import CrownheadError, PdnError
from crownhead.formats.pdn import faults
from crownhead.formats.pdn import tags as pdn_tags
from crownhead.rules import Aim
from crownhead.rulesets import ruleset
from crownhead.variants import VARIANTS, Variant, find

LONGEST_RULES = 20_000
PRIVATE = range(90, 100)  # numbers that the standard leaves to programs

_NAMELESS = {
    0: "chess",
    1: "Chinese chess",
    41: "spantsiretti",
    50: "Othello",
}


_LOSING_RUSSIAN = (
    "poddavki",
    "поддавки",
    "обратныешашки",
    "russianpoddavki",
    "losingrussian",
    "russianlosing",
    "russiangiveaway",
    "antirussian",
)

# What stands in Variant and names no game.
_NO_GAMES = ("standard", "from position", "?", "-")


@dataclass(frozen=True, slots=True)
class Stated:
    """Hold what the tags say: the game, or the tag that says something unusable, and what.

    Without either the tags say nothing, and the game has to be guessed. Where there is a game,
    `contradiction` says that Variant names another one, and `unknown` that it names none.
    """

    variant: Variant | None = None
    tag: str = ""
    problem: PdnError | None = None
    number: bool = False  # the tag gives a number
    contradiction: PdnError | None = None
    unknown: PdnError | None = None


def read_type(tags: Mapping[str, str]) -> Stated:
    """Return what the tags of a game say about which game it is.

    >>> read_type({"GameType": "25,W,8,8,A0,0"}).variant.key
    'russian'
    >>> print(read_type({"GameType": "50"}).problem)
    line 1, column 1: GameType 50 is Othello, which crownhead does not play
    """
    gametype, variant, rules = (
        pdn_tags.value(tags, name) for name in ("GameType", "Variant", "Rules")
    )
    return _read_tags(gametype[:LONGEST_RULES], variant[:100], rules[: LONGEST_RULES + 1])


@lru_cache(maxsize=256)
def _read_tags(gametype: str, name: str, rules: str) -> Stated:
    if rules.startswith("{"):
        return _house(rules)
    named, unknown = _find_named(name)
    number = re.match(r"\d{1,6}(?=\s*(,|$))", gametype)
    if number is None:
        typed = by_name(gametype)
        if typed and named and typed != named:
            return _beside(typed, name)
        found = typed or named
        if found or not gametype:
            return Stated(found, unknown=None if typed else unknown)
        problem = faults.error("gametype", text=repr(gametype[:40]))
        return Stated(tag="GameType", problem=problem)
    if named == VARIANTS["english"] and not unknown and _is_american(name, gametype):
        return Stated(american())
    if named and not unknown and _agrees(named, int(number[0])):
        return Stated(named)
    found = _by_number(int(number[0]), gametype)
    if found:
        return _beside(found, name)
    return Stated(tag="GameType", problem=_explain_unknown(int(number[0])), number=True)


def _is_american(name: str, gametype: str) -> bool:
    return "american" in name.casefold() and re.match(r"23\s*(,\s*W|$)", gametype, re.I) is not None


def _find_named(name: str) -> tuple[Variant | None, PdnError | None]:
    """Return the game that Variant names, and what is to be said of a name that nobody knows.

    Such a name may hold that of one game as a word: `Russian (blitz)`.
    """
    named = by_name(name)
    if named or not name or name.casefold() in _NO_GAMES:
        return named, None
    words = {found for word in re.findall(r"[^\W\d_]{4,}", name) if (found := by_name(word))}
    if len(words) != 1:
        return None, faults.error("variant", text=repr(name[:40]))
    (variant,) = words
    return variant, faults.error("variant_mentions", text=repr(name[:40]), game=variant)


def _beside(variant: Variant, name: str) -> Stated:
    """Return the game that GameType says, and what the name in Variant says beside it."""
    if not name or name.casefold() in _NO_GAMES:
        return Stated(variant)
    named = by_name(name)
    if named == variant:
        return Stated(variant)
    if named is None:
        said = faults.error("variant_beside", text=repr(name[:40]), game=variant)
        return Stated(variant, unknown=said)
    return Stated(variant, contradiction=faults.error("variant_differs", named=named, game=variant))


def by_name(text: str) -> Variant | None:
    """Find a game by its key, its English or German name, or what other programs call it.

    >>> by_name("International").key, by_name("Frysk!").key, by_name("From Position")
    ('international', 'frysk', None)
    """
    if "".join(filter(str.isalnum, text.casefold())) in _LOSING_RUSSIAN:
        return poddavki()
    return find(text)


def _agrees(variant: Variant, number: int) -> bool:
    """Return whether a game that the tags name may stand under this number.

    Programs without private numbers file a game that has one under the closest one's.
    """
    own = variant.gametype_number
    if own == number or own not in PRIVATE or not variant.closest:
        return own == number
    return _agrees(VARIANTS[variant.closest], number)


def _by_number(number: int, text: str) -> Variant | None:
    if number == 23 and re.match(r"23\s*,\s*W", text, re.IGNORECASE):
        return unified_pool()
    return _numbers().get(number)


@cache
def _numbers() -> Mapping[int, Variant]:
    found: dict[int, Variant] = {}
    for variant in VARIANTS.values():
        number, closest = variant.gametype_number, VARIANTS.get(variant.closest)
        if number is not None and (closest is None or closest.gametype_number != number):
            found[number] = variant  # 26 alone is Brazilian, not LITE
    return found


@cache
def unified_pool() -> Variant:
    """Return pool checkers as GameType `23,W,8,8,A0,0` has it: White first, squares by letters."""
    pool = VARIANTS["pool"]
    return replace(
        pool,
        names={"de": "Pool-Dame (vereinheitlicht)", "en": "Pool checkers (unified rules)"},
        rules=pool.rules.but(first="white"),
        notation="algebraic",
        gametype="23,W,8,8,A0,0",
    )


@cache
def american() -> Variant:
    """Return English draughts as others file it under 23, by the name American checkers.

    White moves first there, from squares 21 to 32.
    """
    english = VARIANTS["english"]
    return replace(
        english,
        names={"de": "Englische Dame (Weiß beginnt)", "en": "American checkers (White first)"},
        rules=english.rules.but(first="white"),
        gametype="23,W,8,8,N2,0",
        aliases=(),
    )


@cache
def poddavki() -> Variant:
    """Return Russian draughts in which whoever has no move left wins: files call it by its name.

    Its moves are those of Russian draughts, and it has no GameType of its own.
    """
    russian = VARIANTS["russian"]
    return replace(
        russian,
        key="poddavki",
        names={"de": "Russische Schlagdame (Poddawki)", "en": "Poddavki (losing Russian)"},
        rules=russian.rules.but(aim=Aim.LOSE),
        aliases=(),
        closest="russian",
    )


_WHITE_FIRST = {"english": american, "pool": unified_pool}


def white_first(variant: Variant) -> Variant | None:
    """Return the form of a game in which White begins, where files have it with Black or White.

    >>> white_first(VARIANTS["pool"]).gametype, white_first(VARIANTS["russian"])
    ('23,W,8,8,A0,0', None)
    """
    make = _WHITE_FIRST.get(variant.key)
    return None if make is None or variant.first == "white" else make()


def _explain_unknown(number: int) -> PdnError:
    name = _NAMELESS.get(number, "a kind of chess" if number < 20 else "")
    if name:
        return faults.error("gametype_unplayed", number=number, detail=name)
    return faults.error("gametype_number", number=number)


def _house(text: str) -> Stated:
    try:
        if len(text) > LONGEST_RULES:
            return Stated(tag="Rules", problem=faults.error("rules_long", limit=LONGEST_RULES))
        variant = Variant.from_dict(json.loads(text))
        ruleset(variant)
    except RecursionError:
        return Stated(tag="Rules", problem=faults.error("rules_deep"))
    except CrownheadError as error:
        return Stated(tag="Rules", problem=faults.error("rules", why=error))
    except ValueError as error:
        return Stated(tag="Rules", problem=faults.error("rules_json", detail=str(error)))
    return Stated(variant)


def write(variant: Variant) -> dict[str, str]:
    """Return the tags that say which game it is, for a reader that knows only GameType too.

    The bare number where the standard gives the game one, else the full string.

    >>> from crownhead.variants import get
    >>> write(get("russian")), write(get("lite"))
    ({'GameType': '25'}, {'GameType': '26', 'Variant': 'lite'})
    """
    if variant == unified_pool():
        return {"GameType": variant.gametype}
    if variant == american():
        return {"GameType": variant.gametype, "Variant": "American checkers"}
    if VARIANTS.get(variant.key) != variant:
        record = json.dumps(variant.to_dict(), ensure_ascii=False, separators=(",", ":"))
        # Tags hold single blanks only; JSON can say a second one in another way.
        return {
            "GameType": _core.pdn_board(ruleset(variant)),
            "Rules": record.replace("  ", " \\u0020"),
        }
    number = variant.gametype_number
    assert number is not None  # every known game has one
    if number in PRIVATE:
        return {"GameType": variant.gametype, "Variant": variant.key}
    if _numbers()[number] is not variant:
        return {"GameType": str(number), "Variant": variant.key}
    return {"GameType": str(number)}
