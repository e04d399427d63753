"""Redrives that the server carries, and payloads whose masks are lifted, over the handlers."""

from __future__ import annotations

from typing import Any

import pytest

from regent.client.errors import Misused, Unreachable
from regent.errors import QueueNotFound, RedriveNotFound
from tests.client.handlers import Wire
from tests.client.queues.test_steering import bury
from tests.support.clock import Clock
from tests.support.owner import execute

CARRY = b"select queen.carry_redrive(array[gen_random_uuid(), gen_random_uuid()], null, 10)"


def test_a_redrive_goes_on_without_its_program_and_tells_how_far_it_is(
    regent: Any, clock: Clock
) -> None:
    bury(regent, "a", "b", "c")
    letters = regent.dead_letters(queue="q", group="g")
    redrive = letters.start_redrive(to="repair", rate_per_second=2, limit=3)
    begun = redrive.show()
    assert (begun.status, begun.letters, begun.redriven) == ("running", 3, 0)
    assert (begun.to, begun.consumer_group, begun.rate_per_second) == ("repair", "g", 2)
    execute(clock.owner_url, CARRY)
    later = regent.redrive(redrive.id).show()
    assert (later.redriven, later.messages, later.copies[0].count) == (2, 2, 2)
    assert later.changed_at >= later.started_at
    assert regent.queue("repair").pop(9).payloads == ["a", "b"]


def test_a_redrive_is_stopped_and_stays_on_the_list(regent: Any, wire: Wire) -> None:
    bury(regent, "a", "b")
    first = regent.queue("q").dead_letters().start_redrive()
    wire.lose_answer(f"/redrives/{first.id}/stop")
    assert first.stop().status == "stopped"
    assert first.stop().status == "stopped"
    second = regent.dead_letters(queue="q").start_redrive(ids=["1"])
    assert [(row.id, row.status) for row in regent.redrives()] == [
        (second.id, "running"),
        (first.id, "stopped"),
    ]
    assert [row.id for row in regent.redrives(limit=1)] == [second.id]


def test_a_redrive_whose_answer_is_lost_began_once(regent: Any, wire: Wire) -> None:
    bury(regent, "a")
    wire.lose_answer("/dlq/redrives")
    with pytest.raises(Unreachable):
        regent.dead_letters(queue="q").start_redrive()
    assert len(list(regent.redrives())) == 1


def test_a_redrive_that_makes_no_sense_is_refused(regent: Any, wire: Wire) -> None:
    with pytest.raises(Misused, match="of one queue"):
        regent.dead_letters().start_redrive()
    with pytest.raises(Misused, match="task"):
        regent.dead_letters(queue="q", task="t").start_redrive()
    assert wire.sent == []
    with pytest.raises(QueueNotFound):
        regent.dead_letters(queue="nowhere").start_redrive()
    with pytest.raises(RedriveNotFound):
        regent.redrive("7").show()
    with pytest.raises(RedriveNotFound):
        regent.redrive("7").stop()


def test_what_is_masked_is_told_and_shown_on_purpose(regent: Any) -> None:
    cards = regent.queue("cards")
    options = cards.configure(mask_paths=["number"]).options
    assert (options.payloads, options.mask_paths) == ("all", ("number",))
    pushed = cards.push({"number": 4111, "name": "ann"}, partition="p")
    (message,) = cards.group("g").pop()
    message.trace({"step": 1}, "checked")
    message.dead_letter("no such card")
    kept = regent.message(pushed.partition_id, pushed.transaction_id)
    rows = [
        cards.messages(payloads=True).first(),
        regent.messages(queue="cards", payloads=True).first(),
        cards.dead_letters().rows().first(),
        kept,
    ]
    assert [(row.data["number"], row.masked) for row in rows] == [("***", ("number",))] * 4
    assert regent.traces("checked").first().masked == ("number",)
    bare = [
        cards.messages(payloads=True, reveal=True).first(),
        regent.messages(queue="cards", payloads=True, reveal=True).first(),
        cards.dead_letters().rows(reveal=True).first(),
        regent.message(pushed.partition_id, pushed.transaction_id, reveal=True),
    ]
    assert [(row.data["number"], row.masked) for row in bare] == [(4111, ())] * 4
    assert regent.traces("checked", reveal=True).first().message_payload["number"] == 4111
    assert len(list(regent.changes(what="reveal"))) == 5
