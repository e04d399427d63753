"""The vendored files are those of the pinned packages, with the rewrites that vendor.json names."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from tests.console import vendor

PINNED = json.loads((vendor.ROOT / "requirements/console/package.json").read_text())["dependencies"]


def test_each_file_is_derived_from_its_package() -> None:
    derived = vendor.derive()
    assert len(derived) == 11
    for name, content in derived.items():
        assert (vendor.FOLDER / name).read_bytes() == content, name
    there = {p.relative_to(vendor.FOLDER).as_posix() for p in vendor.FOLDER.rglob("*.*")}
    described = {name for name in there if name.endswith(".d.ts")}
    assert there - described == set(derived)


def test_the_list_names_pinned_versions_and_true_hashes() -> None:
    noted = json.loads((vendor.FOLDER / "vendor.json").read_text())
    assert {each["name"]: each["version"] for each in noted} == {
        "preact": PINNED["preact"],
        "@preact/signals": PINNED["@preact/signals"],
        "@preact/signals-core": PINNED["@preact/signals-core"],
        "uplot": PINNED["uplot"],
    }
    assert {each["license"] for each in noted} == {"MIT"}
    for each in noted:
        content = (vendor.FOLDER / each["ours"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == each["oursSha256"]


def test_a_package_of_another_form_is_refused(tmp_path: Path) -> None:
    for name in ("preact", "@preact", "uplot"):
        shutil.copytree(vendor.PACKAGES / name, tmp_path / name)
    signals = tmp_path / "@preact/signals/dist/signals.mjs"
    signals.write_text(signals.read_text().replace('from"preact"', 'from "preact"'))
    with pytest.raises(vendor.NotVendored, match=r"@preact/signals dist/signals.mjs has no from"):
        vendor.derive(tmp_path)
