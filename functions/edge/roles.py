"""Who may call a route: the role stands beside the route, and the token's claims give the
caller's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, Final, TypeVar

from functions.stores import settings
from regent.errors import Forbidden, Unauthorized

Function = TypeVar("Function", bound=Callable[..., Any])


class Role(IntEnum):
    """Each role may do everything that the roles before it may."""

    PUBLIC = 0
    READ_ONLY = 1
    READ_WRITE = 2
    ADMIN = 3


#: As tokens spell them in the claim `role` and the array `roles`.
NAMES: Final[Mapping[str, Role]] = {
    "read-only": Role.READ_ONLY,
    "read-write": Role.READ_WRITE,
    "admin": Role.ADMIN,
}
#: As scopes, and in `roles` beside those of other applications.
_SCOPES: Final[Mapping[str, Role]] = {
    f"regent{mark}{name}": role for name, role in NAMES.items() for mark in ":/"
}
_ROLES: Final = {**NAMES, **_SCOPES}


def needs(role: Role) -> Callable[[Function], Function]:
    """Mark a route's function with the role that its callers need."""

    def mark(function: Function) -> Function:
        function.role = role  # type: ignore[attr-defined]
        # For the local gateway, which knows no roles: whether to ask for a token at all.
        function.is_public = role is Role.PUBLIC  # type: ignore[attr-defined]
        # And whether a HEAD will do: a GET that needs more than reading takes messages, or counts
        # as a heartbeat.
        function.changes = role is Role.READ_WRITE  # type: ignore[attr-defined]
        return function

    return mark


def role_needed(function: Callable[..., Any]) -> Role:
    """The role of a route; a route without a role needs the administrator's."""
    return getattr(function, "role", Role.ADMIN)


def name_of(role: Role) -> str:
    """As tokens spell it."""
    return role.name.lower().replace("_", "-")


def admit(claims: Mapping[str, Any] | None, needed: Role) -> None:
    """Refuse a caller that may not use a route of this role."""
    if needed is Role.PUBLIC or (claims is None and not settings().auth_required):
        return
    if claims is None:
        raise Unauthorized("a bearer token is required")
    role = role_of(claims)
    wanted = name_of(needed)
    if role is None:
        raise Forbidden(
            f"this needs the role {wanted}, and the token gives none: it has to be in the claim"
            f" role or roles, or a scope such as regent:{wanted}; among roles of other"
            f" applications, write regent:{wanted}{_further(wanted)}",
            {"needed": wanted},
        )
    if role < needed:
        given = name_of(role)
        raise Forbidden(
            f"this needs the role {wanted}, and the token gives {given}",
            {"needed": wanted, "given": given},
        )


def seen_by(claims: Mapping[str, Any] | None) -> tuple[str, ...]:
    """The values of a queue's option ``payloads`` that show payloads to this caller."""
    role = Role.ADMIN if claims is None else role_of(claims)
    may_write = role is not None and role >= Role.READ_WRITE
    return ("all", "read-write") if may_write else ("all",)


def _further(wanted: str) -> str:
    """Where else the settings look for a role, as the end of a sentence."""
    claims = " or ".join(settings().jwt_role_claims)
    return f"; in {claims}, write {settings().jwt_role_prefix}{wanted}" if claims else ""


def role_of(claims: Mapping[str, Any]) -> Role | None:
    """The highest role that a token's claims give; None when they give none."""
    role = claims.get("role")
    found = [NAMES.get(role)] if isinstance(role, str) else []
    found += [_ROLES.get(word) for word in _role_names(claims.get("roles"))]
    for claim in ("scope", "scp"):
        found += [_SCOPES.get(word) for word in _scopes(claims.get(claim))]
    for claim in settings().jwt_role_claims:
        found += [_role_of_group(word) for word in _elements(claims.get(claim))]
    return max((role for role in found if role is not None), default=None)


def _role_of_group(word: str) -> Role | None:
    """The role that an element of a further claim gives: only with its prefix, because it may be a
    group of other applications."""
    prefix = settings().jwt_role_prefix
    return NAMES.get(word.removeprefix(prefix)) if word.startswith(prefix) else _SCOPES.get(word)


def _role_names(claim: Any) -> list[str]:
    """What the array holds.

    API Gateway writes an array as a text, ``[read-only admin]``, in which a role named ``team
    admin`` looks like two. So a bare word counts when all of the words are ours; beside others only
    one such as ``regent:admin`` does, which no name of others holds by accident.
    """
    words = _elements(claim)
    if _is_array_as_text(claim):
        known = _ROLES if all(word in _ROLES for word in words) else _SCOPES
        return [word for word in words if word in known]
    return words


def _elements(claim: Any) -> list[str]:
    """The elements of an array, also of one that API Gateway has made a text."""
    return claim[1:-1].split() if _is_array_as_text(claim) else _texts(claim)


def _is_array_as_text(claim: Any) -> bool:
    return isinstance(claim, str) and claim.startswith("[") and claim.endswith("]")


def _scopes(claim: Any) -> list[str]:
    """OAuth writes them into one text, with spaces; API Gateway an array of them with brackets."""
    if isinstance(claim, str):
        return claim.removeprefix("[").removesuffix("]").split()
    return _texts(claim)


def _texts(claim: Any) -> list[str]:
    """The texts of an array; a text alone is one, so that ``not admin`` is no admin."""
    elements = claim if isinstance(claim, list) else [claim]
    return [element for element in elements if isinstance(element, str)]
