"""Paths and coverage over time, for tools with larger inputs."""
import json
import math
import os

import figures
import process

COLOURS = {"plain": "#888888", "static": "#1b6ca8", "dynamic": "#e08e0b", "z-equivalence": "#8e44ad", "redundant": "#795548",
           "subsume": "#2e8b57", "loop-summary": "#00838f", "all": "#c0392b", "default": "#000000"}
canvas = figures.canvas


def explore(options, words, tool):
    """Rows of statistics.jsonl: processor seconds, lines covered, paths that the finished states stand for."""
    directory = os.path.join(options.build, "bench", "techniques", "curve")
    process.explore(options.smew, directory, 30 * options.curve_time,
                    [*words, os.path.join(options.build, "coreutils", "native", tool), *process.WORLD], options.curve_time)
    points = []
    with open(os.path.join(directory, "out", "statistics.jsonl"), encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            points.append((row["processor_seconds"], row["lines_covered"], row["finished_multiplicity"]))
    return points


def draw_curves(runs, title, part, marks, path):
    """part: a point to its share of the axis; marks: shares of the axis with labels."""
    last = max((points[-1][0] for points in runs.values() if points), default=1)
    picture = canvas.plot.Canvas(title, [""] * 10)
    for number in range(10):
        picture.items.append(f'<text x="{picture.x(number):.1f}" y="{picture.y(0) + 16:.1f}" font-size="11" '
                             f'text-anchor="middle">{last * (number + 0.5) / 10:.1f} s</text>')
    for share, label in marks:
        picture.mark(share, label)
    for name, points in runs.items():
        places = [(10 * point[0] / last - 0.5, part(point), f"{point[0]:.1f} s: {point[1]} lines, {point[2]:.3g} paths")
                  for point in points]
        canvas.connect(picture, places, COLOURS[name], name)
    picture.legend([(name, COLOURS[name]) for name in runs])
    picture.write(path)
    return path


def draw_tool(runs, tool, stem):
    most = max((point[1] for points in runs.values() for point in points), default=1) or 1
    powers = max((math.log10(max(point[2], 1)) for points in runs.values() for point in points), default=1)
    powers = max(math.ceil(powers), 1)
    step = max(powers // 8, 1)
    return [draw_curves(runs, f"{tool}: lines covered over processor time", lambda point: point[1] / most,
                        [(number / 4, str(round(most * number / 4))) for number in range(5)], f"{stem}-coverage-{tool}.svg"),
            draw_curves(runs, f"{tool}: paths that finished states stand for, over processor time",
                        lambda point: math.log10(max(point[2], 1)) / powers,
                        [(power / powers, f"10^{power}") for power in range(0, powers + 1, step)],
                        f"{stem}-paths-{tool}.svg")]


def draw(options, stem):
    paths = []
    for tool in options.curves:
        runs = {name: explore(options, options.words[name].split(), tool) for name in options.techniques}
        paths += draw_tool(runs, tool, stem)
        print(f"\n### {tool}, {options.curve_time:g} s\n\n| technique | lines | paths |\n| --- | ---: | ---: |")
        for name, points in runs.items():
            if points:
                print(f"| {name} | {points[-1][1]} | {points[-1][2]:.3g} |")
    return paths
