"""Modules joined into a few files: those that every page starts with, those that several pages
import, and those of each page.

A module becomes a function that returns its exports, so names of two modules do not meet. Comments
stay behind. Its other lines stay lines, and a source map leads from each to the file that it stands
in. Vendored modules stay
files of their own: they are not written in the few forms that are known here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from posixpath import dirname, normpath, relpath
from typing import Final

START: Final = "main.js"
FOLDER: Final = "joined/"
SHARED: Final = "shared.js"
_VENDORED: Final = "vendor/"
_IMPORT: Final = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.MULTILINE)
_LATER: Final = re.compile(r'\bimport\("(\.[^"]+\.js)"\)')
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)  # its types name modules, too
#: A comment that has its lines to itself.
_REMARK: Final = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*$", re.DOTALL | re.MULTILINE)
#: Stands for a line that does not travel.
_DROPPED: Final = "\0"
_LEFT: Final = re.compile(r"^(?:import\b(?!\()|export\b).*", re.MULTILINE)
_DIGITS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

Modules = Mapping[str, str]


def joined(modules: Modules) -> dict[str, str]:
    """The joined files by their names, each with its source map."""
    later = sorted({name for module in modules for name in _later(modules, module)})
    first = _reached(modules, START)
    homes = dict.fromkeys(first, START)
    reached = {}
    for entry in later:
        reached[entry] = [name for name in _reached(modules, entry) if name not in first]
    for entry, names in reached.items():
        for name in names:
            homes[name] = SHARED if name in homes else entry
    files: dict[str, str] = {}
    for file in (START, SHARED, *later):
        order = first if file == START else _merged(reached.values(), homes, file)
        if order or file in later:
            text, sources = _file(modules, homes, file, order)
            files[FOLDER + file] = f"{text}//# sourceMappingURL={file.rpartition('/')[2]}.map\n"
            files[f"{FOLDER}{file}.map"] = _source_map(file, sources)
    return files


def resolved(module: str, relative: str) -> str:
    """The path of a module that another one names."""
    return normpath(f"{dirname(module)}/{relative}").lstrip("/")


def _imported(module: str, text: str) -> list[str]:
    return [resolved(module, relative) for _, relative in _IMPORT.findall(text)]


def _later(modules: Modules, module: str) -> Iterator[str]:
    """Our modules that a module imports when they are needed."""
    for relative in _LATER.findall(_COMMENT.sub("", modules[module])):
        target = resolved(module, relative)
        if target in modules and not target.startswith(_VENDORED):
            yield target


def _reached(modules: Modules, start: str) -> list[str]:
    """Our modules that a module imports, directly or through others, each behind those that it
    imports: in this order a browser runs them."""
    order: list[str] = []
    open_: list[str] = []

    def visit(name: str) -> None:
        if name in open_:
            raise ValueError(f"modules import each other: {' → '.join([*open_, name])}")
        if name in order:
            return
        open_.append(name)
        for target in _imported(name, modules[name]):
            if target in modules and not target.startswith(_VENDORED):
                visit(target)
        open_.pop()
        order.append(name)

    visit(start)
    return order


def _merged(orders: Iterable[Sequence[str]], homes: Mapping[str, str], file: str) -> list[str]:
    found = {name: None for order in orders for name in order if homes[name] == file}
    return list(found)


def _file(
    modules: Modules, homes: Mapping[str, str], file: str, order: Sequence[str]
) -> tuple[str, list[tuple[str, int] | None]]:
    """The text of a joined file, and the module and the line that each of its lines comes from."""
    own = {*order}
    needed = {target for name in order for target in _imported(name, modules[name])} - own
    if file not in own and file != SHARED:
        needed.add(file)  # a module that is imported at once as well
    lines: list[str] = []
    sources: list[tuple[str, int] | None] = []

    def write(text: str, source: str | None = None) -> None:
        for number, line in enumerate(text.splitlines()):
            if line == _DROPPED:
                continue
            lines.append(line)
            sources.append(None if source is None else (source, number))

    for name in sorted(needed):
        vendored = name.startswith(_VENDORED)
        what = f"* as {_id(name)}" if vendored else f"{{ {_id(name)} }}"
        target = name if vendored else FOLDER + homes[name]
        write(f'import {what} from "{_between(FOLDER + file, target)}";')
    for name in order:
        text, exports = _function(modules, file, name)
        write(f"const {_id(name)} = (() => {{")
        write(text, name)
        write(f"return {{ {', '.join(exports)} }};\n}})();")
    if file in (START, SHARED):
        write(f"export {{ {', '.join(_id(name) for name in order)} }};")
    else:
        exports = _EXPORT.findall(modules[file])
        write(f"export const {{ {', '.join(exports)} }} = {_id(file)};")
    return "\n".join(lines) + "\n", sources


def _function(modules: Modules, file: str, name: str) -> tuple[str, list[str]]:
    """A module as the body of a function, line by line, and what it exports."""

    def taken(match: re.Match[str]) -> str:
        names = (match[1] or "").replace(" as ", ": ")
        lines = "\n" * (match[0].count("\n") - names.count("\n"))
        return f"const {{{names}}} = {_id(resolved(name, match[2]))};{lines}" if names else lines

    def loaded(match: re.Match[str]) -> str:
        target = resolved(name, match[1])
        if target not in modules:
            return match[0]
        home = target if target.startswith(_VENDORED) else FOLDER + target
        return f'import("{_between(FOLDER + file, home)}")'

    text = _IMPORT.sub(taken, modules[name])
    text = _LATER.sub(loaded, _EXPORT.sub("", text))
    text = _REMARK.sub(lambda found: "\n".join([_DROPPED] * len(found[0].splitlines())), text)
    if left := _LEFT.search(text):
        raise ValueError(f"{name}: this form cannot be joined: {left[0]}")
    return text, _EXPORT.findall(modules[name])


def _id(module: str) -> str:
    return "$" + re.sub(r"\W", "_", module.removesuffix(".js"))


def _between(module: str, target: str) -> str:
    path = relpath(target, dirname(module))
    return path if path.startswith(".") else f"./{path}"


def _source_map(file: str, sources: Sequence[tuple[str, int] | None]) -> str:
    """A source map of version 3: each line of a joined file leads to the line of its module."""
    numbers = {
        name: place for place, name in enumerate(dict.fromkeys(at[0] for at in sources if at))
    }
    lines, before = [], (0, 0)
    for source in sources:
        if source is None:
            lines.append("")
            continue
        place = (numbers[source[0]], source[1])
        steps = (0, place[0] - before[0], place[1] - before[1], 0)
        lines.append("".join(map(_vlq, steps)))
        before = place
    paths = [_between(FOLDER + file, name) for name in numbers]
    return json.dumps({"version": 3, "sources": paths, "names": [], "mappings": ";".join(lines)})


def _vlq(value: int) -> str:
    """A number as source maps write it: five bits a digit, the sign in the first."""
    left = (-value << 1) | 1 if value < 0 else value << 1
    digits = ""
    while True:
        left, five = left >> 5, left & 31
        digits += _DIGITS[five | 32 if left else five]
        if not left:
            return digits
