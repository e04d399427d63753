"""Reproduce as test: the file runs, and fails as the letter did."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.console.browser import ROOT
from tests.console.conftest import OpenPage
from tests.console.seeds import Seeds
from tests.console.watch import origin

SHOP = """
seen = []


def bill(message):
    seen.append((message.partition, message.transaction_id, message.key, message.headers))
    assert message.payload["id"] in (9007199254740993, 2), message.payload
    if message.payload["total"] < 0:
        raise ValueError(f"no such account {message.payload['id']}")
"""


def died(seeds: Seeds, queue: str) -> None:
    """Two messages, the second of which became a dead letter."""
    first = (
        f'{{"queue": "{queue}", "partition": "a", "transactionId": "t\\"1", "key": "k",'
        ' "headers": {"source": "shop\\u202e"}, "payload": {"id": 2, "total": 1.5, "no": null}}'
    )
    second = (
        f'{{"queue": "{queue}", "partition": "b", "transactionId": "t2",'
        ' "payload": {"id": 9007199254740993, "total": -1, "of": [true, "\\"\\"\\"\\n"]}}'
    )
    for item in (first, second):
        seeds.push_text(f'{{"items": [{item}]}}')
    seeds.ack(seeds.pop(queue, "billing", "a"))
    error = "ValueError: no such account 9007199254740993"
    seeds.ack(seeds.pop(queue, "billing", "b"), "dlq", error)


def written(page: Page, queue: str) -> str:
    """The file for pytest, of both messages."""
    for name in ('t"1', "t2"):
        page.get_by_label(f"Select {name}").check()
    page.get_by_role("button", name="Reproduce as test…").click()
    dialog = page.get_by_role("dialog", name="Reproduce as test")
    dialog.get_by_label("Group").fill("billing")
    dialog.get_by_label("Your handler").fill("shop.bill")
    return dialog.get_by_role("region", name="pytest file").inner_text()


def ran(folder: Path) -> subprocess.CompletedProcess[str]:
    """pytest in a folder of its own, with Regent's plugin alone."""
    environment = {
        **os.environ,
        "PYTHONPATH": f"{ROOT / 'shared'}{os.pathsep}{ROOT}",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    words = ["-m", "pytest", "-q", "-p", "regent.pytest_plugin", "-p", "no:cacheprovider"]
    return subprocess.run(
        [sys.executable, *words, "--rootdir", str(folder), str(folder)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )


@pytest.mark.slow
def test_the_file_fails_as_the_letter_did(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, tmp_path: Path
) -> None:
    died(seeds, queue)
    open_page("messages", queue=queue)
    text = written(page, queue)
    assert '# It failed with "ValueError: no such account 9007199254740993".' in text
    assert "\u202e" not in text
    (tmp_path / "test_reproduced.py").write_text(text)
    (tmp_path / "shop.py").write_text(SHOP)
    failed = ran(tmp_path)
    assert failed.returncode == 1, failed.stdout + failed.stderr
    assert "ValueError: no such account 9007199254740993" in failed.stdout
    fixed = SHOP.replace("< 0", "< -5") + (
        "    if len(seen) == 2:\n"
        "        assert seen == [('a', 't\"1', 'k', {'source': 'shop\\u202e'}),"
        " ('b', 't2', None, seen[1][3])], seen\n"
    )
    (tmp_path / "shop.py").write_text(fixed)
    passed = ran(tmp_path)
    assert passed.returncode == 0, passed.stdout + passed.stderr
    # Without a handler it says which line waits for one.
    page.get_by_role("dialog").get_by_label("Your handler").fill("nonsense of mine")
    text = page.get_by_role("region", name="pytest file").inner_text()
    (tmp_path / "test_reproduced.py").write_text(text)
    assert "NotImplementedError: call your handler here" in ran(tmp_path).stdout


def test_the_script_pushes_and_pops(
    open_page: OpenPage, page: Page, seeds: Seeds, queue: str, tmp_path: Path
) -> None:
    died(seeds, queue)
    open_page("messages", queue=queue)
    written(page, queue)
    page.get_by_role("tab", name="Shell").click()
    script = page.get_by_role("region", name="shell file").inner_text()
    other = f"{queue}.again"
    (tmp_path / "reproduce.sh").write_text(script.replace(queue, other))
    done = subprocess.run(
        ["sh", "reproduce.sh"],
        cwd=tmp_path,
        env={**os.environ, "BASE": origin(page)},
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert '"data":{"id":9007199254740993,"total":-1,"of":[true,"\\"\\"\\"\\n"]}' in done.stdout
    found = seeds.send("GET", f"/messages?queue={other}&order=asc")["messages"]
    assert [(each["partition"], each["transactionId"], each["key"]) for each in found] == [
        ("a", 't"1', "k"),
        ("b", "t2", None),
    ]
    assert [each["status"] for each in found] == ["processing", "processing"]


def test_the_dialog_ends(open_page: OpenPage, page: Page, seeds: Seeds, queue: str) -> None:
    died(seeds, queue)
    open_page("messages", queue=queue, status="dead")
    page.get_by_role("button", name="t2").click()
    page.get_by_role("button", name="Reproduce as test…").click()
    dialog = page.get_by_role("dialog", name="Reproduce as test")
    expect(dialog.get_by_label("Group")).to_have_value("billing")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
