"""The catalogues are complete or say where not, are alike, and fit every reason and game."""

from __future__ import annotations

import ast
import dataclasses
import json
import re
import string
import typing
from pathlib import Path

import pytest

import crownhead
import crownhead.match  # its reasons are part of the family
from crownhead import _core, draws, errors, reasons
from crownhead.cli import usage
from crownhead.cli.play import commands, house, summary
from crownhead.endgame import tables
from crownhead.events import EVENTS, Event
from crownhead.locales import COMPLETE, LANGUAGES, Catalogue, detect
from crownhead.locales.catalogue import NUMBER_FIELDS, SQUARE_FIELDS, own_entries, plural
from crownhead.locales.squares import algebraic, numbers, translate
from crownhead.outcome import Outcome, Termination
from crownhead.rules import DrawRule, Rules
from crownhead.variants import VARIANTS, Variant

SOURCE = Path(crownhead.__file__).parent
WEB = Path(__file__).parents[2] / "web"
TEXTS = {
    language: json.loads((SOURCE / "locales" / f"{language}.json").read_text(encoding="utf-8"))
    for language in LANGUAGES
}
PARTIAL = [language for language in LANGUAGES if language not in COMPLETE]
OF_THE_LANGUAGE = {"language.name", "language.plural", "language.point"}
NAMES = {f"game.{key}{about}" for key in VARIANTS for about in ("", ".about")}
"""Games are called in the two complete languages where their rules are."""
EVERYWHERE = (
    "board.", "color.", "count.", "counter.", "draw_over.", "draw_reset.", "draw_rule.", "event.",
    "language.name", "language.point", "list.", "number.", "outcome.", "picture.", "piece.",
    "reason.", "rules.", "term.", "verdict.", "web.claim", "web.count", "web.draw", "web.end.",
    "web.learn", "web.level", "web.outcome.", "web.settings", "web.side", "web.square.",
    "web.turn.",
    *(f"web.{_core.state_fields()[field]}." for field, *_ in _core.question_faces().values()),
)  # fmt: skip
"""What every language says: rules, refusals, a game with its questions, and its end."""


def family(kind: type[reasons.Reason]) -> list[type[reasons.Reason]]:
    return [kind, *(deeper for below in kind.__subclasses__() for deeper in family(below))]


REASONS = [kind for kind in family(reasons.Reason) if kind.__module__.startswith("crownhead")]


REPETITIONS = {variant.rules.repetition_rule for variant in VARIANTS.values()}


def draw_rule_ids() -> set[str]:
    ids = {"E24", *REPETITIONS}
    for value in vars(draws).values():
        if isinstance(value, tuple) and all(isinstance(rule, DrawRule) for rule in value):
            ids |= {rule.rule for rule in value}
    return ids


def sample(kind: type[reasons.Reason]) -> list[reasons.Reason]:
    """Return reasons of a kind, one for each plural form and criterion."""
    hints = typing.get_type_hints(kind)
    made = []
    for number in (1, 2, 7):
        values: dict[str, object] = {}
        for field in dataclasses.fields(kind):
            hint = hints[field.name]
            if hint is int:
                values[field.name] = number
            elif hint is str:
                values[field.name] = "white"
            elif hint == tuple[int, ...]:
                values[field.name] = tuple(range(1, number + 1))
            else:
                values[field.name] = tuple(["9-13", "9x18"][:number])
        for criterion in ("kings_taken", "with_king", "kings_earliest", "value"):
            if "criterion" in values:
                values["criterion"] = criterion
            made.append(kind(**values))
    return made


def fen_faults() -> set[str]:
    """Return the codes of what can be wrong with a FEN."""
    text = (WEB.parent / "core" / "rules" / "fen.cpp").read_text(encoding="utf-8")
    found = re.findall(r'constexpr FenFault (\w+)\{"(\w+)", "', text)
    assert found and all(name == code for name, code in found)
    return {code for _, code in found} | {"not_text"}  # which never reaches the core


