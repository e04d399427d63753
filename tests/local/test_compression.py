"""Compressed answers through the local gateway, as a browser gets them."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from regent.local.gateway import Gateway
from regent.local.routes import RouteTable


def asked(method: str, accepted: str) -> httpx.Response:
    async def ask() -> httpx.Response:
        gateway: Any = Gateway(RouteTable(["functions.api.openapi"]))
        transport = httpx.ASGITransport(gateway)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            sent = {"accept-encoding": accepted, "origin": "http://localhost"}
            return await client.request(method, "/openapi.json", headers=sent)

    return asyncio.run(ask())


@pytest.mark.usefixtures("call")
def test_a_page_gets_what_it_can_unpack() -> None:
    packed, plain = asked("GET", "gzip, br"), asked("GET", "identity")
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
    assert packed.json()["openapi"].startswith("3.")
    assert int(packed.headers["content-length"]) * 4 < int(plain.headers["content-length"])
    for each in (packed, plain):
        assert each.headers.get_list("vary") == ["Accept-Encoding", "origin"]
    head = asked("HEAD", "gzip")
    assert head.headers["content-length"] == packed.headers["content-length"]
