"""Numbers in JSON as JSON Schema has them: ``"5"`` is a text, and ``5.0`` is the integer 5.

For the fields of a body, beside ``strict=True``. A query has texts only, so its fields are plain.
"""

from __future__ import annotations

from typing import Any, Final

from pydantic import BeforeValidator


def whole(value: Any) -> Any:
    """An integer instead of a float that has no fraction; anything else as it is."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


#: Beside the bounds of an integer in a body: ``Annotated[int, Field(strict=True, ge=0), WHOLE]``.
WHOLE: Final = BeforeValidator(whole)
