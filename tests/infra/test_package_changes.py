"""An unchanged tree makes the same package, a changed one another; nothing is built needlessly."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from infra.package import FOLDER, TREE, Artifacts, BuildFailed, build, wheels, zips
from infra.package.targets import LAMBDA, this_machine

#: Kept for all builds of this tree.
DEPENDENCIES = FOLDER.with_name("dependencies")
ZIPS = ("functions_zip", "encryption_layer_zip", "glue_wheels_zip", "glue_code_zip")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what the package is made of, to change."""
    copy = tmp_path / "tree"
    for room in ("requirements", "functions", "glue_jobs", "shared/regent", "infra/certificates"):
        shutil.copytree(TREE / room, copy / room, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.fixture
def again(
    package: Artifacts, tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], Artifacts]:
    """``again()`` builds the copy, with the dependencies that are there already."""
    monkeypatch.setattr(zips, "LEVEL", 0)  # other tests cover compression
    (tmp_path / "dependencies").symlink_to(DEPENDENCIES)
    return lambda: build(tmp_path / "out", tree=tree)


def contents(built: Artifacts) -> dict[str, str]:
    return {name: getattr(built, name).content_sha256 for name in ZIPS}


def test_two_builds_in_two_places_are_the_same_bytes(
    package_here: Artifacts, tree: Path, tmp_path: Path
) -> None:
    """It covers freshly installed dependencies, byte code, and files that only their owner may
    read. Glue's wheels are zipped as they were fetched, by their hashes: they are not fetched
    again."""
    fetched = tmp_path / "dependencies"
    fetched.mkdir()
    for wheels_of_glue in DEPENDENCIES.glob("wheels-*"):
        (fetched / wheels_of_glue.name).symlink_to(wheels_of_glue)
    before = os.umask(0o077)
    try:
        for path in sorted(tree.rglob("*.py")):
            path.chmod(0o700)
            os.utime(path, (1_000_000_000, 1_000_000_000))
        other = build(tmp_path / "elsewhere", target=this_machine(), tree=tree)
    finally:
        os.umask(before)
    assert other.functions_zip.path != package_here.functions_zip.path
    for name in ZIPS:
        assert getattr(other, name).sha256 == getattr(package_here, name).sha256, name
        same = (
            getattr(other, name).path.read_bytes() == getattr(package_here, name).path.read_bytes()
        )
        assert same, name


def test_an_unchanged_tree_builds_nothing(
    again: Callable[[], Artifacts], tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = again()
    os.utime(tree / "functions" / "edge" / "http.py", (1_000_000_000, 1_000_000_000))

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("something was built")

    monkeypatch.setattr(wheels, "_run", refuse)
    monkeypatch.setattr(zips, "write", refuse)
    assert again() == first


def test_a_change_is_a_change_of_the_zips_that_hold_it(
    again: Callable[[], Artifacts], tree: Path
) -> None:
    expected = {
        "functions/api/push.py": {"functions_zip"},
        "shared/regent/sql/queue/pop.sql": {"functions_zip"},
        "shared/regent/limits.py": {"functions_zip", "glue_code_zip"},
        "infra/certificates/regent-ca.pem": {"functions_zip", "glue_code_zip"},
        "shared/regent/local/server.py": set(),
        "shared/regent/client/api.py": set(),
        "functions/README.md": set(),
        "shared/regent/sql/README.md": set(),
    }
    before = contents(again())
    found = {}
    for changed in expected:
        path = tree / changed
        path.write_bytes(path.read_bytes() + b"\n")
        after = contents(again())
        found[changed] = {name for name in ZIPS if after[name] != before[name]}
        before = after
    assert found == expected


def test_a_damaged_or_a_missing_zip_is_built_again(again: Callable[[], Artifacts]) -> None:
    first = again()
    with first.functions_zip.path.open("ab") as file:
        file.write(b"damage")
    first.glue_code_zip.path.unlink()
    assert again() == first
    assert first.glue_code_zip.path.is_file()
    assert zips.file_sha256(first.functions_zip.path) == first.functions_zip.sha256


def test_a_manifest_that_cannot_be_read_is_none(again: Callable[[], Artifacts]) -> None:
    first = again()
    (first.functions_zip.path.parent / "manifest.json").write_text("{}")
    assert again() == first


def test_the_hash_is_what_lambda_answers(package: Artifacts) -> None:
    digest = hashlib.sha256(package.functions_zip.path.read_bytes())
    assert package.functions_zip.sha256 == digest.hexdigest()
    assert package.functions_zip.sha256_base64 == base64.b64encode(digest.digest()).decode()


def test_the_hash_of_the_contents_is_of_the_contents_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contents = {"b.py": b"import a\n" * 50, "a.py": b"", "é.sql": b"select 1"}
    first = zips.write(contents, tmp_path / "one.zip")
    monkeypatch.setattr(zips, "LEVEL", 1)  # packs in another way, as another zlib would
    second = zips.write(
        {"b.py": b"import a\n" * 49 + b"import b\n", **contents}, tmp_path / "2.zip"
    )
    third = zips.write({**contents, "a.py": b"\n"}, tmp_path / "three.zip")
    moved = zips.write({"a.py": b"1", "b.py": b""}, tmp_path / "four.zip")
    other = zips.write({"a.py": b"", "b.py": b"1"}, tmp_path / "five.zip")
    assert first.sha256 != second.sha256
    assert first.content_sha256 == second.content_sha256
    assert first.content_sha256_base64 == second.content_sha256_base64
    assert len({first.content_sha256, third.content_sha256, moved.content_sha256}) == 3
    assert moved.content_sha256 != other.content_sha256


def test_a_wheel_that_is_not_the_locked_one_is_refused(tree: Path, tmp_path: Path) -> None:
    lock = (tree / "requirements" / "lambda.lock").read_text()
    pinned = wheels.requirements(lock)["jmespath"]
    wrong = pinned.split(" ")[0] + f" --hash=sha256:{'0' * 64}\n"
    with pytest.raises(BuildFailed, match=r"(?i)hash"):
        wheels.installed(wrong, LAMBDA, tmp_path / "dependencies")
    assert sorted(path.name for path in (tmp_path / "dependencies").iterdir()) == []


def test_a_lock_file_is_read_by_name() -> None:
    one = "a-b==1 \\\n    --hash=sha256:1\n"
    other = "c==2 ; x == 'y' \\\n    --hash=sha256:2\n"
    lock = f"# made\n{one}    # via c\n{other}"
    assert wheels.requirements(lock) == {"a-b": one, "c": other}
    assert wheels.without(lock, {"a-b"}) == other
    with pytest.raises(BuildFailed, match="does not pin d, which"):
        wheels.without(lock, {"d"})


def test_two_versions_in_package_and_layer_are_refused(
    again: Callable[[], Artifacts], tree: Path
) -> None:
    lock = tree / "requirements" / "encryption.lock"
    pinned = wheels.requirements(lock.read_text())
    lock.write_text("".join(lines for name, lines in pinned.items() if name != "jmespath"))
    with pytest.raises(BuildFailed, match="another version than jmespath"):
        again()
