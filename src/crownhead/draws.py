"""The draw counts of the federations, as data beside their articles."""

from __future__ import annotations

from crownhead.rules import DrawRule, Ending, Progress

IRREVERSIBLE = Progress.CAPTURE | Progress.MAN_MOVE


def ending(men: int, kings: int, *, more_kings: bool = False, on_long: bool = False) -> Ending:
    """Return the ending of this many men and kings against a lone king.

    >>> ending(1, 2).strong_kings
    (2, 2)
    """
    return Ending(
        strong_men=(men, men),
        strong_kings=(kings, 255 if more_kings else kings),
        weak_men=(0, 0),
        weak_kings=(1, 1),
        on_long_diagonal=on_long,
    )


def _with_kings(low: int, high: int) -> Ending:
    return Ending(strong_kings=(1, 255), weak_kings=(1, 255), total=(low, high))


THREE_AGAINST_KING = (ending(0, 3), ending(1, 2), ending(2, 1))
TWO_AGAINST_KING = (ending(0, 2), ending(1, 1))
KING_AGAINST_KING = (ending(0, 1),)

# English: WCDF 1.32.2 (RULES E26)
ENGLISH = (DrawRule("E26", 80, IRREVERSIBLE),)

# International: FMJD annex 1, 6.2 to 6.4 (RULES P10)
INTERNATIONAL = (
    DrawRule("P10.kings", 50, IRREVERSIBLE),
    DrawRule("P10.three", 32, endings=THREE_AGAINST_KING),
    DrawRule("P10.two", 10, endings=TWO_AGAINST_KING + KING_AGAINST_KING),
)

# Killer: as international, but two kings beat one king
KILLER = (
    DrawRule("P10.kings", 50, IRREVERSIBLE),
    DrawRule("P10.three", 32, endings=THREE_AGAINST_KING),
    DrawRule("killer.one", 10, endings=(ending(1, 1), *KING_AGAINST_KING)),
)

# LITE Games (RULES L14): only a capture resets
LITE = (DrawRule("L14", 40, Progress.CAPTURE),)

# Brazilian: the federation's own counts (CBJD)
BRAZILIAN = (
    DrawRule("CBJD.kings", 40, IRREVERSIBLE),
    DrawRule(
        "CBJD.small",
        10,
        endings=(
            ending(0, 2),
            ending(0, 1),
            ending(1, 1),
            Ending((0, 0), (2, 2), (0, 0), (2, 2)),
            Ending((0, 0), (2, 2), (1, 1), (1, 1)),
        ),
    ),
)

# Russian: FMJD-64, 7.2.4 to 7.2.8
RUSSIAN = (
    DrawRule("FMJD64.7.2.4", 30, endings=(ending(0, 3, more_kings=True),)),
    DrawRule("FMJD64.7.2.5", 30, IRREVERSIBLE),
    DrawRule("FMJD64.7.2.6.few", 60, Progress.CAPTURE | Progress.CROWNING, (_with_kings(4, 5),)),
    DrawRule("FMJD64.7.2.6.many", 120, Progress.CAPTURE | Progress.CROWNING, (_with_kings(6, 7),)),
    DrawRule(
        "FMJD64.7.2.7",
        10,
        endings=(
            ending(0, 3, on_long=True),
            ending(1, 2, on_long=True),
            ending(2, 1, on_long=True),
        ),
    ),
    DrawRule("FMJD64.7.2.8", 10, endings=TWO_AGAINST_KING + KING_AGAINST_KING),
)

# Pool: APCA; 30 plies as dctl reads the count
POOL = (
    DrawRule("APCA.three", 26, endings=(ending(0, 3),)),
    DrawRule("APCA.progress", 30, IRREVERSIBLE),
)

# Italian: FID
ITALIAN = (DrawRule("FID.progress", 80, IRREVERSIBLE),)

# Frisian: rules of 2011. One king each is drawn unless a capture is possible now or forced next,
# which two plies without a capture settle.
FRISIAN = (
    DrawRule("FD.two", 14, endings=(ending(0, 2),)),
    DrawRule("FD.one", 2, endings=KING_AGAINST_KING),
)

# Turkish: one king each is drawn; the rest as DEFAULT
TURKISH = (
    DrawRule("default.progress", 80, IRREVERSIBLE),
    DrawRule("TD.one", 2, endings=KING_AGAINST_KING),
)

# Where no federation's number is known, our own: 40 moves by each side without progress
DEFAULT = (DrawRule("default.progress", 80, IRREVERSIBLE),)
