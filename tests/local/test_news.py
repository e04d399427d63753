"""News between processes: whoever watches hears of it, and nothing is lost."""

from __future__ import annotations

import os
import select
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from regent.local.news import Bells, News

#: Longer than anything takes that is not stuck.
STUCK_SECONDS = 20.0


@pytest.fixture
def bells() -> Iterator[Bells]:
    bells = Bells(3)
    yield bells
    bells.close()


def process(bells: Bells, place: int) -> News:
    """As a worker gets its place: with files of its own."""
    memory, heard, *rung = map(os.dup, bells.files(place))
    news = News(place, memory, heard, rung)
    os.close(memory)
    return news


@pytest.fixture
def processes(bells: Bells) -> Iterator[list[News]]:
    made = [process(bells, place) for place in range(3)]
    yield made
    for news in made:
        news.close()


def is_rung(news: News) -> bool:
    return bool(select.select([news.heard], [], [], 0)[0])


def test_a_watch_hears_what_another_process_tells(processes: list[News]) -> None:
    teller, watcher, other = processes
    heard: list[str] = []
    with watcher.watch("q") as watch, other.watch("r"):
        watch.called = lambda: heard.append("q")
        teller.tell("q")
        assert (is_rung(watcher), is_rung(other)) == (True, False)
        watcher.hear()
        assert (heard, watch.has_news(), watch.has_news()) == (["q"], True, False)
        watcher.hear()
        assert heard == ["q"]


def test_a_watch_hears_its_own_process_at_once(processes: list[News]) -> None:
    heard: list[str] = []
    with processes[0].watch("q") as watch:
        watch.called = lambda: heard.append("q")
        processes[0].tell("r")
        processes[0].tell("q")
    assert heard == ["q"]


def test_nobody_is_rung_who_does_not_watch(processes: list[News]) -> None:
    teller, watcher, _ = processes
    with watcher.watch("q"):
        pass
    teller.tell("q")
    teller.tell_all()
    assert not is_rung(watcher)


def test_news_before_the_wait_is_not_lost(processes: list[News]) -> None:
    """The look, the push's commit, then the wait: it has to end at once."""
    teller, watcher, _ = processes
    with watcher.watch("q") as watch:
        teller.tell("q")
        assert watch.has_news()
        teller.tell("q")
        watch.wait(3_600)


def test_a_watch_that_begins_after_the_look_is_caught(processes: list[News]) -> None:
    teller, watcher, _ = processes
    teller.tell("q")
    with watcher.watch("q") as watch:
        assert not watch.has_news()


def test_a_thread_that_waits_is_woken(processes: list[News]) -> None:
    teller, watcher, _ = processes
    with watcher.watch("q") as watch:
        waiting = threading.Thread(target=watch.wait, args=(0.05,))
        waiting.start()
        teller.tell("q")
        watcher.hear()
        waiting.join(STUCK_SECONDS)
        assert not waiting.is_alive()
        waiting = threading.Thread(target=watch.wait, args=(3_600,))
        waiting.start()
        watcher.ring_all()
        waiting.join(STUCK_SECONDS)
        assert not waiting.is_alive()


def test_a_watch_for_any_hears_all_names(processes: list[News]) -> None:
    teller, watcher, _ = processes
    with watcher.watch() as watch:
        teller.tell("whatever")
        assert watch.has_news()


def test_news_for_nobody_in_particular_is_for_all(processes: list[News]) -> None:
    teller, watcher, _ = processes
    with watcher.watch("q") as one, watcher.watch() as other:
        teller.tell_all()
        assert (one.has_news(), other.has_news()) == (True, True)


def test_no_names_are_no_news(processes: list[News]) -> None:
    teller, watcher, _ = processes
    with watcher.watch() as watch, watcher.watch("q"):
        teller.tell()
        assert not watch.has_news()
        assert not is_rung(watcher)


def test_a_bell_that_is_full_loses_nothing(processes: list[News]) -> None:
    teller, watcher, _ = processes
    heard: list[str] = []
    with watcher.watch("q"), watcher.watch("late") as late:
        late.called = lambda: heard.append("late")
        for _ in range(100_000):  # it is busy and hears nothing of it
            teller.tell("q")
        teller.tell("late")
        while is_rung(watcher):
            watcher.hear()
    assert heard != []


def test_a_full_bell_that_nobody_counts_is_caught(
    processes: list[News], monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(news: News, place: int, slot: int) -> None:
        with suppress(OSError):
            news._rung[place].send(slot.to_bytes(2, sys.byteorder))

    monkeypatch.setattr(News, "_ring_other", careless)
    with pytest.raises(AssertionError):
        test_a_bell_that_is_full_loses_nothing(processes)


def test_a_process_that_is_replaced_leaves_no_watches(bells: Bells, processes: list[News]) -> None:
    teller, watcher, _ = processes
    watcher.watch("q").__enter__()  # and dies
    again = process(bells, 1)
    teller.tell("q")
    assert not is_rung(again)
    with again.watch("q") as watch:
        teller.tell("q")
        assert watch.has_news()
    again.close()
