"""The learning curve as a picture, without anything to install."""

from collections.abc import Sequence
from typing import Any

INKS = {"imitation": "#b45309", "self-play": "#1d4ed8"}


def picture(curve: Sequence[dict[str, Any]]) -> str:
    """The share of points against `heuristic` over processor minutes, as SVG."""
    last = max(1, *(point["minutes"] for point in curve))
    parts = ['<rect width="640" height="300" fill="white"/>']
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = 250 - 220 * share
        parts.append(f'<path d="M50 {y}H620" stroke="{"#666" if share == 0.5 else "#ddd"}"/>')
        parts.append(f'<text x="42" y="{y + 4}" text-anchor="end">{share:g}</text>')
    for number, (phase, ink) in enumerate(INKS.items()):
        points = [(50 + 570 * point["minutes"] / last, 250 - 220 * point["share"])
                  for point in curve if point["phase"] == phase]  # fmt: skip
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{ink}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{ink}"/>' for x, y in points]
        parts.append(f'<text x="{50 + 90 * number}" y="290" fill="{ink}">{phase}</text>')
    title = f"share of the points against heuristic, over {last:.0f} minutes of one processor"
    parts.append(f'<text x="50" y="18">{title}</text>')
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 300" font-family="sans-serif"'
    return "\n".join([f'{head} font-size="13">', *parts, "</svg>", ""])
