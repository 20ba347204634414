"""Who may do what: one table, which the code asks and the documentation prints."""

from __future__ import annotations

from typing import Literal, get_args

Role = Literal["player", "arbiter", "moderator", "administrator"]
"""What an account is for, each may do what is said of it and of no other."""
Right = Literal[
    "keep_account",
    "see_accounts",
    "see_pairs",
    "see_evidence",
    "end_sessions",
    "judge_talk",
    "give_roles",
    "make_events",
]

EventRole = Literal["organiser", "arbiter", "helper", "entrant"]
"""What somebody is in one event; whoever made it is its organiser, and names the officers."""
EventRight = Literal["enter", "take_part", "keep_desk", "direct", "organise"]

Scope = Literal["read", "play"]
"""What a program may do that comes by a token: look, or act in games, too."""

ROLES: tuple[Role, ...] = get_args(Role)

RIGHTS: dict[Right, frozenset[Role]] = {
    # one's own: credentials, sessions, name, all that is kept, deletion
    "keep_account": frozenset(ROLES),
    # others': name, role, when made; never a credential
    "see_accounts": frozenset({"moderator", "administrator"}),
    # who loses rated games to whom too often
    "see_pairs": frozenset({"moderator", "administrator"}),
    # how a player's moves compare with an engine's
    "see_evidence": frozenset({"moderator", "administrator"}),
    # of somebody whose account is in wrong hands
    "end_sessions": frozenset({"moderator", "administrator"}),
    # decide about what was reported of players' talk
    "judge_talk": frozenset({"moderator", "administrator"}),
    # make an arbiter, a moderator, an administrator, or a player again
    "give_roles": frozenset({"administrator"}),
    # organise competitions
    "make_events": frozenset(ROLES),
}

EVENT_RIGHTS: dict[EventRight, frozenset[EventRole | None]] = {
    # come in, as far as the event lets one: guests, too
    "enter": frozenset({None, *get_args(EventRole)}),
    # one's own: check in, a line for the lots, the result of one's board, leaving
    "take_part": frozenset({"entrant"}),
    # enter others, check them in, type in first results
    "keep_desk": frozenset({"organiser", "arbiter", "helper"}),
    # pair, start, correct, annul, take out, judge
    "direct": frozenset({"organiser", "arbiter"}),
    # settings, officers, invitations, the end
    "organise": frozenset({"organiser"}),
}

_READ = (
    *("games", "lobby", "invitations", "challenges", "players", "ratings", "variants"),
    *("events", "seasons"),
)
"""What is below `/api` that a program may ask for."""
_PLAY = ("games", "lobby", "invitations", "challenges", "events")
"""And where it may act."""


_OWN = ("note", "plan", "talk", "draft")
"""What players alone see of a game, or officers of an event: no program that only looks."""


def may_ask(scope: Scope, method: str, path: str) -> bool:
    """Return whether a program may send a request: never about the account itself.

    >>> may_ask("read", "GET", "/api/games"), may_ask("read", "POST", "/api/games")
    (True, False)
    >>> may_ask("read", "GET", "/api/games/x/note"), may_ask("play", "GET", "/api/games/x/talk")
    (False, True)
    >>> may_ask("read", "GET", "/api/events/x"), may_ask("read", "GET", "/api/events/x/draft")
    (True, False)
    >>> may_ask("play", "POST", "/api/lobby"), may_ask("play", "DELETE", "/api/me")
    (True, False)
    """
    first, _, rest = path.removeprefix("/api/").partition("/")
    if method in ("GET", "HEAD", "OPTIONS"):
        if scope == "read" and rest.partition("/")[2] in _OWN:
            return False
        return first in _READ or (first == "me" and not rest)
    return scope == "play" and first in _PLAY


def may(role: Role | None, right: Right) -> bool:
    """Return whether an account of this role has a right; guests, None, have none.

    >>> may("moderator", "see_accounts"), may("moderator", "give_roles"), may(None, "keep_account")
    (True, False, False)
    """
    return role in RIGHTS[right]


def may_in_event(roles: frozenset[EventRole], right: EventRight) -> bool:
    """Return whether somebody with these roles in an event has a right; a visitor has none of them.

    >>> may_in_event(frozenset({"helper"}), "keep_desk"), may_in_event(frozenset(), "take_part")
    (True, False)
    """
    holders = EVENT_RIGHTS[right]
    return None in holders or bool(roles & holders)
