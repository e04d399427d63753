"""Bearer tokens, checked as API Gateway's JWT authorizer does."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519, rsa

from regent.local.auth import Authorizer, ConfiguredKeys, Unauthorized
from regent.settings import InvalidSettings, Settings
from tests.local.conftest import FAKE_HANDLERS, ROOT
from tests.local.test_gateway_answers import assert_error
from tests.local.tokens import SECRET, STRANGERS_SECRET, bearer, private_pem, public_pem

ANN = {"exp": "4000000000", "sub": "ann"}
RSA, OTHER_RSA = (rsa.generate_private_key(public_exponent=65537, key_size=2048) for _ in "12")
EC, ED = ec.generate_private_key(ec.SECP256R1()), ed25519.Ed25519PrivateKey.generate()
SMALL_RSA = rsa.generate_private_key(public_exponent=65537, key_size=1024)


def claims(
    header: str | None, key: str = SECRET, issuer: str | None = None, audience: str | None = None
) -> dict[str, Any]:
    """What a server with this key reads in the header."""
    authorizer = Authorizer(ConfiguredKeys(key), issuer=issuer, audience=audience)
    return asyncio.run(authorizer.claims(header))


def test_an_array_of_a_further_claim_stays_one_as_well() -> None:
    sent = {"cognito:groups": ["regent-admin", "x"], "other": ["a"], "groups": "[regent-admin]"}
    named = Authorizer(ConfiguredKeys(SECRET), role_claims=("cognito:groups", "groups"))
    found = asyncio.run(named.claims(bearer({**sent, "exp": 4_000_000_000})))
    assert found["cognito:groups"] == ["regent-admin", "x"]
    # A text is no array, however it looks.
    assert found["groups"] == ["[regent-admin]"]


def part(content: Any) -> str:
    """A part of a token, written by hand."""
    text = content if isinstance(content, bytes) else json.dumps(content).encode()
    return base64.urlsafe_b64encode(text).decode().rstrip("=")


def signed_with_text(text: str, header: dict[str, Any]) -> str:
    """A token whose HS256 signature was made with a public text."""
    content = f"{part(header)}.{part({'sub': 'ann', 'exp': 4_000_000_000, 'role': 'admin'})}"
    signature = hmac.new(text.encode(), content.encode(), hashlib.sha256).digest()
    return f"Bearer {content}.{part(signature)}"


def test_claims_are_written_as_api_gateway_writes_them_but_for_arrays() -> None:
    """Which would be written with spaces, as one of their elements may be."""
    sent = {"sub": "ann", "roles": ["team admin", "x"], "exp": 4_000_000_000, "ok": True}
    assert claims(bearer(sent)) == {
        "sub": "ann",
        "roles": ["team admin", "x"],
        "exp": "4000000000",
        "ok": "true",
    }


def test_a_text_with_brackets_is_no_array_of_roles() -> None:
    sent = {"sub": "[ann]", "roles": "[admin]", "scope": "[regent:admin]", "exp": 4_000_000_000}
    assert claims(bearer(sent)) == {
        "sub": "[ann]",
        "roles": ["[admin]"],
        "scope": ["[regent:admin]"],
        "exp": "4000000000",
    }


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Bearer nonsense",
        "Bearer é.è.ê",
        "Basic YTpi",
        "Bearer a.b.c",
        "Bearer ..",
        bearer({"sub": "ann"}) + "," + bearer({"sub": "ann"}),
        bearer({"sub": "ann"}) + "x",
        bearer({"sub": "ann", "exp": int(time.time()) - 60}),
        bearer({"sub": "ann", "nbf": 4_000_000_000}),
        bearer({"sub": "ann", "iat": 4_000_000_000}),
        bearer({"sub": "ann"}, STRANGERS_SECRET),
        bearer({"sub": "ann"}, None, "none"),
        bearer({"sub": "ann"}, SECRET * 2, "HS512"),
        bearer({"sub": "ann", "exp": None}),  # it never expires
        bearer({"sub": "ann", "exp": float("inf")}),
        bearer({"sub": "ann"}, headers={"crit": ["exp"]}),
        f"Bearer {part(b'[' * 5000)}.{part({})}.{part(b'')}",
        f"Bearer {part({'alg': 'HS256', 'kid': [1]})}.{part({})}.{part(b'')}",
        f"Bearer {part({'alg': ['HS256']})}.{part({})}.{part(b'')}",
        f"Bearer {part([1])}.{part({})}.{part(b'')}",
        f"Bearer {part({'alg': 'HS256'})}.{part(b'9' * 6000)}.{part(b'')}",
    ],
)
def test_a_token_that_proves_nothing_is_refused(header: str | None) -> None:
    with pytest.raises(Unauthorized):
        claims(header)


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"exp": 1_000_000_000}, "the token has expired"),
        ({"nbf": 3_900_000_000}, "the token is not valid yet"),
        ({"iss": "them"}, "the token is from another issuer"),
        ({"aud": "other"}, "the token is for another audience"),
        ({"aud": ["other"], "client_id": "regent"}, "the token is for another audience"),
        ({"aud": None, "client_id": "regent"}, "the token is for another audience"),
        ({"aud": {"regent": 1}}, "the token is for another audience"),
        ({"exp": "soon"}, "the token is not valid"),
    ],
)
def test_the_bearer_of_our_token_learns_what_is_wrong_with_it(
    sent: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(Unauthorized, match=f"^{sentence}$"):
        claims(bearer({"iss": "us", "aud": "regent"} | sent), issuer="us", audience="regent")
    forged = bearer({"iss": "us", "aud": "regent"} | sent, STRANGERS_SECRET)
    with pytest.raises(Unauthorized, match=r"the token is not valid$"):
        claims(forged, issuer="us", audience="regent")


def test_issuer_and_audience_are_checked_when_they_are_configured() -> None:
    strict = {"issuer": "us", "audience": "regent"}
    sent = {"iss": "us", "aud": "regent"}
    assert claims(bearer(sent), **strict) == {"exp": "4000000000", **sent}
    assert claims(bearer({"iss": "us", "aud": ["x", "regent"]}), **strict)["aud"] == ["x", "regent"]
    for wrong in ({"iss": "them", "aud": "regent"}, {"iss": "us", "aud": "other"}, {}):
        with pytest.raises(Unauthorized):
            claims(bearer(wrong), **strict)
    assert claims(bearer({"aud": "anybody"}))["aud"] == "anybody"


def test_a_client_id_is_an_audience_where_the_token_has_none() -> None:
    sent = {"client_id": "regent", "token_use": "access"}
    assert claims(bearer(sent), audience="regent")["client_id"] == "regent"
    with pytest.raises(Unauthorized, match="another audience"):
        claims(bearer({"client_id": "other"}), audience="regent")


@pytest.mark.parametrize(
    ("key", "algorithm"), [(RSA, "RS256"), (RSA, "RS512"), (EC, "ES256"), (ED, "EdDSA")]
)
def test_public_keys_verify_what_their_private_halves_signed(key: Any, algorithm: str) -> None:
    token = bearer({"sub": "ann"}, key, algorithm)
    assert claims(token, public_pem(key)) == ANN
    # As environment variables often carry it.
    assert claims(token, public_pem(key).replace("\n", "\\n")) == ANN
    with pytest.raises(Unauthorized):
        claims(token, public_pem(OTHER_RSA))


def test_two_keys_count_while_one_takes_over_from_the_other() -> None:
    both = public_pem(OTHER_RSA) + public_pem(RSA) + public_pem(ED)
    for key, algorithm in ((OTHER_RSA, "RS256"), (RSA, "RS256"), (ED, "EdDSA")):
        assert claims(bearer({"sub": "ann"}, key, algorithm), both) == ANN
    with pytest.raises(Unauthorized, match="not valid"):
        claims(bearer({"sub": "ann"}, EC, "ES256"), both)
    with pytest.raises(Unauthorized, match="expired"):
        claims(bearer({"sub": "ann", "exp": 1}, RSA, "RS256"), both)


@pytest.mark.parametrize("key", [RSA, EC, ED])
def test_a_public_key_is_no_secret(key: Any) -> None:
    """The text of a public key is public, so a token that is signed with it proves nothing."""
    pem = public_pem(key)
    for text in (pem, pem.strip(), pem.replace("\n", "\\n"), "".join(pem.splitlines()[1:-1])):
        for algorithm in ("HS256", "hs256", "none"):
            with pytest.raises(Unauthorized):
                claims(signed_with_text(text, {"alg": algorithm, "typ": "JWT"}), pem)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"jwt_key": "secret"}, "must have at least 32 bytes"),
        ({"jwt_key": private_pem(RSA)}, "holds a private key that cannot be read as a public key"),
        ({"jwt_key": "-----BEGIN CERTIFICATE-----\nYQ==\n-----END CERTIFICATE-----"}, "certificat"),
        ({"jwt_key": "-----BEGIN PUBLIC KEY-----\nYQ==\n"}, "a PEM text without its end"),
        ({"jwt_key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA"}, "a public key, but not in PEM"),
        ({"jwt_key": public_pem(SMALL_RSA)}, "an RSA key needs at least 2048 bits"),
        ({"jwt_key": public_pem(ed448.Ed448PrivateKey.generate())}, "can't verify tokens"),
        ({"jwt_key": public_pem(ec.generate_private_key(ec.SECP256K1()))}, "can't verify tokens"),
        ({"jwt_audience": "regent"}, "REGENT_JWT_AUDIENCE is set, but neither REGENT_JWT_KEY nor"),
        ({"jwt_role_claims": ("groups",)}, "REGENT_JWT_ROLE_CLAIMS is set, but neither REGENT_JWT"),
        ({"auth_required": True}, "REGENT_AUTH_REQUIRED is set, but neither REGENT_JWT_KEY nor"),
        ({"jwt_issuer": "us"}, "REGENT_JWT_ISSUER is 'us'; without REGENT_JWT_KEY it takes"),
        ({"jwt_issuer": "http://issuer.example"}, "takes the address of an OpenID issuer"),
        ({"jwt_issuer": "http://localhost.issuer.example"}, "takes the address of an OpenID"),
        ({"jwt_issuer": "http://127.0.0.1@issuer.example"}, "takes the address of an OpenID"),
        ({"jwt_issuer": "https://"}, "takes the address of an OpenID issuer"),
        ({"jwt_issuer": "https://issuer.example:port"}, "takes the address of an OpenID issuer"),
        ({"jwt_issuer": "https://issuer.example?tenant=1"}, "takes the address of an OpenID"),
        ({"jwt_issuer": "file:///etc/keys"}, "takes the address of an OpenID issuer"),
    ],
)
def test_a_setting_that_could_check_nothing_is_refused_at_start(
    settings: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InvalidSettings, match=sentence):
        Authorizer.of(Settings(**settings))


def why_not_started(folder: Path, **settings: str) -> str:
    """The error of a server that does not start."""
    done = subprocess.run(
        [sys.executable, "-m", "regent.local", "--handlers", FAKE_HANDLERS],
        cwd=folder,
        env={"PYTHONPATH": f"{ROOT / 'shared'}:{ROOT}", "REGENT_PORT": "0"} | settings,
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert done.returncode == 1
    assert not (folder / ".regent").exists()
    return done.stderr


def test_a_setting_that_could_check_nothing_is_one_clear_line(tmp_path: Path) -> None:
    assert why_not_started(tmp_path, REGENT_JWT_ISSUER="http://issuer.example") == (
        "regent: REGENT_JWT_ISSUER is 'http://issuer.example'; without REGENT_JWT_KEY it takes the"
        " address of an OpenID issuer: https://…, or http://… of this machine\n"
    )


def test_a_server_with_a_key_asks_for_a_token(start_server: Any) -> None:
    server = start_server(jwt_key=SECRET, jwt_audience="regent", workers="1")
    assert (
        "auth      bearer tokens are checked: signed with REGENT_JWT_KEY (HS256), audience regent\n"
        in server.greeting
    )
    assert 'authorization: Bearer $TOKEN"' in server.greeting
    refused = server.client.get("/echo")
    assert_error(refused, 401, "UNAUTHORIZED")
    assert refused.headers["www-authenticate"] == "Bearer"
    # Callers without a token learn neither paths nor methods of routes, but an unknown path is a
    # 404.
    assert_error(server.client.get("/nowhere"), 404, "NOT_FOUND")
    ann = {"sub": "ann", "aud": "regent", "roles": ["admin"]}
    headers = {"authorization": bearer(ann)}
    for open_path in ("/", "/health"):
        for sent in ({}, headers, {"authorization": "Bearer nonsense"}):
            answer = server.client.get(open_path, headers=sent)
            assert answer.status_code == 200
            assert "authorizer" not in answer.json()["event"]["requestContext"]
    event = server.client.get("/echo", headers=headers).json()["event"]
    assert event["requestContext"]["authorizer"] == {
        "jwt": {
            "claims": {"exp": "4000000000", "sub": "ann", "aud": "regent", "roles": ["admin"]},
            "scopes": None,
        }
    }
    # The handlers themselves refuse, too.
    worker = server.client.get("/pid", headers=headers).text
    assert b"REGENT_AUTH_REQUIRED=true" in Path(f"/proc/{worker}/environ").read_bytes()
    # But not what needs none: neither as itself, nor under a name that points at this machine.
    for stranger in (
        {"origin": "https://app.example"},
        {"host": "app.example"},
        {"sec-fetch-site": "cross-site"},
    ):
        for sent in (stranger, stranger | headers):
            assert_error(server.client.get("/health", headers=sent), 403, "FORBIDDEN")
            assert server.client.get("/echo", headers=headers | stranger).status_code == 200
    own = {"origin": "http://localhost:3000"}
    answer = server.client.get("/health", headers=own)
    assert answer.headers["access-control-allow-origin"] == "http://localhost:3000"
    # A page of another site may use a server that asks for tokens.
    elsewhere = {**headers, "origin": "https://app.example"}
    answer = httpx.get(f"{server.url}/echo", headers=elsewhere)
    assert answer.headers["access-control-allow-origin"] == "https://app.example"
