"""The programs of docs/python/log.md, kept as files: the tests run the programs of that page."""

from __future__ import annotations

import re
from pathlib import Path

from tests.docs.markdown import blocks

DOCUMENT = Path(__file__).parents[2] / "docs/python/log.md"


def keep_programs(folder: Path, **broken: tuple[str, str]) -> None:
    """Write the programs into a folder; ``decider=(text, instead)`` keeps a variant of one."""
    for block in blocks(DOCUMENT.read_text()):
        named = re.match(r"# (\w+)\.py\n", block.text)
        if block.language == "python" and named:
            text, instead = broken.get(named[1], ("", ""))
            assert text in block.text
            (folder / f"{named[1]}.py").write_text(block.text.replace(text, instead))
