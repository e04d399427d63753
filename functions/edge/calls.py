"""What a route's function may know of its request beside its parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aws_lambda_powertools.utilities.typing import LambdaContext

from regent.limits import CLIENT_HEADER

Claims = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """One request, whichever way it came."""

    request_id: str
    #: What the authorizer read in the token; None without an authorizer or a token.
    claims: Claims | None
    context: LambdaContext
    #: In characters or bytes.
    body_length: int
    #: The header `regent-client`: the name that a client gave itself.
    client: str | None = None
    #: Where callers sign their requests: as whom IAM knows this one.
    signer: str | None = None

    @staticmethod
    def of_event(event: Mapping[str, Any], context: LambdaContext) -> Call:
        """As API Gateway hands it to the Lambda."""
        return Call(
            request_id=event["requestContext"]["requestId"],
            claims=claims_of(event),
            context=context,
            body_length=len(event.get("body") or ""),
            client=client_of(event),
            signer=_signer_of(event),
        )


def client_of(event: Mapping[str, Any]) -> str | None:
    """The name of the client, in a header of the event."""
    found: str | None = (event.get("headers") or {}).get(CLIENT_HEADER)
    return found


def _signer_of(event: Mapping[str, Any]) -> str | None:
    found = _handed_on(event, "iam")
    arn = None if found is None else found.get("userArn")
    return arn if isinstance(arn, str) else None


def claims_of(event: Mapping[str, Any]) -> Claims | None:
    """The claims that the authorizer put into the event."""
    found = _handed_on(event, "jwt")
    if found is None:
        return None
    claims = found.get("claims")
    return claims if claims is None or isinstance(claims, dict) else {}


def _handed_on(event: Mapping[str, Any], name: str) -> Mapping[str, Any] | None:
    """What an authorizer of this kind hands on, if there is one."""
    found: Any = event["requestContext"]
    for each in ("authorizer", name):
        found = found.get(each)
        if not isinstance(found, Mapping):
            return None
    handed_on: Mapping[str, Any] = found
    return handed_on
