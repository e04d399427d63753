"""An error of the command: a sentence that says what to do instead."""

from __future__ import annotations


class CommandFailed(Exception):
    """The message is the sentence that the user reads."""
