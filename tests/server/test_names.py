"""Names are seen as they are, and nobody takes another's or the house's."""

from __future__ import annotations

import pytest

from crownhead.server.messages import bodies as r
from crownhead.server.room.naming import clean_name, own_name
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.starting import open_table
from crownhead.server.room.table import Seat


@pytest.mark.parametrize("sign", "\u3164\u2800\u115f\u1160\u034f\u200b\u2060\ufe0f\uffa0\u00ad")
def test_nothing_invisible_stays_in_a_name(sign: str) -> None:
    assert clean_name(sign * 5) == ""
    assert clean_name(f"An{sign}na").replace(" ", "") == "Anna"


def test_marks_do_not_pile_up() -> None:
    assert clean_name("Z" + "\u0317" * 40) == "Z\u0317\u0317"
    assert clean_name("Zoe\u0308") == "Zoë"


@pytest.mark.parametrize(
    "name",
    [
        *("crownhead", "Admin", "ＭＯＤ", "Guest 1234", "server.", "Gast 7", "moderator"),
        *(
            "crownhead 10",
            "Level 10",
            "cr0wnhead",
            "Stufe 10",
            "crownhead10",
            "CrownHead-3",
            "level7",
        ),
        *(
            "c r o w n h e a d",
            "crown head",
            "Crown_Head_9",
            "crówñhéad",
            "crovvnhead",
            "crownheacl",
        ),
        *(
            "ᴄʀᴏᴡɴʜᴇᴀᴅ",
            "𝐜𝐫𝐨𝐰𝐧𝐡𝐞𝐚𝐝",
            "ｃｒｏｗｎｈｅａｄ",
            "ⓒⓡⓞⓦⓝⓗⓔⓐⓓ",
            "сгоԝпһеаԁ",
            "СROWNHEAD".replace("С", "Ⅽ"),
        ),
        *(
            "Leve1 10",
            "LeveI 1O",
            "Level lO",
            "5tufe 4",
            "Ｓtufe １０",
            "Stufe ١٠",
            "St\u00fcfe 2",
            "Gue5t 99",
        ),
        *("4dmin", "@dmin", "Adm!n", "adrnin", "Admin 2", "$erver", "Computer 10", "5upp0rt"),
        *("crownhead Level 10", "crownhead admin", "Computer Stufe 3", "Level 10 crownhead"),
        *("(crownhead)", "★ crownhead 10 ★", "crownhead 10."),
        *(
            "crownhead!",
            "crownhead 10!",
            "!Adm!n!",
            "$ Admin $",
            "Level 10+",
            "crown|head",
            "crownheadIO",
        ),
    ],
)
def test_names_of_the_house_are_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        own_name(name)
    assert refused.value.text == "name_reserved"


@pytest.mark.parametrize("name", ["Аnna", "Αnna", "Pаul"])
def test_letters_that_look_alike_are_not_mixed(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        own_name(name)
    assert refused.value.text == "name_mixed"


@pytest.mark.parametrize(
    "name",
    [
        *("Анна", "Ελένη", "名無し 3", "René-Müller", "o'Neil 👑", "Сергей", "Δημήτρης", "Ոսկան"),
        *(
            "Leveler",
            "Levi 10",
            "Gaston",
            "Gastone 3",
            "Modest",
            "Modesta 10",
            "Kim Mod Lee",
            "Stu 10",
        ),
        *(
            "Serverin",
            "Crown",
            "Head 10",
            "10",
            "007",
            "Guesty",
            "Engineer",
            "Systema",
            "Anna 10",
            "Level",
        ),
        *("Compute", "Supporter", "Admina", "Gastoli", "Niveau 3", "Modi", "1", "0"),
    ],
)
def test_names_of_one_script_are_welcome(name: str) -> None:
    assert own_name(name)


def test_nobody_on_the_same_device_bears_a_name_of_the_house() -> None:
    wish = r.NewGame(variant="english", opponent=r.SameDevice("Level 10"))
    with pytest.raises(Refusal) as refused:
        open_table(wish, Seat("anna", "Anna"), 1)
    assert refused.value.text == "name_reserved"
    wish = r.NewGame(variant="english", opponent=r.SameDevice("Berta"))
    assert {taken.name for taken in open_table(wish, Seat("anna", "Anna"), 1).seats} == {
        "Anna",
        "Berta",
    }
