"""The console's room: its files, their headers, its configuration, and the way from the root."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from functions.api import openapi
from functions.console import console, files
from regent import __version__
from tests.support.http import Context, event, restart

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src {};"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
    " require-trusted-types-for 'script'; trusted-types 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY.format("'self'"),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "clipboard-write=(self)",
}
LOGIN = {
    "console_client_id": "regent-console",
    "console_authorize_url": "https://login.example.com/authorize",
    "console_token_url": "https://tokens.example.com:8443/oauth/token",
}


@pytest.fixture(autouse=True)
def _settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Without a database: the room never asks one."""
    _start(monkeypatch)
    yield
    console.headers.cache_clear()
    restart(monkeypatch)


def _start(monkeypatch: pytest.MonkeyPatch, **settings: str) -> None:
    restart(monkeypatch, **settings)
    console.headers.cache_clear()


def get(path: str, module: Any = console, **headers: str) -> dict[str, Any]:
    """What Lambda hands to API Gateway."""
    asked = event("GET", path.partition("?")[0])
    asked["headers"] |= {name.replace("_", "-"): value for name, value in headers.items()}
    if "?" in path:
        names = dict(each.split("=") for each in path.partition("?")[2].split("&"))
        asked["queryStringParameters"] = names
    found: dict[str, Any] = module.handler(asked, Context())
    return found


def content(answer: dict[str, Any]) -> bytes:
    """The body as a browser gets it."""
    body = answer["body"]
    raw = base64.b64decode(body) if answer["isBase64Encoded"] else body.encode()
    packed = answer["headers"].get("Content-Encoding") == "gzip"
    return gzip.decompress(raw) if packed else raw


@pytest.mark.parametrize("path", ["/console", "/console/", "/console/queue", "/console/a/b%2Fc d"])
def test_each_address_is_the_same_page(path: str) -> None:
    answer = get(path)
    assert (answer["statusCode"], answer["headers"]["Content-Type"]) == (
        200,
        "text/html; charset=utf-8",
    )
    assert answer["headers"]["Cache-Control"] == "no-cache"
    assert content(answer) == content(get("/console/"))


def test_a_page_takes_any_parameter() -> None:
    assert get("/console/queues?name=a&code=1&anything=x")["statusCode"] == 200


def test_every_answer_has_the_headers_exactly() -> None:
    release = console.application().release
    paths = ["/console/", "/console/config.json", f"/console/-/{release}/main.js"]
    refused = [f"/console/-/{release}/none.js", "/console/-/0123456789ab/main.js"]
    for path in [*paths, *refused]:
        found = get(path)["headers"]
        named = {name: found.get(name) for name in HEADERS}
        assert named == HEADERS, path
        assert "Strict-Transport-Security" not in found