def error_keys() -> set[tuple[str, str]]:
    """Return the classes of errors and the keys by which the catalogues say them."""
    kinds = {
        name
        for name, kind in vars(errors).items()
        if getattr(kind, "__init__", None) is errors.CrownheadError.__init__
    } | {"ArenaError"}
    found = {("PdnError", code) for code in _core.pdn_faults()}
    found |= {("PdnError", f"result_{said}") for said in ("white", "black", "draw")}
    found |= {("DamagedTable", wrong.replace("-", "_")) for wrong in tables._WRONG}
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(ast.Name("faults"), "error"), args=[key, *_]):
                    found |= {("PdnError", text) for text in keys_of(key)}
                case ast.Call(func=ast.Name(kind), args=[_, key]) if kind in kinds:
                    found |= {(kind, text) for text in keys_of(key)}
                case ast.Return(ast.Tuple([ast.Constant(str(key)), _])) if path.stem == "faults":
                    found.add(("PdnError", key))
    return found


def keys_of(node: ast.expr) -> set[str]:
    """Return the keys that an argument may be."""
    match node:
        case ast.IfExp(body=one, orelse=other):
            return keys_of(one) | keys_of(other)
        case ast.Constant(str(text)):
            return {text}
    return set()


def expected_families() -> dict[str, set[str]]:
    """Return the keys that code makes from values, by their prefix."""
    reason = {f"reason.{kind.code}" for kind in REASONS} - {"reason.must_capture_best"}
    reason |= {
        f"reason.must_capture_best.{criterion}"
        for criterion in ("kings_taken", "with_king", "kings_earliest", "value")
    }
    event = {f"event.{kind}" for kind in EVENTS} | {"event.event"}
    event -= {"event.adjudicated"}
    event |= {"event.adjudicated.advantage", "event.adjudicated.none"}
    outcome = {f"outcome.{member.value}" for member in Termination}
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    refusing = {"IllegalMove", "NotAllowed"}  # they carry a Reason
    error = {
        f"error.{kind.__name__}"
        for kind in kinds
        if issubclass(kind, errors.CrownheadError) and kind.__name__ not in refusing
    }
    error |= {f"error.InvalidFen.{code}" for code in fen_faults()}
    error |= {f"error.{kind}.{key}" for kind, key in error_keys()}
    return {
        "reason.": reason,
        "draw_rule.": {f"draw_rule.{rule}" for rule in draw_rule_ids()},
        "draw_over.": {f"draw_over.{rule}" for rule in draw_rule_ids() - {"E24"} - REPETITIONS},
        "draw_reset.": {f"draw_reset.{rule}" for rule in draw_rule_ids() - {"E24"} - REPETITIONS},
        "outcome.": outcome | {"outcome.win", "outcome.draw"},
        "event.": event,
        "error.": error
        | {
            f"error.{name}"
            for name in ["too_long", "file", "no_folder", "no_house", "clock", "ballot_fen"]
        }
        | {
            "error.likely_variant",
            "error.not_together",
            "error.house_elsewhere",
            "error.house_file",
        },
        "help.command.": {f"help.command.{name}" for name in commands.WORDS},
        "house.": {f"house.{switch.name}" for switch in house.SWITCHES}
        | {f"house.{switch.name}.{value}" for switch in house.SWITCHES for value in switch.values}
        | {f"house.{name}" for name in ("how", "ask", "which", "special", "name", "saved")}
        | {"house.unnamed"},
        "rules.choice.": {f"rules.choice.{value}" for value in summary.FAMILIES["rules.choice"]},
        "rules.aim.": {f"rules.aim.{value}" for value in summary.FAMILIES["rules.aim"]},
        "verdict.": {
            f"verdict.{said}.{value}{far}"
            for said in ("tables", "search")
            for value in ("win", "loss")
            for far in ("", "_in")
        }
        | {"verdict.tables.draw", "verdict.margin"},
        # tests/cli/test_usage.py compares these with what click says.
        "usage.": {*usage._keys().values(), *usage._KINDS.values()},
    }


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("prefix", expected_families())
def test_every_family_of_keys_is_complete_and_holds_nothing_else(
    language: str, prefix: str
) -> None:
    found = {key for key in TEXTS[language] if key.startswith(prefix)}
    assert found == expected_families()[prefix]


