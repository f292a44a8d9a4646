"""What bench/techniques explores: programs by suite, each with the options that belong to it."""
import collections
import glob
import os
import shutil
import subprocess

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(here))

# `options` go before the program, `arguments` behind it.
Program = collections.namedtuple("Program", "suite name options path arguments")

SUITES = ("coreutils", "loops", "kernels", "thesis")
TOOLS = ("echo basename wc cut comm nice link tr paste sort factor expr head dirname uniq join od pr "
         "split touch").split()
TOOL_WORLD = "--sym-args 0 2 2 --sym-stdin 2".split()
# Sorting, searching, parsing; tests/run/merge has the paper's echo and the word counter.
KERNELS = (
    ("sort of 6", "bench/explore/sort.c", "-DN=6"),
    ("matcher, 6 bytes", "bench/explore/match.c", "-DN=6"),
    ("matcher, 10 bytes", "bench/explore/match.c", "-DN=10"),
    ("branches, 16", "bench/explore/branches.c", "-DN=16"),
    ("options, 1", "bench/explore/strings.c", "-DWORDS=1"),
    ("options, 2", "bench/explore/strings.c", "-DWORDS=2"),
    ("echo 8 of 8", "tests/run/merge/echo.c", "-DN=8 -DL=8"),
    ("words of 12", "tests/run/merge/words.c", "-DN=12"),
    ("words of 20", "tests/run/merge/words.c", "-DN=20"),
    ("counter, 24 rounds", "tests/run/merge/portfolio.c", ""),
    ("bisection of 16", "bench/techniques/programs/bisect.c", ""),
    ("numbers of 6 bytes", "bench/techniques/programs/numbers.c", "-DN=6"),
)
# Sets of the thesis on path explosion (bench/thesis), the bounds that it gives them.
SETS = ("15-10-3-f-f", "50-10-3-f-f", "15-50-3-f-f", "15-10-3-f-t")


def sample(items, count):
    """So many of them, evenly spaced."""
    count = min(count, len(items)) if count > 0 else len(items)
    return [items[number * len(items) // count] for number in range(count)]


def coreutils(options):
    native = os.path.join(options.build, "coreutils", "native")
    for tool in TOOLS[:options.tools]:
        yield Program("coreutils", tool, [], os.path.join(native, tool), TOOL_WORLD)


def loops(options):
    """Each without and with its error; the first error ends the run."""
    paths = sorted(glob.glob(os.path.join(root, "bench", "subsumption", "programs", "*.c")))
    for path in sample(paths, options.loops):
        name = os.path.basename(path)[:-2]
        common = ["--max-stack-frames=0", "--exit-on-error"]
        yield Program("loops", name, common, path, [])
        yield Program("loops", name + " (error)", [*common, "-DERROR"], path, [])


def kernels(options):
    for name, path, words in KERNELS[:options.kernels]:
        yield Program("kernels", name, words.split(), os.path.join(root, path), [])


def set_parameters(name):
    loops_of, others, depth, error, divisions = name.split("-")
    word = {"t": "true", "f": "false"}
    return [f"--forLoopGenProb=0.{loops_of}", f"--loopGenProb=0.{others}", f"--maxBlockDepth={depth}",
            "--maxTopLvlStmtsCount=10", "--maxStmtsWithinABlock=5", f"--errorGuaranteed={word[error]}",
            f"--generateDivisions={word[divisions]}"]


def thesis(options):
    for name in SETS:
        if options.thesis == 0:
            return
        directory = os.path.join(options.build, "bench", "techniques", "programs", name)
        shutil.rmtree(directory, ignore_errors=True)
        os.makedirs(directory)
        subprocess.run([options.smew, "microc", "gen", "--seed=1", f"--count={options.thesis}",
                        f"--output-dir={directory}", *set_parameters(name)], check=True)
        for seed in range(1, options.thesis + 1):
            yield Program("thesis", f"{name} {seed}", ["--exit-on-error"], os.path.join(directory, f"{seed}.uc"), [])


def find_all(options):
    makers = {"coreutils": coreutils, "loops": loops, "kernels": kernels, "thesis": thesis}
    return [program for suite in options.suites for program in makers[suite](options)]
