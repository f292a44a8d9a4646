"""What the thesis measured (chapter 6 of the thesis that microc comes from): a machine and a solver that
it does not name, an executor in Scala on Z3, thirty seconds for each program, one error at most.
"""

# Table 6.16: for loops, other loops, depth, errorGuaranteed, generateDivisions.
SETS = [f"{loops}-{depth}-{rest}" for rest in ("f-f", "t-t", "f-t")
        for loops in ("15-10", "50-10", "15-50") for depth in (3, 5)]


def rows(text):
    """Finished paths, milliseconds, runs cut off, errors: in the order of the sets."""
    values = [tuple(int(word) for word in line.split()) for line in text.strip().splitlines()]
    return dict(zip(SETS, values))


FINAL = {
    # Table 6.17: no technique.
    "plain": rows("""
        37806 901826 30 0
        40581 872229 29 0
        47607 1141582 38 0
        50149 1141485 38 0
        28069 724232 24 0
        28011 874873 29 0
        3041 62081 2 48
        7868 151910 5 45
        5657 152193 5 45
        3419 62452 2 48
        825 46485 1 49
        4492 123366 4 46
        28667 784102 26 11
        33562 933317 31 1
        43290 1085621 36 6
        43131 966059 32 9
        19869 741374 24 7
        28916 994137 33 0
    """),
    # Table 6.18: merging, lattice-based, limit-cost 1.
    "merge": rows("""
        33542 901403 30 0
        35889 871625 29 0
        36455 1141582 38 0
        40295 1141203 38 0
        24357 723835 24 0
        22908 874392 29 0
        2414 62152 2 48
        7342 151616 5 45
        5696 151771 5 45
        2844 61835 2 48
        505 35563 0 50
        4100 122836 4 46
        24676 783858 26 11
        28680 932748 31 2
        35522 1085621 36 6
        36124 964590 32 9
        16948 731073 24 7
        27241 993267 33 0
    """),
    # Table 6.19. The first time is printed so, and must lack a digit.
    "subsumption": rows("""
        15272 55836 18 0
        19099 603792 19 2
        24668 947529 31 0
        23842 929905 30 1
        12478 455024 13 0
        4322 429401 11 4
        817 64676 2 47
        6968 152370 5 45
        1554 44621 1 45
        2104 67741 2 48
        1875 109909 3 47
        2188 162591 5 44
        17037 587409 18 11
        19369 715169 22 2
        26851 785561 25 6
        29095 918933 29 7
        9566 422012 12 7
        8098 670180 19 3
    """),
    # Table 6.20.
    "summaries": rows("""
        3099 251633 8 0
        9422 498189 16 1
        9468 640904 21 0
        8529 502850 16 0
        2507 203684 6 0
        5362 305749 9 0
        456 35600 1 49
        212 33980 1 45
        760 36435 1 45
        1895 65962 2 48
        1810 106600 3 47
        2121 104310 3 44
        6503 434515 14 10
        7960 497141 16 3
        10525 584797 19 5
        4786 293972 9 7
        5393 318674 10 5
        4689 329352 10 0
    """),
}

SEARCHES = ("dfs", "bfs", "random", "tree", "coverage", "klee")


def grid(merges, text):
    return {search: dict(zip(merges, (int(word) for word in line.split())))
            for search, line in zip(SEARCHES, text.strip().splitlines())}


SMALL_MERGES = ("none", "recursive", "lattice-based", "aggressive")
LARGE_MERGES = ("none", "lattice-based", "aggressive")
STRATEGIES = {
    "small": {
        "paths": grid(SMALL_MERGES, """
            35463 26495 22923 26114
            34809 25134 22499 25906
            34187 25914 22761 24877
            34860 25391 22416 19328
            29553 25053 24277 23167
            30945 24558 23491 23943
        """),  # table 6.7
        "errors": grid(SMALL_MERGES, "0 0 0 0\n" * 6),  # table 6.8
        "milliseconds": grid(SMALL_MERGES, """
            901880 908698 902027 901872
            925980 901641 901806 904023
            901721 901954 902166 901939
            901939 901380 901694 901953
            902209 901658 901544 902193
            901924 902081 901926 902308
        """),  # table 6.9
        "cut_off": grid(SMALL_MERGES, "30 30 30 30\n" * 6),  # table 6.10
    },
    "large": {
        "paths": grid(LARGE_MERGES, """
            42342 25439 22246
            42245 24987 22078
            42789 25185 23270
            44839 24840 18697
            44981 26891 24489
            45272 26456 25275
        """),  # table 6.11
        "errors": grid(LARGE_MERGES, """
            6 6 6
            6 6 6
            6 6 4
            7 6 5
            5 6 4
            7 6 6
        """),  # table 6.12
        "milliseconds": grid(LARGE_MERGES, """
            1175992 1286597 1163204
            1176129 1221521 1162780
            1167890 1195775 1218451
            1154474 1225384 1183792
            1189595 1167928 1207693
            1152564 1168480 1164299
        """),  # table 6.13
        "cut_off": grid(LARGE_MERGES, """
            38 38 38
            38 38 38
            38 38 40
            37 38 39
            39 38 40
            37 38 38
        """),  # table 6.14; with the errors of 6.12 it makes 6.15, 44 everywhere
    },
}
