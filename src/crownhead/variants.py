"""Every game of the family, as data: names, rules, numbering, notation.

Each record is a `Variant`; `VARIANTS` holds them by key, `get` finds one. House rules are a
`Variant` of your own: `Variant.house("Our game", Rules(...))`.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, Self

from crownhead import draws
from crownhead.checks import brief, expect
from crownhead.digits import parse_uint
from crownhead.errors import InvalidRules, UnknownVariant
from crownhead.rules import (
    Aim,
    Board,
    Choice,
    Color,
    Crowning,
    Landing,
    Removal,
    Rules,
    Step,
)

Notation = Literal["numeric", "algebraic"]
Corner = Literal["top-left", "bottom-right"]
LONGEST_KEY = 64
LONGEST_GAMETYPE = 40
LONGEST_TEXT = 200
"""Characters of a name of a game, and of what it is from."""
MOST_LANGUAGES = 16
_VALUES = {
    "notation": ("numeric", "algebraic"),
    "first_square": ("top-left", "bottom-right"),
    "capture_sign": ("x", ":", "-"),
}
_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half a character: no file and no message can hold it."""
_RECORD = ("key", "names", "rules", *_VALUES, "mirrored", "gametype", "source")
"""What `Variant.to_dict` gives."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Variant:
    """One game: its rules and how it is written down.

    `names` are in each language, and so is the sentence `about` what it is like. `first_square` is
    the corner of square 1, seen with White at the bottom; `mirrored` boards have a light near left
    corner (PDN inversion flag 1). `capture_sign` stands between the squares of a capture.
    `gametype` is the value of PDN's tag; its number is private (from 90 on) where the standard
    knows no such game. `aliases` are further names, in any spelling that people and programs use;
    `closest` is the key of the game for which this one is taken where nobody can tell: files may
    hold it under that game's GameType.

    >>> from crownhead.variants import get
    >>> get("english")
    <Variant english>
    >>> get("english").names["de"]
    'Englische Dame'
    """

    key: str
    names: Mapping[str, str]
    about: Mapping[str, str] = field(default_factory=dict, compare=False)
    rules: Rules
    notation: Notation = "numeric"
    first_square: Corner = "top-left"
    mirrored: bool = False
    capture_sign: str = "x"
    gametype: str = ""
    source: str = ""
    aliases: tuple[str, ...] = field(default=(), compare=False)
    closest: str = field(default="", compare=False)
    _hash: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        _expect_text("key", self.key, LONGEST_KEY, least=1)
        _expect_texts("names", self.names)
        _expect_texts("about", self.about)
        _expect("rules", self.rules, isinstance(self.rules, Rules), "Rules")
        for name, known in _VALUES.items():
            value = getattr(self, name)
            _expect(name, value, isinstance(value, str) and value in known, f"one of {known}")
        _expect("mirrored", self.mirrored, type(self.mirrored) is bool, "True or False")
        _expect_text("gametype", self.gametype, LONGEST_GAMETYPE)
        _expect("gametype", self.gametype, _is_gametype(self.gametype), "a value of PDN's tag")
        _expect_text("source", self.source, LONGEST_TEXT)
        good = isinstance(self.aliases, tuple) and all(isinstance(a, str) for a in self.aliases)
        _expect("aliases", self.aliases, good, "a tuple of texts")
        _expect_text("closest", self.closest, LONGEST_KEY)
        object.__setattr__(self, "_hash", hash((self.key, self.rules, self.notation)))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<Variant {self.key}>"

    @property
    def first(self) -> Color:
        """Return the side that moves first (E4, P2, L2)."""
        return self.rules.first

    @property
    def gametype_number(self) -> int | None:
        """Return the number of PDN's GameType, None for house rules without one.

        >>> get("russian").gametype_number
        25
        """
        number = self.gametype.partition(",")[0]
        return int(number) if number else None

    @property
    def rule_numbering(self) -> str:
        """Return the key of the game whose numbered rules say what is refused in this one.

        docs/rules.md numbers the rules of three games; a game that moves and captures like the
        one closest to it is told that game's numbers.

        >>> [get(key).rule_numbering for key in ("killer", "lite", "thai")]
        ['international', 'lite', 'english']
        """
        if self.key in _NUMBERED:
            return self.key
        closest = VARIANTS.get(self.closest)
        if closest is None or not all(
            getattr(self.rules, name) == getattr(closest.rules, name) for name in _MOVEMENT
        ):
            return "english"
        return closest.rule_numbering

    @property
    def law(self) -> str:
        """Return `rule_numbering`, by the name that it had once."""
        warnings.warn("Variant.law is called rule_numbering", DeprecationWarning, stacklevel=2)
        return self.rule_numbering

    @property
    def relative(self) -> str:
        """Return `closest`, by the name that it had once."""
        warnings.warn("Variant.relative is called closest", DeprecationWarning, stacklevel=2)
        return self.closest

    def name(self, language: str = "en") -> str:
        """Return the name in `language`, else in English, else the key."""
        return self.names.get(language) or self.names.get("en") or self.key

    @classmethod
    def house(cls, name: str, rules: Rules, *, notation: Notation = "numeric") -> Self:
        """Make a game of your own from any combination of switches (house rules).

        >>> from crownhead.rules import Choice, Rules
        >>> Variant.house("Greedy", Rules(choice=Choice.MOST)).key
        'house'
        """
        return cls(key="house", names={"de": name, "en": name}, rules=rules, notation=notation)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.to_dict(),)

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain data, ready for JSON (`crownhead variants --json`)."""
        return {
            "key": self.key,
            "names": dict(self.names),
            "rules": self.rules.to_dict(),
            "notation": self.notation,
            "first_square": self.first_square,
            "mirrored": self.mirrored,
            "capture_sign": self.capture_sign,
            "gametype": self.gametype,
            "source": self.source,
        }

    @classmethod
    def from_dict(cls, values: Any) -> Variant:
        """Read a record written by `to_dict`; a known game comes back as itself.

        Raises `InvalidRules` naming what is no part of a record, or has a wrong value.

        >>> Variant.from_dict({"key": "ours", "names": {}, "rules": {"flying": 1}})
        Traceback (most recent call last):
        crownhead.errors.InvalidRules: Rules: flying='1' is not True or False
        """
        if not isinstance(values, Mapping):
            found = type(values).__name__
            raise InvalidRules(f"Variant: expected an object, found {found}")
        for name in values:
            if name not in _RECORD:
                raise InvalidRules(f"Variant: unknown part {brief(name)}")
        for name in ("key", "names", "rules"):
            if name not in values:
                raise InvalidRules(f"Variant: {name} is missing")
        variant = cls(**{**values, "rules": Rules.from_dict(values["rules"])})
        known = VARIANTS.get(variant.key)
        return known if known == variant else variant


