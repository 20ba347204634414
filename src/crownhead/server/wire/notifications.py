"""Of what an account is told, and by which ways, by HTTP."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.params import Parameter

from crownhead.server.messages import notices as m
from crownhead.server.process.notifications.choices import NotificationChoices
from crownhead.server.storage.sessions import Session
from crownhead.server.wire import http
from crownhead.server.wire.device import device_of
from crownhead.server.wire.moderation import with_right

DeviceId = Annotated[str, Parameter(pattern="^[A-Za-z0-9]{1,16}$")]
StopCode = Annotated[str, Parameter(pattern="^[A-Za-z0-9_-]{1,64}$")]


def _choices(request: http.Asked) -> NotificationChoices:
    return http._service(request).notification_choices


def _session(request: http.Asked) -> Session:
    return with_right(request, "keep_account")


@get("/api/account/notifications", summary="What one is told of", responses=http._responses(403))
async def show(request: http.Asked) -> m.Notifications:
    """Return of what the account is told, and by which ways."""
    return await _choices(request).show(_session(request))


@post(
    "/api/account/notifications",
    status_code=200,
    summary="Choose what one is told of",
    responses=http._responses(403, 413),
)
async def choose(request: http.Asked, data: m.NoticeChoices) -> m.Notifications:
    """Choose of what the account is told by each way."""
    session = _session(request)
    await _choices(request).choose(session, data)
    return await _choices(request).show(session)


@post(
    "/api/account/notifications/devices",
    status_code=200,
    summary="Subscribe a browser",
    responses=http._responses(403, 409, 413),
)
async def subscribe(request: http.Asked, data: m.NewSubscription) -> m.Notifications:
    """Send messages to this browser, by its maker's server, until it signs out."""
    http.pace(request, "account")
    session = _session(request)
    device = device_of(request.headers.get("user-agent", ""))
    await _choices(request).subscribe(session, data, device, http.language(request))
    return await _choices(request).show(session)


@delete(
    "/api/account/notifications/devices/{name:str}",
    status_code=200,
    summary="Unsubscribe a browser",
    responses=http._responses(403),
)
async def unsubscribe(request: http.Asked, name: DeviceId) -> m.Notifications:
    """Send nothing more to a browser; one that is gone already stays gone."""
    session = _session(request)
    await _choices(request).unsubscribe(session, name)
    return await _choices(request).show(session)


@post(
    "/api/account/notifications/mail",
    status_code=200,
    summary="Name an address of mail",
    responses=http._responses(403, 409, 413),
)
async def want_address(request: http.Asked, data: m.NewMailAddress) -> m.Notifications:
    """Ask an address for confirmation by a letter; nothing else is sent there before."""
    http.pace(request, "mail")
    session, language = _session(request), http.language(request)
    await _choices(request).want_address(session, data.address, language)
    return await _choices(request).show(session)


@delete(
    "/api/account/notifications/mail",
    status_code=200,
    summary="Remove the address of mail",
    responses=http._responses(403),
)
async def remove_address(request: http.Asked) -> m.Notifications:
    """Send no mail any more, and forget the address."""
    session = _session(request)
    await _choices(request).remove_address(session)
    return await _choices(request).show(session)


@post(
    "/api/mail/confirm",
    status_code=204,
    summary="Confirm an address of mail",
    responses=http._responses(403, 413),
)
async def confirm(request: http.Asked, data: m.MailCode) -> None:
    """Confirm an address by what a letter's link says, once and within six hours."""
    http.pace(request, "sign-in")
    await _choices(request).confirm(data.code)


@post(
    "/api/mail/stop/{stop:str}",
    status_code=204,
    summary="End all mail",
    responses=http._responses(),
)
async def stop_mail(request: http.Asked, stop: StopCode) -> None:
    """Send no mail any more to whoever got this link; mail programs ask so by one click."""
    http.pace(request, "sign-in")
    await _choices(request).stop_mail(stop)


HANDLERS = [
    show,
    choose,
    subscribe,
    unsubscribe,
    want_address,
    remove_address,
    confirm,
    stop_mail,
]
