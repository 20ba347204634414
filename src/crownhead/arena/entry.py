"""Read a contestant from text or from a file.

Text is `builtin`, `builtin:level=5,seed=3`, `builtin:nodes=20000`, `hub:COMMAND`,
`dxp:HOST:PORT[,PORT...]` or `checkerboard:FILE`. A file (TOML or JSON) has the same and more as
named values::

    engine = "hub"                    # or "builtin", "dxp", "checkerboard"
    name = "Scan 3.1"
    limit = "nodes=50000"             # where it differs from the match's
    command = ["/opt/scan/scan", "hub"]
    variant = "russian"               # what it plays, if that is only one game
    [parameters]                      # set in a Hub engine before the first game
    bb-size = 5

A level is its number of nodes: where it is named, the match's limit does not replace them, and a
limit of its own cannot exceed them, but at level 10. A
builtin engine has `level`, `seed`, `megabytes`, `noise`, `book` (1, or 0 to do without its
opening book) and `weights` (the file of a network of your own). One behind DXP has `host`, `port`
(a number or a list), and the `minutes` and `moves` that it is told: it plays by these minutes, or
by a limit of its own that it is set to. One made for CheckerBoard has `file`, a shared object, and
parameters; it heeds limits of time alone.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import crownhead
from crownhead._core import Weights
from crownhead.arena.contestant import LONGEST_NAME, Contestant, Place, derive_seed
from crownhead.arena.failure import ArenaError
from crownhead.arena.pace import Pace
from crownhead.engines.builtin import BuiltinEngine
from crownhead.engines.hub.child import split_words
from crownhead.engines.hub.engine import HubEngine
from crownhead.engines.interface import Engine
from crownhead.engines.levels import level
from crownhead.errors import EngineError
from crownhead.variants import find
from crownhead.weights import InvalidWeights, read_file

MOST_BYTES = 1_000_000
_INTRODUCTION = 10.0  # seconds until a program must have said who it is, before it loads anything
MOST_NOISE = 1000
_SUFFIXES = (".toml", ".json")
_LIMITS = ("nodes", "depth", "seconds", "clock")
_DXP_GAME = (("minutes", 5), ("moves", 0))
_NUMBERS = ("level", "seed", "megabytes", "noise", "book")


def entry(text: str) -> Contestant:
    """Return the contestant that a text, or the file of this name, describes.

    Raises `ArenaError`, or `OSError` for a file that cannot be read.

    >>> entry("builtin:level=3,nodes=500").pace.nodes
    500
    """
    if text.endswith(_SUFFIXES) and ":" not in text:
        return _from_file(Path(text))
    kind, _, rest = text.partition(":")
    if kind == "builtin":
        return replace(_builtin(_pairs(rest)), name=text[:LONGEST_NAME])
    if kind == "hub" and rest.strip():
        return _make({"engine": "hub", "command": rest, "name": text[:80]}, text)
    if kind == "dxp" and rest.strip():
        host, _, ports = rest.rpartition(":")
        values = {"engine": "dxp", "host": host, "port": ports.split(","), "name": text}
        return _make(values, text)
    if kind == "checkerboard" and rest.strip():
        return _make({"engine": "checkerboard", "file": rest, "name": text[:80]}, text)
    raise ArenaError(
        f"{text[:60]!r} is no engine: builtin[:level=N,nodes=N,...], hub:COMMAND,"
        " dxp:HOST:PORT, checkerboard:FILE or a .toml or .json file",
        "engine",
        text=text[:60],
    )


def _from_file(path: Path) -> Contestant:
    with path.open("rb") as handle:
        content = handle.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ArenaError(
            f"{path}: longer than {MOST_BYTES} bytes", "entry_long", path=path, most=MOST_BYTES
        )
    try:
        text = content.decode("utf-8")
        values = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ArenaError(
            f"{path}: {str(error)[:120]}", "entry_text", path=path, detail=str(error)[:120]
        ) from None
    if not isinstance(values, dict):
        raise ArenaError(f"{path}: expected named values", "entry_values", path=path)
    return _make({"name": path.stem, **values}, str(path))


def _make(values: Mapping[str, Any], where: str) -> Contestant:
    rest = dict(values)
    kind, name, limit = rest.pop("engine", None), rest.pop("name"), rest.pop("limit", None)
    makers = {"builtin": _builtin, "hub": _hub, "dxp": _dxp, "checkerboard": _checkerboard}
    try:
        if kind not in tuple(makers):
            raise ArenaError(
                f"engine={kind!r} is not builtin, hub, dxp or checkerboard", "entry_kind", text=kind
            )
        if limit is not None and not isinstance(limit, str):
            raise ArenaError(
                f"limit={limit!r} is not text like 'nodes=5000'", "entry_limit", text=limit
            )
        made = makers[kind](rest)
        pace = made.pace if limit is None else Pace.parse(limit)
        return replace(made, name=str(name), pace=pace)
    except ArenaError as error:
        raise ArenaError(f"{where}: {error}") from error


def _pairs(text: str) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        name, sign, value = part.partition("=")
        if not sign or name in values:
            raise ArenaError(
                f"builtin: {part[:40]!r} is not name=value, given once", "pair", text=part[:40]
            )
        values[name] = value
    return values


def _builtin(values: dict[str, Any]) -> Contestant:
    limits = ",".join(f"{name}={values.pop(name)}" for name in _LIMITS if name in values)
    options: dict[str, Any] = {
        name: _whole(name, values.pop(name)) for name in _NUMBERS if name in values
    }
    learnt = _weights(values.pop("weights", None))
    _nothing_left(values, "builtin", (*_LIMITS, *_NUMBERS, "weights"))
    number, megabytes = options.get("level", 10), options.get("megabytes", 16)
    noise, book = options.get("noise"), options.get("book", 1)
    if noise is not None and not 0 <= noise <= MOST_NOISE:
        raise ArenaError(
            f"builtin: noise={noise} is not within 0..{MOST_NOISE}",
            "noise",
            noise=noise,
            most=MOST_NOISE,
        )
    if book not in (0, 1):
        raise ArenaError(f"builtin: book={book} is not 0 or 1", "book", book=book)

    def seed(place: Place) -> int:
        return derive_seed(options.get("seed", 0), place.seed)

    def make(place: Place) -> Engine:
        engine = BuiltinEngine(
            number, seed=seed(place), megabytes=megabytes, book=bool(book), weights=learnt
        )
        if noise is not None:
            engine.level = replace(level(number, place.variant), noise=noise)
        return engine

    def renew(engine: Engine, place: Place) -> None:
        assert isinstance(engine, BuiltinEngine)
        engine.seed = seed(place)

    try:
        BuiltinEngine(number, megabytes=megabytes).close()
    except EngineError as error:
        raise ArenaError(f"builtin: {error}") from error
    if learnt is not None:
        options["weights"] = learnt.id
    pace = Pace.parse(limits) if limits else None
    return Contestant(
        "builtin",
        make,
        {"engine": "builtin", "program": crownhead.__version__, **options},
        pace,
        renew=renew,
        trusted=True,
        level=number if "level" in options else None,
        weights=learnt,
    )


def _weights(path: Any) -> Weights | None:
    if path is None:
        return None
    if not isinstance(path, str):
        raise ArenaError(
            f"builtin: weights={str(path)[:60]!r} is no file", "no_weights", text=str(path)[:60]
        )
    try:
        return read_file(path)
    except InvalidWeights as error:
        raise ArenaError(f"builtin: {error}") from error


def _hub(values: dict[str, Any]) -> Contestant:
    program, parameters = values.pop("command", None), values.pop("parameters", {})
    plays = values.pop("variant", None)
    _nothing_left(values, "hub", ("command", "parameters", "variant"))
    if plays is not None:
        if not isinstance(plays, str) or (game := find(plays)) is None:
            raise ArenaError(
                f"hub: variant={str(plays)[:40]!r} is no game", "hub_variant", text=str(plays)[:40]
            )
        plays = game.key
    if isinstance(program, str):
        try:
            program = split_words(program)
        except ValueError as error:
            raise ArenaError(
                f"hub: command {program[:60]!r}: {error}",
                "hub_words",
                text=program[:60],
                detail=str(error),
            ) from None
    if not isinstance(program, list) or not program or not all(map(_is_text, program)):
        raise ArenaError("hub: command is not a command line", "hub_command")
    if not isinstance(parameters, dict):
        raise ArenaError("hub: parameters are not named values", "hub_parameters")
    settings = {str(name): value for name, value in parameters.items()}
    if not all(isinstance(value, bool | int | float | str) for value in settings.values()):
        raise ArenaError("hub: parameters are numbers, texts, true or false", "hub_parameter")

    def make(place: Place) -> Engine:
        return HubEngine(
            program,
            variant=place.variant,
            params=settings,
            timeout=place.patience,
            margin=place.patience,
            introduction=min(_INTRODUCTION, place.patience),
            trace=place.trace,
        )

    identity: dict[str, Any] = {"engine": "hub", "command": program, "parameters": settings}
    return Contestant("hub", make, identity, plays=plays)


def _checkerboard(values: dict[str, Any]) -> Contestant:
    from crownhead.engines.checkerboard_library import command

    file = values.pop("file", None)
    if not isinstance(file, str) or not file:
        raise ArenaError("checkerboard: file is not the name of a shared object", "library")
    made = _hub({"command": command(file), **values})
    identity = {**made.identity, "engine": "checkerboard", "file": file}
    del identity["command"]
    return replace(made, identity=identity, timed=True)


def _dxp(values: dict[str, Any]) -> Contestant:
    host, ports = values.pop("host", ""), values.pop("port", None)
    minutes, moves = (_whole(name, values.pop(name, start)) for name, start in _DXP_GAME)
    _nothing_left(values, "dxp", ("host", "port", *(name for name, _ in _DXP_GAME)))
    listed = ports if isinstance(ports, list) else [ports]
    numbers = [_whole("port", port) for port in listed]
    if (
        not host
        or not _is_text(host)
        or not numbers
        or not all(0 < number < 65_536 for number in numbers)
    ):
        raise ArenaError("dxp: expected a host and a port, or several ports", "dxp_port")
    if not 0 < minutes < 1000 or not 0 <= moves < 1000:
        raise ArenaError(
            f"dxp: {minutes} minutes and {moves} moves are not within 1..999, 0..999",
            "dxp_time",
            minutes=minutes,
            moves=moves,
        )

    def make(place: Place) -> Engine:
        port = numbers[place.worker % len(numbers)]
        return Engine.dxp(
            host,
            port,
            minutes=minutes,
            moves=moves,
            patience=place.patience,
            trace=place.trace,
        )

    identity = {"engine": "dxp", "host": host, "port": numbers, "minutes": minutes, "moves": moves}
    told = Pace(clock=60.0 * minutes)
    return Contestant("dxp", make, identity, most=len(numbers), told=told)


def _whole(name: str, value: object) -> int:
    try:
        if isinstance(value, bool | float):
            raise ValueError
        return int(value)  # type: ignore[call-overload, no-any-return]
    except (TypeError, ValueError):
        raise ArenaError(
            f"{name}={str(value)[:40]!r} is not a whole number",
            "whole",
            name=name,
            text=str(value)[:40],
        ) from None


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _nothing_left(values: Mapping[str, Any], kind: str, known: tuple[str, ...]) -> None:
    for name in values:
        meant = get_close_matches(str(name), known, 1)
        told = {"kind": kind, "text": str(name)[:40], "known": ", ".join(known)}
        if meant:
            raise ArenaError(
                f"{kind}: {str(name)[:40]!r} is unknown; perhaps {meant[0]!r} is meant",
                "unknown_near",
                **told,
                meant=meant[0],
            )
        raise ArenaError(
            f"{kind}: {str(name)[:40]!r} is unknown; known: {', '.join(known)}", "unknown", **told
        )
