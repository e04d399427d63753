"""The steps of which tests of redrives are made that go on without their caller."""

from __future__ import annotations

from typing import Any

from regent.database import Database
from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.dead_letters import DeadLetters, LetterFilter
from tests.support.owner import execute

Q = LetterFilter(queue="q")


def with_carrier(database: Database, owner_url: str) -> DeadLetters:
    """The API begins and stops redrives. Here it carries them, too, as the reclaim does."""
    execute(owner_url, "grant execute on function queen.carry_redrive to regent_api")
    return DeadLetters(database, Encryption(Settings()))


def start(dead: DeadLetters, which: LetterFilter = Q, to: str | None = None, **asked: Any) -> int:
    return int(dead.start_redrive(which, to, **asked)["id"])


def carried(dead: DeadLetters) -> list[int]:
    """The messages of each slice, until nothing is due."""
    found = []
    while (done := dead.carry_redrive()).redrive is not None:
        found.append(done.messages)
    return found


def standing(dead: DeadLetters, redrive: int) -> tuple[str, int, int]:
    row = dead.read_redrive(redrive)
    return row["status"], row["redriven"], row["messages"]
