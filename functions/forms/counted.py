"""Numbers that are counted now, or that stand since the last count; the answer says which."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel


class LiveQuery(BaseModel):
    """``live``: count now, however long that takes."""

    live: bool = False


class Counted(BaseModel):
    """``asOf`` and ``ageSeconds`` are there if the numbers are those of the last count: the instant
    of the oldest of them, and how long ago that is. Without these, the numbers are of now."""

    asOf: str = ""
    ageSeconds: float = 0


AGE: Final = frozenset(Counted.model_fields)


def age(found: Mapping[str, Any]) -> dict[str, Any]:
    """These fields of a row; none where it was counted now."""
    return {} if found["asOf"] is None else {name: found[name] for name in ("asOf", "ageSeconds")}