def _expect(place: str, value: object, good: bool, wanted: str) -> None:
    expect(place, value, good, wanted, "Variant")


def _expect_text(place: str, value: object, most: int, least: int = 0) -> None:
    good = isinstance(value, str) and least <= len(value) <= most and value.isprintable()
    _expect(place, value, good, f"printable text of {least} to {most} characters")


def _expect_texts(place: str, texts: object) -> None:
    good = isinstance(texts, Mapping) and len(texts) <= MOST_LANGUAGES
    _expect(place, texts, good, f"an object of at most {MOST_LANGUAGES} languages")
    assert isinstance(texts, Mapping)
    for language, text in texts.items():
        _expect_text(f"{place}: language", language, MOST_LANGUAGES, least=1)
        good = isinstance(text, str) and len(text) <= LONGEST_TEXT and not _SURROGATE.search(text)
        wanted = f"text of at most {LONGEST_TEXT} characters"
        _expect(f"{place}[{brief(language)}]", text, good, wanted)


def _is_gametype(text: str) -> bool:
    number = text.partition(",")[0]
    return not text or (parse_uint(number) is not None and text.isascii())


def _unpickle(record: Mapping[str, Any]) -> Variant:
    # A function of the module: Ray's pickles copy methods of classes, without what they use.
    return Variant.from_dict(record)


_NUMBERED = ("english", "international", "lite")
_MOVEMENT = ("men_move", "men_capture", "flying", "compulsory", "choice", "crowning")


def _names(de: str, en: str) -> Mapping[str, str]:
    return MappingProxyType({"de": de, "en": en})


# Families: what several games share

