"""Calls to AWS through boto3. It is imported late, because the import takes a tenth of a second."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from regent.limits import AWS_ATTEMPTS, AWS_CONNECT_SECONDS, AWS_READ_SECONDS

#: Codes of services that are overloaded or broken for the moment.
_PASSING: Final = frozenset(
    {
        "DependencyTimeoutException",
        "InternalFailure",
        "InternalServiceError",
        "KMSInternalException",
        "KeyUnavailableException",
        "LimitExceededException",
        "RequestLimitExceeded",
        "RequestTimeout",
        "ServiceUnavailable",
        "Throttling",
        "ThrottlingException",
        "TooManyRequestsException",
    }
)


class AwsFailed(Exception):
    """AWS did not answer, or refused; ``reason`` is its code, or botocore's name for it."""

    def __init__(self, reason: str, *, passes: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        #: Whether the same call may succeed a moment later.
        self.passes = passes


def client(service: str, region: str | None) -> Any:
    """A client that gives up before our own caller does. Make and use it within ``failures()``."""
    import boto3  # noqa: PLC0415
    from botocore.config import Config  # noqa: PLC0415

    # At DEBUG botocore logs each answer whole: data keys and passwords in the clear.
    logging.getLogger("botocore.parsers").setLevel(logging.INFO)
    # A session of its own: two threads may not use the one that boto3 shares.
    return boto3.session.Session().client(
        service,
        region_name=region,
        config=Config(
            connect_timeout=AWS_CONNECT_SECONDS,
            read_timeout=AWS_READ_SECONDS,
            retries={"total_max_attempts": AWS_ATTEMPTS, "mode": "standard"},
        ),
    )


@contextmanager
def failures() -> Iterator[None]:
    """Raise every failure of a call to AWS as AwsFailed."""
    try:
        from botocore import exceptions  # noqa: PLC0415
    except ImportError:
        raise AwsFailed("boto3 is not installed", passes=False) from None
    try:
        yield
    except exceptions.ClientError as error:
        code = str(error.response.get("Error", {}).get("Code"))
        status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
        raise AwsFailed(code, passes=code in _PASSING or status >= 500) from error
    except (
        exceptions.NoCredentialsError,
        exceptions.PartialCredentialsError,
        exceptions.ProfileNotFound,
        exceptions.NoRegionError,
        exceptions.InvalidRegionError,
        exceptions.ParamValidationError,
    ) as error:
        raise AwsFailed(type(error).__name__, passes=False) from error
    except exceptions.BotoCoreError as error:  # no connection, no answer in time
        raise AwsFailed(type(error).__name__, passes=True) from error
