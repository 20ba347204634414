"""Who may do what: one table, which the code asks and the documentation prints."""

from __future__ import annotations

from typing import Literal, get_args

Role = Literal["player", "arbiter", "moderator", "administrator"]
"""What an account is for, each may do what is said of it and of no other."""
Right = Literal["keep_account", "see_accounts", "end_sessions", "give_roles"]

ROLES: tuple[Role, ...] = get_args(Role)

RIGHTS: dict[Right, frozenset[Role]] = {
    # one's own: credentials, sessions, name, all that is kept, deletion
    "keep_account": frozenset(ROLES),
    # others': name, role, when made; never a credential
    "see_accounts": frozenset({"moderator", "administrator"}),
    # of somebody whose account is in wrong hands
    "end_sessions": frozenset({"moderator", "administrator"}),
    # make an arbiter, a moderator, an administrator, or a player again
    "give_roles": frozenset({"administrator"}),
}


def may(role: Role | None, right: Right) -> bool:
    """Return whether an account of this role has a right; guests, None, have none.

    >>> may("moderator", "see_accounts"), may("moderator", "give_roles"), may(None, "keep_account")
    (True, False, False)
    """
    return role in RIGHTS[right]
