"""What is refused at `pulumi preview`, before anything is made."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from infra import account
from infra.account import (
    check_certificate,
    check_issuer,
    check_placeholders,
    check_quota,
    fetch,
    reserved,
)
from infra.config import InvalidConfig, read_config
from tests.infra.program import program
from tests.infra.test_config import LOGIN, OWN_ADDRESS, SIGNED, TOKENS, stack_file
from tests.support.issuers import sound_issuer

ISSUER = "https://login.test"
DOCUMENT = f"{ISSUER}/.well-known/openid-configuration"
SOUND = {"issuer": ISSUER, "jwks_uri": f"{ISSUER}/keys"}
ALIKE = "spell it alike, with or without a slash at the end"
NO_JSON = "Expecting value: line 1 column 1 (char 0)"
RSA = {"keys": [{"kty": "EC"}, {"kty": "RSA"}]}


def serve(monkeypatch: pytest.MonkeyPatch, *answers: object) -> None:
    """The document, and the keys; bytes as they are."""
    left = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in answers]
    monkeypatch.setattr(account, "fetch", lambda _: left.pop(0))


def test_an_issuer_that_serves_its_keys_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    serve(monkeypatch, SOUND, RSA)
    check_issuer(ISSUER)
    asked: list[str] = []
    monkeypatch.setattr(account, "fetch", lambda url: (asked.append(url), sound_issuer(url))[1])
    check_issuer(ISSUER)
    assert asked == [DOCUMENT, f"{ISSUER}/keys"]


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ([{**SOUND, "issuer": f"{ISSUER}/"}],
         f"{DOCUMENT} calls itself '{ISSUER}/': {ALIKE}"),
        ([{"jwks_uri": "https://a"}],
         f"{DOCUMENT} calls itself None: {ALIKE}"),
        ([{"issuer": ISSUER}], f"{DOCUMENT} names no jwks_uri with https: None"),
        ([{**SOUND, "jwks_uri": "http://a"}],
         f"{DOCUMENT} names no jwks_uri with https: 'http://a'"),
        ([SOUND, {"keys": [{"kty": "EC"}]}],
         f"{ISSUER}/keys has keys of the kinds ['EC']: API Gateway checks signatures of RSA only"),
        ([SOUND, {}],
         f"{ISSUER}/keys has keys of the kinds []: API Gateway checks signatures of RSA only"),
        ([b"<html>"], f"{DOCUMENT} cannot be read ({NO_JSON}): API Gateway reads it, too"),
        ([[1]], f"{DOCUMENT} holds no JSON object"),
    ],
)  # fmt: skip
def test_an_issuer_that_api_gateway_could_not_use_is_refused(
    monkeypatch: pytest.MonkeyPatch, answers: list[object], sentence: str
) -> None:
    serve(monkeypatch, *answers)
    with pytest.raises(InvalidConfig) as refused:
        check_issuer(ISSUER)
    assert str(refused.value) == f"jwtIssuer is '{ISSUER}', and {sentence}"


def test_an_issuer_that_does_not_answer_is_refused() -> None:
    with pytest.raises(InvalidConfig, match=r"cannot be read \(.+\): API Gateway reads it, too"):
        check_issuer("https://127.0.0.1:9")


class _BehindAFirewall(BaseHTTPRequestHandler):
    """An issuer that answers no scripts of Python, as Auth0's and Cloudflare's firewalls do."""

    def do_GET(self) -> None:
        refused = self.headers["User-Agent"].startswith("Python-urllib")
        self.send_response(403 if refused else 200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_request(self, code: object = "-", size: object = "-") -> None: ...


@pytest.fixture
def firewall() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), _BehindAFirewall) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_an_issuer_behind_a_firewall_is_read(firewall: str) -> None:
    assert fetch(firewall) == b"{}"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("jwtIssuer", "https://login.example.com/"),
        ("jwtIssuer", "https://example.org"),
        ("alarmEmail", "oncall@example.com"),
        ("alarmEmail", "oncall@mail.example"),
    ],
)
def test_a_placeholder_is_refused(key: str, value: str) -> None:
    with pytest.raises(InvalidConfig) as refused:
        check_placeholders(read_config(SIGNED | {key: value}))
    assert str(refused.value) == (
        f"{key} is {value!r}, a placeholder: nobody is there; set it to your own"
    )


def test_a_placeholder_of_the_console_is_refused() -> None:
    own = {key: text.replace("example.com", "regent.test") for key, text in LOGIN.items()}
    check_placeholders(read_config({**TOKENS, "jwtIssuer": ISSUER} | own))
    for key in ("consoleAuthorizeUrl", "consoleTokenUrl"):
        with pytest.raises(InvalidConfig, match=f"{key} is 'https://login.example.com"):
            check_placeholders(
                read_config({**TOKENS, "jwtIssuer": ISSUER} | own | {key: LOGIN[key]})
            )


@pytest.mark.parametrize("host", ["example.company.test", "my-example.test", "examples.com"])
def test_a_name_that_resembles_a_placeholder_is_taken(host: str) -> None:
    check_placeholders(read_config(SIGNED | {"alarmEmail": f"oncall@{host}"}))


def test_the_file_of_production_waits_for_its_owner() -> None:
    with pytest.raises(InvalidConfig, match=r"^jwtIssuer is .*a placeholder"):
        check_placeholders(stack_file("prod"))
    check_placeholders(stack_file("dev"))


def test_a_certificate_of_another_region_is_refused() -> None:
    config = read_config(SIGNED | OWN_ADDRESS)
    check_certificate(config, "eu-central-1")
    with pytest.raises(InvalidConfig) as refused:
        check_certificate(config, "eu-west-1")
    assert str(refused.value) == (
        "certificateArn is 'arn:aws:acm:eu-central-1:123456789012:certificate/0-1', of another"
        " region than the stack, eu-west-1: ask for the certificate there"
    )


def test_what_is_reserved_is_counted() -> None:
    """The reclaim, the install, and four functions that wait."""
    assert reserved(read_config(SIGNED)) == 2 + 4 * 100
    assert reserved(read_config(SIGNED | {"waitingConcurrency": "1"})) == 2 + 4


@pytest.mark.parametrize("quota", [10, 100, 101])
def test_a_quota_that_leaves_nothing_to_reserve_is_refused(quota: float) -> None:
    with pytest.raises(InvalidConfig) as refused:
        check_quota(quota, 2)
    assert str(refused.value).startswith(
        f"reserveConcurrency is true and reserves 2 places, and this account runs {quota}"
        " functions at once in this region, of which 100 cannot be reserved: ask for more"
    )
    assert re.search("or set reserveConcurrency to false until then$", str(refused.value))


def test_a_quota_with_room_is_taken() -> None:
    check_quota(102, 2)
    check_quota(142, 2, others=40)


def test_what_others_reserve_is_counted() -> None:
    with pytest.raises(InvalidConfig) as refused:
        check_quota(141, 2, others=40)
    assert str(refused.value).startswith(
        "reserveConcurrency is true and reserves 2 places, and this account runs 141 functions at"
        " once in this region, of which 100 cannot be reserved and 40 are reserved by other"
        " functions: ask for more"
    )


def test_the_program_asks_before_it_makes_anything() -> None:
    with pytest.raises(AssertionError, match="this account runs 10 functions at once"):
        program(**{"quota of the account": "10"})
    program(**{"quota of the account": "10", "reserveConcurrency": "false"})
    others = {"quota of the account": "600", "reserved by others": "100"}
    with pytest.raises(AssertionError, match="reserved and 100 are reserved by other functions"):
        program(**others)
    program(**others, waitingConcurrency="90")
    with pytest.raises(AssertionError, match="a placeholder: nobody is there"):
        program(jwtIssuer="https://login.example.com/")
    with pytest.raises(AssertionError, match="spell it alike"):
        program(jwtIssuer="https://login.test/")
