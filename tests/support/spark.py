"""One Java for the Spark programs that a test starts one after another.

A Java of its own takes each of them seconds of processor time. Here they find one that runs, as
below spark-submit and on Glue.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: Holds a Java with the settings of a session here, until its input ends.
_HOST = """
import sys
from pyspark import SparkConf
from pyspark.java_gateway import launch_gateway
from glue_jobs.lib import spark
spark._find_java()
settings = {**spark._HERE, "spark.master": "local[*]"}
gateway = launch_gateway(SparkConf(loadDefaults=False).setAll(settings.items()))
print(gateway.gateway_parameters.port, gateway.gateway_parameters.auth_token, flush=True)
sys.stdin.read()
"""
#: Python runs it with each program. Java has one Spark at a time, so each stops its own.
_STOP_AT_EXIT = """
import atexit, sys
def stop():
    context = getattr(sys.modules.get("pyspark"), "SparkContext", None)
    if context is not None and context._active_spark_context is not None:
        context._active_spark_context.stop()
atexit.register(stop)
"""


@contextmanager
def java(folder: Path, programs: Path) -> Iterator[dict[str, str]]:
    """The variables with which programs find it. ``folder`` takes a file for their Python; their
    tasks work in ``programs``, where they are started."""
    (folder / "sitecustomize.py").write_text(_STOP_AT_EXIT)
    ours = {
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONPATH": f"{folder}:{ROOT / 'shared'}:{ROOT}",
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    with subprocess.Popen(
        [sys.executable, "-c", _HOST],
        cwd=programs,
        env={**os.environ, **ours},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as host:
        assert host.stdout is not None
        port, secret = host.stdout.readline().split()
        yield {**ours, "PYSPARK_GATEWAY_PORT": port, "PYSPARK_GATEWAY_SECRET": secret}
        host.communicate(timeout=60)
