// Listing 5.4: the factorial is 2 for the input 2, and then a division fails.
// RUN: rm -rf %t && %reports --output-dir %t --exit-on-error %s 2>&1 | FileCheck %s
// RUN: %reports --no-output --exit-on-error --merge=static --max-instructions=20000 %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// CHECK: .uc:[[#@LINE+21]]:14: error: division by zero [div]
// CHECK: input = 2
// REPLAY: 1 of 1 errors reproduced
fac(n) {
    var f;

    if (n == 0) {
        f = 1;
    } else {
        f = n * fac(n - 1);
    }

    return f;
}


main() {
    var a,b;
    b = input;
    a = fac(b);
    output(a);
    return 1 / (a - 2);
}
