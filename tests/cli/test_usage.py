"""What click says of a command line is said in the user's language, and as briefly as can be."""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from crownhead.cli import usage
from crownhead.cli.command import run
from crownhead.locales.catalogue import own_entries

OF_PROGRAMMERS = {
    "Arguments take exactly one parameter declaration, got {length}: {decls}.",
    "Boolean option {decl!r} cannot use the same flag for true/false.",
    "Choice({choices})",
    "Could not determine name for option with declarations {decls!r}",
    "Invalid start character for option ({option})",
    "Missing parameter: {param_name}",
    "Missing {param_type}",
    "Name '{name}' defined twice",
    "No options defined but a name was passed ({name}). Did you mean to declare an argument"
    " instead? Did you mean to pass '--{name}'?",
    "Value must be an iterable.",
}
"""What only a fault of the program brings about."""
OF_OTHERS = {
    "Aborted!",
    "DeprecationWarning: The command {name!r} is deprecated.{extra_message}",
    "DeprecationWarning: The {param_type} {name!r} is deprecated.{extra_message}",
    "Error: {message}",
    "Try '{command} {option}' for help.",
    "{len_type} values are required, but {len_value} was given.",
    "{len_type} values are required, but {len_value} were given.",
    "{value!r} does not match the format {format}.",
    "{value!r} does not match the formats {formats}.",
    "{value!r} is not a valid UUID.",
    "{name} {filename!r} is not executable.",
}
"""What comes of types, or of a way of running commands, that crownhead does not use."""


def messages() -> Iterator[str]:
    """Yield all that the modules of click ask to be translated."""
    for module in usage.MODULES:
        assert module.__file__
        for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name("_"), args=[ast.Constant(str(text))]):
                    yield text
                case ast.Call(func=ast.Name("ngettext"), args=[one, other, _]):
                    for each in (one, other):
                        assert isinstance(each, ast.Constant)
                        yield str(each.value)


def test_all_that_click_says_to_users_stands_in_the_catalogues() -> None:
    said = set(messages())
    kinds = set(usage._KINDS)
    assert said - set(usage._keys()) - kinds == OF_PROGRAMMERS | OF_OTHERS
    assert set(usage._keys()) - said == {"required"}  # asked for by a name
    keys = {key for key in own_entries("en") if key.startswith("usage.")}
    assert keys == {*usage._keys().values(), *usage._KINDS.values()}
    names = {each.name for each in (click.INT, click.FLOAT, click.IntRange(), click.FloatRange())}
    assert names <= kinds


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nonsense", "Den Befehl 'nonsense' gibt es nicht."),
        ("plya", "Den Befehl 'plya' gibt es nicht. Meinst du 'play'?"),
        ("pdn chekc", "Den Befehl 'chekc' gibt es nicht. Meinst du 'check'?"),
        ("play --nonsense", "Die Option '--nonsense' gibt es nicht."),
        ("play --leve=3", "Die Option '--leve' gibt es nicht."),
        ("play --friend=3", "Die Option '--friend' nimmt keinen Wert."),
        ("play --level", "Die Option '--level' braucht einen Wert."),
        ("play --level x", "Ungültiger Wert für '--level': 'x' ist keine ganze Zahl."),
        ("play --level 99", "Ungültiger Wert für '--level': 99 liegt nicht im Bereich 1<=x<=10."),
        ("play one two", "Überzählige Argumente (one two)"),
        ("play --color whit", "ist keines von 'white', 'black', 'toss'. Meinst du 'white'?"),
        ("bench --seconds x", "'x' ist keine Zahl."),
        ("moves", "Es fehlt das Argument 'VARIANT'."),
        ("pdn check none.pdn", "Datei 'none.pdn' ist nicht da."),
        ("pdn check .", "Datei '.' ist ein Ordner."),
        ("serve --data file", "Ordner 'file' ist eine Datei."),
    ],
)
def test_a_wrong_command_line_is_refused_in_german(
    line: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    Path("file").touch()
    assert run(line.split()) == 2
    assert said in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("option", [["--lang", "de"], ["--lang=de"]])
@pytest.mark.parametrize("wrong", [["--level", "x"], ["--nonsense"]])
def test_the_language_may_stand_behind_what_is_wrong(
    wrong: list[str], option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", *wrong, *option]) == 2
    said = capsys.readouterr().err
    assert "'x' ist keine ganze Zahl" in said or "'--nonsense' gibt es nicht" in said


def test_help_pages_have_their_headings_in_the_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["play", "--lang", "de", "--help"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("Aufruf: crownhead play ") and "\nOptionen:\n" in page
    assert run(["play", "--help"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("Usage: crownhead play ") and "\nOptions:\n" in page


def test_a_language_without_these_sentences_has_the_english_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["play", "--lang", "nl", "--level", "x"]) == 2
    english = "Invalid value for '--level': 'x' is not a valid integer."
    assert capsys.readouterr().err == f"crownhead play: {english}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["n" * 100_000],
        ["pdn", "n" * 100_000],
        ["play", "--" + "n" * 100_000],
        ["play", "--level", "n" * 100_000],
        ["play", "--color", "n" * 100_000],
        ["play", *["n"] * 50_000],
        ["moves", "n" * 100_000],
        ["svg", "english", "--moves", "n" * 100_000],
    ],
    ids=lambda arguments: " ".join(arguments)[:20],
)
def test_what_was_typed_was_echoed_however_long_it_was(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    began = time.process_time()
    assert run(arguments) == 2
    said = capsys.readouterr().err
    assert said.startswith("crownhead") and said.count("\n") == 1
    assert len(said) < 2000
    assert time.process_time() - began < 5