def used_keys() -> tuple[set[str], set[str]]:
    """Return the keys that stand in the sources, and the beginnings of those made there."""
    literal, beginnings = set(), set()
    for path in (WEB / "src").rglob("*.ts*"):
        text = path.read_text(encoding="utf-8")
        literal |= set(re.findall(r'"([a-z_]+(?:\.[\w-]+)+)"', text))
        beginnings |= set(re.findall(r"`([a-z_]+\.(?:[\w-]+\.)*)\$\{", text))
    for path in (WEB.parent / "core" / "report").glob("*.cpp"):
        text = path.read_text(encoding="utf-8")
        literal |= set(re.findall(r'"([a-z_]+(?:\.[\w-]+)+)"', text))
    for path in SOURCE.rglob("*.py"):
        exact, begun = texts_of(path)
        literal |= exact
        beginnings |= begun
    return literal, beginnings


def texts_of(path: Path) -> tuple[set[str], set[str]]:
    """Return the texts of a Python file that have the form of a key, and beginnings of such."""
    literal, beginnings = set(), set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Constant(value=str(text)) if re.fullmatch(r"[a-z_]+(?:\.[\w-]+)+", text):
                literal.add(text)
            case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]) if re.fullmatch(
                r"[a-z_]+\.(?:[\w-]+\.)*", text
            ):
                beginnings.add(text)
    return literal, beginnings


@pytest.mark.parametrize("language", COMPLETE)
def test_no_key_is_unused(language: str) -> None:
    literal, beginnings = used_keys()
    families = tuple(expected_families()) + tuple(beginnings)
    unused = {key for key in TEXTS[language] if key not in literal and not key.startswith(families)}
    assert unused - OF_THE_LANGUAGE == set()


@pytest.mark.parametrize("language", COMPLETE)
def test_no_key_is_missing(language: str) -> None:
    literal = set()
    prefixes = {key.split(".")[0] for key in TEXTS[language]}
    for folder in ("cli", "locales"):
        for path in (SOURCE / folder).rglob("*.py"):
            literal |= texts_of(path)[0]
    wanted = {key for key in literal if key.split(".")[0] in prefixes}
    wanted -= set(summary.FAMILIES) | OF_THE_LANGUAGE  # families, and what is no sentence
    assert {key for key in wanted if key not in TEXTS[language]} == set()


def test_both_languages_have_the_same_keys() -> None:
    assert set(TEXTS["en"]) == set(TEXTS["de"])


def forms(entry: str | dict[str, str]) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def placeholders(entry: str | dict[str, str]) -> set[str]:
    parsed = (string.Formatter().parse(form) for form in forms(entry))
    names = {name for form in parsed for _, name, _, _ in form if name}
    return {name for name in names if not any(f"term.{name}" in texts for texts in TEXTS.values())}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_placeholders(language: str) -> None:
    def wanted_placeholders(of: str) -> dict[str, set[str]]:
        found = {key: placeholders(TEXTS[of][key]) for key in TEXTS[language] if key in TEXTS[of]}
        for key in found:
            if key.startswith("error."):
                found[key] -= {"detail", "column"}  # `Catalogue.error` always has them ready
        return found

    english = wanted_placeholders("en")
    counting = {key for key, entry in TEXTS[language].items() if not isinstance(entry, str)}
    for key, found in wanted_placeholders(language).items():
        if key in english and key not in OF_THE_LANGUAGE:
            alike = {"n"} if key in counting else set()  # a form for one may do without it
            assert found | alike == english[key] | alike, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_has_all_plural_forms_or_none(language: str) -> None:
    forms = set(TEXTS[language].get("language.plural", {"one", "other"}))
    entries = TEXTS[language].items()
    counted = {key: set(entry) for key, entry in entries if not isinstance(entry, str)}
    assert counted == dict.fromkeys(counted, forms)


def test_plural_forms_are_those_of_the_language() -> None:
    russian = {1: "one", 2: "few", 4: "few", 5: "many", 11: "many", 12: "many", 14: "many"}
    russian |= {0: "many", 21: "one", 22: "few", 25: "many", 101: "one", 111: "many", 112: "many"}
    assert {number: plural(number, "ru") for number in russian} == russian
    for language in ("en", "de", "nl"):
        assert [plural(n, language) for n in (0, 1, 2, 21)] == ["other", "one", "other", "other"]


