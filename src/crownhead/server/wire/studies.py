"""Studies by HTTP: the own ones by their ids, others' by the codes of their links."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, delete, get, post
from litestar.params import Parameter

from crownhead.server.messages import studies as m
from crownhead.server.process.studies import Studies
from crownhead.server.wire import http

Key = Annotated[
    str,
    Parameter(
        pattern="^[A-Za-z0-9_-]{1,64}$",
        description="the study's id, for its owner, or the code of a link to it",
    ),
]
Chapter = Annotated[str, Parameter(pattern="^[A-Za-z0-9]{1,16}$", description="the chapter's id")]
Seen = Annotated[int, Parameter(ge=0, le=2**31 - 1, schema_extra={"minimum": 0})]
MOST_BODY = 6 * m.LONGEST_TEXT + 10_000
"""Bytes of a chapter whose every character is written as JSON writes what it escapes."""


def _studies(request: http.Asked) -> Studies:
    return http._service(request).studies


@get("/api/studies", summary="The own studies", responses=http._responses())
async def own(request: http.Asked) -> m.OwnStudies:
    """Return the studies of who asks, a guest's too, those changed last first."""
    http.pace(request, "history")
    return await _studies(request).of(http._guest(request))


@post(
    "/api/studies",
    summary="Make a study",
    responses=http._responses(409, 413),
    request_max_body_size=MOST_BODY,
)
async def make(request: http.Asked, data: m.NewStudy) -> m.StudyShown:
    """Make a study with its first chapter; nobody else sees it before there is a link."""
    http.pace(request, "create")
    http.pace(request, "study")
    return await _studies(request).make(http._guest(request), data)


@get("/api/studies/{study:str}", summary="A study", responses=http._responses(404))
async def show(request: http.Asked, study: Key) -> m.StudyShown:
    """Return the chapters of a study without their texts; their revisions tell what has changed."""
    return await _studies(request).show(study, http._guest(request))


@post(
    "/api/studies/{study:str}",
    status_code=200,
    summary="Rename a study",
    responses=http._responses(403, 404, 409, 413),
)
async def rename(request: http.Asked, study: Key, data: m.Heading) -> m.StudyShown:
    """Give a study another title; for its owner."""
    http.pace(request, "study")
    return await _studies(request).rename(study, http._guest(request), data.title)


@delete("/api/studies/{study:str}", summary="Delete a study", responses=http._responses(403, 404))
async def remove(request: http.Asked, study: Key) -> None:
    """Delete a study with all its chapters and links; for its owner."""
    await _studies(request).delete(study, http._guest(request))


@get(
    "/api/studies/{study:str}/pdn",
    summary="A study as a file",
    responses=http._responses(404),
    media_type="text/plain",
)
async def pdn(request: http.Asked, study: Key) -> Response[str]:
    """Return a study as one PDN file, a game for each chapter."""
    http.pace(request, "picture")
    text = await _studies(request).file(study, http._guest(request))
    headers = {"content-disposition": 'attachment; filename="study.pdn"'}
    return Response(text, media_type="text/plain", headers=headers)


@post(
    "/api/studies/{study:str}/links/{link:str}",
    status_code=200,
    summary="Share a study",
    responses=http._responses(403, 404),
)
async def share(request: http.Asked, study: Key, link: m.LinkKind) -> m.StudyShown:
    """Make the link by which others look at a study, or write in it; one that is there stays."""
    http.pace(request, "study")
    return await _studies(request).link(study, http._guest(request), link)


@delete(
    "/api/studies/{study:str}/links/{link:str}",
    status_code=200,
    summary="Withdraw a link",
    responses=http._responses(403, 404),
)
async def withdraw(request: http.Asked, study: Key, link: m.LinkKind) -> m.StudyShown:
    """Withdraw a link: from now on nobody comes in by it."""
    return await _studies(request).withdraw(study, http._guest(request), link)


@post(
    "/api/studies/{study:str}/order",
    status_code=200,
    summary="Put chapters in order",
    responses=http._responses(403, 404, 413),
)
async def sort(request: http.Asked, study: Key, data: m.ChapterOrder) -> m.StudyShown:
    """Put the chapters in an order; those that it does not name stay behind the others."""
    http.pace(request, "study")
    return await _studies(request).sort(study, http._guest(request), data)


@post(
    "/api/studies/{study:str}/chapters",
    summary="Add a chapter",
    responses=http._responses(403, 404, 409, 413),
    request_max_body_size=MOST_BODY,
)
async def add(request: http.Asked, study: Key, data: m.NewChapter) -> m.ChapterSummary:
    """Add a chapter, at the end or behind another."""
    http.pace(request, "study")
    return await _studies(request).add(study, http._guest(request), data)


@get(
    "/api/studies/{study:str}/chapters/{chapter:str}",
    summary="A chapter",
    responses=http._responses(404),
)
async def chapter(request: http.Asked, study: Key, chapter: Chapter) -> m.ChapterShown:
    """Return a chapter with its text."""
    return await _studies(request).chapter(study, http._guest(request), chapter)


@post(
    "/api/studies/{study:str}/chapters/{chapter:str}",
    status_code=200,
    summary="Change a chapter",
    responses=http._responses(403, 404, 409, 413),
    request_max_body_size=MOST_BODY,
)
async def store(
    request: http.Asked, study: Key, chapter: Chapter, data: m.ChapterChange
) -> m.ChapterStored:
    """Store the text of a chapter that was written from a revision.

    Where somebody else has changed or deleted it meanwhile, it is stored as a chapter beside it.
    """
    http.pace(request, "study")
    return await _studies(request).store(study, http._guest(request), chapter, data)


@post(
    "/api/studies/{study:str}/chapters/{chapter:str}/title",
    status_code=204,
    summary="Rename a chapter",
    responses=http._responses(403, 404, 409, 413),
)
async def rename_chapter(
    request: http.Asked, study: Key, chapter: Chapter, data: m.Heading
) -> None:
    """Give a chapter another title."""
    http.pace(request, "study")
    await _studies(request).rename_chapter(study, http._guest(request), chapter, data.title)


@delete(
    "/api/studies/{study:str}/chapters/{chapter:str}",
    summary="Delete a chapter",
    responses=http._responses(403, 404, 409),
)
async def remove_chapter(request: http.Asked, study: Key, chapter: Chapter, revision: Seen) -> None:
    """Delete a chapter as it was at a revision; the last one of a study stays."""
    await _studies(request).remove(study, http._guest(request), chapter, revision)


HANDLERS = [
    own,
    make,
    show,
    rename,
    remove,
    pdn,
    share,
    withdraw,
    sort,
    add,
    chapter,
    store,
    rename_chapter,
    remove_chapter,
]
