"""The one place where a payload is made readable for somebody who looks at it."""

from __future__ import annotations

from typing import Final

from regent.encryption import Encryption
from regent.masks import present_sight, shown
from regent.rows import Row, json_text, text_of

#: What a row has of its queue for this place alone.
_OF_QUEUE: Final = ("payloads", "maskPaths")


class Payloads:
    """Payloads of rows, as the caller of the present request may see them."""

    def __init__(self, encryption: Encryption) -> None:
        self._encryption = encryption

    def shown(self, row: Row, name: str) -> Row:
        """The row with its payload decrypted and masked, and with what is masked of it."""
        told = without_masks(row)
        text, error = "null", None
        if row[name] is None:  # cut by the statement, which left its beginning
            if row["payloads"] in present_sight().payloads:
                return told
            told["dataStart"] = None
        else:
            text = text_of(row[name])
        if row["isEncrypted"]:
            text, error = self._encryption.opened(text)
        text, masked = shown(text, row["payloads"], row["maskPaths"])
        told[name] = json_text(text)
        if error is not None:
            told["decryptionError"] = error
        if masked:
            told["masked"] = masked
        return told


def without_masks(row: Row) -> Row:
    """A row without what only this place needs."""
    return {name: value for name, value in row.items() if name not in _OF_QUEUE}
