"""The log; metrics (EMF on standard output) and traces, on Lambda only.

Powertools' metrics belong to the process, which on Lambda has one request at a time. The local
server has many at a time, and offers /metrics instead, which reads the database.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from aws_lambda_powertools import Logger
from aws_lambda_powertools.utilities.typing import LambdaContext

from functions.stores import kept, settings

Handler = Callable[[dict[str, Any], LambdaContext], dict[str, Any]]


@kept
def logger() -> Any:
    """The log: JSON on standard output. In a program's own process it is the program's."""
    return Logger(service=settings().service)


def count(name: str, value: float = 1, unit: str = "Count") -> None:
    """Add to a metric of this request."""
    if settings().on_lambda:
        _metrics().add_metric(name=name, unit=unit, value=value)


def report_activity(counted: Mapping[str, Any]) -> None:
    """Emit one activity count: how things stand, and what happened since the last one.

    A count covers all queues and all roads to them. A request would only know its own messages, and
    its line would be paid for.
    """
    count("OldestMessageAge", counted["lagSeconds"], "Seconds")
    count("OpenMessages", counted["depth"])
    count("DeadLetters", counted["dead"])
    count("MessagesPushed", counted["pushed"])
    count("MessagesPopped", counted["popped"])
    count("MessagesAcked", counted["acked"])


def report_objective(name: str, seconds: float, *, is_missed: bool) -> None:
    """Emit how one objective of lag does, under a dimension of its own."""
    if not settings().on_lambda:
        return
    from aws_lambda_powertools.metrics import EphemeralMetrics

    metrics = EphemeralMetrics(namespace="Regent", service=settings().service)
    metrics.add_dimension(name="Objective", value=name)
    metrics.add_metric(name="ObjectiveLag", unit="Seconds", value=seconds)
    metrics.add_metric(name="ObjectiveMissed", unit="Count", value=int(is_missed))
    metrics.flush_metrics()


def instrumented(handler: Handler) -> Handler:
    """The handler with log context, metrics and a trace segment around it."""
    if not settings().on_lambda:
        return handler
    return _on_lambda(handler)


@cache
def _metrics() -> Any:
    from aws_lambda_powertools import Metrics

    # Most requests count nothing. Powertools would say so in the log, as a text and no JSON.
    warnings.filterwarnings("ignore", "No application metrics to publish")
    return Metrics(namespace="Regent", service=settings().service)


@cache
def _on_lambda(handler: Handler) -> Handler:
    from aws_lambda_powertools.logging import correlation_paths

    logged: Handler = Logger(service=settings().service).inject_lambda_context(
        handler, correlation_id_path=correlation_paths.API_GATEWAY_HTTP, log_event=False
    )
    wrapped: Handler = _metrics().log_metrics(logged, capture_cold_start_metric=True)
    if settings().tracing:
        from aws_lambda_powertools import Tracer

        traced: Handler = Tracer(service=settings().service).capture_lambda_handler(
            wrapped, capture_response=False
        )
        return traced
    return wrapped
