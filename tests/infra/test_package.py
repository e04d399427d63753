"""The contents of the package: what is in it, for which target, and its size."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from packaging.tags import compatible_tags, cpython_tags
from packaging.utils import parse_wheel_filename

from functions.handlers import API_MODULES, SCHEDULES
from infra.package import CA_ON_LAMBDA, GLUE_BRINGS, Artifacts, Zip
from infra.package.__main__ import main, table, too_large
from infra.package.targets import GLUE, LAMBDA
from tests.infra import elves, imports
from tests.infra.program import program

ALL = ("functions_zip", "encryption_layer_zip", "glue_wheels_zip", "glue_code_zip")


def test_who_deploys_needs_byte_code_and_who_builds_does_not(
    package: Artifacts, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for has, words, code in (
        (False, ["--to-deploy"], 1), (False, [], 0), (True, ["--to-deploy"], 0),
    ):  # fmt: skip
        built = dataclasses.replace(package, has_byte_code=has)
        monkeypatch.setattr("infra.package.__main__.build", lambda _, built=built: built)
        assert main(words) == code
        printed = capsys.readouterr().out
        assert ("uv python install 3.13` gets one" in printed) is not has
        assert printed.endswith("make deploy needs byte code\n") is (code == 1)


def test_the_program_uploads_nothing_without_byte_code() -> None:
    with pytest.raises(AssertionError, match=r"Without byte code: there is no Python 3\.13"):
        program(**{"byte code": "false"})


def names(built: Zip) -> list[str]:
    with zipfile.ZipFile(built.path) as archive:
        return archive.namelist()


def test_it_is_for_lambda_on_arm_and_for_glue_on_x86() -> None:
    assert LAMBDA.uv_platform == "aarch64-manylinux_2_28"
    assert LAMBDA.python == "3.13"
    assert GLUE.pip_platforms[0] == "manylinux_2_34_x86_64"
    assert GLUE.pip_platforms[-2:] == ["manylinux_2_17_x86_64", "manylinux2014_x86_64"]
    assert GLUE.python == "3.11"


@pytest.mark.parametrize("name", ALL)
def test_names_are_sorted_dates_and_modes_are_fixed(package: Artifacts, name: str) -> None:
    with zipfile.ZipFile(getattr(package, name).path) as archive:
        every = archive.infolist()
    assert [info.filename for info in every] == sorted({info.filename for info in every})
    assert {info.date_time for info in every} == {(1980, 1, 1, 0, 0, 0)}
    assert {info.external_attr >> 16 for info in every} == {0o100644}
    assert {info.create_system for info in every} == {3}


def test_every_function_is_in_it(package: Artifacts) -> None:
    found = set(names(package.functions_zip))
    modules = (
        *API_MODULES,
        *(module for module, _ in SCHEDULES.values()),
        "functions.deploy.install",
    )
    assert [module for module in modules if f"{module.replace('.', '/')}.py" not in found] == []
    assert {"regent/sql/queue/pop.sql", "regent/sql/roles.sql", "regent-ca.pem"} <= found
    assert {"regent/stores/queue.py", "regent/encryption/kms.py"} <= found
    assert {Path(name).suffix for name in found if name.startswith("regent/sql/")} == {".sql"}
    assert CA_ON_LAMBDA == "/var/task/regent-ca.pem"


def test_what_no_function_imports_is_not_in_it(package: Artifacts) -> None:
    found = names(package.functions_zip)
    tops = {name.partition("/")[0].partition("-")[0].removesuffix(".py") for name in found}
    assert tops == {
        "annotated_types", "aws_lambda_powertools", "functions", "jmespath", "orjson", "psycopg",
        "psycopg_binary", "psycopg_binary.libs", "pydantic", "pydantic_core", "regent",
        "typing_extensions", "typing_inspection",
    } | ({"__pycache__"} if package.has_byte_code else set())  # fmt: skip
    ours = [name for name in found if name.startswith("regent/")]
    assert [name for name in ours if re.match(r"regent/(local|client|log|cli)/", name)] == []
    page = [name for name in found if name.endswith((".js", ".css"))]
    assert [name for name in page if not name.startswith("functions/console/app/")] == []
    assert [name for name in found if name.endswith((".pyi", ".pyx", ".d.ts", ".map"))] == []
    metadata = {name.rpartition("/")[2] for name in found if ".dist-info/" in name}
    assert metadata == {"METADATA"}


def test_what_was_left_out_is_imported_by_nothing_that_is_in_it(package: Artifacts) -> None:
    """One place in pydantic is allowed: it looks at classes of its first version. And the library
    names its client's classes, for type checkers and for programs that ask for them."""
    files = imports.sources(package.functions_zip.path)
    broken = imports.broken(files)
    client = {(name, module) for name, module in broken if module.startswith("regent.client.")}
    assert {name for name, _ in client} == {"regent/__init__.py"}
    assert broken - client == {("pydantic/_internal/_generate_schema.py", "pydantic.v1")}


