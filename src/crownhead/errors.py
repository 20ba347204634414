"""Every error crownhead raises on purpose, one family under `ValueError`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from crownhead.move import Move
    from crownhead.position import Position
    from crownhead.reasons import Reason


class CrownheadError(ValueError):
    """Catch every error that crownhead raises about its input.

    Where people meet an error, it has a `key`, under which the catalogues say it in any language
    (`error.CLASS.KEY`), with `values` filled in; the message itself is English. Where `family` is
    given, `FAMILY.KEY` is a sentence of its own. Errors can be copied and pickled, so that they
    come back whole from other processes.
    """

    family: ClassVar[str] = ""
    key: str = ""
    values: Mapping[str, object] = MappingProxyType({})

    def __init__(self, message: str = "", key: str = "", **values: object) -> None:
        super().__init__(message)
        if key:
            self.key = key
        if values:
            self.values = values

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), self.args, vars(self))


def _restore(
    kind: type[CrownheadError], args: tuple[object, ...], held: dict[str, object]
) -> CrownheadError:
    error = kind.__new__(kind, *args)
    vars(error).update(held)
    return error


class UnknownVariant(CrownheadError):
    """Name a game that `crownhead.VARIANTS` does not hold.

    `likeliest` is the name that was probably meant, a key, name or alias; empty where none is near.
    """

    def __init__(self, message: str, likeliest: str = "", text: str = "") -> None:
        super().__init__(message, text=text)
        self.likeliest = likeliest


class InvalidRules(CrownheadError):
    """Combine rule switches that make no playable game; `reason` says why, where that is known."""

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        super().__init__(message)
        self.reason = reason


class InvalidFen(CrownheadError):
    """Report a FEN that cannot be read; `column` counts from 1.

    `fault` is a code for what is wrong, such as `no_comma`, which the catalogues put into words,
    and `quoted` the FEN as a sentence quotes it; both are empty where what was read is no FEN but
    a board of another program.
    """

    def __init__(self, message: str, column: int = 1, fault: str = "", quoted: str = "") -> None:
        super().__init__(message)
        self.column = column
        self.fault = fault
        self.quoted = quoted


class InvalidMove(CrownheadError):
    """Report text that is not a move in any notation (a matter of syntax, not of legality)."""


class AmbiguousMove(CrownheadError):
    """Report a move text that fits several different moves; `candidates` holds them."""

    def __init__(self, message: str, candidates: tuple[Move, ...] = (), text: str = "") -> None:
        super().__init__(message, text=text)
        self.candidates = candidates


class IllegalMove(CrownheadError):
    """Report a well-formed move that the rules forbid; `reason` says why."""

    def __init__(self, message: str, reason: Reason) -> None:
        super().__init__(message)
        self.reason = reason


class NotAllowed(CrownheadError):
    """Report an event that the procedure between the players forbids now; `reason` says why."""

    def __init__(self, message: str, reason: Reason) -> None:
        super().__init__(message)
        self.reason = reason


class InvalidRecord(CrownheadError):
    """Report a stored game or match that cannot be read back."""


class InvalidArray(CrownheadError):
    """Report an array that holds no positions, or the wrong type or shape.

    `place` is the first member of the batch that is wrong, None where the whole array is.
    """

    def __init__(self, message: str, place: int | None = None) -> None:
        super().__init__(message)
        self.place = place


class IllegalAction(CrownheadError):
    """Report an action that is no legal move; `place` is the first member of the batch with one."""

    def __init__(self, message: str, place: int = 0) -> None:
        super().__init__(message)
        self.place = place


class UnnumberedMove(CrownheadError):
    """Report a legal move for which an action space has no number: it has too few ranks.

    `place` is the first member of the batch with such a move.
    """

    def __init__(self, message: str, place: int = 0) -> None:
        super().__init__(message)
        self.place = place


class PdnError(CrownheadError):
    """Report what is wrong in a PDN file; `line` and `column` count from 1.

    `file` is the name of a file that is no text at all; else it is empty.
    """

    def __init__(
        self,
        message: str,
        line: int = 1,
        column: int = 1,
        file: str = "",
        key: str = "",
        **values: object,
    ) -> None:
        super().__init__(message, key, **values)
        self.line = line
        self.column = column
        self.file = file

    def __str__(self) -> str:
        """Return the place and what is wrong there."""
        named = f"{self.file}, " if self.file else ""
        return f"{named}line {self.line}, column {self.column}: {super().__str__()}"

    def with_place(self, line: int, column: int) -> PdnError:
        """Return the same fault at another place."""
        return PdnError(self.args[0], line, column, self.file, self.key, **self.values)


class InvalidPicture(CrownheadError):
    """Report a picture that cannot be drawn: an unknown theme, a square off the board."""


class MissingPackage(CrownheadError, ImportError):
    """Ask for something that needs an optional package which is not installed.

    A module that cannot do without one raises it when it is imported: it is an `ImportError`, too.
    """


class TooComplex(CrownheadError):
    """Refuse a position whose captures exceed the work limit of the generator.

    No position of a real game comes near it; a composed one with dozens of kings may.
    """


class DamagedTable(CrownheadError):
    """Report a file that is no whole endgame table of the game it is asked for."""


class NotInTables(CrownheadError):
    """Ask tables for a position that none of them holds."""


class InvalidPuzzle(CrownheadError):
    """Report the record of a puzzle that is none: what is missing, or does not solve it."""


class InvalidComposition(CrownheadError):
    """Report what is no composition: nothing to solve, or a solution that cannot be read."""


class InvalidCertificate(CrownheadError):
    """Report a certificate of a composition that does not hold; `place` is the part at fault."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(message)
        self.place = place


class NoCluster(CrownheadError):
    """Report that no cluster of machines answers where one was named."""


class CannotBuild(CrownheadError):
    """Report a build of endgame tables that cannot go on."""


class EngineError(CrownheadError):
    """Report an engine that failed, or was asked for something it cannot do."""


class EvaluationError(EngineError):
    """Report an evaluation given to an engine that failed, or answered with no number.

    `position` is the one that it was asked about; the cause is what it raised.
    """

    def __init__(self, message: str, position: Position | None = None) -> None:
        super().__init__(message)
        self.position = position


class EngineTimeout(EngineError):
    """Report an engine that was silent for longer than it may be; it has been ended."""


class EngineDied(EngineError):
    """Report an engine whose process ended, or whose connection broke."""


class ProtocolError(EngineError):
    """Report an engine that said what the protocol or the rules do not allow.

    `line` is what it said; the engine has been ended.
    """

    def __init__(self, message: str, line: str = "") -> None:
        super().__init__(message)
        self.line = line


class IllegalReply(ProtocolError):
    """Report an engine that answered with a move which the rules forbid; it has been ended."""


class EngineEndsGame(EngineError):
    """Report that an engine ended the game instead of moving; it can still be used.

    `claim` is its own view: `loss` (it resigns), `draw`, `win`, or `unknown`.
    """

    def __init__(self, message: str, claim: str = "unknown") -> None:
        super().__init__(message)
        self.claim = claim
