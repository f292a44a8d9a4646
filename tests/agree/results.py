"""Reading what a run of smew left in its output directory."""
import collections
import json
import os
import re
import struct

Test = collections.namedtuple("Test", "name inputs end")  # inputs: all bytes in order


def read_ktest(path):
    """The bytes of all objects, one after the other."""
    with open(path, "rb") as file:
        content = file.read()
    at = 0

    def take(size):
        nonlocal at
        at += size
        if at > len(content):
            raise ValueError(f"{path} ends early")
        return content[at - size:at]

    def number():
        return struct.unpack(">I", take(4))[0]

    if take(5) != b"KTEST" or number() != 3:
        raise ValueError(f"{path} is no test of version 3")
    for _ in range(number()):
        take(number())
    take(8)
    inputs = b""
    for _ in range(number()):
        take(number())
        inputs += take(number())
    if at != len(content):
        raise ValueError(f"{path} has bytes left over")
    return inputs


def find_line(report, program):
    """The innermost line of the program in the stack of an error report."""
    with open(report, encoding="utf-8") as file:
        stack = re.findall(r"^\s+#\d+ in .* at (.*):(\d+):\d+$", file.read(), re.MULTILINE)
    return next((line for file, line in stack
                 if os.path.basename(file) == os.path.basename(program)), "0")


def read_tests(directory, program):
    tests = []
    with open(os.path.join(directory, "paths.jsonl"), encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            stem = os.path.join(directory, row["test"])
            if row["end"] == "exited":
                end = f"exit {row['status']}"
            elif row["end"] == "error":
                end = f"{row['kind']} {find_line(stem + '.' + row['kind'] + '.err', program)}"
            else:
                end = row["end"]
            tests.append(Test(row["test"], read_ktest(stem + ".ktest"), end))
    return tests
