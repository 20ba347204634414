"""Writing: tags in order, the shortest moves that can mean only one thing, lines of 80."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from crownhead.errors import CrownheadError
from crownhead.formats.pdn import build, gametype, results
from crownhead.formats.pdn import tags as pdn_tags
from crownhead.formats.pdn.game import PdnGame
from crownhead.formats.pdn.node import NULL_MOVE, Node
from crownhead.game import Game
from crownhead.position import Position

WIDTH = 80

_SIGNS = {number: mark for mark, number in build.MARKS.items()}
_NO_LINE_STARTS = ("%", "[", "*")  # at the start of a line these mean something else
_BRACES = str.maketrans("{}", "()")
# Programs that look for a time do not look across lines.
_WORD = re.compile(r"\[%(?:clk|emt|egt|mct|clock) [^\[\]]*+\]\S*|\S+")
_UNREAD = re.compile(r"\{(unread: [^{}]*)\}")
# Comments hold no control characters, so their words are never taken for these.
_OPEN, _CLOSE = "\0(", "\0)"


def dumps(game: PdnGame | Game) -> str:
    r"""Return a game as PDN, with an empty line after it.

    Reading the text and writing it again gives the same text.

    >>> from crownhead.formats import pdn
    >>> game = pdn.loads('[Result "1-0"][Event "Club"] 1.09-14!! {A  {try} 2218 1-0')
    >>> print(pdn.dumps(game), end="")
    [Event "Club"]
    [Result "1-0"]
    [GameType "21"]
    <BLANKLINE>
    1. 9-14!! {A (try} 1... 22-18 *
    <BLANKLINE>
    """
    if isinstance(game, Game):
        game = PdnGame.from_game(game)
    head = "".join(f"{line}\n" for line in _tags(game))
    body = _wrapped(_words(game))
    return f"{head}\n{body}\n\n"


def write(game: PdnGame | Game, handle: IO[str] | str | os.PathLike[str]) -> None:
    """Write a game to a text handle (`encoding="utf-8"`), or add it to the file of a path.

    Games can follow each other.

    >>> import io
    >>> from crownhead import Game
    >>> file = io.StringIO()
    >>> write(Game("russian"), file); write(Game("english"), file)
    >>> file.getvalue().count("GameType")
    2
    """
    if isinstance(handle, str | os.PathLike):
        with open(handle, "a", encoding="utf-8") as file:
            file.write(dumps(game))
    else:
        handle.write(dumps(game))


def fen(position: Position) -> str:
    """Return the FEN of a position, with draw counts only where they say something."""
    plain = position.fen()
    again = Position.from_fen(plain, position.variant)
    if again == position and again.draw_counts == position.draw_counts:
        return plain
    return position.fen(counters=True)


def step(node: Node) -> str:
    """Return a step of the tree as PDN writes it, without number and comment."""
    if node.kind == "unread":
        return pdn_tags.tidy(node.text)
    if node.kind == "pass":
        return f'/FEN "{node.position.turn[0].upper()}{NULL_MOVE}"/'
    if node.kind == "setup":
        return f'/FEN "{fen(node.position)}"/'
    if node.move is None:
        return ""
    if node.kind == "faulty" and node.parent is not None:
        return _faulty(node.parent.position, node)
    return node.move.notation("short")


def _faulty(position: Position, node: Node) -> str:
    assert node.move is not None
    for form in ("short", "full"):
        text = node.move.notation(form)
        if not _is_legal(position, text) and _means(position, text) == node.move:
            return text
    return node.move.notation("hub")


def _is_legal(position: Position, text: str) -> bool:
    try:
        position.parse(text)
    except CrownheadError:
        return False
    return True


def _means(position: Position, text: str) -> object:
    try:
        return position._parse_faulty(text)
    except CrownheadError:
        return None


def _tags(game: PdnGame) -> Iterator[str]:
    tags = pdn_tags.canonical(game.tags)
    tags["Result"] = game.result
    if game.variant is not None:
        for name in ("GameType", "FEN", "Rules"):
            if name != "Rules" or tags.get(name, "").lstrip().startswith("{"):
                tags.pop(name, None)
        named = tags.pop("Variant", "")
        said = gametype.written(game.variant)
        # A name that says the same, or nothing to us, stays as it was.
        meant = gametype.by_name(named)
        if named and (meant == game.variant or (meant is None and "Variant" not in said)):
            said["Variant"] = named
        tags |= said
        if game._start is None:
            said_fen = pdn_tags.value(game.tags, "FEN")
            tags["FEN"] = "".join(c if c.isprintable() else "?" for c in said_fen)
        elif _needs_fen(game._start):
            tags["FEN"] = fen(game._start)
    elif game.errors and "GameType" not in tags:
        tags["GameType"] = "unknown"
    for name, text in pdn_tags.ordered(tags):
        if line := pdn_tags.line(name, text):
            yield line


def _needs_fen(start: Position) -> bool:
    initial = Position.initial(start.variant)
    return start != initial or start.draw_counts != initial.draw_counts


@dataclass(slots=True)
class _Step:
    """Hold a node that is still to be written, and what its number must be."""

    node: Node
    number: int
    by_first: bool
    numbered: bool = True


def _words(game: PdnGame) -> Iterator[str]:
    """Spell out the body, one word after the other; a word is never broken."""
    if game._start is not None:
        root = game.root
        by_first = root.position.turn == root.position.variant.first
        start = _Step(root, 1, not by_first)
        yield from _comment(_said(start))
        following = _next(root)
        if following is not None:
            yield from _tree(_Step(following, 1, by_first))
    else:
        body = pdn_tags.tidy(game._raw).removesuffix("*").rstrip()
        again = _UNREAD.fullmatch(body)
        if again or (body and results.meaning(body) is None):
            yield from _comment(again[1] if again else f"unread: {body}")
    yield "*"


def _tree(start: _Step) -> Iterator[str]:
    """Walk the tree without recursion, for lines are long and nested deeply."""
    todo: list[_Step | str] = [start]
    while todo:
        step_now = todo.pop()
        if isinstance(step_now, str):
            yield step_now
            continue
        node = step_now.node
        main = node.is_first
        if not main:
            yield from _comment(node.starting_comment)
        yield from _numbered(step_now)
        said = list(_comment(_said(step_now)))
        yield from said
        others = [n for n in node.siblings[1:] if n.kind != "unread"] if main else []
        following = _next(node)
        if following is not None:
            broken = bool(said or others) or node.move is None
            todo.append(_following(step_now, following, broken))
        for other in reversed(others):
            todo += (_CLOSE, _Step(other, step_now.number, step_now.by_first), _OPEN)


def _next(node: Node) -> Node | None:
    """Return the next step of a line, past text that could not be read."""
    following = node.next
    while following is not None and following.kind == "unread":
        following = following.next
    return following


def _said(step_now: _Step) -> str:
    """Return what stands between a step and the next one of its line.

    What could not be read goes into it, so that what is written can always be read.
    """
    node = step_now.node
    parts = [node.comment]
    if node.is_first:
        for other in node.siblings[1:]:
            if other.kind == "unread":
                wrong = _Step(other, step_now.number, step_now.by_first)
                parts.append(f"unread: ({_raw(wrong, None)})")
    following = node.next
    if following is not None:
        parts.append(following.starting_comment)
        if following.kind == "unread":
            parts.append(f"unread: {_raw(_following(step_now, following, True), _next(node))}")
    return " ".join(parts)


def _raw(start: _Step, stop: Node | None) -> str:
    """Return a line that could not be read, with all that hangs on it, as plain text."""
    words: list[str] = []
    todo: list[_Step | str] = [start]
    while todo:
        step_now = todo.pop()
        if isinstance(step_now, str):
            words.append(step_now)
            continue
        node = step_now.node
        words += _numbered(step_now)
        words += node.comment.split()
        if node.next is not None and node.next is not stop:
            todo.append(_following(step_now, node.next, True))
        if node.is_first:
            for other in reversed(node.siblings[1:]):
                todo += (")", _Step(other, step_now.number, step_now.by_first), "(")
    return " ".join(words).replace("( ", "(").replace(" )", ")")


def _following(step_now: _Step, following: Node, broken: bool) -> _Step:
    node, number = step_now.node, step_now.number
    by_first = not step_now.by_first
    if following.parent is not node or node.kind == "setup":
        position = following.parent.position if following.parent else node.position
        by_first = position.turn == position.variant.first
    if by_first and not (node.kind == "setup" and step_now.by_first) and node.kind != "root":
        number += 1
    return _Step(following, number, by_first, broken)


def _numbered(step_now: _Step) -> Iterator[str]:
    """Yield a step with its number and signs."""
    node = step_now.node
    text = step(node)
    nags = list(node.nags)
    if nags and nags[0] in _SIGNS and node.move is not None:
        text += _SIGNS[nags.pop(0)]
    if node.kind not in ("setup", "pass"):
        if step_now.by_first:
            text = f"{step_now.number}. {text}"
        elif step_now.numbered:
            text = f"{step_now.number}... {text}"
    yield text
    for nag in nags:
        yield f"${nag}"


def _comment(text: str) -> Iterator[str]:
    words = _WORD.findall(pdn_tags.tidy(text.translate(_BRACES)))
    if words:
        words[0] = "{" + words[0]
        words[-1] += "}"
    yield from words


def _wrapped(words: Iterator[str]) -> str:
    lines: list[str] = []
    line = opened = ""
    for word in words:
        if word is _OPEN:
            opened += "("
            continue
        if word is _CLOSE:
            line += ")"
            continue
        word, opened = opened + word, ""
        if not line:
            line = word
        elif len(line) + 1 + len(word) <= WIDTH or word.startswith(_NO_LINE_STARTS):
            line += " " + word
        else:
            lines.append(line)
            line = word
    lines.append(line)
    return "\n".join(lines)
