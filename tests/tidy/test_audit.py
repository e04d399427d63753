"""Every route that changes something is audited, or stands here with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from functions.edge.roles import Role, role_needed
from functions.handlers import API_MODULES
from tests.support.roles import Route, routes_of

_HOT: Final = "consumers and producers at work: messages and offsets say what happened"
_FIRST_USE: Final = "a program's first use makes it, at each start"
#: By the name of the route's function.
NOT_AUDITED: Final = {
    **dict.fromkeys(("push", "produce", "append", "schedule_messages", "transaction"), _HOT),
    **dict.fromkeys(("ack", "ack_batch", "extend", "record_trace"), _HOT),
    **dict.fromkeys(("claim_next", "ack_claim", "extend_claim"), _HOT),
    **dict.fromkeys(("heartbeat", "commit_offsets", "join_group", "leave_group"), _HOT),
    **dict.fromkeys(("find_or_create", "register"), _FIRST_USE),
    "count_activity": "it counts, as the reclaim does each minute",
}


def complaints(routes: Iterable[Route]) -> list[str]:
    """Routes that may change something, and of which nobody decided whether they are audited."""
    found = []
    for method, path, function in routes:
        audited = getattr(function, "is_audited", False)
        may_change = method != "GET" and role_needed(function) > Role.READ_ONLY
        excused = function.__name__.removesuffix("_named") in NOT_AUDITED
        if may_change and audited == excused:
            found.append(f"{method} {path}: mark it @app.audited, or add it to NOT_AUDITED")
    return found


def test_every_change_is_audited_or_excused() -> None:
    routes = routes_of(API_MODULES)
    assert complaints(routes) == []
    assert {function.__name__ for _, _, function in routes} >= set(NOT_AUDITED)


def test_a_route_that_nobody_thought_of_is_found() -> None:
    def delete_everything() -> None: ...

    def push() -> None: ...

    push.is_audited = True  # type: ignore[attr-defined]
    assert len(complaints([("DELETE", "/api/v1/all", delete_everything)])) == 1
    assert len(complaints([("POST", "/api/v1/push", push)])) == 1
