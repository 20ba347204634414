"""Reports as sentences, as plain data, and as annotated PDN."""

from __future__ import annotations

from typing import Any

from crownhead.analysis.facts import MoveFacts
from crownhead.analysis.report import Moment, Phrase, Report
from crownhead.formats.pdn import PdnGame
from crownhead.formats.pdn.evaluations import write_evaluation
from crownhead.locales import Catalogue
from crownhead.position import Position
from crownhead.renamed import formerly

BLUNDER = 0.25
"""The weight from which on a mistake is marked `??`."""
BLUNDER_NAG, MISTAKE_NAG = 4, 2
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

    The game is changed and returned; what stood in it stays.
    """
    if report.opening is not None:
        game.tags.setdefault("Opening", report.opening.name(speech.language))
    moments = {one.ply: one for one in report.moments}
    for node, one in zip(list(game.mainline()), report.moves, strict=False):
        white = one.score if one.by == "white" else -one.score
        comment = f"[%eval {write_evaluation(white)}]"
        moment = moments.get(one.ply)
        if moment is not None:
            comment += f" {sentence(moment, speech)}"
            _vary(node.parent, one)
            mark = BLUNDER_NAG if one.weight >= BLUNDER else MISTAKE_NAG
            if mark not in node.nags:
                node.nags.append(mark)
        node.comment = f"{node.comment} {comment}".strip()
    return game


annotated = formerly("annotated", annotate)


def _vary(parent: Any, one: MoveFacts) -> None:
    """Add the better line beside the move that was played."""
    if parent is None or not one.line or one.line[0] == one.move:
        return
    node, position = parent, one.before
    for move in one.line[:_LONGEST_LINE]:
        if move not in position.legal_moves:
            return
        node, position = node.add_variation(move), position.play(move)


def summary(report: Report, speech: Catalogue) -> list[str]:
    """Return a report as lines of text: accuracy, then the moments with their moves' numbers."""
    lines = []
    if report.opening is not None:
        lines.append(speech.text("report.opening", name=report.opening.name(speech.language)))
    for side in ("white", "black"):
        value = getattr(report.accuracy, side)
        if value is not None:
            name = speech.text(f"color.{side}")
            lines.append(speech.text("report.accuracy", side=name, value=f"{value:.0f}"))
    if not report.moments:
        lines.append(speech.text("report.nothing"))
    lines += [f"{_number(report.start, one.ply)} {sentence(one, speech)}" for one in report.moments]
    return lines


def _number(start: Position, ply: int) -> str:
    first = start.variant.first
    place = ply - 1 + (start.turn != first)
    return f"{place // 2 + 1}{'.' if place % 2 == 0 else '...'}"
