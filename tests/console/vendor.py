"""The files of app/vendor/, made of the packages that requirements/console pins.

``python -m tests.console.vendor`` writes them; a test derives them again and compares.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ROOT / ".venv/console/node_modules"
FOLDER: Final = ROOT / "functions/console/app/vendor"


class NotVendored(Exception):
    """A package is not what its rewrites expect."""


@dataclass(frozen=True)
class File:
    """A file of a package, and what is changed in it. Each old text has to be there."""

    ours: str
    package: str
    file: str
    rewrites: tuple[tuple[str, str], ...] = ()
    appended: str = ""


#: Names without a path would need an import map, whose inline script the content policy refuses.
_PREACT: Final = ('from"preact"', 'from"./preact.js"')


def _without_map(name: str) -> tuple[str, str]:
    """Source maps are not shipped, so nothing may ask for them."""
    return f"//# sourceMappingURL={name}.map", ""


FILES: Final = (
    File("preact.js", "preact", "dist/preact.mjs", (_without_map("preact.mjs"),)),
    File("hooks.js", "preact", "hooks/dist/hooks.mjs", (_PREACT, _without_map("hooks.mjs"))),
    File(
        "signals.js",
        "@preact/signals",
        "dist/signals.mjs",
        (
            _PREACT,
            ('from"preact/hooks"', 'from"./hooks.js"'),
            ('from"@preact/signals-core"', 'from"./signals-core.js"'),
            _without_map("signals.mjs"),
        ),
    ),
    File(
        "signals-core.js",
        "@preact/signals-core",
        "dist/signals-core.mjs",
        (_without_map("signals-core.mjs"),),
    ),
    File(
        "uplot.js", "uplot", "dist/uPlot.iife.min.js", appended="\nexport { uPlot as default };\n"
    ),
    File("uplot.css", "uplot", "dist/uPlot.min.css"),
)


def derive(packages: Path = PACKAGES) -> dict[str, bytes]:
    """Every file of app/vendor/ but our descriptions of types, by its name."""
    noted, made = [], dict[str, bytes]()
    for file in FILES:
        folder = packages / file.package
        original = (folder / file.file).read_bytes()
        ours = _rewritten(file, original.decode()).encode()
        made[file.ours] = ours
        about = json.loads((folder / "package.json").read_text())
        made[f"LICENSES/{about['name'].replace('/', '-').removeprefix('@')}.txt"] = (
            folder / "LICENSE"
        ).read_bytes()
        noted.append(
            {
                "name": about["name"],
                "version": about["version"],
                "license": about["license"],
                "file": file.file,
                "sha256": hashlib.sha256(original).hexdigest(),
                "ours": file.ours,
                "oursSha256": hashlib.sha256(ours).hexdigest(),
                "rewrites": [list(pair) for pair in file.rewrites],
                "appended": file.appended,
            }
        )
    made["vendor.json"] = (json.dumps(noted, indent=2) + "\n").encode()
    return made


def _rewritten(file: File, text: str) -> str:
    for old, new in file.rewrites:
        if old not in text:
            raise NotVendored(f"{file.package} {file.file} has no {old}")
        text = text.replace(old, new)
    return text + file.appended


def main() -> None:
    """Write them."""
    for name, content in derive().items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


if __name__ == "__main__":
    main()
