"""Who a client is: tokens, functions, client credentials and AWS's signatures."""

from __future__ import annotations

import json
import logging
import threading
import time
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs

import pytest
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from hypothesis import given
from hypothesis import strategies as st

from regent import AsyncRegent, ClientCredentials, Regent, SigV4
from regent.client.core.address import Address
from regent.client.core.auth import authorization
from regent.client.core.http1 import HttpRequest, Reply
from regent.client.core.operation import api
from regent.client.errors import InvalidConfig, Misused, UnexpectedAnswer, Unreachable
from regent.errors import Forbidden, NotAllowed, Unauthorized
from tests.client.handlers import AsyncWire, Wire, both
from tests.client.sockets import KINDS

SECRET = "sekrit-token"


class Guard(Wire):
    """Answers 401 to all but one token, and notes what it was shown."""

    def __init__(self, *tokens: str) -> None:
        super().__init__(None)  # type: ignore[arg-type]
        self.tokens = set(tokens)
        self.shown: list[str | None] = []

    def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """As a pool does it."""
        found = dict(request.headers).get("Authorization")
        self.shown.append(found)
        if found is None or found.removeprefix("Bearer ") not in self.tokens:
            return Reply(401, {}, b'{"error": "no", "code": "UNAUTHORIZED"}')
        return Reply(200, {}, b'{"status": "healthy", "database": "connected"}')


def ask(kind: str, guard: Guard, auth: Any, times: int = 1, **more: Any) -> None:
    for regent in both(kind, "http://localhost:1", guard, auth=auth, **more):
        for _ in range(times):
            assert regent.health().is_healthy


