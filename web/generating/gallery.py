"""The pictures of the rules: positions, refused moves with their reasons, and right moves.

All of it is asked of the library, so a picture shows what the game itself does. Each can be played
on, too: with its moves, and with a sentence for the moves that somebody may try against the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from crownhead import Game, Position
from crownhead.locales import LANGUAGES, Catalogue
from crownhead.rules import Aim, Choice, Crowning, Landing, Removal, Rules, Step
from crownhead.rulesets import ruleset
from crownhead.variants import VARIANTS, get
from generating.positions import move


@dataclass(frozen=True, slots=True)
class Page:
    """One rule: where it is shown, a move that is refused, and the moves that are then played.

    `huff` is the square of a piece that is huffed after the first move, which leaves out a capture.
    """

    id: str
    variant: str
    fen: str
    plays: tuple[str, ...]
    refused: str = ""
    huff: int = 0


PAGES = (
    Page("man", "english", "W:W23,32:B6,7", ("23-19", "6-10"), "23-27"),
    Page("capture", "english", "W:W22,32:B18,7", ("22x15",)),
    Page("must", "english", "W:W22,31:B18,7,8", ("22x15",), "31-27"),
    Page("series", "english", "W:W30,31:B25,17,9,4", ("30x21x14x5",), "30x21"),
    Page("choice", "english", "W:W22,23,32:B18,17,9,2", ("22x15",)),
    Page("most", "lite", "W:Wc3,h2:Bd4,d6,g3,a7", ("c3xc7",), "h2xf4"),
    Page("backward", "international", "W:W28,49:B23,14,24,34,3", ("28x39",)),
    Page("crown", "english", "W:W6,31:B3,12", ("6-2", "12-16", "2-6")),
    Page("crown_ends", "english", "W:W12,31:B8,7,16", ("12x3",)),
    Page("at_rest", "international", "W:W12,48:B8,9,20,35", ("12x25",)),
    Page("goes_on", "russian", "W:Wb6:Bc7,f6,g3", ("b6:f2",)),
    Page("king", "english", "W:WK18,32:BK1,5", ("18-22", "1-6", "22-17")),
    Page("flies", "international", "W:WK46,48:B3,6", ("46-14",)),
    Page("flying_capture", "international", "W:WK46,48:B28,3,4", ("46x14",)),
    Page("late", "international", "W:WK36:B30,31,32,10", ("36x25",), "36x27x43x25x34"),
    Page("immune", "italian", "W:W23,32:BK19,5", ("32-28",), "23x14"),
    Page("straight", "turkish", "W:Wd3:Bd4,e5,f6,a7", ("d3xf7",)),
    Page("eight_ways", "frisian", "W:W38:B28,17,12", ("38x27",)),
    Page("blocked", "english", "W:W29,30:B21", ("29-25",)),
    Page("huff", "english", "W:W22,31:B18,7,8", ("31-27",), "", 22),
)


def _diagonal(rules: Rules) -> bool:
    return rules.men_move == Step.FORWARD


HOLDS: dict[str, Callable[[Rules], bool]] = {
    "man": _diagonal,
    "capture": _diagonal,
    "must": lambda rules: rules.compulsory,
    "series": lambda rules: rules.compulsory,
    "choice": lambda rules: rules.compulsory and rules.choice == Choice.FREE,
    "most": lambda rules: rules.compulsory and rules.choice in (Choice.MOST, Choice.MOST_KINGS),
    "backward": lambda rules: Step.BACKWARD in rules.men_capture,
    "crown": lambda rules: rules.aim == Aim.NORMAL,
    "crown_ends": lambda rules: rules.crowning == Crowning.ENDS_MOVE,
    "at_rest": lambda rules: rules.crowning == Crowning.AT_REST,
    "goes_on": lambda rules: rules.crowning == Crowning.GOES_ON,
    "king": lambda rules: not rules.flying,
    "flies": lambda rules: rules.flying,
    "flying_capture": lambda rules: rules.flying and rules.landing == Landing.FREE,
    "late": lambda rules: rules.removal == Removal.LATE,
    "immune": lambda rules: not rules.men_take_kings,
    "straight": lambda rules: rules.men_move == Step.AHEAD | Step.SIDEWAYS,
    "eight_ways": lambda rules: rules.men_capture == Step.ALL,
    "blocked": lambda rules: rules.aim != Aim.LOSE,
    "huff": lambda rules: rules.repetition_rule == "E25",
}
"""Under which rules each page is true; huffing can be agreed upon in English draughts."""


def pages() -> list[dict[str, Any]]:
    """Return all pages as the client plays them."""
    return [_page(page) for page in PAGES]


def _page(page: Page) -> dict[str, Any]:
    variant = get(page.variant)
    start = Position.from_fen(page.fen, variant)
    steps = [{"kind": "start", "board": start.letters()[1:]}]
    if page.refused:
        steps.append(_refusal(start, page.refused))
    steps += _huff(page) if page.huff else _play(start, page.plays)
    games = [key for key, each in VARIANTS.items() if HOLDS[page.id](each.rules)]
    return {
        "id": page.id,
        "variant": page.variant,
        "games": games,
        "steps": steps,
        "trial": _trial(page, start),
    }


def _trial(page: Page, start: Position) -> dict[str, Any]:
    """Return what a reader can do with the position, and what he is told of what he cannot do."""
    huffing = bool(page.huff)
    return {
        "turn": start.turn,
        "legal": [move(start, found) for found in start.legal_moves],
        "faulty": [move(start, found) for found in start.faulty_moves] if huffing else [],
        **refusals(start),
    }


def refusals(start: Position) -> dict[str, Any]:
    """Return what is told of the moves a beginner tries that are not legal."""
    attempts = {
        f"{origin}-{target}": reason
        for origin in _pieces(start)
        for target in _near_squares(start, origin)
        if (reason := start.explain(_text(start, origin, target))) is not None
    }
    sentences = list(dict.fromkeys(attempts.values()))
    words = {language: Catalogue(language) for language in LANGUAGES}
    return {
        "refused": {text: sentences.index(reason) for text, reason in attempts.items()},
        "sentences": [
            {k: speech.reason(reason, start.variant) for k, speech in words.items()}
            for reason in sentences
        ],
    }


def _pieces(position: Position) -> list[int]:
    own = "wW" if position.turn == "white" else "bB"
    return [n for n, letter in enumerate(position.letters()) if n and letter in own]


def _near_squares(position: Position, origin: int) -> list[int]:
    """Return the squares at most two rows and columns away: what a beginner tries."""
    places = ruleset(position.variant)
    column, row = places.place(origin)
    squares = range(1, position.variant.rules.board.squares + 1)
    far = {s: (abs(c - column), abs(r - row)) for s in squares for c, r in [places.place(s)]}
    return [s for s, (across, along) in far.items() if s != origin and max(across, along) <= 2]


def _text(position: Position, origin: int, target: int) -> str:
    return f"{position.square_name(origin)}-{position.square_name(target)}"


def _refusal(position: Position, text: str) -> dict[str, Any]:
    reason = position.explain(text)
    if reason is None:
        raise ValueError(f"{text} is legal, and should be refused")
    words = {language: Catalogue(language) for language in LANGUAGES}
    return {
        "kind": "refused",
        "text": text,
        "squares": [_number(position, part) for part in _squares(text)],
        "sentence": {k: speech.reason(reason, position.variant) for k, speech in words.items()},
    }


def _squares(text: str) -> list[str]:
    return text.replace("x", "-").replace(":", "-").split("-")


def _number(position: Position, name: str) -> int:
    if name.isdigit():
        return int(name)
    squares = range(1, position.variant.rules.board.squares + 1)
    return next(square for square in squares if position.square_name(square) == name)


def _play(position: Position, plays: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    for text in plays:
        found = position.parse(text)
        view = move(position, found)
        position = position.play(found)
        yield {"kind": "move", "board": position.letters()[1:], **view}


def _huff(page: Page) -> Iterator[dict[str, Any]]:
    game = Game(page.variant, huffing=True, start=page.fen)
    (text,) = page.plays
    found = next(m for m in game.position.faulty_moves if str(m) == text)
    view = move(game.position, found)
    game.play(text)
    yield {"kind": "move", "board": game.position.letters()[1:], **view}
    game.huff(page.huff)
    yield {"kind": "huff", "square": page.huff, "board": game.position.letters()[1:]}
