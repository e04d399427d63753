"""How to log in: a URL, a secret in Secrets Manager, or an IAM token signed on the spot."""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
import json
from typing import Any, Final
from urllib.parse import quote

from regent.aws import AwsFailed, client, failures
from regent.errors import DatabaseUnavailable
from regent.settings import InvalidSettings, Settings


def connection_parameters(settings: Settings) -> dict[str, Any]:
    """The arguments of ``psycopg.connect`` for the way to the database that the settings name."""
    if settings.database_url:
        return {"conninfo": settings.database_url}
    if settings.database_secret_arn:
        return _from_secret(settings)
    if settings.database_host and settings.aws_region:
        return {
            "host": settings.database_host,
            "port": settings.database_port,
            "dbname": settings.database_name,
            "user": settings.database_user,
            "password": iam_token(settings, dt.datetime.now(dt.UTC)),
            **_verified(settings),
        }
    raise InvalidSettings(
        "no way to the database: set REGENT_DATABASE_URL, REGENT_DATABASE_SECRET_ARN, or"
        " REGENT_DATABASE_HOST (with AWS_REGION, for IAM authentication)"
    )


#: What a client over HTTP is told.
_UNKNOWN_WAY: Final = "it is not known how to connect to the database"


def _from_secret(settings: Settings) -> dict[str, Any]:
    arn = settings.database_secret_arn
    try:
        with failures():
            manager = client("secretsmanager", settings.aws_region)
            text = manager.get_secret_value(SecretId=arn).get("SecretString")
    except AwsFailed as failed:
        raise DatabaseUnavailable(
            _UNKNOWN_WAY,
            words=f"the secret {arn}, which says it, cannot be read ({failed.reason})",
        ) from failed
    try:
        secret = json.loads(text)
        return {
            "host": secret.get("host", settings.database_host),
            "port": int(secret.get("port", settings.database_port)),
            "dbname": secret.get("dbname", settings.database_name),
            "user": secret["username"],
            "password": secret["password"],
            **_verified(settings),
        }
    except (AttributeError, KeyError, TypeError, ValueError):  # their texts may hold the password
        raise DatabaseUnavailable(
            _UNKNOWN_WAY,
            words=f"the secret {arn} does not say it: it takes a JSON object with username and"
            " password, and host, port and dbname if REGENT_DATABASE_HOST and its like do not say"
            " them",
        ) from None


def _verified(settings: Settings) -> dict[str, str]:
    """TLS to exactly the server that was named. No system's store has Amazon's CA for RDS."""
    return {"sslmode": "verify-full", "sslrootcert": settings.database_ca or "system"}


def iam_token(settings: Settings, now: dt.datetime) -> str:
    """A password that RDS accepts for a quarter of an hour: a presigned URL of action ``connect``.

    It is signed here, in microseconds: importing botocore for it would cost a cold start 90 ms.
    """
    stamp = now.strftime("%Y%m%dT%H%M%SZ")
    scope = f"{stamp[:8]}/{settings.aws_region}/rds-db/aws4_request"
    host = f"{settings.database_host}:{settings.database_port}"
    query = {
        "Action": "connect",
        "DBUser": settings.database_user,
        "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
        "X-Amz-Credential": f"{settings.aws_access_key_id}/{scope}",
        "X-Amz-Date": stamp,
        "X-Amz-Expires": "900",
        "X-Amz-SignedHeaders": "host",
    }
    if settings.aws_session_token:
        query["X-Amz-Security-Token"] = settings.aws_session_token
    encoded = "&".join(f"{name}={quote(query[name], safe='-_.~')}" for name in sorted(query))
    request = f"GET\n/\n{encoded}\nhost:{host}\n\nhost\n{hashlib.sha256(b'').hexdigest()}"
    to_sign = "\n".join(
        ("AWS4-HMAC-SHA256", stamp, scope, hashlib.sha256(request.encode()).hexdigest())
    )
    key = f"AWS4{settings.aws_secret_access_key}".encode()
    for part in scope.split("/"):
        key = hmac.digest(key, part.encode(), "sha256")
    signature = hmac.digest(key, to_sign.encode(), "sha256").hex()
    return f"{host}/?{encoded}&X-Amz-Signature={signature}"
