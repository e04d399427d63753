"""docs/python/testing.md: its files are tests, and pytest runs them; its table has all fixtures."""

from __future__ import annotations

import re

import pytest

from regent import pytest_plugin
from tests.docs.markdown import blocks, code, table
from tests.docs.test_docs import ROOT

pytest_plugins = ["pytester"]

GUIDE = (ROOT / "docs/python/testing.md").read_text()
FILES = {
    block.text.split("\n", 1)[0].removeprefix("# "): block.text
    for block in blocks(GUIDE)
    if block.language == "python"
}


def test_its_tests_pass(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    for name, text in FILES.items():
        (pytester.path / name).write_text(text)
    ran = pytester.runpytest_subprocess("-p", "regent.pytest_plugin", "-W", "error")
    assert list(FILES) == [
        "shop.py",
        "test_handler.py",
        "test_shop.py",
        "test_time.py",
        "test_alone.py",
    ]
    ran.assert_outcomes(passed=7)


def test_every_fixture_is_in_the_table() -> None:
    shown = {code(row["Fixture"]) for row in table(GUIDE, "Fixture")}
    source = (ROOT / "shared/regent/pytest_plugin/__init__.py").read_text()
    assert shown == set(re.findall(r"@pytest\.fixture.*\ndef (\w+)\(", source))
    assert all(hasattr(pytest_plugin, str(name)) for name in shown)