@pytest.mark.parametrize("kind", KINDS)
def test_a_token_goes_with_every_request(kind: str) -> None:
    guard = Guard(SECRET)
    ask(kind, guard, SECRET, times=2)
    assert guard.shown == [f"Bearer {SECRET}"] * 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_token_is_told_at_once(kind: str) -> None:
    guard = Guard(SECRET)
    with pytest.raises(Unauthorized):
        ask(kind, guard, "other")
    assert len(guard.shown) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_function_is_asked_for_each_request(kind: str) -> None:
    tokens = iter(["one", "two"])
    guard = Guard("one", "two")
    ask(kind, guard, lambda: next(tokens), times=2)
    assert guard.shown == ["Bearer one", "Bearer two"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_function_is_asked_once_more_after_a_401(kind: str) -> None:
    tokens = iter(["old", "new"])
    ask(kind, Guard("new"), lambda: next(tokens))
    guard = Guard("never")
    with pytest.raises(Unauthorized):
        ask(kind, guard, lambda: "old")
    assert len(guard.shown) == 2


def test_a_coroutine_function_is_awaited_by_the_client_of_asyncio() -> None:
    async def token() -> str:
        return SECRET

    guard = Guard(SECRET)
    ask("asyncio", guard, token)
    with pytest.raises(Misused, match="use AsyncRegent"):
        ask("threads", guard, token)


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_of_the_function_is_the_programs(kind: str) -> None:
    with pytest.raises(ZeroDivisionError):
        ask(kind, Guard(), lambda: str(1 / 0))


@pytest.mark.parametrize("token", ["", "a\r\nX: 1", "ü", 5, None])
def test_what_cannot_be_a_token_is_refused_and_not_shown(token: Any) -> None:
    with pytest.raises(InvalidConfig, match="cannot be sent") as refused:
        ask("threads", Guard(), lambda: token)
    assert repr(token) not in str(refused.value) or token in ("", 5, None)


def test_what_is_no_identity_is_refused() -> None:
    with pytest.raises(InvalidConfig, match="of type int"):
        Regent(auth=5)


def test_a_token_is_not_sent_in_the_clear() -> None:
    with pytest.raises(InvalidConfig, match="in the clear") as refused:
        Regent("http://regent.example", auth=SECRET)
    assert SECRET not in str(refused.value)
    for url in ("https://regent.example", "http://localhost:1", "http://127.0.0.1:1"):
        Regent(url, auth=SECRET)
    Regent("http://regent.example", auth=SECRET, allow_http=True)
    AsyncRegent("http://regent.example")


def test_a_token_is_not_logged_and_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    regent = Regent("http://127.0.0.1:1", auth=SECRET, timeout_seconds=0.2)
    with pytest.raises(Unreachable) as gone:
        regent.health()
    shown = [repr(regent), str(gone.value), repr(regent._session.options), caplog.text]
    assert [text for text in shown if SECRET in text] == []


def test_the_environment_names_server_and_token(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(url: str | None = None) -> tuple[str, str | None]:
        regent = Regent(url)
        return regent.url, dict(regent._session.options.headers).get("Authorization")

    monkeypatch.delenv("REGENT_URL", raising=False)
    monkeypatch.delenv("REGENT_TOKEN", raising=False)
    assert found() == ("http://localhost:6632", None)
    monkeypatch.setenv("REGENT_URL", "https://regent.example/prod/")
    monkeypatch.setenv("REGENT_TOKEN", SECRET)
    assert found() == ("https://regent.example/prod", f"Bearer {SECRET}")
    assert found("https://regent.example/prod") == found()
    # The token of the environment is for the server of the environment.
    assert found("https://other.example") == ("https://other.example", None)


@pytest.mark.parametrize(
    "wrong",
    [
        {"timeout_seconds": 0},
        {"max_connections": 0},
        {"retry": 5},
        {"tracing": "on"},
        {"headers": {"Authorization": "x"}},
        {"headers": {"X-A": "a\r\nb"}},
        {"headers": {"X A": "a"}},
        {"headers": {"Host": "h"}},
        {"proxy": "ftp://proxy"},
    ],
)
def test_what_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidConfig):
        Regent(**wrong)


def test_headers_of_the_program_go_with_every_request(wire: Wire) -> None:
    Regent(transport=wire, headers={"X-Team": "billing", "User-Agent": "mine"}).health()
    assert dict(wire.sent[0].headers) == {
        "Content-Type": "application/json",
        "X-Team": "billing",
        "User-Agent": "mine",
    }
    AsyncWire(wire)


# Client credentials


class Issuer:
    """A token URL."""

    def __init__(self, *answers: Reply | Exception) -> None:
        self.answers = list(answers)
        self.requests: list[HttpRequest] = []
        self.now = 1000.0

    def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """As a pool does it."""
        self.requests.append(request)
        answer = self.answers[min(len(self.requests), len(self.answers)) - 1]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        """Nothing is open."""

    def credentials(self, scope: str | None = None) -> ClientCredentials:
        """For a client that is registered."""
        return ClientCredentials(
            "https://login.example/oauth2/token",
            "client id",
            "p@ss:word",
            scope,
            transport=self,
            clock=lambda: self.now,
        )


def token(name: str, seconds: float | None = 3600) -> Reply:
    lives = {} if seconds is None else {"expires_in": seconds}
    return Reply(200, {}, json.dumps({"access_token": name, **lives}).encode())


@pytest.mark.parametrize("kind", KINDS)
def test_client_credentials_are_exchanged_once(kind: str) -> None:
    issuer = Issuer(token("t-1"))
    guard = Guard("t-1")
    ask(kind, guard, issuer.credentials("regent/read-write"), times=3)
    assert guard.shown == ["Bearer t-1"] * 3
    (request,) = issuer.requests
    assert (request.method, request.target) == ("POST", "/oauth2/token")
    assert dict(request.headers)["Authorization"] == "Basic Y2xpZW50JTIwaWQ6cCU0MHNzJTNBd29yZA=="
    assert parse_qs((request.body or b"").decode()) == {
        "grant_type": ["client_credentials"],
        "scope": ["regent/read-write"],
    }


@pytest.mark.parametrize(("lives", "kept"), [(3600, 3540), (60, 30), (90, 45), (None, 240)])
def test_a_token_is_renewed_before_it_ends(lives: float | None, kept: float) -> None:
    issuer = Issuer(token("t-1", lives), token("t-2"))
    credentials, request = issuer.credentials(), HttpRequest("GET", "/", ())
    assert credentials.ask(request, again=False) == "t-1"
    issuer.now += kept - 1
    assert credentials.ask(request, again=False) == "t-1"
    issuer.now += 1
    assert credentials.ask(request, again=False) == "t-2"


@pytest.mark.parametrize("kind", KINDS)
def test_a_token_that_is_refused_is_exchanged_once_more(kind: str) -> None:
    ask(kind, Guard("t-2"), Issuer(token("t-1"), token("t-2")).credentials())


def test_threads_wait_for_one_request() -> None:
    issuer = Issuer(token("t-1"))
    begun = threading.Event()
    exchange = issuer.exchange

    def slow(request: HttpRequest, within_seconds: float) -> Reply:
        begun.set()
        time.sleep(0.05)
        return exchange(request, within_seconds)

    issuer.exchange = slow  # type: ignore[method-assign]
    credentials = issuer.credentials()
    threads = [
        threading.Thread(target=credentials.ask, args=(HttpRequest("GET", "/", ()),), kwargs=AGAIN)
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(issuer.requests) == 1


AGAIN = {"again": False}


def test_a_refusal_of_the_token_url_is_told_without_the_secret() -> None:
    said = {"error": "invalid_client", "error_description": "no such client"}
    issuer = Issuer(Reply(401, {}, json.dumps(said).encode()))
    with pytest.raises(NotAllowed, match="no such client") as refused:
        ask("threads", Guard(), issuer.credentials())
    assert "p@ss" not in str(refused.value) + repr(issuer.credentials())


def test_a_token_url_that_is_no_such_thing_is_told() -> None:
    with pytest.raises(UnexpectedAnswer, match="no JSON"):
        ask("threads", Guard(), Issuer(Reply(200, {}, b"<html>")).credentials())
    with pytest.raises(NotAllowed, match="gave no token"):
        ask("threads", Guard(), Issuer(Reply(200, {}, b"{}")).credentials())


@pytest.mark.parametrize(
    "first", [Unreachable("gone", sent=True), Reply(503, {}, b""), Reply(429, {}, b"{}")]
)
def test_a_token_url_that_is_busy_is_asked_again(first: Any) -> None:
    """Nothing of the request was sent, so even what must not happen twice goes on."""
    ask("threads", Guard("t-2"), Issuer(first, token("t-2")).credentials())


def test_a_secret_is_not_sent_in_the_clear() -> None:
    with pytest.raises(InvalidConfig, match="in the clear"):
        ClientCredentials("http://login.example/token", "id", "secret")
    with pytest.raises(InvalidConfig, match="no colon"):
        ClientCredentials("https://login.example/token", "a:b", "secret")


# AWS


def by_botocore(request: HttpRequest, credentials: Credentials) -> dict[str, str]:
    """The headers that botocore makes of the same request."""
    theirs = AWSRequest(
        request.method,
        f"https://abc.execute-api.eu-west-1.amazonaws.com{request.target}",
        data=request.body,
        headers={"Host": "abc.execute-api.eu-west-1.amazonaws.com"},
    )
    SigV4Auth(credentials, "execute-api", "eu-west-1").add_auth(theirs)
    found = dict(theirs.headers.items())
    found.pop("Host")
    return found


ADDRESS = Address.parsed("https://abc.execute-api.eu-west-1.amazonaws.com")


@given(
    st.sampled_from(["GET", "POST", "DELETE"]),
    st.lists(st.text(min_size=1, alphabet=st.characters(exclude_categories=["Cs"])), max_size=3),
    st.dictionaries(
        st.sampled_from(["consumerGroup", "a b", "z", "É"]),
        st.text(alphabet=st.characters(exclude_categories=["Cs"])),
    ),
    st.none() | st.binary(max_size=50),
    st.none() | st.just("session/token=="),
)
def test_signatures_are_those_of_botocore(
    method: str,
    words: list[str],
    query: dict[str, str],
    body: bytes | None,
    session_token: str | None,
) -> None:
    request = HttpRequest(method, "/prod" + api(*words, **query), (), body)
    credentials = Credentials("AKID", "secret", session_token)
    theirs = by_botocore(request, credentials)
    stamp = time.mktime(time.strptime(theirs["X-Amz-Date"], "%Y%m%dT%H%M%SZ")) - time.timezone
    signer = SigV4("eu-west-1", credentials=credentials, now=lambda: stamp)
    ours = authorization(signer, ADDRESS)
    assert isinstance(ours, SigV4)
    assert dict(ours.headers(ours.ask(request, again=False))) == theirs


def test_credentials_that_are_to_be_renewed_are_asked_for_in_a_thread() -> None:
    frozen = SimpleNamespace(access_key="a", secret_key="s", token=None)
    threads: list[threading.Thread] = []

    class Renewing:
        """As botocore's are."""

        def refresh_needed(self) -> bool:
            return True

        def get_frozen_credentials(self) -> Any:
            threads.append(threading.current_thread())
            return frozen

    guard = Guard()
    with pytest.raises(Unauthorized):
        ask("asyncio", guard, SigV4("eu-west-1", credentials=Renewing()))
    assert threads
    assert threads[0] is not threading.main_thread()
    assert str(guard.shown[0]).startswith("AWS4-HMAC-SHA256 Credential=a/")


def test_no_credentials_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("botocore.session.Session.get_credentials", lambda self: None)
    with pytest.raises(InvalidConfig, match="no AWS credentials"):
        ask("threads", Guard(), SigV4("eu-west-1"))
    assert "eu-west-1" in repr(SigV4("eu-west-1"))


def test_a_role_that_does_not_suffice_is_told(wire: Wire) -> None:
    wire.refuse("/health", 403, "FORBIDDEN")
    with pytest.raises(Forbidden):
        Regent(transport=wire, auth=lambda: SECRET).health()
    assert len(wire.sent) == 1
