"""Reports as sentences, as plain data, and as annotated PDN."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from crownhead.analysis.facts import MoveFacts
from crownhead.analysis.report import Moment, Phrase, Report
from crownhead.formats.pdn import PdnGame
from crownhead.formats.pdn.node import Node
from crownhead.locales import Catalogue
from crownhead.move import Move
from crownhead.position import Position
from crownhead.renamed import formerly

BLUNDER = 0.25
"""The weight from which on a mistake is marked `??`."""
BLUNDER_NAG, MISTAKE_NAG = 4, 2
_VERDICTS = frozenset(range(1, 7))
"""The signs that say how good a move is, from `!` to `?!`."""
_LONGEST_LINE = 9


def sentence(moment: Moment, speech: Catalogue) -> str:
    """Return what can be said of a moment, in one to three sentences.

    Only what a search of ten times the nodes, endgame tables and `Claim.holds` confirmed is said.
    """
    speech = speech.of(moment.facts.before.variant)
    return " ".join(_put_in_words(phrase, speech) for phrase in moment.phrases)


def _put_in_words(phrase: Phrase, speech: Catalogue) -> str:
    key, names, idea = phrase
    said: dict[str, str | int] = dict(names)
    if "side" in said:
        said["side"] = speech.text(f"color.{said['side']}")
    if idea is not None:
        said["what"] = _put_in_words(idea, speech)
    return speech.text(key, **said)


def as_json(report: Report, speech: Catalogue) -> dict[str, Any]:
    """Return a report as plain data, ready for JSON.

    Scores and costs are in hundredths of a man, for the side that moves.
    """
    return {
        "moves": [_entry(one) for one in report.moves],
        "moments": [
            {
                "ply": one.ply,
                "kind": one.claim.kind if one.claim is not None else one.kind,
                "sentence": sentence(one, speech),
            }
            for one in report.moments
        ],
        "accuracy": {"white": report.accuracy.white, "black": report.accuracy.black},
        "turning_point": report.turning_point,
        "opening": None if report.opening is None else report.opening.name(speech.language),
        "beyond": report.beyond,
    }


def _entry(one: MoveFacts) -> dict[str, Any]:
    return {
        "ply": one.ply,
        "text": str(one.move),
        "score": one.score,
        "cost": one.cost,
        "best": [str(move) for move in one.line[:_LONGEST_LINE]],
        "others": [
            {
                "score": line.score,
                "line": [str(move) for move in line.line[:_LONGEST_LINE]],
                "tables": None if line.tables is None else line.tables.under_rules,
            }
            for line in one.others
        ],
        "proven": one.proven,
    }


def annotate(game: PdnGame, report: Report, speech: Catalogue) -> PdnGame:
    """Write a report into a game: scores, marks, better lines as variations, and the words.

    The game is changed and returned; what stood in it stays. An evaluation takes the place of one
    that stood there, and nothing is written twice: a sentence, a variation, or a mark beside the
    author's. A better line that would end in the middle of an exchange goes on to its end, where
    that is forced, or stops before it.
    """
    if report.opening is not None:
        game.tags.setdefault("Opening", report.opening.name(speech.language))
    moments = {one.ply: one for one in report.moments}
    for node, one in zip(list(game.mainline()), report.moves, strict=False):
        white = one.score if one.by == "white" else -one.score
        node.evaluation = white
        moment = moments.get(one.ply)
        if moment is not None:
            said = sentence(moment, speech)
            if said not in " ".join(node.comment.split()):
                node.comment = f"{node.comment} {said}"
            _vary(node.parent, one)
            if not _VERDICTS.intersection(node.nags):
                node.nags.append(BLUNDER_NAG if one.weight >= BLUNDER else MISTAKE_NAG)
    return game


annotated = formerly("annotated", annotate)


def _vary(parent: Node | None, one: MoveFacts) -> None:
    """Add the better line beside the move that was played."""
    if parent is not None and one.line and one.line[0] != one.move:
        parent.add_line(settled_line(one.before, one.line))


def settled_line(start: Position, line: Sequence[Move]) -> list[Move]:
    """Return the beginning of a line up to where nobody has to capture.

    Beyond its end it follows captures that are the only ones; where they are not, it stops before
    the exchange. A line that is nothing but an exchange stays as it is.

    >>> start = Position.from_fen("W:W23,27,32:B10,14", "english")
    >>> " ".join(map(str, settled_line(start, [start.parse("23-18")])))
    '23-18 14x23 27x18'
    """
    found: list[Move] = []
    quiet, position = 0, start
    for move in line:
        if move not in position.legal_moves or (
            len(found) >= _LONGEST_LINE and quiet == len(found)
        ):
            break
        found.append(move)
        position = position.play(move)
        if not _has_to_capture(position):
            quiet = len(found)
    follow = len(found)
    while _has_to_capture(position) and len(position.legal_moves) == 1:
        found.append(position.legal_moves[0])
        position = position.play(found[-1])
    if not _has_to_capture(position):
        return found
    return found[: quiet or follow]


def _has_to_capture(position: Position) -> bool:
    moves = position.legal_moves
    return bool(moves) and all(move.captures for move in moves)


def summary(report: Report, speech: Catalogue) -> list[str]:
    """Return a report as lines of text: accuracy, then the moments with their moves' numbers.

    The last line says where the report ends, if the game goes on there.
    """
    lines = []
    if report.opening is not None:
        lines.append(speech.text("report.opening", name=report.opening.name(speech.language)))
    for side in ("white", "black"):
        value = getattr(report.accuracy, side)
        if value is not None:
            name = speech.text(f"color.{side}")
            lines.append(speech.text("report.accuracy", side=name, value=f"{value:.0f}"))
    if not report.moments and not report.beyond:
        lines.append(speech.text("report.nothing"))
    lines += [f"{_number(report.start, one.ply)} {sentence(one, speech)}" for one in report.moments]
    if report.beyond:
        last = report.moves[-1]
        move = f"{_number(report.start, last.ply)} {speech.move(last.move)}"
        lines.append(speech.text("web.report.until", move=move))
    return lines


def _number(start: Position, ply: int) -> str:
    first = start.variant.first
    place = ply - 1 + (start.turn != first)
    return f"{place // 2 + 1}{'.' if place % 2 == 0 else '...'}"
