"""Lock order: a gate holds a row until two sessions have taken their locks in the order that would
lock them into each other. Then it opens, and both have to return."""

from __future__ import annotations

from collections.abc import Callable, Collection
from concurrent.futures import Future
from typing import Any

import psycopg

from regent.errors import RegentError
from tests.races.sessions import Session, Watcher, as_they_return

#: A session, and what it does.
Step = tuple[Session, Callable[[], Any]]

HOLD_PARTITION = "select p.id from queen.partitions p where p.name = %s for no key update"
HOLD_CONSUMER = """
    select c.partition_id from queen.partition_consumers c
      join queen.partitions p on p.id = c.partition_id
      join queen.consumer_groups g on g.id = c.group_id
     where p.name = %s and g.name = %s for no key update of c"""


def hold(gate: Session, statement: str, *parameters: Any) -> None:
    assert gate.execute(statement, parameters), "the gate holds nothing"


def deadlocked(*calls: tuple[Session, Future[Any]], refused: Collection[str] = ()) -> bool:
    """Commit each session as its call returns; tell whether one fell victim to a deadlock.

    A call may also be refused with one of these SQLSTATEs.
    """
    found = False
    for session, call in as_they_return(dict(calls)):
        try:
            call.result()
            session.commit()
        except psycopg.errors.DeadlockDetected:
            found = True
            session.rollback()
        except (psycopg.Error, RegentError) as error:
            if error.sqlstate not in refused:
                raise
            session.rollback()
    return found


def meet(
    gate: Session,
    watcher: Watcher,
    first: Step,
    second: Step,
    *,
    second_waits: bool = True,
    refused: Collection[str] = (),
) -> bool:
    """Start the first step, which waits for the gate, then the second, and open the gate; tell
    whether the two deadlocked."""
    one, two = first[0], second[0]
    call = one.start(first[1])
    watcher.waits(one, call)
    meeting = two.start(second[1])
    if second_waits:
        watcher.waits(two, meeting)
    else:
        watcher.settled(two, meeting)
    gate.rollback()
    return deadlocked((one, call), (two, meeting), refused=refused)
