"""Calls that travel together: bounds, order, refusals. The threads are played by the test."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import pytest

from regent.errors import DatabaseUnavailable, EncryptionRequired, QueueFull
from regent.limits import APART_SECONDS, MAX_APART, MAX_TOGETHER_CALLS, MAX_TOGETHER_LENGTH
from regent.local import together as module
from regent.local.disk import Disk
from regent.local.threads import HandlerThreads
from regent.local.together import WIDTH, Together
from regent.stores.calls import Call
from tests.support.clock import Watch


class Threads(HandlerThreads):
    """What was sent to the database, and is there until the test lets it come back."""

    def __init__(self) -> None:
        self.sent: list[tuple[Callable[[], Any], Callable[..., None]]] = []

    def run_then(self, call: Callable[[], Any], done: Callable[..., None]) -> None:
        self.sent.append((call, done))

    def come_back(self, number: int = 0) -> None:
        """One statement ends."""
        call, done = self.sent.pop(number)
        try:
            result = call()
        except Exception as error:  # noqa: BLE001 - as the threads hand it on
            done(None, error)
        else:
            done(result, None)

    def settle(self) -> None:
        while self.sent:
            self.come_back()


class Road:
    """A database that notes which statements it got, and refuses what it is told to refuse."""

    def __init__(self) -> None:
        self.statements: list[list[str]] = []
        #: name -> what a statement with it raises, alone or among others.
        self.refused: dict[str, Exception] = {}
        self.answers: dict[str, Any] = {}
        #: No statement answers more calls.
        self.most = 10_000

    def carry(self, names: Sequence[str]) -> list[str]:
        self.statements.append(list(names))
        for name in names:
            if name in self.refused:
                raise self.refused[name]
        return [f"{name} done" for name in names][: self.most]


class Named(Call[str]):
    def __init__(
        self,
        road: Road,
        name: str,
        *,
        key: Hashable = "key",
        lane: Hashable = None,
        about: str = "",
        messages: int = 1,
        length: int = 1,
        changes: bool = True,
    ) -> None:
        self.road, self.name, self.key = road, name, key
        self.lane = name if lane is None else lane
        self.about = (about or name,)
        self.messages, self.length = messages, length
        self.changes = changes

    def carry_out(self) -> str:
        return self.road.carry([self.name])[0]

    def has_changed(self, result: str) -> bool:
        return self.changes

    @classmethod
    def carry_out_together(cls, calls: Sequence[Named]) -> list[str]:
        return calls[0].road.carry([call.name for call in calls])


class Played:
    """Calls, and what became of each."""

    def __init__(self) -> None:
        self.road, self.threads = Road(), Threads()
        self.together = Together(self.threads)
        self.outcomes: dict[str, Any] = {}

    def ask(self, *names: str, **about: Any) -> None:
        for name in names:
            self.together.carry_out(Named(self.road, name, **about), self._done(name))

    def _done(self, name: str) -> Callable[[Any, Any], None]:
        def done(result: Any, error: Any) -> None:
            assert name not in self.outcomes, "answered twice"
            self.outcomes[name] = result if error is None else type(error).__name__

        return done


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Played:
    return Played()


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watch = Watch()
    monkeypatch.setattr(module.time, "monotonic", watch.now)
    return watch


def busy(played: Played, *names: str, **about: Any) -> None:
    """A first call that only looks is on its way; the others wait for it."""
    played.ask("first", changes=False)
    played.ask(*names, **about)


def test_a_lone_call_goes_at_once_and_by_itself(played: Played) -> None:
    played.ask("a")
    assert len(played.threads.sent) == 1
    played.threads.settle()
    assert played.outcomes == {"a": "a done"}


def test_what_waits_travels_together_in_the_order_of_its_arrival(played: Played) -> None:
    busy(played, "a", "b", "c")
    assert len(played.threads.sent) == 1
    played.threads.settle()
    assert played.road.statements == [["first"], ["a", "b", "c"]]
    assert played.outcomes["b"] == "b done"
    assert played.together._lines == {}


def test_the_next_statement_sets_out_before_the_answers_are_given(played: Played) -> None:
    sent: list[int] = []
    done = lambda *_: sent.append(len(played.threads.sent))  # noqa: E731
    played.together.carry_out(Named(played.road, "first"), done)
    for name in "abcdefgh":
        played.together.carry_out(Named(played.road, name, lane="one"), done)
    played.threads.come_back()
    assert sent == [1]


def test_calls_of_other_keys_go_beside(played: Played) -> None:
    busy(played, "a", key="producer")
    assert len(played.threads.sent) == 2
    played.ask("alone", key=None)
    assert len(played.threads.sent) == 3


def test_a_few_calls_that_change_something_wait_for_the_disk_side_by_side(played: Played) -> None:
    played.ask("a", "b")
    played.threads.come_back()
    played.ask(*"cdefg")
    assert len(played.threads.sent) == WIDTH == 4
    played.threads.settle()
    assert played.road.statements == [["a"], ["b"], ["c"], ["d"], ["e"], ["f", "g"]]


def test_on_a_quick_disk_one_statement_follows_the_other(played: Played) -> None:
    played.together = Together(played.threads, Disk.QUICK)
    played.ask("a")
    played.threads.come_back()
    played.ask(*"bcd")
    assert len(played.threads.sent) == 1
    played.threads.settle()
    assert played.road.statements == [["a"], ["b"], ["c", "d"]]


def test_where_many_come_one_statement_follows_the_other(played: Played) -> None:
    busy(played, *"abcdef")
    played.threads.come_back()
    played.threads.come_back()
    played.ask("g", "h", "i")
    assert len(played.threads.sent) == 1
    played.threads.settle()
    assert played.road.statements[1:] == [[*"abcdef"], ["g"], ["h", "i"]]


def test_a_call_does_not_overtake_another_of_its_lane(played: Played) -> None:
    played.ask("seed")
    played.threads.come_back()
    line = played.together
    played.ask("a1", lane="a")
    assert line._lines["key"].width == 1
    line._lines["key"].width = WIDTH
    played.ask("a2", "a3", lane="a")
    played.ask("b", lane="b")
    assert [len(played.threads.sent), len(line._lines["key"].waiting)] == [2, 2]
    played.threads.come_back(1)  # b, which came last
    assert played.road.statements[1:] == [["b"]]
    played.threads.settle()
    assert played.road.statements[2:] == [["a1"], ["a2", "a3"]]


def test_an_overtaking_call_is_caught(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    class Forgetful(set[Hashable]):
        def __contains__(self, lane: object) -> bool:
            return False

    played.ask("a1", lane="a")
    played.together._lines["key"].width = WIDTH
    played.together._lines["key"].lanes = Forgetful()
    played.ask("a2", lane="a")
    played.threads.come_back(1)
    assert played.road.statements == [["a2"]]


def test_a_statement_is_bounded_by_calls_messages_and_length(played: Played) -> None:
    names = [f"{number:03}" for number in range(MAX_TOGETHER_CALLS + 20)]
    busy(played, *names, changes=False)
    played.threads.settle()
    sizes = [len(statement) for statement in played.road.statements]
    assert sizes == [1, MAX_TOGETHER_CALLS, 20]
    assert [name for statement in played.road.statements[1:] for name in statement] == names


@pytest.mark.parametrize(
    "size", [{"length": MAX_TOGETHER_LENGTH // 2}, {"messages": 500}], ids=["length", "messages"]
)
def test_large_calls_share_no_statement(played: Played, size: dict[str, int]) -> None:
    busy(played, "a", "b", "c", **size, changes=False)
    played.ask("huge", length=10 * MAX_TOGETHER_LENGTH, changes=False)
    played.threads.settle()
    assert played.road.statements == [["first"], ["a", "b"], ["c"], ["huge"]]


def test_one_that_is_refused_refuses_only_itself(played: Played) -> None:
    played.road.refused["full"] = QueueFull("no room")
    busy(played, "a", "full", "b")
    played.threads.settle()
    assert played.road.statements == [["first"], ["a", "full", "b"], ["a"], ["full"], ["b"]]
    assert played.outcomes == {
        "first": "first done",
        "a": "a done",
        "full": "QueueFull",
        "b": "b done",
    }


def test_those_of_a_lane_are_sent_again_one_after_the_other(played: Played) -> None:
    played.road.refused["full"] = QueueFull("no room")
    busy(played, "a1", "a2", lane="a")
    played.ask("full", "b")
    played.threads.come_back()
    played.threads.come_back()
    # Each lane at once: a slow one keeps no other waiting.
    assert len(played.threads.sent) == 3
    played.threads.settle()
    assert played.road.statements[2:] == [["a1"], ["full"], ["b"], ["a2"]]


def test_what_failed_goes_alone_for_a_while(played: Played, watch: Watch) -> None:
    played.road.refused["full"] = QueueFull("no room")
    busy(played, "a", "full", about="queue")
    played.threads.settle()
    played.outcomes.clear()
    played.road.statements.clear()
    busy(played, "a", about="other")
    played.ask("full", about="queue")
    played.ask("b", about="other")
    played.threads.settle()
    assert sorted(played.road.statements) == [["a", "b"], ["first"], ["full"]]
    watch.advance(APART_SECONDS)
    played.outcomes.clear()
    played.road.statements.clear()
    del played.road.refused["full"]
    busy(played, "a", "full", about="queue")
    played.threads.settle()
    assert played.road.statements == [["first"], ["a", "full"]]


def test_a_call_that_waits_goes_alone_once_its_like_has_failed(played: Played) -> None:
    """One slow queue does not hold up the next statement as well."""
    played.road.refused["slow"] = QueueFull("no room")
    busy(played, "slow", "a")
    played.threads.come_back()
    played.ask("slow2", about="slow")
    played.ask("b")
    played.threads.settle()
    assert ["slow2"] in played.road.statements
    assert ["slow2", "b"] not in played.road.statements


def test_only_the_queue_that_wants_ciphertext_goes_alone(played: Played) -> None:
    played.road.refused["sealed"] = EncryptionRequired("sealed", {"queues": ["sealed"]})
    busy(played, "sealed", "a")
    played.threads.settle()
    assert list(played.together._apart) == ["sealed"]


def test_a_connection_that_breaks_is_told_to_all_and_nothing_is_sent_again(
    played: Played,
) -> None:
    """The statement may have happened: today's answer is to say so."""
    played.road.refused["a"] = DatabaseUnavailable("the connection to the database broke")
    busy(played, "a", "b")
    played.threads.settle()
    assert played.road.statements == [["first"], ["a", "b"]]
    assert (played.outcomes["a"], played.outcomes["b"]) == ("DatabaseUnavailable",) * 2


