"""The HTTP interface keeps what its OpenAPI document promises, whatever it is asked."""

from __future__ import annotations

import os

import pytest
import schemathesis
from hypothesis import given, settings
from schemathesis.specs.openapi.checks import negative_data_rejection
from support.served import Server

EXAMPLES = 300 if os.environ.get("CROWNHEAD_NIGHTLY") else 15
TAKES_NOTHING = {
    "GET /api/me",
    "DELETE /api/me",
    "GET /api/me/data",
    "GET /api/variants",
    "GET /api/games",
    "GET /api/lobby",
    "GET /api/bases",
    "GET /health",
}


@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode))
def test_every_answer_is_one_that_the_document_names(
    server: Server, mode: schemathesis.GenerationMode
) -> None:
    """Valid requests are not refused as malformed, malformed ones are, and nothing fails."""
    document = schemathesis.openapi.from_url(f"{server.url}/schema/openapi.json")
    operations = {o.label: o for o in (found.ok() for found in document.get_all_operations())}
    assert operations.keys() >= TAKES_NOTHING and len(operations) >= 16
    wrong = mode is schemathesis.GenerationMode.NEGATIVE
    for label in operations.keys() - (TAKES_NOTHING if wrong else set()):

        @settings(max_examples=EXAMPLES, deadline=None)
        @given(case=operations[label].as_strategy(generation_mode=mode))
        def ask(case: schemathesis.Case) -> None:
            response = case.call()
            # A body that is too large is refused unread: that it is wrong, too, is not told.
            unread = [negative_data_rejection] if response.status_code == 413 else []
            case.validate_response(response, excluded_checks=unread)

        ask()


def test_the_document_tells_an_act_from_the_others(server: Server) -> None:
    document = schemathesis.openapi.from_url(f"{server.url}/schema/openapi.yaml")
    schemas = document.raw_schema["components"]["schemas"]
    assert schemas["MoveAct"]["required"] == ["kind", "text"]
    assert schemas["Command"]["additionalProperties"] is False
    assert schemas["Command"]["properties"]["act"]["discriminator"]["propertyName"] == "kind"


def test_the_document_says_that_a_file_of_games_is_the_body(server: Server) -> None:
    document = schemathesis.openapi.from_url(f"{server.url}/schema/openapi.json")
    body = document.raw_schema["paths"]["/api/bases"]["post"]["requestBody"]
    assert body == {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}
