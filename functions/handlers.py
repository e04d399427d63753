"""The handlers, and what each of them needs: what API Gateway and EventBridge may call.

The local server, the packaging and the Pulumi program all read this table. A handler that it does
not name exists nowhere. A route itself is written once, in its handler.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Handler:
    """A module with a function ``handler``; each is a Lambda of its own."""

    module: str
    #: It gets twice the memory, so it answers in half the time for the same price, and it has
    #: alarms of its own.
    hot: bool = False
    #: It seals or opens payloads, so it gets the layer with the cipher and may use the key.
    encrypts: bool = False
    #: It answers from the database.
    connects: bool = True

    @property
    def name(self) -> str:
        """The last part of the module's name: the name of its function on AWS."""
        return self.module.rpartition(".")[2]


#: Its login is a browser's, so a stack whose callers sign requests does without it.
CONSOLE = "functions.console.console"

# A request goes to the first handler that has its route.
API_HANDLERS: tuple[Handler, ...] = (
    Handler(module="functions.api.push", hot=True, encrypts=True),
    Handler(module="functions.api.pop", hot=True, encrypts=True),
    Handler(module="functions.api.ack", hot=True, encrypts=True),
    Handler(module="functions.api.lease"),
    Handler(module="functions.api.transaction", hot=True, encrypts=True),
    Handler(module="functions.api.topics", hot=True, encrypts=True),
    Handler(module="functions.api.member_groups"),
    # Before those of /api/v1/consumer-groups/{group}: two of its routes are aliases there.
    Handler(module="functions.api.members", hot=True),
    Handler(module="functions.api.configure", encrypts=True),
    # Partitions before queues, because their paths begin with a queue's: a name may hold slashes.
    Handler(module="functions.api.partitions"),
    Handler(module="functions.api.queues"),
    Handler(module="functions.api.overview"),
    Handler(module="functions.api.messages", encrypts=True),
    Handler(module="functions.api.traces", encrypts=True),
    Handler(module="functions.api.groups"),
    Handler(module="functions.api.subscriptions"),
    Handler(module="functions.api.seek"),
    Handler(module="functions.api.pause"),
    Handler(module="functions.api.dlq", encrypts=True),
    Handler(module="functions.api.redrives"),
    Handler(module="functions.api.maintenance"),
    Handler(module="functions.api.audit"),
    Handler(module="functions.api.status"),
    Handler(module="functions.api.analytics"),
    Handler(module="functions.api.lag"),
    Handler(module="functions.api.metrics"),
    Handler(module="functions.api.log", hot=True),
    Handler(module="functions.api.log_types"),
    Handler(module="functions.api.log_groups"),
    Handler(module="functions.api.health"),
    Handler(module="functions.api.session"),
    Handler(module="functions.api.openapi"),
    Handler(module=CONSOLE, connects=False),
)
API_MODULES: tuple[str, ...] = tuple(each.module for each in API_HANDLERS)
HOT_MODULES: frozenset[str] = frozenset(each.module for each in API_HANDLERS if each.hot)


def use_news(news: Any) -> None:
    """The local server: hear of news from all of its processes, and tell them."""
    from functions.edge import waiting

    waiting.use_news(news)


def count_requests() -> Callable[[], None]:
    """The local server: count requests from now on. It calls what this returns, which writes the
    counts down."""
    from functions.edge import counting

    return counting.begin()


def apart(**given: Any) -> Any:
    """A client whose handlers run in its own process: what they keep for it alone. ``run`` of what
    this returns does something with that."""
    from functions.stores import Apart

    return Apart(given)


# name -> (module, seconds between two runs on one machine)
# Retention is the clock's on one machine only. On AWS the Glue job archives, and deletes then.
SCHEDULES: Mapping[str, tuple[str, float]] = {
    "reclaim": ("functions.schedules.reclaim", 10.0),
    "retention": ("functions.schedules.retention", 60.0),
}
