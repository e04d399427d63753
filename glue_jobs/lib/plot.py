"""Lines over time as SVG, for a report. It is light or dark as its reader's page is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from html import escape
from typing import Final

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 800, 360, 80, 20, 70, 40
#: The most lines that can be told apart.
MAX_LINES: Final = 5
_STYLE: Final = """
svg { --back: #ffffff; --ink: #1f2328; --rule: #d1d9e0;
  --a: #0969da; --b: #cf222e; --c: #1a7f37; --d: #8250df; --e: #9a6700 }
@media (prefers-color-scheme: dark) {
  svg { --back: #0d1117; --ink: #e6edf3; --rule: #3d444d;
    --a: #4493f8; --b: #f85149; --c: #3fb950; --d: #ab7df8; --e: #d29922 }
}
.back { fill: var(--back) } text { fill: var(--ink) } .rule { stroke: var(--rule); fill: none }
""" + "\n".join(
    f".{name} {{ stroke: var(--{name}); fill: none; stroke-width: 2 }}"
    f" text.{name} {{ stroke: none; fill: var(--{name}) }}"
    for name in "abcde"
)
Points = Sequence[tuple[datetime, float]]


def time_plot(title: str, lines: Mapping[str, Points]) -> str:
    """Lines by name, over the time that they span together; y begins at 0."""
    moments = sorted({at for points in lines.values() for at, _ in points})
    first, last = moments[0], moments[-1]
    top = max(max((y for points in lines.values() for _, y in points), default=0), 1)
    seconds = (last - first).total_seconds() or 1
    floor = HEIGHT - BOTTOM

    def place(at: datetime, y: float) -> str:
        across = LEFT + (at - first).total_seconds() / seconds * (WIDTH - LEFT - RIGHT)
        return f"{across:.1f},{floor - y / top * (floor - TOP):.1f}"

    parts = [f'<text x="{LEFT}" y="24" font-weight="bold">{escape(title)}</text>']
    for share in (0, 0.5, 1):
        height = floor - share * (floor - TOP)
        number = f"{top * share:,.10g}"
        parts += [
            f'<path class="rule" d="M{LEFT} {height:.1f}H{WIDTH - RIGHT}"/>',
            f'<text x="{LEFT - 8}" y="{height + 4:.1f}" text-anchor="end">{number}</text>',
        ]
    for at, anchor in ((first, "start"), (last, "end")):
        x = place(at, 0).partition(",")[0]
        text = f"{at:%Y-%m-%d %H:%M}"
        parts.append(f'<text x="{x}" y="{floor + 22}" text-anchor="{anchor}">{text}</text>')
    across = LEFT
    for kind, (name, points) in zip("abcde", lines.items(), strict=False):
        path = " ".join(place(at, y) for at, y in points)
        parts.append(f'<polyline class="{kind}" points="{path}"/>')
        parts.append(f'<text class="{kind}" x="{across}" y="48">{escape(name)}</text>')
        across += (WIDTH - LEFT - RIGHT) // MAX_LINES
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' font-family="sans-serif" font-size="12">\n<style>{_STYLE}</style>\n'
        f'<rect class="back" width="{WIDTH}" height="{HEIGHT}"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )
