"""Refusals that AWS would make for a reason that is in the stack."""


class NotProvisioned(Exception):
    """A step of a request lacks something in the stack, or it is wrong there; the text names it."""
