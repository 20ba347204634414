"""Refusals: what is said to a client whose message changed nothing."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from crownhead.errors import (
    AmbiguousMove,
    CrownheadError,
    IllegalMove,
    InvalidMove,
    NotAllowed,
)
from crownhead.locales import COMPLETE, Catalogue
from crownhead.reasons import Reason
from crownhead.server.messages.frames import Code, Refused
from crownhead.variants import Variant

_SQUARES = ("square", "origin", "target", "blocker", "king")


class Refusal(Exception):
    """Refuse a message; `to_message` turns it into the answer, in the reader's language.

    `text` names the sentence in the catalogue, by default the one of the code, into which `values`
    are filled. `detail` says in English what a program has to mend. `crowded`: there is no place
    now; whoever asked has done nothing too often, and what he has had is given back.
    """

    def __init__(
        self,
        code: Code,
        error: CrownheadError | None = None,
        *,
        text: str = "",
        typed: str = "",
        variant: Variant | None = None,
        seq: int | None = None,
        wait: int = 0,
        detail: str = "",
        values: Mapping[str, object] | None = None,
        crowded: bool = False,
    ) -> None:
        super().__init__(code)
        self.code: Code = code
        self.error = error
        self.text = text or code
        self.typed = typed
        self.variant = variant
        self.seq = seq
        self.wait = wait
        self.detail = detail
        self.values = values or {}
        self.crowded = crowded

    def to_message(self, language: str, id: str | None = None, game: str | None = None) -> Refused:
        """Return the answer."""
        speech = Catalogue(language, self.variant)
        if self.error is None:
            english = speech.language == COMPLETE[0]
            detail = f" ({self.detail})" if self.detail and english else ""
            sentence = speech.text(f"server.{self.text}", detail=detail, **self.values)
        else:
            sentence = speech.error(self.error, self.typed)
        reason = getattr(self.error, "reason", None)
        candidates = getattr(self.error, "candidates", ())
        refused = Refused(
            code=self.code,
            sentence=sentence,
            id=id,
            game=game,
            moves=tuple(move.notation("full") for move in candidates),
            seq=self.seq,
            wait=self.wait,
            detail=self.detail,
        )
        return refused if reason is None else _with(refused, reason, self.variant)


def to_refusal(error: CrownheadError, variant: Variant, typed: str = "") -> Refusal:
    """Return the refusal for what a game raised."""
    if isinstance(error, InvalidMove):
        return Refusal("invalid_move", error, typed=typed, variant=variant)
    if isinstance(error, AmbiguousMove):
        return Refusal("ambiguous_move", error, typed=typed, variant=variant)
    if isinstance(error, IllegalMove):
        return Refusal("illegal_move", error, typed=typed, variant=variant)
    if isinstance(error, NotAllowed) and error.reason.code == "not_your_turn":
        return Refusal("not_your_turn", error, variant=variant)
    return Refusal("not_allowed", error, variant=variant)


def squares(reason: Reason) -> tuple[int, ...]:
    """Return the squares that a reason is about, those that would have been right first.

    >>> from crownhead.reasons import MustCapture
    >>> squares(MustCapture(pieces=(22, 27)))
    (22, 27)
    """
    found: list[int] = []
    for name, value in vars(reason).items():
        if isinstance(value, tuple):
            found += [item for item in value if isinstance(item, int)]
        elif name in _SQUARES:
            found.append(value)
    return tuple(dict.fromkeys(found))


def moves(reason: Reason) -> tuple[str, ...]:
    """Return the moves that would have been right."""
    named = (value for value in vars(reason).values() if isinstance(value, tuple))
    return tuple(text for value in named for text in value if isinstance(text, str))


def _with(answer: Refused, reason: Reason, variant: Variant | None) -> Refused:
    rule = reason.rule_in(variant.rule_numbering) if variant else reason.rule
    return msgspec.structs.replace(
        answer,
        rule=rule,
        squares=squares(reason),
        moves=moves(reason),
        reason={**reason.to_dict(), "rule": rule},
    )