_INTERNATIONAL = Rules(
    board=Board.DARK_10,  # P1
    men_rows=4,  # P1
    first="white",  # P2
    men_capture=Step.DIAGONAL,  # P3
    flying=True,  # P4, P5
    choice=Choice.MOST,  # P6
    crowning=Crowning.AT_REST,  # P9
    repetition_rule="P10",
    draw_rules=draws.INTERNATIONAL,  # P10
)

_BRAZILIAN = _INTERNATIONAL.but(
    board=Board.DARK_8, men_rows=3, repetition_rule="CBJD", draw_rules=draws.BRAZILIAN
)

_RUSSIAN = _BRAZILIAN.but(
    choice=Choice.FREE,
    landing=Landing.CONTINUING,  # VARIANTS 3c
    crowning=Crowning.GOES_ON,  # VARIANTS 3c
    repetition_rule="FMJD64.7.2.3",
    draw_rules=draws.RUSSIAN,
)

_POOL = _BRAZILIAN.but(
    first="black",
    choice=Choice.FREE,
    landing=Landing.CONTINUING,  # the published perft counts say so from depth 10 on
    repetition_rule="APCA",
    draw_rules=draws.POOL,
)

_DEFAULT = Rules(flying=True, repetition_rule="default.repetition", draw_rules=draws.DEFAULT)

_SPANISH = _DEFAULT.but(first="white", choice=Choice.MOST_KINGS)

_FRISIAN = _INTERNATIONAL.but(
    men_capture=Step.ALL,
    king_capture=Step.ALL,
    choice=Choice.VALUE,  # VARIANTS 3b
    king_run=3,  # VARIANTS 3b
    repetition=0,  # the 2011 text has no such rule
    draw_rules=draws.FRISIAN,
)

