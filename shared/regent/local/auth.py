"""Checks a bearer token the way API Gateway's JWT authorizer does, and hands on its claims."""

import json
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

# What the contract lists as public: a load balancer and a browser come without a token.
OPEN_PATHS = frozenset({"/", "/health", "/metrics", "/metrics/prometheus"})
MIN_SECRET_BYTES = 32  # RFC 7518: an HS256 key is at least as long as its hash
LEEWAY_SECONDS = 5  # two machines' clocks


class Unauthorized(Exception):
    """The token is missing, malformed, forged, expired or meant for somebody else."""


class Authorizer:
    """Knows the one key that signs our tokens, and which algorithms that key may be used with.

    The algorithm is never taken from the token: a public key must not pass as an HS256 secret.
    """

    def __init__(self, key: str, *, issuer: str | None = None, audience: str | None = None) -> None:
        self._key: Any = key
        self._algorithms = ["HS256"]
        self._issuer = issuer
        self._audience = audience
        if "-----BEGIN" in key:
            # A key that travelled through an environment variable often has its breaks escaped.
            public_key = load_pem_public_key(key.replace("\\n", "\n").encode())
            self._key = public_key
            self._algorithms = _algorithms(public_key)
        elif len(key.encode()) < MIN_SECRET_BYTES:
            raise ValueError(f"the JWT secret must have at least {MIN_SECRET_BYTES} bytes")

    def claims(self, authorization: str | None) -> dict[str, str]:
        """Return the token's claims as API Gateway writes them, or raise Unauthorized."""
        if not authorization:
            raise Unauthorized("A bearer token is required.")
        scheme, _, token = authorization.strip().partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise Unauthorized("The Authorization header must be: Bearer <token>.")
        try:
            claims = jwt.decode(
                token.strip(),
                self._key,
                algorithms=self._algorithms,
                issuer=self._issuer,
                audience=self._audience,
                leeway=LEEWAY_SECONDS,
                options={
                    "require": ["exp"],
                    "verify_aud": self._audience is not None,
                    "verify_iss": self._issuer is not None,
                },
            )
        except jwt.ExpiredSignatureError:
            raise Unauthorized("The token has expired.") from None
        except jwt.InvalidTokenError:
            raise Unauthorized("The token is not valid.") from None
        return {name: _claim_text(value) for name, value in claims.items()}


def _algorithms(public_key: object) -> list[str]:
    if isinstance(public_key, RSAPublicKey):
        return ["RS256", "RS384", "RS512"]
    if isinstance(public_key, Ed25519PublicKey):
        return ["EdDSA"]
    if isinstance(public_key, EllipticCurvePublicKey):
        return ["ES256"]
    raise ValueError(f"a {type(public_key).__name__} can't verify tokens")


def _claim_text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "[" + " ".join(_claim_text(item) for item in value) + "]"
    return json.dumps(value)
