"""Those that wait for the same share a look. The event loop's time and the threads are played."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from regent.errors import Busy, DatabaseUnavailable
from regent.limits import FIRST_LOOK_SECONDS, QUIET_SECONDS, SLOW_LOOK_SECONDS
from regent.local import lookouts as module
from regent.local.lookouts import Lookouts
from regent.local.news import Bells, News
from regent.local.together import Together
from regent.stores.looking import Looking
from tests.local.test_together import Named, Road, Threads
from tests.support.clock import Watch as Clock


class Timer:
    def __init__(self, at: float, call: Callable[[], None]) -> None:
        self.at, self.call = at, call

    def cancel(self) -> None:
        self.call = lambda: None


class Loop:
    """An event loop whose time a test moves."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._timers: list[Timer] = []

    def call_later(self, seconds: float, call: Callable[..., None], *arguments: Any) -> Timer:
        timer = Timer(self._clock.time + seconds, lambda: call(*arguments))
        self._timers.append(timer)
        return timer

    def advance(self, seconds: float) -> None:
        """Time passes, and what is due is called."""
        until = self._clock.time + seconds
        while due := [timer for timer in self._timers if timer.at <= until]:
            first = min(due, key=lambda timer: timer.at)
            self._timers.remove(first)
            self._clock.time = max(self._clock.time, first.at)
            first.call()
        self._clock.time = until


class Request:
    """For how long it may wait: 20 seconds, unless the server stops."""

    stopping = False

    def left(self) -> float:
        return 20.0

    def may_look(self) -> bool:
        return not self.stopping


class Played:
    """Waiting requests, and what each is answered in the end."""

    def __init__(self, loop: Loop, news: News) -> None:
        self.loop, self.news = loop, news
        self.road, self.threads = Road(), Threads()
        self.lookouts = Lookouts(self.threads, Together(self.threads))
        self.answers: dict[str, Any] = {}
        #: The next looks find something for so many, the first ones.
        self.there = 0
        self.waiters: dict[str, Any] = {}
        self.road.carry = self._look  # type: ignore[method-assign]

    def _look(self, names: Any) -> list[str]:
        self.road.statements.append(list(names))
        for name in names:
            if name in self.road.refused:
                raise self.road.refused[name]
        found = min(self.there, len(names))
        self.there -= found
        return ["found"] * found + ["nothing"] * (len(names) - found)

    def wait(self, *names: str, about: str = "q", key: Any = "key", **call: Any) -> None:
        """A first look that found nothing, and the wait for more."""
        for name in names:
            watch = self.news.watch(about)
            watch.__enter__()
            self.go_to_sleep(name, watch, Named(self.road, name, key=key, **call))

    def go_to_sleep(self, name: str, watch: Any, call: Named) -> None:
        def done(result: Any, error: Any) -> None:
            assert name not in self.answers, "answered twice"
            watch.__exit__()
            self.answers[name] = result if error is None else type(error).__name__

        looking = Looking(call, "first", is_enough="found".__eq__, watch=watch, patience=Request())
        self.waiters[name] = self.lookouts.wait(looking, done)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Iterator[Played]:
    clock = Clock()
    loop = Loop(clock)
    monkeypatch.setattr(module.time, "monotonic", clock.now)
    monkeypatch.setattr(module.asyncio, "get_running_loop", lambda: loop)
    bells = Bells(1)
    memory, heard, rung = map(os.dup, bells.files(0))
    news = News(0, memory, heard, [rung])
    os.close(memory)
    yield Played(loop, news)
    news.close()
    bells.close()


def test_news_wakes_all_that_wait_with_one_look(played: Played) -> None:
    played.wait("a", "b", "c")
    played.there = 2
    played.news.tell("q")
    assert len(played.threads.sent) == 1
    played.threads.settle()
    assert played.road.statements == [["a", "b", "c"]]
    assert played.answers == {"a": "found", "b": "found"}


