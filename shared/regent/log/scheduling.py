"""The part of the log that is for later: messages that are appended at an instant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from regent.errors import InvalidRequest
from regent.log import checks
from regent.log.answers import Scheduled, scheduled_from
from regent.log.checks import checked, optional
from regent.log.messages import Message, message_from, messages_wire
from regent.log.pages import rows_of
from regent.log.transport import Transport


class Scheduling:
    """What a log does with messages that are not in it yet."""

    _transport: Transport

    def schedule(self, messages: Message | Sequence[Message], at: datetime) -> str:
        """Append messages later, together. Until then no read finds them and no guard meets them.
        Returns an id of the batch."""
        sent = messages_wire(messages)
        if not sent:
            raise InvalidRequest("there are no messages to schedule")
        return self._transport.schedule(sent, checked("at", checks.INSTANT, at))

    def scheduled(
        self, *, since: datetime | None = None, before: datetime | None = None
    ) -> Iterator[Scheduled]:
        """The batches that wait, the one that is due first in front: those that are due from
        ``since`` on, until before ``before``."""
        begin = optional("since", checks.INSTANT, since)
        end = optional("before", checks.INSTANT, before)
        rows = rows_of("scheduled", lambda cursor: self._transport.scheduled(begin, end, cursor))
        return map(scheduled_from, rows)

    def scheduled_messages(self, schedule_id: str) -> list[Message]:
        """The messages of a batch that waits. Raises ScheduleNotFound if none has that id."""
        schedule = checked("schedule_id", checks.NAME, schedule_id)
        found: list[Message] = []
        while True:
            answer = self._transport.read_scheduled(schedule, len(found))
            found += [
                message_from({**each, "position": None, "createdAt": None})
                for each in answer["messages"]
            ]
            if not answer["more"]:
                return found

    def cancel(self, schedule_id: str) -> Scheduled:
        """Take a batch back before it is appended. Raises ScheduleNotFound if it was, or was
        cancelled already."""
        schedule = checked("schedule_id", checks.NAME, schedule_id)
        return scheduled_from(self._transport.cancel_scheduled(schedule))
