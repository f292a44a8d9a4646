"""Running smew on a tool of coreutils, with time and memory taken; for bench/coreutils and bench/merging."""
import json
import math
import os
import shutil
import signal
import subprocess
import time

WORLD = "--sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8".split()
# Tests of paths that execute nothing new would not change the coverage; writing and replaying them takes long.
SETTINGS = ["--only-output-states-covering-new"]
# What the run may take beyond its time: loading, and writing the tests of what is left.
GRACE = 60


def partition(words, mark):
    at = words.index(mark) if mark in words else len(words)
    return words[:at], words[at:at + 1], words[at + 1:]


def environment():
    return {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC0", "HOME": "/",
            **{name: os.environ[name] for name in ("SMEW_LIBC",) if name in os.environ}}


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(command, directory, limit, processor_limit=math.inf):
    """Status (None: time limit), standard output, standard error, wall seconds, peak MB, processor seconds.

    At the limit of processor time the command is interrupted, and may write down what it has."""
    begun = time.perf_counter()
    with open(os.path.join(directory, "stdout"), "w+b") as out, \
            open(os.path.join(directory, "stderr"), "w+b") as err:
        child = subprocess.Popen(command, cwd=os.path.join(directory, "world"), env=environment(),
                                 stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        status = usage = None
        is_interrupted = False
        while status is None:
            pid, raw, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                status = os.waitstatus_to_exitcode(raw)
            elif time.perf_counter() - begun > limit:
                child.kill()
                _, raw, usage = os.wait4(child.pid, 0)
                break
            else:
                if not is_interrupted and processor_seconds(child.pid) >= processor_limit:
                    child.send_signal(signal.SIGINT)
                    is_interrupted = True
                time.sleep(0.01)
        child.returncode = 0
        wall = time.perf_counter() - begun
        out.seek(0), err.seek(0)
        return (status, out.read().decode(errors="replace"), err.read().decode(errors="replace"), wall,
                usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime)


def explore(smew, directory, seconds, words, processor_limit=math.inf):
    """Explores in a fresh directory: what came of the process, and the summary (None: there is none).

    The words are options, the program, and what is symbolic; tests go to the directory's `out`. A limit of
    processor time is for machines that do other things at the same time.
    """
    shutil.rmtree(directory, ignore_errors=True)
    os.makedirs(os.path.join(directory, "world"))
    output = os.path.join(directory, "out")
    command = [smew, "run", "--max-time", f"{seconds:g}", "--output-dir", output, *SETTINGS, *words]
    status, _, messages, wall, memory, processor = run(command, directory, seconds + GRACE, processor_limit)
    row = {"command": command[1:], "status": status, "wall_seconds": wall, "memory_mb": memory,
           "processor_seconds": processor}
    try:
        with open(os.path.join(output, "summary.json"), encoding="utf-8") as file:
            summary = json.load(file)
    except FileNotFoundError:
        return {**row, "fault": messages.strip()[-400:] or "no results"}, None
    if status not in (0, 1):
        row["fault"] = f"status {status}: {messages.strip()[-400:]}"
    return row, summary
