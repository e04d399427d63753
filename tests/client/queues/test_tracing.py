"""Traces over several queues, with OpenTelemetry and without."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry import baggage, context, trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind

from regent import Outgoing, Regent
from regent.client.core import tracing
from tests.client.handlers import Wire

GIVEN = "6f1c6f0e-8a51-4b2b-8d3c-0d5f5e1c9a11"
OTHER = "7f1c6f0e-8a51-4b2b-8d3c-0d5f5e1c9a11"
PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    """What OpenTelemetry would export."""
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)
    yield exporter
    provider.shutdown()


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that has not imported OpenTelemetry."""
    for name in [name for name in sys.modules if name.startswith("opentelemetry")]:
        monkeypatch.delitem(sys.modules, name)


def pushed(wire: Wire) -> dict[str, Any]:
    item: dict[str, Any] = wire.last["items"][0]
    return {name: item.get(name) for name in ("traceId", "headers")}


def test_a_push_is_a_span_whose_trace_finds_the_message(
    regent: Any, wire: Wire, spans: InMemorySpanExporter
) -> None:
    regent.queue("q").push(1, partition="p", headers={"mine": 1})
    (span,) = spans.get_finished_spans()
    assert (span.name, span.kind) == ("send q", SpanKind.PRODUCER)
    assert span.attributes is not None
    assert span.attributes["messaging.destination.name"] == "q"
    assert span.attributes["messaging.batch.message_count"] == 1
    found = pushed(wire)
    assert found["traceId"].replace("-", "") == f"{span.context.trace_id:032x}"
    assert f"{span.context.span_id:016x}" in found["headers"]["traceparent"]
    assert found["headers"]["mine"] == 1
    assert regent.messages(trace_id=found["traceId"]).first() is not None


def test_many_are_one_span_and_baggage_travels(wire: Wire, spans: InMemorySpanExporter) -> None:
    regent = Regent(transport=wire)
    token = context.attach(baggage.set_baggage("customer", "anna"))
    try:
        regent.queue("q").push_many([1, Outgoing(2, trace_id=GIVEN)], partition="p")
    finally:
        context.detach(token)
    (span,) = spans.get_finished_spans()
    assert span.attributes is not None
    assert span.attributes["messaging.batch.message_count"] == 2
    first, second = wire.last["items"]
    assert first["headers"]["baggage"] == "customer=anna"
    assert (second["traceId"], first["traceId"] != GIVEN) == (GIVEN, True)


def test_a_push_that_fails_is_told_by_its_span(
    regent: Any, wire: Wire, spans: InMemorySpanExporter
) -> None:
    wire.refuse("/push", 400, "INVALID_REQUEST")
    with pytest.raises(Exception, match="refused"):
        regent.queue("q").push(1, partition="p")
    assert not spans.get_finished_spans()[0].status.is_ok


def test_a_handler_runs_in_a_span_that_links_to_the_producers(
    wire: Wire, spans: InMemorySpanExporter
) -> None:
    regent = Regent(transport=wire)
    regent.queue("q").push(1, partition="p")
    (message,) = regent.queue("q").pop()
    with tracing.handling("auto", message):
        regent.queue("next").push(2, partition="p")
    with tracing.handling("auto", message, alone=False):
        pass
    first, follow_up, handled, batched = spans.get_finished_spans()
    assert (handled.name, handled.kind) == ("process q", SpanKind.CONSUMER)
    assert handled.parent is not None
    assert handled.parent.span_id == first.context.span_id
    assert [link.context.span_id for link in handled.links] == [first.context.span_id]
    assert follow_up.parent is not None
    assert follow_up.parent.span_id == handled.context.span_id
    assert (batched.parent, len(batched.links)) == (None, 1)
    assert handled.attributes is not None
    assert not any(value == "1" for value in handled.attributes.values()), "no payload"


@pytest.mark.usefixtures("without")
def test_without_opentelemetry_a_trace_is_passed_on(wire: Wire) -> None:
    regent = Regent(transport=wire)
    queue = regent.queue("q")
    queue.push(1, partition="p", trace_id=GIVEN, headers={"traceparent": PARENT, "mine": 1})
    (message,) = queue.pop()
    with tracing.handling("auto", message):
        regent.queue("next").push(2, partition="p")
        assert pushed(wire) == {"traceId": GIVEN, "headers": {"traceparent": PARENT}}
        regent.queue("next").push(2, partition="p", trace_id=OTHER, headers={"a": 1})
        assert pushed(wire) == {"traceId": OTHER, "headers": {"traceparent": PARENT, "a": 1}}
        with regent.transaction() as tx:
            tx.push("next", 3, partition="p")
        assert wire.last["operations"][0]["items"][0]["traceId"] == GIVEN
    regent.queue("next").push(2, partition="p")
    assert pushed(wire) == {"traceId": None, "headers": None}


@pytest.mark.usefixtures("without")
def test_opentelemetry_is_not_imported(regent: Any) -> None:
    regent.queue("q").push(1, partition="p")
    assert not [name for name in sys.modules if name.startswith("opentelemetry")]


def test_opentelemetry_without_an_sdk_is_of_no_trace(regent: Any, wire: Wire) -> None:
    regent.queue("q").push(1, partition="p")
    assert pushed(wire) == {"traceId": None, "headers": None}


def test_tracing_can_be_switched_off(wire: Wire, spans: InMemorySpanExporter) -> None:
    regent = Regent(transport=wire, tracing="off")
    regent.queue("q").push(1, partition="p", trace_id=GIVEN)
    (message,) = regent.queue("q").pop()
    with tracing.handling("off", message):
        regent.queue("next").push(2, partition="p")
    assert pushed(wire) == {"traceId": None, "headers": None}
    assert spans.get_finished_spans() == ()
