"""Prints the tables of docs/run/costs.md."""

import sys

from infra.costs.tables import markdown

sys.stdout.write(markdown())
