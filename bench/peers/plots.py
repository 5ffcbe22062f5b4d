"""Two kinds of pictures as SVG: bars in groups, and lines over two logarithmic axes.

They stand on a light ground of their own, so that they can be read on any page.
"""

from __future__ import annotations

import itertools
import math
from html import escape

WIDTH = 860
OWN = "#c2410c"
OTHERS = ["#1d4ed8", "#0f766e", "#7e22ce", "#4d7c0f", "#64748b", "#334155", "#be185d", "#0369a1"]


def colours(names: list[str]) -> dict[str, str]:
    """tagstream has its own colour, which no other gets."""
    others = iter(OTHERS)
    return {name: OWN if name.startswith("tagstream") else next(others) for name in names}


def text(x: float, y: float, words: str, size: int = 12, extra: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" {extra}>{escape(words)}</text>'


def page(title: str, height: float, parts: list[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" '
        f'font-family="sans-serif" fill="#1f2937" role="img" aria-label="{escape(title)}">'
    )
    ground = f'<rect width="{WIDTH}" height="{height:.0f}" rx="8" fill="#fafaf9"/>'
    return "\n".join(
        [head, ground, text(20, 30, title, 16, 'font-weight="bold"'), *parts, "</svg>\n"]
    )


def bars(title: str, groups: list[str], values: dict[str, list[float | None]]) -> str:
    """One block for each group, a bar for each name; each block has a scale of its own."""
    colour = colours(list(values))
    left, right, row = 230, 90, 17
    parts = []
    y = 56.0
    for index, group in enumerate(groups):
        parts.append(text(20, y, group, 13, 'font-weight="bold"'))
        y += 8
        most = max(value for given in values.values() if (value := given[index]) is not None)
        ordered = sorted(values, key=lambda name: -(values[name][index] or 0))
        for name in ordered:
            value = values[name][index]
            weight = 'font-weight="bold" ' if colour[name] == OWN else ""
            parts.append(text(left - 8, y + 12, name, 12, weight + 'text-anchor="end"'))
            if value is None:
                parts.append(text(left, y + 12, "refuses it", 11, 'fill="#6b7280"'))
            else:
                width = max(1.0, (WIDTH - left - right) * value / most)
                parts.append(
                    f'<rect x="{left}" y="{y + 2:.0f}" width="{width:.1f}" height="{row - 5}" '
                    f'fill="{colour[name]}"/>'
                )
                parts.append(text(left + width + 5, y + 12, f"{value:,.0f}", 11))
            y += row
        y += 24
    return page(title, y - 8, parts)


def ticks(least: float, most: float) -> list[float]:
    powers = range(math.floor(math.log10(least)), math.ceil(math.log10(most)) + 1)
    return [10.0**power for power in powers]


def spread(wanted: list[float], room: float) -> list[float]:
    """Places for labels, in the same order, none closer to the next than `room`."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed = list(wanted)
    for before, after in itertools.pairwise(order):
        placed[after] = max(placed[after], placed[before] + room)
    return placed


def lines(title: str, unit: str, values: dict[str, list[tuple[float, float]]]) -> str:
    """One line for each name, with its name at its end."""
    colour = colours(list(values))
    left, right, top, height = 70, 270, 56, 360
    xs = [x for points in values.values() for x, _ in points]
    ys = [y for points in values.values() for _, y in points]
    scale = ticks(min(ys), max(ys))
    low, high = math.log10(scale[0]), math.log10(scale[-1])

    def at_x(x: float) -> float:
        share = math.log(x / min(xs)) / math.log(max(xs) / min(xs))
        return left + (WIDTH - left - right) * share

    def at_y(y: float) -> float:
        return top + height * (high - math.log10(y)) / (high - low)

    parts = []
    for y in scale:
        parts.append(
            f'<line x1="{left}" x2="{WIDTH - right}" y1="{at_y(y):.1f}" y2="{at_y(y):.1f}" '
            'stroke="#d6d3d1"/>'
        )
        parts.append(text(left - 8, at_y(y) + 4, f"{y:g}", 11, 'text-anchor="end"'))
    for x in sorted({round(x) for x in xs}):
        parts.append(text(at_x(x), top + height + 20, f"{x} {unit}", 11, 'text-anchor="middle"'))
    labels = spread([at_y(points[-1][1]) for points in values.values()], 16)
    for (name, points), label in zip(values.items(), labels, strict=True):
        path = " ".join(f"{at_x(x):.1f},{at_y(y):.1f}" for x, y in points)
        width = 3 if colour[name] == OWN else 1.5
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour[name]}" '
            f'stroke-width="{width}"/>'
        )
        weight = ' font-weight="bold"' if colour[name] == OWN else ""
        parts.append(
            text(WIDTH - right + 10, label + 4, name, 12, f'fill="{colour[name]}"{weight}')
        )
    return page(title, top + height + 36, parts)
