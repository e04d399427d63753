"""The modules that a cold start has to import. `make cold-start` prints milliseconds; most of them
come from these modules, which can be counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from infra.package import cold

#: Modules that take a tenth of a second each, and that few or no requests need.
TOO_HEAVY = {
    "boto3", "botocore", "cryptography", "httpx", "requests", "uvicorn", "aws_xray_sdk",
    "psycopg_pool", "urllib3", "regent.local", "regent.client", "regent.install",
}  # fmt: skip
MAX_MODULES = 565


@pytest.fixture(scope="module")
def imported(task: Path) -> dict[str, set[str]]:
    return cold.modules(task)


def test_no_function_imports_what_few_requests_need(imported: dict[str, set[str]]) -> None:
    assert len(imported) == len(cold.HANDLERS) >= 30
    heavy = {module: found & TOO_HEAVY for module, found in imported.items() if found & TOO_HEAVY}
    assert heavy == {"functions.deploy.install": {"regent.install"}}  # which is its whole work


def test_an_import_that_is_too_heavy_is_found(tmp_path: Path) -> None:
    for name, text in {
        "urllib3": "",
        "functions/stores": "import uvicorn",
        "uvicorn": "",
        "heavy": "import json, urllib3",
        "heavier": "import functions.stores, urllib3",
        "light": "import functions.stores",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.py").write_text(text)
    found = cold.modules(tmp_path, ("heavy", "heavier", "light"))
    assert {handler: modules & TOO_HEAVY for handler, modules in found.items()} == {
        "heavy": {"urllib3"}, "heavier": {"urllib3", "uvicorn"}, "light": {"uvicorn"},
    }  # fmt: skip


def test_no_function_imports_more_than_it_did(imported: dict[str, set[str]]) -> None:
    counts = {module: len(found) for module, found in imported.items()}
    assert {module: count for module, count in counts.items() if count > MAX_MODULES} == {}
    assert all({"psycopg", "pydantic"} <= found for found in imported.values())
    assert all(module in found for module, found in imported.items())


def test_a_cold_start_is_measured_by_the_emulator(task: Path) -> None:
    times = cold.cold_ms(task, "functions.api.health", starts=2)
    assert len(times) == 2
    assert all(took > 1 for took in times)
