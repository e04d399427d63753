"""What the command cannot do, in a sentence that says what to do instead."""

from __future__ import annotations


class CommandFailed(Exception):
    """The sentence is the message."""
