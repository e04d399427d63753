"""An OpenID issuer that is away, slow or wrong holds nobody up and lets nobody in."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from typing import Any

import httpx
import pytest

import regent.local.issuer as issuer_module
from regent.local.gateway import Gateway
from regent.local.issuer import IssuerFailed, IssuerKeys
from regent.local.routes import RouteTable
from tests.local.fake_handlers import API_MODULES
from tests.local.issuer import (
    BOTH,
    CONFIGURATION,
    KEYS,
    RSA,
    SECOND_RSA,
    Issuer,
    authorizer,
    published,
    run,
    running,
    send,
)
from tests.local.test_auth import why_not_started
from tests.local.test_gateway_answers import assert_error


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(issuer_module, "FETCH_TIMEOUT_SECONDS", 0.2)
    monkeypatch.setattr(issuer_module, "WAIT_SECONDS", 0.4)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("place", BOTH)
def test_an_issuer_that_hangs_holds_nobody_up(issuer: Issuer, place: str) -> None:
    issuer.answers[place] = issuer.hang

    async def scenario() -> None:
        server = authorizer(issuer)
        began = time.monotonic()
        waiting = (server.claims(issuer.bearer()) for _ in range(40))
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert {type(each) for each in found} == {IssuerFailed}
        assert time.monotonic() - began < 1
        began = time.monotonic()
        with pytest.raises(IssuerFailed):  # until the next look the issuer counts as away
            await server.claims(issuer.bearer())
        assert time.monotonic() - began < 0.1

    run(scenario)


@pytest.mark.usefixtures("impatient")
def test_an_issuer_that_drips_holds_nobody_up(issuer: Issuer) -> None:
    def drip(request: Any) -> None:
        request.send_response(200)
        request.send_header("Content-Length", "1000")
        request.end_headers()
        while not issuer.let_go.wait(0.05):
            request.wfile.write(b" ")

    issuer.answers[KEYS] = drip

    async def scenario() -> None:
        server = authorizer(issuer)
        for _ in range(3):
            began = time.monotonic()
            with pytest.raises(IssuerFailed):
                await server.claims(issuer.bearer())
            assert time.monotonic() - began < 0.6
        assert issuer.asked == BOTH  # one request to the issuer at a time
        began = time.monotonic()
        with pytest.raises(IssuerFailed):  # the start of a server does not wait for it, either
            await IssuerKeys(issuer.url).read()
        assert time.monotonic() - began < 0.6

    run(scenario)


def test_an_issuer_that_comes_back_is_believed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(issuer_module, "PAUSE_SECONDS", 0)
    with running() as issuer:
        port = int(issuer.url.rpartition(":")[2])
        server = authorizer(issuer)

    async def scenario() -> None:
        with pytest.raises(IssuerFailed, match="does not answer"):
            await server.claims(issuer.bearer())
        with running(port):
            assert (await server.claims(issuer.bearer()))["sub"] == "ann"

    run(scenario)


def test_known_keys_outlive_an_outage_for_a_while(
    issuer: Issuer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(issuer_module, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(issuer_module, "FRESH_SECONDS", 0)

    async def scenario() -> None:
        server = authorizer(issuer)
        await server.claims(issuer.bearer())
        issuer.answers[KEYS] = lambda request: send(request, "", status=500)
        for _ in range(3):
            assert (await server.claims(issuer.bearer()))["sub"] == "ann"
            await asyncio.sleep(0.02)
        with pytest.raises(IssuerFailed):  # the key may have been replaced meanwhile
            await server.claims(issuer.bearer("second", SECOND_RSA))
        monkeypatch.setattr(issuer_module, "LAST_SECONDS", 0)
        with pytest.raises(IssuerFailed):
            await server.claims(issuer.bearer())

    run(scenario)


def nonsense(issuer: Issuer) -> dict[str, dict[str, Any]]:
    """Invalid answers of an issuer: name -> path -> how."""
    real = issuer.configuration()

    def text(body: str | bytes, **more: Any) -> Any:
        return lambda request: send(request, body, **more)

    def configuration(**changed: Any) -> Any:
        return {CONFIGURATION: text(json.dumps({**real, **changed}))}

    elsewhere = {"Location": issuer.url + "/elsewhere"}
    return {
        "not found": {CONFIGURATION: text("", status=404)},
        "a failure": {KEYS: text("", status=500)},
        "no JSON": {CONFIGURATION: text("<html>")},
        "no UTF-8": {KEYS: text(b"\xff\xfe\xfa")},
        "deep JSON": {KEYS: text("[" * 100_000)},
        "a list": {CONFIGURATION: text("[]")},
        "a redirect": {CONFIGURATION: text("", status=302, headers=elsewhere)},
        "keys elsewhere": {KEYS: text("", status=302, headers=elsewhere)},
        "too much": {KEYS: text(" " * 1_000_001)},
        "another issuer": configuration(issuer="https://elsewhere.example"),
        "no name": configuration(issuer=None),
        "no keys' place": configuration(jwks_uri=None),
        "keys at a file": configuration(jwks_uri="file:///etc/passwd"),
        "keys without TLS": configuration(jwks_uri="http://keys.example/keys"),
        "no keys": {KEYS: text('{"keys": []}')},
        "no list of keys": {KEYS: text('{"keys": 5}')},
        "keys of no use": {
            KEYS: text(json.dumps({"keys": [5, None, {}, {"kty": "RSA"}, published(None, RSA)]}))
        },
    }


@pytest.mark.parametrize("what", nonsense(Issuer(1)))
def test_an_issuer_that_answers_nonsense_is_away(issuer: Issuer, what: str) -> None:
    issuer.answers = nonsense(issuer)[what]
    with pytest.raises(IssuerFailed):
        asyncio.run(authorizer(issuer).claims(issuer.bearer()))
    assert "/elsewhere" not in issuer.asked


def test_without_its_issuer_a_server_says_503_and_serves_what_is_open(issuer: Issuer) -> None:
    issuer.answers[CONFIGURATION] = lambda request: send(request, "", status=500)

    async def scenario() -> None:
        gateway: Any = Gateway(RouteTable(API_MODULES), authorizer(issuer))
        transport = httpx.ASGITransport(gateway)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            headers = {"authorization": issuer.bearer()}
            refused = await client.get("/echo", headers=headers)
            body = assert_error(refused, 503, "ISSUER_UNREACHABLE")
            assert body["error"] == (
                f"the token cannot be checked now: {issuer.url} does not answer"
            )
            assert refused.headers["retry-after"] == "10"
            assert (await client.get("/health", headers=headers)).status_code == 200
            # A header without a checkable token gets the usual answer.
            for nothing in ({}, {"authorization": "Bearer x"}):
                assert_error(await client.get("/echo", headers=nothing), 401, "UNAUTHORIZED")

    run(scenario)


def test_a_server_starts_without_its_issuer_and_says_so(start_server: Any) -> None:
    with socket.socket() as taken:  # bound, but not listening
        taken.bind(("127.0.0.1", 0))
        server = start_server(jwt_issuer=f"http://127.0.0.1:{taken.getsockname()[1]}", workers="1")
        assert "any audience" in server.greeting
        assert "no token can be checked until the issuer answers" in server.log
        assert server.client.get("/health").status_code == 200


def test_another_issuers_address_is_refused_at_start(issuer: Issuer, tmp_path: Any) -> None:
    issuer.answers = nonsense(issuer)["another issuer"]
    said = why_not_started(tmp_path, REGENT_JWT_ISSUER=issuer.url)
    assert said.splitlines()[-1] == (
        f"regent: REGENT_JWT_ISSUER: {issuer.url} calls itself 'https://elsewhere.example':"
        " its tokens do as well"
    )
