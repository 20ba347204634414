"""Reading: one game after the other, each move checked against the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crownhead._core import PdnLine, PdnText
from crownhead.errors import PdnError
from crownhead.formats.pdn import faults, guess, points, source
from crownhead.formats.pdn.game import PdnGame
from crownhead.formats.pdn.gametype import read_type, white_first
from crownhead.formats.pdn.opened import Opened, replay
from crownhead.formats.pdn.results import decisive, meaning
from crownhead.formats.pdn.source import Handle
from crownhead.formats.pdn.survey import Queue, Waiting
from crownhead.formats.pdn.tags import value
from crownhead.rules import Color
from crownhead.variants import Variant, get

_ENOUGH = 4  # so many moves must fit the game that is taken instead


def read(
    handle: Handle,
    *,
    strict: bool = False,
    encoding: str | None = None,
    variant: str | Variant | None = None,
    results: str = "auto",
) -> Iterator[PdnGame]:
    """Yield the games of a file one at a time, in constant memory.

    `handle` is a file of bytes or text, or a path. Bytes are UTF-8; where they are not, the old
    Russian encodings are told by their letters, and what is left is Latin-1, unless `encoding`
    says otherwise. `variant` says which game it is where the tags do not. `results` says whose
    points a result names first where Black begins: "white", "first" for the side that begins,
    "auto" for what the games of the file show, or "deep" with their last positions searched deeply,
    which takes long. Whatever is wrong stands in the game's `errors`, and the next game is always
    reached; with `strict` the first error is raised. What was written oddly, but can only mean one
    thing, stands in its `warnings`.

    >>> import io
    >>> games = read(io.StringIO('[GameType "20"] 1. 32-28 19-23 2. 28x19 1-1 [GameType "25"] *'))
    >>> [(game.variant.key, game.result) for game in games]
    [('international', '1-1'), ('russian', '*')]
    """
    reader = Reader(variant, results)
    for text in reader.survey(games(source.Source(handle, encoding))):
        game = reader.game(text)
        if strict and game.errors:
            raise game.errors[0]
        yield game


def games(texts: Iterable[PdnText]) -> Iterator[PdnText]:
    """Yield what is a game, and the first text in any case, which is reported if it is none.

    Words without tag, move or result are no game: they stand before, between or behind games.
    """
    first = True
    for text in texts:
        if first or _is_game(text):
            yield text
        first = False


def _is_game(text: PdnText) -> bool:
    return bool(text.body_offset or text.looks.first or text.looks.result)


class Reader:
    """Turn games as they stand in a file into `PdnGame`s, remembering what others of it are."""

    def __init__(self, variant: str | Variant | None = None, results: str = "auto") -> None:
        self.hint = None if variant is None else get(variant)
        self.previous: Variant | None = None
        self.tally = points.Tally()
        self._reading = points.reading(results)
        self._witness = points.Witness(deep=self._reading == "deep")
        self._order: points.Order | None = None
        if self._reading == "white" or self._reading == "first":
            self._order = self._reading
        self._found: Waiting[Opened] | None = None  # about the game that left the survey last

    def survey(self, texts: Iterable[PdnText]) -> Iterator[PdnText]:
        """Yield the same games of one file, held back where others tell what they are.

        Each must be read, if it is, before the next is taken.
        """
        queue: Queue[Opened] = Queue()
        for text in texts:
            game = self._look(text)
            if not (queue.games or game.doubtful or len(game.fits) > 1):
                yield from self._pass(game)
                continue
            queue.add(game)
            if len(game.fits) == 1:
                queue.settle(game.fits[0])
            if queue.guesses_enough or queue.is_full:
                queue.settle(None)
            if len(game.fits) == 1:
                self.previous = game.fits[0]  # so the next need not be tried as every game
            yield from self._leave(queue, last=queue.is_full)
        queue.settle(None)
        yield from self._leave(queue, last=True)

    @property
    def order(self) -> points.Order | None:
        """Return whose points stand first where that was in doubt, None where it was not."""
        return self._order if self._reading in ("auto", "deep") else None

    def _leave(self, queue: Queue[Opened], *, last: bool) -> Iterator[PdnText]:
        doubts = self._order is None and queue.doubtful > 0
        if doubts and (last or self.tally.is_clear):
            self._order = self.tally.order or "white"
            doubts = False
        for game in queue.leave(doubts=doubts):
            yield from self._pass(game)

    def _pass(self, game: Waiting[Opened]) -> Iterator[PdnText]:
        """Yield a game; what was found out about it is kept until it has been read."""
        self._found = game
        yield game.text
        self._found = None

    def _look(self, text: PdnText) -> Waiting[Opened]:
        """Look which games a text may be, and what it shows about results."""
        tags = text.tags
        said = read_type(tags)
        found: Waiting[Opened] = Waiting(text, said)
        if said.variant is not None:
            found.fits = (said.variant,)
        elif not said.problem and self.hint is None and (text.looks.first or value(tags, "FEN")):
            found.fits, found.opened = self._try_games(text, tags)
        if self._order is None:
            as_tried = self.hint if found.opened is None else found.opened.variant
            variant = found.fits[0] if found.fits else as_tried
            if variant is not None and points.is_doubtful(text, tags, variant):
                found.doubtful = True
                opened = found.opened or replay(text, tags, variant)
                self.tally.add(self._witness.balance(text, tags, opened.body))
        return found

    def _try_games(self, text: PdnText, tags: dict[str, str]) -> tuple[tuple[Variant, ...], Opened]:
        """Return the games that a text fits, one where that is known, and it read as the first.

        Where it fits none, it is read as the one of which most can be played.
        """
        looks = text.looks
        found: list[Opened] = []
        best: Opened | None = None
        for variant in guess.candidates(looks, value(tags, "FEN"), self.previous):
            opened = replay(text, tags, variant)
            if opened.fits_exactly:
                found.append(opened)
                russian = looks.is_russian and variant == guess.RUSSIAN
                if best is None and (variant == self.previous or russian):
                    return (variant,), opened
            if best is None or opened.reach > best.reach:
                best = opened
        if found:
            return tuple(each.variant for each in found if each.variant), found[0]
        if best is not None:
            return (), best if best.body is not None else Opened(None, None, None, best.errors)
        return (), Opened(None, None, None, [faults.error("no_gametype", text.line)])

    def game(self, text: PdnText) -> PdnGame:
        """Return the game, its moves replayed."""
        tags = dict(text.tags)
        opened = self.open(text, tags)
        errors = opened.errors
        warnings = opened.warnings
        body = opened.body
        if text.faults or (body is not None and body.faults):
            found = [*text.faults, *(body.faults if body is not None else ())]
            mild = [fault for fault in found if fault[2] in faults.MILD]
            warnings = [*warnings, *faults.errors(mild)]
            errors = [*errors, *faults.errors(f for f in found if f[2] not in faults.MILD)]
        errors = [*errors, *_disagreement(text, tags, body)]
        if not tags and not _is_game(text):
            errors = [faults.error("no_game", text.line)]
        elif opened.variant is None and not errors:
            errors = _stray_words(text)
        result = value(tags, "Result") or text.looks.result
        over = points.winner(body)
        first_named, said = self._names_first(text, tags, opened.variant, over)
        if not said and not value(tags, "ResultFormat"):
            said = points.contradiction(result, over, first_named=first_named)
        if said:
            warnings = [*warnings, faults.tag_error(text, "Result", said)]
        for found_here in (errors, warnings):
            if len(found_here) > 1:
                found_here.sort(key=lambda one: (one.line, one.column))
        game = PdnGame._read(tags, opened.variant, opened.start, body)
        game.line, game.offset = text.line, text.offset
        game.huffing = opened.huffing
        game._first_named = first_named
        game._errors = tuple(errors)
        game._warnings = tuple(warnings)
        if opened.start is None:
            game._raw = text.source[text.body_offset :].decode(text.encoding, "replace")
            game._behind = text.looks.result
        return game

    def _names_first(
        self, text: PdnText, tags: dict[str, str], variant: Variant | None, over: str
    ) -> tuple[bool, PdnError | None]:
        """Return whether the result names the side first that begins, and what is to be said.

        `over` is the side that has won on the board: a game that shows it is not outvoted.
        """
        if self._reading == "white" or variant is None or variant.first != "black":
            return False, None
        result = value(tags, "Result") or text.looks.result
        if not decisive(result):
            return False, None
        if self._reading == "first":
            return True, None
        if self._order is None or not points.is_doubtful(text, tags, variant):
            return False, None
        first_named = self._order == "first"
        winner: Color = "black" if (meaning(result) == "white") == first_named else "white"
        if over and over != winner:
            return not first_named, faults.error("result_won", text=repr(result), side=over)
        return first_named, self.tally.remark(result, winner)

    def open(self, text: PdnText, tags: dict[str, str]) -> Opened:
        """Find out which game it is, and replay it."""
        known = self._found
        said = known.said if known is not None and known.text is text else read_type(tags)
        if said.problem:
            problem = faults.tag_error(text, said.tag, said.problem)
            opened = Opened(None, None, None, [problem])
            if not said.number and said.tag == "GameType":
                opened = self._read_named(text, tags, opened)
        elif said.variant is None:
            opened = self._guess(text, tags)
            if said.unknown:
                opened.warnings.append(faults.tag_error(text, "Variant", said.unknown))
        else:
            opened = replay(text, tags, said.variant)
            if opened.misfits and (form := white_first(said.variant)) is not None:
                other = replay(text, tags, form)
                opened = other if other.fits else opened
            if said.contradiction:
                opened.errors.append(faults.tag_error(text, "Variant", said.contradiction))
            if said.unknown:
                opened.warnings.append(faults.tag_error(text, "Variant", said.unknown))
            if opened.misfits:
                opened = self._replace_doubted(text, tags, opened)
        self.previous = opened.variant or self.previous
        return opened

    def _guess(self, text: PdnText, tags: dict[str, str]) -> Opened:
        looks = text.looks
        if self.hint is not None:
            return replay(text, tags, self.hint)
        known = self._found
        if known is None or known.text is not text or known.opened is None:
            if not looks.first and not value(tags, "FEN"):
                if self.previous is None:
                    return Opened(None, None, None, [])
                return replay(text, tags, self.previous)
            return self._try_games(text, tags)[1]
        if known.fits and known.opened.variant != known.fits[0]:
            return replay(text, tags, known.fits[0])
        return known.opened

    def _read_named(self, text: PdnText, tags: dict[str, str], opened: Opened) -> Opened:
        """Return the game read as one that its moves fit, where GameType is an unknown name."""
        for variant in guess.candidates(text.looks, value(tags, "FEN"), self.previous):
            other = replay(text, tags, variant)
            if other.fits and other.reach > 0:
                other.errors += opened.errors
                return other
        return opened

    def _replace_doubted(self, text: PdnText, tags: dict[str, str], opened: Opened) -> Opened:
        """Return the game read as another, where its GameType fails and the other fits."""
        tag = "GameType" if value(tags, "GameType") else "Variant"
        if opened.variant is None or read_type({tag: value(tags, tag)}).variant is None:
            return opened
        letters = text.looks.algebraic > text.looks.numeric
        enough = 1 if letters and opened.variant.notation != "algebraic" else _ENOUGH
        for variant in guess.candidates(text.looks, value(tags, "FEN"), self.previous):
            other = replay(text, tags, variant)
            if variant != opened.variant and other.fits and other.reach >= enough:
                problem = faults.error("other_game", tag=tag, named=opened.variant, game=variant)
                other.errors.append(faults.tag_error(text, tag, problem))
                return other
        return opened


def _stray_words(text: PdnText) -> list[PdnError]:
    """Return an error for each word that is neither comment nor result, where there is no move."""
    body = replay(text, {}, get("english")).body  # any game: none has a move here
    found = [*text.faults, *(body.faults if body is not None else ())]
    return faults.errors(fault for fault in found if fault[2] == "unexpected_text")


def _disagreement(text: PdnText, tags: dict[str, str], body: PdnLine | None) -> list[PdnError]:
    """Return the error that the tag tells another result than what stands behind the moves."""
    said = value(tags, "Result")
    behind = body.result if body is not None else text.looks.result
    if said == behind or not said or not behind or value(tags, "ResultFormat"):
        return []
    meant, stands = meaning(said), meaning(behind)
    if meant == stands or "open" in (meant, stands) or None in (meant, stands):
        return []
    wrong = faults.error("result_differs", text=repr(said), behind=repr(behind))
    return [faults.tag_error(text, "Result", wrong)]


def loads(
    text: str | bytes, *, strict: bool = False, variant: str | Variant | None = None
) -> PdnGame:
    """Read the first game of a text; raises `PdnError` where there is none.

    >>> loads("1. 32-28 18-23").variant.key
    'international'
    """
    import io

    handle = io.BytesIO(text) if isinstance(text, bytes) else io.StringIO(text)
    for game in read(handle, strict=strict, variant=variant):
        return game
    raise faults.error("nothing")
