"""Prometheus's text format, read as strictly as it is defined: what is not in it is an error."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:]*")
_LABEL = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*")
_TYPES = frozenset({"counter", "gauge", "histogram", "summary", "untyped"})
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?|NaN|[+-]?Inf", re.IGNORECASE)
_ESCAPES = {"\\": "\\", '"': '"', "n": "\n"}

Labels = frozenset[tuple[str, str]]


@dataclass
class Family:
    """A series of samples, by their labels."""

    help: str
    type: str
    samples: dict[Labels, float] = field(default_factory=dict)

    def value(self, **labels: str) -> float:
        """The one sample with these labels."""
        return self.samples[frozenset(labels.items())]


def parse(text: str) -> dict[str, Family]:
    """Families by name. Each has one HELP and one TYPE, then its samples, without a gap."""
    if not text.endswith("\n"):
        raise ValueError("the last line has no end")
    families: dict[str, Family] = {}
    lines = iter(text[:-1].split("\n"))
    current = ""
    for line in lines:
        if line.startswith("# HELP "):
            current, meaning = line.removeprefix("# HELP ").split(" ", 1)
            kind = next(lines).removeprefix(f"# TYPE {current} ")
            if not _NAME.fullmatch(current) or current in families or kind not in _TYPES:
                raise ValueError(f"not the head of a new family: {line!r}, {kind!r}")
            families[current] = Family(_unescaped(meaning, quotes=False), kind)
        else:
            name, labels, number = _sample(line)
            if name != current:
                raise ValueError(f"{name} is not below its own head: {line!r}")
            if labels in families[name].samples:
                raise ValueError(f"twice: {line!r}")
            families[name].samples[labels] = number
    return families


def _sample(line: str) -> tuple[str, Labels, float]:
    name = _NAME.match(line)
    if name is None:
        raise ValueError(f"no sample: {line!r}")
    at, labels = name.end(), {}
    if line[at : at + 1] == "{":
        at += 1
        while line[at] != "}":
            label = _LABEL.match(line, at)
            if label is None or line[label.end() : label.end() + 2] != '="' or label[0] in labels:
                raise ValueError(f"no label at {at}: {line!r}")
            start = at = label.end() + 2
            while line[at] != '"':
                at += 2 if line[at] == "\\" else 1
            labels[label[0]] = _unescaped(line[start:at], quotes=True)
            at += 1
            if line[at] == ",":
                at += 1
            elif line[at] != "}":
                raise ValueError(f"no end of a label at {at}: {line!r}")
        at += 1
    if line[at : at + 1] != " " or not _NUMBER.fullmatch(line, at + 1):
        raise ValueError(f"no value: {line!r}")
    return name[0], frozenset(labels.items()), float(line[at + 1 :])


def _unescaped(text: str, *, quotes: bool) -> str:
    def meant(escape: re.Match[str]) -> str:
        if escape[1] not in _ESCAPES or (escape[1] == '"' and not quotes):
            raise ValueError(f"no escape: {escape[0]!r}")
        return _ESCAPES[escape[1]]

    return re.sub(r"\\(.?)", meant, text)
