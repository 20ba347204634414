"""Accounts by HTTP: made, signed in to, kept and given up."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlsplit

from litestar import delete, get, post
from litestar.params import Parameter

from crownhead.server.messages import accounts as a
from crownhead.server.people.keys import RelyingParty
from crownhead.server.process.accounts import Accounts, no_account
from crownhead.server.room.refusals import Refusal
from crownhead.server.settings import Settings
from crownhead.server.storage.sessions import Session
from crownhead.server.wire import http, identity
from crownhead.server.wire.device import device_of
from crownhead.server.wire.moderation import with_right

KeyId = Annotated[str, Parameter(min_length=1, max_length=400, pattern="^[A-Za-z0-9_-]+$")]
PassCode = Annotated[str, Parameter(max_length=64, pattern="^[A-Za-z0-9_-]{1,64}$")]
SessionName = Annotated[str, Parameter(pattern="^[A-Za-z0-9]{1,16}$")]


def _accounts(request: http.Asked) -> Accounts:
    return http._service(request).accounts


def _session(request: http.Asked) -> Session:
    """Return the session of who asks. Raises `Refusal` for guests."""
    return with_right(request, "keep_account")


def _device(request: http.Asked) -> str:
    return device_of(request.headers.get("user-agent", ""))


def _address(request: http.Asked) -> str:
    return request.client.host if request.client else ""


def _answer_with(request: http.Asked, cookies: list[str]) -> None:
    """Answer with these Set-Cookie headers and no others."""
    state: Any = request.scope["state"]
    state["cookies"][:] = cookies


def _secure(request: http.Asked) -> bool:
    return bool(request.scope["scheme"] == "https")


def _party(request: http.Asked) -> RelyingParty | None:
    """Return for whom passkeys are made here; None where browsers make none.

    They want a domain and https, or the browser's own machine.
    """
    settings: Settings = http._service(request).settings
    host = request.headers.get("host", "")
    name, domain = urlsplit(f"//{host}").hostname or "", settings.relying_party
    scheme = "https" if _secure(request) else "http"
    if name == "localhost":
        return RelyingParty("localhost", (f"{scheme}://{host}",))
    if not domain or not f".{name}".endswith(f".{domain}"):
        return None
    # A proxy may end the encryption: what the page's own address is, the operator says.
    return RelyingParty(domain, (f"https://{host}", *sorted(settings.origins)))


async def _join(request: http.Asked, token: str, session: Session) -> a.SignedIn:
    """Answer who has signed in; what he had as a guest is his account's now."""
    caller, accounts = http.caller_of(request), _accounts(request)
    if caller.session is not None:
        await accounts.sign_out(caller.session)
    guest = caller.player if caller.came and caller.session is None else None
    joined = await accounts.join(guest, session)
    shown = await accounts.show(session)
    if shown is None:
        raise no_account()
    _answer_with(request, identity.sign_in_cookies(token, secure=_secure(request)))
    return a.SignedIn(shown, joined)


async def _show(request: http.Asked, session: Session) -> a.Account:
    shown = await _accounts(request).show(session)
    if shown is None:
        raise no_account()
    return shown


@get("/api/account", summary="The own account", responses=http._responses())
async def account(request: http.Asked) -> a.AccountShown:
    """Return the account that is signed in here, null for a guest."""
    shown = await _accounts(request).show(http.caller_of(request).session)
    return a.AccountShown(shown, _party(request) is not None)


@post("/api/account", summary="Make an account", responses=http._responses(403, 409, 413))
async def make(request: http.Asked, data: a.NewAccount) -> a.AccountMade:
    """Make an account of the guest, who keeps what he has, and sign in."""
    http.pace(request, "account")
    caller, accounts = http.caller_of(request), _accounts(request)
    if caller.session is not None:
        raise Refusal("not_allowed", text="has_account")
    token, session, codes = await accounts.make(
        caller.player, data, _device(request), _party(request)
    )
    shown = await _show(request, session)
    _answer_with(request, identity.sign_in_cookies(token, secure=_secure(request)))
    return a.AccountMade(shown, codes)


@post(
    "/api/account/sign-in",
    status_code=200,
    summary="Sign in with a password",
    responses=http._responses(403, 409, 413),
)
async def sign_in(request: http.Asked, data: a.SignIn) -> a.SignedIn:
    """Sign in with name and password; a wrong one and an unknown name are answered alike."""
    http.pace(request, "sign-in")
    accounts = _accounts(request)
    token, session = await accounts.sign_in(data, _device(request), _address(request))
    return await _join(request, token, session)


@post(
    "/api/account/sign-in/options",
    status_code=200,
    summary="Ask for a passkey's challenge",
    responses=http._responses(403, 409),
)
async def sign_in_options(request: http.Asked) -> a.KeyOptions:
    """Return what a browser is to sign with a passkey, within five minutes and once."""
    http.pace(request, "sign-in")
    return await _accounts(request).options_to_sign(_party(request))


