"""TypeScript types of the law: events from the core's list, the record of a game from its class."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum, IntFlag
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from crownhead import _core
from crownhead.rules import DrawRule, Ending, Rules
from crownhead.server.messages.frames import ACTS, AnyGameAct

SLOTS = {"side": "Side", "text": "string", "flag": "boolean", "number": "number"}


def source() -> str:
    """Return the TypeScript source."""
    parts = [
        "// Written by web/generate.py from the lists of the core and the switches of the library.",
        'export type Side = "white" | "black";',
        *_events(),
        *(_record(kind) for kind in (Ending, DrawRule, Rules)),
        _traces(),
        _acts(),
        _questions(),
    ]
    return "\n\n".join(parts) + "\n"


def _events() -> Iterator[str]:
    kinds = _core.event_faces()
    for kind, told in kinds.items():
        lines = [f"  readonly kind: {json.dumps(kind)};"]
        for name, slot, nullable, optional in told:
            mark = "?" if optional else ""
            lines.append(f"  readonly {name}{mark}: {SLOTS[slot]}{' | null' if nullable else ''};")
        body = "\n".join([*lines, "  readonly at?: number;"])
        yield f"export interface {_title(kind)} {{\n{body}\n}}"
    yield f"export type GameEvent = {' | '.join(map(_title, kinds))};"
    yield 'export type Kind = GameEvent["kind"];'


def _traces() -> str:
    """Return what a kind of event means in a log, and the key of the sentence that tells of it."""
    lines = [
        f"  {kind}: {json.dumps([trace or None, told and f'web.{told}' or None])},"
        for kind, (trace, told) in _core.event_traces().items()
    ]
    return "export const TRACES = {\n" + "\n".join(lines) + "\n} as const;"


def _title(kind: str) -> str:
    return "".join(word.title() for word in kind.split("_"))


def _record(kind: type[Any]) -> str:
    hints = get_type_hints(kind)
    lines = [f"  readonly {f.name}: {_type(hints[f.name])};" for f in fields(kind)]
    return f"export interface {kind.__name__} {{\n" + "\n".join(lines) + "\n}"


def _type(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return _union(get_args(hint))
    if get_origin(hint) is tuple:
        inner = get_args(hint)
        if inner[-1] is Ellipsis:
            return f"readonly {_type(inner[0])}[]"
        return f"readonly [{', '.join(map(_type, inner))}]"
    if is_dataclass(hint):
        return str(hint.__name__)
    if issubclass(hint, IntFlag):
        return f"readonly ({_union(flag.name.lower() for flag in hint if flag.name)})[]"
    if issubclass(hint, Enum):
        return _union(member.value for member in hint)
    return {int: "number", bool: "boolean", str: "string", NoneType: "null"}[hint]


def _union(values: Any) -> str:
    return " | ".join(json.dumps(value) for value in values)


def _acts() -> str:
    """Return by which act of a player a kind of event comes about, and which kind by an act.

    Nobody at a table awards or adjudicates: those kinds have no act. When the clock may be
    stopped says the table (`pause`, `resume`).
    """
    lines = [f"  {kind}: {json.dumps(ACTS.get(kind))}," for kind in _core.event_faces()]
    back = [
        f"  {act.__struct_config__.tag}: {json.dumps(act.event)}," for act in get_args(AnyGameAct)
    ]
    return "\n\n".join(
        [
            "export const ACTS = {\n" + "\n".join(lines) + "\n} as const;",
            "export const EVENTS = {\n" + "\n".join(back) + "\n} as const;",
        ]
    )


def _questions() -> str:
    """Return what one side asks the other, by its field in a view, with the acts that answer."""
    shown = _core.state_fields()
    lines = [
        f"  {shown[field]}: {{ accept: ACTS.{accepted}, decline: ACTS.{declined} }},"
        for field, accepted, declined in _core.question_faces().values()
    ]
    return "export const QUESTIONS = {\n" + "\n".join(lines) + "\n} as const;"
