"""Find the patterns that take more than linear time over some text.

A matcher that tries one way after another takes long where one word leads round a loop, from that
loop into another, and round the other: then it has as many ways through a run of such words as the
run is long, and tries them all where the match fails behind it. What is searched for may begin at
any place, so the search is itself a loop in front of the pattern. Patterns are looked at as
automata of the places of their letters (Glushkov's), in which that is a question of reachability.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

ALPHABET = frozenset([chr(code) for code in range(128)] + list("éя½\u2003\u00a0٣Ж"))
MOST_COPIES = 4
"""A part that comes so often at most is written out; more often is all the same here."""
ENDLESS = 1_000
"""A part that may come so often may as well come without end."""
_CATEGORIES = {
    op.CATEGORY_DIGIT: r"\d",
    op.CATEGORY_NOT_DIGIT: r"\D",
    op.CATEGORY_SPACE: r"\s",
    op.CATEGORY_NOT_SPACE: r"\S",
    op.CATEGORY_WORD: r"\w",
    op.CATEGORY_NOT_WORD: r"\W",
}
_ENDS = (op.AT_END, op.AT_END_STRING)
_STARTS = (op.AT_BEGINNING, op.AT_BEGINNING_STRING)


class Slow(Exception):
    """A pattern has too many ways through some text."""


class _Part:
    """A part of a pattern: whether it may be empty, and its places at both ends."""

    def __init__(self, empty: bool, first: Iterable[int] = (), last: Iterable[int] = ()) -> None:
        self.empty, self.first, self.last = empty, tuple(first), tuple(last)


class _Automaton:
    """The places of a pattern, what stands at each, and which may follow which."""

    def __init__(self, flags: int) -> None:
        self.flags = flags
        self.letters: list[frozenset[str]] = []
        self.follow: list[dict[int, frozenset[str]]] = []
        self.held: dict[int, frozenset[str]] = {}
        """What does not lead out of a place: a possessive loop gives nothing back."""
        self.may_fail_at_end = False
        self.starts_anywhere = True

    def place(self, letters: frozenset[str]) -> _Part:
        if self.flags & re.IGNORECASE:
            letters = frozenset(c for c in ALPHABET if {c, c.lower(), c.upper()} & letters)
        self.letters.append(letters)
        self.follow.append({})
        return _Part(False, [len(self.letters) - 1], [len(self.letters) - 1])

    def sequence(self, items: Any) -> _Part:
        whole = _Part(True)
        for index, (kind, value) in enumerate(items):
            if kind is op.AT and value in _STARTS and index == 0 and whole.empty:
                self.starts_anywhere = False
            whole = self.join(whole, self.part(kind, value))
        return whole

    def join(self, one: _Part, two: _Part) -> _Part:
        """Put a part behind another."""
        for place in one.last:
            for other in two.first:
                letters = self.letters[other] - self.held.get(place, frozenset())
                if letters:
                    self.follow[place].setdefault(other, letters)
        first = (*one.first, *two.first) if one.empty else one.first
        last = (*two.last, *one.last) if two.empty else two.last
        return _Part(one.empty and two.empty, dict.fromkeys(first), dict.fromkeys(last))

    def part(self, kind: Any, value: Any) -> _Part:
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT):
            return self.repeat(*value, possessive=kind is op.POSSESSIVE_REPEAT)
        if kind is op.SUBPATTERN:
            return self.sequence(value[-1])
        if kind is op.ATOMIC_GROUP:
            return self.sequence(value)
        if kind is op.BRANCH:
            ways = [self.sequence(way) for way in value[1]]
            return _Part(
                any(way.empty for way in ways),
                [place for way in ways for place in way.first],
                [place for way in ways for place in way.last],
            )
        if kind in (op.ASSERT, op.ASSERT_NOT):
            if value[0] > 0:
                self.may_fail_at_end = True
            return _Part(True)
        if kind is op.AT:
            if value in _ENDS:
                self.may_fail_at_end = True
            return _Part(True)
        if kind is op.GROUPREF:
            return _Part(True)
        return self.place(_letters(kind, value))

    def repeat(self, least: int, most: Any, item: Any, *, possessive: bool) -> _Part:
        endless = most is op.MAXREPEAT or most >= ENDLESS
        copies = max(1, min(least, MOST_COPIES)) if endless else min(most, MOST_COPIES)
        whole = _Part(True)
        for number in range(copies):
            one = self.sequence(item)
            if endless and number == copies - 1:
                for place in one.last:
                    for other in one.first:
                        if other in self.follow[place]:
                            raise Slow("a loop in a loop")
                        self.follow[place][other] = self.letters[other]
            if number >= least:
                one = _Part(True, one.first, one.last)
            whole = self.join(whole, one)
        if possessive and endless:
            for place in one.last:
                self.held[place] = frozenset().union(*(self.letters[first] for first in one.first))
        return whole


def _letters(kind: Any, value: Any) -> frozenset[str]:
    if kind is op.ANY:
        return ALPHABET - {"\n"}
    if kind is op.LITERAL:
        return frozenset(chr(value)) & ALPHABET or frozenset("я")
    if kind is op.NOT_LITERAL:
        return ALPHABET - {chr(value)}
    if kind is op.RANGE:
        return frozenset(c for c in ALPHABET if value[0] <= ord(c) <= value[1])
    if kind is op.CATEGORY:
        return frozenset(c for c in ALPHABET if re.fullmatch(_CATEGORIES[value], c))
    assert kind is op.IN, kind
    negated = value[0][0] is op.NEGATE
    found = frozenset().union(*(_letters(*item) for item in value[negated:]))
    return ALPHABET - found if negated else found


def check(pattern: str | bytes, flags: int = 0, how: str = "search") -> None:
    """Raise `Slow` for a pattern that takes more than linear time when it is used as `how` says.

    >>> check(r"\\[%eval\\s++([+-]?)")
    >>> check(r"a+b")
    Traceback (most recent call last):
    support.backtracking.Slow: 'a' again and again
    """
    text = pattern if isinstance(pattern, str) else pattern.decode("latin-1")
    tree = _parser.parse(text, flags)
    automaton = _Automaton(tree.state.flags)
    whole = automaton.sequence(tree)
    anywhere = automaton.starts_anywhere and how not in ("match", "fullmatch")
    if anywhere:
        automaton.place(ALPHABET)
        start = len(automaton.letters) - 1
        automaton.follow[start] = {start: ALPHABET}
        automaton.follow[start] |= {place: automaton.letters[place] for place in whole.first}
    may_fail = automaton.may_fail_at_end or how == "fullmatch"
    safe = frozenset() if may_fail else frozenset(whole.last)
    _look_for_two_loops(automaton.follow, safe)


def _look_for_two_loops(follow: list[dict[int, frozenset[str]]], safe: frozenset[int]) -> None:
    """Raise `Slow` where a word leads from p to p, from p to q, and from q to q."""
    looping = [place for place in range(len(follow)) if place in _reachable(follow, place)]
    for p in looping:
        for q in looping:
            if p != q and q not in safe and q in _reachable(follow, p):
                word = _common_word(follow, p, q)
                if word:
                    raise Slow(f"{word!r} again and again")


def _reachable(follow: list[dict[int, frozenset[str]]], start: int) -> set[int]:
    found: set[int] = set()
    todo = [start]
    while todo:
        for place in follow[todo.pop()]:
            if place not in found:
                found.add(place)
                todo.append(place)
    return found


def _common_word(follow: list[dict[int, frozenset[str]]], p: int, q: int) -> str:
    """Return a word that leads from p to p, from p to q and from q to q, or nothing."""
    begin, end = (p, p, q), (p, q, q)
    words = {begin: ""}
    todo = [begin]
    while todo:
        one, two, three = now = todo.pop(0)
        for a, letters_a in follow[one].items():
            for b, letters_b in follow[two].items():
                both = letters_a & letters_b
                if not both:
                    continue
                for c, letters_c in follow[three].items():
                    common = both & letters_c
                    then = (a, b, c)
                    if common and then not in words:
                        words[then] = words[now] + min(common)
                        if then == end:
                            return words[then]
                        todo.append(then)
    return ""
