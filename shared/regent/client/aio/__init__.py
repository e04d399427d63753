"""The client for asyncio. ``sync/`` is made from it: `python -m tests.tidy.generate`."""
