"""The uploads of the program: our own code, packed as the package packs it, without dependencies.

The dependencies are 30 MB of wheels for another machine, fetched from a registry: the package's own
tests build and run them. The rehearsal runs the code that it uploads here, with this machine's
dependencies.
"""

from __future__ import annotations

import atexit
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, Final

import pulumi

ROOT: Final = Path(__file__).resolve().parents[2]


@cache
def uploaded(*_: Any, **__: Any) -> Any:
    """Stands in for infra.package.build; its results are kept until the process ends."""
    from infra.package import Artifacts, trees, zips

    kept = tempfile.TemporaryDirectory(prefix="regent-rehearsal-")
    atexit.register(kept.cleanup)
    folder = Path(kept.name)
    return Artifacts(
        functions_zip=zips.write(trees.functions(ROOT), folder / "functions.zip"),
        encryption_layer_zip=zips.write({"python/none.py": b""}, folder / "layer.zip"),
        glue_wheels_zip=zips.write(
            {"wheels/requirements.txt": b""}, folder / "jobs.gluewheels.zip"
        ),
        glue_code_zip=zips.write(trees.jobs(ROOT), folder / "glue-code.zip"),
        certificates=trees.certificates(ROOT),
        has_byte_code=True,
    )


class Missing(Exception):
    """A file that the program uploads is not there."""


def content(body: Any) -> bytes:
    """The bytes of an object: text, or a file."""
    if isinstance(body, str):
        return body.encode()
    if not isinstance(body, pulumi.FileAsset):
        raise Missing(f"the rehearsal uploads files and texts, not {body!r}")
    path = Path(str(body.path))
    if not path.is_file():
        raise Missing(f"{path} is not there: the program uploads it")
    return path.read_bytes()
