"""A game of a file as one variant reads it."""

from __future__ import annotations

from crownhead._core import PdnLine, PdnText
from crownhead.errors import InvalidFen, PdnError
from crownhead.formats.pdn import faults
from crownhead.formats.pdn.tags import value
from crownhead.position import Position
from crownhead.variants import Variant

_YES = ("1", "true", "yes", "on")


class Opened:
    """Hold a game as one variant reads it."""

    __slots__ = ("body", "errors", "huffing", "start", "variant", "warnings")

    def __init__(
        self,
        variant: Variant | None,
        start: Position | None,
        body: PdnLine | None,
        errors: list[PdnError],
        huffing: bool = False,
    ) -> None:
        self.variant = variant
        self.start = start
        self.body = body
        self.errors = errors
        self.warnings: list[PdnError] = []
        self.huffing = huffing

    @property
    def reach(self) -> int:
        """Return how many moves of the main line could be read; -1 without a start."""
        return -1 if self.body is None else len(self.body.moves)

    @property
    def fits(self) -> bool:
        """Return whether start and moves are those of this game."""
        return self.body is not None and self.body.fits

    @property
    def fits_exactly(self) -> bool:
        """Return whether it `fits`, and no move without a capture has a capture sign."""
        return self.body is not None and self.body.fits_exactly

    @property
    def misfits(self) -> bool:
        """Return whether the game fails so early that its GameType may be wrong."""
        return self.body is None or self.body.misfits


def replay(text: PdnText, tags: dict[str, str], variant: Variant) -> Opened:
    """Replay a game as one of `variant`, from its FEN or the initial position."""
    huffing = variant.rules.huffing
    if wanted := value(tags, "Huffing"):
        huffing = wanted.lower() in _YES
    fen = value(tags, "FEN")
    if not fen:
        start = _initial(variant)
    else:
        try:
            start = _position(fen, variant)
        except InvalidFen as error:
            wrong = faults.error("invalid_fen", quoted=error.quoted, why=error)
            placed = faults.tag_error(text, "FEN", wrong, error.column)
            return Opened(variant, None, None, [placed])
    return Opened(variant, start, text.replay(start, huffing=huffing), [], huffing)


def _position(fen: str, variant: Variant) -> Position:
    try:
        return Position.from_fen(fen, variant)
    except InvalidFen:
        plain = "".join(fen.split())
        if plain == fen:
            raise
        try:
            return Position.from_fen(plain, variant)
        except InvalidFen:
            pass
        raise


_initials: dict[Variant, Position] = {}


def _initial(variant: Variant) -> Position:
    found = _initials.get(variant)
    if found is None:
        found = Position.initial(variant)
        if len(_initials) < 100:  # house rules are a stranger's input
            _initials[variant] = found
    return found
