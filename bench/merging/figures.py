"""The plots of bench/merging, on the canvas of bench/coreutils/plot.py."""
import math

import plot
import tables

COLOURS = {"none": "#888888", "static": "#1b6ca8", "dynamic": "#e08e0b", "portfolio": "#3f8f4f"}
PALETTE = ["#1b6ca8", "#e08e0b", "#c0392b", "#2e8b57"]


class Logarithmic:
    """The share of the axis at which a value stands, from 10^low to 10^high."""

    def __init__(self, values):
        known = [value for value in values if value > 0] or [1]
        self.low = math.floor(math.log10(min(known)))
        self.high = max(math.ceil(math.log10(max(known))), self.low + 1)

    def part(self, value):
        return max((math.log10(value) - self.low) / (self.high - self.low), 0) if value > 0 else 0

    def mark(self, canvas, unit=""):
        step = max((self.high - self.low) // 8, 1)
        for power in range(self.low, self.high + 1, step):
            canvas.mark(self.part(10 ** power), f"10^{power}{unit}")


class Scatter(plot.Canvas):
    """Both axes logarithmic and the same, with the diagonal."""

    def __init__(self, title, axis, below):
        super().__init__(title, [])
        self.axis = axis
        axis.mark(self, " s")
        for power in range(axis.low, axis.high + 1):
            self.items.append(f'<text x="{self.x(axis.part(10 ** power)):.1f}" y="{self.y(0) + 16:.1f}" '
                              f'font-size="11" text-anchor="middle">10^{power} s</text>')
        self.items.append(f'<text x="{self.width / 2}" y="{self.y(0) + 36:.1f}" font-size="12" '
                          f'text-anchor="middle">{below}</text>')
        self.line(self.x(0), self.y(0), self.x(1), self.y(1), "#bbb")

    def x(self, number):
        return plot.LEFT + number * (self.width - plot.LEFT - plot.RIGHT)

    def point(self, across, up, colour, title):
        self.dot(self.axis.part(across), self.axis.part(up), colour, title)


def connect(canvas, points, colour, name):
    """Dots with lines between them; points are number, part and text."""
    for (a, low, _), (b, high, _) in zip(points, points[1:]):
        canvas.line(canvas.x(a), canvas.y(low), canvas.x(b), canvas.y(high), colour)
    for number, part, text in points:
        canvas.dot(number, part, colour, f"{name}: {text}")


def time_of(run):
    return run["processor_seconds"] if run and "fault" not in run else 0


def plot_series(rows, names, title, label_of, colours, path):
    """Times by column, one line for each name; runs that did not get through end the line at their limit."""
    axis = Logarithmic([time_of(run) for row in rows for run in row["runs"].values()])
    canvas = plot.Canvas(title, [label_of(row) for row in rows])
    axis.mark(canvas, " s")
    for name in names:
        points = [(number, axis.part(time_of(row["runs"][name])),
                   f"{label_of(row)}: {tables.show_time(row['runs'][name])} s")
                  for number, row in enumerate(rows) if time_of(row["runs"].get(name))]
        connect(canvas, points, colours[name], name)
    canvas.legend([(name, colours[name]) for name in names])
    canvas.write(path)
    return path


def plot_sizes(rows, stem):
    paths = []
    for program in dict.fromkeys(row["program"] for row in rows):
        paths.append(plot_series([row for row in rows if row["program"] == program], list(COLOURS),
                                 f"{program}: time to explore everything", lambda row: row["label"], COLOURS,
                                 f"{stem}-size-{program.replace(' ', '').lower()}.svg"))
    return paths


def plot_scatters(rows, stem):
    paths = []
    for up, across in (("static", "none"), ("dynamic", "static"), ("portfolio", "none")):
        pairs = [row for row in rows if time_of(row["runs"].get(up)) and time_of(row["runs"].get(across))]
        if not pairs:
            continue
        axis = Logarithmic([time_of(row["runs"][name]) for row in pairs for name in (up, across)])
        canvas = Scatter(f"time to explore everything: {up} (upwards) against {across}", axis,
                         f"{across}; red: one of them did not get through")
        for row in pairs:
            colour = COLOURS[up] if tables.both_complete(row, up, across) else "#c0392b"
            canvas.point(time_of(row["runs"][across]), time_of(row["runs"][up]), colour,
                         f"{row['program']} {row['label']}")
        canvas.write(f"{stem}-{up}-{across}.svg")
        paths.append(f"{stem}-{up}-{across}.svg")
    return paths


def plot_change(rows, value, title, unit, path):
    """Of each technique against the plain run, sorted by one of them; zero in the middle."""
    names = [name for name in COLOURS if any(value(row, name) is not None for row in rows) and name != "none"]
    rows = [row for row in rows if all(value(row, name) is not None for name in names)]
    if not rows or not names:
        return []
    rows.sort(key=lambda row: -value(row, "dynamic" if "dynamic" in names else names[-1]))
    most = max([abs(value(row, name)) for row in rows for name in names] + [1])
    canvas = plot.Canvas(title, [row["program"] for row in rows])
    for share in (-1, -0.5, 0, 0.5, 1):
        canvas.mark(0.5 + share / 2, f"{share * most:+.0f}{unit}")
    for number, row in enumerate(rows):
        for place, name in enumerate(names):
            at = number + 0.25 * (place - (len(names) - 1) / 2)
            part = 0.5 + value(row, name) / most / 2
            canvas.line(canvas.x(at), canvas.y(0.5), canvas.x(at), canvas.y(part), COLOURS[name])
            canvas.dot(at, part, COLOURS[name], f"{row['program']}, {name}: {value(row, name):+.1f}{unit}")
    canvas.legend([(name, COLOURS[name]) for name in names])
    canvas.write(path)
    return [path]


def cover_change(row, name):
    """None where one of the two is missing."""
    run, plain = row["runs"].get(name), row["runs"].get("none")
    if run is None or plain is None or "fault" in run or "fault" in plain:
        return None
    return tables.lines(run) - tables.lines(plain)


def plot_alpha(rows, path):
    """One line for each tool, over the thresholds."""
    names = [row["program"] for row in rows]
    columns = [{"label": "no merge" if name == "none" else name,
                "runs": {row["program"]: row["runs"][name] for row in rows}} for name in rows[0]["runs"]]
    return plot_series(columns, names, "static merging: time to explore everything over alpha",
                       lambda row: row["label"], dict(zip(names, PALETTE)), path)


def write_all(result, stem):
    paths = plot_sizes(result["sizes"], stem) if result.get("sizes") else []
    explored = [*result.get("sizes", []), *result.get("tools", [])]
    paths += plot_scatters(explored, stem) if explored else []
    if result.get("paths"):
        paths += plot_change(result["paths"], tables.orders, "paths against the plain run, orders of magnitude", "",
                             stem + "-paths.svg")
        paths += plot_change(result["paths"], cover_change, "lines covered against the plain run, points", "",
                             stem + "-coverage.svg")
    if result.get("alpha"):
        paths.append(plot_alpha(result["alpha"], stem + "-alpha.svg"))
    return paths
