"""The words for a name that a request uses and nobody knows."""

from __future__ import annotations

from collections.abc import Sequence


def unknown(what: str, name: str, known: Sequence[str]) -> str:
    """The words for a name that is not known: what was meant, or what there is."""
    from difflib import get_close_matches

    by_lower = {each.lower(): each for each in known}
    near = get_close_matches(name.lower().replace("_", ""), by_lower, 1, 0.6) or [
        each for each in by_lower if name.lower() in each and len(name) >= 4
    ]
    if near:
        return f"is no {what} here; did you mean {by_lower[near[0]]}?"
    if known:
        return f"is no {what} here; there {'is' if len(known) == 1 else 'are'} {', '.join(known)}"
    return f"is no {what} here; there are none"
