"""The machine and the Python that a package is built for; wheels are chosen by these, never
compiled."""

from __future__ import annotations

import platform
import sys
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Target:
    """A machine that wheels are for."""

    #: The processor as uname names it: aarch64 or x86_64.
    machine: str
    #: The version of the C library, which bounds the manylinux tags that it can load.
    glibc: tuple[int, int]
    #: ``3.13``
    python: str

    @property
    def uv_platform(self) -> str:
        """The platform as uv names it."""
        return f"{self.machine}-manylinux_{self.glibc[0]}_{self.glibc[1]}"

    @property
    def pip_platforms(self) -> list[str]:
        """The platforms as pip names them: pip takes each literally, so all the older ones are
        listed too."""
        major, newest = self.glibc
        tags = [f"manylinux_{major}_{minor}" for minor in range(newest, 16, -1)]
        return [f"{tag}_{self.machine}" for tag in (*tags, "manylinux2014")]


#: Graviton costs a fifth less. The runtime is Amazon Linux 2023 (glibc 2.34). All dependencies have
#: wheels for 2.28; newer tags are still rare.
LAMBDA: Final = Target("aarch64", (2, 28), "3.13")
#: Glue 5.1: Amazon Linux 2023, Python 3.11, x86 only.
GLUE: Final = Target("x86_64", (2, 34), "3.11")


def this_machine() -> Target:
    """A target for this machine, to run the same package under the emulator. Needs Linux."""
    machine = {"arm64": "aarch64"}.get(platform.machine(), platform.machine())
    return Target(machine, (2, 28), f"{sys.version_info.major}.{sys.version_info.minor}")
