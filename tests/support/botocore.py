"""The files of botocore are read once a process."""

from __future__ import annotations

from functools import cache

from botocore.loaders import JSONFileLoader


def read_service_models_once() -> None:
    """Each session of boto3 parses a megabyte of JSON before its first call, and moto makes
    sessions for each test: more than half of such a test's processor time. A session shares what
    it read between its clients, so sessions may share it, too."""
    load = JSONFileLoader.load_file
    read = cache(lambda path: load(JSONFileLoader(), path))
    JSONFileLoader.load_file = lambda self, path: read(path)  # type: ignore[method-assign]
