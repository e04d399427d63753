"""What becomes of an object under a bucket's rules (S3 guide, "Lifecycle configuration
elements")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

Rules = Sequence[Mapping[str, Any]]
#: Storage that answers a read at once. Elsewhere an object has to be restored first.
AT_ONCE: Final = frozenset({"STANDARD", "STANDARD_IA", "ONEZONE_IA", "GLACIER_IR"})


@dataclass(frozen=True)
class Fate:
    """An object some days later."""

    is_there: bool
    storage: str

    @property
    def can_be_read(self) -> bool:
        """Whether a read is answered at once."""
        return self.is_there and self.storage in AT_ONCE


def of_current(rules: Rules, key: str, days: int) -> Fate:
    """An object that nobody overwrites or deletes."""
    fitting = list(_fitting(rules, key))
    expires = [each["expiration"]["days"] for each in fitting if "expiration" in each]
    moved = [
        (step["days"], step["storageClass"])
        for each in fitting
        for step in each.get("transitions", [])
        if step["days"] <= days
    ]
    storage = max(moved)[1] if moved else "STANDARD"
    return Fate(not any(after <= days for after in expires), storage)


def of_replaced(rules: Rules, key: str, days: int) -> Fate:
    """A version that was overwritten or deleted, as many days after that."""
    name = "noncurrentVersionExpiration"
    expires = [each[name]["noncurrentDays"] for each in _fitting(rules, key) if name in each]
    return Fate(not any(after <= days for after in expires), "STANDARD")


def of_upload(rules: Rules, key: str, days: int) -> Fate:
    """The parts of an upload that was begun and not finished."""
    name = "abortIncompleteMultipartUpload"
    ends = [each[name]["daysAfterInitiation"] for each in _fitting(rules, key) if name in each]
    return Fate(not any(after <= days for after in ends), "STANDARD")


def _fitting(rules: Rules, key: str) -> list[Mapping[str, Any]]:
    return [
        each
        for each in rules
        if each["status"] == "Enabled" and key.startswith(each.get("filter", {}).get("prefix", ""))
    ]
