"""Random programs about what csmith leaves out: memory at offsets from the input, pointers to
one of several objects, blocks of open length, wide integers, and errors on some inputs.

One statement stands on a line, so that the line of an error identifies the statement. In one of
four programs signed overflow is an error, in the others sums wrap around (-fwrapv); array
bounds are checked natively by type.
"""
import random

INTEGERS = ("u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64")
# name, type, number of elements
ARRAYS = (("ab", "u8", 8), ("as", "i16", 6), ("ai", "u32", 5), ("al", "i64", 4), ("am", "i8", 16))
VARIABLES = tuple((f"v{kind}", kind) for kind in INTEGERS) + (("w32", "u32"), ("wide", "u128"))
FIELDS = (("small", "u8"), ("middle", "i16"), ("large", "u32"), ("bits", "u32"), ("sign", "i32"))
# Objects that the pointers of the table point to: those in one array are one object.
TABLE = (("&ai[1]", 1), ("&vu32", 2), ("&ai[3]", 1), ("&w32", 3))

HEAD = """// agree: bytes=2 below=%d bounds%s
/* Made by tests/agree/random_program.py with seed %d. */
#include <string.h>

#include "agree.h"

AGREE_RESULT(12);

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long u64;
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long i64;
typedef unsigned __int128 u128;

struct record {
  u8 small;
  i16 middle;
  u32 large;
  u32 bits : 11;
  i32 sign : 7;
};

static u8 ab[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static i16 as[6] = {-1, 2, -300, 4000, 5, 32767};
static u32 ai[5] = {1, 0xffffffff, 3, 0x80000000, 5};
static i64 al[4] = {-1, 2, 1L << 62, -4};
static i8 am[16] = {1, -1, 2, -2, 3, -3};
static struct record ar[3] = {{1, 2, 3, 4, 5}, {6, -7, 8, 9, -10}, {11, 12, 13, 14, 15}};
static const u16 fixed[8] = {9, 8, 7, 60000, 5, 4, 3, 2};
static u8 vu8; static u16 vu16; static u32 vu32 = 7, w32 = 9; static u64 vu64;
static i8 vi8; static i16 vi16; static i32 vi32; static i64 vi64; static u128 wide;
static u32 *const table[4] = {%s};
static u32 *pointer = &w32;
static unsigned target = 3; /* the object that it points to */

/* The engine forks over the objects that a pointer may point to. */
#define FOLLOW(pointer) (*(agree_choice(target), pointer))
#define AT(index, count) ((u32)(index) %% (count))
"""