_ALL = (
    Variant(
        key="english",
        names=_names("Englische Dame", "English draughts"),
        about=_names(
            "Der Klassiker mit 250 Jahren Turniergeschichte: Der König geht nur ein Feld weit.",
            "The classic with 250 years of tournaments: the king moves one square.",
        ),
        rules=Rules(refusal_duty=40, repetition_automatic=False, draw_rules=draws.ENGLISH),
        gametype="21,B,8,8,N1,0",
        source="RULES E; WCDF rules 1.1-1.32",
        aliases=(
            "checkers",
            "American checkers",
            "American/English",
            "English checkers",
            "Anglo-American",
            "straight checkers",
            "three-move restriction",
            "Drei-Züge-Schema",
            "Amerikanische Dame",
            "ACF",
            "WCDF",
            "GAYP",
            "American",
        ),
    ),
    Variant(
        key="international",
        names=_names("Internationale Dame", "International draughts"),
        about=_names(
            "Das Turnierspiel auf 100 Feldern, auch Polnische Dame genannt: lange Schlagfolgen.",
            "The tournament game on 100 squares, also called Polish draughts: long captures.",
        ),
        rules=_INTERNATIONAL,
        gametype="20,W,10,10,N2,0",
        source="RULES P; FMJD annex 1",
        aliases=(
            "Polish",
            "Polish draughts",
            "Polnische Dame",
            "Hundertfelder-Dame",
            "Int.",
            "standard",
            "draughts100",
            "international100",
            "FMJD",
            "dammen",
            "10x10",
            "100",
            "международные",
            "международные шашки",
            "стоклеточные",
        ),
    ),
    Variant(
        key="lite",
        names=_names("Dame (LITE)", "Dame (LITE)"),
        about=_names(
            "Schnell und klar: Der größte Schlag ist Pflicht, die Dame fliegt.",
            "Quick and clear: the largest capture is compulsory, kings fly.",
        ),
        rules=_BRAZILIAN.but(repetition=0, draw_rules=draws.LITE),  # L1-L14
        notation="algebraic",
        gametype="26,W,8,8,A0,0",
        source="RULES L; the house rules of the LITE Games app",
        closest="brazilian",
    ),
    Variant(
        key="brazilian",
        names=_names("Brasilianische Dame", "Brazilian draughts"),
        about=_names(
            "Die Regeln der internationalen Dame auf dem kleinen Brett.",
            "The rules of international draughts on the small board.",
        ),
        rules=_BRAZILIAN,
        notation="algebraic",
        gametype="26,W,8,8,A0,0",
        source="CBJD; FMJD-64",
        aliases=(
            "Brazil",
            "Brasil",
            "Brazilian/64",
            "brasileira",
            "brasilian",
            "бразильские",
        ),
        closest="international",
    ),
    Variant(
        key="russian",
        names=_names("Russische Dame", "Russian draughts"),
        about=_names(
            "Frei wählbare Schläge, und wer durchschlägt, ist sofort Dame.",
            "A free choice of captures, and a man that gets through is a king at once.",
        ),
        rules=_RUSSIAN,
        notation="algebraic",
        capture_sign=":",
        gametype="25,W,8,8,A0,0",
        source="FMJD-64",
        aliases=(
            "Russia",
            "Russian/64",
            "draughts-64",
            "shashki",
            "russische Schaschki",
            "FMJD-64",
            "русские",
            "русские шашки",
        ),
    ),
    Variant(
        key="italian",
        names=_names("Italienische Dame", "Italian draughts"),
        about=_names(
            "Steine dürfen keine Damen schlagen.",
            "Men may not capture kings.",
        ),
        rules=Rules(
            first="white",
            men_take_kings=False,
            choice=Choice.CASCADE,  # VARIANTS 3a
            repetition=4,
            repetition_rule="FID",
            draw_rules=draws.ITALIAN,
        ),
        mirrored=True,
        gametype="22,W,8,8,N2,1",
        source="FID 6.6-6.9",
        aliases=(
            "Italy",
            "italiana",
            "dama",
            "dama italiana",
        ),
    ),
    Variant(
        key="pool",
        names=_names("Pool-Dame", "American pool checkers"),
        about=_names(
            "Beliebt in den amerikanischen Südstaaten: rückwärts schlagen, fliegende Dame.",
            "Loved in the American South: men capture backwards, kings fly.",
        ),
        rules=_POOL,
        gametype="23,B,8,8,N1,0",
        source="APCA",
        aliases=(
            "pool checkers",
            "American pool",
        ),
        closest="russian",
    ),
    Variant(
        key="spanish",
        names=_names("Spanische Dame", "Spanish draughts"),
        about=_names(
            "Steine schlagen nur vorwärts, die Dame fliegt.",
            "Men capture forward only, kings fly.",
        ),
        rules=_SPANISH,  # VARIANTS 3f
        first_square="bottom-right",
        mirrored=True,
        gametype="24,W,8,8,N1,1",
        source="PDN 3.0 GameType 24",
        aliases=(
            "Spain",
            "espanola",
        ),
    ),
    Variant(
        key="portuguese",
        names=_names("Portugiesische Dame", "Portuguese draughts"),
        about=_names(
            "Wie die spanische Dame, auf dem gespiegelten Brett.",
            "As Spanish draughts, on the mirrored board.",
        ),
        rules=_SPANISH,
        first_square="bottom-right",
        mirrored=True,
        gametype="28,W,8,8,N1,1",
        source="FPD; PDN 3.0 GameType 28",
        aliases=(
            "Portugal",
            "portuguesa",
        ),
        closest="spanish",
    ),
    Variant(
        key="czech",
        names=_names("Tschechische Dame", "Czech draughts"),
        about=_names(
            "Schlagen geht vor, und die Dame schlägt zuerst.",
            "Captures come first, and kings capture before men.",
        ),
        rules=_DEFAULT.but(
            first="white",
            choice=Choice.KING_FIRST,  # VARIANTS 3g
            landing=Landing.CONTINUING,  # the published perft counts say so from depth 11 on
        ),
        notation="algebraic",
        gametype="29,W,8,8,A0,0",
        source="damweb; PDN 3.0 GameType 29",
        aliases=("ceska",),
    ),
    Variant(
        key="canadian",
        names=_names("Kanadische Dame", "Canadian draughts"),
        about=_names(
            "Das größte Brett: 144 Felder und dreißig Steine je Seite.",
            "The largest board: 144 squares and thirty men a side.",
        ),
        rules=_INTERNATIONAL.but(board=Board.DARK_12, men_rows=5),
        gametype="27,W,12,12,N2,0",
        source="PDN 3.0 GameType 27; rules as international",
        aliases=("Canada",),
        closest="international",
    ),
    Variant(
        key="thai",
        names=_names("Thailändische Dame", "Thai draughts (makhos)"),
        about=_names(
            "Makhos: zwei Reihen Steine, die Dame landet direkt hinter der Beute.",
            "Makhos: two rows of men, kings land directly behind their prey.",
        ),
        rules=_DEFAULT.but(
            men_rows=2,
            landing=Landing.BEHIND,
            removal=Removal.AT_ONCE,
        ),
        capture_sign="-",
        gametype="31,B,8,8,N2,0",
        source="PDN 3.0 GameType 31",
        aliases=(
            "Thailand",
            "makhos",
            "Thai draughts",
        ),
    ),
    Variant(
        key="frisian",
        names=_names("Friesische Dame", "Frisian draughts"),
        about=_names(
            "Geschlagen wird in acht Richtungen, auch gerade über das Brett.",
            "Captures go in eight directions, straight across the board too.",
        ),
        rules=_FRISIAN,
        gametype="40,W,10,10,N2,0",
        source="official Frisian rules 2011",
        aliases=(
            "frysian",
            "fries",
        ),
        closest="international",
    ),
    Variant(
        key="frysk",
        names=_names("Frysk!", "Frysk!"),
        about=_names(
            "Friesisch mit nur fünf Steinen: kurz und scharf.",
            "Frisian with five men only: short and sharp.",
        ),
        rules=_FRISIAN.but(men_rows=1),
        gametype="97,W,10,10,N2,0",
        source="as Frisian, five men each; private GameType 97",
        closest="frisian",
    ),
    Variant(
        key="turkish",
        names=_names("Türkische Dame", "Turkish draughts"),
        about=_names(
            "Alle Felder zählen, gezogen wird geradeaus und seitwärts.",
            "All squares count, moves go ahead and sideways.",
        ),
        rules=_DEFAULT.but(
            board=Board.FULL_8,
            men_rows=2,
            rows_behind=1,
            first="white",
            men_move=Step.AHEAD | Step.SIDEWAYS,
            men_capture=Step.AHEAD | Step.SIDEWAYS,
            king_move=Step.STRAIGHT,
            king_capture=Step.STRAIGHT,
            choice=Choice.MOST,
            removal=Removal.AT_ONCE,
            turn_back=False,  # VARIANTS 3h
            crowning=Crowning.AT_REST,
            draw_rules=draws.TURKISH,
        ),
        notation="algebraic",
        gametype="30,W,8,8,A0,0",
        source="PDN 3.0 GameType 30",
        aliases=("Turkey",),
    ),
    Variant(
        key="antidraughts",
        names=_names("Schlagdame", "Losing draughts (antidraughts)"),
        about=_names(
            "Verkehrte Welt: Wer alles los ist, gewinnt.",
            "The world upside down: lose everything to win.",
        ),
        rules=_INTERNATIONAL.but(aim=Aim.LOSE, draw_rules=()),
        gametype="98,W,10,10,N2,0",
        source="as international, the aim reversed; private GameType 98",
        aliases=(
            "anti",
            "giveaway",
            "losing",
            "misere",
        ),
        closest="international",
    ),
    Variant(
        key="breakthrough",
        names=_names("Durchbruch", "Breakthrough draughts"),
        about=_names(
            "Wer zuerst eine Dame hat, gewinnt.",
            "The first king wins.",
        ),
        rules=_INTERNATIONAL.but(aim=Aim.KING, repetition=0, draw_rules=()),
        gametype="96,W,10,10,N2,0",
        source="as international, the first king wins; private GameType 96",
        closest="international",
    ),
    Variant(
        key="killer",
        names=_names("Killer-Dame", "Killer draughts"),
        about=_names(
            "Die Dame landet direkt hinter einer geschlagenen Dame: weniger Remis.",
            "Kings land directly behind a captured king: fewer draws.",
        ),
        rules=_INTERNATIONAL.but(landing=Landing.BEHIND_KING, draw_rules=draws.KILLER),
        gametype="99,W,10,10,N2,0",
        source="VARIANTS 3e; no number assigned, private GameType 99",
        closest="international",
    ),
    Variant(
        key="ghanaian",
        names=_names("Ghanaische Dame (Damii)", "Ghanaian draughts (damii)"),
        about=_names(
            "Damii: freie Wahl beim Schlagen, und wer nur noch einen Stein hat, verliert.",
            "Damii: a free choice of captures, and a lone piece loses.",
        ),
        rules=_INTERNATIONAL.but(
            choice=Choice.FREE,
            crowning=Crowning.ENDS_MOVE,
            too_few=1,  # a player left with a single piece has lost
            repetition_rule="default.repetition",
            draw_rules=draws.DEFAULT,
        ),
        mirrored=True,
        gametype="94,W,10,10,N2,1",
        source="as played in Ghana (docs/variants.md); no number assigned, private GameType 94",
        aliases=("damii", "Ghana"),
        closest="international",
    ),
)

