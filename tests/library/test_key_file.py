"""Keys in a file that is made on first use, as `make run` keeps one beside its database."""

from __future__ import annotations

import base64
import logging
import stat
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from regent.encryption import Encryption
from regent.errors import EncryptionUnavailable
from regent.settings import InvalidSettings, Settings

OWN = base64.b64encode(b"k" * 32).decode()


def kept(path: Path, key: str | None = None) -> Encryption:
    return Encryption(Settings(encryption_key_file=path, encryption_key=key))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "encryption.key"


def test_the_first_use_makes_a_key_that_others_find(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = kept(path), kept(path)
    assert not path.exists()
    with caplog.at_level(logging.WARNING):
        sealed = first.seal(b'"secret"')
        kept(path).require()
    (record,) = caplog.records
    assert record.getMessage() == (
        f"made an encryption key in {path}: keep a copy of it, nobody can read what it encrypts"
        " without it"
    )
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(base64.b64decode(path.read_text())) == 32
    assert path.read_text().strip() not in caplog.text
    assert second.open(sealed) == kept(path).open(sealed) == '"secret"'
    assert [each.name for each in path.parent.iterdir()] == ["encryption.key"]


def test_each_file_gets_a_key_of_its_own(tmp_path: Path) -> None:
    keys = {kept(tmp_path / name).seal(b"1")["key"] for name in "abc"}
    assert len(keys) == 3


def test_several_at_once_make_one_key(path: Path) -> None:
    start = threading.Barrier(8)

    def seal(number: int) -> dict[str, str]:
        encryption = kept(path)
        start.wait()
        return encryption.seal(str(number).encode())

    with ThreadPoolExecutor(8) as threads:
        sealed = list(threads.map(seal, range(8)))
    assert len({each["key"] for each in sealed}) == 1
    assert [kept(path).open(each) for each in sealed] == [str(number) for number in range(8)]
    assert [each.name for each in path.parent.iterdir()] == ["encryption.key"]


def test_a_process_that_only_opens_makes_no_key(path: Path) -> None:
    sealed = Encryption(Settings(encryption_key=OWN)).seal(b"1")
    with pytest.raises(EncryptionUnavailable, match=sealed["key"]):
        kept(path).open(sealed)
    assert not path.exists()


def test_a_key_of_the_settings_goes_first_and_the_file_still_opens(path: Path) -> None:
    before = kept(path).seal(b'"before"')
    after = kept(path, OWN).seal(b'"after"')
    assert kept(path, OWN).open(before) == '"before"'
    assert Encryption(Settings(encryption_key=OWN)).open(after) == '"after"'


def test_with_a_key_of_the_settings_no_file_is_made(path: Path) -> None:
    kept(path, OWN).seal(b"1")
    assert not path.exists()


def test_a_new_key_is_put_in_front_in_the_file(path: Path) -> None:
    old = kept(path).seal(b'"old"')
    path.write_text(f"{OWN},{path.read_text()}")
    assert kept(path).open(old) == '"old"'
    assert Encryption(Settings(encryption_key=OWN)).open(kept(path).seal(b'"new"')) == '"new"'


@pytest.mark.parametrize("text", ["", "canary", OWN[:-8], f"{OWN}\n{OWN}", "a\udcffb"])
def test_a_file_that_holds_no_key_is_refused_at_start(path: Path, text: str) -> None:
    path.write_text(text, errors="surrogateescape")
    with pytest.raises(InvalidSettings) as refused:
        kept(path)
    assert str(refused.value).startswith(f"{path} takes the base64 of 32 bytes")
    assert "canary" not in str(refused.value)


def test_a_file_that_cannot_be_read_is_refused_at_start(tmp_path: Path) -> None:
    with pytest.raises(InvalidSettings, match="cannot be read: Is a directory"):
        kept(tmp_path)


def test_a_key_that_cannot_be_kept_encrypts_nothing(tmp_path: Path) -> None:
    encryption = kept(tmp_path / "nowhere" / "encryption.key")
    with pytest.raises(EncryptionUnavailable, match=r"/nowhere/encryption.key: No such file"):
        encryption.seal(b"1")
