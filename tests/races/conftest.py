"""Sessions over this test's database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from regent.stores.members import Members
from tests.races.members.scenes import Scene
from tests.races.sessions import Broken, Open, Session, Watcher, rewrite
from tests.support.clock import StoppedClock
from tests.support.members import group_on


@pytest.fixture
def watcher(owner_url: str) -> Iterator[Watcher]:
    watcher = Watcher(owner_url)
    yield watcher
    watcher.close()


@pytest.fixture
def session(url: str) -> Iterator[Open]:
    """Open sessions as the API's role; their transactions end when the test says so."""
    opened: list[Session] = []

    def another(*, at: str | None = None, autocommit: bool = False) -> Session:
        opened.append(Session(at or url, autocommit=autocommit))
        return opened[-1]

    yield another
    for each in opened:
        each.close()


@pytest.fixture
def gate(session: Open, owner_url: str) -> Session:
    """A session that may lock whatever it wants."""
    return session(at=owner_url)


@pytest.fixture
def broken(owner_url: str) -> Broken:
    """``broken("ack", ("old text", "new text"))`` replaces a routine in this test's database."""

    def variant(routine: str, *changes: tuple[str, str]) -> None:
        rewrite(owner_url, routine, *changes)

    return variant


@pytest.fixture
def scene(session: Open, watcher: Watcher, members: Members, stopped_clock: StoppedClock) -> Scene:
    group = group_on(members, partitions=4)
    return Scene(session, watcher, members, stopped_clock, stopped_clock.owner_url, group)
