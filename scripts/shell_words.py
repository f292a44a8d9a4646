"""Finds the words in a shell script that name commands.

Not a parser of the whole language: it knows quotes, substitutions, here-documents, keywords, `case` and
functions, which is what our scripts and RUN lines consist of. What a variable expands to it does not
guess. What stands in single quotes is left alone: mostly a program for awk.
"""
import re

KEYWORDS = {"if", "then", "else", "elif", "fi", "do", "done", "while", "until", "!", "{", "}", "time"}
# Commands that run the command in their arguments: options of theirs that take a word, and how many
# words of their own stand before it.
WRAPPERS = {"env": (("-u",), 0), "command": ((), 0), "exec": ((), 0), "timeout": (("-k", "-s"), 1), "sudo": (("-u",), 0),
            "xargs": (("-I", "-P", "-n", "-d", "-L"), 0), "not": ((), 0), "nice": (("-n",), 0),
            "unshare": (("--propagation",), 0), "setsid": ((), 0), "nohup": ((), 0), "chroot": ((), 1), "%status": ((), 1)}
ASSIGNMENT = re.compile(r"[A-Za-z_]\w*(\[[^]]*\])?\+?=")


class Scanner:
    def __init__(self, text):
        self.text = text
        self.at = 0
        self.commands = []  # (position, word)
        self.functions = set()
        self.documents = []  # delimiters of here-documents that begin at the next line

    def see(self, text):
        return self.text.startswith(text, self.at)

    def skip_to(self, text):
        end = self.text.find(text, self.at)
        self.at = len(self.text) if end < 0 else end + len(text)

    def skip_documents(self):
        for delimiter in self.documents:
            match = re.compile(rf"^\t*{re.escape(delimiter)}$", re.M).search(self.text, self.at)
            self.at = match.end() if match else len(self.text)
        self.documents = []

    def skip_braces(self):
        depth = 0
        while self.at < len(self.text):
            if self.see("$("):
                self.read_substitution()
                continue
            depth += {"{": 1, "}": -1}.get(self.text[self.at], 0)
            self.at += 1
            if depth == 0:
                return

    def read_substitution(self):
        """At "$(" or "$((": what is substituted has commands of its own."""
        if self.see("$(("):
            self.skip_to("))")
            return
        self.at += 2
        self.read_list(")")

    def read_quoted(self):
        self.at += 1
        start = self.at
        while self.at < len(self.text) and not self.see('"'):
            if self.see("\\"):
                self.at += 2
            elif self.see("$("):
                self.read_substitution()
            elif self.see("${"):
                self.at += 1
                self.skip_braces()
            else:
                self.at += 1
        self.at += 1
        return self.text[start:self.at - 1]

    def read_word(self):
        """The word at this place; one that is expanded has a "$" in it."""
        word = ""
        while self.at < len(self.text) and self.text[self.at] not in " \t\n;|&<>()":
            start = self.at
            if self.see("'"):
                self.at += 1
                self.skip_to("'")
                word += self.text[start + 1:self.at - 1]
            elif self.see('"'):
                word += self.read_quoted()
            elif self.see("\\"):
                self.at += 2
                word += self.text[start + 1:self.at]
            elif self.see("$("):
                self.read_substitution()
                word += "$"
            elif self.see("${"):
                self.at += 1
                self.skip_braces()
                word += "$"
            elif self.see("`"):
                self.at += 1
                self.skip_to("`")
                word += "$"
            else:
                self.at += 1
                word += self.text[start]
        return word

    def skip_blanks(self):
        while self.at < len(self.text):
            if self.see("\\\n"):
                self.at += 2
            elif self.text[self.at] in " \t":
                self.at += 1
            elif self.see("#"):
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            else:
                return

    def read_redirection(self):
        match = re.compile(r"<<<|<<-?|<\(|>\(|[<>]&|>>|>\||<>|[<>]").match(self.text, self.at)
        self.at = match.end()
        if match[0] in ("<(", ">("):
            self.read_list(")")
            return
        self.skip_blanks()
        target = self.read_word()
        if match[0] in ("<<", "<<-"):
            self.documents.append(target)

    def read_array(self):
        self.at += 1
        while self.at < len(self.text) and not self.see(")"):
            self.skip_blanks()
            if self.see("\n"):
                self.at += 1
            elif not self.see(")"):
                self.read_word()
        self.at += 1

    def read_case(self):
        """After "case": patterns are no commands, what they lead to is."""
        self.skip_to(" in")
        while self.at < len(self.text):
            while self.at < len(self.text) and self.text[self.at].isspace():
                self.at += 1
            self.skip_blanks()
            if self.see("\n"):
                continue
            if re.compile(r"esac\b").match(self.text, self.at):
                self.at += 4
                return
            self.skip_to(")")
            self.read_list(";;")

    def note(self, position, word):
        self.commands.append((position, word))

    def read_wrapped(self, wrapper):
        """Up to the command that the wrapper runs; true if there may be one."""
        valued, own = WRAPPERS[wrapper]
        while True:
            self.skip_blanks()
            before = self.at
            if self.at >= len(self.text) or self.text[self.at] in "\n;|&<>()":
                return
            word = self.read_word()
            if word in valued:
                self.skip_blanks()
                self.read_word()
            elif word.startswith("-") or ASSIGNMENT.match(word):
                continue
            elif own > 0:
                own -= 1
            else:
                self.at = before
                return

    def read_command(self):
        """A word where a command is due; true if one is still due after it."""
        position = self.at
        if self.see("(("):
            self.skip_to("))")
            return False
        word = self.read_word()
        if ASSIGNMENT.match(word):
            if word.endswith("=") and self.see("("):
                self.read_array()
            return True
        if self.see("()"):
            self.at += 2
            self.functions.add(word)
            return True
        if word == "[[":
            self.skip_to("]]")
            return False
        if word == "case":
            self.read_case()
            return False
        if word in KEYWORDS:
            return True
        self.note(position, word)
        if word in WRAPPERS:
            self.read_wrapped(word)
            return True
        return False

    def read_list(self, end):
        """Commands up to `end`, which is skipped, or "" for all."""
        is_due = True
        while self.at < len(self.text):
            self.skip_blanks()
            if self.at >= len(self.text):
                return
            if end and self.see(end):
                self.at += len(end)
                return
            if end == ";;" and re.compile(r"esac\b").match(self.text, self.at):
                return
            char = self.text[self.at]
            if char == "\n":
                self.at += 1
                self.skip_documents()
                is_due = True
            elif self.see("&>"):
                self.at += 1
                self.read_redirection()
            elif char in "<>":
                self.read_redirection()
            elif char == "(" and is_due and not self.see("(("):
                self.at += 1
                self.read_list(")")
                is_due = False
            elif char in "|&;()" and not (is_due and self.see("((")):
                self.at += 1
                is_due = True
            elif is_due:
                is_due = self.read_command()
            elif re.compile(r"\d+[<>]").match(self.text, self.at):
                self.at += 1
            else:
                self.read_word()


def scan(text):
    """A Scanner that has read the text: its commands and functions."""
    scanner = Scanner(text)
    scanner.read_list("")
    return scanner