def test_an_import_of_what_was_left_out_is_found(package: Artifacts) -> None:
    files = imports.sources(package.functions_zip.path)
    for left_out in ("psycopg/rows.py", "regent/limits.py", "pydantic_core/_pydantic_core.py"):
        broken = imports.broken({name: files[name] for name in files if name != left_out})
        missing = left_out.removesuffix(".py").replace("/", ".")
        assert len([module for _, module in broken if module == missing]) >= 2


def test_byte_code_is_for_lambdas_python_or_not_there(
    package: Artifacts, package_here: Artifacts
) -> None:
    for built, python in ((package, "3.13"), (package_here, sys.version)):
        tag = "cpython-" + "".join(python.split(".")[:2])
        found = [name for name in names(built.functions_zip) if name.endswith(".pyc")]
        assert bool(found) is built.has_byte_code
        assert {name.split(".")[-2] for name in found} <= {tag}
    assert package_here.has_byte_code


def test_shared_objects_are_for_lambdas_machine_and_python(package: Artifacts) -> None:
    for built in (package.functions_zip, package.encryption_layer_zip):
        assert elves.strangers(built.path, elves.AARCH64, "313") == []
    assert elves.count(package.functions_zip.path) >= 15
    assert elves.count(package.encryption_layer_zip.path) == 2


def test_shared_objects_for_another_machine_are_found(package: Artifacts, tmp_path: Path) -> None:
    other = elves.strangers(package.functions_zip.path, elves.X86_64, "312")
    assert [line for line in other if line.endswith("Python 313")]
    assert [line for line in other if line.endswith("machine 183")]
    with zipfile.ZipFile(tmp_path / "plain.zip", "w") as archive:
        archive.writestr("plain.so", b"\x7fELF\x02\x01".ljust(18, b"\0") + b"\xb7\0")
    assert elves.strangers(tmp_path / "plain.zip", elves.AARCH64, "313") == [
        "plain.so: for no Python that it names"
    ]


def test_the_layer_has_what_encryption_needs_and_nothing_twice(package: Artifacts) -> None:
    layer = names(package.encryption_layer_zip)
    assert all(name.startswith("python/") for name in layer)
    tops = {name.split("/")[1].partition("-")[0].partition(".")[0] for name in layer}
    assert tops == {"_cffi_backend", "cffi", "cryptography", "pycparser"}
    inside = {name.removeprefix("python/") for name in layer}
    assert inside & set(names(package.functions_zip)) == set()


