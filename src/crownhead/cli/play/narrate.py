"""What happened, what counts down and how the game ended, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from crownhead.adjudication import Ground
from crownhead.counters import Counter
from crownhead.events import Adjudicated, Event, Played
from crownhead.game import Game
from crownhead.locales import Catalogue

SHOWN_FROM = 10  # moves before a count is full


def event_text(event: Event, speech: Catalogue) -> str:
    """Return what an event did, in a sentence."""
    key = f"event.{event.kind}"
    if isinstance(event, Adjudicated):
        key += ".advantage" if event.advantage else ".none"
    values: dict[str, object] = {}
    for name, value in vars(event).items():
        values[name] = speech.format_field(name, value)
    if isinstance(event, Played):
        values["move"] = speech.move(event.move)
    sentence = speech.text(key, **values)
    reason = getattr(event, "reason", "")
    ground = Ground.parse(reason) if isinstance(event, Adjudicated) else None
    if ground is not None:
        return f"{sentence} {ground_text(ground, speech)}"
    return f"{sentence} ({reason})" if reason else sentence


def ground_text(ground: Ground, speech: Catalogue) -> str:
    """Return what a program gave a verdict by, in a sentence.

    >>> ground_text(Ground.parse("tables: win in 61 plies"), Catalogue("en"))
    'Endgame tables: won in 31 moves.'
    """
    if ground.score is not None:
        men = speech.decimal(f"{ground.score / 100:+.1f}")
        least = speech.decimal(f"{(ground.margin or 0) / 100:.1f}")
        return speech.text("verdict.margin", men=men, least=least, depth=ground.depth)
    key = f"verdict.{ground.said}.{ground.value}"
    if ground.plies is None or ground.value == "draw":
        return speech.text(key)
    return speech.text(f"{key}_in", n=(ground.plies + 1) // 2)


def describe_capture(game: Game, speech: Catalogue) -> str:
    """Return how many pieces the last move took and whether it crowned, or an empty text."""
    if not game.moves:
        return ""
    move = game.moves[-1]
    parts = []
    if move.captures:
        parts.append(speech.text("play.taken", n=len(move.captures)))
    if move.crowns:
        parts.append(speech.text("play.crowned"))
    return " ".join(parts)


def _rule(rule: str, speech: Catalogue) -> str:
    key = f"draw_rule.{rule}"
    return speech.text(key) if key in speech else rule


def counter_lines(game: Game, speech: Catalogue) -> Iterator[str]:
    """Yield a sentence for every draw count near its end, and for every duty to win.

    The sentence names the rule, the moves left and what starts the count again.
    """
    for counter in game.counters:
        line = _counter_line(counter, speech)
        if line:
            yield line


def _counter_line(counter: Counter, speech: Catalogue) -> str:
    way = "automatic" if counter.automatic else "claim" if counter.left else "now"
    match counter.unit:
        case "own-moves":
            return speech.text(
                "counter.duty",
                side=speech.text(f"color.{counter.side}"),
                moves=speech.text("count.own_moves", n=counter.left),
            )
        case "occurrences":
            times = counter.plies
            return speech.text(f"counter.repetition.{way}", times=times, limit=counter.limit)
        case "plies":
            moves_left = (counter.left + 1) // 2
            if moves_left > SHOWN_FROM:
                return ""
            return speech.text(
                f"counter.{way}",
                rule=_rule(counter.rule, speech),
                moves=speech.text("count.moves", n=moves_left),
                resets=speech.text(f"draw_reset.{counter.rule}"),
            )
        case _:
            assert_never(counter.unit)
