// Listings 5.6 and 5.7: a possible error contributes its safety condition, i != 0, instead of ending the
// annotation. (x < y compares a register with itself.)
// RUN: %clean --no-output --reduce=subsume --search=dfs --statistics=subsume %s 2>&1 | FileCheck %s
// CHECK: smew: proved: no error on any input
// CHECK: subsume: main:[[#@LINE+9]]: i != 0
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
