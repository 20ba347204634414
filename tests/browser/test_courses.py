"""Courses: a rule, its tasks on the board, refusals that teach, a question, progress kept."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Open
from tests.browser.test_pages import barriers
from tests.browser.test_puzzles import tap


def expect_sentence(page: Page, sentence: str) -> None:
    expect(page.locator(".puzzle [role=status]")).to_have_text(re.compile(sentence))


def test_a_rule_is_learnt_by_playing(visit: Open) -> None:
    page = visit("#/courses")
    page.get_by_role("link", name="Englische Dame").click()
    page.get_by_role("heading", name="Steine ziehen vorwärts").first.wait_for()
    expect_sentence(page, "Wohin darf ein Stein ziehen")
    tap(page, 22, 26)
    expect_sentence(page, "rückwärts|vorwärts")
    tap(page, 22, 18)
    expect_sentence(page, "Richtig!")
    page.get_by_role("button", name="Nächste Aufgabe").click()
    tap(page, 9, 14)
    expect_sentence(page, "Richtig!")
    page.goto(page.url.split("#")[0] + "#/courses")
    page.get_by_text("1 von 17 Schritten").wait_for()
    page.reload()
    page.get_by_text("1 von 17 Schritten").wait_for()


def test_a_question_says_why(visit: Open) -> None:
    page = visit("#/courses/three-move/2", size=DESK, locale="en-GB")
    question = page.get_by_role("region", name="Question")
    question.get_by_role("button", name="A third game decides.").click()
    question.get_by_text("That is not it").wait_for()
    question.get_by_role("button", name="I win").click()
    question.get_by_text("equal totals are a drawn match").wait_for()
    page.get_by_role("link", name="Next step").click()
    page.get_by_role("heading", name="A fair draw of lots").wait_for()


def test_a_course_ends_with_its_game(visit: Open) -> None:
    page = visit("#/courses/international/99")
    page.get_by_role("button", name="Dieses Spiel spielen").click()
    page.get_by_text("Internationale Dame").first.wait_for()


_BELOW = """
() => [".puzzle draughts-board", ".puzzle [role=status]", ".course-page > nav"].filter(
  name => document.querySelector(name).getBoundingClientRect().bottom > innerHeight)
"""


@pytest.mark.parametrize("size", [PHONE, {"width": 844, "height": 390}], ids=["phone", "sideways"])
def test_a_task_is_solved_on_a_phone_without_scrolling(visit: Open, size: dict[str, int]) -> None:
    """Board, question and the way on are on the screen, whatever the step explains."""
    page = visit("#/courses/english/15", size=size)
    for step in ("english/1", "english/15", "international/6", "lite/9", "family/2"):
        page.goto(page.url.split("#")[0] + f"#/courses/{step}")
        page.locator(".puzzle draughts-board").wait_for()
        expect(page.locator("draughts-board")).to_have_count(1)
        expect(page.locator(".puzzle [role=status]")).to_have_text(re.compile(r"\?|Zieh einen"))
        assert page.evaluate(_BELOW) == [], step
    assert barriers(page) == []


COURSES = Path(__file__).parents[2] / "web/src/generated/courses.json"
_HIDDEN = """
sentence => {
  const panel = document.querySelector(".puzzle .panel");
  panel.querySelector("[role=status]").textContent = sentence;
  const end = document.querySelector(".course-page > nav").getBoundingClientRect().top;
  const last = panel.querySelector(".row").getBoundingClientRect().bottom;
  return scrollY > 0 || last > end ? Math.round(last - end) : null;
}
"""


def longest_refusal(step: dict[str, Any], language: str) -> str:
    """Return the longest sentence that a wrong move at the first task is answered by."""
    [first, *_] = step["tasks"][0]["steps"]
    return max((each[language] for each in first["sentences"]), key=len, default="")


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_answer_to_a_wrong_move_hides_nothing_on_a_phone(visit: Open, language: str) -> None:
    """Under the longest of them the button for the solution lay behind the next step's."""
    page = visit("#/courses", locale=language)
    hidden = {}
    for course in json.loads(COURSES.read_text(encoding="utf-8")):
        for at, step in enumerate(course["steps"], start=1):
            if step["tasks"]:
                place = f"#/courses/{course['id']}/{at}"
                page.evaluate("place => (location.hash = place)", place)
                counted = re.compile(rf"\D{at}\D+{len(course['steps'])}$")
                expect(page.locator(".course-page > .panel > small")).to_have_text(counted)
                page.locator(".puzzle .row").wait_for()
                found = page.evaluate(_HIDDEN, longest_refusal(step, language))
                hidden |= {place: found} if found is not None else {}
    assert hidden == {}