def test_as_long_as_all_find_something_the_others_look(played: Played) -> None:
    played.wait(*"abc", messages=600)  # one statement takes a thousand at most
    played.there = 2
    played.news.tell("q")
    played.threads.settle()
    assert played.road.statements == [["a"], ["b"], ["c"]]
    assert played.answers == {"a": "found", "b": "found"}


def test_news_for_others_wakes_nobody(played: Played) -> None:
    played.wait("a")
    played.wait("b", about="r", key="other")
    played.news.tell("s")
    assert played.threads.sent == []
    played.news.tell("r")
    played.threads.settle()
    assert played.road.statements == [["b"]]


def test_a_push_between_the_look_and_the_sleep_wakes(played: Played) -> None:
    """Stepped: the pop looks, the push commits and tells, the pop goes to sleep."""
    watch = played.news.watch("q")
    watch.__enter__()
    looked = Named(played.road, "a")
    played.news.tell("q")
    played.there = 1
    played.go_to_sleep("a", watch, looked)
    played.threads.settle()
    assert played.answers == {"a": "found"}


def test_a_sleep_that_does_not_ask_what_it_missed_is_caught(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regent.local.news.Watch.has_news", lambda watch: False)
    with pytest.raises(AssertionError):
        test_a_push_between_the_look_and_the_sleep_wakes(played)


def test_news_during_a_look_leads_to_another(played: Played) -> None:
    played.wait("a")
    played.news.tell("q")
    played.news.tell("q")
    assert len(played.threads.sent) == 1
    played.threads.come_back()
    played.there = 1
    played.loop.advance(QUIET_SECONDS)
    played.threads.settle()
    assert played.answers == {"a": "found"}


def test_a_look_that_forgets_news_is_caught(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        module._Line, "has_news", property(lambda _: False, lambda *_: None), raising=False
    )
    with pytest.raises(AssertionError):
        test_news_during_a_look_leads_to_another(played)


def test_news_that_is_of_no_use_leads_to_few_looks(played: Played) -> None:
    played.wait("a")
    for _ in range(1_000):
        played.news.tell("q")
        played.threads.settle()
        played.loop.advance(QUIET_SECONDS / 100)
    assert 5 <= len(played.road.statements) <= 20


def test_what_nobody_tells_is_found_by_a_slow_look(played: Played) -> None:
    played.wait("a", "b")
    played.loop.advance(FIRST_LOOK_SECONDS)
    played.threads.settle()
    played.loop.advance(SLOW_LOOK_SECONDS * 0.9)
    assert played.road.statements == [["a", "b"]]
    played.there = 1
    played.loop.advance(SLOW_LOOK_SECONDS)
    played.threads.settle()
    assert played.road.statements == [["a", "b"], ["a", "b"]]
    assert played.answers == {"a": "found"}


@pytest.mark.parametrize(
    ("due", "seconds"), [(0.2, 0.2), (7.0, SLOW_LOOK_SECONDS), (-3.0, SLOW_LOOK_SECONDS)]
)
def test_what_becomes_due_is_looked_for_in_time(
    played: Played, monkeypatch: pytest.MonkeyPatch, due: float, seconds: float
) -> None:
    monkeypatch.setattr(Named, "next_due", lambda _: due)
    played.wait("a")
    played.loop.advance(FIRST_LOOK_SECONDS)
    played.threads.settle()
    played.loop.advance(seconds * 0.9)
    assert played.threads.sent == []
    played.loop.advance(seconds * 0.2)
    assert len(played.threads.sent) == 1


def test_a_wait_that_is_over_answers_the_last_look(played: Played) -> None:
    played.wait("a")
    played.loop.advance(SLOW_LOOK_SECONDS)
    played.threads.settle()
    played.wait("b")
    played.loop.advance(19.5)
    played.threads.settle()
    assert played.answers == {"a": "nothing"}
    played.loop.advance(1)
    played.threads.settle()
    assert played.answers["b"] in ("first", "nothing")
    played.threads.settle()
    assert played.lookouts._lines == {}


def test_a_client_that_is_gone_is_not_looked_for(played: Played) -> None:
    played.wait("a", "b")
    played.lookouts.leave(played.waiters["a"])
    played.there = 1
    played.news.tell("q")
    played.threads.settle()
    assert played.road.statements == [["b"]]
    assert played.answers == {"a": "first", "b": "found"}


def test_a_client_that_leaves_during_a_look_is_answered_once(played: Played) -> None:
    played.wait("a")
    played.news.tell("q")
    played.lookouts.leave(played.waiters["a"])
    assert played.answers == {}
    played.there = 1
    played.threads.settle()
    assert played.answers == {"a": "found"}  # somebody has to give it back


def test_a_time_that_is_over_during_a_look_ends_with_what_the_look_takes(played: Played) -> None:
    played.wait("a", "b")
    played.loop.advance(19.9)
    played.threads.settle()
    played.loop.advance(QUIET_SECONDS)
    played.news.tell("q")
    assert len(played.threads.sent) == 1
    played.loop.advance(1)
    assert played.answers == {}
    played.there = 1
    played.threads.settle()
    assert played.answers == {"a": "found", "b": "nothing"}


def test_a_look_whose_waiters_left_and_that_says_less_than_asked_answers_all(
    played: Played,
) -> None:
    played.wait("a", "b")
    played.news.tell("q")
    played.lookouts.leave(played.waiters["b"])
    played.road.carry = lambda names: ["found"]  # type: ignore[method-assign]
    played.there = 1
    played.threads.come_back()
    assert played.answers == {"a": "found", "b": "first"}


def test_a_client_that_is_answered_before_its_look_returns_is_caught(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the look takes would be nobody's."""
    monkeypatch.setattr(
        module.Waiter, "is_asked", property(lambda _: False, lambda *_: None), raising=False
    )
    with pytest.raises(AssertionError):
        test_a_client_that_leaves_during_a_look_is_answered_once(played)


def test_all_leave_when_the_server_stops(played: Played) -> None:
    played.wait("a", "b")
    played.wait("c", about="r", key=None)
    played.lookouts.leave_all()
    assert played.answers == {"a": "first", "b": "first", "c": "first"}
    played.news.tell("q", "r")
    played.loop.advance(100)
    assert played.threads.sent == []


def test_a_request_that_comes_to_wait_while_the_server_stops_is_let_go(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.lookouts.leave_all()
    monkeypatch.setattr(Request, "stopping", True)
    played.wait("a")
    played.loop.advance(0)
    assert played.answers == {"a": "first"}


def test_what_cannot_travel_looks_by_itself(played: Played) -> None:
    played.wait("a", "b", key=None)
    played.news.tell("q")
    played.threads.settle()
    assert played.road.statements == [["a"], ["b"]]


def test_a_look_that_fails_is_tried_by_each(played: Played) -> None:
    played.road.refused["b"] = Busy("too long")
    played.wait("a", "b")
    played.news.tell("q")
    played.threads.settle()
    assert played.answers == {"a": "nothing", "b": "Busy"}


def test_a_look_whose_connection_breaks_is_told_to_all(played: Played) -> None:
    played.road.refused["b"] = DatabaseUnavailable("the connection broke")
    played.wait("a", "b")
    played.news.tell("q")
    played.threads.settle()
    assert played.road.statements == [["a", "b"]]
    assert played.answers == {"a": "DatabaseUnavailable", "b": "DatabaseUnavailable"}


def test_a_client_that_comes_during_a_look_is_looked_for_later(played: Played) -> None:
    played.wait("a")
    played.news.tell("q")
    played.wait("b")
    played.threads.settle()
    assert played.road.statements == [["a"]]
    played.loop.advance(SLOW_LOOK_SECONDS)
    played.threads.settle()
    assert played.road.statements == [["a"], ["a", "b"]]
