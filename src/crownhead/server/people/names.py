"""Names of accounts: no two that an eye takes for the same."""

from __future__ import annotations

import unicodedata

from crownhead.server.room.naming import clean_name, is_first_name, own_name
from crownhead.server.room.refusals import Refusal
from crownhead.server.room.reserved import LATIN, PAIRS

SHORTEST = 2
"""Letters and digits that a name has at least."""
_LOOKS = {
    "j": "ЈјϳᎫ",
    "k": "ΚКкκĸᏦᴋ",
    "q": "ԛ",
    "x": "ΧХхχꭓ",
    "z": "ΖᴢᏃ",
    # Capitals of Lisu and Cherokee, which are drawn as Latin ones.
    **dict(zip("abcdefghilmnoprstuvwy", "ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓬ", strict=True)),
}
_MORE = str.maketrans(
    {sign: letter for letter, signs in _LOOKS.items() for sign in signs}
    | dict(zip("ꓗꓫꓜꓙ", "kxzj", strict=True))
    | dict(zip("ᎪᏴᏟᎠᎬᏀᎻᎥᏞᎷᏢᏒᏚᎢᏙᏔ", "abcdeghilmprstvw", strict=True))
)
"""Letters beside those of the words that are the house's."""
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l"})


def skeleton(name: str) -> str:
    """Return what an eye sees of a name that does not look twice: equal for names that look alike.

    Accents, case, blanks and signs are left out; letters of other scripts are the Latin ones that
    they look like, or stay.

    >>> skeleton("Anna K.") == skeleton("ANNA-K") == skeleton("Аnnа K")
    True
    >>> skeleton("Rene1") == skeleton("René I"), skeleton("Иван") == skeleton("Жан")
    (True, False)
    """
    plain = unicodedata.normalize("NFKD", name)
    bare = "".join(sign for sign in plain if not unicodedata.combining(sign))
    digits = "".join(str(unicodedata.decimal(sign, sign)) for sign in bare)
    latin = digits.translate(LATIN).translate(_MORE).casefold().translate(LATIN).translate(_MORE)
    seen = "".join(sign for sign in latin if sign.isalnum())
    for pair, letter in PAIRS:
        seen = seen.replace(pair, letter)
    return seen.translate(_ALIKE)


def account_name(text: str, player: str) -> str:
    """Return the name that an account may bear.

    Raises `Refusal` for names that are too short, the house's, or what guests are called anyway.
    """
    name = own_name(text)
    if len(skeleton(name)) < SHORTEST:
        raise Refusal("not_allowed", text="name_short")
    if is_first_name(name, player) or clean_name(name) != name:
        raise Refusal("not_allowed", text="name_reserved")
    return name
