"""The tables of bench/merging, and the figures that are worked out for them."""
import math

# Ratios of times below this are of starting up, and of chance.
SHORTEST = 0.1
SLOWER = 1.2
MOST_OVER = 1.3  # what merging may cost where plain exploration gets through
NAMES = ("none", "static", "dynamic", "portfolio")


def show_time(run):
    if run is None:
        return ""
    if "fault" in run:
        return "fault"
    return f"{run['processor_seconds']:.2f}" if run["complete"] else "> " + f"{run['processor_seconds']:.1f}"


def show_number(number):
    return f"{number:,.0f}" if number < 1e7 else f"{number:.1e}"


def print_line(words, first=12, width=13):
    print(f"{words[0]:<{first}}" + "".join(f"{word:>{width}}" for word in words[1:]), flush=True)


def both_complete(row, a, b):
    x, y = row["runs"].get(a), row["runs"].get(b)
    return all(run and "fault" not in run and run["complete"] for run in (x, y))


def time_ratio(row, a, b):
    """Of the times of two techniques where both got through; None where they did not or were done at once."""
    if not both_complete(row, a, b):
        return None
    x, y = row["runs"][a]["processor_seconds"], row["runs"][b]["processor_seconds"]
    return x / y if max(x, y) >= SHORTEST else None


def geometric_mean(ratios):
    return math.exp(sum(math.log(ratio) for ratio in ratios) / len(ratios))


def plain_of(row):
    """Paths that plain exploration has finished, in a run of its own or in a portfolio."""
    runs = row["runs"]
    if "none" in runs:
        return None if "fault" in runs["none"] else runs["none"]["finished_multiplicity"]
    run = runs.get("portfolio", {"fault": "none"})
    return None if "fault" in run else run.get("sides", {"single": run["finished_multiplicity"]})["single"]


def orders(row, technique):
    """By how many orders of magnitude the finished paths stand for more than those of the plain run."""
    merged, plain = row["runs"].get(technique, {"fault": "none"}), plain_of(row)
    if "fault" in merged or plain is None:
        return None
    return math.log10(max(merged["finished_multiplicity"], 1) / max(plain, 1))


def lines(run):
    cover = run["coverage"]["lines"]
    return 100 * cover["covered"] / cover["total"] if cover["total"] else 0


# ---- time against size ----

def print_sizes_head():
    print_line(["all paths", "input", *[f"{name} s" for name in NAMES], *[f"paths {name}" for name in NAMES[:1]],
                *NAMES[1:], "at most"])


def print_sizes(row):
    runs = [row["runs"].get(technique) for technique in NAMES]
    paths = [str(run["paths"]["total"]) if run and "fault" not in run and run["complete"] else "" for run in runs]
    most = [run["multiplicity"] for run in runs if run and "fault" not in run and run["complete"]]
    print_line([row["program"], row["label"], *map(show_time, runs), *paths, show_number(max(most)) if most else ""])


def print_sizes_totals(rows):
    for technique in NAMES[1:]:
        ratios = [ratio for row in rows if (ratio := time_ratio(row, "none", technique))]
        if ratios:
            print(f"{technique}: {geometric_mean(ratios):.2f} times as fast as none (geometric mean over "
                  f"{len(ratios)} that both get through), from {min(ratios):.2f} to {max(ratios):.0f}")


# ---- all tools ----

def worst_ratio(row):
    return max(time_ratio(row, name, "none") or 0 for name in ("static", "dynamic"))


def print_tools(rows):
    """The worst first; those that only merging gets through, or nobody, at the end."""
    rows = [row for row in rows if any(is_done(run) for run in row["runs"].values())]
    print_line(["all paths", "input", "none s", "static s", "dynamic s", "static/none", "dynamic/none"], width=16)
    for row in sorted(rows, key=worst_ratio, reverse=True):
        ratios = [time_ratio(row, name, "none") for name in ("static", "dynamic")]
        shown = [show_time(row["runs"][name]) for name in ("none", "static", "dynamic")]
        print(f"{row['program']:<12}{row['label']:<34}" + "".join(f"{word:>10}" for word in shown) +
              "".join(f"{ratio:>8.2f}" if ratio else f"{'':>8}" for ratio in ratios))
    for label in dict.fromkeys(row["label"] for row in rows):
        print_tools_totals(label, [row for row in rows if row["label"] == label])


