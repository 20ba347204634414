"""Names are seen as they are, and nobody takes another's or the house's."""

from __future__ import annotations

import pytest

from crownhead.server.room.naming import clean_name, own_name
from crownhead.server.room.refusals import Refusal


@pytest.mark.parametrize("sign", "\u3164\u2800\u115f\u1160\u034f\u200b\u2060\ufe0f\uffa0\u00ad")
def test_nothing_invisible_stays_in_a_name(sign: str) -> None:
    assert clean_name(sign * 5) == ""
    assert clean_name(f"An{sign}na").replace(" ", "") == "Anna"


def test_marks_do_not_pile_up() -> None:
    assert clean_name("Z" + "\u0317" * 40) == "Z\u0317\u0317"
    assert clean_name("Zoe\u0308") == "Zoë"


@pytest.mark.parametrize("name", ["crownhead", "Admin", "ＭＯＤ", "Guest 1234", "server."])
def test_names_of_the_house_are_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        own_name(name)
    assert refused.value.text == "name_reserved"


@pytest.mark.parametrize("name", ["Аnna", "Αnna", "Pаul"])
def test_letters_that_look_alike_are_not_mixed(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        own_name(name)
    assert refused.value.text == "name_mixed"


@pytest.mark.parametrize("name", ["Анна", "Ελένη", "名無し 3", "René-Müller", "o'Neil 👑"])
def test_names_of_one_script_are_welcome(name: str) -> None:
    assert own_name(name)