@post(
    "/api/account/sign-in/passkey",
    status_code=200,
    summary="Sign in with a passkey",
    responses=http._responses(403, 409, 413),
)
async def sign_in_by_key(request: http.Asked, data: a.KeySignIn) -> a.SignedIn:
    """Sign in with a passkey."""
    http.pace(request, "sign-in")
    accounts = _accounts(request)
    token, session = await accounts.sign_in_by_key(data.passkey, _device(request), _party(request))
    return await _join(request, token, session)


@post(
    "/api/account/pass",
    status_code=200,
    summary="Let another device in",
    responses=http._responses(403),
)
async def new_pass(request: http.Asked) -> a.Pass:
    """Return what signs another device in, once and within five minutes: best as a QR code."""
    http.pace(request, "account")
    return await _accounts(request).new_pass(_session(request))


@get("/api/account/pass/{code:str}", summary="Whose pass is it?", responses=http._responses(403))
async def owner_of(request: http.Asked, code: PassCode) -> a.PassOwner:
    """Return to whose account it signs in, before anybody does."""
    http.pace(request, "sign-in")
    return await _accounts(request).owner_of(code)


@post(
    "/api/account/sign-in/pass",
    status_code=200,
    summary="Sign in with another device's pass",
    responses=http._responses(403, 413),
)
async def sign_in_by_pass(request: http.Asked, data: a.PassSignIn) -> a.SignedIn:
    """Sign in with what another device of the account shows."""
    http.pace(request, "sign-in")
    token, session = await _accounts(request).sign_in_by_pass(data.code, _device(request))
    return await _join(request, token, session)


@post(
    "/api/account/recover",
    status_code=200,
    summary="Sign in with a recovery code",
    responses=http._responses(403, 409, 413),
)
async def recover(request: http.Asked, data: a.Recovery) -> a.SignedIn:
    """Set a new password with a recovery code; all devices are signed out."""
    http.pace(request, "sign-in")
    accounts = _accounts(request)
    token, session = await accounts.recover(data, _device(request), _address(request))
    return await _join(request, token, session)


@post("/api/account/sign-out", status_code=204, summary="Sign out", responses=http._responses(403))
async def sign_out(request: http.Asked) -> None:
    """Sign this device out; it is a new guest's then."""
    await _accounts(request).sign_out(_session(request))
    _answer_with(request, identity.sign_out_cookie(secure=_secure(request)))


@post(
    "/api/account/proof",
    status_code=200,
    summary="Show the password again",
    responses=http._responses(403, 409, 413),
)
async def prove(request: http.Asked, data: a.Proof) -> a.Account:
    """Show the password again: what is dangerous asks for one shown in the last ten minutes."""
    http.pace(request, "sign-in")
    session = await _accounts(request).prove(_session(request), data.password, _address(request))
    return await _show(request, session)


@post(
    "/api/account/proof/passkey",
    status_code=200,
    summary="Show a passkey again",
    responses=http._responses(403, 409, 413),
)
async def prove_by_key(request: http.Asked, data: a.KeySignIn) -> a.Account:
    """Show a passkey again, with a challenge of `sign-in/options`."""
    http.pace(request, "sign-in")
    accounts = _accounts(request)
    session = await accounts.prove_by_key(_session(request), data.passkey, _party(request))
    return await _show(request, session)


@post(
    "/api/account/name",
    status_code=200,
    summary="Change the name",
    responses=http._responses(403, 409, 413),
)
async def rename(request: http.Asked, data: a.AccountName) -> a.Account:
    """Change the account's name, once in 30 days; the old one is nobody else's as long."""
    http.pace(request, "account")
    session = _session(request)
    await _accounts(request).rename(session, data.name)
    return await _show(request, session)


@post(
    "/api/account/password",
    status_code=200,
    summary="Change the password",
    responses=http._responses(403, 409, 413),
)
async def change_password(request: http.Asked, data: a.NewPassword) -> a.Account:
    """Change or set the password; all other devices are signed out."""
    http.pace(request, "account")
    session = _session(request)
    await _accounts(request).change_password(session, data.password)
    return await _show(request, session)


@post(
    "/api/account/codes",
    status_code=200,
    summary="Renew the recovery codes",
    responses=http._responses(403),
)
async def renew_codes(request: http.Asked) -> a.Codes:
    """Return ten new recovery codes; those before are void."""
    http.pace(request, "account")
    return a.Codes(await _accounts(request).renew_codes(_session(request)))


