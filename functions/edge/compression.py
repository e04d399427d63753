"""Answers travel compressed to callers that take gzip: lists and documents shrink to a tenth."""

from __future__ import annotations

import base64
import gzip
from typing import Any, Final

from aws_lambda_powertools.event_handler import Response

from regent.limits import MIN_COMPRESSED_BYTES

#: A page of a list: level 6 would take more than twice the time for a tenth of the bytes.
_LEVEL: Final = 1


def compress(response: Response[Any], accepted: str | None) -> None:
    """Compress an answer whose caller takes gzip (``accepted``: its Accept-Encoding), unless it is
    short. The body becomes base64, in which Lambda hands bytes to API Gateway."""
    body = response.body
    # What is bytes already was compressed where it was made.
    if not isinstance(body, str) or response.base64_encoded or len(body) < MIN_COMPRESSED_BYTES:
        return
    response.headers["Vary"] = "Accept-Encoding"
    if takes_gzip(accepted or ""):
        packed = gzip.compress(body.encode(), _LEVEL, mtime=0)
        response.headers["Content-Encoding"] = "gzip"
        response.body = base64.b64encode(packed).decode()
        response.base64_encoded = True


def takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding names gzip, and not to refuse it (``gzip;q=0``)."""
    for coding in accepted.lower().split(","):
        name, *parameters = (part.strip() for part in coding.split(";"))
        if name == "gzip":
            return not any(_is_zero(each) for each in parameters)
    return False


def _is_zero(parameter: str) -> bool:
    name, _, value = parameter.partition("=")
    return name.strip() == "q" and not value.strip(" 0.")
