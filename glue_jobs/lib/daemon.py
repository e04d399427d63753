"""The Python process from which Spark forks those of its tasks here.

Spark puts PySpark on its path as a zip. Each task begins with a look for new modules, for which
Python reads the whole directory of that zip again, once for each of PySpark's packages: this took
40 ms, longer than most of our tasks. The driver's PySpark is the same, and is compiled.

Modules that are loaded here are loaded once, and their memory is shared by all processes of tasks.
"""

from __future__ import annotations

import gc
import sys
from importlib.machinery import PathFinder


def without_zips(places: list[str]) -> list[str]:
    """The places of modules but for zips, if PySpark is installed in one of them. A Spark that was
    unpacked beside Python has it nowhere else."""
    folders = [place for place in places if not place.endswith(".zip")]
    there = all(PathFinder.find_spec(name, folders) for name in ("pyspark", "py4j"))
    return folders if there else places


if __name__ == "__main__":
    sys.path[:] = without_zips(sys.path)
    sys.path_importer_cache.clear()
    from pyspark.daemon import manager

    import glue_jobs.lib.archive_tasks  # noqa: F401 - the forks would each load all that it needs

    gc.freeze()  # Each task ends with a look for garbage.
    manager()  # type: ignore[no-untyped-call]
