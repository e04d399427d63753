"""Checks a bearer token the way API Gateway's JWT authorizer does, and hands on its claims."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Protocol

import jwt

from regent.local.issuer import IssuerKeys, check_address
from regent.local.keys import Key, configured_keys
from regent.settings import InvalidSettings, Settings

LEEWAY_SECONDS = 5  # two machines' clocks
#: Claims that the handlers read as arrays when API Gateway has made them texts with brackets.
_ARRAYS = ("roles", "scope", "scp")


class Unauthorized(Exception):
    """The token is missing, malformed, forged, expired or meant for somebody else."""


class KeySource(Protocol):
    """Where the keys come from that may have signed a token."""

    async def named(self, kid: str | None) -> Sequence[Key]:
        """The keys that a token of this key id may be signed with."""

    def describe(self) -> str:
        """For the server's greeting."""


class ConfiguredKeys:
    """The keys of REGENT_JWT_KEY. They have no ids: each of them is tried."""

    def __init__(self, text: str) -> None:
        self._keys = configured_keys(text)

    async def named(self, kid: str | None) -> Sequence[Key]:  # noqa: ARG002 - see the class
        """All of them."""
        return self._keys

    def describe(self) -> str:
        """Which algorithms they are for."""
        algorithms = {algorithm for key in self._keys for algorithm in key.algorithms}
        return "signed with REGENT_JWT_KEY (" + ", ".join(sorted(algorithms)) + ")"


class Authorizer:
    """Knows whose signatures count, and what a token has to say of itself."""

    def __init__(
        self,
        keys: KeySource,
        *,
        issuer: str | None = None,
        audience: str | None = None,
        role_claims: Sequence[str] = (),
    ) -> None:
        self._keys = keys
        self._arrays = frozenset({*_ARRAYS, *role_claims})
        self._issuer = issuer
        self._audience = audience

    @classmethod
    def of(cls, settings: Settings) -> Authorizer | None:
        """What the settings ask for; None: the server is open."""
        key, issuer, audience = settings.jwt_key, settings.jwt_issuer, settings.jwt_audience
        source: KeySource | None = ConfiguredKeys(key) if key else None
        if source is None and issuer:
            check_address(issuer)
            source = IssuerKeys(issuer)
        if source is not None:
            claims = settings.jwt_role_claims
            return cls(source, issuer=issuer, audience=audience, role_claims=claims)
        for name, wanted in (
            ("JWT_AUDIENCE", audience),
            ("JWT_ROLE_CLAIMS", settings.jwt_role_claims),
            ("AUTH_REQUIRED", settings.auth_required),
        ):
            if wanted:
                raise InvalidSettings(
                    f"REGENT_{name} is set, but neither REGENT_JWT_KEY nor REGENT_JWT_ISSUER:"
                    " no token could be checked"
                )
        return None

    def describe(self) -> str:
        """What is checked, in a line."""
        parts = [self._keys.describe()]
        if self._issuer is not None:
            parts.append(f"issuer {self._issuer}")
        parts.append(f"audience {self._audience}" if self._audience else "any audience")
        return ", ".join(parts)

    async def claims(self, authorization: str | None) -> dict[str, Any]:
        """Return the token's claims, or raise Unauthorized.

        API Gateway writes each as a text, an array as well: there ``["team admin"]`` looks like two
        roles. An array stays one here, and all else is a text. A text that looks like an array of
        roles becomes the only element of one, so that nobody reads more out of it.
        """
        token = _token(authorization)
        try:
            kid = jwt.get_unverified_header(token).get("kid")
        except jwt.PyJWTError:
            raise Unauthorized("the token is not valid") from None
        for key in await self._keys.named(kid):
            claims = self._signed_claims(token, key)
            if claims is not None:
                return {name: self._claim(name, value) for name, value in claims.items()}
        raise Unauthorized("the token is not valid")

    def _claim(self, name: str, value: Any) -> Any:
        if name in self._arrays and isinstance(value, str) and value.startswith("["):
            return [value]
        return value if isinstance(value, str | list) else json.dumps(value)

    def _signed_claims(self, token: str, key: Key) -> dict[str, Any] | None:
        """What the token says; None when this is not the key that signed it."""
        try:
            claims: dict[str, Any] = jwt.decode(
                token,
                key.material,
                algorithms=key.algorithms,
                issuer=self._issuer,
                leeway=LEEWAY_SECONDS,
                options={
                    "require": ["exp"],
                    "verify_aud": False,
                    "verify_iss": self._issuer is not None,
                },
            )
        except (jwt.InvalidSignatureError, jwt.InvalidAlgorithmError):
            return None
        # From here on the token is one of ours: its bearer may know what is wrong with it.
        except jwt.ExpiredSignatureError:
            raise Unauthorized("the token has expired") from None
        except jwt.ImmatureSignatureError:
            raise Unauthorized("the token is not valid yet") from None
        except jwt.InvalidIssuerError:
            raise Unauthorized("the token is from another issuer") from None
        # OverflowError: an `exp` of Infinity, which JSON does not have and Python reads.
        except (jwt.PyJWTError, OverflowError):
            raise Unauthorized("the token is not valid") from None
        if self._audience is not None and not _is_for(self._audience, claims):
            raise Unauthorized("the token is for another audience")
        return claims


def _token(authorization: str | None) -> str:
    if not authorization:
        raise Unauthorized("a bearer token is required")
    scheme, _, token = authorization.strip().partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthorized("the Authorization header must be: Bearer <token>")
    return token.strip()


def _is_for(audience: str, claims: dict[str, Any]) -> bool:
    """As API Gateway asks: `client_id` counts where there is no `aud` (Cognito's access tokens)."""
    meant = claims.get("aud", claims.get("client_id"))
    return audience in (meant if isinstance(meant, list) else [meant])
