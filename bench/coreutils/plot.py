"""Plots of bench/coreutils as SVG: coverage by tool, sorted, and paths by tool.

SVG is text, and these are bars and dots on a frame: no library is needed.
"""
import math
from xml.sax.saxutils import escape

LEAST_WIDTH, LEAST_STEP, HEIGHT = 960, 12, 420  # names must not run into each other
LEFT, RIGHT, TOP, BOTTOM = 60, 20, 40, 90
COLOURS = {"lines": "#1b6ca8", "branches": "#e08e0b", "paths": "#1b6ca8", "errors": "#c0392b"}


class Canvas:
    """A frame with one column per name and an axis from 0 to 1."""

    def __init__(self, title, names):
        self.names = names
        self.width = max(LEAST_WIDTH, LEFT + RIGHT + LEAST_STEP * len(names))
        self.step = (self.width - LEFT - RIGHT) / max(len(names), 1)
        self.items = [f'<text x="{LEFT}" y="22" font-size="15">{escape(title)}</text>']
        self.line(LEFT, self.y(0), self.width - RIGHT, self.y(0), "#333")
        for number, name in enumerate(names):
            x, y = self.x(number), self.y(0) + 12
            self.items.append(f'<text x="{x:.1f}" y="{y}" font-size="9" text-anchor="end" '
                              f'transform="rotate(-60 {x:.1f} {y})">{escape(name)}</text>')

    def x(self, number):
        return LEFT + (number + 0.5) * self.step

    @staticmethod
    def y(part):
        return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM)

    def line(self, x1, y1, x2, y2, colour):
        self.items.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
                          f'stroke="{colour}"/>')

    def mark(self, part, label):
        self.line(LEFT, self.y(part), self.width - RIGHT, self.y(part), "#ddd")
        self.items.append(f'<text x="{LEFT - 6}" y="{self.y(part) + 4:.1f}" font-size="11" '
                          f'text-anchor="end">{escape(label)}</text>')

    def bar(self, number, part, colour, title):
        width = self.step * 0.7
        self.items.append(f'<rect x="{self.x(number) - width / 2:.1f}" y="{self.y(part):.1f}" '
                          f'width="{width:.1f}" height="{self.y(0) - self.y(part):.1f}" fill="{colour}">'
                          f'<title>{escape(title)}</title></rect>')

    def dot(self, number, part, colour, title):
        self.items.append(f'<circle cx="{self.x(number):.1f}" cy="{self.y(part):.1f}" r="3" fill="{colour}">'
                          f'<title>{escape(title)}</title></circle>')

    def legend(self, entries):
        for number, (name, colour) in enumerate(entries):
            x = self.width - RIGHT - 110 * (len(entries) - number)
            self.items.append(f'<rect x="{x}" y="12" width="12" height="12" fill="{colour}"/>'
                              f'<text x="{x + 18}" y="22" font-size="12">{escape(name)}</text>')

    def write(self, path):
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{HEIGHT}" '
                       f'font-family="sans-serif">\n<rect width="100%" height="100%" fill="white"/>\n')
            file.write("\n".join(self.items) + "\n</svg>\n")


def share(row, what):
    counts = row["native_coverage"][what]
    return counts["covered"] / counts["total"] if counts["total"] else 0


def plot_coverage(rows, path):
    rows = sorted((row for row in rows if row.get("native_coverage")), key=lambda row: -share(row, "lines"))
    if not rows:
        return []
    canvas = Canvas("coverage by replay, tools sorted by lines", [row["tool"] for row in rows])
    for tenths in range(0, 11, 2):
        canvas.mark(tenths / 10, f"{tenths * 10}%")
    for number, row in enumerate(rows):
        canvas.bar(number, share(row, "lines"), COLOURS["lines"],
                   f"{row['tool']}: {share(row, 'lines'):.1%} of lines")
        canvas.dot(number, share(row, "branches"), COLOURS["branches"],
                   f"{row['tool']}: {share(row, 'branches'):.1%} of branches")
    canvas.legend([("lines", COLOURS["lines"]), ("branches", COLOURS["branches"])])
    canvas.write(path)
    return [path]


def plot_paths(rows, path):
    """On a logarithmic axis; tools with errors in red."""
    rows = sorted((row for row in rows if row.get("paths")), key=lambda row: -row["paths"]["total"])
    if not rows:
        return []
    digits = len(str(max(row["paths"]["total"] for row in rows)))
    canvas = Canvas("paths by tool", [row["tool"] for row in rows])
    for power in range(digits + 1):
        canvas.mark(power / digits, f"{10 ** power:,}")
    for number, row in enumerate(rows):
        total = row["paths"]["total"]
        canvas.bar(number, math.log10(max(total, 1)) / digits, COLOURS["errors" if row["errors"] else "paths"],
                   f"{row['tool']}: {total} paths, {len(row['errors'])} errors")
    canvas.legend([("no error", COLOURS["paths"]), ("errors", COLOURS["errors"])])
    canvas.write(path)
    return [path]


def write_all(rows, stem):
    return plot_coverage(rows, stem + "-coverage.svg") + plot_paths(rows, stem + "-paths.svg")
