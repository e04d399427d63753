"""The messages of a push, as a request names them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ConfigDict

from regent.errors import InvalidRequest
from regent.stores.queue_types import PushItem as StoredItem


class PushItem(StoredItem, total=False):
    """A message to store. A field with another name is refused: under a misspelt name a payload
    would be lost."""

    __pydantic_config__ = ConfigDict(  # type: ignore[misc]
        extra="forbid", json_schema_extra={"not": {"required": ["payload", "data"]}}
    )

    #: The payload, under the name that a pop answers with.
    data: Any
    #: Published clients may send it; the token names the producer, so nobody reads it.
    producerSub: Any


def stored_items(items: Sequence[PushItem]) -> list[StoredItem]:
    """The items as the store takes them."""
    stored: list[StoredItem] = []
    for index, item in enumerate(items):
        if "data" in item:
            if "payload" in item:
                raise InvalidRequest(f"items[{index}]: has a payload and data, which mean the same")
            item["payload"] = item.pop("data")
        item.pop("producerSub", None)
        stored.append(item)
    return stored