@pytest.mark.parametrize("language", PARTIAL)
def test_a_partial_language_has_what_every_language_has(language: str) -> None:
    known = {*TEXTS["en"], *NAMES, *OF_THE_LANGUAGE}
    known |= {key for key in TEXTS[language] if key.startswith("term.")}
    assert set(TEXTS[language]) - known == set()
    wanted = {key for key in TEXTS["en"] if key.startswith(EVERYWHERE)}
    wanted |= {f"game.{key}" for key in VARIANTS}
    assert wanted - set(TEXTS[language]) == set()


@pytest.mark.parametrize("language", PARTIAL)
def test_what_a_partial_language_lacks_is_said_in_english(language: str) -> None:
    key = next(key for key, entry in TEXTS["en"].items() if key not in own_entries(language))
    assert key in Catalogue(language)
    assert Catalogue(language)._entries[key] == TEXTS["en"][key]
    missing = "dxp.total"  # an English entry with forms for one and more
    assert missing not in own_entries(language)
    counted = {"won": 1, "drawn": 2, "lost": 3, "undecided": 4}
    for number in (1, 2, 5, 21):
        said = Catalogue(language).text(missing, n=number, **counted)
        assert said == Catalogue("en").text(missing, n=number, **counted)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_form_is_empty(language: str) -> None:
    empty = [key for key, entry in TEXTS[language].items() if not all(map(str.strip, forms(entry)))]
    assert empty == []


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_X_every_reason_is_a_sentence_in_every_game(language: str, variant: Variant) -> None:
    speech = Catalogue(language)
    for kind in REASONS:
        for reason in sample(kind):
            sentence = speech.reason(reason, variant)
            assert sentence[0].isupper() or sentence[0].isdigit() or variant.notation != "numeric"
            assert sentence.endswith((".", "!", "?"))
            assert "{" not in sentence and "None" not in sentence


def test_X_every_number_of_a_reason_is_known_as_square_or_number() -> None:
    plain = {"moves_left", "moves", "made", "plies", "most", "left", "at", "last"}
    for kind in REASONS:
        for name, hint in typing.get_type_hints(kind).items():
            if hint is int:
                assert name in SQUARE_FIELDS | NUMBER_FIELDS | plain, (kind, name)


def test_X_squares_are_written_as_the_game_writes_them() -> None:
    reason = reasons.MustCapture(pieces=(18, 22))
    assert Catalogue("de").reason(reason, VARIANTS["english"]) == (
        "Schlagzwang: 18 oder 22 muss schlagen."
    )
    assert Catalogue("en").reason(reason, VARIANTS["lite"]) == (
        "Capturing is compulsory: d4 or c3 must capture."
    )


@pytest.mark.parametrize("square", [-1, 0, 33, 10**30])
def test_X_a_square_that_is_not_on_the_board_keeps_its_number(square: int) -> None:
    """A refusal of one failed by another error where squares have letters."""
    told = Catalogue("en", VARIANTS["lite"]).reason(reasons.NoPiece(square))
    assert told == f"There is no piece on {square}."


def test_X_the_majority_rule_is_named_with_both_numbers() -> None:
    reason = reasons.MustCaptureMost(best=3, this=2, best_moves=("18x29",))
    assert Catalogue("de").reason(reason, VARIANTS["international"]) == (
        "Mehrheitsregel: 18x29 schlägt drei Steine, dieser Zug nur zwei."
    )


def test_the_crowned_piece_is_koenig_in_english_draughts_and_dame_elsewhere() -> None:
    reason = reasons.KingBlocked(origin=1, target=10, blocker=6)
    assert "dem König" in Catalogue("de").reason(reason, VARIANTS["english"])
    assert "der Dame" in Catalogue("de").reason(reason, VARIANTS["russian"])


def test_long_lists_in_a_sentence_are_cut() -> None:
    reason = reasons.MustCapture(pieces=tuple(range(1, 12)))
    assert Catalogue("en").reason(reason, VARIANTS["english"]).count(",") == 2


