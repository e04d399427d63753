"""Operations about changes: who made them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from regent.client.core.paging import Listing
from regent.client.core.rows_admin import ChangeRow


def list_changes(query: Mapping[str, Any]) -> Listing[ChangeRow]:
    """Who changed what."""
    return Listing(("audit",), "changes", ChangeRow, query)
