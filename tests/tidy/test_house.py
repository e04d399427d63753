"""The repository obeys its own rules; checkers.py lists them with reasons."""

import importlib
from pathlib import Path

import pytest

from functions.handlers import API_MODULES, SCHEDULES
from tests.tidy import checkers

ROOT = Path(__file__).parents[2]
ROOMS = ("shared", "functions", "infra", "glue_jobs", "tests")
TEXT = {".py", ".sql", ".md", ".js", ".html", ".css", ".toml", ".yaml", ".yml", ".txt"}


def _files() -> dict[str, str]:
    candidates = [path for path in ROOT.iterdir() if path.is_file()]
    for room in ROOMS:
        candidates += (ROOT / room).rglob("*")
    return {
        str(path.relative_to(ROOT)): path.read_text()
        for path in sorted(candidates)
        if path.suffix in TEXT and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    """Every text file of the house."""
    found = _files()
    assert len(found) > 30
    return found


def test_no_file_is_too_long(files: dict[str, str]) -> None:
    assert checkers.long_files(files) == []


def test_no_function_is_too_long(files: dict[str, str]) -> None:
    assert checkers.long_functions(files) == []


def test_nothing_is_left_for_later(files: dict[str, str]) -> None:
    assert checkers.unfinished_work(files) == []


def test_every_module_says_what_it_is_for(files: dict[str, str]) -> None:
    assert checkers.modules_without_a_docstring(files) == []


def test_imports_run_one_way(files: dict[str, str]) -> None:
    assert checkers.backward_imports(files) == []


def test_no_import_runs_sideways(files: dict[str, str]) -> None:
    assert checkers.sideways_imports(files) == []


def test_two_files_import_the_driver(files: dict[str, str]) -> None:
    assert checkers.psycopg_outside_database(files) == []


def test_one_file_reads_the_environment(files: dict[str, str]) -> None:
    assert checkers.environment_outside_settings(files) == []


def test_every_handler_has_its_tests(files: dict[str, str]) -> None:
    modules = [*API_MODULES, *(module for module, _ in SCHEDULES.values())]
    assert checkers.handlers_nobody_tests(API_MODULES, files) == []
    assert checkers.handlers_nobody_lists(modules, files) == []


def test_every_route_is_described() -> None:
    routes: list[tuple[str, str | None]] = []
    for module in API_MODULES:
        app = importlib.import_module(module).app
        routes += [
            (f"{route.method} {route.path}", route.description or route.func.__doc__)
            for route in app.known_routes()
        ]
    assert len(routes) >= len(API_MODULES)
    assert checkers.undescribed_routes(routes) == []


def test_every_make_target_is_documented(files: dict[str, str]) -> None:
    makefile = (ROOT / "Makefile").read_text()
    assert checkers.undocumented_targets(makefile, files["README.md"]) == []


def test_no_litter() -> None:
    paths = [path.name for path in ROOT.iterdir() if path.is_file()]
    for room in ROOMS:
        paths += [
            str(path.relative_to(ROOT))
            for path in (ROOT / room).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        ]
    assert checkers.litter(paths) == []
