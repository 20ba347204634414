"""Compositions: whether a problem or study is sound, with a certificate that anybody can verify.

>>> from crownhead import compose
>>> given = compose.of_fen("W:WK15,K32:B16,K28", "english")
>>> report = compose.check(given)
>>> report.found.verdict, " ".join(map(str, report.solution))[:5]
('sound', '15-11')
>>> compose.verify(report.certificate).found.verdict
'sound'
"""

from crownhead.compose.certificate import Certificate, Found, Verified, verify
from crownhead.compose.checking import Report, check
from crownhead.compose.composition import GOALS, Composition, Goal
from crownhead.compose.origin import Doubt, doubts
from crownhead.compose.reading import of_fen, read
from crownhead.compose.seconds import Second

__all__ = [
    "GOALS",
    "Certificate",
    "Composition",
    "Doubt",
    "Found",
    "Goal",
    "Report",
    "Second",
    "Verified",
    "check",
    "doubts",
    "of_fen",
    "read",
    "verify",
]
