"""The Pulumi program: `pulumi up` runs `__main__.py`, which is its table of contents."""
