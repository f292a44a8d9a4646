"""How the programs of lit tests are explored: the options and arguments of their own RUN lines.

Only options that make a different program, or different errors, are kept: limits, searchers, reducers and where
results go are the oracle's to choose. Commands are read, not run: one that uses files of earlier ones (%t) is left out.
"""
import os
import re
import shlex

SUFFIXES = (".c", ".uc", ".ll")
# Options of `smew run` that are kept, with a value and without.
VALUES = ("-D", "-I", "--cc-flags", "--libc", "--opt", "--overflow", "--args", "--malloc-fails", "--max-symbolic-size",
          "--uninitialized", "--max-stack-frames", "--libc-models", "--fold-conditions", "--entry-point", "--entry-globals",
          "--externals", "--external-writes", "--lazy-size")
FLAGS = ("--check-overflow", "--check-leaks", "--silent-klee-assume", "--lazy-alias")
# Directives that name cases, each a program of its own (tests/each-case, explore-cases).
CASES = r"^\s*(?://|;)\s*(?:[A-Z]+-)?(?:CASES|CLEAN):(.*)$"


def read_commands(text):
    """The commands of all RUN lines, each a list of words."""
    lines = re.findall(r"^\s*(?://|;|#)\s*RUN:(.*)$", text, re.M)
    script = re.sub(r"\\\n", " ", "\n".join(lines))
    for line in script.splitlines():
        lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;<>")
        lexer.whitespace_split, lexer.commenters = True, ""
        command = []
        for word in lexer:
            if set(word) <= set("|&;"):
                yield command
                command = []
            else:
                command.append(word)
        yield command


def cut_redirections(words):
    """Up to the first one, or to the number of the stream that it redirects."""
    for place, word in enumerate(words):
        if word.startswith((">", "<")):
            return words[:place - (words[place - 1] in ("1", "2"))]
    return words


def keep_options(words):
    kept, words = [], iter(words)
    for word in words:
        name = word.partition("=")[0]
        if word in VALUES:
            kept += [word, next(words, "")]
        elif name in VALUES or word in FLAGS or re.match("-[DI].", word):
            kept.append(word)
    return kept


def split_run(words):
    """The options and arguments of `smew run OPTION… %s ARGUMENT…`; None if it runs something else."""
    if "%s" not in words:
        return None
    place = words.index("%s")
    options, arguments = keep_options(words[:place]), words[place + 1:]
    return None if "%t" in " ".join(options + arguments) else (options, arguments)


def split_compare(words):
    """Of a test of the oracle, which has options in --common and arguments behind "--"."""
    common = [value for word, value in zip(words, words[1:]) if word == "--common"]
    arguments = words[words.index("--") + 1:] if "--" in words else []
    return keep_options(shlex.split(" ".join(common))), arguments


def split_native(words):
    """native-diff [--flags=…] %s [-- ARGUMENT…]"""
    flags = [word.partition("=")[2] for word in words if word.startswith("--flags=")]
    arguments = words[words.index("--") + 1:] if "--" in words else []
    return [f"--cc-flags={flag}" for flag in flags], arguments


def split_cases(words, text):
    """each-case, explore-cases: a program for each case, with options of its own."""
    options = keep_options(words)
    for case in sorted(set(" ".join(re.findall(CASES, text, re.M)).split())):
        own = " ".join(re.findall(rf"^\s*(?://|;)\s*OPTIONS {case} (.*)$", text, re.M))
        yield ["-D", f"CASE_{case}", *options, *keep_options(own.split())], []


def read_runs(command, text):
    """Pairs of options and arguments that a command explores the file with."""
    command = cut_redirections(command)
    while command and (command[0] == "not" or command[0] == "env" or re.match(r"\w+=", command[0])):
        command = command[1:]
    if command[:1] == ["%status"]:
        command = command[2:]
    name = os.path.basename(command[0]) if command else ""
    if name in ("%clean", "%reports") or command[:2] == ["%smew", "run"]:
        run = split_run(command)
        return [run] if run else []
    if name in ("%cases", "explore-cases"):
        return [*split_cases(command, text)]
    if name in ("%native-diff", "%msan-agree"):
        return [split_native(command)]
    return [split_compare(command)] if name == "%compare" else []


NO_MAIN = "it has no main function"


def has_main(text):
    return re.search(r"\bmain\s*\(|@main\b", text) is not None


def is_rejected(command):
    return "%rejects" in command or command[:2] == ["%status", "2"]


def read_test(path):
    """What a file is explored with: different pairs of options and arguments; none if it has no RUN lines. And why
    nothing is, where it has such lines and is not a program by itself."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    commands = [command for command in read_commands(text) if command]
    runs = []
    for command in commands:
        if not is_rejected(command):
            runs += [run for run in read_runs(command, text) if run not in runs]
    directory = os.path.dirname(path) or "."
    runs = [[[word.replace("%S", directory).replace("%s", path) for word in words] for words in run] for run in runs]
    if commands and not runs:
        if any(map(is_rejected, commands)):
            return [], "smew rejects it"
        if not has_main(text):
            return [], NO_MAIN
        runs = [([], [])]
    return runs, None
