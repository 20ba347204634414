"""A whole game as one SVG that moves by CSS alone.

Without animation, and where people prefer reduced motion, it is a picture of the last position.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from crownhead.errors import InvalidPicture
from crownhead.formats.line import Line, Played, Ply
from crownhead.formats.svg import marks as drawn
from crownhead.formats.svg import pieces as standing
from crownhead.formats.svg.document import ID, checked_size, document
from crownhead.formats.svg.layout import Layout, Orientation, number
from crownhead.formats.svg.still import FADED, Look
from crownhead.formats.svg.themes import Theme
from crownhead.formats.svg.timeline import Actor, Timeline
from crownhead.formats.svg.timing import Timing
from crownhead.formats.words import in_words
from crownhead.move import Move
from crownhead.position import Position
from crownhead.variants import Notation

_JUMP = "1.16"
"""The size of a piece at the height of its jump."""

_WHOLE = 1_000_000
"""Keyframes stand at whole parts of so many."""

Frame = tuple[float, str]


def game(
    source: Played | Position,
    moves: Iterable[Move | str] | None = None,
    *,
    coordinates: bool | Literal["margin", "squares"] = True,
    notation: Notation | None = None,
    orientation: Orientation = "white",
    theme: str | Theme = "wood",
    size: int | None = 440,
    language: str = "en",
    timing: Timing | None = None,
    loop: bool = True,
) -> str:
    """Draw a game, or a position and moves from there, as one animated SVG.

    Every piece moves along its route, jumps where it captures, and is crowned before one's eyes;
    captured pieces fade where they stand and leave together. It plays again and again, or once
    with `loop=False`. Programs that show no animation, and people who prefer reduced motion, get
    the last position. The other options are those of `board`.

    Raises `InvalidPicture` for what cannot be drawn, and for more than 2,000 plies; `IllegalMove`
    and its kin for moves that cannot be played.

    >>> from crownhead import Position
    >>> film = game(Position.initial("english"), ["11-15", "22-18", "15x22"])
    >>> film.count("@keyframes") > 3
    True
    """
    line = Line.of(source, moves)
    variant = line.start.variant
    look = Look.of(variant, orientation, theme, coordinates, notation)
    timing = Timing() if timing is None else timing
    if not isinstance(timing, Timing):
        raise InvalidPicture(f"{str(timing)[:40]!r} is not a Timing")
    timeline = Timeline.of(line, timing)
    speech = look.speech(language)
    title = speech.text("picture.film", game=speech.game(variant), n=(len(line.plies) + 1) // 2)
    said = in_words(line.end, speech)
    if line.plies:
        said.append(speech.text("picture.last", move=speech.move(line.plies[-1].move)))
    body = _Film(look, timeline, loop).body(line)
    return document(look.layout, checked_size(size), title, " ".join(said), body)


class _Film:
    """Collect elements and their keyframes."""

    def __init__(self, look: Look, timeline: Timeline, loop: bool) -> None:
        self.look, self.timeline, self.loop = look, timeline, loop
        self.keyframes: list[str] = []

    def body(self, line: Line) -> str:
        squares, names = self.look.under()
        kinds = {kind for actor in self.timeline.actors for kind in actor.kinds}
        moved = self._highlights(line.plies)
        pieces = "".join(self._actor(actor) for actor in self.timeline.actors)
        defs = standing.defs(self.look.theme, kinds, ID)
        return defs + self._style() + squares + moved + names + pieces

    def _style(self) -> str:
        if not self.keyframes:
            return ""
        times = "infinite" if self.loop else "1"
        return (
            f"<style>@media(prefers-reduced-motion:no-preference){{.{ID}a{{animation:"
            f"{number(self.timeline.whole)}ms ease-in-out {times}}}"
            + "".join(f"#{ID}{n}{{animation-name:{ID}k{n}}}" for n in range(len(self.keyframes)))
            + "}"
            + "".join(f"@keyframes {ID}k{n}{{{text}}}" for n, text in enumerate(self.keyframes))
            + "</style>"
        )

    def _moving(self, frames: list[Frame]) -> str:
        """Return the attributes of an element that follows these frames."""
        text, before = "", -1
        for moment, style in frames:
            # Two states at one moment are a jump, and need two frames all the same.
            place = max(round(moment / self.timeline.whole * _WHOLE), before + 1)
            text += f"{number(100 * place / _WHOLE, 4)}%{{{style}}}"
            before = place
        text += f"100%{{{frames[-1][1].split(';animation')[0]}}}"
        self.keyframes.append(text)
        return f'class="{ID}a" id="{ID}{len(self.keyframes) - 1}"'

    def _highlights(self, plies: tuple[Ply, ...]) -> str:
        if not plies:
            return ""
        square = drawn.draw_highlight(self.look.theme, "M0 0")
        parts = []
        for end in ("origin", "target"):
            frames = [(0.0, "opacity:0;animation-timing-function:step-end")]
            for moment, ply in zip(self.timeline.moments, plies, strict=True):
                x, y = self.look.layout.corner(getattr(ply.move, end))
                place = f"transform:translate({x}px,{y}px);opacity:1"
                frames.append((moment, f"{place};animation-timing-function:step-end"))
            if frames[1][0] == 0:
                del frames[0]
            attributes = self._moving(frames)
            parts.append(f'<g {attributes} transform="translate({x} {y})">{square}</g>')
        return "".join(parts)

    def _actor(self, actor: Actor) -> str:
        layout = self.look.layout
        x, y = layout.centre(actor.last_square)
        shapes = [f'<use href="#{ID}{standing.IDS[kind]}"' for kind in actor.kinds]
        fixed = not actor.steps and actor.came is None and actor.left is None
        if fixed and actor.crowned is None:
            return f'{shapes[0]} x="{x}" y="{y}"/>'
        inner = f"{shapes[0]}/>"
        if actor.crowned is not None:
            start, end = actor.crowned
            old = self._moving(_change((end, end), "1", "0"))  # no earlier: nothing shines through
            new = self._moving(_change((start, end), "0", "1"))
            inner = f'{shapes[0]} {old} opacity="0"/>{shapes[1]} {new}/>'
        if any(step.hop for step in actor.steps):
            inner = f"<g {self._moving(_jumps(actor))}>{inner}</g>"
        frames = _presence(actor)
        if frames:
            gone = ' opacity="0"' if actor.left is not None else ""
            inner = f"<g {self._moving(frames)}{gone}>{inner}</g>"
        place = f'transform="translate({x} {y})"'
        if not actor.steps:
            return f"<g {place}>{inner}</g>"
        return f"<g {self._moving(_way(layout, actor))} {place}>{inner}</g>"


def _change(span: tuple[float, float], before: str, after: str) -> list[Frame]:
    states = ((0.0, before), (span[0], before), (span[1], after))
    return [(moment, f"opacity:{value}") for moment, value in states]


def _way(layout: Layout, actor: Actor) -> list[Frame]:
    """Return where a piece is: at rest between its steps, and on its way in them."""

    def at(square: int) -> str:
        x, y = layout.centre(square)
        return f"transform:translate({x}px,{y}px)"

    frames, here = [(0.0, at(actor.square))], actor.square
    for step in actor.steps:
        frames.append((step.span[0], at(here)))
        frames.append((step.span[1], at(step.target)))
        here = step.target
    return frames


def _jumps(actor: Actor) -> list[Frame]:
    """Return how big a jumping piece is: biggest in the middle of each jump."""
    frames = [(0.0, "transform:none")]
    for step in actor.steps:
        if step.hop:
            start, end = step.span
            frames.append((start, "transform:none"))
            frames.append(((start + end) / 2, f"transform:scale({_JUMP})"))
            frames.append((end, "transform:none"))
    return frames


def _presence(actor: Actor) -> list[Frame]:
    """Return how visible a piece is, where that changes at all."""
    changes: list[tuple[tuple[float, float], str]] = []
    if actor.came is not None:
        changes.append((actor.came, "1"))
    if actor.faded is not None:
        changes.append((actor.faded, FADED))
    if actor.left is not None:
        changes.append((actor.left, "0"))
    if not changes:
        return []
    value = "0" if actor.came is not None else "1"
    frames = [(0.0, f"opacity:{value}")]
    for (start, end), after in changes:
        frames.append((start, f"opacity:{value}"))
        frames.append((end, f"opacity:{after}"))
        value = after
    return frames
