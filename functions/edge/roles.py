"""Who may call a route: the role stands beside the route, and the token's claims give the
caller's."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, Final, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


class Role(IntEnum):
    """Each role may do everything that the roles before it may."""

    PUBLIC = 0
    READ_ONLY = 1
    READ_WRITE = 2
    ADMIN = 3


#: The roles as tokens spell them: in the claim `role`, the array `roles`, or as scopes like
#: `regent:admin`.
NAMES: Final[Mapping[str, Role]] = {
    "read-only": Role.READ_ONLY,
    "read-write": Role.READ_WRITE,
    "admin": Role.ADMIN,
}
_SCOPE: Final = re.compile(r"regent[:/](.+)")


def needs(role: Role) -> Callable[[Function], Function]:
    """Mark a route's function with the role that its callers need."""

    def mark(function: Function) -> Function:
        function.role = role  # type: ignore[attr-defined]
        # For the local gateway, which knows no roles: whether to ask for a token at all.
        function.is_public = role is Role.PUBLIC  # type: ignore[attr-defined]
        return function

    return mark


def role_needed(function: Callable[..., Any]) -> Role:
    """The role of a route; a route without a role needs the administrator's."""
    return getattr(function, "role", Role.ADMIN)


def role_of(claims: Mapping[str, Any]) -> Role | None:
    """The highest role that a token's claims give; None if they give none.

    API Gateway passes an array on as text: ``[read-only admin]``.
    """
    words = [word for claim in ("role", "roles") for word in _elements(claims.get(claim))]
    scopes = [
        scope
        for claim in ("scope", "scp")
        for element in _elements(claims.get(claim))
        for scope in element.split()  # OAuth writes scopes into one text, separated by spaces
    ]
    words += [match[1] for scope in scopes if (match := _SCOPE.fullmatch(scope))]
    return max((NAMES[word] for word in words if word in NAMES), default=None)


def _elements(claim: Any) -> list[str]:
    """The elements of an array. A plain text is one element, so that ``not admin`` is no admin."""
    if isinstance(claim, list):
        return [element for element in claim if isinstance(element, str)]
    if not isinstance(claim, str):
        return []
    if claim.startswith("[") and claim.endswith("]"):
        return claim[1:-1].split()
    return [claim]
