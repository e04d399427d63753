"""What a test reads from its database by itself."""

from __future__ import annotations

from typing import Any

from tests.support.owner import execute


def rows(url: str, statement: str, parameters: tuple[Any, ...] = ()) -> list[dict[str, Any]]:
    """What a statement answers in a session of the test's own; [] for one without rows."""
    return execute(url, statement.encode(), parameters or None)


def value(url: str, statement: str, parameters: tuple[Any, ...] = ()) -> Any:
    """The one value that a statement answers."""
    ((answer,),) = [tuple(row.values()) for row in rows(url, statement, parameters)]
    return answer


def dead_letters(owner_url: str) -> list[tuple[Any, ...]]:
    """(payload, reason, error, retries) of each dead letter, oldest first."""
    letters = rows(
        owner_url,
        "select payload, reason, error_message, retry_count from queen.dead_letter_queue"
        " order by id",
    )
    return [tuple(letter.values()) for letter in letters]


def stored(owner_url: str) -> int:
    """How many messages the table holds."""
    count: int = value(owner_url, "select count(*) from queen.messages")
    return count
