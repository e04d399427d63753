"""An OpenID issuer on this machine: it publishes keys over real HTTP, and misbehaves on demand."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from jwt.algorithms import ECAlgorithm, OKPAlgorithm, RSAAlgorithm

from regent.local.auth import Authorizer
from regent.settings import Settings
from tests.local.tokens import bearer

CONFIGURATION, KEYS = "/.well-known/openid-configuration", "/keys"
RSA, SECOND_RSA = (rsa.generate_private_key(public_exponent=65537, key_size=2048) for _ in "12")
EC256, EC384 = (ec.generate_private_key(curve) for curve in (ec.SECP256R1(), ec.SECP384R1()))
ED = ed25519.Ed25519PrivateKey.generate()

BOTH = [CONFIGURATION, KEYS]

Answer = Callable[[BaseHTTPRequestHandler], None]


class Issuer:
    """Tests may change its documents at any time; ``asked`` are the paths that were asked for."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.asked: list[str] = []
        self.keys: list[dict[str, Any]] = [published("first", RSA)]
        self.answers: dict[str, Answer] = {}
        self.let_go = threading.Event()

    def configuration(self) -> dict[str, Any]:
        """OpenID's discovery document, with the fields that are read here."""
        return {"issuer": self.url, "jwks_uri": self.url + KEYS, "id_token_signing_alg": ["RS256"]}

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        """Answer a request: as the test wants, or as issuers do."""
        self.asked.append(request.path)
        if request.path in self.answers:
            self.answers[request.path](request)
        elif request.path == CONFIGURATION:
            send(request, json.dumps(self.configuration()))
        elif request.path == KEYS:
            send(request, json.dumps({"keys": self.keys}))
        else:
            send(request, "", status=404)

    def hang(self, request: BaseHTTPRequestHandler) -> None:
        """Say nothing until the test is over."""
        self.let_go.wait(30)

    def bearer(
        self, kid: str | None = "first", key: Any = RSA, algorithm: str = "RS256", **claims: Any
    ) -> str:
        """The header's value with a token of this issuer."""
        return bearer(
            {"iss": self.url, "sub": "ann", **claims},
            key,
            algorithm,
            {} if kid is None else {"kid": kid},
        )


def published(kid: str | None, private_key: Any, **more: Any) -> dict[str, Any]:
    """An entry of a JSON Web Key Set."""
    public = private_key.public_key()
    if isinstance(private_key, rsa.RSAPrivateKey):
        entry = RSAAlgorithm.to_jwk(public, as_dict=True)
    elif isinstance(private_key, ed25519.Ed25519PrivateKey):
        entry = OKPAlgorithm.to_jwk(public, as_dict=True)
    else:
        entry = ECAlgorithm.to_jwk(public, as_dict=True)
    entry.pop("key_ops", None)
    return {**entry, **({} if kid is None else {"kid": kid}), **more}


def send(
    request: BaseHTTPRequestHandler,
    body: str | bytes,
    status: int = 200,
    headers: dict[str, str] | None = None,
) -> None:
    """Write an answer."""
    content = body if isinstance(body, bytes) else body.encode()
    request.send_response(status)
    for name, value in {"Content-Length": str(len(content)), **(headers or {})}.items():
        request.send_header(name, value)
    request.end_headers()
    request.wfile.write(content)


def authorizer(issuer: Issuer, audience: str | None = None) -> Authorizer:
    """The authorizer that a server with this issuer makes."""
    made = Authorizer.of(Settings(jwt_issuer=issuer.url, jwt_audience=audience))
    assert made is not None
    return made


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    """Run a whole test in one event loop, as a worker does."""

    async def main() -> None:
        await scenario()

    asyncio.run(main())


@contextmanager
def running(port: int = 0) -> Iterator[Issuer]:
    """An issuer that listens until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            issuer.answer(self)

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    issuer = Issuer(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield issuer
    finally:
        issuer.let_go.set()
        server.shutdown()
        server.server_close()
        thread.join()
