"""The words a player can type, in German and English, and what each asks for."""

from __future__ import annotations

from dataclasses import dataclass

WORDS: dict[str, tuple[str, ...]] = {
    "moves": ("moves", "züge", "zuege"),
    "hint": ("hint", "tipp", "tip"),
    "undo": ("undo", "zurück", "zurueck", "back", "takeback"),
    "draw": ("draw", "remis"),
    "accept": ("accept", "annehmen"),
    "decline": ("decline", "ablehnen"),
    "claim": ("claim", "beanspruchen"),
    "huff": ("huff", "blasen", "pusten"),
    "compel": ("compel", "zwingen"),
    "stand": ("stand", "stehenlassen"),
    "resign": ("resign", "aufgeben"),
    "board": ("board", "brett"),
    "flip": ("flip", "drehen"),
    "record": ("notation", "protokoll", "record"),
    "squares": ("squares", "felder"),
    "fen": ("fen", "fen", "stellung"),
    "rules": ("rules", "regeln"),
    "clock": ("clock", "uhr"),
    "match": ("match", "karte", "card"),
    "save": ("save", "speichern", "sichern"),
    "new": ("new", "neu"),
    "quit": ("quit", "ende", "exit", "q", "beenden"),
    "help": ("help", "hilfe", "?", "h"),
}

_BY_WORD = {word: name for name, words in WORDS.items() for word in words}

YES = frozenset({"y", "yes", "j", "ja"})
NO = frozenset({"n", "no", "nein"})


@dataclass(frozen=True)
class Command:
    """A command by its name in `WORDS`, and what followed the word."""

    name: str
    argument: str = ""


def parse(text: str) -> Command | None:
    """Return the command that a line asks for, or None where it is something else.

    >>> parse("blasen 22")
    Command(name='huff', argument='22')
    >>> parse("22x15") is None
    True
    """
    word, _, argument = text.strip().partition(" ")
    name = _BY_WORD.get(word.lower())
    return Command(name, argument.strip()) if name else None


def word(name: str, language: str) -> str:
    """Return the word for a command that help shows in `language`.

    >>> word("resign", "de")
    'aufgeben'
    """
    words = WORDS[name]
    return words[1] if language == "de" else words[0]


def answer(text: str) -> bool | None:
    """Return whether a line says yes or no, None where it says neither.

    >>> answer("Ja"), answer("n"), answer("22-18")
    (True, False, None)
    """
    said = text.strip().lower()
    if said in YES:
        return True
    return False if said in NO else None
