"""Which request changes what, in whose name: for the audit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import signature
from typing import Any, Final

from pydantic import BaseModel

from regent.changes import Change

#: What a change is about, by the parameters that name it.
_TARGETS: Final[Mapping[str, str]] = {
    "queue": "queue",
    "topic": "queue",
    "partition": "partition",
    "partitionId": "partitionId",
    "transactionId": "transactionId",
    "group": "consumerGroup",
    "consumerGroup": "consumerGroup",
    "groupId": "consumerGroup",
    "member": "member",
    "subscription": "subscription",
    "id": "id",
    "lease": "lease",
    "schedule": "schedule",
    "type": "type",
}


class RevealQuery(BaseModel):
    """``reveal``: show what is masked, to callers who may write; it is noted."""

    reveal: bool = False


def change_of(
    action: str, given: Mapping[str, Any], subject: str | None, request_id: str
) -> Change | None:
    """The change that a route's function is called for, with these arguments. None: a dry run."""
    target: dict[str, str] = {}
    parameters: dict[str, Any] = {}
    for name, value in given.items():
        sent = (
            value.model_dump(mode="json", by_alias=True, exclude_unset=True)
            if isinstance(value, BaseModel)
            else {name: value}
        )
        sent.pop("reveal", None)
        if sent.pop("dryRun", False):
            return None
        for key, part in sent.items():
            if key in _TARGETS and isinstance(part, str):
                target[_TARGETS[key]] = part
            elif part is not None:
                parameters[key] = part
    return Change(subject, action, target, parameters, request_id)


def around(function: Callable[..., Any], run: Callable[[dict[str, Any]], Any]) -> Any:
    """A route's function with something around it, which gets the function's arguments."""
    described = signature(function, eval_str=True)

    @wraps(function)
    def marked(*args: Any, **named: Any) -> Any:
        return run(described.bind(*args, **named).arguments)

    # Powertools reads the parameters here, and would look for their types in this module.
    marked.__signature__ = described  # type: ignore[attr-defined]
    return marked
