"""The programs that explorations are compared on: files, directories of them, and generated ones."""
import collections
import os
import re
import shutil
import sys

from exploration import call, root, smew
from lit_tests import NO_MAIN, has_main, read_test

sys.path.insert(0, os.path.join(root, "tests", "agree"))
import csmith_program
from directives import read_directives, smew_options

# options: what the program is explored with in any case; again: how to name it on the command line; own, arguments:
# what the RUN lines of its test add
Program = collections.namedtuple("Program", "name path options again own arguments", defaults=((), ()))
SUFFIXES = (".c", ".uc", ".ll", ".bc")

# Kinds of microc programs that can be explored to the end, with up to some thousand paths.
BASE = "--maxInputs=6 --maxStmts=60 --maxTopLvlStmtsCount=16 "
MICROC_KINDS = (
    BASE + "--maxLoopRounds=3 --generateDivisions",
    BASE + "--maxLoopRounds=4 --variableIndices --errorGuaranteed",
    BASE + "--maxLoopRounds=2 --riskyExprProb=0.3 --guardProb=0.8 --variableIndices --nestedTypes",
    BASE + "--maxLoopRounds=2 --functionsCount=3 --recursionDepth=2 --riskyExprProb=0.3 --guardProb=0.8 "
    "--nestedTypes --functionValues --generateDivisions",
    "--maxInputs=8 --maxStmts=90 --maxTopLvlStmtsCount=24 --maxLoopRounds=3 --loopGenProb=0.05 "
    "--generateDivisions --guardProb=0.7",
)
OVERFLOWS = ("assume", "assume", "wrap", "error")


def options_of(path):
    """What a file asks for."""
    if not path.endswith(".c"):
        return []
    with open(path, encoding="utf-8", errors="replace") as file:
        is_agree = '#include "agree.h"' in file.read()
    return smew_options(read_directives(path)) if is_agree else ["-I", os.path.dirname(path) or "."]


def is_part(path):
    """Is it a source file of a program of several?"""
    if not path.endswith((".c", ".ll")):
        return False
    with open(path, encoding="utf-8", errors="replace") as file:
        return not has_main(file.read())


def find_files(words):
    """Files, and those of directories, which are searched; their Inputs/ are not."""
    for word in words:
        if not os.path.isdir(word):
            yield word
        else:
            yield from sorted(os.path.join(place, name) for place, _, names in os.walk(word)
                              for name in names if name.endswith(SUFFIXES) and not place.endswith("Inputs"))


def list_files(words, is_as_tested, skip):
    """Programs named by files and directories: one for each, or one for each way in which its test explores it.
    skip(path, reason) is called for what is not a program."""
    for path in find_files(words):
        name = re.sub(r"\W+", "-", os.path.splitext(os.path.relpath(path, root))[0]).strip("-")
        runs, reason = read_test(path) if is_as_tested else ([], NO_MAIN if is_part(path) else None)
        if reason:
            skip(path, reason)
        elif len(runs) == 0:
            yield Program(name, path, options_of(path), path)
        for number, (own, arguments) in enumerate(runs, 1):
            yield Program(f"{name}-{number}", path, options_of(path), path, tuple(own), tuple(arguments))


def make_microc(seeds, kinds, store):
    """Writes STORE/SEED.uc, of the kinds in turn. All seeds of a kind are made by one process."""
    os.makedirs(store, exist_ok=True)
    for kind, words in enumerate(kinds):
        wanted = [seed for seed in seeds if seed % len(kinds) == kind]
        if not wanted:
            continue
        directory = os.path.join(store, f"kind{kind}")
        shutil.rmtree(directory, ignore_errors=True)
        call([smew, "microc", "gen", f"--seed={wanted[0]}", f"--count={wanted[-1] - wanted[0] + 1}",
              f"--output-dir={directory}", *words.split()], (0,))
        for seed in wanted:
            os.replace(os.path.join(directory, f"{seed}.uc"), os.path.join(store, f"{seed}.uc"))
        shutil.rmtree(directory)


def generate_microc(count, first, words, store):
    """With the generator's options, or of several kinds in turn."""
    store = os.path.join(store, "microc")
    seeds = range(first, first + count)
    make_microc(seeds, [words] if words else MICROC_KINDS, store)
    for seed in seeds:
        again = f"--microc 1 --seed {seed}" + (f" --generator '{words}'" if words else "")
        yield Program(f"microc-{seed}", os.path.join(store, f"{seed}.uc"),
                      [f"--overflow={OVERFLOWS[seed % len(OVERFLOWS)]}"], again)


def generate_csmith(count, first, store):
    """Of seeds from the first on; of those that are known to end at once where there is no first."""
    store = os.path.join(store, "csmith")
    os.makedirs(store, exist_ok=True)
    for seed in csmith_program.seeds_from(first):
        if count == 0:
            break
        path = os.path.join(store, f"{seed}.c")
        if csmith_program.make_program(seed, path):
            count -= 1
            yield Program(f"csmith-{seed}", path, options_of(path), f"--csmith 1 --seed {seed}")
