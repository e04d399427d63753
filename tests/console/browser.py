"""Which browser the tests open, and what it needs to start."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
PACKAGED: Final = ROOT / ".venv/console/browser"
#: Another browser on this machine: Debian's, or what Playwright installs on a Mac.
NAMED: Final = "REGENT_TEST_CHROMIUM"

_ARGUMENTS: Final = (
    "--no-sandbox",  # as root there is none
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
)


def options() -> dict[str, Any]:
    """How Playwright launches it. The packaged one runs on its own libraries and its own font."""
    named = os.environ.get(NAMED)
    if named:
        return {"executable_path": named, "args": list(_ARGUMENTS)}
    environment = {
        **os.environ,
        "LD_LIBRARY_PATH": os.pathsep.join([str(PACKAGED / "lib"), str(PACKAGED)]),
        "FONTCONFIG_FILE": str(PACKAGED / "fonts.conf"),
    }
    return {
        "executable_path": str(PACKAGED / "chromium"),
        "args": [*_ARGUMENTS, "--headless"],
        "env": environment,
    }
