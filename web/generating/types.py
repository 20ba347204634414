"""TypeScript types of the messages, from the JSON Schema of their structs."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from crownhead.server.messages import (
    accounts,
    bases,
    bodies,
    compositions,
    fairplay,
    frames,
    friends,
    history,
    letters,
    notices,
    players,
    puzzles,
    reports,
    searches,
    seasons,
    studies,
    talk,
)
from crownhead.server.messages.event import acts, rounds, settings, standings, views

ROOTS = {
    "NewEvent": settings.NewEvent,
    "EventMade": settings.EventMade,
    "RoundsPage": rounds.RoundsPage,
    "EventCommand": acts.EventCommand,
    "EventDone": acts.EventDone,
    "EventsPage": views.EventsPage,
    "EventShown": views.EventShown,
    "EventNews": views.EventNews,
    "NumberShown": standings.NumberShown,
    "Draft": rounds.Draft,
    "NewSeason": seasons.NewSeason,
    "SeasonChange": seasons.SeasonChange,
    "SeasonShown": seasons.SeasonShown,
    "SeasonsPage": seasons.SeasonsPage,
    "ServerMessage": frames.ServerMessage,
    "ClientMessage": frames.ClientMessage,
    "Act": frames.AnyAct,
    "NewGame": bodies.NewGame,
    "Pairing": bodies.Pairing,
    "Begun": bodies.Begun,
    "Shown": bodies.Shown,
    "Me": bodies.Me,
    "HandIn": bodies.HandIn,
    "PuzzleFault": puzzles.PuzzleFault,
    "ReportRequest": reports.ReportRequest,
    "ReportLine": reports.ReportLine,
    "FairPlayLine": fairplay.FairPlayLine,
    "CompositionRequest": compositions.CompositionRequest,
    "CompositionLine": compositions.CompositionLine,
    "SearchRequest": searches.SearchRequest,
    "Searched": searches.Searched,
    "NewStudy": studies.NewStudy,
    "NewChapter": studies.NewChapter,
    "ChapterChange": studies.ChapterChange,
    "ChapterSummary": studies.ChapterSummary,
    "ChapterShown": studies.ChapterShown,
    "ChapterStored": studies.ChapterStored,
    "StudyShown": studies.StudyShown,
    "OwnStudies": studies.OwnStudies,
    "DatabaseSummary": bases.DatabaseSummary,
    "PositionRequest": bases.PositionRequest,
    "GamesRequest": bases.GamesRequest,
    "PlayedTree": bases.PlayedTree,
    "GamesPage": bases.GamesPage,
    "Imported": bases.Imported,
    "ImportLine": bases.ImportLine,
    "Invited": bodies.Invited,
    "Profile": players.Profile,
    "OneSidedPair": players.OneSidedPair,
    "Ranked": players.Ranked,
    "GameRatings": players.GameRatings,
    "Paired": bodies.Paired,
    "FollowedPlayer": friends.FollowedPlayer,
    "NewChallenge": friends.NewChallenge,
    "Challenges": friends.Challenges,
    "Notifications": notices.Notifications,
    "HistoryPage": history.HistoryPage,
    "OpeningScore": history.OpeningScore,
    "PlayerChoices": accounts.PlayerChoices,
    "Say": talk.Say,
    "Talk": talk.Talk,
    "Complaint": talk.Complaint,
    "ReportedTalk": talk.ReportedTalk,
    "Ruling": talk.Ruling,
    "PlanWish": letters.PlanWish,
    "PlanShown": letters.PlanShown,
    "Note": letters.Note,
    "Leave": letters.Leave,
    "AccountShown": accounts.AccountShown,
    "AccountMade": accounts.AccountMade,
    "AccountSummary": accounts.AccountSummary,
    "SignedIn": accounts.SignedIn,
    "TokenMade": accounts.TokenMade,
    "Pass": accounts.Pass,
    "PassOwner": accounts.PassOwner,
    "Codes": accounts.Codes,
    "KeyOptions": accounts.KeyOptions,
    "Running": bodies.Running,
}


def source() -> str:
    """Return the TypeScript source."""
    schemas, components = msgspec.json.schema_components(
        list(ROOTS.values()), ref_template="#/{name}"
    )
    parts = ["// Written by web/generate.py from the structs of the server.\n"]
    named = set()
    for name, schema in sorted(components.items()):
        parts.append(f"export type {name} = {_object(schema)};\n")
        named.add(name)
    for name, schema in zip(ROOTS, schemas, strict=True):
        if name not in named:
            parts.append(f"export type {name} = {_type(schema)};\n")
    return "\n".join(parts)


def _object(schema: dict[str, Any]) -> str:
    required = set(schema.get("required", ()))
    lines = []
    for name, inner in schema.get("properties", {}).items():
        mark = "" if name in required else "?"
        lines.append(f"  readonly {name}{mark}: {_type(inner)};")
    return "{\n" + "\n".join(lines) + "\n}" if lines else "{}"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].removeprefix("#/"))
    if "anyOf" in schema:
        return " | ".join(_type(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    match schema.get("type"):
        case "integer" | "number":
            return "number"
        case "string":
            return "string"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
        case "array" if "prefixItems" in schema:
            return f"readonly [{', '.join(map(_type, schema['prefixItems']))}]"
        case "array":
            return f"readonly {_bracket(schema.get('items', {}))}[]"
        case "object":
            inner = schema.get("additionalProperties")
            value = _type(inner) if isinstance(inner, dict) else "unknown"
            return f"Readonly<Record<string, {value}>>"
    return "unknown"


def _bracket(schema: dict[str, Any]) -> str:
    inner = _type(schema)
    return f"({inner})" if "|" in inner or " " in inner else inner
