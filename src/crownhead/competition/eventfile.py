"""Events as files: one JSON text that holds every deed, and the event as it stands.

`docs/competition.md` has the schema. A file is read as a stranger's input.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from crownhead.competition.deeds import MOST_DEEDS, Deed, Log
from crownhead.competition.failure import InvalidEventFile

__all__ = ["dumps", "loads"]

FORMAT = "crownhead event"
VERSION = 1
MOST_BYTES = 32_000_000
_PARTS = ("format", "version", "fingerprint", "now", "deeds")


def dumps(log: Log) -> str:
    """Return the text of the file: one deed a line.

    >>> from crownhead.competition import Event, Log
    >>> text = dumps(Log.begin(Event(name="Club", rounds=5), "2026-11-27T18:00:00Z"))
    >>> loads(text).competition.event.name
    'Club'
    """
    head = {
        "format": FORMAT,
        "version": VERSION,
        "fingerprint": log.fingerprint,
        "now": log.competition.to_dict(),
    }
    said = "".join(f" {json.dumps(k)}: {_text(v)},\n" for k, v in head.items())
    deeds = ",\n  ".join(_text(deed.to_dict()) for deed in log.deeds)
    return f'{{\n{said} "deeds": [\n  {deeds}\n ]\n}}\n'


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def parse(text: str | bytes) -> tuple[dict[str, Any], tuple[Deed, ...]]:
    """Return the parts of a file and its deeds, each well formed; nothing is computed again.

    Raises `InvalidEventFile`, saying where.
    """
    values = _json(text)
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise InvalidEventFile(f"this is no file of an event ({FORMAT!r})")
    if type(version := values.get("version")) is not int or version != VERSION:
        raise InvalidEventFile(f"is {str(version)[:20]}; this program reads {VERSION}", "version")
    if set(values) != set(_PARTS):
        wrong = min(set(values) ^ set(_PARTS))
        raise InvalidEventFile("is missing" if wrong in _PARTS else "is not known", wrong[:40])
    deeds = values["deeds"]
    if not isinstance(deeds, list) or not 1 <= len(deeds) <= MOST_DEEDS:
        raise InvalidEventFile(f"expected a list of 1 to {MOST_DEEDS}", "deeds")
    if not isinstance(values["fingerprint"], str) or not isinstance(values["now"], dict):
        raise InvalidEventFile("expected a text and an object", "fingerprint, now")
    return values, tuple(Deed.from_dict(deed, n) for n, deed in enumerate(deeds, 1))


def loads(text: str | bytes) -> Log:
    """Read a file and follow its deeds. Raises `InvalidEventFile`, saying where.

    What the program would have paired, and published standings, are not computed again: see
    `crownhead.competition.checking`.
    """
    values, deeds = parse(text)
    log = Log.replay(deeds)
    if values["fingerprint"] != log.fingerprint:
        raise InvalidEventFile(f"is not that of the deeds, {log.fingerprint}", "fingerprint")
    if difference := differing(values["now"], log.competition.to_dict()):
        raise InvalidEventFile("is not what the deeds have made", difference)
    return log


def differing(one: Any, two: Any, path: str = "now") -> str:
    """Return where two plain values first differ, or nothing.

    >>> differing({"a": [1, 2]}, {"a": [1, 3]})
    'now.a[2]'
    """
    if isinstance(one, dict) and isinstance(two, dict):
        for name in [*one, *(name for name in two if name not in one)]:
            if name not in one or name not in two:
                return f"{path}.{name[:40]}"
            if found := differing(one[name], two[name], f"{path}.{name[:40]}"):
                return found
        return ""
    if isinstance(one, list) and isinstance(two, list):
        for n, (a, b) in enumerate(zip(one, two, strict=False), 1):
            if found := differing(a, b, f"{path}[{n}]"):
                return found
        return "" if len(one) == len(two) else f"{path}[{min(len(one), len(two)) + 1}]"
    return "" if type(one) is type(two) and one == two else path


def _json(text: str | bytes) -> Any:
    if len(text) > MOST_BYTES:
        raise InvalidEventFile(f"is larger than {MOST_BYTES} bytes")
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        return json.loads(
            text, object_pairs_hook=_object, parse_float=_number, parse_constant=_number
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InvalidEventFile(f"is no JSON: {error.msg}", where) from None
    except InvalidEventFile:
        raise
    except UnicodeDecodeError as error:
        raise InvalidEventFile("is no UTF-8", f"byte {error.start + 1}") from None
    except (RecursionError, ValueError):
        raise InvalidEventFile("is nested too deeply, or has a number too long") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        counted = Counter(name for name, _ in pairs)
        twice = next(name for name, count in counted.items() if count > 1)
        raise InvalidEventFile("is said twice in one object", repr(twice[:40]))
    return values


def _number(text: str) -> Any:
    raise InvalidEventFile(f"{text[:20]}: numbers are whole")