@post(
    "/api/account/passkeys/options",
    status_code=200,
    summary="Ask for a new passkey's challenge",
    responses=http._responses(403, 409, 413),
)
async def key_options(request: http.Asked, data: a.AccountName) -> a.KeyOptions:
    """Return what a browser is asked for a new passkey, of an account or of a guest's to be."""
    http.pace(request, "sign-in")
    player = http.caller_of(request).player
    return await _accounts(request).options_to_make(player, data.name, _party(request))


@post(
    "/api/account/passkeys",
    status_code=200,
    summary="Add a passkey",
    responses=http._responses(403, 409, 413),
)
async def add_key(request: http.Asked, data: a.NewKey) -> a.Account:
    """Add a passkey; all other devices are signed out."""
    http.pace(request, "account")
    session = _session(request)
    await _accounts(request).add_key(session, data, _party(request))
    return await _show(request, session)


@delete(
    "/api/account/passkeys/{key:str}",
    status_code=200,
    summary="Remove a passkey",
    responses=http._responses(403, 409),
)
async def remove_key(request: http.Asked, key: KeyId) -> a.Account:
    """Remove a passkey, if another credential is left; all other devices are signed out."""
    http.pace(request, "account")
    session = _session(request)
    await _accounts(request).remove_key(session, key)
    return await _show(request, session)


@post(
    "/api/account/bot",
    status_code=200,
    summary="Make the account a program's",
    responses=http._responses(403, 409),
)
async def make_bot(request: http.Asked) -> a.Account:
    """Make the account a program's, for good; one that has played rated games stays a person's."""
    http.pace(request, "account")
    session = _session(request)
    await _accounts(request).make_bot(session)
    return await _show(request, session)


@post(
    "/api/account/tokens",
    summary="Make a token for a program",
    responses=http._responses(403, 409, 413),
)
async def add_token(request: http.Asked, data: a.NewToken) -> a.TokenMade:
    """Make a token by which a program comes: `Authorization: Bearer TOKEN`. It is told once."""
    http.pace(request, "account")
    session = _session(request)
    token = await _accounts(request).add_token(session, data)
    return a.TokenMade(token, await _show(request, session))


@delete(
    "/api/account/tokens/{name:str}",
    status_code=200,
    summary="Remove a token",
    responses=http._responses(403),
)
async def remove_token(request: http.Asked, name: SessionName) -> a.Account:
    """Remove a token; one that is gone already stays gone."""
    session = _session(request)
    await _accounts(request).remove_token(session, name)
    return await _show(request, session)


@delete(
    "/api/account/sessions/{name:str}",
    status_code=200,
    summary="Sign a device out",
    responses=http._responses(403),
)
async def end_session(request: http.Asked, name: SessionName) -> a.Account:
    """Sign one device out; one that is out already stays out."""
    session = _session(request)
    if name == session.id:
        raise Refusal("not_allowed", text="own_session")
    await _accounts(request).end_session(session, name)
    return await _show(request, session)


@delete(
    "/api/account/sessions",
    status_code=200,
    summary="Sign all other devices out",
    responses=http._responses(403),
)
async def end_sessions(request: http.Asked) -> a.Account:
    """Sign all devices out but this one."""
    session = _session(request)
    await _accounts(request).end_others(session)
    return await _show(request, session)


@get("/api/account/settings", summary="The own choices", responses=http._responses(403))
async def settings(request: http.Asked) -> a.PlayerChoices:
    """Return what the account has chosen about others."""
    session = _session(request)
    chosen = await http._service(request).choices.of(session.player)
    return a.PlayerChoices(private=chosen.private, challenges=chosen.challenges)


@post(
    "/api/account/settings",
    status_code=200,
    summary="Choose",
    responses=http._responses(403, 413),
)
async def choose(request: http.Asked, data: a.PlayerChoicesRequest) -> a.PlayerChoices:
    """Choose who may see the history, and from whom challenges are taken; the rest stays."""
    session = _session(request)
    chosen = await http._service(request).choices.change(
        session.player, private=data.private, challenges=data.challenges
    )
    return a.PlayerChoices(private=chosen.private, challenges=chosen.challenges)


@delete("/api/account", summary="Give up the account", responses=http._responses(403))
async def give_up(request: http.Asked) -> None:
    """Delete the account and all that is kept of the player; games with others stay theirs."""
    http.pace(request, "data")
    await _accounts(request).delete(_session(request))
    _answer_with(request, identity.sign_out_cookie(secure=_secure(request)))


HANDLERS = [
    account,
    make,
    sign_in,
    sign_in_options,
    sign_in_by_key,
    new_pass,
    owner_of,
    sign_in_by_pass,
    recover,
    sign_out,
    prove,
    prove_by_key,
    rename,
    change_password,
    renew_codes,
    key_options,
    add_key,
    remove_key,
    make_bot,
    add_token,
    remove_token,
    end_session,
    end_sessions,
    settings,
    choose,
    give_up,
]
