"""Identities that have to be asked for: OAuth's client credentials, and AWS's signatures."""

from __future__ import annotations

import hashlib
import hmac
import json
import ssl
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol
from urllib.parse import parse_qsl, quote, urlencode

from regent.client.core.address import Address, proxy_for
from regent.client.core.auth import Headers, bearer
from regent.client.core.http1 import HttpRequest, Reply
from regent.client.drivers.blocking import Pool
from regent.client.drivers.protocols import Route, Transport
from regent.client.environment import environment
from regent.client.errors import InvalidConfig, UnexpectedAnswer, Unreachable
from regent.errors import NotAllowed

#: A token is renewed so long before it ends: clocks differ, and requests take time.
EARLY_SECONDS: Final = 60.0
#: The life of a token whose issuer does not say how long it lives.
UNKNOWN_SECONDS: Final = 300.0
_WITHIN_SECONDS: Final = 10.0


class ClientCredentials:
    """A token from an OAuth token URL. It is kept until a minute before its end; threads and tasks
    that need one at the same time wait for one request."""

    renewable: bool = True

    def __init__(
        self,
        token_url: str,
        client_id: str,
        client_secret: str,
        scope: str | None = None,
        *,
        ssl_context: ssl.SSLContext | None = None,
        transport: Transport | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        address = Address.parsed(token_url, name="token_url")
        if not address.tls and not address.is_local:
            raise InvalidConfig(
                f"a client's secret would travel to {address.url} in the clear; use https"
            )
        if ":" in client_id:
            raise InvalidConfig(f"client_id is {client_id!r}; it takes no colon")
        proxy = proxy_for(address, "environment", environment())
        self._target = address.prefix or "/"
        self._transport = transport or Pool(Route(address, proxy, ssl_context, 1))
        pair = f"{quote(client_id, safe='')}:{quote(client_secret, safe='')}"
        self._headers: Headers = (
            ("Authorization", f"Basic {b64encode(pair.encode()).decode()}"),
            ("Content-Type", "application/x-www-form-urlencoded"),
            ("Accept", "application/json"),
        )
        form = {"grant_type": "client_credentials"} | ({} if scope is None else {"scope": scope})
        self._body = urlencode(form).encode()
        self._clock = clock
        self._lock = threading.Lock()
        self._token: str | None = None
        self._ends = 0.0
        self.url = address.url

    def __repr__(self) -> str:
        return f"<ClientCredentials of {self.url}>"

    @property
    def blocks(self) -> bool:
        """Whether the next ``ask`` sends a request."""
        return self._token is None or self._clock() >= self._ends

    def ask(self, request: HttpRequest, *, again: bool) -> str:  # noqa: ARG002
        """The token: the one that is kept, or a new one. ``again``: the kept one was refused, at a
        time at which another thread may have renewed it already."""
        refused = self._token if again else None
        with self._lock:
            if self.blocks or (again and self._token == refused):
                self._renew()
            return str(self._token)

    def headers(self, given: str) -> Headers:
        """The bearer token."""
        return bearer(given)

    def _renew(self) -> None:
        began = self._clock()
        request = HttpRequest("POST", self._target, self._headers, self._body)
        try:
            reply = self._transport.exchange(request, _WITHIN_SECONDS)
        except Unreachable as error:
            # Nothing of the request that wants the token was sent.
            raise Unreachable(str(error), sent=False, final=error.final) from error
        said = _object(reply)
        token = said.get("access_token")
        if reply.status != 200 or not isinstance(token, str):
            reason = said.get("error_description") or said.get("error") or "it gave no token"
            if reply.status >= 500 or reply.status == 429:
                raise Unreachable(f"{self.url} answered {reply.status}: {reason}", sent=False)
            raise NotAllowed(f"{self.url} answered {reply.status}: {reason}")
        lives = said.get("expires_in")
        seconds = float(lives) if isinstance(lives, int | float) else UNKNOWN_SECONDS
        self._token = token
        # One that lives for a minute or less is used for half of its life.
        self._ends = began + max(seconds - EARLY_SECONDS, seconds / 2)


def _object(reply: Reply) -> Mapping[str, Any]:
    try:
        said = json.loads(reply.body)
    except ValueError:
        said = None
    if not isinstance(said, dict):
        if reply.status == 200:
            raise UnexpectedAnswer("the token URL answered no JSON object")
        return {}
    return said


class AwsCredentials(Protocol):
    """What botocore's credentials are."""

    def get_frozen_credentials(self) -> Any:
        """Key, secret and token of one moment."""


class SigV4:
    """AWS's signature, for a stack whose ``authMode`` is ``iam``. The credentials are those that
    boto3 finds, unless some are passed in."""

    renewable: bool = False

    def __init__(
        self,
        region: str,
        service: str = "execute-api",
        credentials: AwsCredentials | None = None,
        *,
        host: str | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._region = region
        self._service = service
        self._credentials = credentials
        self._host = host
        self._now = now

    def __repr__(self) -> str:
        return f"<SigV4 for {self._service} in {self._region}>"

    def at(self, address: Address) -> SigV4:
        """The signer of one server: its name is part of what is signed."""
        return SigV4(
            self._region,
            self._service,
            self._credentials,
            host=address.authority,
            now=self._now,
        )

    @property
    def blocks(self) -> bool:
        """Whether the next ``ask`` may look for credentials, or renew them."""
        due = getattr(self._credentials, "refresh_needed", None)
        return self._credentials is None or bool(due is not None and due())

    def ask(self, request: HttpRequest, *, again: bool) -> Headers:  # noqa: ARG002
        """The headers of a signed request."""
        if self._credentials is None:
            self._credentials = _found()
        frozen = self._credentials.get_frozen_credentials()
        return self._signed(request, frozen.access_key, frozen.secret_key, frozen.token)

    def headers(self, given: Headers) -> Headers:
        """The headers that were made."""
        return given

    def _signed(
        self, request: HttpRequest, access_key: str, secret_key: str, token: str | None
    ) -> Headers:
        stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(self._now()))
        path, _, query = request.target.partition("?")
        signed = {"host": str(self._host), "x-amz-date": stamp}
        if token:
            signed["x-amz-security-token"] = token
        names = ";".join(sorted(signed))
        canonical = "\n".join(
            [
                request.method,
                quote(path or "/", safe="/~"),
                _canonical(query),
                *[f"{name}:{signed[name]}" for name in sorted(signed)],
                "",
                names,
                hashlib.sha256(request.body or b"").hexdigest(),
            ]
        )
        scope = f"{stamp[:8]}/{self._region}/{self._service}/aws4_request"
        hashed = hashlib.sha256(canonical.encode()).hexdigest()
        text = f"AWS4-HMAC-SHA256\n{stamp}\n{scope}\n{hashed}"
        key = f"AWS4{secret_key}".encode()
        for part in scope.split("/"):
            key = hmac.digest(key, part.encode(), "sha256")
        signature = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
        said = (
            f"AWS4-HMAC-SHA256 Credential={access_key}/{scope}, SignedHeaders={names},"
            f" Signature={signature}"
        )
        more = (("X-Amz-Security-Token", token),) if token else ()
        return (("X-Amz-Date", stamp), *more, ("Authorization", said))


def _canonical(query: str) -> str:
    pairs = parse_qsl(query, keep_blank_values=True)
    encoded = sorted((quote(name, safe="-_.~"), quote(value, safe="-_.~")) for name, value in pairs)
    return "&".join(f"{name}={value}" for name, value in encoded)


def _found() -> AwsCredentials:
    try:
        from botocore.session import Session  # noqa: PLC0415 - only where AWS signs
    except ImportError:
        raise InvalidConfig(
            "SigV4 finds credentials with botocore: install boto3, or pass credentials"
        ) from None
    found: AwsCredentials | None = Session().get_credentials()
    if found is None:
        raise InvalidConfig(
            "no AWS credentials were found: set AWS_PROFILE or AWS_ACCESS_KEY_ID, or give this"
            " machine a role"
        )
    return found
