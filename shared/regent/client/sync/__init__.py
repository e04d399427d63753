"""The client for threads, made from ``aio/`` by `python -m tests.tidy.generate`."""
