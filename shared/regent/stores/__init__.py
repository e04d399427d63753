"""The stores: each verb of the database is a method, named like its routine in sql/<room>/.

A program imports a store from here, whatever module it lives in.
"""

from regent.stores.audit import Audit
from regent.stores.dead_letters import DeadLetters
from regent.stores.groups import Groups
from regent.stores.lag import Lag
from regent.stores.log import LogStore
from regent.stores.members import Members
from regent.stores.messages import StoredMessages, Traces
from regent.stores.queue import Queues
from regent.stores.resources import Maintenance, Resources
from regent.stores.retention import Replays, Retention
from regent.stores.status import Activity

__all__ = [
    "Activity",
    "Audit",
    "DeadLetters",
    "Groups",
    "Lag",
    "LogStore",
    "Maintenance",
    "Members",
    "Queues",
    "Replays",
    "Resources",
    "Retention",
    "StoredMessages",
    "Traces",
]
