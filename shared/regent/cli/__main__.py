"""`python -m regent.cli`: the command where Regent is not installed."""

import sys

from regent.cli import main

if __name__ == "__main__":
    sys.exit(main())
