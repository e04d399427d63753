"""What the documents say compared with the code: each checker takes both and returns its
complaints."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.docs.markdown import Block, blocks, code, codes, is_make, table

#: A picture (mermaid) stands in README.md only, and tests/infra/test_picture.py looks at it.
LANGUAGES = frozenset({"sh", "bash", "python", "json", "text", "sql", "mermaid"})
_ROUTE = re.compile(r"`(GET|POST|PUT|PATCH|DELETE) (/[^`\s]*)`")
_CALL = re.compile(r"curl [^\n]*?\$BASE(/[^\s\"'?]*)")
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.\d+)*")
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)")
_NUMBERED = frozenset({"queueId", "partitionId", "partition_id"})
#: Numbers that a clock or a machine decides.
_MEASURED = re.compile(
    r"\w*(Seconds|PerSecond|Milliseconds|Bytes|_seconds|_hours)|deadTuples|secondsLeft|statsAge|maxTimeLag"
    # In milliseconds since 1970:
    r"|timestamp|(created|joined|lastModified|rebalanced)At|at|lastHeartbeat"
)
#: A member's id ends in a UUID; a server that a test starts has another port.
_MEMBER = re.compile(rf"G_\S+-({_UUID.pattern})")
_HOST = re.compile(r"localhost:\d+")
#: Paths such as `tests/sql/<room>`, `.ci/run`, `CHANGELOG.md`; and the modules that `python -m`
#: runs.
_PATH = re.compile(r"(?<![\w./<>-])(?:\.?[\w<>-]+/[\w./<>-]*|\w+\.(?:md|py|sql|toml))(?![\w<>])")
_MODULE = re.compile(r"python -m ((?:tests|infra|functions)[\w.]*)")


def blocks_that_nobody_checks(markdown: str) -> list[str]:
    """A fence in a language that no test knows, or an answer without a command before it."""
    complaints = []
    for block in blocks(markdown):
        if block.language not in LANGUAGES:
            complaints.append(f"line {block.line}: nobody checks {block.language or 'bare'} blocks")
        if block.language == "json":
            complaints.append(f"line {block.line}: an answer to no command")
    return complaints


def unknown_make_targets(markdown: str, makefile: str) -> list[str]:
    """A make target that a page names and that does not exist."""
    there = set(re.findall(r"^([a-z][a-z-]*):(?!=)", makefile, re.MULTILINE))
    shown = [word for block in blocks(markdown) if is_make(block) for word in [block.text]]
    inline = re.findall(r"`(make [^`]*)`", markdown)
    called = re.findall(r"^make ([a-z-]+)", "\n".join([*shown, *inline]), re.MULTILINE)
    return [f"make {target}: no such target" for target in called if target not in there]


def missing_files(markdown: str, bases: Sequence[Path], made: Iterable[str] = ()) -> list[str]:
    """Missing paths of pages about the code: a path may begin at any of ``bases``. Only names with
    a folder and an ending, or with a slash at their end, count as paths."""
    named = dict.fromkeys(_PATH.findall("\n".join(codes(_without_blocks(markdown)))))
    return [
        f"{name}: there is no such file"
        for name in named
        if re.fullmatch(r"[\w./<>-]+/(?:[\w<>-]+\.\w+)?", name)
        and not name.startswith(tuple(made))
        and not any(_is_there(name, base) for base in bases)
    ]


def missing_tests(text: str, root: Path) -> list[str]:
    """Tests that a page names, `tests/…/test_x.py::test_y`, and that do not exist."""
    return [
        f"{path}::{name}"
        for path, name in re.findall(r"(tests/[\w/]+\.py)::(\w+)", text)
        if not (root / path).is_file()
        or not re.search(rf"^\s*(?:async )?def {name}\(", (root / path).read_text(), re.MULTILINE)
    ]


def missing_paths(markdown: str, root: Path, made: Iterable[str] = ()) -> list[str]:
    """Files and folders that a document names in code and that do not exist. ``<room>`` stands for
    any name; everything below ``made`` is made by a command."""
    pieces = "\n".join([*(b.text for b in blocks(markdown)), *codes(_without_blocks(markdown))])
    named = dict.fromkeys(_PATH.findall(pieces))
    named |= dict.fromkeys(module.replace(".", "/") for module in _MODULE.findall(pieces))
    return [
        f"{name}: there is no such file"
        for name in named
        if not name.startswith(tuple(made)) and not _is_there(name, root)
    ]


def _without_blocks(markdown: str) -> str:
    return re.sub(r"^```.*?^```$", "", markdown, flags=re.MULTILINE | re.DOTALL)


def _is_there(name: str, root: Path) -> bool:
    pattern = re.sub(r"<\w+>", "*", name).rstrip("/")
    return any(next(root.glob(it), None) for it in (pattern, f"{pattern}.py"))


def routes(markdown: str, there: Iterable[str]) -> list[str]:
    """Routes (``GET /health``) that the page or the code does not have, or that no example
    calls."""
    real = set(there)
    written = {f"{method} {path}" for method, path in _ROUTE.findall(markdown)}
    called = set(_calls(block.text for block in blocks(markdown) if block.language == "sh"))
    complaints = [f"{route}: not in the document" for route in sorted(real - written)]
    complaints += [f"{route}: no such route" for route in sorted(written - real)]
    for route in sorted(real):
        method, path = route.split(" ")
        pattern = re.escape(path).replace(r"\{", "{").replace(r"\}", "}")
        rule = re.compile(re.sub(r"{\w+}", "[^/]+", pattern))
        if not any(m == method and rule.fullmatch(p) for m, p in called):
            complaints.append(f"{route}: no example calls it")
    return complaints


def settings(markdown: str, there: Mapping[str, Any]) -> list[str]:
    """The table of variables compared with the settings: their names and defaults."""
    rows = {code(row["Variable"]) or "": row["Default"] for row in table(markdown, "Variable")}
    complaints = _names(rows, there)
    for name, cell in rows.items():
        default = there.get(name)
        shown = code(cell)
        if shown != (None if default in (None, ()) else _plain(default)):
            complaints.append(f"{name}: its default is {default}, not {cell or 'nothing'}")
    return complaints


def fields(
    rows: list[dict[str, str]], there: Mapping[str, Any], defaults: bool = False
) -> list[str]:
    """A table of fields (one or several in its first column) compared with a model."""
    first = next(iter(rows[0]))
    shown = {name: row for row in rows for name in codes(row[first])}
    complaints = _names(shown, there)
    for name in shown.keys() & there.keys() if defaults else ():
        text = code(shown[name]["Default"])
        if text != _query_text(there[name]):
            complaints.append(f"{name}: its default is {there[name]!r}, not {text}")
    return complaints


def errors(markdown: str, there: Mapping[str, int]) -> list[str]:
    """The table of errors compared with the codes that can reach a client, and their statuses."""
    rows = {code(row["Code"]) or "": row["Status"] for row in table(markdown, "Code")}
    complaints = _names(rows, there)
    for name in rows.keys() & there.keys():
        if rows[name] != str(there[name]):
            complaints.append(f"{name}: its status is {there[name]}, not {rows[name]}")
    return complaints


def answers(block: Block, printed: str) -> list[str]:
    """The output of a block compared with the answer that is shown below it."""
    if block.answer is None:
        return []
    if block.answer.language == "text":
        same = printed.strip() == block.answer.text.strip()
        return [] if same else [f"line {block.answer.line}: it printed {printed.strip()!r}"]
    lines = printed.strip().splitlines()
    got = json.loads(lines[-1]) if lines else None
    return [
        f"line {block.answer.line}: {complaint}"
        for complaint in _differences("", json.loads(block.answer.text), got)
    ]


def _differences(where: str, shown: Any, got: Any) -> list[str]:
    """Ids and instants only have to be of the same kind; everything else has to be equal."""
    if isinstance(shown, dict) and isinstance(got, dict):
        if list(shown) != list(got):
            return [f"{where or 'the answer'} has {list(got)}, not {list(shown)}"]
        return [d for key in shown for d in _differences(f"{where}.{key}", shown[key], got[key])]
    if isinstance(shown, list) and isinstance(got, list) and len(shown) == len(got):
        pairs = enumerate(zip(shown, got, strict=True))
        return [d for index, pair in pairs for d in _differences(f"{where}[{index}]", *pair)]
    if _are_of_a_kind(where.rpartition(".")[2], shown, got):
        return []
    return [] if shown == got else [f"{where} is {got!r}, not {shown!r}"]


def _are_of_a_kind(name: str, *values: Any) -> bool:
    if all(isinstance(value, str) for value in values):
        if name == "nextCursor":
            return True  # opaque
        if name in _NUMBERED:
            return all(value.isdigit() for value in values)
        kinds = (_UUID, _INSTANT, _MEMBER, _HOST)
        return any(all(map(kind.fullmatch, values)) for kind in kinds)
    numbers = all(isinstance(value, (int, float)) for value in values)
    return numbers and _MEASURED.fullmatch(name) is not None


def _calls(scripts: Iterable[str]) -> Iterable[tuple[str, str]]:
    for script in scripts:
        for call in _CALL.finditer(script):
            method = re.search(r"-X (\w+)", call[0])
            yield (method[1] if method else "GET"), call[1]


def _names(shown: Iterable[str], there: Iterable[str]) -> list[str]:
    shown, there = set(shown), set(there)
    return [f"{name}: not in the table" for name in sorted(there - shown)] + [
        f"{name}: there is no such thing" for name in sorted(shown - there)
    ]


def _plain(default: Any) -> str:
    if isinstance(default, float):
        return f"{default:g}"
    return str(default).lower() if isinstance(default, bool) else str(default)


def _query_text(default: Any) -> str | None:
    if isinstance(default, str):
        return default or None
    return json.dumps(default)