@pytest.mark.parametrize(
    ("environment", "wanted", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, None, "de"),
        ({"LC_ALL": "de_AT", "LANG": "en_US"}, None, "de"),
        ({"LC_MESSAGES": "de", "LANG": "en_US"}, None, "de"),
        ({"LC_ALL": "C", "LANG": "de_DE"}, None, "en"),
        ({"LC_ALL": "", "LANG": "de_DE"}, None, "de"),
        ({"LANG": "fr_FR.UTF-8"}, None, "en"),
        ({}, None, "en"),
        ({"LANG": "en_GB"}, "de", "de"),
    ],
)
def test_the_language_follows_the_environment(
    environment: dict[str, str], wanted: str | None, language: str
) -> None:
    assert detect(environment, wanted) == language


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_square_names_are_those_of_the_core(variant: Variant) -> None:
    position = crownhead.Position.initial(variant)
    for square in range(1, variant.rules.board.squares + 1):
        name = algebraic(variant, square)
        if variant.notation == "algebraic":
            assert position.square_name(square) == name
        assert numbers(variant)[name] == square


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_moves_are_rewritten_and_back(variant: Variant) -> None:
    for move in crownhead.Position.initial(variant).legal_moves:
        lettered = translate(variant, str(move), "algebraic")
        numeric = translate(variant, lettered, "numeric")
        assert translate(variant, numeric, variant.notation) == str(move)


def test_captures_are_rewritten_too() -> None:
    english, lite = VARIANTS["english"], VARIANTS["lite"]
    assert translate(english, "22x15x6", "algebraic") == "c3xe5xc7"
    assert translate(english, "c3xe5xc7", "numeric") == "22x15x6"
    assert translate(english, "f6e5", "numeric") == "11-15"
    assert translate(lite, "c3:e5:g7", "numeric") == "22:15:8"
    assert translate(english, "99-100", "algebraic") == "99-100"


def test_an_error_keeps_what_and_where() -> None:
    with pytest.raises(errors.InvalidFen) as caught:
        crownhead.Position.from_fen("W:W31:Bxx", "international")
    for language in LANGUAGES:
        sentence = Catalogue(language).error(caught.value)
        assert str(caught.value.column) in sentence and "\n" not in sentence


def test_a_place_is_told_once_and_a_question_ends_as_one() -> None:
    with pytest.raises(errors.InvalidFen) as unread:
        crownhead.Position.from_fen("W:W31:Bxx", "international")
    with pytest.raises(errors.InvalidRules) as misspelt:
        crownhead.Rules.from_dict({"flyin": True})
    for language in LANGUAGES:
        assert Catalogue(language).error(unread.value).count(str(unread.value.column)) == 1
        assert Catalogue(language).error(misspelt.value).endswith("did you mean flying?")


def test_an_error_is_said_as_players_of_the_game_write() -> None:
    game = crownhead.Game("dame")
    with pytest.raises(errors.IllegalMove) as refused:
        game.play("b2-c3")
    said = Catalogue("de").error(refused.value, "b2-c3", game.variant)
    assert "c3" in said and not re.search(r"\d\d", said)


DRAWN = {
    Termination.AGREEMENT,
    Termination.REPETITION,
    Termination.DRAW_COUNT,
    Termination.REFUSAL_DUTY,
    Termination.ADJUDICATION,
}
"""What may end a game without a winner, besides that neither player came."""


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
@pytest.mark.parametrize("language", COMPLETE)
def test_every_outcome_is_a_sentence(language: str, variant: Variant) -> None:
    catalogue = Catalogue(language)
    for termination in Termination:
        drawn = termination in DRAWN or termination is Termination.FORFEIT
        for winner in ("white", "black", None) if drawn else ("white", "black"):
            said = catalogue.outcome(Outcome(winner, termination, "E26"), variant)
            assert "{" not in said and said.endswith("."), said


def test_who_cannot_move_is_the_loser_or_the_winner_of_losing_draughts() -> None:
    blocked = Outcome("white", Termination.BLOCKED, "")
    english, losing = VARIANTS["english"], VARIANTS["antidraughts"]
    assert Catalogue("en").outcome(blocked, english) == "White wins. Black cannot move."
    assert Catalogue("en").outcome(blocked, losing) == "White wins. White cannot move."


def test_every_event_class_has_its_own_kind() -> None:
    assert len(EVENTS) == len(Event.__subclasses__())


def test_the_summary_of_rules_fits_every_game_and_language() -> None:
    for language in LANGUAGES:
        for variant in VARIANTS.values():
            speech = Catalogue(language, variant)
            lines = summary.summary(variant.rules, speech, huffing=False, duty=40)
            assert len(lines) >= 8
            assert all(line.endswith(".") for line in lines)
    assert summary.summary(Rules(), Catalogue("de"), huffing=True, duty=0)
