"""A line plot as SVG: logarithmic x axis, y from zero, a label at each point and line."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 320, 50, 110, 40, 40
COLORS = ("#1f6feb", "#d1242f", "#1a7f37", "#8250df")


def line_plot(title: str, xs: Sequence[float], lines: Mapping[str, Sequence[float]]) -> str:
    """Lines over the same xs."""
    top = max(max(ys) for ys in lines.values()) * 1.15
    low, high = math.log10(min(xs)), math.log10(max(xs))

    def place(x: float, y: float) -> tuple[float, float]:
        across = (math.log10(x) - low) / (high - low)
        return (
            round(LEFT + across * (WIDTH - LEFT - RIGHT), 1),
            round(HEIGHT - BOTTOM - y / top * (HEIGHT - TOP - BOTTOM), 1),
        )

    floor = HEIGHT - BOTTOM
    parts = [
        f'<text x="{LEFT}" y="20" font-weight="bold">{escape(title)}</text>',
        f'<path d="M{LEFT} {TOP}V{floor}H{WIDTH - RIGHT}" fill="none" stroke="#888"/>',
    ]
    for x in xs:
        across, _ = place(x, 0)
        parts.append(f'<text x="{across}" y="{floor + 18}" text-anchor="middle">{x:,}</text>')
    for color, (name, ys) in zip(COLORS, lines.items(), strict=False):
        points = [place(x, y) for x, y in zip(xs, ys, strict=True)]
        path = " ".join(f"{x},{y}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        for (x, y), value in zip(points, ys, strict=True):
            parts.append(f'<circle cx="{x}" cy="{y}" r="3" fill="{color}"/>')
            parts.append(f'<text x="{x}" y="{y - 8}" text-anchor="middle">{value:.3g}</text>')
        x, y = points[-1]
        parts.append(f'<text x="{x + 18}" y="{y + 4}" fill="{color}">{escape(name)}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' font-family="sans-serif" font-size="12">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )
