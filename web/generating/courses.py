"""Courses: for each game its rules one by one, each with tasks to play; then first tactics.

A step explains one rule: the rules about moves by their picture in the gallery, others by a text of
their own. Its tasks are positions of which the library says what is legal, why the rest is not, and
how it goes on. A step about an agreement between players has a question instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from crownhead import Position
from crownhead.move import Move
from crownhead.variants import get
from generating.gallery import PAGES, refusals
from generating.positions import move, steps


@dataclass(frozen=True, slots=True)
class Task:
    """A position and the line that solves it: the reader's moves and the replies in turn.

    Several first moves may be given, parted by `|`; `*` takes any legal move.
    """

    fen: str
    line: tuple[str, ...] = ("*",)


@dataclass(frozen=True, slots=True)
class Step:
    """One rule or idea; `answers` counts those of its question, whose first is right."""

    id: str
    tasks: tuple[Task, ...] = ()
    answers: int = 0
    variant: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """What is taught of one game, in its order."""

    id: str
    variant: str
    steps: tuple[Step, ...]


ENGLISH = (
    Step("man", (Task("W:W22,31:B3"), Task("B:W30:B6,9"))),
    Step("begins", answers=3),
    Step(
        "capture",
        (Task("W:W23,30:B19,3", ("23x16",)), Task("B:W18,31:B14,2", ("14x23",))),
    ),
    Step(
        "must",
        (
            Task("W:W22,31:B18,7,8", ("22x15",)),
            Task("B:W15,30:B10,3,1", ("10x19",)),
            Task("W:W27,25,32:B23,2", ("27x18",)),
        ),
    ),
    Step(
        "series",
        (
            Task("W:W30,31:B25,17,9,4", ("30x5",)),
            Task("B:W14,23,31:B9,1", ("9x27",)),
            Task("W:W32,29:B27,19,11,1", ("32x7",)),
        ),
    ),
    Step("choice", (Task("W:W22,23,32:B18,17,9,2"), Task("B:W15,14,22,32:B11,10,1"))),
    Step(
        "crown",
        (Task("W:W6,31:B12,20", ("6-1|6-2",)), Task("B:W9,13:B27,1", ("27-31|27-32",))),
    ),
    Step(
        "crown_ends",
        (Task("W:W12,31:B8,7,16", ("12x3",)), Task("B:W25,26,13:B22,2", ("22x29|22x31",))),
    ),
    Step(
        "king",
        (
            Task("W:WK15,32:B19,4", ("15x24",)),
            Task("W:WK10,30:B14,22,3", ("10x26",)),
            Task("B:W13:BK22,1", ("22-17|22-18|22-25|22-26",)),
        ),
    ),
    Step("blocked", (Task("W:W29,30:B21", ("29-25",)), Task("B:W12:B3,4,20", ("4-8",)))),
    Step("draws_english", answers=3),
    Step("huff", answers=3),
    Step("duty", answers=3),
    Step(
        "two-for-one",
        (
            Task("W:W5,10,23,24,26,28,29,31:B1,3,8,15,16,21", ("24-19", "15x24", "28x12")),
            Task("W:W5,29,31,32:B17,20,22,26", ("29-25", "22x29", "31x13")),
            Task("B:W17,19,25:B1,3,4,7,9,K18", ("18-15", "19x10", "7x30")),
        ),
    ),
    Step(
        "in-and-out",
        (
            Task(
                "W:W14,15,18,24,26,27,28:B5,6,7,8,16,19,20",
                ("15-10", "6x31", "24x15", "31x24", "28x3"),
            ),
            Task(
                "B:W14,18,20,21,22,24,25,26,27,28,30:B2,4,5,6,7,8,9,11,13,15,19",
                ("13-17", "22x13", "15x31", "24x15", "31x24", "28x19", "9x18"),
            ),
        ),
    ),
    Step(
        "breeches",
        (
            Task("W:WK1,32:B9,10,14", ("1-6", "10-15", "6x13")),
            Task("W:WK15,28:B14,23", ("15-18", "23-27", "18x9")),
        ),
    ),
    Step(
        "opposition",
        (
            Task("W:W24,29:B11,21", ("24-19", "21-25", "29x22", "11-15", "19x10")),
            Task("W:W25,27:B14,19", ("25-22", "19-24", "27x20", "14-18", "22x15")),
        ),
    ),
)

INTERNATIONAL = (
    Step("man", (Task("W:W32,48:B7"), Task("B:W44:B17,6")), variant="international"),
    Step("begins_ten", answers=3),
    Step(
        "must",
        (
            Task("W:W27,35,47:B17,19,21", ("27x16",)),
            Task("W:W28,39,48:B23,12,4", ("28x19",)),
        ),
    ),
    Step(
        "series",
        (
            Task("W:W30,49:B10,31,32,43", ("49x36",)),
            Task("W:W8,24:B18,28,29,32", ("24x13",)),
        ),
    ),
    Step(
        "backward",
        (
            Task("W:W28,49:B23,14,24,34,3", ("28x39",)),
            Task("W:W22,48:B28,3", ("22x33",)),
            Task("B:W23,44:B28,2", ("28x19",)),
        ),
    ),
    Step(
        "most",
        (
            Task("W:W28,36,48:B23,13,31,2", ("28x8",)),
            Task("W:W38,47,50:B32,22,41,1,6", ("38x18",)),
        ),
        variant="international",
    ),
    Step(
        "kings_count",
        (
            Task("W:W9,48:BK13,29,33,43", ("48x28",)),
            Task("W:W15,49:BK10,32,39,43", ("49x27",)),
        ),
    ),
    Step(
        "crown",
        (Task("W:W9,40:B20,36", ("9-3|9-4",)), Task("B:W15,20:B42,8", ("42-47|42-48",))),
    ),
    Step(
        "at_rest",
        (
            Task("W:W12,48:B8,9,20,35", ("12x25",)),
            Task("W:W7,40:B30,25", ("7-1|7-2",)),
        ),
    ),
    Step("flies", (Task("W:WK46:B3,6"), Task("B:W45,49:BK2"))),
    Step(
        "flying_capture",
        (
            Task("W:WK46,48:B28,3,4"),
            Task("W:WK46,35:B37,11,6", ("46x5|46x10|46x14|46x19|46x23|46x28|46x32",)),
        ),
    ),
    Step("late", (Task("W:WK36:B30,31,32,10", ("36x25",)),)),
    Step(
        "blocked", (Task("W:W30,40,50:B25,45", ("40-34",)), Task("W:W11,22,50:B6,45", ("22-17",)))
    ),
    Step("draws_ten", answers=3),
    Step(
        "shot",
        (
            Task("W:W28,33,39:B7,17,19", ("28-23", "19x28", "33x2")),
            Task("W:W28,32,33,37,38:B8,9,18,19,20", ("28-23", "19x39", "38-33", "39x28", "32x25")),
        ),
        variant="international",
    ),
    Step(
        "half-turkish",
        (
            Task("W:W15,21,28,38,47,49:B11,12,19,23,39,K48", ("47-42", "48x33", "38x16")),
            Task("W:WK2,25,41:B5,15,K28", ("2-24", "28x46", "25-20")),
        ),
        variant="international",
    ),
    Step(
        "round",
        (
            Task(
                "W:W27,29,33,37,38,43,44:B12,13,14,18,20,22,24",
                ("33-28", "22x22", "43-39", "24x33", "39x10"),
            ),
            Task(
                "W:W26,28,29,31,36:B9,16,17,18,19",
                ("29-23", "18x29", "28-22", "17x28", "26-21", "16x27", "31x4"),
            ),
        ),
        variant="international",
    ),
)

LITE = (
    Step("man", (Task("W:Wc3,e1:Bd8"), Task("B:Wg1:Bd6,b8"))),
    Step("begins_lite", answers=3),
    Step("capture", (Task("W:Wd4,g1:Be5,b8", ("d4xf6",)), Task("B:Wc5,g1:Bd6,h8", ("d6xb4",)))),
    Step("backward", (Task("W:Wd4,g1:Bc3,h8", ("d4xb2",)), Task("B:Wf6,a1:Be5,b8", ("e5xg7",)))),
    Step(
        "must",
        (
            Task("W:Wg5,b2,a1:Bc7,f6,h6", ("g5xe7",)),
            Task("W:Wc5,f4,c3:Be7,b2,h2", ("c3xa1",)),
        ),
    ),
    Step(
        "series",
        (
            Task("W:Wa1,g1:Bb2,d4,f6,a7", ("a1xg7",)),
            Task("W:Wh6,b2:Bf8,c5,e5,g5", ("h6xb4",)),
        ),
    ),
    Step(
        "most",
        (
            Task("W:Wc3,h2:Bd4,d6,g3,a7", ("c3xc7",)),
            Task("W:Wf2,a1:Be3,c5,g3,h8", ("f2xb6",)),
        ),
    ),
    Step(
        "crown",
        (
            Task("W:Wg7,a1:Bb6,h4", ("g7-f8|g7-h8",)),
            Task("B:Wh6,a5:Bd2,b8", ("d2-c1|d2-e1",)),
        ),
    ),
    Step(
        "at_rest_lite",
        (
            Task("W:Wb6,h2:Bc7,e7,g3,h6", ("b6xf6",)),
            Task("W:Wc7,e1:Bh4,g5", ("c7-b8|c7-d8",)),
        ),
    ),
    Step("flies", (Task("W:WKc3:Bb8,h8"), Task("B:Wa1,h2:BKd4"))),
    Step(
        "flying_capture",
        (Task("W:WKa1,h2:Bd4,b8"), Task("W:WKh2,a1:Be5,b4,h8", ("h2xa3",))),
    ),
    Step(
        "late",
        (
            Task("W:WKg3,g1:Be7,g7,f4,h4,c3,d2", ("g3xh6",)),
            Task("W:Wb2,Kh2:Bb8,f6,c5,b4,d4,f4", ("h2xa5",)),
        ),
    ),
    Step(
        "blocked", (Task("W:Wa1,c1,g1:Ba3,h2", ("a1-b2",)), Task("W:Wc3,b2,d2:Ba5,b4", ("b2-a3",)))
    ),
    Step("draws_lite", answers=3),
    Step(
        "shot",
        (
            Task("B:Wh6,a5,c3,e3,g3,h2:Bh8,c7,d6,c5,e5", ("e5-d4", "c3xe5", "d6xd2")),
            Task("W:Wf4,d2,a1,c1,e1,g1:Bb8,f8,d6,f6,a5,b4,d4", ("d2-c3", "b4xd2", "c1xg5")),
            Task("W:Wh4,b2,c1,e1:Ba7,g7,d6,b4,d4", ("b2-c3", "d4xb2", "c1xe7")),
            Task("W:Wh6,h4,e3,e1:Bh8,a7,e7,d6,Kc1", ("e3-f4", "c1xg5", "h4xd8")),
        ),
    ),
    Step(
        "long-road",
        (
            Task(
                "B:Wf6,a1:Bb6",
                ("b6-c5", "f6-g7", "c5-d4", "g7-h8", "d4-e3", "a1-b2", "e3-f2"),
            ),
            Task("B:WKg1:Bd6,f6", ("f6-g5", "g1-h2", "d6-c5", "h2-g1", "c5-b4")),
        ),
    ),
)

# The first card of the deck is played out.
THREE_MOVE = (
    Step("card", (Task("B:W21-32:B1-12", ("9-13", "21-17", "5-9")),), answers=3),
    Step("two-games", answers=3),
    Step("fair-draw", answers=2),
)

FAMILY = (
    Step(
        "goes_on",
        (
            Task("W:Wb6:Bc7,f6,g3", ("b6:f2|b6:e1",)),
            Task("B:Wd2,f2,b6,a1:Be3,h8"),
        ),
        variant="russian",
    ),
    Step("immune", (Task("W:W23,32:BK19,5"), Task("B:WK14,27:B10,24")), variant="italian"),
    Step(
        "straight",
        (Task("W:Wd3:Bd4,e5,f6,a7", ("d3xf7",)), Task("B:Wd5,h2:Bd6,a8")),
        variant="turkish",
    ),
    Step(
        "eight_ways",
        (Task("W:W38:B28,17,12", ("38x27",)), Task("B:W23,50:B13,2")),
        variant="frisian",
    ),
)

COURSES = (
    Course("english", "english", ENGLISH),
    Course("international", "international", INTERNATIONAL),
    Course("lite", "lite", LITE),
    Course("three-move", "english", THREE_MOVE),
    Course("family", "russian", FAMILY),
)

_PICTURES = {(page.id, page.variant) for page in PAGES}
_EXPLAINED = {page.id for page in PAGES}


def courses() -> list[dict[str, Any]]:
    """Return all courses as the page plays them."""
    return [
        {
            "id": course.id,
            "variant": course.variant,
            "steps": [_step(course, step) for step in course.steps],
        }
        for course in COURSES
    ]


def _step(course: Course, step: Step) -> dict[str, Any]:
    variant = step.variant or course.variant
    return {
        "id": step.id,
        "explained": step.id in _EXPLAINED,
        "picture": (step.id, variant) in _PICTURES,
        "answers": step.answers,
        "tasks": [_task(variant, task) for task in step.tasks],
    }


def _task(key: str, task: Task) -> dict[str, Any]:
    start = position = Position.from_fen(task.fen, get(key))
    line = []
    for text in task.line:
        line.append(_solving_moves(position, text)[0])
        position = position.play(line[-1])

    def solving_moves(position: Position, ply: int) -> list[Move]:
        return _solving_moves(position, task.line[ply])

    return {
        "variant": key,
        "board": start.letters()[1:],
        "turn": start.turn,
        "steps": [step | refusals(at) for at, step in steps(start, line, solving_moves, move)],
    }


def _solving_moves(position: Position, text: str) -> list[Move]:
    """Return the moves that solve a position; raises what `parse` does for a wrong one."""
    if text == "*":
        return list(position.legal_moves)
    return [position.parse(each) for each in text.split("|")]
