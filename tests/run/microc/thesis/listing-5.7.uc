// Listing 5.7: neither division can fail.
// RUN: %clean --no-output %s 2>&1 | FileCheck %s
// CHECK: 2 paths, 0 errors
// CHECK: complete
main() {
    var x, y, i;
    x = input;           // true
    i = input;          // true
    y = x;              // true
    if (i == 0) {      // x >= y
        i = 1;         // x >= y
    }
    i = 1 / i;           // x >= y and i != 0
    if (x < y) {       // x >= y
        x = 1 / 0;
    }
    return 0;          // true
}
