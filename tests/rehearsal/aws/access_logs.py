"""The line that an HTTP API writes for a request (API Gateway guide, "Customize HTTP API access
logs")."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

#: All variables but the claims of a token, which may have any name.
VARIABLES: Final = frozenset(
    {
        "accountId", "apiId", "authorizer.error", "awsEndpointRequestId", "awsEndpointRequestId2",
        "customDomain.basePathMatched", "dataProcessed", "domainName", "domainPrefix",
        "error.message", "error.messageString", "error.responseType", "extendedRequestId",
        "httpMethod", "identity.accountId", "identity.caller",
        "identity.cognitoAuthenticationProvider", "identity.cognitoAuthenticationType",
        "identity.cognitoIdentityId", "identity.cognitoIdentityPoolId", "identity.principalOrgId",
        "identity.clientCert.clientCertPem", "identity.clientCert.subjectDN",
        "identity.clientCert.issuerDN", "identity.clientCert.serialNumber",
        "identity.clientCert.validity.notBefore", "identity.clientCert.validity.notAfter",
        "identity.sourceIp", "identity.user", "identity.userAgent", "identity.userArn",
        "integration.error", "integration.integrationStatus", "integration.latency",
        "integration.requestId", "integration.status", "integrationErrorMessage",
        "integrationLatency", "integrationStatus", "path", "protocol", "requestId", "requestTime",
        "requestTimeEpoch", "responseLatency", "responseLength", "routeKey", "stage", "status",
    }
)  # fmt: skip


class UnknownVariable(Exception):
    """A line names a variable that API Gateway does not have."""


def line(format_: str, request: Mapping[str, str]) -> dict[str, Any]:
    """The line of a request, whose variables have these values; others are a hyphen."""

    def value(found: re.Match[str]) -> str:
        name = found[1]
        if name not in VARIABLES and not re.match(r"authorizer\.claims\.\w+$", name):
            raise UnknownVariable(f"$context.{name}")
        return request.get(name, "-")

    written: dict[str, Any] = json.loads(re.sub(r"\$context\.([\w.]+)", value, format_))
    return written
