"""Tokens of an OpenID issuer: its keys are found, kept, and read again when they change."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

import regent.local.issuer as issuer_module
from regent.local.auth import Authorizer, Unauthorized
from regent.settings import Settings
from tests.local.conftest import LocalServer
from tests.local.issuer import (
    BOTH,
    EC256,
    EC384,
    ED,
    RSA,
    SECOND_RSA,
    Issuer,
    authorizer,
    published,
    run,
)
from tests.local.test_auth import part, signed_with_text
from tests.local.tokens import SECRET, bearer, public_pem


@pytest.mark.parametrize(
    ("key", "algorithm"),
    [
        (RSA, "RS256"),
        (RSA, "RS512"),
        (EC256, "ES256"),
        (EC384, "ES384"),
        (ED, "EdDSA"),
    ],
)
def test_a_key_that_the_issuer_publishes_counts(issuer: Issuer, key: Any, algorithm: str) -> None:
    issuer.keys = [published("other", SECOND_RSA), published("this", key, use="sig")]
    header = issuer.bearer("this", key, algorithm)
    found = asyncio.run(authorizer(issuer).claims(header))
    assert found == {"iss": issuer.url, "sub": "ann", "exp": "4000000000"}
    assert issuer.asked == BOTH


def test_a_key_of_its_own_needs_no_issuer_to_be_asked(issuer: Issuer) -> None:
    made = Authorizer.of(Settings(jwt_key=SECRET, jwt_issuer=issuer.url))
    assert made is not None
    found = asyncio.run(made.claims(bearer({"iss": issuer.url})))
    assert found["iss"] == issuer.url
    assert issuer.asked == []


def refusals(issuer: Issuer) -> dict[str, str]:
    """Headers that prove nothing, by their mistake."""
    now = int(time.time())
    known = {"alg": "HS256", "kid": "first", "typ": "JWT"}
    own = {**published("own", SECOND_RSA), "alg": "RS256"}
    unsigned = {"iss": issuer.url, "sub": "ann", "exp": 4_000_000_000}
    ours = unsigned | {"aud": "regent"}
    return {
        "expired": issuer.bearer(aud="regent", exp=now - 60),
        "not yet valid": issuer.bearer(aud="regent", nbf=now + 60),
        "without an end": issuer.bearer(aud="regent", exp=None),
        "another issuer": issuer.bearer(aud="regent", iss="https://elsewhere.example"),
        "an issuer with a slash": issuer.bearer(aud="regent", iss=issuer.url + "/"),
        "no issuer": bearer({"aud": "regent"}, RSA, "RS256", {"kid": "first"}),
        "another audience": issuer.bearer(aud="billing"),
        "no audience": issuer.bearer(),
        "a stranger's key": issuer.bearer("first", SECOND_RSA, aud="regent"),
        "an unknown key": issuer.bearer("nobody's", SECOND_RSA, aud="regent"),
        "no key id": issuer.bearer(None, aud="regent"),
        "the public key as a secret": signed_with_text(public_pem(RSA), known),
        "the published key as a secret": signed_with_text(issuer.keys[0]["n"], known),
        "an algorithm that the key does not declare": issuer.bearer(
            algorithm="RS512", aud="regent"
        ),
        "a key of another kind": issuer.bearer("curve", RSA, aud="regent"),
        "a shared secret that was published": bearer(ours, SECRET, "HS256", {"kid": "shared"}),
        "a key for encryption": issuer.bearer("sealing", SECOND_RSA, aud="regent"),
        "no signature": f"Bearer {part({'alg': 'none', 'kid': 'first'})}.{part(ours)}.",
        "a key of its own": bearer(
            ours, SECOND_RSA, "RS256", {"jwk": own, "jku": issuer.url + "/own", "kid": "own"}
        ),
        "a sub that is no text": issuer.bearer(aud="regent", sub=5),
    }


def test_what_the_issuer_did_not_sign_for_us_proves_nothing(issuer: Issuer) -> None:
    shared = {"kty": "oct", "kid": "shared", "k": part(SECRET.encode())}
    issuer.keys = [
        published("first", RSA, alg="RS256"),
        published("curve", EC256),
        published("sealing", SECOND_RSA, use="enc"),
        shared,
    ]
    admitted = []

    async def scenario() -> None:
        strict = authorizer(issuer, "regent")
        assert (await strict.claims(issuer.bearer(aud="regent")))["sub"] == "ann"
        for what, header in refusals(issuer).items():
            try:
                await strict.claims(header)
            except Unauthorized:
                continue
            admitted.append(what)

    run(scenario)
    assert admitted == []
    assert issuer.asked == BOTH  # and nowhere else, whatever a token names


def test_a_key_that_takes_over_counts_at_once(
    issuer: Issuer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(issuer_module, "PAUSE_SECONDS", 0)

    async def scenario() -> None:
        server = authorizer(issuer)
        await server.claims(issuer.bearer("first", RSA))
        issuer.keys.append(published("second", SECOND_RSA))
        for kid, key in (("second", SECOND_RSA), ("first", RSA), ("second", SECOND_RSA)):
            assert (await server.claims(issuer.bearer(kid, key)))["sub"] == "ann"
        assert issuer.asked == BOTH * 2  # the second time for the key that was not known

    run(scenario)


def test_a_key_that_was_withdrawn_stops_counting(
    issuer: Issuer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(issuer_module, "PAUSE_SECONDS", 0)

    async def scenario() -> None:
        server = authorizer(issuer)
        await server.claims(issuer.bearer())
        issuer.keys = [published("second", SECOND_RSA)]
        await server.claims(issuer.bearer())  # keys that were just read are used
        monkeypatch.setattr(issuer_module, "FRESH_SECONDS", 0)
        await server.claims(issuer.bearer())  # and no request waits while they are read again
        await asyncio.sleep(0.2)
        with pytest.raises(Unauthorized):
            await server.claims(issuer.bearer())

    run(scenario)


def test_keys_that_are_too_old_are_read_again_before_they_count(
    issuer: Issuer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(issuer_module, "PAUSE_SECONDS", 0)

    async def scenario() -> None:
        server = authorizer(issuer)
        await server.claims(issuer.bearer())
        issuer.keys = [published("second", SECOND_RSA)]
        monkeypatch.setattr(issuer_module, "FRESH_SECONDS", 0.2)
        monkeypatch.setattr(issuer_module, "LAST_SECONDS", 0.2)
        await asyncio.sleep(0.25)
        with pytest.raises(Unauthorized):
            await server.claims(issuer.bearer())

    run(scenario)


def test_made_up_key_ids_do_not_make_us_ask_without_end(issuer: Issuer) -> None:
    async def scenario() -> None:
        server = authorizer(issuer)
        for number in range(50):
            with pytest.raises(Unauthorized):
                await server.claims(issuer.bearer(f"made-up-{number}"))
        assert (await server.claims(issuer.bearer()))["sub"] == "ann"

    run(scenario)
    assert issuer.asked == BOTH


def test_many_first_requests_ask_once(issuer: Issuer) -> None:
    async def scenario() -> None:
        server = authorizer(issuer)
        found = await asyncio.gather(*(server.claims(issuer.bearer()) for _ in range(40)))
        assert [claims["sub"] for claims in found] == ["ann"] * 40

    run(scenario)
    assert issuer.asked == BOTH


def test_a_server_takes_the_tokens_of_its_issuer(issuer: Issuer, tmp_path: Any) -> None:
    environment = {"REGENT_JWT_ISSUER": issuer.url, "REGENT_JWT_AUDIENCE": "regent"}
    server = LocalServer(
        tmp_path, environment | {"REGENT_WORKERS": "1"}, handlers="functions.handlers"
    )
    try:
        assert (
            "auth      bearer tokens are checked: signed with a key that the issuer publishes,"
            f" issuer {issuer.url}, audience regent\n" in server.greeting
        )
        push = {"items": [{"queue": "q", "payload": 1, "producerSub": "mallory"}]}
        writer, reader, stranger = (
            {"authorization": issuer.bearer(key=key, aud="regent", **claims)}
            for key, claims in (
                (RSA, {"roles": ["read-write"]}),
                (RSA, {"scope": "regent:read-only"}),
                (SECOND_RSA, {"role": "admin"}),
            )
        )
        path = "/api/v1/push"
        assert server.client.post(path, json=push, headers=writer).status_code == 201
        assert server.client.post(path, json=push, headers=reader).status_code == 403
        assert server.client.post(path, json=push, headers=stranger).status_code == 401
        assert server.client.post(path, json=push).status_code == 401
        popped = server.client.get("/api/v1/pop/queue/q?batch=5", headers=writer).json()
        assert [message["producerSub"] for message in popped["messages"]] == ["ann"]
        for open_path in ("/health", "/openapi.json"):
            assert server.client.get(open_path, headers=stranger).status_code == 200
    finally:
        server.stop()
