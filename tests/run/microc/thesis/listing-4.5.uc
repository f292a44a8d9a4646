// Listing 4.5: the same with a loop in a loop.
// RUN: %clean --no-output --max-depth 8 %s 2>&1 | FileCheck %s
// CHECK: 0 errors
// CHECK: not complete
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
