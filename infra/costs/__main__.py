"""Prints the tables of docs/costs.md."""

import sys

from infra.costs.tables import markdown

sys.stdout.write(markdown())
