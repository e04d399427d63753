"""The parts of a Markdown file that the checks need: its fenced blocks, its tables, its links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

#: The languages in which the answer to a command or a program is shown.
_ANSWERS = {"sh": ("json", "text"), "python": ("text",)}
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block; ``answer`` is the block that follows it and shows what it prints."""

    language: str
    text: str
    line: int
    answer: Block | None = None


def blocks(markdown: str) -> list[Block]:
    """The fenced blocks, in order. A block that shows an answer hangs on the block that is run."""
    found: list[Block] = []
    end_of_last = -1
    for match in _FENCE.finditer(markdown):
        line = markdown.count("\n", 0, match.start()) + 1
        block = Block(match[1], match[2], line)
        adjacent = found and not markdown[end_of_last : match.start()].strip()
        if adjacent and block.language in _ANSWERS.get(found[-1].language, ()):
            found[-1] = Block(found[-1].language, found[-1].text, found[-1].line, block)
        else:
            found.append(block)
        end_of_last = match.end()
    return found


def is_make(block: Block) -> bool:
    """Whether a shell block only calls make: its targets are checked, not run."""
    lines = [line for line in block.text.splitlines() if line.strip()]
    return bool(lines) and all(line.startswith("make ") for line in lines)


def table(markdown: str, first_header: str) -> list[dict[str, str]]:
    """The rows of the table whose first column has this header, by column."""
    lines = iter(markdown.splitlines())
    for line in lines:
        headers = _cells(line)
        if headers and headers[0] == first_header:
            next(lines)
            return [dict(zip(headers, cells, strict=True)) for cells in _rows(lines)]
    raise LookupError(f"no table begins with {first_header}")


def code(cell: str) -> str | None:
    """The text of a cell that is one piece of code, else None."""
    match = re.fullmatch(r"`([^`]*)`", cell)
    return match[1] if match else None


def codes(cell: str) -> list[str]:
    """Every piece of code in a cell."""
    return re.findall(r"`([^`]*)`", cell)


def links(markdown: str) -> list[str]:
    """The files that it links to."""
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", markdown)
    return [target for target in targets if "://" not in target]


def _rows(lines: Iterator[str]) -> Iterator[list[str]]:
    for line in lines:
        cells = _cells(line)
        if not cells:
            return
        yield cells


def _cells(line: str) -> list[str]:
    if not line.startswith("|"):
        return []
    return [cell.strip() for cell in line.strip()[1:-1].split("|")]
