"""The event log: messages of declared types, appended under guards, claimed by partition.

``Log.over(database)`` and ``Log.at("http://localhost:6632")`` have the same methods and results.
"""

from regent.errors import ClaimLost, ConcurrentAppend, ScheduleNotFound
from regent.log.answers import Appended, Claim, Found, Group, Offset, OffsetState, Scheduled
from regent.log.conditions import Condition, Guard, GuardScope
from regent.log.log import Log
from regent.log.messages import GenericMessage, Message, MessageClass, UnreadableMessage
from regent.names import Scalar

__all__ = [
    "Appended",
    "Claim",
    "ClaimLost",
    "ConcurrentAppend",
    "Condition",
    "Found",
    "GenericMessage",
    "Group",
    "Guard",
    "GuardScope",
    "Log",
    "Message",
    "MessageClass",
    "Offset",
    "OffsetState",
    "Scalar",
    "ScheduleNotFound",
    "Scheduled",
    "UnreadableMessage",
]
