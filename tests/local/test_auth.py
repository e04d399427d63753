"""Bearer tokens, as API Gateway's JWT authorizer takes them."""

import time
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from regent.local.auth import Authorizer, Unauthorized
from tests.local.test_gateway_answers import assert_error

SECRET = "a secret of more than thirty-two bytes"


def pem(private_key: Any) -> str:
    """Return the public half as PEM."""
    text: bytes = private_key.public_key().public_bytes(
        Encoding.PEM, PublicFormat.SubjectPublicKeyInfo
    )
    return text.decode()


def bearer(claims: dict[str, Any], key: Any = SECRET, algorithm: str = "HS256") -> str:
    """Sign a token (of long life, when none is given) and write the header's value."""
    return "Bearer " + jwt.encode({"exp": 4_000_000_000} | claims, key, algorithm=algorithm)


def test_claims_are_written_as_api_gateway_writes_them() -> None:
    claims = {"sub": "ann", "roles": ["admin", "read-only"], "exp": 4_000_000_000, "ok": True}
    assert Authorizer(SECRET).claims(bearer(claims)) == {
        "sub": "ann",
        "roles": "[admin read-only]",
        "exp": "4000000000",
        "ok": "true",
    }


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Bearer nonsense",
        "Basic YTpi",
        "Bearer a.b.c",
        bearer({"sub": "ann", "exp": int(time.time()) - 60}),
        bearer({"sub": "ann", "nbf": int(time.time()) + 60}),
        bearer({"sub": "ann"}, key="another secret of more than thirty-two bytes"),
        "Bearer " + jwt.encode({"sub": "ann"}, None, algorithm="none"),
        "Bearer " + jwt.encode({"sub": "ann"}, SECRET, algorithm="HS256"),  # lives for ever
    ],
)
def test_a_token_that_proves_nothing_is_refused(header: str | None) -> None:
    with pytest.raises(Unauthorized):
        Authorizer(SECRET).claims(header)


def test_issuer_and_audience_are_checked_when_they_are_configured() -> None:
    strict = Authorizer(SECRET, issuer="us", audience="regent")
    assert strict.claims(bearer({"iss": "us", "aud": "regent"})) == {
        "exp": "4000000000",
        "iss": "us",
        "aud": "regent",
    }
    for claims in ({"iss": "them", "aud": "regent"}, {"iss": "us", "aud": "other"}, {}):
        with pytest.raises(Unauthorized):
            strict.claims(bearer(claims))
    assert Authorizer(SECRET).claims(bearer({"aud": "anybody"}))["aud"] == "anybody"


def test_public_keys_verify_what_their_private_halves_signed() -> None:
    rsa_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    ed_key = ed25519.Ed25519PrivateKey.generate()
    for key, algorithm in ((rsa_key, "RS256"), (ed_key, "EdDSA")):
        token = bearer({"sub": "ann"}, key, algorithm)
        assert Authorizer(pem(key)).claims(token) == {"exp": "4000000000", "sub": "ann"}
        # As environment variables often carry it.
        assert Authorizer(pem(key).replace("\n", "\\n")).claims(token) == {
            "exp": "4000000000",
            "sub": "ann",
        }
    with pytest.raises(Unauthorized):
        Authorizer(pem(ed_key)).claims(bearer({"sub": "ann"}, rsa_key, "RS256"))


def test_a_short_secret_is_refused_at_start() -> None:
    with pytest.raises(ValueError, match="at least 32 bytes"):
        Authorizer("secret")


def test_a_server_with_a_key_asks_for_a_token(start_server: Any) -> None:
    server = start_server(jwt_key=SECRET, workers="1")
    assert "bearer tokens are checked" in server.greeting
    refused = server.client.get("/echo")
    assert_error(refused, 401, "UNAUTHORIZED")
    assert refused.headers["www-authenticate"] == "Bearer"
    # The path is not told to strangers, a method neither: but an unknown one is a 404 all the same.
    assert_error(server.client.get("/nowhere"), 404, "NOT_FOUND")
    for open_path in ("/", "/health"):
        assert server.client.get(open_path).status_code == 200
    headers = {"authorization": bearer({"sub": "ann", "roles": ["admin"]})}
    event = server.client.get("/echo", headers=headers).json()["event"]
    assert event["requestContext"]["authorizer"] == {
        "jwt": {"claims": {"exp": "4000000000", "sub": "ann", "roles": "[admin]"}, "scopes": None}
    }
    # A page of another site may use a server that asks for tokens.
    elsewhere = {**headers, "origin": "https://app.example"}
    answer = httpx.get(f"{server.url}/echo", headers=elsewhere)
    assert answer.headers["access-control-allow-origin"] == "https://app.example"
