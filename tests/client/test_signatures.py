"""The public signatures are those of signatures.txt, so that nobody changes one by accident."""

from __future__ import annotations

import difflib
import types

from tests.client import signatures


def test_the_public_signatures_are_those_that_are_written_down() -> None:
    written, now = signatures.SNAPSHOT.read_text().splitlines(), list(signatures.lines())
    changes = [
        line
        for line in difflib.unified_diff(written, now, "written down", "now", lineterm="", n=0)
        if not line.startswith("@@")
    ]
    assert changes == [], (
        "a public signature changed. If that is meant, tell users in CHANGELOG.md, and run:"
        " python -m tests.client.signatures"
    )


def test_what_programs_use_most_is_there() -> None:
    text = signatures.snapshot()
    for line in (
        "class Regent(System, TopicsAndLog)",
        "    topic(self, name: str) -> Topic",
        "class Topic()",
        "class Queue(Generic)",
        "class GroupRow(Row)",
        "    async pop(self, queue: str, batch: int = 1, **more: Any) -> AsyncBatch[Any]",
        "class Running()",
        "    code = QUEUE_FULL, status = 429",
    ):
        assert f"\n{line}\n" in text, line


def test_a_change_is_noticed() -> None:
    module = types.ModuleType("changed")
    exec("def public(a, *, b: int = 1) -> str: ...\n_private = 1", vars(module))
    vars(module)["__all__"] = ["public"]
    assert list(signatures.lines((module,))) == [
        "# changed",
        "public(a, *, b: int = 1) -> str",
        "# returned by these",
    ]
