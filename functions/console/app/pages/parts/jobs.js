/** How a job is started on this machine: nothing in the server may start one. */

/** Gets Spark and a Java for it, once. */
export const GET_SPARK = "make jobs";
/** It needs no `regent` on the path. */
export const JOBS = ".venv/spark/bin/python -m regent.cli jobs";
