"""`python -m regent.local`: the one-machine server; `make run` starts it."""

import argparse
import logging
import sys

try:
    from regent.local.auth import Authorizer
    from regent.local.server import DEFAULT_HANDLERS, START_FAILURES, serve
except ModuleNotFoundError as missing:
    sys.exit(
        f"regent: the server is not installed ({missing}): pip install '.[local]' in Regent's"
        " repository"
    )
from regent.settings import Settings

GREETING = """\
Regent is ready.

  HTTP      {base}
  database  {database}
  auth      {auth}

Push a message:
  curl -X POST {base}/api/v1/push -H 'content-type: application/json'{header} \\
    -d '{{"items": [{{"queue": "orders", "partition": "customer-1", "payload": {{"n": 1}}}}]}}'

Pop it:
  curl '{base}/api/v1/pop/queue/orders?wait=true'{header}

Ctrl-C stops it.
"""


def main() -> int:
    """Run the server; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m regent.local", description=__doc__)
    parser.add_argument(
        "--handlers", default=DEFAULT_HANDLERS, help="module that lists the handlers"
    )
    arguments = parser.parse_args()
    try:
        settings = Settings.from_environment()
        logging.basicConfig(level=settings.log_level, format="%(levelname)s %(name)s %(message)s")
        serve(
            settings, arguments.handlers, lambda port: print(_greeting(settings, port), flush=True)
        )
    except START_FAILURES as error:
        print(f"regent: {error}", file=sys.stderr)
        return 1
    return 0


def _greeting(settings: Settings, port: int) -> str:
    authorizer = Authorizer.of(settings)
    return GREETING.format(
        base=f"http://localhost:{port}",
        database="REGENT_DATABASE_URL"
        if settings.database_url
        else f"{settings.data_dir}/postgres",
        auth=f"bearer tokens are checked: {authorizer.describe()}"
        if authorizer
        else "off: anyone on this machine may do anything",
        header=' -H "authorization: Bearer $TOKEN"' if authorizer else "",
    )


if __name__ == "__main__":
    sys.exit(main())
