"""`make build`: builds the package and prints what it weighs; fails when that is too much."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from infra.package import FOLDER, NO_BYTE_CODE, Artifacts, BuildFailed, Zip, build, zips

#: Unzipped. Every megabyte is read before a function's first request.
MAX_FUNCTIONS_BYTES: Final = 30_000_000
MAX_LAYER_BYTES: Final = 20_000_000
#: Zipped: Lambda takes no more in one piece.
MAX_UPLOAD_BYTES: Final = 50_000_000
_ROWS: Final = 12
_NETWORK: Final = (
    "What the lock files name is fetched from a Python package index, once: is it reached from"
    " here?"
)


def too_large(artifacts: Artifacts) -> list[str]:
    """The artifacts that are above their bounds."""
    bounds = (
        ("functions, unzipped", artifacts.functions_zip.unzipped_bytes, MAX_FUNCTIONS_BYTES),
        ("functions, zipped", artifacts.functions_zip.size_bytes, MAX_UPLOAD_BYTES),
        ("layer, unzipped", artifacts.encryption_layer_zip.unzipped_bytes, MAX_LAYER_BYTES),
    )
    return [
        f"{what}: {size / 1e6:.1f} MB, at most {most / 1e6:.0f}"
        for what, size, most in bounds
        if size > most
    ]


def table(artifacts: Artifacts) -> str:
    """The size of each zip, and the parts of the functions' zip."""
    every = (
        artifacts.functions_zip,
        artifacts.encryption_layer_zip,
        artifacts.glue_wheels_zip,
        artifacts.glue_code_zip,
    )
    lines = [f"{'':28}{'zipped':>10}{'unzipped':>10}   content", *map(_row, every)]
    parts = Counter[str]()
    for name, size in zips.sizes(artifacts.functions_zip.path):
        kind = ", byte code" if name.endswith(".pyc") else ""
        parts[f"{name.partition('/')[0]}{kind}"] += size
    lines.append("\nThe functions' zip, all of them in one:")
    shown = parts.most_common(_ROWS)
    rest = parts.total() - sum(size for _, size in shown)
    lines += [f"  {name:36}{size / 1e6:10.2f} MB" for name, size in (*shown, ("the rest", rest))]
    return "\n".join(lines)


def _row(built: Zip) -> str:
    zipped, unzipped = built.size_bytes / 1e6, built.unzipped_bytes / 1e6
    return f"{built.path.name:28}{zipped:7.2f} MB{unzipped:7.2f} MB   {built.content_sha256[:12]}"


def main(words: Sequence[str], folder: Path = FOLDER) -> int:
    """Build and print; 1 if something is too large. With `--to-deploy` also without byte code: of
    two people who deploy one stack, one would otherwise change what the other one uploaded."""
    try:
        artifacts = build(folder)
    except BuildFailed as failure:
        sys.stdout.write(f"The packages cannot be built: {failure}\n{_NETWORK}\n")
        return 1
    sys.stdout.write(f"{table(artifacts)}\n")
    complaints = [f"Too large: {complaint}" for complaint in too_large(artifacts)]
    if not artifacts.has_byte_code:
        sys.stdout.write(f"\n{NO_BYTE_CODE}\n")
        complaints += ["make deploy needs byte code"] * ("--to-deploy" in words)
    sys.stdout.write("".join(f"{complaint}\n" for complaint in complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
