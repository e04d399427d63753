"""What AWS would refuse after twenty minutes, with the stack half made, is refused at `pulumi
preview`: placeholders, an issuer that API Gateway cannot use, a quota that is too small."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlsplit

import pulumi
import pulumi_aws as aws

from infra.config import InvalidConfig, StackConfig
from infra.handlers import INSTALL, RECLAIM, FunctionSpec, api_functions
from infra.stack import PROJECT, Stack

#: AWS keeps so many of an account's concurrent functions from being reserved.
UNRESERVED: Final = 100
#: The quota of functions that run at once, as AWS names it.
CONCURRENCY: Final = "L-B99A9384"
_SECONDS: Final = 5
_LONGEST: Final = 1_000_000
#: Names that stand for others and belong to nobody.
_PLACEHOLDER: Final = re.compile(r"(.+\.)?example(\.(com|net|org))?")


def check_account(stack: Stack) -> None:
    """Refuse the stack if it could not be made."""
    config = stack.config
    check_placeholders(config)
    if config.auth_mode == "jwt":
        check_issuer(str(config.jwt_issuer))
    check_certificate(config, stack.region)
    if config.reserve_concurrency:
        quota = aws.servicequotas.get_service_quota_output(
            service_code="lambda", quota_code=CONCURRENCY
        )
        pulumi.Output.all(quota.value, reserved_by_others(stack)).apply(
            lambda found: check_quota(found[0], reserved(config), found[1])
        )


def reserved(config: StackConfig) -> int:
    """How many places the stack's functions reserve."""
    return sum(each.at_once or 0 for each in _functions(config))


def reserved_by_others(stack: Stack) -> pulumi.Output[int]:
    """How many places other functions of the account reserve, those of other stacks among them."""
    own = {each.name_in(stack.prefix) for each in _functions(stack.config)}

    def ask(names: Sequence[str]) -> pulumi.Output[int]:
        others = [
            aws.lambda_.get_function_output(function_name=name).reserved_concurrent_executions
            for name in names
            if name not in own
        ]
        # -1: none is reserved.
        return pulumi.Output.all(*others).apply(lambda found: sum(max(0, each) for each in found))

    return aws.lambda_.get_functions_output().function_names.apply(ask)


def _functions(config: StackConfig) -> list[FunctionSpec]:
    return [RECLAIM, INSTALL, *api_functions(config.auth_mode, config.waiting_concurrency)]


def check_placeholders(config: StackConfig) -> None:
    """Refuse hosts that only examples have."""
    for name, field in StackConfig.model_fields.items():
        value = getattr(config, name)
        if not isinstance(value, str):
            continue
        host = urlsplit(value).hostname if "://" in value else value.rpartition("@")[2]
        if ("://" in value or "@" in value) and _PLACEHOLDER.fullmatch(host or ""):
            raise InvalidConfig(
                f"{field.alias} is {value!r}, a placeholder: nobody is there; set it to your own"
            )


def check_issuer(issuer: str) -> None:
    """Refuse an issuer that API Gateway could not use: it reads the document when the authorizer is
    made, and compares the issuer letter by letter."""
    says = f"jwtIssuer is {issuer!r}"
    url = f"{issuer.rstrip('/')}/.well-known/openid-configuration"
    document = _read(url, says)
    if document.get("issuer") != issuer:
        raise InvalidConfig(
            f"{says}, and {url} calls itself {document.get('issuer')!r}: spell it alike, with or"
            " without a slash at the end"
        )
    keys_url = document.get("jwks_uri")
    if not isinstance(keys_url, str) or not keys_url.startswith("https://"):
        raise InvalidConfig(f"{says}, and {url} names no jwks_uri with https: {keys_url!r}")
    keys = _read(keys_url, says).get("keys")
    kinds = [key.get("kty") for key in keys if isinstance(key, dict)] if keys else []
    if "RSA" not in kinds:
        raise InvalidConfig(
            f"{says}, and {keys_url} has keys of the kinds {kinds}: API Gateway checks signatures"
            " of RSA only"
        )


def check_certificate(config: StackConfig, region: str) -> None:
    """Refuse a certificate that API Gateway would not find."""
    arn = config.certificate_arn
    if arn and arn.split(":")[3] != region:
        raise InvalidConfig(
            f"certificateArn is {arn!r}, of another region than the stack, {region}: ask for the"
            " certificate there"
        )


def check_quota(quota: float, places: int, others: int = 0) -> None:
    """Refuse to reserve what the account has not got. ``others``: places that are reserved for
    functions of others."""
    if quota < UNRESERVED + others + places:
        taken = f" and {others} are reserved by other functions" if others else ""
        raise InvalidConfig(
            f"reserveConcurrency is true and reserves {places} places, and this account runs"
            f" {quota:g} functions at once in this region, of which {UNRESERVED} cannot be"
            f" reserved{taken}: ask for more (`aws service-quotas request-service-quota-increase"
            f" --service-code lambda --quota-code {CONCURRENCY} --desired-value 1000`), lower"
            " waitingConcurrency, or set reserveConcurrency to false until then"
        )


def fetch(url: str) -> bytes:
    """What is there. Issuers behind a firewall refuse the name that urllib gives itself: they would
    answer API Gateway, and not us."""
    request = urllib.request.Request(url, headers={"User-Agent": PROJECT})  # noqa: S310 - https
    with urllib.request.urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310 - https
        body: bytes = answer.read(_LONGEST)
    return body


def _read(url: str, says: str) -> dict[str, Any]:
    try:
        found = json.loads(fetch(url))
    except (OSError, ValueError) as error:
        raise InvalidConfig(
            f"{says}, and {url} cannot be read ({error}): API Gateway reads it, too"
        ) from None
    if not isinstance(found, dict):
        raise InvalidConfig(f"{says}, and {url} holds no JSON object")
    return found
