"""What AWS would refuse for a reason that is in the stack."""


class NotProvisioned(Exception):
    """The stack lacks, or has wrong, what this step of a request needs; the text says what."""
