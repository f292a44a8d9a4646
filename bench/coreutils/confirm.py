"""Whether what smew reports is there: the test of each error runs natively, in a build with
AddressSanitizer and UBSan.

An error is
  confirmed    the sanitizers, or a signal, or the program itself say the same;
  invisible    nothing native can show it (INVISIBLE says of what kind these are and why);
  unsupported  smew could not go on there: something it does not model;
  unconfirmed  the program ran on: a false alarm, or a test that does not lead where it should.
"""
import os
import re

VERDICTS = ("confirmed", "invisible", "unsupported", "unconfirmed")
UNSUPPORTED = ("model", "external")
# Kind, what the message looks like, and why no native run shows it.
INVISIBLE = [
    ("exec", r"^stack overflow: more than", "the limit of frames is smew's; the machine's stack may hold more"),
    ("exec", r"^bad signature", "a call with other arguments than the function takes goes on natively"),
]


def why_invisible(error):
    for kind, pattern, reason in INVISIBLE:
        if error["kind"] == kind and re.search(pattern, error["message"]):
            return reason
    return None


def judge(error, line):
    """The verdict on an error by what smew replay said of its test."""
    if error["kind"] in UNSUPPORTED:
        return "unsupported", None
    if re.search(r": reproduced\b", line):
        return "confirmed", None
    reason = why_invisible(error)
    return ("invisible", reason) if reason else ("unconfirmed", None)


def confirm(errors, replayed):
    """Adds to each error its verdict and what happened natively: the line of smew replay."""
    lines = {}
    for line in replayed.splitlines():
        name, _, rest = line.partition(": ")
        lines[os.path.basename(name)] = rest
    result = []
    for error in errors:
        line = lines.get(error["test"] + ".ktest", "not replayed")
        verdict, reason = judge(error, ": " + line)
        result.append({**error, "verdict": verdict, "native": line, **({"reason": reason} if reason else {})})
    return result


def count(rows, verdict):
    return sum(error.get("verdict") == verdict for row in rows for error in row.get("errors", []))


def print_table(rows):
    """Tools with errors, what became of these, and each one that is not confirmed."""
    found = [row for row in rows if row.get("errors")]
    if not found:
        return
    print(f"\n{'errors of':<12}" + "".join(f"{word:>13}" for word in ("all", *VERDICTS)))
    for row in found + ([{"tool": "all", "errors": [error for row in found for error in row["errors"]]}]
                        if len(found) > 1 else []):
        numbers = [len(row["errors"])] + [count([row], verdict) for verdict in VERDICTS]
        print(f"{row['tool']:<12}" + "".join(f"{number:>13}" for number in numbers))
    for row in found:
        for error in row["errors"]:
            where = f"{error['file'].rsplit('/', 1)[-1]}:{error['line']}"
            print(f"{row['tool']}: {error['verdict']}: {where}: {error['message']} [{error['kind']}]\n"
                  f"    natively: {error['native']}" +
                  (f"\n    {error['reason']}" if "reason" in error else ""))


def print_gaps(rows):
    """What smew does not model and the tools asked for, and what it approximated, with the tools."""
    for key, title in (("not_modelled", "not modelled"), ("incomplete", "approximated")):
        gaps = {}
        for row in rows:
            for gap in row.get(key, []):
                gaps.setdefault(gap["what"], []).append(row["tool"])
        if gaps:
            print(f"\n{title}:")
        for what, tools in sorted(gaps.items(), key=lambda item: -len(item[1])):
            print(f"  {what}: {', '.join(sorted(set(tools)))}")
