"""An issuer with a login: it sends the browser back with a code, and gives tokens for it."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

from tests.local import issuer

CLIENT = "console"


@dataclass
class LoginIssuer:
    """The two endpoints of the authorization code flow, before the tests' issuer of tokens."""

    keys: issuer.Issuer
    url: str
    role: str = "admin"
    #: Seconds until a token ends.
    lifetime: int = 3600
    refresh: bool = False
    #: The requests of the browser to log in, and forms that reached the token endpoint.
    logins: list[dict[str, str]] = field(default_factory=list)
    forms: list[dict[str, str]] = field(default_factory=list)

    def settings(self) -> dict[str, str]:
        """What a server has to be told of it."""
        return {
            "jwt_issuer": self.keys.url,
            "console_client_id": CLIENT,
            "console_authorize_url": f"{self.url}/authorize",
            "console_token_url": f"{self.url}/token",
        }

    def authorize(self, request: BaseHTTPRequestHandler) -> None:
        """Nobody is asked for a name: the browser goes back at once, with a code."""
        asked = dict(parse_qsl(urlsplit(request.path).query))
        self.logins.append(asked)
        back = urlencode({"code": f"code-{len(self.logins)}", "state": asked["state"]})
        request.send_response(302)
        request.send_header("Location", f"{asked['redirect_uri']}?{back}")
        request.send_header("Content-Length", "0")
        request.end_headers()

    def token(self, request: BaseHTTPRequestHandler) -> None:
        """Tokens for a code or for an older token; also for a page of another origin."""
        body = request.rfile.read(int(request.headers["Content-Length"])).decode()
        form = {name: values[0] for name, values in parse_qs(body).items()}
        self.forms.append(form)
        status, answer = (200, self._tokens()) if self._is_right(form) else (400, {"error": "no"})
        content = json.dumps(answer).encode()
        request.send_response(status)
        request.send_header("Content-Type", "application/json")
        request.send_header("Access-Control-Allow-Origin", "*")
        request.send_header("Content-Length", str(len(content)))
        request.end_headers()
        request.wfile.write(content)

    def _is_right(self, form: dict[str, str]) -> bool:
        if form["client_id"] != CLIENT:
            return False
        if form["grant_type"] == "refresh_token":
            return form["refresh_token"] == "again"
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        return challenge == self.logins[-1]["code_challenge"]

    def _tokens(self) -> dict[str, Any]:
        token = self.keys.bearer(role=self.role, exp=int(time.time()) + self.lifetime)
        more = {"refresh_token": "again"} if self.refresh else {}
        return {"access_token": token.removeprefix("Bearer "), "token_type": "Bearer", **more}


@contextmanager
def running() -> Iterator[LoginIssuer]:
    """An issuer that listens until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found.authorize(self)

        def do_POST(self) -> None:
            found.token(self)

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        with issuer.running() as keys:
            found = LoginIssuer(keys, f"http://127.0.0.1:{server.server_address[1]}")
            yield found
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