def test_on_lambda_a_browser_comes_back_by_https(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_LAMBDA_FUNCTION_NAME", "regent-console")
    _start(monkeypatch)
    assert console.headers()["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"


def test_a_page_may_call_the_issuers_token_endpoint_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _start(monkeypatch, **LOGIN)
    assert console.headers()["Content-Security-Policy"] == POLICY.format(
        "'self' https://tokens.example.com:8443"
    )


def test_every_file_is_served_packed_and_plain_and_kept_for_a_year() -> None:
    application = console.application()
    names = sorted(set(application.files) - {"index.html"})
    assert len(names) > 40
    for name in names:
        path = f"/console/-/{application.release}/{name}"
        packed, plain = get(path, accept_encoding="br, gzip"), get(path)
        assert packed["headers"]["Content-Encoding"] == "gzip"
        assert "Content-Encoding" not in plain["headers"]
        assert packed["headers"]["Cache-Control"] == "public, max-age=31536000, immutable"
        assert content(packed) == content(plain)
        if not name.startswith("joined/"):
            assert content(plain) == (files.FOLDER / name).read_bytes()
        assert plain["headers"]["Content-Type"] == files.MEDIA_TYPES[Path(name).suffix]


def test_the_page_asks_at_once_for_all_that_it_starts_with() -> None:
    application = console.application()
    page = content(get("/console/")).decode()
    preloaded = re.findall(r'modulepreload" href="/console/-/([0-9a-f]{12})/([^"]+)"', page)
    assert {release for release, _ in preloaded} == {application.release}
    names = {name for _, name in preloaded}
    assert names == {
        *("joined/main.js", "joined/shared.js", "vendor/preact.js", "vendor/hooks.js"),
        *("vendor/signals.js", "vendor/signals-core.js"),
    }
    assert "{" not in page


def test_a_file_of_an_older_release_is_gone() -> None:
    answer = get("/console/-/0123456789ab/main.js")
    assert answer["statusCode"] == 404
    body = json.loads(answer["body"])
    assert body["code"] == "STALE_RELEASE"
    assert body["detail"] == {"release": console.application().release}
    assert answer["headers"]["Cache-Control"] == "no-store"


@pytest.mark.parametrize("name", ["none.js", "index.html", "../console.py", "api.d.ts", "lib"])
def test_what_is_no_file_of_the_console_is_not_served(name: str) -> None:
    answer = get(f"/console/-/{console.application().release}/{name}")
    assert (answer["statusCode"], json.loads(answer["body"])["code"]) == (404, "NOT_FOUND")


def test_another_content_is_another_release(tmp_path: Path) -> None:
    for name, text in {"index.html": "{preloads}{release}", "main.js": "1"}.items():
        (tmp_path / name).write_text(text)
    before = files.read_application(tmp_path)
    assert files.read_application(tmp_path).release == before.release
    (tmp_path / "main.js").write_text("2")
    assert files.read_application(tmp_path).release != before.release


def test_imports_are_followed_through_folders() -> None:
    text = 'import { a } from "../lib/a.js";\nimport"./b.js";export{c}from"./deep/c.js";\n'
    assert list(files.imports("ui/x.js", text)) == ["lib/a.js", "ui/b.js", "ui/deep/c.js"]
    assert list(files.imports("ui/x.js", 'import("./late.js"); "from nowhere"')) == []


def test_the_configuration_of_an_open_server() -> None:
    answer = get("/console/config.json")
    assert answer["headers"]["Cache-Control"] == "no-cache"
    assert json.loads(answer["body"]) == {
        "apiBase": "",
        "version": __version__,
        "label": "regent",
        "tone": "none",
        "databasePauses": False,
        "maxInFlight": 4,
        "login": {
            "mode": "none",
            "clientId": None,
            "authorizeUrl": None,
            "tokenUrl": None,
            "logoutUrl": None,
            "scopes": None,
        },
    }


def test_with_tokens_one_is_pasted_or_an_issuer_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    _start(monkeypatch, auth_required="true")
    assert json.loads(get("/console/config.json")["body"])["login"]["mode"] == "paste"
    _start(monkeypatch, console_label="prod", console_tone="red", **LOGIN)
    found = json.loads(get("/console/config.json")["body"])
    assert (found["label"], found["tone"]) == ("prod", "red")
    assert found["login"] == {
        "mode": "oidc",
        "clientId": "regent-console",
        "authorizeUrl": "https://login.example.com/authorize",
        "tokenUrl": "https://tokens.example.com:8443/oauth/token",
        "logoutUrl": None,
        "scopes": "openid",
    }


@pytest.mark.parametrize("accept", ["", "*/*", "application/json"])
def test_a_program_gets_json_at_the_root(accept: str) -> None:
    answer = get("/", openapi, accept=accept)
    assert (answer["statusCode"], json.loads(answer["body"])["name"]) == (200, "Regent")


def test_a_browser_is_sent_to_the_console(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    answer = get("/", openapi, **browser)
    assert (answer["statusCode"], answer["headers"]["Location"]) == (302, "/console/")
    _start(monkeypatch, console="false")
    assert get("/", openapi, **browser)["statusCode"] == 200
