"""The scatter plots of bench/techniques, on the canvas of bench/merging/figures.py."""
import importlib.util
import os
import sys

import tables

here = os.path.dirname(os.path.abspath(__file__))
merging = os.path.join(os.path.dirname(here), "merging")


def load(name, path):
    """A module of another bench, which has files of the same names as this one."""
    own, sys.path[:0] = sys.modules.pop("tables", None), [merging]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.path.remove(merging)
    sys.modules["tables"] = own
    return module


canvas = load("merging_figures", os.path.join(merging, "figures.py"))
COLOURS = {"coreutils": "#1b6ca8", "loops": "#e08e0b", "kernels": "#2e8b57", "thesis": "#8e44ad"}
FAILED = "#c0392b"


def draw_scatter(rows, across, up, path):
    pairs = [row for row in rows if all(name in row["runs"] and "fault" not in row["runs"][name] for name in (across, up))
             and any(tables.is_through(row["runs"][name]) for name in (across, up))]
    if not pairs:
        return []
    axis = canvas.Logarithmic([row["runs"][name]["seconds"] for row in pairs for name in (across, up)])
    scatter = canvas.Scatter(f"processor seconds to the end: {up} (upwards) against {across}", axis,
                             f"{across}; red: one of them is not through")
    for row in pairs:
        is_both = all(tables.is_through(row["runs"][name]) for name in (across, up))
        scatter.point(row["runs"][across]["seconds"], row["runs"][up]["seconds"],
                      COLOURS[row["suite"]] if is_both else FAILED, f"{row['suite']}: {row['name']}")
    scatter.legend(list(COLOURS.items()))
    scatter.write(path)
    return [path]


def write_all(rows, techniques, stem):
    paths = []
    for name in techniques:
        if name != "plain":
            paths += draw_scatter(rows, "plain", name, f"{stem}-{name}-plain.svg")
    return paths
