"""README.md and docs/ agree with the code; checkers.py says what is compared."""

from __future__ import annotations

import json
import re
from http import HTTPStatus
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from functions.api.ack import AckRequest
from functions.api.openapi import openapi
from functions.api.pop import LabelsQuery
from functions.forms.ack import LeaseFailure
from functions.forms.configure import Options
from functions.forms.push import PushItem
from regent import errors
from regent.settings import Settings
from tests.docs import checkers, markdown
from tests.docs.markdown import is_make, links, table

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
#: The queue's page comes first: later pages refer to its tables.
PAGES = sorted((ROOT / "docs/http").glob("*.md"), key=lambda page: (page.stem != "queue", page))
API = "\n\n".join(page.read_text() for page in PAGES)
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
#: The pages for strangers, with the form that a pull request begins with.
DOOR = [ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", ROOT / ".github/PULL_REQUEST_TEMPLATE.md"]
#: Files that commands make: they are in no commit, or in none before the first release.
MADE = (".venv/", "dist/", "tests/migrations/released", "shared/regent/sql/migrations/<")
#: Between the database and the store, which encrypts then; and between the database and a job.
NOT_FOR_CLIENTS = {"ENCRYPTION_REQUIRED", "BATCH_INCOMPLETE"}

#: For people who change Regent: these have pictures and file names instead of commands.
ARCHITECTURE = ROOT / "ARCHITECTURE.md"
ROOMS = [
    page
    for folder in ("shared", "functions", "infra", "glue_jobs", "tests")
    for page in sorted((ROOT / folder).rglob("README.md"))
]


#: The file of a row of ARCHITECTURE's table of locks.
LOCK_FILE = re.compile(r"`((?:regent|sql)/[\w/]+\.\w+)`")


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


class _Asked(dict[str, str]):
    """An environment that notes which variables are looked for."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def get(self, name: str, default: Any = None) -> Any:
        self.names.append(name)
        return default


def _settings() -> dict[str, Any]:
    environment = _Asked()
    defaults = Settings.from_environment(environment)
    return {
        name: getattr(defaults, name.removeprefix("REGENT_").lower())
        for name in environment.names
        if name.startswith("REGENT_")
    }


def _codes() -> dict[str, int]:
    """Every code that a handler or the gateway can answer, with its status."""
    handlers = {code: kind.status for code, kind in errors.CODES.items()}
    server = "".join(path.read_text() for path in (ROOT / "shared/regent/local").glob("*.py"))
    refused = re.findall(
        r'(?:Refused|_refuse|refusal)\(\s*(?:(\d{3})|HTTPStatus\.(\w+)),\s*"([A-Z_]+)"', server
    )
    assert len(refused) > 5
    every = handlers | {code: int(number or HTTPStatus[name]) for number, name, code in refused}
    return {code: status for code, status in every.items() if code not in NOT_FOR_CLIENTS}


@pytest.mark.parametrize("document", [*DOCUMENTS, *DOOR], ids=named)
def test_every_block_is_checked(document: Path) -> None:
    assert checkers.blocks_that_nobody_checks(document.read_text()) == []


@pytest.mark.parametrize("document", [*DOCUMENTS, *DOOR, ARCHITECTURE], ids=named)
def test_every_make_target_is_there(document: Path) -> None:
    text, makefile = document.read_text(), (ROOT / "Makefile").read_text()
    assert checkers.unknown_make_targets(text, makefile) == []


@pytest.mark.parametrize("document", [*DOCUMENTS, *DOOR, ARCHITECTURE, *ROOMS], ids=named)
def test_every_link_leads_somewhere(document: Path) -> None:
    found = links(document.read_text())
    assert [link for link in found if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOOR, ids=named)
def test_every_path_is_there(document: Path) -> None:
    assert checkers.missing_paths(document.read_text(), ROOT, MADE) == []


@pytest.mark.parametrize("document", [ARCHITECTURE, *ROOMS], ids=named)
def test_every_file_that_a_room_names_is_there(document: Path) -> None:
    tops = ("shared", "shared/regent", "shared/regent/sql", "functions", "infra", "glue_jobs")
    bases = [ROOT, document.parent, *(ROOT / top for top in tops)]
    assert checkers.missing_files(document.read_text(), bases, MADE) == []


@pytest.mark.parametrize("document", ROOMS, ids=named)
def test_every_test_that_a_decision_names_is_there(document: Path) -> None:
    assert checkers.missing_tests(document.read_text(), ROOT) == []


def test_every_advisory_lock_is_in_the_table_of_locks() -> None:
    library = ROOT / "shared/regent"
    takers = {
        str(path.relative_to(library))
        for path in library.rglob("*")
        if path.suffix in {".sql", ".py"} and re.search(r"pg_(try_)?advisory_x", path.read_text())
    }
    assert len(takers) >= 6
    rows = [row for row in ARCHITECTURE.read_text().splitlines() if row.startswith("| ")]
    named_ones = {name.removeprefix("regent/") for row in rows for name in LOCK_FILE.findall(row)}
    assert takers - named_ones == set()


def test_the_architecture_is_one_page() -> None:
    assert len(ARCHITECTURE.read_text().splitlines()) <= 150


def test_every_command_of_the_door_is_a_make_target() -> None:
    """Other commands would have to be run, like those of the documents for users."""
    blocks = [block for document in DOOR for block in markdown.blocks(document.read_text())]
    assert len(blocks) >= 3
    assert [block.text for block in blocks if not is_make(block)] == []


def test_every_route_is_described_with_an_example() -> None:
    paths = json.loads(str(openapi().body))["paths"]
    there = [f"{method.upper()} {path}" for path, methods in paths.items() for method in methods]
    assert len(there) >= 11
    assert checkers.routes(API, there) == []


def test_every_setting_is_described() -> None:
    there = _settings()
    assert len(there) >= 18
    assert checkers.settings((ROOT / "docs/run/settings.md").read_text(), there) == []


def test_every_option_is_described() -> None:
    there = {name: field.default for name, field in Options.model_fields.items()}
    assert checkers.fields(table(API, "Option"), there, defaults=True) == []


def test_every_parameter_of_a_pop_is_described() -> None:
    there = {name: field.default for name, field in LabelsQuery.model_fields.items()}
    # The server fills these in when they are left out: one message, its own subscription mode.
    there |= {"batch": 1, "timeout": 30000, "subscriptionMode": "all", "subscriptionFrom": ""}
    there |= {"perPartition": "", "leaseSeconds": "", "leaseKey": ""}
    assert checkers.fields(table(API, "Query"), there, defaults=True) == []


def test_every_field_of_a_message_is_described() -> None:
    rows = table(API, "Field of an item")
    assert checkers.fields(rows, get_type_hints(PushItem)) == []


def test_every_field_of_an_ack_is_described() -> None:
    assert checkers.fields(table(API, "Field"), AckRequest.model_fields) == []
    failed = table(API, "Field of a failed lease")
    assert checkers.fields(failed, LeaseFailure.model_fields) == []


def test_every_error_is_described() -> None:
    assert checkers.errors(API, _codes()) == []


#: Words that an English reader stumbles over, or that make a person of a program.
STRANGE = re.compile(
    r"(?i)\b(whoever|besides|reckon\w*|dealt out|goes before|for so long|he|his|him|speaks its)\b"
)


@pytest.mark.parametrize("document", [*DOCUMENTS, *DOOR], ids=named)
def test_the_english_is_plain(document: Path) -> None:
    assert STRANGE.findall(document.read_text()) == []


def test_strange_words_are_found() -> None:
    found = STRANGE.findall("Whoever joins while he lives is dealt out what he had, besides.")
    assert found == ["Whoever", "he", "dealt out", "he", "besides"]


def test_the_readme_is_short_and_begins_with_the_two_commands() -> None:
    lines = README.splitlines()
    assert len(lines) <= 200
    first_screen = "\n".join(lines[:30])
    assert "When to use it" in first_screen
    assert "make run" in first_screen
    assert "make test" in first_screen
    assert "curl" in first_screen


def test_the_published_client_that_is_installed_is_the_one_that_is_tested() -> None:
    moving = (ROOT / "docs/python/moving.md").read_text()
    (version,) = set(re.findall(r"queen-mq==(\S+)", moving))
    lock = (ROOT / "requirements/queen-2.6.lock").read_text()
    assert re.findall(r"^queen-mq==(\S+)", lock, re.MULTILINE) == [version]


def from_an_index(text: str) -> list[str]:
    """Lines that install Regent by its name: nobody owns that name on an index, so anybody could
    take it."""
    return re.findall(r".*install[^\n`]*['\"` ]regent[-_]mq(?!-?[\d.]+\S*whl).*", text)


def test_nothing_installs_regent_from_an_index() -> None:
    sources = [
        path for top in ("shared", "functions", "infra") for path in (ROOT / top).rglob("*.py")
    ]
    assert len(sources) > 50
    pages = [*DOCUMENTS, *DOOR, ARCHITECTURE, *ROOMS, *sources]
    found = {named(page): from_an_index(page.read_text()) for page in pages}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_a_line_that_installs_from_an_index_is_found() -> None:
    lines = [
        "pip install 'regent-mq[client]'",
        "They need `pip install regent-mq`",
        "install regent-mq[aws]",
    ]
    assert from_an_index("\n".join(lines)) == lines
    assert from_an_index("pip install .\npip install dist/regent_mq-0.1.0-py3-none-any.whl") == []


def test_contributing_is_short_and_begins_with_the_two_commands() -> None:
    lines = (ROOT / "CONTRIBUTING.md").read_text().splitlines()
    assert len(lines) <= 120
    first_screen = "\n".join(lines[:12])
    assert "make check" in first_screen
    assert "make test" in first_screen
