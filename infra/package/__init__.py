"""The package: what `pulumi up` uploads, built from the lock files on any machine.

``build(folder)`` makes four zips there (and nothing when they are current):

- ``functions_zip``: every handler with its dependencies, for Lambda (arm64, python3.13). One zip
  for all functions: they share their code and differ in the handler's name.
- ``encryption_layer_zip``: what queues with encryption need besides; a layer for a stack with a
  key.
- ``glue_wheels_zip``: for a Glue job's ``--additional-python-modules``, with
  ``--python-modules-installer-option`` set to ``--no-index``: nothing is fetched when a job starts.
- ``glue_code_zip``: for a Glue job's ``--extra-py-files``.

Wheels are chosen by platform tag and checked against the lock file's hashes; no C is compiled. The
same tree gives the same zips: names are sorted, dates and modes are fixed. ``content_sha256`` says
whether anything changed; ``python -m infra.package`` prints sizes and cold starts.

Where a Python 3.13 is on the PATH (``uv python install 3.13``), the zips for Lambda get byte code,
and cold starts take a third of the time. It is part of the contents, and `pulumi up` uploads
nothing without it.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import re
import zlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from infra.package import bytecode, trees, wheels, zips
from infra.package.bytecode import Compiler
from infra.package.targets import GLUE, LAMBDA, Target
from infra.package.wheels import BuildFailed
from infra.package.zips import Zip

__all__ = [
    "CA_ON_LAMBDA",
    "NO_BYTE_CODE",
    "Artifacts",
    "BuildFailed",
    "Zip",
    "build",
    "trusted_regions",
]

TREE: Final = Path(__file__).parents[2]
FOLDER: Final = TREE / "build" / "package"
#: The path that REGENT_DATABASE_CA has on Lambda.
CA_ON_LAMBDA: Final = f"{bytecode.TASK}/{trees.CA_NAME}"
NO_BYTE_CODE: Final = (
    "Without byte code: there is no Python 3.13 on the PATH; `.venv/deploy/bin/uv python install"
    " 3.13` gets one.\nEach cold start compiles every module, and takes about three times as long."
)
#: Glue recognises a zip of wheels by this ending.
_GLUE_WHEELS: Final = "regent.gluewheels.zip"
#: Glue 5.1 has them: boto3 1.40.61 for its own region's endpoints, pyarrow 22.0.0 to match its
#: pandas. Newer ones would be 70 MB to install in each job's first minute.
#: What other wheels of ours need comes along all the same: pip finds nothing elsewhere.
GLUE_BRINGS: Final = frozenset({"boto3", "botocore", "jmespath", "pyarrow", "s3transfer"})
_LAYER_ROOT: Final = "python"


@dataclass(frozen=True)
class Artifacts:
    """The files that were built."""

    functions_zip: Zip
    encryption_layer_zip: Zip
    glue_wheels_zip: Zip
    glue_code_zip: Zip
    #: The certificates as they are in the zips, for a Glue job's ``--extra-files``.
    certificates: Path
    #: Whether this machine has a Python of Lambda's version to compile with.
    has_byte_code: bool


def build(folder: Path = FOLDER, *, target: Target = LAMBDA, tree: Path = TREE) -> Artifacts:
    """Build everything that is not current. Without changes this takes no network and a fifth of a
    second."""
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:  # `make build` and `pulumi up` at once
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _build(folder, target, tree)


def trusted_regions(tree: Path = TREE) -> frozenset[str]:
    """The regions whose databases the packaged certificates cover: elsewhere no handler could
    connect. ``python -m infra.package.certificates`` renews them."""
    text = trees.certificates(tree).read_text()
    return frozenset(re.findall(r"^# Amazon RDS (\S+) Root CA", text, re.MULTILINE))


def _build(folder: Path, target: Target, tree: Path) -> Artifacts:
    by = bytecode.compiler(target)
    inputs = _inputs(tree, target, by)
    manifest = folder / "manifest.json"
    if current := _current(manifest, inputs):
        return current
    manifest.unlink(missing_ok=True)
    artifacts = _built(folder, target, tree, by)
    manifest.write_text(json.dumps({"inputs": inputs, **_noted(artifacts)}, indent=1))
    return artifacts


def _built(folder: Path, target: Target, tree: Path, by: Compiler | None) -> Artifacts:
    locks = {name: _lock(tree, name) for name in ("lambda", "encryption", "jobs")}
    cache = folder.with_name("dependencies")  # of all builds: each is kept by its target
    base = trees.dependencies(wheels.installed(locks["lambda"], target, cache))
    more = trees.dependencies(wheels.installed(locks["encryption"], target, cache))
    layer = {name: path for name, path in more.items() if name not in base}
    _refuse_two_versions(base, more)
    return Artifacts(
        functions_zip=_zip(
            folder / "functions.zip", {**base, **trees.functions(tree)}, by, bytecode.TASK
        ),
        encryption_layer_zip=_zip(
            folder / "encryption-layer.zip",
            {f"{_LAYER_ROOT}/{name}": path for name, path in layer.items()},
            by,
            "/opt",
        ),
        glue_wheels_zip=zips.write(_glue_wheels(locks["jobs"], cache), folder / _GLUE_WHEELS),
        glue_code_zip=zips.write(trees.jobs(tree), folder / "glue-code.zip"),
        certificates=trees.certificates(tree),
        has_byte_code=by is not None,
    )


def _zip(path: Path, sources: dict[str, Path], by: Compiler | None, prefix: str) -> Zip:
    compiled = bytecode.compiled(sources, by, prefix) if by else {}
    return zips.write({**sources, **compiled}, path)


def _glue_wheels(lock: str, cache: Path) -> zips.Contents:
    """Glue unpacks the folder ``wheels`` and installs the requirements.txt in it."""
    folder = wheels.downloaded(wheels.without(lock, GLUE_BRINGS), GLUE, cache)
    found = sorted(folder.glob("*.whl"))
    names = ["==".join(wheel.name.split("-")[:2]).replace("_", "-") for wheel in found]
    contents: dict[str, Path | bytes] = {f"wheels/{wheel.name}": wheel for wheel in found}
    contents["wheels/requirements.txt"] = "".join(f"{name}\n" for name in names).encode()
    return contents


def _refuse_two_versions(base: dict[str, Path], more: dict[str, Path]) -> None:
    """The layer comes after the package on the path, so a distribution in both must have one
    version."""
    for name in base.keys() & more.keys():
        if base[name].read_bytes() != more[name].read_bytes():
            raise BuildFailed(
                f"{name} is not the same in requirements/lambda.lock and encryption.lock; renew"
                " both with `make lock`"
            )
    if missing := sorted(base.keys() - more.keys()):
        raise BuildFailed(f"requirements/encryption.lock has another version than {missing[0]}")


def _lock(tree: Path, name: str) -> str:
    return (tree / "requirements" / f"{name}.lock").read_text()


def _inputs(tree: Path, target: Target, by: Compiler | None) -> str:
    """The hash of everything that decides what is built."""
    every = hashlib.sha256()
    every.update(repr((target, GLUE, by, zlib.ZLIB_RUNTIME_VERSION)).encode())
    code = {**trees.functions(tree), **trees.jobs(tree)}
    here = {f"infra/package/{path.name}": path for path in Path(__file__).parent.glob("*.py")}
    for name in ("lambda", "encryption", "jobs"):
        code[f"requirements/{name}.lock"] = tree / "requirements" / f"{name}.lock"
    for name, content in sorted({**code, **here}.items()):
        data = content if isinstance(content, bytes) else content.read_bytes()
        every.update(f"{name}\n{len(data)}\n".encode())
        every.update(data)
    return every.hexdigest()


def _current(manifest: Path, inputs: str) -> Artifacts | None:
    """The artifacts of an earlier build, if its inputs were the same and its files are
    unchanged."""
    try:
        noted: dict[str, Any] = json.loads(manifest.read_text())
        if noted.pop("inputs") != inputs:
            return None
        built = {name: Zip(**noted.pop(name) | {"path": path}) for name, path in _paths(manifest)}
        artifacts = Artifacts(
            **built,
            certificates=Path(noted["certificates"]),
            has_byte_code=noted["has_byte_code"],
        )
    except (OSError, ValueError, KeyError, TypeError):  # none, or another version's
        return None
    intact = all(
        part.path.is_file() and zips.file_sha256(part.path) == part.sha256
        for part in built.values()
    )
    return artifacts if intact else None


def _paths(manifest: Path) -> Iterable[tuple[str, Path]]:
    noted = json.loads(manifest.read_text())
    for field in fields(Artifacts):
        if isinstance(noted[field.name], dict):
            yield field.name, Path(noted[field.name]["path"])


def _noted(artifacts: Artifacts) -> dict[str, Any]:
    noted: dict[str, Any] = json.loads(json.dumps(asdict(artifacts), default=str))
    return noted
