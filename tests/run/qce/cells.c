// What stands for a variable: registers by the names of the source, cells of locals, arguments and
// globals at constant offsets, and objects that are read at variable ones.
//
// RUN: %smew qce --libc=none --alpha=1e-12 --beta=0.8 --function main %s | FileCheck --check-prefix=MAIN %s
// RUN: %smew qce --libc=none --alpha=1e-12 --beta=0.8 --function look %s | FileCheck --check-prefix=LOOK %s
struct options {
  int verbose, depth, unused;
};
static struct options defaults = {1, 2, 3};
static int table[8];
int helper(void);

__attribute__((noinline)) static int look(const struct options *o, int i) {
  if (o->depth > 3) return 1;
  if (table[i] != 0) return 2;
  return 0;
}
// LOOK: look ({{.*}}cells.c)
// LOOK-NEXT: line block Q_t Q_add variable
// An access by a pointer, and the branch on what it reads: 2; then, on one of two ways, an access at a
// variable offset and a branch: 2 * 0.8.
// LOOK-NEXT: {{^}} 14 0 3.6{{$}}
// LOOK-NEXT: 2 hot o{{$}}
// LOOK-NEXT: 1.6 hot i{{$}}
// LOOK-NEXT: 1 hot *(o+4){{$}}
// LOOK-NEXT: 0.8 hot table[*]{{$}}
// LOOK-NEXT: {{^}} 15 2 2{{$}}
// LOOK-NEXT: 2 hot i{{$}}
// LOOK-NEXT: 1 hot table[*]{{$}}

int main(int argc, char **argv) {
  struct options mine;
  (void)argv;
  mine.verbose = argc;
  mine.depth = helper();
  if (argc > 1) {
    helper();
  }
  table[2] = argc;
  if (defaults.verbose != 0) return look(&mine, argc);
  return look(&defaults, 3);
}
// At the first block, mine is written before it is read. In look, o is a pointer to mine or to
// defaults, so what it reads at o+4 are cells of those.
// MAIN: main ({{.*}}cells.c)
// MAIN-NEXT: line block Q_t Q_add variable
// MAIN-NEXT: {{^}} {{[0-9]+}} 0 11.816{{$}}
// MAIN-NEXT: 4.072 hot argc{{$}}
// MAIN-NEXT: 2.048 hot table[*]{{$}}
// MAIN-NEXT: 1.6 hot defaults{{$}}
// MAIN-NEXT: 1.28 hot defaults+4{{$}}
// MAIN-NEXT: {{^}} {{[0-9]+}} 1 6.76{{$}}
// MAIN-NEXT: 1.92 hot argc{{$}}
// MAIN-NEXT: 1.6 hot &mine{{$}}
// MAIN-NEXT: 1.28 hot table[*]{{$}}
// MAIN-NEXT: 1 hot defaults{{$}}
// MAIN-NEXT: 0.8 hot defaults+4{{$}}
// MAIN-NEXT: 0.8 hot mine+4{{$}}
