"""Random programs that call the string functions on buffers with a few open bytes: with and
without an end, at open places and of open lengths, with what was found used further.

Natively they call strings_reference.h, so that the very values are compared that smew's libc
returns, and the bytes that it reads. One statement stands on a line, so that the line of an error
tells the call.
"""
import random

HEAD = """// agree: bytes=%d below=%d sanitize libc far
/* Made by tests/agree/string_program.py with seed %d. */
#define _GNU_SOURCE
#include <stdlib.h>

#include "agree.h"
#include "strings_reference.h"

AGREE_RESULT(4);

static void mix(unsigned long value) {
  agree_result[0] = agree_result[0] * 31 + value;
  agree_result[1] ^= agree_result[0] << 7;
}

static void mix_place(const char *place, const char *start) {
  if (place == 0)
    mix(77);
  else
    mix((unsigned long)(place - start));
}

"""

# What each is called with: a text to look at (t), one that is terminated (w), a set of bytes
# (s), a byte (c), a length (n).
LENGTHS = {"strlen": "t", "strnlen": "tn", "strspn": "ts", "strcspn": "ts"}
ORDERS = {"strcmp": "tt", "strncmp": "ttn", "memcmp": "ttn", "strcasecmp": "tt",
          "strncasecmp": "ttn"}
PLACES = {"strchr": "tc", "strchrnul": "tc", "strrchr": "tc", "memchr": "tcn", "memrchr": "tcn",
          "strpbrk": "ts", "strstr": "ws"}
COPIES = {"strcpy": "dt", "stpcpy": "dt", "strncpy": "dtn", "stpncpy": "dtn", "strcat": "at",
          "strncat": "atn"}


