"""Sets of options under which smew follows fewer states than there are paths."""
import random
import zlib

MERGING = (
    "--merge=static --similar=always",
    "--merge=static --similar=qce",
    "--merge=static --similar=qce-ite",
    "--merge=static --similar=never",
    "--merge=static --similar=always --exact-paths",
    "--merge=static --similar=recursive --limit-cost=3 --kappa=3",
    "--merge=static --similar=lattice-based --limit-cost=3",
    "--merge=manual",
    "--merge=aggressive --search=bfs",
    "--merge=recursive --limit-cost=2 --search=bfs",
    "--merge=lattice-based --limit-cost=2 --search=nurs:covnew",
    "--merge=lattice-based --search=bfs --exact-paths",
)
# Single paths and merged states take turns; the exploration that finishes first is the one reported.
PORTFOLIO = (
    "--merge=portfolio --portfolio-after=0",
    "--merge=portfolio --portfolio-after=0 --search=bfs",
    "--merge=portfolio --portfolio-after=0 --similar=always --search=dfs",
    "--merge=dynamic --similar=always --search-phase=0",
    "--merge=dynamic --similar=qce --search-phase=0 --search=random-path",
    "--merge=dynamic --similar=qce --search-phase=100 --search=dfs",
    "--merge=dynamic --similar=qce-ite --search-phase=1000 --search=nurs:covnew",
    "--merge=dynamic --similar=lattice-based --limit-cost=5 --search-phase=0 --search=bfs",
    "--portfolio=static,z-equivalence --portfolio-after=0",
)
# Nothing is dropped, but all that reducers may ask for is kept: the tree of paths, and traces. A build with assertions
# checks each trace.
SERVICES = (
    "--reduce=record",
    "--reduce=record,merge --merge=static",
    "--reduce=record,merge --merge=dynamic --search-phase=0",
    "--reduce=record,merge --merge=portfolio --portfolio-after=0",
)
# States that nothing can tell from others are dropped, with merging on and off.
Z_EQUIVALENCE = (
    "--reduce=z-equivalence",
    "--reduce=z-equivalence --search=bfs --z-places=loops --z-memory=all",
    "--reduce=z-equivalence --search=random-path --z-places=returns",
    "--reduce=z-equivalence --z-observable=caller --z-order=callees",
    "--reduce=z-equivalence,merge --merge=static",
    "--reduce=z-equivalence,merge --merge=dynamic --similar=always --search-phase=0",
    "--reduce=z-equivalence --z-heap=isomorphic",
    "--reduce=z-equivalence --z-heap=isomorphic --search=bfs --z-places=returns",
    "--without=merge --portfolio-after=0",
)

# States that can reach nothing uncovered are dropped: exact for coverage only.
REDUNDANT = (
    "--reduce=redundant",
    "--reduce=redundant --search=dfs",
    "--reduce=redundant --search=bfs",
    "--reduce=redundant --search=nurs:covnew --fold-conditions=off --libc-models=off",
    "--reduce=redundant,merge --merge=static",
    "--reduce=redundant,merge --merge=dynamic --search-phase=0",
)
# States that a proven annotation shows to be free of errors are dropped: exact for errors only.
SUBSUME = (
    "--reduce=subsume --search=dfs",
    "--reduce=subsume --max-stack-frames=0 --subsume-heap=isomorphic",
    "--reduce=subsume",
    "--reduce=subsume --search=bfs --fold-conditions=off --libc-models=off",
    "--reduce=subsume,z-equivalence --search=random-path",
    "--reduce=subsume,merge --merge=static",
    "--reduce=subsume,merge --merge=dynamic --search-phase=0",
)
# States in loops are replaced by those after any number of iterations: exact for errors and coverage.
LOOP_SUMMARY = (
    "--reduce=loop-summary --search=dfs",
    "--reduce=loop-summary",
    "--reduce=loop-summary --search=bfs --fold-conditions=off --libc-models=off",
    "--reduce=loop-summary,z-equivalence --search=random-path",
    "--reduce=loop-summary,merge --merge=static",
    "--reduce=loop-summary,merge --merge=dynamic --search-phase=0",
)
# The reducers that each goal selects.
GOALS = (
    "--goal=errors --portfolio-after=0",
    "--goal=coverage --portfolio-after=0",
    "--goal=paths",
    "--goal=errors --portfolio=static,z-equivalence,subsume,loop-summary --portfolio-after=400",
    "--goal=coverage --portfolio=static,z-equivalence,redundant,loop-summary --portfolio-after=400",
    "--goal=errors --reduce=z-equivalence,loop-summary,merge,subsume --merge=static",
    "--goal=coverage --reduce=z-equivalence,loop-summary,merge,redundant --merge=dynamic",
    "--goal=errors --merge=static",
    "--goal=coverage --merge=dynamic --search-phase=0",
)
SEARCHES = ("dfs", "bfs", "random-path", "random-state", "nurs:covnew", "nurs:depth", "nurs:md2u")
ALPHAS = ("0", "1e-12", "1e-6", "0.01", "0.3", "1")


def share(name, variants, parts):
    """One in so many of the variants, evenly spaced; a program's name says which."""
    return variants[zlib.crc32(name.encode()) % parts::parts]


def counts(words):
    return "--exact-paths" in words or "--expand" in words


def can_count(words):
    """Whether --exact-paths goes with these options: merged states only, single paths count themselves."""
    modes = [word.partition("=")[2] for word in words if word.startswith("--merge=")]
    return modes not in ([], ["none"], ["portfolio"], ["dynamic"])


def goal_of(words):
    """What must not be lost; None where the reducers are named without a goal, whatever they lose."""
    is_named = any(word.startswith("--reduce=") for word in words)
    return next((word.partition("=")[2] for word in words if word.startswith("--goal=")), None if is_named else "errors")


def draw_similar(generator):
    similar = generator.choice(("always", "qce", "qce", "qce-ite", "recursive", "lattice-based"))
    words = [f"--similar={similar}"]
    if similar.startswith("qce"):
        words += [f"--alpha={generator.choice(ALPHAS)}", f"--kappa={generator.choice((1, 3, 10))}"]
    if similar == "qce-ite":
        words.append(f"--zeta={generator.choice((1, 2, 8))}")
    if similar in ("recursive", "lattice-based"):
        words.append(f"--limit-cost={generator.choice((1, 2, 5, 50))}")
    return words


def draw_count(generator):
    """Counting is slow, and counts only in microc programs (compare)."""
    return ["--exact-paths"] if generator.randrange(4) == 0 else []


def draw_static(generator):
    return ["--merge=static", *draw_similar(generator), *draw_count(generator)]


def draw_dynamic(generator):
    return ["--merge=dynamic", *draw_similar(generator), f"--search-phase={generator.choice((0, 10, 1000, 100000))}",
            f"--search={generator.choice(SEARCHES)}", f"--seed={generator.randrange(100)}"]


def draw_portfolio(generator):
    return ["--merge=portfolio", f"--portfolio-after={generator.choice((0, 100, 10000))}", *draw_similar(generator),
            f"--search={generator.choice(SEARCHES)}", f"--seed={generator.randrange(100)}"]


def draw(seed, count):
    """So many variants, each of another kind; always the same ones for the same seed."""
    generator = random.Random(seed)
    kinds = (draw_static, draw_dynamic, draw_portfolio)
    first = generator.randrange(len(kinds))
    return [" ".join(kinds[(first + number) % len(kinds)](generator)) for number in range(count)]
