"""Pushes, pops and acks that travel together, over a real database: each means what it meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import (
    Busy,
    DatabaseUnavailable,
    EncryptionUnavailable,
    InvalidJson,
    QueueFull,
    RegentError,
)
from regent.limits import MAX_POP_BYTES
from regent.local.together import Together
from regent.settings import Settings
from regent.stores.members import Members
from regent.stores.queue import Queues
from regent.stores.queue_calls import QueueCalls
from regent.stores.queue_types import Source
from tests.local.test_together import Threads
from tests.support.members import group_on, join
from tests.support.rows import rows, value
from tests.support.store import acks, payloads, pop, push, request

KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
STORED = """
    select p.name, m."offset", m.payload #>> '{}' as payload, m.producer_sub
      from queen.messages m join queen.partitions p on p.id = m.partition_id
     order by p.name, m."offset" """

PLACE = """
    select p.name from queen.messages m join queen.partitions p on p.id = m.partition_id
     where m.id = %s"""


class Requests:
    """Requests that wait for a first one, and then travel as they may."""

    def __init__(self, queues: Queues) -> None:
        self.calls = QueueCalls(queues)
        self.threads = Threads()
        self.together = Together(self.threads)
        self.outcomes: dict[str, Any] = {}
        self.statements = 0

    def ask(self, name: str, call: Any) -> None:
        def done(result: Any, error: Exception | None) -> None:
            self.outcomes[name] = result if error is None else error

        self.together.carry_out(call, done)

    def push(
        self, name: str, *, queue: str = "q", producer: str | None = None, **item: Any
    ) -> None:
        whole = {"queue": queue, "partition": "p", "payload": name, **item}
        self.ask(name, self.calls.push([whole], producer))  # type: ignore[list-item]

    def pop(self, name: str, **asked: Any) -> None:
        self.ask(name, self.calls.pop("q", None, request(**asked)))

    def go(self) -> dict[str, Any]:
        while self.threads.sent:
            self.statements += 1
            self.threads.come_back()
        return self.outcomes

    def ids(self) -> dict[str, str]:
        return {
            name: type(outcome).__name__ if isinstance(outcome, Exception) else "stored"
            for name, outcome in self.outcomes.items()
        }


@pytest.fixture
def requests(store: Queues) -> Requests:
    push(store, "q", "seed", partition="p")
    pop(store, "q", auto_ack=True)
    return Requests(store)


def stored(owner_url: str) -> list[tuple[str, str]]:
    return [(row["name"], row["payload"]) for row in rows(owner_url, STORED)]


def test_pushes_come_in_the_order_of_their_arrival(requests: Requests, owner_url: str) -> None:
    for number in range(6):
        requests.push(f"m{number}", partition="ab"[number % 2], transactionId=f"t{number}")
    outcomes = requests.go()
    assert requests.statements == 2
    assert stored(owner_url)[:6] == [
        (name, f"m{n}") for name, n in zip("aaabbb", (0, 2, 4, 1, 3, 5), strict=True)
    ]
    for number in range(6):
        (pushed,) = outcomes[f"m{number}"]
        assert (pushed.queue, pushed.transaction_id) == ("q", f"t{number}")
        assert value(owner_url, PLACE, (pushed.message_id,)) == "ab"[number % 2]


def test_a_duplicate_among_others_names_the_first_one(requests: Requests) -> None:
    requests.push("first")
    requests.push("a", transactionId="t")
    requests.push("b", transactionId="t")
    requests.push("c")
    outcomes = requests.go()
    assert [outcomes[name][0].duplicate for name in ("a", "b", "c")] == [False, True, False]
    assert outcomes["b"][0].message_id == outcomes["a"][0].message_id


def test_a_full_queue_refuses_only_its_own(requests: Requests, owner_url: str) -> None:
    full = requests.calls._queues
    full.configure(
        "full", namespace=None, task=None, partitions=None, options={"max_queue_size": 1}
    )
    push(full, "full", "the only one")
    requests.push("first")
    requests.push("a")
    requests.push("refused", queue="full")
    requests.push("b")
    assert requests.go()["a"][0].duplicate is False
    assert requests.ids() == {
        "first": "stored",
        "a": "stored",
        "refused": "QueueFull",
        "b": "stored",
    }
    assert isinstance(requests.outcomes["refused"], QueueFull)
    assert [payload for _, payload in stored(owner_url)][-3:] == ["first", "a", "b"]


def test_a_message_keeps_its_producer(requests: Requests, owner_url: str) -> None:
    for name, producer in {
        "x1": "ann",
        "x2": "bob",
        "x3": "ann",
        "x4": None,
        "x5": "bob",
        "x6": "ann",
    }.items():
        requests.push(name, producer=producer)
    requests.go()
    names = {row["payload"]: row["producer_sub"] for row in rows(owner_url, STORED)}
    assert names["x1"] == names["x3"] == names["x6"] == "ann"
    assert names["x2"] == names["x5"] == "bob"
    assert names["x4"] is None


def test_pushes_that_forget_their_producers_are_caught(
    requests: Requests, owner_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    push_call = requests.calls.push

    def forgetful(*arguments: Any) -> Any:
        call = push_call(*arguments)
        call.key = "push"
        return call

    monkeypatch.setattr(requests.calls, "push", forgetful)
    with pytest.raises(AssertionError):
        test_a_message_keeps_its_producer(requests, owner_url)


def test_a_queue_with_encryption_is_sealed_beside_plain_ones(
    database: Database, owner_url: str
) -> None:
    queues = Queues(database, Encryption(Settings(encryption_key=KEY), database))
    queues.configure(
        "s", namespace=None, task=None, partitions=None, options={"encryption_enabled": True}
    )
    requests = Requests(queues)
    requests.push("first")
    requests.push("plain")
    requests.push("secret", queue="s")
    requests.push("plain2")
    requests.go()
    assert set(requests.ids().values()) == {"stored"}
    found = {row["payload"] for row in rows(owner_url, STORED)}
    assert {"first", "plain", "plain2"} <= found
    assert "secret" not in found
    assert payloads(pop(queues, "s")) == ['"secret"']
    # From now on its pushes go alone, and the plain ones together.
    requests.statements = 0
    requests.push("first2")
    requests.push("more")
    requests.push("secret2", queue="s")
    requests.push("more2")
    requests.go()
    assert requests.statements == 3


def test_what_is_not_valid_is_refused_before_it_travels(requests: Requests) -> None:
    with pytest.raises(InvalidJson):
        requests.push("nul", payload={"a": "\0"})


def test_delays_and_depths_go_alone(requests: Requests) -> None:
    later: Any = {"queue": "q", "payload": 1, "delaySeconds": 5}
    assert requests.calls.push([later]).key is None
    assert requests.calls.push([{"queue": "q"}], depth=True).key is None
    assert requests.calls.push([{"queue": "q"}]).key is not None
    assert requests.calls.pop("q", None, request(auto_ack=True)).key is None
    assert requests.calls.pop("q", None, request(partitions=2)).key is None
    assert requests.calls.pop("q", "p", request()).key is None
    assert requests.calls.pop_matching("ns", "", request()).key is None


def test_pops_travel_with_their_like_only(requests: Requests) -> None:
    plain = requests.calls.pop("q", None, request())
    assert plain.key == requests.calls.pop("q", None, request()).key
    for other in (
        requests.calls.pop("r", None, request()),
        requests.calls.pop("q", None, request(group="g")),
        requests.calls.pop("q", None, request(batch=2)),
        requests.calls.pop("q", None, request(mode="new")),
    ):
        assert other.key != plain.key


def test_pops_share_out_what_is_there(requests: Requests) -> None:
    for name in "abc":
        push(requests.calls._queues, "q", name, partition=name)
    for name in ("p1", "p2", "p3", "p4", "p5"):
        requests.pop(name)
    outcomes = requests.go()
    assert requests.statements == 2
    taken = [payloads(outcomes[name]) for name in ("p1", "p2", "p3", "p4", "p5")]
    assert taken == [['"a"'], ['"b"'], ['"c"'], [], []]


def test_a_group_that_may_not_pop_is_told_so_to_each(requests: Requests, members: Members) -> None:
    group = group_on(members, "t")
    join(members, group, "member")
    for name in ("p1", "p2", "p3"):
        requests.ask(name, requests.calls.pop("t", None, request(group=group)))
    requests.go()
    assert set(requests.ids().values()) == {"GroupHasMembers"}
    assert len(requests.outcomes) == 3


def test_acks_of_many_consumers(requests: Requests) -> None:
    queues = requests.calls._queues
    leases = []
    for name in "abcd":
        push(queues, "q", name, partition=name)
        leases.append(pop(queues, "q"))
    stale = [{**acks(leases[1])[0], "leaseId": "00000000-0000-4000-8000-000000000001"}]
    answers: list[Any] = [acks(leases[0]), stale, acks(leases[2]), acks(leases[3])]
    answers[3][0]["status"] = "retry"
    for number, each in enumerate(answers):
        requests.ask(f"{number}", requests.calls.ack(each))
    outcomes = requests.go()
    assert [outcomes[f"{n}"][0].success for n in range(4)] == [True, False, True, True]
    assert outcomes["1"][0].code == "INVALID_LEASE"
    assert requests.statements == 3  # one goes back, alone


def test_acks_that_take_the_next_travel_together(requests: Requests) -> None:
    queues = requests.calls._queues
    answers: list[Any] = []
    for name in "abcd":
        push(queues, "q", name, partition=name)
        answers.append(acks(pop(queues, "q")))
    for name in "abcd":
        push(queues, "q", f"{name}2", partition=name)
    answers[1] = [{**answers[1][0], "leaseId": "00000000-0000-4000-8000-000000000001"}]
    answers[3] = [{**answers[3][0], "upTo": True}]
    for number, each in enumerate(answers):
        next_one = requests.calls.take_next(each, Source("q"), request(), MAX_POP_BYTES)
        requests.ask(f"{number}", next_one)
    outcomes = requests.go()
    assert requests.statements == 2
    assert [outcomes[f"{n}"][0][0].success for n in range(4)] == [True, False, True, True]
    taken = [payloads(outcomes[f"{n}"][1]) for n in range(4)]
    assert taken == [['"a2"'], ['"c2"'], ['"d2"'], []]


def test_where_nobody_follows_each_is_told_so(requests: Requests, owner_url: str) -> None:
    queues = requests.calls._queues
    for name in "abc":
        push(queues, "q", name, partition=name)
        answer = acks(pop(queues, "q"))
        asked = request(group="nobody")
        requests.ask(name, requests.calls.take_next(answer, Source("q"), asked, MAX_POP_BYTES))
    requests.go()
    assert set(requests.ids().values()) == {"NotSubscribed"}
    assert requests.statements == 3
    held = "select count(lease_id) from queen.partition_consumers"
    assert value(owner_url, held) == 3


def hold(owner_url: str) -> psycopg.Connection[Any]:
    connection = psycopg.connect(owner_url)
    connection.execute("select from queen.partitions where name = 'slow' for update")
    return connection


def test_one_that_takes_too_long_fails_nobody_else(
    requests: Requests, database: Database, owner_url: str
) -> None:
    push(requests.calls._queues, "q", "seed", partition="slow")
    database.fetch("select set_config('lock_timeout', '50ms', false)")
    with hold(owner_url):
        requests.push("first")
        requests.push("a")
        requests.push("slow", partition="slow")
        requests.push("b", partition="other")
        requests.go()
    assert requests.ids() == {"first": "stored", "a": "stored", "slow": "Busy", "b": "stored"}
    assert isinstance(requests.outcomes["slow"], Busy)


def test_a_statement_that_takes_too_long_is_sent_again_one_by_one(
    requests: Requests, database: Database, owner_url: str
) -> None:
    """Together they outlast the timeout; each of them does not."""
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute(
            "create function slow() returns trigger language plpgsql as $$ begin"
            " perform pg_sleep(0.03); return new; end $$"
        )
        connection.execute(
            "create trigger slow before insert on queen.messages"
            " for each row execute function slow()"
        )
    database.fetch("select set_config('statement_timeout', '150ms', false)")
    requests.push("first")
    for number in range(12):
        requests.push(f"{number}", partition=f"{number}")
    requests.go()
    assert set(requests.ids().values()) == {"stored"}
    assert requests.statements == 14


def test_a_connection_that_breaks_is_told_to_all(requests: Requests, owner_url: str) -> None:
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute(
            "create function cut() returns trigger security definer language plpgsql"
            " as $$ begin if new.payload #>> '{}' = 'cut' then"
            " perform pg_terminate_backend(pg_backend_pid()); end if;"
            " return new; end $$"
        )
        connection.execute(
            "create trigger cut before insert on queen.messages for each row execute function cut()"
        )
    requests.push("first")
    for name in ("a", "cut", "b"):
        requests.push(name)
    requests.go()
    assert requests.statements == 2
    for name in ("a", "cut", "b"):
        assert isinstance(requests.outcomes[name], DatabaseUnavailable)
    assert [payload for _, payload in stored(owner_url)] == ["seed", "first"]
    requests.push("later")
    requests.go()
    assert requests.ids()["later"] == "stored"


@pytest.mark.parametrize("refused", [EncryptionUnavailable])
def test_a_refusal_of_our_own_is_the_requests(
    requests: Requests, refused: type[RegentError]
) -> None:
    """A queue wants ciphertext, and there is no key."""
    queues = requests.calls._queues
    configure: Callable[..., Any] = Queues(
        queues._database, Encryption(Settings(encryption_key=KEY))
    ).configure
    configure("s", namespace=None, task=None, partitions=None, options={"encryption_enabled": True})
    requests.push("first")
    requests.push("a")
    requests.push("secret", queue="s")
    requests.go()
    assert requests.ids()["a"] == "stored"
    assert isinstance(requests.outcomes["secret"], refused)
