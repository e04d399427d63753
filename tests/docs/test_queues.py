"""docs/python/queues.md compared with the client: its tables, its names, its programs' imports."""

from __future__ import annotations

import inspect
import re
from typing import Any, get_type_hints

import pytest

import regent
from regent import AsyncRegent, Message, Queue, Regent, Subscriber, client, errors, log, testing
from regent.client import cloudevents
from regent.client.engine.consuming import Consuming, How
from regent.client.sync.dead_letters import DeadLetters, Redrive
from regent.client.sync.groups import Group
from regent.client.sync.system import Maintenance
from tests.docs.markdown import blocks, code, codes, table
from tests.docs.test_docs import ROOT

GUIDE = (ROOT / "docs/python/queues.md").read_text()
PUBLIC = {
    "regent": regent.__all__,
    "regent.client": client.__all__,
    "regent.testing": testing.__all__,
    "regent.client.cloudevents": cloudevents.__all__,
    "regent.log": log.__all__,
    "regent.errors": [name for name, kind in vars(errors).items() if isinstance(kind, type)],
}
#: The classes whose methods a row of the table names, all of them.
LOOKING: dict[str, tuple[type, set[str]]] = {
    "a queue": (
        Queue,
        {
            *{"push", "push_many", "pop", "partition", "namespace", "task", "name", "form"},
            *{"group", "starting", "subscription_mode", "subscription_from", "batch"},
            *{"session", "labels", "consumer", "consume", "drain", "writer"},
        },
    ),
    "a group on a queue": (
        Subscriber,
        {
            *{"pop", "partition", "namespace", "task", "group", "starting", "subscription_mode"},
            *{"subscription_from", "batch", "partitions", "each", "session", "source"},
            *{"codec", "asked", "consumer", "consume", "drain"},
        },
    ),
    '`regent.group("g")`': (Group, {"session", "name"}),
    "`regent.dead_letters(…)`": (DeadLetters, set()),
    '`regent.redrive("7")`': (Redrive, {"session", "id"}),
    "`regent.maintenance`": (Maintenance, {"session"}),
}


def _public(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_")}


def test_the_arguments_are_those_of_the_client() -> None:
    rows = table(GUIDE, "Argument of `Regent`")
    shown = {code(row["Argument of `Regent`"]): code(row["Default"]) for row in rows}
    for kind in (Regent, AsyncRegent):
        parameters = inspect.signature(kind).parameters.items()
        there = {
            name: f"{p.default:g}" if isinstance(p.default, float) else str(p.default)
            for name, p in parameters
        }
        assert shown == there


def test_the_arguments_of_a_push_are_those_of_the_method() -> None:
    rows = table(GUIDE, "Argument of a push")
    shown = {name for row in rows for name in codes(row["Argument of a push"])}
    assert shown == set(inspect.signature(Queue.push).parameters) - {"self", "payload"}


def test_the_arguments_of_a_consumer_are_those_of_the_method() -> None:
    rows = table(GUIDE, "Argument of a consumer")
    shown = {code(row["Argument of a consumer"]): code(row["Default"]) for row in rows}
    there = inspect.signature(Consuming).parameters
    assert set(shown) == get_type_hints(How).keys()
    assert shown == {
        name: f'"{p.default}"'
        if isinstance(p.default, str)
        else f"{p.default:g}"
        if isinstance(p.default, float)
        else str(p.default)
        for name, p in there.items()
        if name in shown
    }


@pytest.mark.parametrize("who", LOOKING)
def test_every_method_that_looks_or_steers_is_named(who: str) -> None:
    (row,) = [row for row in table(GUIDE, "Of") if row["Of"] == who]
    kind, elsewhere = LOOKING[who]
    named = {name for name in codes(row["Methods"]) if name.isidentifier()}
    assert named == _public(kind) - elsewhere


def test_every_method_of_the_entry_object_is_named() -> None:
    rows = [row for row in table(GUIDE, "Of") if row["Of"].startswith("`regent`, ")]
    named = {name for row in rows for name in codes(row["Methods"])}
    elsewhere = {"queue", "matching", "push", "pop", "ack", "transaction", "close", "url"}
    elsewhere |= {"run", "start", "stop", "flush", "lambda_handler", "topic", "log"}
    assert named == _public(Regent) - elsewhere - {
        "group",
        "dead_letters",
        "redrive",
        "maintenance",
    }


def test_every_field_of_a_message_is_named() -> None:
    line = next(line for line in GUIDE.splitlines() if line.startswith("A popped message has"))
    verbs = {"ack", "nack", "release", "dead_letter", "extend", "trace", "derived_id"}
    fields = _public(Message) - verbs - {"transaction", "lease_lost", "lane", "place"}
    assert set(codes(line)) == fields


@pytest.mark.parametrize(
    "program", [b for b in blocks(GUIDE) if b.language == "python"], ids=lambda b: f"line {b.line}"
)
def test_a_program_uses_public_names_only(program: Any) -> None:
    imported = re.findall(r"^from (regent[\w.]*) import (.*)$", program.text, re.MULTILINE)
    assert imported
    for module, names in imported:
        assert set(names.split(", ")) <= set(PUBLIC[module]), module


def test_the_first_program_is_short() -> None:
    first = next(block for block in blocks(GUIDE) if block.language == "python")
    assert len([line for line in first.text.splitlines() if line]) <= 10


def test_the_families_are_there() -> None:
    for row in table(GUIDE, "Catch"):
        assert issubclass(getattr(errors, code(row["Catch"])), errors.RegentError)
