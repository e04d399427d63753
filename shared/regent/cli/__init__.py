"""The `regent` command: each of its words is a file here, and explains itself with `--help`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from regent import __version__
from regent.cli import jobs
from regent.cli.errors import CommandFailed
from regent.errors import RegentError


def main(words: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status. An error prints as one sentence."""
    parser = argparse.ArgumentParser(prog="regent", description="Regent's command line.")
    parser.add_argument("--version", action="version", version=f"regent {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    jobs.add_to(commands)
    arguments = parser.parse_args(words)
    try:
        status: int = arguments.run(arguments)
    except (CommandFailed, RegentError) as error:
        sys.stderr.write(f"regent: {error}\n")
        return 1
    return status
