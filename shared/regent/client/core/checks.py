"""What a program hands in, checked before anything is sent. A refusal names the argument."""

from __future__ import annotations

from typing import Any, Final

from regent.client.errors import Misused
from regent.limits import MAX_NAME_LENGTH

#: Larger numbers mean nothing here, and infinity is none of JSON.
_MOST: Final = 1e12
_HEXADECIMAL: Final = frozenset("0123456789abcdefABCDEF")
_UUID_LENGTH: Final = 36
_DASHES: Final = (8, 13, 18, 23)


def check_number(
    name: str, value: Any, least: float, most: float | None = None, *, whole: bool = False
) -> None:
    """Refuse what is no number within these bounds. ``whole``: 60.0 is one."""
    fits = (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and least <= value
        and value <= (_MOST if most is None else most)
        and (not whole or value == int(value))
    )
    if not fits:
        kind = "a whole number of " if whole else ""
        takes = f"{least:g} or more" if most is None else f"{least:g} to {most:.15g}"
        raise Misused(f"{name} is {value!r}; it takes {kind}{takes}")


def check_count(name: str, value: Any, least: int, most: int | None = None) -> None:
    """Refuse what counts nothing: an integer is needed, and 60.0 is none."""
    if isinstance(value, float):
        raise Misused(f"{name} is {value!r}; it takes an integer")
    check_number(name, value, least, most)


def check_name(name: str, value: Any, *, may_be_empty: bool = False) -> None:
    """Refuse what names nothing."""
    fits = (
        isinstance(value, str)
        and len(value) <= MAX_NAME_LENGTH
        and (may_be_empty or value != "")
        and "\0" not in value
    )
    if not fits:
        shown = repr(value)
        if len(shown) > MAX_NAME_LENGTH:
            shown = f"{shown[:50]}… ({len(shown)} characters)"
        raise Misused(
            f"{name} is {shown}; it takes a text of 1 to {MAX_NAME_LENGTH} characters, not NUL"
        )


def check_text(name: str, value: Any) -> None:
    """Refuse what is no text."""
    if not isinstance(value, str):
        raise Misused(f"{name} is {value!r}; it takes a text")


def check_uuid(name: str, value: Any) -> None:
    """Refuse what is neither a UUID nor the text of one."""
    text = str(value)
    fits = (
        len(text) == _UUID_LENGTH
        and all(text[place] == "-" for place in _DASHES)
        and _HEXADECIMAL.issuperset(text.replace("-", ""))
    )
    if not fits:
        raise Misused(f"{name} is {value!r}; it takes a UUID")


def check_choice(name: str, value: Any, choices: tuple[str, ...]) -> None:
    """Refuse what is none of these words."""
    if value not in choices:
        raise Misused(f"{name} is {value!r}; it takes {' or '.join(map(repr, choices))}")


def check_instant(name: str, value: Any) -> None:
    """Refuse what is no instant: a datetime, or its text."""
    if not isinstance(value, str) and not hasattr(value, "isoformat"):
        raise Misused(f"{name} is {value!r}; it takes a datetime")
