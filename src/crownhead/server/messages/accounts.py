"""The bodies about accounts: making one, signing in, and keeping it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from crownhead.server.messages.bodies import Body, Name
from crownhead.server.rights import Role, Scope

Password = Annotated[str, Meta(min_length=1, max_length=200)]
Credential = Annotated[dict[str, Any], Meta(max_length=16)]
"""What `navigator.credentials` gives, as JSON (`PublicKeyCredential.toJSON`)."""
SessionId = Annotated[str, Meta(min_length=1, max_length=16, pattern="^[A-Za-z0-9]+$")]


class NewAccount(Body, frozen=True, kw_only=True):
    """Make an account of the guest: with a password, with a passkey, or with both."""

    name: Name
    password: Password | None = None
    passkey: Credential | None = None


class SignIn(Body, frozen=True):
    """Sign in with name and password."""

    name: Name
    password: Password


class KeySignIn(Body, frozen=True):
    """Sign in with a passkey, or show it again."""

    passkey: Credential


class Recovery(Body, frozen=True):
    """Set a new password with a recovery code, which is used up."""

    name: Name
    code: Annotated[str, Meta(min_length=1, max_length=60)]
    password: Password


class PassSignIn(Body, frozen=True):
    """Sign in with what another device of one's own shows."""

    code: Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]


class Pass(Struct, frozen=True):
    """What signs another device in, once, until a time in ms since 1970."""

    code: str
    until: int


class PassOwner(Struct, frozen=True):
    """Whose account it signs in to."""

    name: str


class Proof(Body, frozen=True):
    """Show a password again: what is dangerous asks for one shown in the last ten minutes."""

    password: Password


class NewPassword(Body, frozen=True):
    """Change the password; all other devices are signed out."""

    password: Password


class NewKey(Body, frozen=True):
    """Add a passkey; all other devices are signed out."""

    passkey: Credential
    name: Name = "1"


class AccountName(Body, frozen=True):
    """Change the name, or say for which name a passkey is to be made."""

    name: Name


class KeyView(Struct, frozen=True):
    """A passkey: when it was made and last used, in ms since 1970."""

    id: str
    name: str
    created: int
    used: int | None


class SessionView(Struct, frozen=True):
    """A device that is signed in; `this` is the one that asks."""

    id: str
    device: str
    created: int
    used: int
    this: bool


class TokenView(Struct, frozen=True):
    """A token as its owner sees it: never the token itself."""

    id: str
    name: str
    scope: Scope
    created: int
    until: int
    used: int | None


class Account(Struct, frozen=True):
    """The own account.

    `rename_from` is when the name can be changed, `codes` how many recovery codes are left,
    `proved_until` until when what is dangerous asks for no credential. `bot`: it is a program's.
    """

    name: str
    role: Role
    created: int
    rename_from: int
    password: bool
    codes: int
    passkeys: tuple[KeyView, ...]
    sessions: tuple[SessionView, ...]
    proved_until: int
    bot: bool
    tokens: tuple[TokenView, ...]


class NewToken(Body, frozen=True):
    """Make a token for a program, valid for so many days.

    Only a program's account can `play` by one.
    """

    name: Name
    scope: Scope = "read"
    days: Annotated[int, Meta(ge=1, le=366)] = 90


class TokenMade(Struct, frozen=True):
    """A token, told this once."""

    token: str
    account: Account


class AccountShown(Struct, frozen=True):
    """The own account, null for a guest; `passkeys`: this server takes them under this address."""

    account: Account | None
    passkeys: bool


class SignedIn(Struct, frozen=True):
    """Signed in; `joined` games of the guest who did so are the account's now."""

    account: Account
    joined: int = 0


class Codes(Struct, frozen=True):
    """Recovery codes, told this once; those before are void."""

    codes: tuple[str, ...]


class AccountMade(Struct, frozen=True):
    """A new account, with recovery codes that are told this once."""

    account: Account
    codes: tuple[str, ...]


class NewRole(Body, frozen=True):
    """Give an account this role."""

    role: Role


class AccountSummary(Struct, frozen=True):
    """An account as moderators see it: never a credential."""

    player: str
    name: str
    role: Role
    created: int


class KeyOptions(Struct, frozen=True):
    """What to hand to `navigator.credentials` (its `publicKey`, as JSON)."""

    options: dict[str, Any]


class PlayerChoices(Body, frozen=True, kw_only=True):
    """What an account has chosen about others; `private`: its history is nobody else's.

    `challenges` are from whom it takes challenges: all, whom it has `followed`, or nobody.
    """

    private: bool = False
    challenges: Literal["all", "followed", "nobody"] = "all"


class PlayerChoicesRequest(Body, frozen=True, kw_only=True):
    """Change what an account has chosen; what is absent or null stays as it is."""

    private: bool | None = None
    challenges: Literal["all", "followed", "nobody"] | None = None
