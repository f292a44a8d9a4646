// Listing 5.6: neither division can fail.
// RUN: %clean --no-output %s 2>&1 | FileCheck %s
// CHECK: 2 paths, 0 errors
// CHECK: complete
main() {
    var x, y, i;
    x = input;           // false
    i = input;          // false
    y = x;              // false
    if (i == 0) {      // false
        i = 1;         // false
    }
    i = 1 / i;           // false
    if (x < y) {       // x >= y
        x = 1 / 0;
    }
    return 0;          // true
}
