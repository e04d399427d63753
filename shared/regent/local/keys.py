"""Keys that tokens may be signed with, each with the algorithms that it may be used for.

The algorithm is never taken from the token: a public key must not pass as an HS256 secret.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import jwt
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    SECP384R1,
    SECP521R1,
    EllipticCurvePublicKey,
)
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from regent.settings import InvalidSettings

MIN_SECRET_BYTES = 32  # RFC 7518: an HS256 key is at least as long as its hash
MIN_RSA_BITS = 2048  # RFC 7518
_PEM = re.compile(r"-----BEGIN [^-]+-----.*?-----END [^-]+-----", re.DOTALL)
_CURVES = {SECP256R1.name: "ES256", SECP384R1.name: "ES384", SECP521R1.name: "ES512"}


@dataclass(frozen=True, slots=True)
class Key:
    """Verifies signatures of these algorithms and no others."""

    material: Any
    algorithms: Sequence[str]


def configured_keys(text: str) -> list[Key]:
    """A secret, or public keys in PEM: two of them while one takes over from the other."""
    if "-----BEGIN" in text:
        # A key that travelled through an environment variable often has its breaks escaped.
        pems = _PEM.findall(text.replace("\\n", "\n"))
        if not pems:
            raise InvalidSettings("REGENT_JWT_KEY is a PEM text without its end")
        return [_public(pem) for pem in pems]
    if len(text.encode()) < MIN_SECRET_BYTES:
        raise InvalidSettings(f"the JWT secret must have at least {MIN_SECRET_BYTES} bytes")
    try:
        jwt.get_algorithm_by_name("HS256").prepare_key(text)
    except jwt.InvalidKeyError:
        raise InvalidSettings(
            "REGENT_JWT_KEY is a public key, but not in PEM: as a secret it would be known to all"
        ) from None
    return [Key(text, ["HS256"])]


def published_keys(entries: Iterable[Any]) -> dict[str, Key]:
    """The keys of a JSON Web Key Set by their ids; those that we cannot use are left out.

    A shared secret is left out too: what is published is none.
    """
    found: dict[str, Key] = {}
    for entry in entries:
        if not isinstance(entry, dict) or entry.get("kty") == "oct" or entry.get("use") == "enc":
            continue
        try:
            material = jwt.PyJWK(entry).key
            algorithms = _algorithms(material)
        except (jwt.PyJWTError, InvalidSettings, UnsupportedAlgorithm, ValueError):
            continue
        said = entry.get("alg")
        kept = [name for name in algorithms if said in (None, name)]
        if isinstance(entry.get("kid"), str) and kept:
            found[entry["kid"]] = Key(material, kept)
    return found


def _public(pem: str) -> Key:
    try:
        material = load_pem_public_key(pem.encode())
    except (ValueError, UnsupportedAlgorithm):
        kind = pem.split("-----")[1].removeprefix("BEGIN ").lower()
        raise InvalidSettings(
            f"REGENT_JWT_KEY holds a {kind} that cannot be read as a public key"
        ) from None
    return Key(material, _algorithms(material))


def _algorithms(public_key: object) -> list[str]:
    if isinstance(public_key, RSAPublicKey):
        if public_key.key_size < MIN_RSA_BITS:
            raise InvalidSettings(f"an RSA key needs at least {MIN_RSA_BITS} bits")
        return ["RS256", "RS384", "RS512"]
    if isinstance(public_key, Ed25519PublicKey):
        return ["EdDSA"]
    if isinstance(public_key, EllipticCurvePublicKey) and public_key.curve.name in _CURVES:
        return [_CURVES[public_key.curve.name]]
    raise InvalidSettings(f"a {type(public_key).__name__} of its kind can't verify tokens")
