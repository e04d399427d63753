"""The extras are true: each brings what its files import, and the base brings no server."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tomllib
from typing import Any

from tests.tidy.checkers import OUR_PACKAGES
from tests.tidy.dependencies import distributions_of_modules, modules, undeclared_imports
from tests.tidy.test_house import ROOT, _files

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
#: Runs before a program: the distributions in its arguments count as not installed.
REFUSE = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1:]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Refuse())
"""
NOWHERE = "127.0.0.1:9"  # the port of a service that does not run
OVER_HTTP = f"""
import regent.cli
from regent import AsyncRegent, Regent
from regent.client import Consumer, Producer, SimpleConsumer, Unreachable
assert regent.cli.main(["jobs"]) == 0
try:
    Regent("http://{NOWHERE}", timeout_seconds=0.1).queue("orders").push(1, partition="p")
except Unreachable:
    print("refused")
"""
LOG = f"""
from regent.client import Unreachable
from regent.log import Log
try:
    Log.at("http://{NOWHERE}").groups()
except Unreachable:
    print("refused")
"""
TYPED = f"""
from regent import Regent
from regent.client import InvalidConfig
try:
    Regent("http://{NOWHERE}").queue("orders", payload=dict[str, int]).push({{}}, partition="p")
except InvalidConfig as error:
    print(error)
"""
DIRECT = f"""
import regent.stores.queue
from regent.database import Database
from regent.errors import DatabaseUnavailable
from regent.log import Log
from regent.settings import Settings
try:
    Log.over(Database(Settings(database_url="postgresql://{NOWHERE}/none"))).groups()
except DatabaseUnavailable:
    print("refused")
"""


STRAIGHT = f"""
from regent import Regent
from regent.client import InvalidConfig, Unreachable
try:
    Regent("postgresql://{NOWHERE}/none", timeout_seconds=0.1).queue("orders").depth()
except (InvalidConfig, Unreachable) as error:
    print(error)
"""


def ran_with(brought: set[str], program: str) -> subprocess.CompletedProcess[str]:
    """Run a program where nothing is installed but these."""
    path = os.pathsep.join([str(ROOT / "shared"), sysconfig.get_path("purelib")])
    refused = set(distributions_of_modules()) - brought
    return subprocess.run(
        # No site: its .pth files import things before imports can be refused.
        [sys.executable, "-S", "-c", REFUSE + program, *refused],
        env={"PYTHONPATH": path, "PATH": os.environ["PATH"]},
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_every_room_imports_only_what_its_extra_brings() -> None:
    assert undeclared_imports(_files(), PROJECT) == []


def test_an_import_that_no_extra_brings_is_found() -> None:
    assert undeclared_imports(
        {
            "shared/regent/client/a.py": "import httptools\nimport httpx\nimport psycopg",
            "shared/regent/log/log.py": "def f():\n    from orjson import dumps",
            "shared/regent/log/over_database.py": "import orjson, regent.database, json",
            "shared/regent/store.py": "import httpx\nimport pydantic_core",
            "functions/api/a.py": "import aws_lambda_powertools.event_handler\nimport uvicorn",
            "infra/a.py": "import pulumi_aws\nimport moto",
            "tests/a.py": "import anything",
        },
        PROJECT,
    ) == [
        "shared/regent/client/a.py: regent-mq does not bring httpx",
        "shared/regent/client/a.py: regent-mq does not bring psycopg",
        "shared/regent/log/log.py: regent-mq[log] does not bring orjson",
        "shared/regent/store.py: regent-mq[aws,database,encryption] does not bring httpx",
        "functions/api/a.py: regent-mq[functions] does not bring uvicorn",
        "infra/a.py: regent-mq[deploy] does not bring moto",
    ]


def test_the_base_brings_a_client_and_one_parser() -> None:
    brought = modules(PROJECT, ())
    assert brought - OUR_PACKAGES == {"httptools"}
    ran = ran_with(brought, OVER_HTTP)
    assert ran.stdout.endswith("refused\n"), ran.stderr


def test_a_server_that_is_not_installed_says_what_brings_it() -> None:
    ran = ran_with(modules(PROJECT, ("direct",)), "import regent.local.__main__")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == (
        "regent: the server is not installed (No module named 'jwt'): pip install '.[local]' in"
        " Regent's repository\n"
    )


def test_the_log_over_http_needs_the_extra_for_it() -> None:
    assert ran_with(modules(PROJECT, ("log",)), LOG).stdout == "refused\n"
    assert "No module named 'pydantic'" in ran_with(modules(PROJECT, ()), LOG).stderr


def test_a_payload_type_says_what_it_needs() -> None:
    ran = ran_with(modules(PROJECT, ()), TYPED)
    assert "needs pydantic: install it, or pass a Codec" in ran.stdout, ran.stderr


def test_programs_that_go_to_the_database_need_the_extra_for_it() -> None:
    ran = ran_with(modules(PROJECT, ("direct",)), DIRECT)
    assert ran.stdout == "refused\n", ran.stderr
    ran = ran_with(modules(PROJECT, ("log",)), DIRECT)
    assert ran.stderr.endswith(
        "a database needs psycopg: pip install '.[direct]' in Regent's repository\n"
    )


def test_the_straight_road_needs_the_extra_for_it() -> None:
    ran = ran_with(modules(PROJECT, ("direct",)), STRAIGHT)
    assert ran.stdout.startswith(f"postgresql://{NOWHERE}/none does not answer"), ran.stderr
    for extras, missing in ((), "psycopg"), (("database",), "aws_lambda_powertools"):
        ran = ran_with(modules(PROJECT, extras), STRAIGHT)
        assert ran.stdout == (
            f"postgresql:// needs {missing}, which is not installed: pip install '.[direct]' in"
            " Regent's repository\n"
        ), ran.stderr


def test_the_parser_is_imported_with_the_first_answer() -> None:
    assert ran_with(set(), OVER_HTTP).stdout.endswith("refused\n")
    ran = ran_with(set(), "from regent.client.core.http1 import Answering; Answering()")
    assert "No module named 'httptools'" in ran.stderr
