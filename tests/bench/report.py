"""The table: ratios, figures to reach and absolute numbers, for the terminal and for Markdown."""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

REGENT = "Regent"
INTRODUCTION = """\
Regent and its rivals, measured by `make bench` in one embedded Postgres, in one run. Written by
that command; only the explanations (tests/bench/limits.md) are written by hand.

Contenders take turns (A B C A B C …) and the median round counts, so that noise hits all of them:
the ratios say something, the absolute numbers only about this machine. "x" is Regent's number over
its rival's; all clients are processes of one connection each."""
LIMITS = Path(__file__).with_name("limits.md")
_COMPARE = {"≥": operator.ge, "≤": operator.le}


@dataclass(frozen=True)
class Target:
    """``≥ 0.8x`` is about the ratio to a rival; ``≤ 0.35 ms`` about Regent's own number."""

    text: str
    sign: str
    number: float
    of_ratio: bool

    @classmethod
    def parse(cls, text: str) -> Target:
        """Read a target as it is printed."""
        found = re.fullmatch(r"([≥≤]) ([\d,.]+)(x| [a-zA-Z/ ]+)", text)
        if not found:
            raise ValueError(f"not a target: {text!r}")
        sign, number, unit = found.groups()
        return cls(text, sign, float(number.replace(",", "")), unit == "x")

    def reached(self, number: float) -> bool:
        """Whether this number is good enough."""
        return bool(_COMPARE[self.sign](number, self.number))


@dataclass(frozen=True)
class Row:
    """A shape, with Regent's number and the others'."""

    shape: str
    unit: str
    numbers: Mapping[str, float]  # by contender; one that cannot do the shape is missing
    clients: int | None = None
    rival: str | None = None  # the rival of the ratio
    target: Target | None = None

    @property
    def ratio(self) -> float | None:
        """Regent's number over its rival's."""
        if self.rival is None or not self.numbers.get(self.rival):
            return None
        return self.numbers[REGENT] / self.numbers[self.rival]

    @property
    def reached(self) -> bool | None:
        """None: the shape has no target."""
        if self.target is None:
            return None
        judged = self.ratio if self.target.of_ratio else self.numbers[REGENT]
        return judged is not None and self.target.reached(judged)


@dataclass(frozen=True)
class Section:
    """Rows of a kind, a sentence on how they were measured, perhaps pictures (name → SVG)."""

    title: str
    note: str
    rows: Sequence[Row]
    pictures: Mapping[str, str] = field(default_factory=dict)


def table(section: Section) -> list[list[str]]:
    """A header and lines, as text: ratios first, absolute numbers beside them."""
    contenders = list(dict.fromkeys(name for row in section.rows for name in row.numbers))
    optional = {
        "clients": any(row.clients for row in section.rows),
        "ratio": any(row.ratio for row in section.rows),
        "to": any(row.ratio for row in section.rows),
        "reach": any(row.target for row in section.rows),
        "reached": any(row.target for row in section.rows),
    }
    header = ["shape", *(name for name, shown in optional.items() if shown), *contenders, "unit"]
    lines = []
    for row in section.rows:
        cells = {
            "shape": row.shape,
            "clients": str(row.clients or ""),
            "ratio": f"{row.ratio:.2f}x" if row.ratio else "",
            "to": row.rival if row.ratio and row.rival else "",
            "reach": row.target.text if row.target else "",
            "reached": {True: "yes", False: "**no**", None: ""}[row.reached],
            "unit": row.unit,
        }
        cells |= {name: number(row.numbers.get(name)) for name in contenders}
        lines.append([cells[name] for name in header])
    return [header, *lines]


def number(value: float | None) -> str:
    """Three digits that matter, thousands apart."""
    if value is None:
        return "n/a"
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def for_terminal(section: Section) -> str:
    """Columns that line up."""
    rows = [[cell.replace("**", "") for cell in line] for line in table(section)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in rows]
    return "\n".join((f"\n{section.title}", *(line.rstrip() for line in lines)))


def for_markdown(
    sections: Sequence[Section], about: Mapping[str, str], limits: Mapping[str, str]
) -> str:
    """The whole document. ``limits``: known reasons why a shape is slow, by shape."""
    parts = [
        "# Benchmarks",
        INTRODUCTION,
        "\n".join(f"- {name}: {value}" for name, value in about.items()),
    ]
    for section in sections:
        header, *lines = table(section)
        rows = [header, ["---"] * len(header), *lines]
        parts += [
            f"## {section.title}",
            section.note,
            "\n".join("| " + " | ".join(row) + " |" for row in rows),
            *(f"![{name}](benchmarks/{name}.svg)" for name in section.pictures),
        ]
    missed = dict.fromkeys(
        row.shape for section in sections for row in section.rows if row.reached is False
    )
    parts += ["## What limits it", "" if missed else "Everything was reached."]
    for shape in missed:
        parts += [f"### {shape}", limits.get(shape, "Not explained yet.")]
    return "\n\n".join(part for part in parts if part) + "\n"


def read_limits(text: str) -> dict[str, str]:
    """tests/bench/limits.md: a heading for each shape, and what is known about it."""
    found = re.split(r"^## (.+)$", text, flags=re.MULTILINE)[1:]
    return {
        shape.strip(): words.strip() for shape, words in zip(found[::2], found[1::2], strict=True)
    }
