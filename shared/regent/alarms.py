"""What is an alarm about queues and the log, for everybody who rings one: the stack's alarms on AWS
and the API's summary, which a console shows on one machine as well.

Each has a section of its name in docs/run/operations.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True)
class Threshold:
    """A number that rings an alarm when it is above ``above``."""

    name: str
    #: What a mail says.
    words: str
    above: int
    #: How long the number is looked at, in minutes; where the reclaim counts it, in its intervals.
    minutes: int = 5


#: The age in seconds of the oldest message that a group has not completed.
OLDEST_MESSAGE: Final = Threshold(
    name="oldest-message", words="A group has not completed a message for an hour.", above=3_600
)
#: Messages that consumers gave up.
DEAD_LETTERS: Final = Threshold(name="dead-letters", words="Consumers gave messages up.", above=0)
#: Intervals of the reclaim without a run.
RECLAIM_SILENT: Final = Threshold(
    name="reclaim-silent", words="The reclaim was not called.", above=5
)
#: For how many seconds the first message behind an append in flight has waited for its readers.
LOG_HELD: Final = Threshold(
    name="log-held", words="Readers of the event log wait for an append.", above=60
)
