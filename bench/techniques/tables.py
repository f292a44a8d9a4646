"""The tables of bench/techniques."""
import math

# Not exact for errors: it does not count for the best single technique.
INEXACT = {"redundant"}


def is_through(run):
    return run is not None and "fault" not in run and run["through"]


def show_time(run):
    if run is None:
        return ""
    if "fault" in run:
        return "fault"
    if run["through"]:
        return f"{run['seconds']:.2f}"
    return f"({run['seconds']:.2f})" if run["complete"] else f"> {run['seconds']:.1f}"


def short(number):
    return f"{number:,.0f}" if number < 1e6 else f"{number:.1e}"


def mean(values):
    values = [value for value in values if value > 0]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else 0


def print_times(rows, techniques):
    for suite in dict.fromkeys(row["suite"] for row in rows):
        print(f"\n### {suite}: processor seconds to the end\n")
        print("| program | " + " | ".join(techniques) + " | finished by default |")
        print("| --- |" + " ---: |" * len(techniques) + " --- |")
        for row in rows:
            if row["suite"] == suite:
                by = (row["runs"].get("default") or {}).get("finished") or ""
                print(f"| {row['name']} | " + " | ".join(show_time(row["runs"].get(name)) for name in techniques) +
                      f" | {by} |")


def sums(rows, name):
    """Of all programs: how many are through; states, paths and lines; seconds, and memory on average."""
    runs = [row["runs"][name] for row in rows if name in row["runs"] and "fault" not in row["runs"][name]]
    return (sum(run["through"] for run in runs), len(runs), sum(run["states"] for run in runs),
            mean([run["paths"] for run in runs]), sum(run["lines"] for run in runs),
            sum(len(run["errors"]) for run in runs), sum(run["seconds"] for run in runs),
            mean([run["memory_mb"] for run in runs]))


def print_sums(rows, techniques):
    print("\n### Each technique\n")
    print("| suite | technique | through | states | paths, mean | lines | errors | seconds | MB, mean |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for suite in dict.fromkeys(row["suite"] for row in rows):
        for name in techniques:
            through, count, states, paths, lines, errors, seconds, memory = sums(
                [row for row in rows if row["suite"] == suite], name)
            if count:
                print(f"| {suite} | {name} | {through} of {count} | {states:,} | {short(paths)} | {lines:,} | {errors} | "
                      f"{seconds:.0f} | {memory:.0f} |")


def find_best(row):
    """The single technique, exact for errors, that was through first, and its seconds; None: none was."""
    times = {name: run["seconds"] for name, run in row["runs"].items()
             if name not in INEXACT | {"default", "all"} and is_through(run)}
    if not times:
        return None
    best = min(times, key=times.get)
    return best, times[best]


def ratios(rows):
    """Default over best: ratio, row, the best technique, its seconds, whether the default was through."""
    found = []
    for row in rows:
        best, default = find_best(row), row["runs"].get("default")
        if best is not None and default is not None and "fault" not in default:
            found.append((default["seconds"] / max(best[1], 0.01), row, *best, default["through"]))
    return sorted(found, key=lambda entry: (entry[4], -entry[0]))


def print_ratios(rows):
    found = ratios(rows)
    if not found:
        return
    print("\n### The default over the best single technique, worst first\n")
    print("| program | default | best | technique | ratio |")
    print("| --- | ---: | ---: | --- | ---: |")
    for ratio, row, name, seconds, is_done in found:
        print(f"| {row['suite']}: {row['name']} | {show_time(row['runs']['default'])} | {seconds:.2f} | {name} | "
              f"{'' if is_done else '> '}{ratio:.2f} |")
    through = [entry for entry in found if entry[4]]
    print(f"\n{len(found)} programs that some technique is through; the default is through {len(through)}: geometric mean "
          f"{mean([entry[0] for entry in through]):.2f}, worst {max((entry[0] for entry in through), default=0):.2f}; with those "
          f"that it is not through at its limit {mean([entry[0] for entry in found]):.2f}")
    only = [row["name"] for row in rows if find_best(row) is None and is_through(row["runs"].get("default"))]
    if only:
        print(f"Through by default only: {', '.join(only)}")


def print_coverage(rows):
    """Where plain exploration is not through: what the default covers in the same time."""
    found = [(row["runs"]["default"]["lines"] - row["runs"]["plain"]["lines"], row) for row in rows
             if all(name in row["runs"] and "fault" not in row["runs"][name] for name in ("default", "plain"))
             and not row["runs"]["plain"]["through"] and not row["runs"]["default"]["through"]]
    if not found:
        return
    print("\n### Lines covered in the same time, where neither is through\n")
    print("| program | plain | default |")
    print("| --- | ---: | ---: |")
    for _, row in sorted(found, key=lambda entry: entry[0]):
        print(f"| {row['suite']}: {row['name']} | {row['runs']['plain']['lines']} | {row['runs']['default']['lines']} |")


def print_all(rows, techniques, seconds):
    print(f"At most {seconds:g} s of processor time for each; `>`: not through, in parentheses: through, but not exact for "
          "errors.")
    print_times(rows, techniques)
    print_sums(rows, techniques)
    print_ratios(rows)
    print_coverage(rows)
