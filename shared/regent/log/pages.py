"""Answers that have more than one page."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from regent.log.messages import Message, message_from
from regent.log.transport import Answer


def messages_of(
    page: Callable[[int | None, int], Answer], after: int | None, limit: int | None
) -> tuple[list[Message], Answer]:
    """All messages, or the first ``limit``, and the last page. ``page`` is called with the position
    after which to go on, and with the number of messages that were read already."""
    messages: list[Message] = []
    while True:
        answer = page(after, len(messages))
        messages += map(message_from, answer["messages"])
        if not answer["more"] or (limit is not None and len(messages) >= limit):
            return messages, answer
        after = answer["messages"][-1]["position"]


def rows_of(name: str, page: Callable[[str | None], Answer]) -> Iterator[Answer]:
    """The rows of a list, page by page."""
    cursor: str | None = None
    while True:
        answer = page(cursor)
        yield from answer[name]
        cursor = answer["nextCursor"]
        if cursor is None:
            return
