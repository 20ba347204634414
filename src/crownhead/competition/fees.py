"""Entry fees: what it costs to enter, and who has paid how much. Sums are in minor units.

Whoever keeps the desk knows what somebody has paid; the file of an event, which is shown to
everybody, does not hold it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from crownhead.competition.encounters import name_of
from crownhead.competition.failure import CompetitionError

MOST_KINDS = 8
MOST_SUM = 99_999_999
"""The largest amount, in minor units."""
FREE = "free"
"""The kind that costs nothing; it may be given to anybody, whatever kinds there are."""

_WHOLE = ("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND")
_DIGITS = dict.fromkeys((*_WHOLE, "VUV", "XAF", "XOF", "XPF"), 0) | dict.fromkeys(
    ("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3
)
"""Digits of the minor unit, where they are not two (ISO 4217)."""
_SIGNS = {"€": "EUR", "£": "GBP", "$": "USD"}
_CURRENCY = re.compile(r"(?:([A-Z]{3})(?![^\W\d_])|([€£$]))")
_AMOUNT = re.compile(
    r"\s*(?:(?P<kind>[^\d\s,;/][^\d,;/]{0,29}?)[\s:=]+)?"
    r"(?P<whole>\d{1,8})(?:[.,](?P<part>\d{1,3}))?(?!\d)\s*(?:[,;/]|$)"
)


@dataclass(frozen=True, slots=True)
class Fees:
    """What it costs to enter: amounts by kind; the first is what everybody owes unless told.

    >>> fees = Fees.parse("adults 10, youth 5,50 EUR")
    >>> fees.due("youth"), fees.due("adults"), fees.due(FREE)
    (550, 1000, 0)
    >>> str(fees), fees.text(1550, ",")
    ('adults 10.00, youth 5.50 EUR', '15,50 EUR')
    >>> str(Fees.parse("JPY 2000")), str(Fees.parse("12 €"))
    ('2000 JPY', '12.00 EUR')
    """

    currency: str
    amounts: Mapping[str, int]

    def __post_init__(self) -> None:
        if not re.fullmatch("[A-Z]{3}", self.currency):
            raise _unreadable(self.currency)
        if not 0 < len(self.amounts) <= MOST_KINDS:
            raise _unreadable(self.currency)
        for kind, amount in self.amounts.items():
            if kind:
                name_of(kind)
            if type(amount) is not int or not 0 <= amount <= MOST_SUM:
                raise _unreadable(str(amount))
        object.__setattr__(self, "amounts", MappingProxyType(dict(self.amounts)))

    def __hash__(self) -> int:
        return hash(str(self))

    @classmethod
    def parse(cls, text: str) -> Fees:
        """Read fees as people write them: `10 EUR`, or `adults 10, youth 5 EUR`.

        Amounts have as many decimals as the currency has at most. Raises `CompetitionError`.
        """
        found = _CURRENCY.findall(text)
        if len(found) != 1:
            raise _unreadable(text)
        [(code, sign)] = found
        currency = code or _SIGNS[sign]
        rest = _CURRENCY.sub(" ", text).strip()
        amounts: dict[str, int] = {}
        place = 0
        while place < len(rest):
            read = _AMOUNT.match(rest, place)
            if read is None:
                raise _unreadable(text)
            kind = (read["kind"] or "").strip()
            if kind in amounts or (not kind and amounts) or "" in amounts:
                raise _unreadable(text)
            amounts[kind] = _minor(currency, read["whole"], read["part"] or "", text)
            place = read.end()
        return cls(currency, amounts)

    @property
    def digits(self) -> int:
        """Return how many decimals the currency has."""
        return _DIGITS.get(self.currency, 2)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds that may be given to somebody; the first is the usual one, "" alone."""
        return tuple(dict.fromkeys((*self.amounts, FREE)))

    def due(self, kind: str | None = None) -> int:
        """Return what is owed by a kind; by one that there is not, or None, the usual amount."""
        usual = next(iter(self.amounts.values()))
        known = {FREE: 0, **self.amounts}
        return usual if kind is None else known.get(kind, usual)

    def amount(self, text: str) -> int:
        """Read one amount, `5` or `5,50`. Raises `CompetitionError`."""
        read = _AMOUNT.fullmatch(text)
        if read is None or read["kind"]:
            raise _unreadable(text)
        return _minor(self.currency, read["whole"], read["part"] or "", text)

    def number(self, amount: int, point: str = ".") -> str:
        """Return an amount as people write it, without its currency."""
        if not self.digits:
            return str(amount)
        whole, part = divmod(amount, 10**self.digits)
        return f"{whole}{point}{part:0{self.digits}}"

    def text(self, amount: int, point: str = ".") -> str:
        """Return an amount with its currency."""
        return f"{self.number(amount, point)} {self.currency}"

    def __str__(self) -> str:
        said = (f"{kind} {self.number(each)}".strip() for kind, each in self.amounts.items())
        return f"{', '.join(said)} {self.currency}"


@dataclass(frozen=True, slots=True)
class Payment:
    """How much somebody has paid in all, and of which kind his fee is; None: of the usual one."""

    paid: int = 0
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Till:
    """The fees of an event, and what has been paid, by the names of entrants.

    >>> till = Till(Fees.parse("full 10, reduced 5 EUR"))
    >>> till = till.note("Anna", 1000).note("Bert", 200, "reduced")
    >>> till.due("Bert"), till.paid("Bert"), till.sums(["Anna", "Bert", "Cleo"])
    (500, 200, (1200, 2500))
    """

    fees: Fees
    payments: Mapping[str, Payment] = field(default_factory=dict)

    def note(self, name: str, paid: int, kind: str | None = None) -> Till:
        """Return the till with what somebody has paid in all, and the kind of his fee.

        Without a `kind` that stays as it was. Raises `CompetitionError`.
        """
        if type(paid) is not int or not 0 <= paid <= MOST_SUM:
            raise _unreadable(str(paid))
        if kind is not None and kind not in self.fees.kinds:
            known = ", ".join(each for each in self.fees.kinds if each)
            raise CompetitionError(
                f"{kind[:40]!r} is no kind of fee here; known are {known}",
                "fee_kind",
                kind=kind[:40],
                known=known,
            )
        payment = Payment(paid, self.of(name).kind if kind is None else kind)
        return replace(self, payments={**self.payments, name: payment})

    def of(self, name: str) -> Payment:
        """Return what somebody has paid."""
        return self.payments.get(name, Payment())

    def due(self, name: str) -> int:
        """Return what somebody owes in all, paid or not."""
        return self.fees.due(self.of(name).kind)

    def paid(self, name: str) -> int:
        """Return what somebody has paid in all."""
        return self.of(name).paid

    def kind(self, name: str) -> str:
        """Return of which kind somebody's fee is, "" where there is but one."""
        kind = self.of(name).kind
        return kind if kind in self.fees.kinds else next(iter(self.fees.amounts))

    def sums(self, names: Iterable[str]) -> tuple[int, int]:
        """Return what these have paid in all, and what they owe in all."""
        everybody = list(names)
        return sum(map(self.paid, everybody)), sum(map(self.due, everybody))


def _minor(currency: str, whole: str, part: str, text: str) -> int:
    digits = _DIGITS.get(currency, 2)
    if len(part) > digits:
        raise _unreadable(text)
    return int(whole + part.ljust(digits, "0"))


def _unreadable(text: str) -> CompetitionError:
    return CompetitionError(
        f"fees: {text[:60]!r} cannot be read; write 10 EUR, or adults 10, youth 5 EUR",
        "fees",
        text=text[:60],
    )
