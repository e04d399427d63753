"""The environment as the client reads it. It imports nothing of the server, so it has a reader of
its own beside ``regent.settings``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping


def environment() -> Mapping[str, str]:
    """REGENT_URL, REGENT_TOKEN, HTTPS_PROXY and NO_PROXY are read, when a client is made."""
    return os.environ
