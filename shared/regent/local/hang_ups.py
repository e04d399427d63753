"""A client that hangs up is noticed, and the server says so in each answer."""

import asyncio
import select
from typing import Final

#: In each answer: who stops waiting for one may hang up, and nothing is taken for it.
HEADER: Final = ("regent-hang-ups", "noticed")
# Linux tells of the other end alone; elsewhere the event loop hears of it a moment later.
_GONE: Final = select.POLLHUP | select.POLLERR | select.POLLNVAL | getattr(select, "POLLRDHUP", 0)


def has_hung_up(connection: asyncio.BaseTransport) -> bool:
    """Whether the client has closed this connection, as of this instant."""
    if connection.is_closing():
        return True
    poll = select.poll()
    poll.register(connection.get_extra_info("socket").fileno(), _GONE)
    return any(events & _GONE for _, events in poll.poll(0))
