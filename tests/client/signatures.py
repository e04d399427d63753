"""All public signatures of the library in Python, as lines: what a program can rely on.

`python -m tests.client.signatures` writes them to signatures.txt; test_signatures.py compares.
"""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, get_overloads

import regent
from regent import client, errors, log, testing
from regent.client import cloudevents, httpx_, middleware

SNAPSHOT = Path(__file__).with_suffix(".txt")
#: The modules that programs import from. Those without a list of their names offer what they
#: define.
MODULES = (regent, client, cloudevents, httpx_, middleware, errors, log, testing)
_WORD = re.compile(r"[A-Za-z_]\w*")


def public_names(module: ModuleType) -> list[str]:
    """What a module offers."""
    listed = getattr(module, "__all__", None)
    return sorted(
        name
        for name in (vars(module) if listed is None else listed)
        if not name.startswith("_")
        and (listed is not None or getattr(vars(module)[name], "__module__", "") == module.__name__)
    )


def classes_by_name() -> dict[str, list[type]]:
    """Every class of the client and the log."""
    found: dict[str, set[type]] = defaultdict(set)
    for package in (client, log):
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for name, value in vars(import_module(each.name)).items():
                if isinstance(value, type) and value.__module__.startswith("regent."):
                    found[name].add(value)
    return {name: list(classes) for name, classes in found.items()}


def lines(modules: tuple[ModuleType, ...] = MODULES) -> Iterator[str]:
    """A line for each name, and for each member of a class; then the classes that these return."""
    told: set[type] = set()
    returned: list[type] = []
    named = classes_by_name()
    for module in modules:
        yield f"# {module.__name__}"
        for name in public_names(module):
            value = getattr(module, name)
            if isinstance(value, type) and value not in told:
                told.add(value)
                yield from of_class(value, named, returned)
            elif isinstance(value, type):
                yield f"class {value.__name__}: above"
            elif callable(value) and hasattr(value, "__code__"):
                yield f"{name}{signature(value)}"
            else:
                yield f"{name}: {type(value).__name__}"
    yield "# returned by these"
    while waiting := sorted(set(returned) - told, key=lambda kind: kind.__qualname__):
        returned.clear()
        for kind in waiting:
            told.add(kind)
            yield from of_class(kind, named, returned)


def of_class(kind: type, named: dict[str, list[type]], returned: list[type]) -> Iterator[str]:
    """A class, its constructor and its public members."""
    bases = [base.__name__ for base in kind.__bases__ if base is not object]
    yield f"class {kind.__name__}({', '.join(bases)})"
    if issubclass(kind, errors.RegentError):
        yield f"    code = {kind.code}, status = {kind.status}"
    elif "__init__" in vars(kind) or "__new__" in vars(kind):
        yield f"    {signature(kind)}"
    for name in sorted(dir(kind)):
        member = inspect.getattr_static(kind, name)
        if name.startswith("_") or not _is_ours(kind, name):
            continue
        for line, source in of_member(name, member):
            yield f"    {line}"
            answer = line.rpartition(" -> ")[2] if " -> " in line else ""
            for word in _WORD.findall(answer):
                returned += _resolved(word, source, named)


def of_member(name: str, member: Any) -> Iterator[tuple[str, Any]]:
    """A method, each of its overloads, a property, or a value."""
    if isinstance(member, property):
        answer = inspect.signature(member.fget or (lambda: None)).return_annotation
        yield f"{name} -> {answer}", member.fget
    elif isinstance(member, classmethod | staticmethod) or inspect.isfunction(member):
        function = getattr(member, "__func__", member)
        for each in [*get_overloads(function), function]:
            word = "async " if inspect.iscoroutinefunction(function) else ""
            yield f"{word}{name}{signature(each)}", function
    else:
        yield name, None


def signature(function: Callable[..., Any]) -> str:
    """Its arguments and its result, without the quotes of annotations and a logger's level."""
    told = str(inspect.signature(function)).replace("'", "")
    return re.sub(r"<Logger (\S+) \(\w+\)>", r"<Logger \1>", told)


def _is_ours(kind: type, name: str) -> bool:
    """What every error has is told once."""
    owner = next((base for base in kind.__mro__ if name in vars(base)), kind)
    told = owner is errors.RegentError or name in ("code", "status", "sqlstate")
    of_an_error = issubclass(kind, errors.RegentError) and kind is not errors.RegentError
    return owner.__module__.startswith("regent") and not (of_an_error and told)


def _resolved(word: str, function: Any, named: dict[str, list[type]]) -> list[type]:
    """The class of ours that a word of an annotation means."""
    value = getattr(function, "__globals__", {}).get(word)
    if value is None and len(named.get(word, [])) == 1:
        (value,) = named[word]
    ours = isinstance(value, type) and value.__module__.startswith("regent")
    return [value] if ours and not word.startswith("_") else []


def snapshot() -> str:
    """All of it as text."""
    return "\n".join(lines()) + "\n"


if __name__ == "__main__":
    SNAPSHOT.write_text(snapshot())
