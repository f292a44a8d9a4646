"""Tests of explored microc programs, run in the reference interpreter."""
import json
import os
import re
import subprocess
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "oracle"))
from exploration import Disagreement, build, call, read_ends, smew

reference = os.path.join(build, "microc", "reference")


# ---- the reference ----

local = threading.local()


def ask_reference(path, inputs, arguments):
    """(end, output); end is "exit N", "error L:C: message" or "limit"."""
    if not hasattr(local, "process"):
        local.process = subprocess.Popen([reference, "--batch"], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE, encoding="utf-8")
    words = "\t".join([path, " ".join(map(str, inputs)), " ".join(map(str, arguments))])
    local.process.stdin.write(words + "\n")
    local.process.stdin.flush()
    line = local.process.stdout.readline()
    if not line.endswith("\n"):
        raise Disagreement(f"the reference died on {words}")
    end, output = line[:-1].split("\t")
    return end, output.split()


# ---- exploration ----

def errors_of(summary):
    return {f"error {error['line']}:{error['column']}: {error['message']}" for error in summary["errors"]}


def read_values(test):
    """Inputs and arguments of a test, as numbers."""
    objects = test["objects"]
    numbers = {item["name"]: item["int"] for item in objects}
    inputs = [value for name, value in numbers.items() if re.fullmatch(r"input(_\d+)?", name)]
    arguments = [value for name, value in numbers.items() if not re.fullmatch(r"input(_\d+)?", name)]
    return inputs, arguments


def read_error(path):
    with open(path, encoding="utf-8") as file:
        fields = dict(line.rstrip("\n").split(": ", 1) for line in file if ": " in line)
    return f"error {fields['Line']}:{fields['Column']}: {fields['Error']}"


def check_tests(path, output):
    """Each test against the reference; how many there are."""
    ends = read_ends(output)
    tests = [os.path.join(output, end["test"] + ".ktest") for end in ends]
    if not tests:
        return 0
    shown = call([smew, "show", "--json", *tests], (0,)).stdout.splitlines()
    for end, line in zip(ends, shown):
        inputs, arguments = read_values(json.loads(line))
        found, _ = ask_reference(path, inputs, arguments)
        if end["end"] == "exited":
            wanted = f"exit {end['status']}"
            found = f"exit {int(found[5:]) % 256}" if found.startswith("exit ") else found
        elif end["end"] == "error" and end["kind"] != "overflow":  # there numbers wrap around
            wanted = read_error(os.path.join(output, f"{end['test']}.{end['kind']}.err"))
        else:
            continue
        if found != wanted:
            raise Disagreement(f"{output}/{end['test']}.ktest: input {inputs}, arguments {arguments}\n"
                               f"  reference: {found}\n  explored:  {wanted}")
    return len(tests)