TAIL = """  for (unsigned i = 0; i < 8; i++) agree_result[0] = agree_result[0] * 31 + ab[i];
  for (unsigned i = 0; i < 6; i++) agree_result[1] = agree_result[1] * 31 + (u64)as[i];
  for (unsigned i = 0; i < 5; i++) agree_result[2] = agree_result[2] * 31 + ai[i];
  for (unsigned i = 0; i < 4; i++) agree_result[3] = agree_result[3] * 31 + (u64)al[i];
  for (unsigned i = 0; i < 16; i++) agree_result[4] = agree_result[4] * 31 + (u64)am[i];
  for (unsigned i = 0; i < 3; i++) {
    agree_result[5] = agree_result[5] * 31 + ar[i].small + (u64)ar[i].middle * 3;
    agree_result[6] = agree_result[6] * 31 + ar[i].large + ar[i].bits * 3UL + (u64)ar[i].sign;
  }
  agree_result[7] = vu8 + vu16 * 256UL + ((u64)vu32 << 24);
  agree_result[8] = vu64 ^ (u64)vi64 * 3;
  agree_result[9] = (u64)vi8 + (u64)vi16 * 1000 + (u64)vi32 * 1000000;
  agree_result[10] = (u64)wide;
  agree_result[11] = (u64)(wide >> 64) ^ w32;
  return 0;
}
"""


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.depth = 0
        self.loops = 0
        self.functions = 0

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def emit(self, text):
        self.lines.append("  " * (self.depth + 1) + text)

    # ---- expressions ----

    def leaf(self):
        pick = self.random.randrange(10)
        if pick < 3:
            return self.random.choice(("x", "y"))
        if pick < 7:
            return self.random.choice(VARIABLES)[0]
        if pick < 8:
            return self.random.choice(("0", "1", "2", "7", "255", "-1", "1000", "0x80000000u",
                                       "-128L"))
        if pick < 9:
            return self.place()
        return f"ar[{self.random.randrange(3)}].{self.random.choice(FIELDS)[0]}"

    def index(self, count, level=1):
        inner = self.expression(level)
        if self.chance(2):
            return f"AT({inner}, {count + 1})"  # one too far on some inputs
        return f"AT({inner}, {count})"

    def place(self, level=1):
        """Something in memory that can be read and written."""
        pick = self.random.randrange(10)
        if pick < 6:
            name, _, count = self.random.choice(ARRAYS)
            return f"{name}[{self.index(count, level)}]"
        if pick < 8:
            return f"ar[{self.index(3, level)}].{self.random.choice(FIELDS)[0]}"
        return "FOLLOW(pointer)"

    def expression(self, level=2):
        if level <= 0 or self.chance(15):
            return self.leaf()
        one = self.expression(level - 1)
        other = self.expression(level - 1)
        kind = self.random.choice(INTEGERS)
        pick = self.random.randrange(24)
        if pick < 8:
            return f"({one} {self.random.choice('+-*&|^+-')} {other})"
        if pick < 10:
            return f"({one} {self.random.choice(('<', '<=', '==', '!=', '>', '>='))} {other})"
        if pick < 12:
            divisor = other if self.chance(7) else f"({other} | 1)"
            return f"(({kind})({one}) {self.random.choice('/%')} ({kind}){divisor})"
        if pick < 14:
            amount = f"({other} & 7)" if self.chance(95) else f"({other} & 31)"
            return f"(({kind})({one}) {self.random.choice(('<<', '>>'))} {amount})"
        if pick < 17:
            return f"({kind})({one})"
        if pick < 18:
            return f"(~{one})"
        if pick < 19:
            return f"({one} {self.random.choice(('&&', '||'))} {other})"
        if pick < 20:
            return f"({one} ? {other} : {self.leaf()})"
        if pick < 21:
            return f"fixed[{self.index(8, 1)}]"
        if pick < 22:
            name = self.random.choice(("popcount", "bswap32", "bswap16", "parity"))
            return f"__builtin_{name}({one})"
        if pick < 23:
            return self.place(level - 1)
        return f"({one} - {other})"

    # ---- statements ----

    def assign(self):
        where = self.random.choice(VARIABLES)[0] if self.chance(50) else self.place(2)
        how = self.random.choice(("=", "=", "+=", "-=", "^="))
        self.emit(f"{where} {how} {self.expression(3)};")

    def block(self, count):
        self.depth += 1
        for _ in range(count):
            self.statement()
        self.depth -= 1

    def branch(self):
        self.emit(f"if ({self.expression(2)}) {{")
        self.block(self.random.randrange(1, 3))
        if self.chance(50):
            self.emit("} else {")
            self.block(self.random.randrange(1, 3))
        self.emit("}")

    def loop(self):
        name = f"n{self.loops}"
        self.loops += 1
        self.emit(f"for (u32 {name} = 0; {name} < AT({self.expression(1)}, 4); {name}++) {{")
        self.block(self.random.randrange(1, 3))
        if self.chance(30):
            self.emit(f"  if ({self.expression(1)}) {self.random.choice(('break', 'continue'))};")
        self.emit("}")

    def switch(self):
        self.emit(f"switch (AT({self.expression(2)}, 6)) {{")
        for value in sorted(self.random.sample(range(6), 3)):
            self.emit(f"case {value}:")
            self.block(1)
            if self.chance(70):
                self.emit("  break;")
        if self.chance(50):
            self.emit("default:")
            self.block(1)
        self.emit("}")

    def copy(self):
        pick = self.random.randrange(6)
        if pick == 0:
            self.emit(f"memmove(am + {self.random.randrange(8)}, am + {self.random.randrange(8)}, "
                      f"AT({self.expression(1)}, 9));")
        elif pick == 1:
            self.emit(f"memset(am + {self.random.randrange(8)}, (int)({self.expression(1)}), "
                      f"AT({self.expression(1)}, 9));")
        elif pick == 2:
            # Of whole structures, UBSan lets the one behind the end pass.
            self.emit(f"ar[AT({self.expression(1)}, 3)] = ar[AT({self.expression(1)}, 3)];")
        elif pick == 3:
            self.emit(f"memcpy(al, am + {self.random.randrange(9)}, AT({self.expression(1)}, 8));")
        elif pick == 4:
            self.emit(f"memcpy(&vu64, am + AT({self.expression(1)}, 9), 8);")
        else:
            self.emit(f"memcpy(am + AT({self.expression(1)}, 13), &vi32, 4);")

    def repoint(self):
        numbers = ", ".join(str(number) for _, number in TABLE)
        self.emit(f"{{ u32 at = AT({self.expression(1)}, 4); pointer = table[at]; "
                  f"target = ((const u8[]){{{numbers}}})[at]; }}")

    def call(self):
        if self.functions:
            number = self.random.randrange(self.functions)
            self.emit(f"{self.random.choice(VARIABLES)[0]} = f{number}({self.expression(1)}, "
                      f"{self.expression(1)});")
        else:
            self.assign()

    def statement(self):
        pick = self.random.randrange(20)
        if pick < 8 or self.depth > 2:
            self.assign()
        elif pick < 11:
            self.branch()
        elif pick < 13:
            self.loop()
        elif pick < 14:
            self.switch()
        elif pick < 16:
            self.copy()
        elif pick < 17:
            self.repoint()
        elif pick < 19:
            self.call()
        else:
            end = self.random.choice(("return 1;", "klee_assert(0);", "abort();", "return 2;"))
            self.emit(f"if (({self.expression(1)}) == {self.random.randrange(5)}) {end}")

    def function(self):
        kinds = [self.random.choice(INTEGERS) for _ in range(3)]
        self.lines.append(f"static {kinds[0]} f{self.functions}({kinds[1]} x, {kinds[2]} y) {{")
        for _ in range(self.random.randrange(1, 4)):
            self.statement()
        self.emit(f"return ({kinds[0]})({self.expression(2)});")
        self.lines.append("}")
        self.functions += 1


def make_program(seed, path):
    writer = Writer(seed)
    below = writer.random.choice((16, 24, 32))
    for _ in range(writer.random.randrange(3)):
        writer.function()
    writer.lines.append("int main(void) {")
    writer.emit("u8 x = agree_byte(), y = agree_byte();")
    writer.emit(f"klee_assume(x < {below} & y < {below});")
    writer.emit("wide = (u128)x << 70 | y;")
    for _ in range(writer.random.randrange(6, 14)):
        writer.statement()
    head = HEAD % (below, " overflow" if seed % 4 == 3 else "", seed,
                   ", ".join(place for place, _ in TABLE))
    with open(path, "w", encoding="utf-8") as file:
        file.write(head + "void abort(void);\n" + "\n".join(writer.lines) + "\n" + TAIL)
    return True
