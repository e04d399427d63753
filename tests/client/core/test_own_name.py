"""The name under which a client takes leases."""

from __future__ import annotations

import os

import pytest

from regent.client.core import own_name
from regent.client.core.own_name import with_own_name

OTHERS = (("Content-Type", "application/json"), ("User-Agent", "regent"))


def test_a_request_that_may_take_messages_names_host_and_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(own_name, "_host", lambda: "web-1")
    assert with_own_name(OTHERS) == (*OTHERS, ("regent-client", f"web-1:{os.getpid()}"))


def test_a_long_name_of_a_host_leaves_room_for_the_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(own_name, "_host", lambda: "x" * 300)
    name = with_own_name(())[0][1]
    assert (len(name), name.endswith(f"x:{os.getpid()}")) == (100, True)


def test_a_program_that_names_itself_is_not_named_again() -> None:
    given = (*OTHERS, ("Regent-Client", "cashier 3"))
    assert with_own_name(given) is given
