"""Hub-1, the dialect of Scan 2.0 and Hub 1.0: the same conversation in lines without names.

It is read and written as lines of Hub-2, so that both sides know one protocol. It plays
international draughts; parameters are not declared, and there is no limit of nodes.
"""

from __future__ import annotations

from collections.abc import Sequence

from crownhead.engines.hub.syntax import Line
from crownhead.errors import ProtocolError

_SAME = frozenset({"hub", "init", "ping", "stop", "quit", "ponder-hit", "wait", "ready", "pong"})
_ABOUT = ("name", "author", "country")
_MODES = {"think": "go", "ponder": "ponder", "analyze": "analyse"}
_INFO = ("depth", "mean-depth", "score", "nodes", "time", "nps")
MOST_WORDS = 1000


def is_spoken(word: str) -> bool:
    """Return whether an engine that answers `hub` with this word speaks Hub-1.

    >>> is_spoken("name"), is_spoken("id")
    (True, False)
    """
    return word in _ABOUT


# What drives an engine


def to_hub1(line: Line) -> list[str]:
    """Return what is said to an engine in place of a line of Hub-2.

    Raises `ProtocolError` for what Hub-1 cannot say: a limit of nodes.

    >>> to_hub1(Line("level", {"move-time": "0.5"})), to_hub1(Line("go", {"analyze": None}))
    (['time 500'], ['analyse'])
    >>> to_hub1(Line("pos", {"pos": "Wbe", "moves": "28-22 17x28"}))
    ['pos Wbe', 'move 28-22', 'move 17x28']
    """
    match line.command:
        case "set-param":
            return [f"set {line.get('name')} {line.get('value')}"]
        case "new-game":
            return ["new"]
        case "pos":
            position = f"pos {line.get('pos')}" if "pos" in line else "start"
            return [position, *(f"move {move}" for move in line.get("moves").split())]
        case "level":
            return _level(line)
        case "go":
            mode = next((mode for mode in _MODES if mode in line), "think")
            return [_MODES[mode]]
    return [str(line)]


def from_hub1(text: str) -> Line | None:
    """Read what an engine says as a line of Hub-2; None for what does not belong to Hub-1.

    >>> from_hub1("info 12 17.3 -8 5000 0.25 1.1 32-28 19-23").arguments["score"]
    '-0.08'
    >>> str(from_hub1("move 32-28 19-23"))
    'done move=32-28 ponder=19-23'
    """
    words = text.split(maxsplit=MOST_WORDS)
    command, rest = (words[0], words[1:]) if words else ("", [])
    if command in _SAME and not rest:
        return Line(command)
    if command in _ABOUT:
        return Line("id", {command: " ".join(rest).replace('"', "'")})
    if command == "error":
        return Line("error", {"message": " ".join(rest).replace('"', "'")})
    if command == "info":
        return _info(rest)
    if command == "move":
        said: dict[str, str | None] = dict(zip(("move", "ponder"), rest, strict=False))
        return Line("done", said)
    return None


def _level(line: Line) -> list[str]:
    if "nodes" in line:
        raise ProtocolError("Hub-1 knows no limit of nodes", str(line))
    found = []
    if "time" in line or "inc" in line:
        clock = [line.get("moves") or "0", _thousandths(line, "time"), _thousandths(line, "inc")]
        found.append(f"level {' '.join(clock)}")
    if "move-time" in line:
        found.append(f"time {_thousandths(line, 'move-time')}")
    if "depth" in line:
        found.append(f"depth {line.get('depth')}")
    return found  # `infinite` is what `pos` has left


def _thousandths(line: Line, name: str) -> str:
    return str(round(1000 * float(line.get(name) or 0)))


def _info(words: Sequence[str]) -> Line:
    said: dict[str, str | None] = dict(zip(_INFO, words, strict=False))
    try:
        said["score"] = f"{int(said.get('score') or '') / 100:.2f}"
    except ValueError:
        said.pop("score", None)
    if len(words) > len(_INFO):
        said["pv"] = " ".join(words[len(_INFO) :])
    return Line("info", said)


# What is an engine


class Asked:
    """Read what a program asks of us in Hub-1, as lines of Hub-2.

    >>> asked = Asked()
    >>> [str(line) for text in ("start", "move 32-28", "time 500") for line in asked.read(text)]
    ['pos', 'pos moves=32-28', 'level move-time=0.500']
    """

    def __init__(self) -> None:
        self._position: dict[str, str | None] = {}
        self._moves: list[str] = []
        self._level: dict[str, str | None] = {}

    def read(self, text: str) -> list[Line]:
        """Return what a line means: nothing for one that is not known.

        Raises `ProtocolError` for a number that is none.
        """
        words = text.split(maxsplit=MOST_WORDS)
        if not words:
            return []
        command, rest = words[0], words[1:]
        if command in _SAME:
            return [Line(command)]
        match command:
            case "set":
                name, value = rest[0] if rest else "", " ".join(rest[1:])
                return [Line("set-param", {"name": name, "value": value})]
            case "new":
                return [Line("new-game")]
            case "start" | "pos":
                self._position = {"pos": rest[0] if rest else ""} if command == "pos" else {}
                self._moves, self._level = [], {}
                return [Line("pos", self._position)]
            case "move":
                self._moves += rest[:1]
                return [Line("pos", {**self._position, "moves": " ".join(self._moves)})]
            case "level" | "time" | "depth":
                return [self._limit(command, rest, text)]
            case "go" | "ponder" | "analyse":
                mode = next(mode for mode, word in _MODES.items() if word == command)
                before = [] if self._level else [Line("level", {"infinite": None})]
                return [*before, Line("go", {mode: None})]
        return []

    def _limit(self, command: str, rest: Sequence[str], text: str) -> Line:
        try:
            numbers = [int(word[:20]) for word in rest]
            if command == "level":
                moves, left, gain = numbers
                self._level.pop("moves", None)
                self._level |= {"time": f"{left / 1000:.3f}", "inc": f"{gain / 1000:.3f}"}
                self._level |= {"moves": str(moves)} if moves > 0 else {}
            elif command == "time":
                self._level["move-time"] = f"{numbers[0] / 1000:.3f}"
            else:
                self._level["depth"] = str(numbers[0])
        except (ValueError, IndexError):
            raise ProtocolError(f"{command}: no number, or too few", text) from None
        return Line("level", dict(self._level))


def tell_hub1(line: Line) -> list[str]:
    """Return what an engine says in place of a line of Hub-2.

    >>> tell_hub1(Line("id", {"name": "crownhead", "version": "1", "author": "us"}))
    ['name crownhead 1', 'author us']
    >>> tell_hub1(Line("done", {"move": "32-28"})), tell_hub1(Line("param", {"name": "book"}))
    (['move 32-28'], [])
    """
    match line.command:
        case "id":
            name = f"{line.get('name')} {line.get('version')}".strip()
            others = [f"{word} {line.get(word)}" for word in _ABOUT[1:] if word in line]
            return [f"name {name}", *others]
        case "param":
            return []
        case "error":
            return [f"error {line.get('message')}"]
        case "info":
            return [_values(line)]
        case "done":
            return [" ".join(["move", *filter(None, (line.get("move"), line.get("ponder")))])]
    return [str(line)]


def _values(line: Line) -> str:
    depth = line.get("depth") or "0"
    score = round(100 * float(line.get("score") or 0))
    rest = [line.get(name) or "0" for name in ("nodes", "time", "nps")]
    return " ".join(["info", depth, depth, str(score), *rest, line.get("pv")]).rstrip()
