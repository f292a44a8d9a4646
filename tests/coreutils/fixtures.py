"""The files that the coreutils cases work on: small, varied, the same on every machine."""
import os
import random

WORDS = ("the quick brown fox jumps over a lazy dog while seven smews dive under thin ice and "
         "nobody counts how many paths they leave behind").split()
# Old enough that ls prints the year, so that its output does not change with the date.
LONG_AGO = 1_000_000_000


def write(directory, name, content):
    path = os.path.join(directory, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode("utf-8"))


def prose(generator, lines):
    text = []
    for number in range(lines):
        if number % 9 == 4:
            text.append("")
            continue
        words = [generator.choice(WORDS) for _ in range(generator.randint(1, 17))]
        indent = generator.choice(["", "", "  ", "\t"])
        text.append(indent + generator.choice([" ", "  ", " "]).join(words))
    return "\n".join(text) + "\n"


def numbers(generator, lines):
    made = []
    for _ in range(lines):
        kind = generator.randint(0, 4)
        if kind == 0:
            made.append(str(generator.randint(-50, 50)))
        elif kind == 1:
            made.append(f"{generator.uniform(-1000, 1000):.3f}")
        elif kind == 2:
            made.append(f"{generator.uniform(1, 10):.2f}e{generator.randint(-9, 9)}")
        elif kind == 3:
            made.append(str(generator.randint(0, 10**12)))
        else:
            made.append(f"0{generator.randint(0, 999)}")
    return "\n".join(made) + "\n"


def records(generator, lines):
    rows = []
    for number in range(lines):
        name = generator.choice(WORDS)
        rows.append(f"{name},{generator.randint(18, 80)},{generator.randint(1, 5) * 1000},id{number:03}")
    return "\n".join(rows) + "\n"


def make_tree(directory):
    write(directory, "tree/alpha.txt", "alpha\n")
    write(directory, "tree/beta.c", "int main(void) { return 0; }\n")
    write(directory, "tree/.hidden", "hidden\n")
    write(directory, "tree/big.bin", bytes(20000))
    write(directory, "tree/sub/gamma.txt", "gamma\n" * 50)
    write(directory, "tree/sub/deeper/delta.txt", "delta\n" * 3)
    os.chmod(os.path.join(directory, "tree/beta.c"), 0o755)
    os.symlink("alpha.txt", os.path.join(directory, "tree/link"))
    os.symlink("no/such/place", os.path.join(directory, "tree/broken"))
    for folder, folders, files in os.walk(os.path.join(directory, "tree"), topdown=False):
        for number, name in enumerate(sorted(files + folders)):
            os.utime(os.path.join(folder, name), (LONG_AGO + 86400 * number,) * 2,
                     follow_symlinks=False)
    os.utime(os.path.join(directory, "tree"), (LONG_AGO,) * 2)


def make(directory):
    os.umask(0o022)
    generator = random.Random(20)
    write(directory, "text.txt", prose(generator, 120))
    write(directory, "short.txt", "one\ntwo\nthree\nfour\nfive\n")
    write(directory, "numbers.txt", numbers(generator, 150))
    write(directory, "ints.txt", "\n".join(str(generator.randint(-999, 999)) for _ in range(80)) + "\n")
    write(directory, "people.csv", records(generator, 60))
    write(directory, "human.txt", "1K\n512\n3M\n2.5G\n999\n1.2K\n7T\n0\n900K\n")
    write(directory, "months.txt", "Mar 3\nJan 10\ndec 25\nFeb 2\nnonsense\nAUG 1\nJan 2\n")
    write(directory, "versions.txt", "a-1.10\na-1.9\na-1.9a\nb-2\na-1.02\na-1.9~rc1\na-10\n")
    write(directory, "left.txt", "a 1 x\nb 2 y\nb 3 z\nd 4 w\nf 5 v\n")
    write(directory, "right.txt", "a red\nb green\nc blue\nd black\nd white\n")
    write(directory, "repeats.txt", "a\na\nB\nb\nb\nc\nc\nc\nd\n  d\na\n")
    write(directory, "sorted1.txt", "ant\nbee\ncat\ndog\n")
    write(directory, "sorted2.txt", "bee\ncow\ndog\nelk\n")
    write(directory, "edges.txt", "shirt tie\ntie jacket\ntrousers shoes\nsocks shoes\nbelt jacket\ntrousers belt\n")
    write(directory, "cycle.txt", "a b\nb c\nc a\n")
    write(directory, "tabs.txt", "a\tb\tc\n\tindented\tmore\n        eight spaces\n   \t mixed\n")
    write(directory, "nonewline.txt", "last line has no end")
    write(directory, "crlf.txt", "one\r\ntwo\r\nthree\r\n")
    write(directory, "utf8.txt", "naïve café\nΔοκιμή\n日本語\n")
    write(directory, "zeros.txt", "one\0two\0three\0")
    write(directory, "empty.txt", "")
    write(directory, "binary.bin", bytes(generator.randrange(256) for _ in range(4099)))
    write(directory, "bytes.bin", bytes(range(256)))
    write(directory, "pages.txt", "page one\nmore\n\fpage two\n" + "line\n" * 70)
    write(directory, "encoded.b64", "c21ld3MgZGl2ZQo=\n")
    write(directory, "encoded.b32", "ONWWK53TEBSGS5TFBI======\n")
    write(directory, "sums.md5", "d41d8cd98f00b204e9800998ecf8427e  empty.txt\n"
          "00000000000000000000000000000000  short.txt\n")
    write(directory, "sums.sha256",
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  empty.txt\n")
    make_tree(directory)
