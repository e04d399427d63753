"""Makes the client for threads, ``regent/client/sync/``, from the one for asyncio.

`python -m tests.tidy.generate` writes it. The façades hold no logic, so tokens are enough: words go
or are replaced, and ruff lays the result out. A rule that matches nothing is an error, because then
either the rule is old or the source says it in another way.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

CLIENT = Path(__file__).parents[2] / "shared/regent/client"
SOURCE, TARGET = CLIENT / "aio", CLIENT / "sync"

#: Keywords that go, with the blank behind them.
DROPPED = ("async", "await")
#: Names that become others. ``Async…`` in front of any name goes as well.
RENAMED: Mapping[str, str] = {
    "__aenter__": "__enter__",
    "__aexit__": "__exit__",
    "__aiter__": "__iter__",
    "aclose": "close",
    "aio": "sync",
    "asyncio_": "blocking",
}
#: In texts: docstrings and messages.
IN_TEXTS: Mapping[str, str] = {r"\bAsync(?=[A-Z])": ""}
#: Whole texts of a module's docstring.
DOCSTRINGS: Mapping[str, str] = {
    '"""The client for asyncio. ``sync/`` is made from it: `python -m tests.tidy.generate`."""': (
        '"""The client for threads, made from ``aio/`` by `python -m tests.tidy.generate`."""'
    ),
}

Matches = Counter[str]


def translated(source: str, matches: Matches) -> str:
    """One module for threads."""
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    names = _bound(source)
    if twins := sorted(name for name in names if f"Async{name}" in names):
        raise ValueError(f"{twins} would mean two things, because Async… is there too")
    pieces: list[str] = []
    row, column, dropped = 1, 0, False
    lines = source.splitlines(keepends=True)
    for token in tokens:
        between = _between(lines, (row, column), token.start)
        row, column = token.end
        if token.type == tokenize.NAME and token.string in DROPPED:
            matches[token.string] += 1
            pieces.append(between)
            dropped = True
            continue
        pieces.append("" if dropped else between)
        dropped = False
        pieces.append(_translated(token, matches))
    return "".join(pieces)


def _bound(source: str) -> set[str]:
    """The names that a module imports or defines."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names.update(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
    return names


def _between(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    """Blanks and line ends between two tokens."""
    if start[0] == end[0]:
        return lines[start[0] - 1][start[1] : end[1]] if start[0] <= len(lines) else ""
    first = lines[start[0] - 1][start[1] :]
    middle = "".join(lines[start[0] : end[0] - 1])
    last = lines[end[0] - 1][: end[1]] if end[0] <= len(lines) else ""
    return first + middle + last


def _translated(token: tokenize.TokenInfo, matches: Matches) -> str:
    text = token.string
    if token.type == tokenize.NAME:
        if text in RENAMED:
            matches[text] += 1
            return RENAMED[text]
        if re.match(r"_?Async[A-Z]", text):
            matches["Async"] += 1
            return text.replace("Async", "", 1)
    if token.type in (tokenize.STRING, tokenize.COMMENT):
        if text in DOCSTRINGS:
            matches[text] += 1
            return DOCSTRINGS[text]
        for pattern, instead in IN_TEXTS.items():
            text, count = re.subn(pattern, instead, text)
            matches[pattern] += count
    return text


def generated(sources: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each module's name and its text; complains about rules that match nothing."""
    matches: Matches = Counter()
    for name, source in sources.items():
        yield name, _laid_out(translated(source, matches), name)
    unused = [*DROPPED, *RENAMED, *IN_TEXTS, *DOCSTRINGS, "Async"]
    if missing := [rule for rule in unused if not matches[rule]]:
        raise ValueError(f"these rules match nothing in aio/: {missing}")


def _laid_out(text: str, name: str) -> str:
    """As ruff lays it out: without ``async`` a line may be short enough to be one."""
    for words in (["check", "--quiet", "--select", "I,F401", "--fix"], ["format", "--quiet"]):
        ran = subprocess.run(
            [Path(sys.executable).parent / "ruff", *words, "--stdin-filename", TARGET / name, "-"],
            input=text,
            capture_output=True,
            text=True,
            check=False,
            cwd=CLIENT,
        )
        if ran.returncode or not ran.stdout:
            raise ValueError(f"{name}: {ran.stderr or ran.stdout}")
        text = ran.stdout
    return text


def sources() -> dict[str, str]:
    """The modules of the asyncio client."""
    return {path.name: path.read_text() for path in sorted(SOURCE.glob("*.py"))}


if __name__ == "__main__":
    made = dict(generated(sources()))
    TARGET.mkdir(exist_ok=True)
    for old in TARGET.glob("*.py"):
        old.unlink()
    for module, text in made.items():
        (TARGET / module).write_text(text)
