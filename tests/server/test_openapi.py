"""The HTTP interface keeps what its OpenAPI document promises, whatever it is asked."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from support.served import Server

if TYPE_CHECKING:  # takes half a second, which every worker would spend
    import schemathesis

EXAMPLES = 300 if os.environ.get("CROWNHEAD_NIGHTLY") else 8
TAKES_NOTHING = {
    "GET /api/account/notifications",
    "DELETE /api/account/notifications/mail",
    "GET /api/me",
    "DELETE /api/me",
    "GET /api/me/data",
    "GET /api/variants",
    "GET /api/lobby",
    "GET /api/bases",
    "GET /api/studies",
    "GET /api/me/leave",
    "GET /api/reports",
    "DELETE /api/me/leave",
    "GET /health",
    "GET /api/account",
    "DELETE /api/account",
    "DELETE /api/account/sessions",
    "GET /api/account/settings",
    "GET /api/accounts/pairs",
    "GET /api/account/friends",
    "GET /api/challenges",
    "POST /api/account/sign-in/options",
    "POST /api/account/sign-out",
    "POST /api/account/codes",
    "POST /api/account/pass",
    "POST /api/account/bot",
}

MOVES = ("invalid_move", "ambiguous_move")


@pytest.fixture
def document(server: Server) -> schemathesis.BaseSchema:
    import schemathesis

    return schemathesis.openapi.from_url(f"{server.url}/schema/openapi.json")


@pytest.mark.parametrize("wrong", [False, True], ids=["valid", "malformed"])
def test_every_answer_is_one_that_the_document_names(
    document: schemathesis.BaseSchema, wrong: bool
) -> None:
    """Valid requests are not refused as malformed, malformed ones are, and nothing fails."""
    from schemathesis import GenerationMode
    from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

    mode = GenerationMode.NEGATIVE if wrong else GenerationMode.POSITIVE
    operations = {o.label: o for o in (found.ok() for found in document.get_all_operations())}
    assert operations.keys() >= TAKES_NOTHING and len(operations) >= 16
    for label in operations.keys() - (TAKES_NOTHING if wrong else set()):

        @settings(max_examples=EXAMPLES, deadline=None)
        @given(case=operations[label].as_strategy(generation_mode=mode))
        def ask(case: schemathesis.Case) -> None:
            response = case.call()
            # A body that is too large is refused unread: that it is wrong, too, is not told.
            excluded = [negative_data_rejection] if response.status_code == 413 else []
            # A move that is none is malformed, though no schema says what a move is.
            if response.status_code == 400 and response.json()["code"] in MOVES:
                excluded.append(positive_data_acceptance)
            case.validate_response(response, excluded_checks=excluded)

        ask()


def test_the_document_tells_an_act_from_the_others(server: Server) -> None:
    import schemathesis

    document = schemathesis.openapi.from_url(f"{server.url}/schema/openapi.yaml")
    schemas = document.raw_schema["components"]["schemas"]
    assert schemas["MoveAct"]["required"] == ["kind", "text"]
    assert schemas["Command"]["additionalProperties"] is False
    assert schemas["Command"]["properties"]["act"]["discriminator"]["propertyName"] == "kind"


def test_the_document_says_that_a_file_of_games_is_the_body(
    document: schemathesis.BaseSchema,
) -> None:
    body = document.raw_schema["paths"]["/api/bases"]["post"]["requestBody"]
    assert body == {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}
