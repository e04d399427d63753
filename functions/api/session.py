"""GET /api/v1/session: who the caller is, as the server sees it, and what answers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from aws_lambda_powertools.event_handler import Response
from pydantic import BaseModel

from functions.edge.http import Api, answer, described, errors
from functions.edge.roles import Role, name_of, needs, role_of
from functions.stores import settings
from regent import __version__
from regent.rows import instant

app = Api()
handler = app.handler


class Server(BaseModel):
    """The release that answers, and the name of this installation (``REGENT_SERVICE``)."""

    version: str
    service: str


class SessionAnswer(BaseModel):
    """Where no token is needed, everybody is an administrator without a name. ``expiresAt``: the
    end of the token."""

    subject: str | None
    role: str
    expiresAt: str | None
    authRequired: bool
    server: Server


@app.get(
    "/api/v1/session",
    summary="Who am I",
    responses=described("The caller and the server", SessionAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def read_session() -> Response[Any]:
    """The subject and the role that the token gives, and until when."""
    claims = app.call.claims
    role = Role.ADMIN if claims is None else role_of(claims)
    return answer(
        200,
        {
            "subject": _text(claims, "sub"),
            "role": None if role is None else name_of(role),
            "expiresAt": _expiry(_text(claims, "exp")),
            "authRequired": settings().auth_required,
            "server": {"version": __version__, "service": settings().service},
        },
    )


def _text(claims: dict[str, Any] | None, name: str) -> str | None:
    """A claim as API Gateway writes it, which makes a text of all but arrays."""
    found = (claims or {}).get(name)
    if isinstance(found, int | float) and not isinstance(found, bool):
        found = str(found)
    # Half of a surrogate pair may be in a token, and in no answer.
    return found.encode(errors="replace").decode() or None if isinstance(found, str) else None


def _expiry(seconds: str | None) -> str | None:
    try:
        return None if seconds is None else instant(datetime.fromtimestamp(float(seconds), UTC))
    except (ValueError, OverflowError, OSError):
        return None
