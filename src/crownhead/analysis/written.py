"""Reports as sentences, as plain data, and as annotated PDN."""

from __future__ import annotations

from typing import Any

from crownhead.analysis.claims import Blocked, Claim, Crowning, Exchange, Shot
from crownhead.analysis.facts import MoveFacts
from crownhead.analysis.report import Moment, Report
from crownhead.analysis.scores import score_text
from crownhead.formats.pdn import PdnGame
from crownhead.formats.pdn.evaluations import write_evaluation
from crownhead.locales import Catalogue
from crownhead.move import Move
from crownhead.position import Position

MISTAKE = 0.10
BLUNDER = 0.25
_NAGS = ((BLUNDER, 4), (MISTAKE, 2))
_LONGEST_LINE = 9


def sentence(moment: Moment, speech: Catalogue) -> str:
    """Return what can be said of a moment, in one or two sentences.

    Only what `Claim.holds` confirmed is said as a fact; where nothing was, the better move and
    both scores are given as the engine's opinion.
    """
    one, claim = moment.facts, moment.claim
    speech = speech.of(one.before.variant)
    move, best = str(one.move), _text(one.line)
    if moment.kind == "win_missed":
        said = speech.text("report.win_missed", move=move, better=best)
    elif moment.kind == "draw_missed":
        said = speech.text("report.draw_missed", move=move, better=best)
    elif claim is None or moment.kind == "better":
        return speech.text(
            "report.better",
            move=move,
            better=best,
            score=score_text(one.score, speech.language),
            best=score_text(one.best_score, speech.language),
        )
    elif moment.kind == "allowed":
        said = speech.text("report.allowed", move=move, what=_what(claim, speech))
    else:
        said = speech.text("report.missed", move=move, what=_what(claim, speech))
    if one.by_tables and moment.kind in ("win_missed", "draw_missed"):
        said += " " + speech.text("report.proven")
    if claim is not None and moment.kind in ("win_missed", "draw_missed"):
        said += " " + speech.text("report.idea", what=_what(claim, speech))
    if moment.majority is not None:
        reply = str(moment.majority.line[0])
        said += " " + speech.text("report.majority", move=reply)
    return said


def _what(claim: Claim, speech: Catalogue) -> str:
    line, side = _line(claim), speech.text(f"color.{claim.by}")
    match claim:
        case Shot():
            return speech.text("report.shot", line=line, n=claim.men)
        case Exchange() if len(claim.line) == 1:
            return speech.text("report.capture", line=line, n=claim.men)
        case Exchange():
            return speech.text("report.exchange", line=line, side=side, n=claim.men)
        case Crowning():
            square = claim.start.square_name(claim.square)
            return speech.text("report.crowning", line=line, side=side, square=square)
        case Blocked():
            return speech.text("report.blocked", line=line)
    raise AssertionError(f"{claim.kind} has no sentence")


def _line(claim: Claim) -> str:
    return " ".join(map(str, claim.line))


def _text(line: tuple[Move, ...]) -> str:
    return str(line[0]) if line else ""


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


def annotated(game: PdnGame, report: Report, speech: Catalogue) -> PdnGame:
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
        node.comment = f"{node.comment} {comment}".strip()
        mark = next((nag for least, nag in _NAGS if one.lost >= least), None)
        if mark is not None and mark not in node.nags:
            node.nags.append(mark)
    return game


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
