// Listing 4.5: nested loops, proved.
// Z3 checks every query of the proofs.
// RUN: %clean --no-output --reduce=subsume --validate %s
// RUN: %clean --no-output --reduce=subsume --search=dfs --statistics=subsume %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --reduce=subsume --search=bfs %s 2>&1 | FileCheck --check-prefix=BFS %s
// RUN: %clean --no-output --reduce=subsume --validate %s 2>&1 | FileCheck --check-prefix=BFS %s
// CHECK: smew: proved: no error on any input
// CHECK: subsume: main:[[#@LINE+10]]: x%{{[0-9]+}} >= x%0
// CHECK: subsume: main:[[#@LINE+11]]: x%{{[0-9]+}} >= x%0
// BFS: smew: proved: no error on any input
main() {
    var x, y, i, j, n;
    x = input;
    i = input;
    j = input;
    n = input;
    y = x;
    while (i < n) {
        i = i + 1;
        while (j < n) {
            x = x + 1;
            j = j + 1;
        }
    }
    if (x < y) {
        x = 1 / 0;
    }
    return 0;
}
