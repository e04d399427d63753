"""The console knows the API as OpenAPI describes it."""

from __future__ import annotations

from functions.api.openapi import document
from tests.console import generate

RENEW = "run: .venv/dev/bin/python -m tests.console.generate"


def test_types_and_roles_are_those_of_openapi() -> None:
    for path, text in generate.derive().items():
        assert path.read_text() == text, f"{path.name} is not OpenAPI's any more; {RENEW}"


def test_a_role_that_changed_is_noticed() -> None:
    found = document()
    found["paths"]["/api/v1/push"]["post"]["x-regent-role"] = "admin"
    text = generate.roles(found)
    assert '"POST /api/v1/push": "admin"' in text
    assert (generate.APP / "lib/roles.js").read_text() != text