def test_an_error_of_ours_after_the_statement_is_told_to_all(played: Played) -> None:
    played.road.refused["a"] = KeyError("a bug")
    busy(played, "a", "b")
    played.threads.settle()
    assert played.road.statements == [["first"], ["a", "b"]]
    assert (played.outcomes["a"], played.outcomes["b"]) == ("KeyError",) * 2
    played.ask("c")
    played.threads.settle()
    assert played.outcomes["c"] == "c done"


def test_a_resend_of_what_may_have_happened_is_caught(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "is_undone", lambda error: True)
    played.road.refused["a"] = DatabaseUnavailable("the connection to the database broke")
    busy(played, "a", "b")
    played.threads.settle()
    assert ["b"] in played.road.statements


def test_calls_that_a_statement_left_go_next(played: Played) -> None:
    played.road.most = 2
    busy(played, *"abcde", changes=False)
    played.threads.come_back()
    played.ask("f", changes=False)
    played.threads.settle()
    assert played.road.statements == [["first"], [*"abcde"], [*"cdef"], ["e", "f"]]
    assert all(outcome.endswith("done") for outcome in played.outcomes.values())


def test_an_answer_that_fails_keeps_no_other_from_its_own(
    played: Played, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("the connection's fault")

    played.ask("first", changes=False)
    played.together.carry_out(Named(played.road, "a"), broken)
    played.ask("b")
    played.threads.settle()
    assert played.outcomes["b"] == "b done"
    assert "the connection's fault" in caplog.text


def test_what_is_kept_apart_is_bounded(played: Played) -> None:
    played.together._keep_apart(range(MAX_APART + 1))
    played.together._keep_apart(["one more"])
    assert list(played.together._apart) == ["one more"]


def test_over_real_threads_everybody_is_answered_once() -> None:
    async def go() -> tuple[list[str], int]:
        road, together = Road(), Together(HandlerThreads("test", 4))
        answers: list[asyncio.Future[str]] = []
        for number in range(500):
            answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
            answers.append(answer)

            def done(result: Any, error: Any, answer: asyncio.Future[str] = answer) -> None:
                answer.set_result(result if error is None else type(error).__name__)

            if number % 50 == 7:
                road.refused[f"{number}"] = QueueFull("no room")
            call = Named(road, f"{number}", lane=number % 7, key=("key", number % 2))
            together.carry_out(call, done)
            if number % 20 == 0:
                await asyncio.sleep(0)
        async with asyncio.timeout(20):
            return await asyncio.gather(*answers), len(road.statements)

    answers, statements = asyncio.run(go())
    assert answers == [
        "QueueFull" if number % 50 == 7 else f"{number} done" for number in range(500)
    ]
    assert statements < 500
