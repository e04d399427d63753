"""The context object that Lambda hands to a handler."""

import asyncio
import time
from dataclasses import dataclass, field

from regent.local.events import ACCOUNT_ID, REGION
from regent.local.hang_ups import has_hung_up

# API Gateway gives up on an integration after 30 s.
TIMEOUT_SECONDS = 29.0


@dataclass(slots=True)
class Lifetime:
    """Tells every waiting handler of a process that the process is about to stop."""

    stopping: bool = False


@dataclass(slots=True)
class LambdaContext:
    """What Lambda documents, with one local meaning: no time remains once nobody waits.

    A long poll looks at the remaining time anyway; so it also ends when its client has gone or
    the server stops, and no handler has to know about either.
    """

    function_name: str
    aws_request_id: str
    lifetime: Lifetime
    client_gone: bool = False
    #: The client's connection, where the request came without ASGI.
    connection: asyncio.BaseTransport | None = None
    function_version: str = "$LATEST"
    memory_limit_in_mb: int = 512
    identity: None = None
    client_context: None = None
    _deadline: float = field(default_factory=lambda: time.monotonic() + TIMEOUT_SECONDS)

    @property
    def invoked_function_arn(self) -> str:
        """The function's name as AWS would write it."""
        return f"arn:aws:lambda:{REGION}:{ACCOUNT_ID}:function:{self.function_name}"

    @property
    def log_group_name(self) -> str:
        """Where CloudWatch would keep this function's logs."""
        return f"/aws/lambda/{self.function_name}"

    @property
    def log_stream_name(self) -> str:
        """Which of the group's streams this process would write to."""
        return "local"

    def has_client(self) -> bool:
        """Whether somebody still waits for the answer. The socket knows before the event loop was
        told: so a client that hung up, and then says so by another connection, finds it true."""
        return not self.client_gone and (
            self.connection is None or not has_hung_up(self.connection)
        )

    def get_remaining_time_in_millis(self) -> int:
        """Return how long the handler may still take."""
        if self.client_gone or self.lifetime.stopping:
            return 0
        return max(0, int((self._deadline - time.monotonic()) * 1000))
