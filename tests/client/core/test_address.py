"""URLs of servers, and the proxies in between."""

from __future__ import annotations

from typing import Any

import pytest

from regent.client.core.address import Address, Proxy, proxy_for
from regent.client.errors import InvalidConfig


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("http://localhost:6632", (False, "localhost", 6632, "", "localhost:6632")),
        ("http://localhost:6632/", (False, "localhost", 6632, "", "localhost:6632")),
        ("https://api.example.com", (True, "api.example.com", 443, "", "api.example.com")),
        ("https://api.example.com:443", (True, "api.example.com", 443, "", "api.example.com")),
        ("http://h:443", (False, "h", 443, "", "h:443")),
        ("https://h/prod/", (True, "h", 443, "/prod", "h")),
        ("https://h/a%20b/ü", (True, "h", 443, "/a%20b/%C3%BC", "h")),
        ("http://[::1]:80", (False, "::1", 80, "", "[::1]")),
        ("http://[::1]:6632", (False, "::1", 6632, "", "[::1]:6632")),
        ("https://münchen.ex", (True, "xn--mnchen-3ya.ex", 443, "", "xn--mnchen-3ya.ex")),
    ],
)
def test_a_url_is_taken_apart(url: str, parts: tuple[Any, ...]) -> None:
    found = Address.parsed(url)
    assert (found.tls, found.host, found.port, found.prefix, found.authority) == parts


@pytest.mark.parametrize(
    "url",
    [
        "",
        "localhost:6632",
        "ftp://h",
        "http://",
        "http://h:port",
        "http://h:99999",
        "http://h?x=1",
        "http://h#x",
        "http://user:secret@h",
        "http://h/a b",
        "http://h\r\nX: 1",
    ],
)
def test_what_is_no_url_of_a_server_is_refused(url: str) -> None:
    with pytest.raises(InvalidConfig, match="it takes the server's URL"):
        Address.parsed(url)


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost", True),
        ("regent.localhost", True),
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("[::1]", True),
        ("localhost.example.com", False),
        ("10.0.0.1", False),
        ("h", False),
    ],
)
def test_this_machine_is_told_from_others(host: str, local: bool) -> None:
    assert Address.parsed(f"http://{host}").is_local == local


def found(url: str, **environment: str) -> str | None:
    proxy = proxy_for(Address.parsed(url), "environment", environment)
    return proxy.address.url if proxy else None


def test_https_goes_through_the_proxy_of_the_environment() -> None:
    said = {"HTTPS_PROXY": "http://proxy:3128"}
    assert found("https://api.example.com", **said) == "http://proxy:3128"
    assert found("https://api.example.com", https_proxy="proxy:3128") == "http://proxy:3128"
    assert found("http://api.example.com", **said) is None
    assert found("https://localhost", **said) is None
    assert found("https://api.example.com") is None


@pytest.mark.parametrize(
    ("excluded", "direct"),
    [
        ("api.example.com", True),
        ("example.com", True),
        (".example.com", True),
        ("*.example.com", True),
        ("other.com, EXAMPLE.com", True),
        ("*", True),
        ("api.example.com:443", True),
        ("api.example.com:8443", False),
        ("ample.com", False),
        ("", False),
        (",", False),
    ],
)
def test_no_proxy_names_those_that_are_asked_directly(excluded: str, direct: bool) -> None:
    proxy = found("https://api.example.com", HTTPS_PROXY="http://p:1", NO_PROXY=excluded)
    assert (proxy is None) == direct


def test_a_proxy_may_be_given_with_a_password_or_ruled_out() -> None:
    address = Address.parsed("http://api.example.com")
    proxy = Proxy.parsed("http://me:p%40ss@proxy:3128")
    assert (proxy.address.host, proxy.credentials) == ("proxy", "me:p@ss")
    assert proxy_for(address, "http://me:p%40ss@proxy:3128", {}) == proxy
    assert proxy_for(address, None, {"HTTPS_PROXY": "http://p:1"}) is None


def test_a_proxy_of_another_kind_is_refused_without_its_password() -> None:
    with pytest.raises(InvalidConfig, match="socks5") as refused:
        Proxy.parsed("socks5://me:secret@proxy:1080")
    assert "secret" not in str(refused.value)
