"""How a program of the agreement suite is to be compiled and explored; tests/agree/run has the list of words."""
import os

here = os.path.dirname(os.path.abspath(__file__))
FLAGS = "-w -fno-strict-aliasing -I/usr/include/csmith"


def read_directives(path):
    words = {"bytes": 1, "below": 256}
    with open(path, encoding="utf-8") as lines:
        line = lines.readline()
    if line.startswith("// agree:"):
        for word in line.split()[2:]:
            name, _, value = word.partition("=")
            words[name] = int(value) if value.isdigit() else value or True
    return words


def flags_of(words):
    """For the machine and for smew."""
    return FLAGS if "overflow" in words else FLAGS + " -fwrapv"


def smew_options(words):
    return ["-I", here, f"--cc-flags={flags_of(words)}",
            *(["--check-overflow"] if "overflow" in words else [])]