def test_glue_gets_wheels_that_it_can_install(package: Artifacts) -> None:
    assert package.glue_wheels_zip.path.name.endswith(".gluewheels.zip")
    found = names(package.glue_wheels_zip)
    assert all(name.startswith("wheels/") for name in found)
    wheels = [name.removeprefix("wheels/") for name in found if name.endswith(".whl")]
    loadable = {
        *cpython_tags((3, 11), platforms=GLUE.pip_platforms),
        *compatible_tags((3, 11), platforms=GLUE.pip_platforms),
    }
    assert [name for name in wheels if not parse_wheel_filename(name)[3] & loadable] == []
    brought = {parse_wheel_filename(name)[0] for name in wheels}
    assert brought == {
        "adbc-driver-manager", "adbc-driver-postgresql", "annotated-types", "orjson", "psycopg",
        "psycopg-binary", "pydantic", "pydantic-core", "typing-extensions", "typing-inspection",
        # PyIceberg's
        "cachetools", "certifi", "charset-normalizer", "click", "fsspec", "idna", "markdown-it-py",
        "mdurl", "mmh3", "pygments", "pyiceberg", "pyparsing", "pyroaring", "python-dateutil",
        "requests", "rich", "six", "strictyaml", "tenacity", "urllib3", "zstandard",
    }  # fmt: skip
    assert brought & GLUE_BRINGS == set()


def test_glues_wheels_install_without_an_index(package: Artifacts, tmp_path: Path) -> None:
    with zipfile.ZipFile(package.glue_wheels_zip.path) as archive:
        archive.extractall(tmp_path)
    pip = [
        *(sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--quiet"),
        "--no-compile",  # for a Python that starts none of it
    ]
    platforms = [f"--platform={platform}" for platform in GLUE.pip_platforms]
    subprocess.run(
        [*pip, *platforms, "--python-version", "3.11", "--only-binary", ":all:", "--no-index",
         "--find-links", "wheels", "-r", "wheels/requirements.txt", "--target", "installed"],
        cwd=tmp_path, check=True,
    )  # fmt: skip
    assert (tmp_path / "installed" / "adbc_driver_postgresql").is_dir()
    assert (tmp_path / "installed" / "psycopg_binary").is_dir()


def test_glues_code_is_imported_from_the_zip(package: Artifacts, tmp_path: Path) -> None:
    code = (
        "import regent.settings, importlib.resources as r;"
        "print(regent.settings.__file__);"
        "print((r.files('glue_jobs') / 'regent-ca.pem').read_text().count('BEGIN CERTIFICATE'))"
    )
    zipped = package.glue_code_zip.path
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env={"PYTHONPATH": str(zipped)}, cwd=tmp_path, check=True, capture_output=True, text=True,
    )  # fmt: skip
    origin, certificates = done.stdout.split()
    assert origin == f"{zipped}/regent/settings.py"
    assert int(certificates) == package.certificates.read_text().count("BEGIN CERTIFICATE")


def test_it_is_small(package: Artifacts, package_here: Artifacts) -> None:
    assert too_large(package) == []
    assert too_large(package_here) == []  # with byte code
    assert package.functions_zip.unzipped_bytes < 30_000_000
    assert package.functions_zip.size_bytes == package.functions_zip.path.stat().st_size
    with zipfile.ZipFile(package.functions_zip.path) as archive:
        unzipped = sum(info.file_size for info in archive.infolist())
    assert unzipped == package.functions_zip.unzipped_bytes
    shown = table(package)
    assert "psycopg_binary.libs" in shown
    assert "regent.gluewheels.zip" in shown


def test_a_package_that_is_too_large_is_found(package: Artifacts) -> None:
    fat = dataclasses.replace(package.functions_zip, unzipped_bytes=30_000_001)
    assert too_large(dataclasses.replace(package, functions_zip=fat)) == [
        "functions, unzipped: 30.0 MB, at most 30"
    ]
    fat = dataclasses.replace(package.encryption_layer_zip, unzipped_bytes=21_000_000)
    assert too_large(dataclasses.replace(package, encryption_layer_zip=fat)) == [
        "layer, unzipped: 21.0 MB, at most 20"
    ]