def is_done(run):
    return "fault" not in run and run["complete"]


def print_tools_totals(label, rows):
    done = {name: sum(is_done(row["runs"][name]) for row in rows) for name in ("none", "static", "dynamic")}
    print(f"{label}: explored completely by none {done['none']}, static {done['static']}, dynamic {done['dynamic']}")
    for name, other in (("static", "none"), ("dynamic", "none"), ("dynamic", "static")):
        ratios = [ratio for row in rows if (ratio := time_ratio(row, name, other))]
        over = sum(ratio > MOST_OVER for ratio in ratios)
        if ratios:
            print(f"  {name} over {other}: {geometric_mean(ratios):.2f} (geometric mean over {len(ratios)}), "
                  f"from {min(ratios):.2f} to {max(ratios):.2f}; above {MOST_OVER}: {over}")


# ---- paths and coverage in a fixed time ----

def print_paths_head(seconds):
    print_line([f"in {seconds:g} s", *NAMES, *[f"{name} 10^" for name in NAMES[1:]], *[f"{name} s" for name in NAMES],
                *[f"{name} l%" for name in NAMES]], width=12)


def print_paths(row):
    runs = [row["runs"].get(technique) for technique in NAMES]
    powers = [orders(row, technique) for technique in NAMES[1:]]
    print_line([row["program"],
                *["" if run is None else "fault" if "fault" in run else show_number(run["finished_multiplicity"])
                  for run in runs],
                *["" if power is None else f"{power:+.1f}" for power in powers],
                *map(show_time, runs),
                *["" if run is None or "fault" in run else f"{lines(run):.1f}" for run in runs]], width=12)


def print_paths_totals(rows):
    for technique in NAMES[1:]:
        good = [(power, row) for row in rows if (power := orders(row, technique)) is not None]
        if not good:
            continue
        apart = [(power, row) for power, row in good if not both_complete(row, "none", technique)]
        more = sum(power > 0 for power, _ in apart)
        fewer = sum(power < 0 for power, _ in apart)
        best = max(good, key=lambda entry: entry[0])
        slower = [row["program"] for _, row in good
                  if (ratio := time_ratio(row, technique, "none")) and ratio > SLOWER]
        print(f"{technique}: of {len(apart)} tools that not both get through, more paths on {more}, fewer on {fewer}; "
              f"at best 10^{best[0]:.1f} times ({best[1]['program']})")
        change = [lines(row["runs"][technique]) - lines(row["runs"]["none"]) for _, row in good if "none" in row["runs"]]
        if change:
            print(f"  slower than {SLOWER} times where both get through: {', '.join(slower) or 'none'}; lines covered "
                  f"{sum(change) / len(change):+.1f} points on average ({min(change):+.1f} to {max(change):+.1f})")


# ---- time against the threshold ----

def print_alpha_head(names):
    print_line(["static, s", "no merge", *[f"a={name}" for name in names[1:]]], width=11)


def print_alpha(row):
    print_line([row["program"], *map(show_time, row["runs"].values())], width=11)


# ---- the rest ----

def print_states(rows):
    print_line(["two states", "objects", "cells", "check us", "first us", "merge us", "refusal us"])
    for row in rows:
        print_line(["", f"{row['objects']:,}", f"{row['cells']:,}",
                    *[f"{row[key]:,.1f}" for key in ("check_us", "first_merge_us", "merge_us", "refusal_us")]])


def print_shares(rows):
    """Of the whole run: how many of those that ran first caught up, and what that costs."""
    runs = [run for row in rows for name, run in row["runs"].items() if name == "dynamic" and run.get("merge")]
    forwarded = sum(run["merge"]["forwarded"] for run in runs)
    caught = sum(run["merge"]["caught_up"] for run in runs)
    if forwarded:
        print(f"of {forwarded:,} states that were forwarded, {caught:,} merged: {100 * caught / forwarded:.0f}% "
              "(the paper: 69%)")
    ratios = [ratio for row in rows if (ratio := time_ratio(row, "dynamic", "static"))]
    if ratios:
        print(f"dynamic over static, time to explore everything: {geometric_mean(ratios):.2f} (geometric mean over "
              f"{len(ratios)}; the paper: 1.15)")
