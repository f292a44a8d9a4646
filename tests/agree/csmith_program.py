"""Programs made by csmith, with some of their globals set from one byte of input."""
import itertools
import os
import re
import subprocess

# Small programs that still have structures, unions, bit-fields, pointers and arrays.
OPTIONS = ("--max-funcs 8 --max-block-depth 4 --max-block-size 4 --max-expr-complexity 8 "
           "--max-array-len-per-dim 6 --max-array-dim 2 --no-volatiles --no-argc").split()
# Programs that end at once and have four to fifteen paths.
GOOD_SEEDS = (9, 11, 12, 15, 20, 39, 54, 61, 105, 128, 131, 135, 136, 146)
UNTRIED = 200

HEAD = """/* Made by csmith with seed %d; what it would print is left in agree_result. */
#include "agree.h"

AGREE_RESULT(2);

static void agree_mix(unsigned long value) {
  agree_result[0] = agree_result[0] * 31 + value;
  agree_result[1] ^= agree_result[0] << 7;
}
"""


def seeds_from(first=None):
    """All seeds from the first on; without one the good seeds, then those that nobody has looked at."""
    return itertools.count(first) if first is not None else itertools.chain(GOOD_SEEDS, itertools.count(UNTRIED))


def find_globals(text):
    """Integers, and first elements of arrays of them."""
    found = re.findall(r"^static u?int(?:8|16|32|64)_t (g_\d+)((?:\[\d+\])*) =", text, re.MULTILINE)
    return [name + "[0]" * dimensions.count("[") for name, dimensions in found]


def make_program(seed, path):
    """Writes the program of a seed; False when it has no global to make an input of."""
    # csmith leaves a file behind where it is run
    done = subprocess.run(["csmith", "--seed", str(seed), *OPTIONS], stdout=subprocess.PIPE,
                          cwd=os.path.dirname(path), check=True)
    text = done.stdout.decode()
    text = text[:text.index("/************************ statistics")]
    chosen = find_globals(text)
    if not chosen:
        return False
    body, main = re.split(r"^(?=int main)", text, maxsplit=1, flags=re.MULTILINE)
    main = re.sub(r"transparent_crc\((.*), \"[^\"]*\", print_hash_value\);",
                  r"agree_mix((unsigned long)(\1));", main)
    main = re.sub(r"^.*(print_hash_value|crc32_gentab|platform_main).*\n", "", main,
                  flags=re.MULTILINE)
    setting = "    unsigned char input = agree_byte();\n" + "".join(
        f"    {name} ^= input * {2 * number + 1}u;\n" for number, name in enumerate(chosen))
    main = main.replace("    func_1();\n", setting + "    func_1();\n")
    with open(path + ".part", "w", encoding="utf-8") as file:
        file.write(HEAD % seed + body + main)
    os.replace(path + ".part", path)
    return True
