"""The keys that an OpenID issuer publishes: found by its address, kept, read anew when they change.

Nothing here may hold up the event loop or a request: an issuer is asked in a thread of its own, one
question at a time, and a request waits for the answer only so long.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import logging
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from regent.local.keys import Key, published_keys
from regent.local.threads import HandlerThreads
from regent.settings import InvalidSettings

log = logging.getLogger("regent.local.issuer")

LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
FETCH_TIMEOUT_SECONDS = 3.0  # for the connection, and for each wait on it
WAIT_SECONDS = 5.0  # of a request whose token needs keys that are being read
FRESH_SECONDS = 300.0  # then they are read again, while requests go on with what is known
# An issuer that is away for longer takes its keys with it: one that it withdrew must not live on.
LAST_SECONDS = 3600.0
# Anybody can make up a key id: that must not make us ask the issuer without end.
PAUSE_SECONDS = 10.0
MAX_DOCUMENT_BYTES = 1_000_000


class IssuerFailed(Exception):
    """The issuer could not be asked, or answered nonsense: no token can be judged."""


class IssuerDiffers(IssuerFailed):
    """The document at the issuer's address is another issuer's."""


def check_address(issuer: str) -> None:
    """Refuse at start what could never be asked."""
    if not _is_safe(issuer) or "?" in issuer or "#" in issuer:
        raise InvalidSettings(
            f"REGENT_JWT_ISSUER is {issuer!r}; without REGENT_JWT_KEY it takes the address of an"
            " OpenID issuer: https://…, or http://… of this machine"
        )


def fetch_keys(issuer: str) -> dict[str, Key]:
    """Ask the issuer, now: its configuration says where its keys are."""
    configuration = _fetch(issuer.rstrip("/") + "/.well-known/openid-configuration")
    named = configuration.get("issuer")
    if named != issuer:
        raise IssuerDiffers(f"{issuer} calls itself {named!r}: its tokens do as well")
    place = configuration.get("jwks_uri")
    if not isinstance(place, str) or not _is_safe(place):
        raise IssuerFailed(f"{issuer} has its keys at {place!r}, which is no https address")
    entries = _fetch(place).get("keys")
    keys = published_keys(entries if isinstance(entries, list) else [])
    if not keys:
        raise IssuerFailed(f"{place} has no key that could verify a token")
    return keys


class IssuerKeys:
    """Knows the issuer's keys by their ids. Belongs to one event loop."""

    def __init__(self, issuer: str) -> None:
        self._issuer = issuer
        self._thread = HandlerThreads("issuer", 1)
        self._keys: Mapping[str, Key] = {}
        self._read_at = self._asked_at = float("-inf")
        #: Why the last reading came to nothing.
        self._failed: IssuerFailed | None = None
        self._asking: asyncio.Task[None] | None = None

    async def read(self) -> None:
        """Read the keys, at start: IssuerFailed says why that came to nothing."""
        if asking := self._ask():
            await asyncio.wait((asking,), timeout=WAIT_SECONDS)
        if self._failed:
            raise self._failed

    async def named(self, kid: str | None) -> Sequence[Key]:
        """The key of this id, or none; IssuerFailed when that cannot be said."""
        if kid is None:
            return []  # an issuer of several keys says which one it used
        if kid not in self._keys or self._age() > FRESH_SECONDS:
            asking = self._ask()
            # A key that is known goes on while it is confirmed.
            if asking and (kid not in self._keys or self._age() > LAST_SECONDS):
                await asyncio.wait((asking,), timeout=WAIT_SECONDS)
        known = self._age() <= LAST_SECONDS
        if known and kid in self._keys:
            return [self._keys[kid]]
        if not known or self._failed:
            raise IssuerFailed(f"{self._issuer} does not answer")  # the log says more
        return []

    def describe(self) -> str:
        """Whose keys they are."""
        return "signed with a key that the issuer publishes"

    def _age(self) -> float:
        return time.monotonic() - self._read_at

    def _ask(self) -> asyncio.Task[None] | None:
        """Begin to read the keys, unless somebody did so a moment ago; the reading, if any."""
        if self._asking is not None and not self._asking.done():
            return self._asking
        if time.monotonic() - self._asked_at < PAUSE_SECONDS:
            return None
        self._asked_at = time.monotonic()
        self._asking = asyncio.ensure_future(self._read())
        return self._asking

    async def _read(self) -> None:
        self._failed = IssuerFailed(f"{self._issuer} does not answer")  # until it has
        try:
            self._keys = await self._thread.run(lambda: fetch_keys(self._issuer))
        except IssuerFailed as failed:
            log.warning("the issuer's keys could not be read: %s", failed)
            self._failed = failed
            return
        self._read_at, self._failed = time.monotonic(), None


def _is_safe(url: str) -> bool:
    """Whether nobody on the way could answer with keys of his own."""
    try:
        parts = urlsplit(url)
        reachable = bool(parts.hostname) and parts.port != 0 and "@" not in parts.netloc
    except ValueError:
        return False
    local = parts.scheme == "http" and parts.hostname in LOCAL_HOSTS
    return reachable and (parts.scheme == "https" or local)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """An answer from elsewhere is not the issuer's."""

    def redirect_request(self, *_: Any) -> None:
        """None: the redirect itself is the answer, and an error."""


def _fetch(url: str) -> dict[str, Any]:
    request = urllib.request.Request(url, headers={"Accept": "application/json"})  # noqa: S310 - check_address
    handlers: list[urllib.request.BaseHandler] = [_NoRedirect()]
    if urlsplit(url).hostname in LOCAL_HOSTS:
        handlers.append(urllib.request.ProxyHandler({}))  # a proxy's localhost is another
    try:
        with urllib.request.build_opener(*handlers).open(
            request, timeout=FETCH_TIMEOUT_SECONDS
        ) as answer:
            text = answer.read(MAX_DOCUMENT_BYTES + 1)
        if len(text) > MAX_DOCUMENT_BYTES:
            raise IssuerFailed(f"{url} answered more than {MAX_DOCUMENT_BYTES} bytes")
        document = json.loads(text)
    except urllib.error.HTTPError as refused:
        with refused:
            raise IssuerFailed(f"{url} answered {refused.code}") from None
    except (OSError, http.client.HTTPException, ValueError, RecursionError) as error:
        raise IssuerFailed(f"{url}: {error}") from error
    if not isinstance(document, dict):
        raise IssuerFailed(f"{url} did not answer a JSON object")
    return document
