"""Running smew on a program, and reading what the run has left.

Environment: SMEW_BUILD (default build), JOBS, SLOW (multiplies time limits), LONG=1 (more programs).
"""
import collections
import json
import os
import re
import shlex
import shutil
import subprocess

root = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
build = os.path.abspath(os.environ.get("SMEW_BUILD", os.path.join(root, "build")))
smew = os.path.join(build, "smew")
LONG = bool(os.environ.get("LONG"))
SLOW = int(os.environ.get("SLOW", "1"))
JOBS = int(os.environ.get("JOBS", "2"))
LIMIT = 60 * SLOW
# The message of an assumption that cannot hold on a path.
ASSUMPTION = "invalid klee_assume call"


class Disagreement(Exception):
    """Something did not come out as it should."""


class TooLong(Disagreement):
    pass


class Rejected(Disagreement):
    """The program does not compile, or the options are wrong."""


class NotStopped(Disagreement):
    """The time limit passed inside something that does not look at the clock."""


class Crashed(Disagreement):
    """An end that smew does not intend."""

    def __init__(self, status, text):
        super().__init__(text)
        self.kind = f"status {status}"


def call(command, statuses=None, limit=LIMIT, environment=None):
    """Runs a command to its end, which must be one of the statuses; the output is text."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=limit, env=environment)
    except subprocess.TimeoutExpired:
        raise TooLong(f"no end within {limit} s: {shlex.join(command)}") from None
    done.stdout, done.stderr = (text.decode(errors="replace") for text in (done.stdout, done.stderr))
    if statuses is not None and done.returncode not in statuses:
        text = f"status {done.returncode}: {shlex.join(command)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        if done.returncode == 3 and "did not stop by itself" in done.stderr:
            raise NotStopped(done.stderr.strip())
        raise Rejected(text) if done.returncode == 2 else Crashed(done.returncode, text)
    return done


def capture(command, statuses=(0,), **how):
    return call(command, statuses, **how).stdout


class Outcome:
    """What a run has left in its output directory."""

    def __init__(self, directory, command):
        self.directory, self.command = directory, command
        with open(os.path.join(directory, "summary.json"), encoding="utf-8") as file:
            self.summary = json.load(file)
        self.is_complete = self.summary["complete"]
        self.guarantees = self.summary["guarantees"]
        # How often, since two instructions of one place may fail in the same way.
        self.errors = collections.Counter(map(name_error, self.summary["errors"]))
        self.assumptions = {name_error(error) for error in self.summary["errors"] if ASSUMPTION in error["message"]}
        self.silent = self.summary["paths"]["silent"]
        self.merge = self.summary["reducers"].get("merge", {"merged": 0})

    def why_incomplete(self):
        """The limit that ended the run, or what was approximated."""
        lost = self.summary["incomplete"] + self.summary["not_modelled"]
        cut_off = [one["reason"] for one in self.summary["cut_off"]]
        return "; ".join([one["what"] for one in lost] + cut_off) or self.summary["reason"]

    def covered(self):
        """Lines ("FILE:12") and branches ("FILE:12,0,1") that were covered."""
        lines, branches, file = set(), set(), ""
        with open(os.path.join(self.directory, "coverage.info"), encoding="utf-8") as rows:
            for row in rows:
                word, _, rest = row.rstrip("\n").partition(":")
                where, _, count = rest.rpartition(",")
                if word == "SF":
                    file = rest
                elif word in ("DA", "BRDA") and re.match("[1-9]", count):
                    (lines if word == "DA" else branches).add(f"{file}:{where}")
        return lines, branches

    def path_count(self):
        """The exact number of paths; None where states were merged and nobody counted."""
        if "exact_paths" in self.merge:
            return round(self.merge["exact_paths"])
        return None if self.summary["merged_states"] else self.summary["paths"]["total"]

    def path_ends(self):
        """How often each end has a test: kinds of errors, and exit statuses."""
        ends = [end for end in read_ends(self.directory) if end["end"] != "early"]
        return (collections.Counter(end.get("kind", "exit") for end in ends),
                collections.Counter(end["status"] for end in ends if "status" in end))

    def cut_off_count(self):
        """Paths that were cut off, in the exploration that has most of them."""
        return max(one["paths"]["early"] for one in self.summary["explorations"])


def read_ends(directory):
    """The rows of paths.jsonl, which a program without inputs does not have."""
    path = os.path.join(directory, "paths.jsonl")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as rows:
        return [json.loads(row) for row in rows]


def name_error(error):
    place = f"{error['file']}:{error['line']}:{error['column']}"
    return error["kind"], place, str(error.get("instruction", error["function"]))


def explore(path, directory, words, arguments=(), statuses=(0, 1), limit=LIMIT):
    shutil.rmtree(directory, ignore_errors=True)
    command = [smew, "run", "--quiet", "--output-dir", directory, *words, path, *arguments]
    call(command, statuses, limit)
    return Outcome(directory, shlex.join(command))
