"""`python run.py <url>`: every check that this version of the client can pass."""

import asyncio
import sys

import burying  # noqa: F401 - lists its checks
import checks
import consuming  # noqa: F401
import delivering  # noqa: F401
import failing  # noqa: F401
import grouping  # noqa: F401
import looking  # noqa: F401
import pushing  # noqa: F401
import transactions  # noqa: F401
import watching  # noqa: F401

if checks.QUEEN_2:
    import since_2  # noqa: F401

asyncio.run(checks.run_all(sys.argv[1]))