class Maker:
    def __init__(self, seed):
        self.random = random.Random(f"strings {seed}")
        self.bytes = self.random.choice((2, 3, 3))
        self.below = {2: self.random.choice((4, 6, 8)), 3: self.random.choice((3, 4))}[self.bytes]
        # An open byte is one of these: 0 among them in most programs.
        self.factor = self.random.choice((0x61, 0x20, 0x41, 0x55, 1, 0xff))
        self.base = self.random.choice((0, 0, 0, 0, 0x41, 0x2e))
        self.alphabet = [(number * self.factor + self.base) & 255 for number in range(self.below)]
        self.alphabet += [byte ^ 0x20 for byte in self.alphabet]
        self.lines = []
        self.names = []
        self.found = 0

    def byte(self):
        return self.random.choice(self.alphabet)

    def open_byte(self):
        return f"x{self.random.randrange(self.bytes)}"

    def text(self, size):
        return "".join(f"\\x{self.byte() or 0x61:02x}" for _ in range(size))

    def add_buffer(self, name, is_terminated):
        """Of 1 to 5 bytes on the heap, so that leaving it is an error on the machine too."""
        size = self.random.randint(1 + is_terminated, 5)
        self.lines.append(f"char *{name} = malloc({size});")
        for place in range(size):
            value = self.byte()
            if value == 0 and self.random.random() < 0.7:
                value = 0x61
            self.lines.append(f"{name}[{place}] = (char){value};")
        for place in self.random.sample(range(size - is_terminated),
                                        self.random.randint(1, min(size - is_terminated, self.bytes))):
            self.lines.append(f"{name}[{place}] = (char)({self.open_byte()} * {self.factor} + {self.base});")
        if is_terminated:
            self.lines.append(f"{name}[{size - 1}] = 0;")
        self.names.append((name, is_terminated))

    def argument(self, kind):
        if kind == "c":
            if self.random.random() < 0.2:
                return f"{self.open_byte()} * {self.factor} + {self.base}"
            return str(self.byte())
        if kind == "n":
            if self.random.random() < 0.3:
                return self.open_byte()
            return str(self.random.choice((0, 1, 2, 3, 4, 5, 6, 4000000000)))
        if kind == "s":
            if self.random.random() < 0.15:
                return self.random.choice([name for name, is_terminated in self.names if is_terminated])
            return f'"{self.text(self.random.choice((0, 1, 1, 2, 2, 3)))}"'
        if kind in "da":
            return "room"
        chosen = [name for name, is_terminated in self.names if is_terminated or kind == "t"]
        name = self.random.choice(chosen)
        if kind == "t" and self.random.random() < 0.2:
            return f'"{self.text(self.random.randint(0, 4))}"'
        if kind == "t" and self.random.random() < 0.2:
            return f"{name} + {self.random.choice(('1', self.open_byte(), f'({self.open_byte()} & 1)'))}"
        return name

    @staticmethod
    def compare_all(call, values):
        """Lengths and places that are only compared have models; others mostly not."""
        tests = "".join(f" if (v == ({value})) mix({20 + i});" for i, value in enumerate(values))
        return f"{{ __auto_type v = {call};{tests} }}"

    def add_call(self):
        table = self.random.choice((LENGTHS, ORDERS, ORDERS, PLACES, PLACES, COPIES))
        function = self.random.choice(sorted(table))
        arguments = [self.argument(kind) for kind in table[function]]
        # clang computes calls with literals itself: 200 is no char to it, and an order is 1.
        if arguments[0][0] == '"' and "c" in table[function]:
            arguments[1] = "97"
        if table is ORDERS and arguments[0][0] == '"' == arguments[1][0]:
            arguments[1] = "a"
        call = f"CALL({function})({', '.join(arguments)})"
        if table is LENGTHS:
            self.lines.append(self.random.choice((f"mix({call});", f"if ({call} == 2) mix(5);",
                                                  f"if ({call} > 1) mix(6);",
                                                  self.compare_all(call, range(6)),
                                                  self.compare_all(call, range(6)))))
        elif table is ORDERS:
            self.lines.append(self.random.choice((f"mix((unsigned long){call});",
                                                  f"if ({call} == 0) mix(7);",
                                                  f"if ({call} < 0) mix(8);",
                                                  f"if (!{call}) mix(9); else mix(10);")))
        elif table is PLACES and arguments[0][0] == '"':
            self.lines.append(f"if ({call} != 0) mix(11);")
        elif table is PLACES:
            start = arguments[0].split()[0]
            self.found += 1
            place = f"p{self.found}"
            if self.random.random() < 0.5:
                places = ["0", *(f"{start} + {i}" for i in range(5))]
                self.lines.append(self.compare_all(call, places))
                return
            self.lines.append(f"char *{place} = {call};")
            if self.random.random() < 0.4:
                self.lines.append(f'if ({place} != 0 && CALL(strncmp)({place}, "{self.text(2)}", 1) < 0) mix(12);')
                return
            self.lines.append(f"mix_place({place}, {start});")
            if self.random.random() < 0.4 and function != "memrchr":
                self.lines.append(f"if ({place} != 0) mix(CALL(strnlen)({place}, 2));")
            if self.random.random() < 0.2:
                self.lines.append(f"if ({place} != 0) *{place} = 'q';")
        else:
            size = self.random.randint(3, 9)
            self.found += 1
            self.lines.append(f"char *room = malloc({size});")
            self.lines.append(f"for (int i = 0; i < {size}; i++) room[i] = (char){self.byte()};")
            if table[function][0] == "a":
                self.lines.append(f"room[{self.random.choice((0, 1, 2))}] = 0;")
                if self.random.random() < 0.3:
                    self.lines.append(f"room[0] = (char)({self.open_byte()} * {self.factor} + {self.base});")
            self.lines.append(f"mix((unsigned long)({call} - room));")
            self.lines.append(f"for (int i = 0; i < {size}; i++) mix((unsigned char)room[i]);")
            if self.random.random() < 0.5:
                self.lines.append("mix(CALL(strnlen)(room, 3));")
            self.lines.append("free(room);")
            # one after the other: the name is used again
            start = max(i for i, line in enumerate(self.lines) if line.startswith("char *room"))
            self.lines[start:] = ["{", *("  " + line for line in self.lines[start:]), "}"]

    def program(self, seed):
        body = [f"unsigned char x{i} = agree_byte();" for i in range(self.bytes)]
        body += [f"klee_assume(x{i} < {self.below});" for i in range(self.bytes)]
        self.add_buffer("a", True)
        self.add_buffer("b", self.random.random() < 0.5)
        for _ in range(self.random.randint(2, 4)):
            self.add_call()
        body += self.lines + ["free(a);", "free(b);", "return 0;"]
        text = HEAD % (self.bytes, self.below, seed)
        return text + "int main(void) {\n" + "".join(f"  {line}\n" for line in body) + "}\n"


def make_program(seed, path):
    with open(path, "w", encoding="utf-8") as file:
        file.write(Maker(seed).program(seed))
    return True
