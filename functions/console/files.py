"""The console's files: read once, compressed once, with a release that is a hash of all of them."""

from __future__ import annotations

import gzip
import hashlib
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from functions.console import joined

FOLDER: Final = Path(__file__).with_name("app")
MEDIA_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
#: Descriptions of types are for who changes the console.
_TYPES: Final = ".d.ts"
#: What a page asks for at once: every page imports what several share.
_STARTS: Final = (joined.FOLDER + joined.START, joined.FOLDER + joined.SHARED)
_IMPORTED: Final = re.compile(r'(?:^|[\s}{;*])(?:from|import) ?"(\.[^"]+)"')


@dataclass(frozen=True)
class File:
    """A file as it is sent: base64, in which Lambda hands bytes to API Gateway."""

    media_type: str
    plain: str
    packed: str


@dataclass(frozen=True)
class Application:
    """All files by their paths, and what this set of them is called."""

    release: str
    files: Mapping[str, File]


def read_application(folder: Path = FOLDER) -> Application:
    """Read the folder. The page gets the release and the files that it starts with."""
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix in MEDIA_TYPES and not path.name.endswith(_TYPES)
    }
    modules = {name: text.decode() for name, text in found.items() if name.endswith(".js")}
    found |= {name: text.encode() for name, text in joined.joined(modules).items()}
    release = _release(found)
    preloads = "\n".join(
        f'    <link rel="modulepreload" href="/console/-/{release}/{name}">'
        for name in started_with(found)
    )
    page = found["index.html"].decode()
    page = page.replace("{preloads}", preloads).replace("{release}", release)
    found["index.html"] = page.encode()
    return Application(release, {name: _file(name, content) for name, content in found.items()})


def started_with(files: Mapping[str, bytes]) -> list[str]:
    """The joined modules of every page, and what they import, directly or through others: the
    browser may ask for all of them at once."""
    waiting = [name for name in _STARTS if name in files]
    seen = {*waiting}
    while waiting:
        module = waiting.pop()
        for name in imports(module, files[module].decode()):
            if name in files and name not in seen:
                seen.add(name)
                waiting.append(name)
    return sorted(seen)


def imports(module: str, text: str) -> Iterator[str]:
    """The modules that a module names in its import and export statements."""
    here = Path("/") / module
    for relative in _IMPORTED.findall(text):
        parts: list[str] = []
        for part in (here.parent / relative).parts[1:]:
            if part == "..":
                parts.pop()
            else:
                parts.append(part)
        yield "/".join(parts)


def _release(found: Mapping[str, bytes]) -> str:
    every = hashlib.sha256()
    for name, content in found.items():
        every.update(f"{name}\n{len(content)}\n".encode())
        every.update(content)
    return every.hexdigest()[:12]


def _file(name: str, content: bytes) -> File:
    media_type = MEDIA_TYPES[Path(name).suffix]
    packed = gzip.compress(content, 9, mtime=0)
    return File(media_type, b64encode(content).decode(), b64encode(packed).decode())
