// The worked example of section 3.2 of "Efficient State Merging in Symbolic Execution": Figure 1,
// line for line, with alpha = 0.5, beta = 0.6, kappa = 1. There strcmp and putchar do not split paths,
// so they are left without bodies (--libc=none); and only branches count, no accesses of memory.
//
// RUN: %smew qce --libc=none --queries=branches --alpha=0.5 --beta=0.6 --kappa=1 %s \
// RUN:   | FileCheck %s
// RUN: %smew qce --libc=none --queries=branches --alpha=0.5 --beta=0.6 --kappa=1 --json %s \
// RUN:   | FileCheck --check-prefix=JSON %s
// RUN: %smew qce --libc=none --queries=branches --similar=lattice-based --limit-cost=2 %s \
// RUN:   | FileCheck --check-prefix=LATTICE %s
int strcmp(const char *, const char *);
int putchar(int);

#line 1
int main(int argc, char **argv) {
  int r = 1, arg = 1;
  if (arg < argc)
    if (strcmp(argv[arg], "-n") == 0) {
      r = 0; ++arg;
    }
  for (; arg < argc; ++arg)
    for (int i = 0; argv[arg][i] != 0; ++i)
      putchar(argv[arg][i]);
  if (r)
    putchar('\n');
}
// Line 6 is where the branches of line 4 meet (block 3, which has only a jump, from line 4). No query
// lies between it and line 7, whose loop begins at block 5.
// CHECK:      {{^}}     4      3         2.92
// CHECK-NEXT: 1.6  hot  arg{{$}}
// CHECK-NEXT: 1.32       r{{$}}
// CHECK:      {{^}}     7      4         2.92
// CHECK-NEXT: 1.6  hot  arg{{$}}
// CHECK-NEXT: 1.32       r{{$}}
// CHECK-NEXT: 1       argc{{$}}
// CHECK-NEXT: 0.6       argv{{$}}
// CHECK-NEXT: 0.6       argv[*]{{$}}
// CHECK-NEXT: {{^}}     7      5         2.92
// CHECK-NEXT: 1.6  hot  arg{{$}}
// CHECK-NEXT: 1.32       r{{$}}
// CHECK:      {{^}}     8      {{[0-9]+}}          2.2
// CHECK:      {{^}}    10      {{[0-9]+}}            1
// CHECK-NEXT: 1  hot  r{{$}}

// By data flow with a cap: the loops ask about all but r, which no way asks about twice.
// LATTICE:      {{^}}     7      5           10
// LATTICE-NEXT: 10  hot  arg{{$}}
// LATTICE-NEXT: 10  hot  argc{{$}}
// LATTICE-NEXT: 10  hot  argv{{$}}
// LATTICE-NEXT: 10  hot  argv[*]{{$}}
// LATTICE-NEXT: 1       r{{$}}
// LATTICE:      {{^}}    10      {{[0-9]+}}            1
// LATTICE-NEXT: 1       r{{$}}

// JSON:      "line": 7,
// JSON-NEXT: "block": 4,
// JSON-NEXT: "total": 2.92,
// JSON:      "name": "arg",
// JSON-NEXT: "count": 1.6,
// JSON-NEXT: "hot": true,
// JSON-NEXT: "kind": "register",
