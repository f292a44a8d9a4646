"""Making a program smaller while it keeps a property: delta debugging (Zeller, Hildebrandt: Simplifying and
Isolating Failure-Inducing Input, TSE 2002) over statements, from the outermost blocks inwards (Misherghi, Su:
HDD, ICSE 2006).

Works on text with braces and semicolons, so on C and on microc. The program is first laid out with one
statement, or one end of a block, on a line; then lines and blocks are taken out, blocks are replaced by what
is in them, expressions by 0, and names are taken out of microc's declarations.
"""
import re
import time

TOKEN = re.compile(r"""//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:\\\n|[^\n])*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\n|.""",
                   re.DOTALL | re.MULTILINE)
# A brace behind one of these begins a value, not a block.
BEFORE_VALUE = re.compile(r"([=,(\[:?&|*/+<>!-]|\breturn|\balloc)$")


def lay_out(text):
    """One statement or end of a block on a line."""
    lines, line, depth, values = [], "", 0, []

    def finish():
        nonlocal line
        if line.strip():
            lines.append(line.strip())
        line = ""

    for token in TOKEN.findall(text):
        if token.startswith(("//", "/*")):
            token = " "
        if token.lstrip().startswith("#") and len(token.strip()) > 1:
            finish()
            lines.append(token.strip())
            continue
        line += " " if token == "\n" else token
        if token in "([":
            depth += 1
        elif token in ")]":
            depth -= 1
        elif token == "{":
            values.append(depth > 0 or bool(BEFORE_VALUE.search(line[:-1].rstrip())) or any(values))
            if not values[-1]:
                finish()
        elif token == "}":
            if values and not values.pop():
                head, line = line[:-1], "}"
                if head.strip():
                    lines.append(head.strip())
                finish()
        elif token == ";" and depth == 0 and not any(values):
            finish()
    finish()
    return join_ends(lines)


def join_ends(lines):
    """What belongs to the end of a block goes with it: the name of a type, the condition of a loop."""
    joined = []
    for line in lines:
        is_rest = re.match(r";|while\b.*;$|\w+(\[.*\])?;$|__attribute__", line)
        if joined and joined[-1] == "}" and is_rest and not line.startswith(("break", "continue", "return")):
            joined[-1] += " " + line
        else:
            joined.append(line)
    return joined


def opens(line):
    return line.endswith("{") and not line.startswith("#")


def closes(line):
    return line.startswith("}")


def indent(lines):
    depth, rows = 0, []
    for line in lines:
        depth -= closes(line)
        rows.append("  " * max(depth, 0) + line)
        depth += opens(line)
    return "\n".join(rows) + "\n"


def find_units(lines, depth):
    """Ranges of lines: the statements at a depth of blocks, those that are blocks as a whole."""
    units, level, begun = [], 0, 0
    for number, line in enumerate(lines):
        if closes(line):
            level -= 1
            if level == depth:
                units.append((begun, number + 1))
        elif level == depth and not opens(line):
            units.append((number, number + 1))
        if opens(line):
            if level == depth:
                begun = number
            level += 1
    return units


# What comes before an expression that may be replaced.
EXPRESSION = re.compile(r"\(|(?<![=<>!])= *(?!=)|\breturn ")


def find_end(line, begin):
    """Where an expression ends: at a comma or semicolon, or at the closing parenthesis around it."""
    depth = 0
    for at in range(begin, len(line)):
        if line[at] in "([{":
            depth += 1
        elif line[at] in ")]}":
            depth -= 1
        if depth < 0 or (depth == 0 and line[at] in ",;"):
            return at
    return begin


class OutOfTime(Exception):
    pass


class Shrinker:
    def __init__(self, lines, holds, seconds):
        self.lines, self.holds = lines, holds
        self.end = time.monotonic() + seconds
        self.tried = 0

    def accept(self, lines):
        """Whether the lines have the property; then they are the program from now on."""
        if time.monotonic() > self.end:
            raise OutOfTime
        self.tried += 1
        if not self.holds(indent(lines)):
            return False
        self.lines = lines
        return True

    def take_out(self, depth):
        """Runs of statements at a depth, long ones first."""
        size = max(len(find_units(self.lines, depth)) // 2, 1)
        while True:
            number = 0
            while True:
                units = find_units(self.lines, depth)
                chosen = units[number:number + size]
                if not chosen:
                    break
                gone = {line for begin, end in chosen for line in range(begin, end)}
                if not self.accept([line for at, line in enumerate(self.lines) if at not in gone]):
                    number += size
            if size == 1:
                return
            size //= 2

    def unwrap(self):
        """Blocks by what is in them."""
        number = 0
        while number < len(self.lines):
            line = self.lines[number]
            if opens(line) and not closes(line):
                level, end = 0, number
                for end in range(number, len(self.lines)):
                    level += opens(self.lines[end]) - closes(self.lines[end])
                    if level == 0:
                        break
                if self.accept(self.lines[:number] + self.lines[number + 1:end] + self.lines[end + 1:]):
                    continue
            number += 1

    def take_out_names(self):
        for number, line in enumerate(list(self.lines)):
            names = re.findall(r"\w+", line)[1:] if line.startswith("var ") else []
            for name in list(names):
                rest = [other for other in names if other != name]
                if rest and self.accept([*self.lines[:number], f"var {', '.join(rest)};", *self.lines[number + 1:]]):
                    names = rest

    def simplify(self):
        """What is assigned, returned or in parentheses, by 0; outer parentheses first."""
        for number in range(len(self.lines)):
            begun = 0
            while True:
                line = self.lines[number]
                match = EXPRESSION.search(line, begun)
                if match is None:
                    break
                begun = match.end()
                end = find_end(line, begun)
                simpler = line[:begun] + "0" + line[end:]
                if line[begun:end].strip() not in ("", "0", "void"):
                    self.accept([*self.lines[:number], simpler, *self.lines[number + 1:]])

    def run(self):
        """Until nothing more can go, or the time is over."""
        try:
            before = None
            while before != self.lines:
                before = self.lines
                depth = 0
                while find_units(self.lines, depth):
                    self.take_out(depth)
                    depth += 1
                self.unwrap()
                self.simplify()
                self.take_out_names()
        except OutOfTime:
            pass
        return indent(self.lines)


def shrink(text, holds, seconds):
    """A smaller text of which holds(text) is true, as it must be of the given one, and how many were tried."""
    for lines in (lay_out(text), text.splitlines()):
        shrinker = Shrinker(lines, holds, seconds)
        if holds(indent(lines)):
            return shrinker.run(), shrinker.tried
    return text, 2
