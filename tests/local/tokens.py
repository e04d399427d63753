"""Tokens, good and bad, for the tests of authentication."""

from __future__ import annotations

from typing import Any

import jwt
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

SECRET = "a secret of more than thirty-two bytes"
STRANGERS_SECRET = "another secret of more than thirty-two bytes"
FAR = 4_000_000_000  # in the year 2096


def signed(
    claims: dict[str, Any],
    key: Any = SECRET,
    algorithm: str = "HS256",
    headers: dict[str, Any] | None = None,
) -> str:
    """A token that lives long unless ``claims`` say otherwise; exp None: without an end."""
    every = {"exp": FAR} | claims
    kept = {name: value for name, value in every.items() if (name, value) != ("exp", None)}
    return jwt.encode(kept, key, algorithm=algorithm, headers=headers)


def bearer(
    claims: dict[str, Any],
    key: Any = SECRET,
    algorithm: str = "HS256",
    headers: dict[str, Any] | None = None,
) -> str:
    """The header's value with such a token."""
    return "Bearer " + signed(claims, key, algorithm, headers)


def public_pem(private_key: Any) -> str:
    """The public half as PEM."""
    text: bytes = private_key.public_key().public_bytes(
        Encoding.PEM, PublicFormat.SubjectPublicKeyInfo
    )
    return text.decode()


def private_pem(private_key: Any) -> str:
    """The secret half as PEM."""
    text: bytes = private_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return text.decode()