_LONGEST_NAME = 40  # characters of a name that are looked at
_LIKENESS = 0.75  # `rusian` is `russian` to 0.92, but `chess` is `checkers` to 0.62


class _ByKey(dict[str, Variant]):
    def __missing__(self, key: object) -> Variant:
        meant = find_likeliest(key) if isinstance(key, str) else None
        likely = f" (did you mean {meant!r}?)" if meant else ""
        raise KeyError(f"no game has the key {str(key)[:40]!r}{likely}; get(name) takes any name")


VARIANTS: Mapping[str, Variant] = MappingProxyType(
    _ByKey({variant.key: variant for variant in _ALL})
)


def _plain(name: str) -> str:
    return re.sub(r"[^\w!]|_", "", name).casefold()


@cache
def _by_name() -> Mapping[str, tuple[str, Variant]]:
    """Return each name and its game by the plain name, keys before names and names before aliases.

    The name is written as a reader is told it.
    """
    found: dict[str, tuple[str, Variant]] = {}
    for naming in (_key_of, _names_of, _aliases_of, _short_names_of):
        for variant in _ALL:
            for name in naming(variant):
                found.setdefault(_plain(name), (name, variant))
    return found


def _key_of(variant: Variant) -> Iterable[str]:
    return (variant.key,)


