"""The table: ratios, figures to reach and absolute numbers, for the terminal and for Markdown."""

from __future__ import annotations

import operator
import re
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

REGENT = "Regent"
INTRODUCTION = """\
Regent and its rivals, measured by `make bench` in one embedded Postgres. Written by that command;
only the explanations (tests/bench/limits.md) are written by hand.

**How it is judged.** Not by absolute numbers: machines of one kind differed by a factor of two. A
figure is the ratio of Regent's number to that of a yardstick, which takes turns with Regent in the
same run (A B A B …): a bare insert of rows with the same keys, pgmq's read and delete, an HTTP
server whose application answers nothing, the start of a bare Python. "x" is Regent's number over
the yardstick's ("to"). Each family runs {runs} times, spread over the whole time of the bench. The
median of the {runs} ratios has to reach the figure; "spread" is the smallest and the largest of
them. Only what is no speed has an absolute figure: bytes, megabytes, a share of a core. The numbers
of the contenders are medians of the {runs} runs, too, and say something about this machine only.

Each figure that was missed is explained below; without an explanation the command fails. All
clients are processes of one connection each, unless a section says otherwise."""
LIMITS = Path(__file__).with_name("limits.md")
_COMPARE = {"≥": operator.ge, "≤": operator.le}


#: A speed has no unit here: it is compared with a yardstick's.
_ABSOLUTE = (" of a core", " bytes", " MB")


@dataclass(frozen=True)
class Target:
    """``≥ 0.8x`` is about the ratio to a yardstick; ``≤ 30 MB`` about Regent's own number."""

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
        if unit != "x" and unit not in _ABSOLUTE:
            raise ValueError(
                f"{text!r} depends on the machine; give a ratio to a yardstick, as in '{sign} 2x'"
            )
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
    rival: str | None = None  # the yardstick: the rival of the ratio
    target: Target | None = None
    runs: tuple[Row, ...] = ()  # the runs that this row sums up; none: it is a run itself

    @property
    def name(self) -> str:
        """The shape with its clients, for messages about one row."""
        return f"{self.shape}, {self.clients} clients" if self.clients else self.shape

    @property
    def ratios(self) -> list[float]:
        """Regent's number over its rival's, in each run that has both."""
        return [
            run.numbers[REGENT] / run.numbers[self.rival]
            for run in self.runs or (self,)
            if self.rival is not None and run.numbers.get(self.rival)
        ]

    @property
    def ratio(self) -> float | None:
        """The median of the runs."""
        return statistics.median(self.ratios) if self.ratios else None

    @property
    def _judged(self) -> list[float]:
        if self.target is None or self.target.of_ratio:
            return self.ratios
        return [run.numbers[REGENT] for run in self.runs or (self,)]

    @property
    def spread(self) -> tuple[float, float] | None:
        """The smallest and the largest of several runs."""
        return (min(self._judged), max(self._judged)) if len(self._judged) > 1 else None

    @property
    def reached(self) -> bool | None:
        """Whether the median of the runs is good enough. None: the shape has no target."""
        if self.target is None:
            return None
        if len(self._judged) < len(self.runs or (self,)):
            return False
        return self.target.reached(statistics.median(self._judged))


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
        "spread": any(row.spread for row in section.rows),
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
            "ratio": f"{times(row.ratio)}x" if row.ratio else "",
            "spread": _spread(row),
            "to": row.rival if row.ratio and row.rival else "",
            "reach": row.target.text if row.target else "",
            "reached": {True: "yes", False: "**no**", None: ""}[row.reached],
            "unit": row.unit,
        }
        cells |= {name: number(row.numbers.get(name)) for name in contenders}
        lines.append([cells[name] for name in header])
    return [header, *lines]


def _spread(row: Row) -> str:
    is_ratio = row.target is None or row.target.of_ratio
    return " to ".join(map(times if is_ratio else number, row.spread or ()))


def number(value: float | None) -> str:
    """Three digits that matter, thousands apart."""
    if value is None:
        return "n/a"
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"


def times(ratio: float) -> str:
    """A ratio: two digits behind the point, and three for the small ones."""
    return f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.3f}"


def for_terminal(section: Section) -> str:
    """Columns that line up."""
    rows = [[cell.replace("**", "") for cell in line] for line in table(section)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in rows]
    return "\n".join((f"\n{section.title}", *(line.rstrip() for line in lines)))


def for_markdown(
    sections: Sequence[Section], about: Mapping[str, str], limits: Mapping[str, str], runs: int
) -> str:
    """The whole document. ``limits``: known reasons why a shape is slow, by shape; each shape that
    was missed needs one."""
    parts = [
        "# Benchmarks",
        INTRODUCTION.format(runs=runs),
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
    shapes = dict.fromkeys(row.shape for row in missed(sections))
    parts += ["## What limits it", "" if shapes else "Everything was reached."]
    for shape in shapes:
        parts += [f"### {shape}", limits[shape]]
    return "\n\n".join(part for part in parts if part) + "\n"


def missed(sections: Sequence[Section]) -> list[Row]:
    """The rows that did not reach their figure."""
    return [row for section in sections for row in section.rows if row.reached is False]


def unexplained(sections: Sequence[Section], limits: Mapping[str, str]) -> list[str]:
    """A sentence for each row that missed its figure and whose shape has no explanation."""
    return [
        f"{row.name}: {number(row.ratio)}x to {row.rival}, to reach {row.target.text}"
        if row.target.of_ratio
        else f"{row.name}: {number(row.numbers[REGENT])} {row.unit}, to reach {row.target.text}"
        for row in missed(sections)
        if row.target is not None and not limits.get(row.shape)
    ]


def read_limits(text: str) -> dict[str, str]:
    """tests/bench/limits.md: a heading for each shape, and what is known about it."""
    found = re.split(r"^## (.+)$", text, flags=re.MULTILINE)[1:]
    return {
        shape.strip(): words.strip() for shape, words in zip(found[::2], found[1::2], strict=True)
    }