def _names_of(variant: Variant) -> Iterable[str]:
    return variant.names.values()


def _aliases_of(variant: Variant) -> Iterable[str]:
    nouns = ("", " draughts", " checkers")
    return (name + noun for name in (variant.key, *variant.aliases) for noun in nouns)


def _short_names_of(variant: Variant) -> Iterable[str]:
    """Return the names without what stands in brackets: Dame (LITE) is what many call Dame."""
    return (name.partition("(")[0].strip() for name in variant.names.values() if "(" in name)


def find(name: str) -> Variant | None:
    """Find a game by its key, its English or German name or an alias, in any case and spacing.

    What stands in brackets in a name can be left out, where no other game is called so.

    >>> find("Frysk!").key, find("SHASHKI").key, find("Dame").key, find("From Position")
    ('frysk', 'russian', 'lite', None)
    """
    found = _by_name().get(_plain(name)) if name else None
    return found[1] if found else None


def find_likeliest(name: str) -> str | None:
    """Return the name of a game that is meant by one that no game has, None where none comes near.

    It is the one that was nearly written, be it a key, a name or an alias.

    >>> find_likeliest("englsh"), find_likeliest("brasilien"), find_likeliest("chess")
    ('english', 'brasilian', None)
    >>> find_likeliest("damee"), find_likeliest("damiii")
    ('Dame', 'damii')
    """
    wanted = _plain(name[:_LONGEST_NAME])
    near = get_close_matches(wanted, _by_name(), n=1, cutoff=_LIKENESS)
    return _by_name()[near[0]][0] if near else None


def get(variant: str | Variant) -> Variant:
    """Find a game by its key or by any name `find` knows; a `Variant` is returned as it is.

    Raises `UnknownVariant`, naming the likeliest one or the known keys.

    >>> get("lite").first, get("English draughts").key
    ('white', 'english')
    >>> get("rusian")
    Traceback (most recent call last):
    ...
    crownhead.errors.UnknownVariant: Unknown variant 'rusian'; did you mean 'russian'?
    """
    if isinstance(variant, Variant):
        return variant
    if not isinstance(variant, str):
        kind = type(variant).__name__
        raise UnknownVariant(f"A variant is a Variant or its key, not {kind}")
    found = VARIANTS.get(variant) or find(variant)
    if found is not None:
        return found
    meant = find_likeliest(variant)
    if meant is not None:
        said = f"Unknown variant {variant[:40]!r}; did you mean {meant!r}?"
        raise UnknownVariant(said, meant, variant)
    said = f"Unknown variant {variant[:40]!r}; known: {', '.join(VARIANTS)}"
    raise UnknownVariant(said, text=variant)
