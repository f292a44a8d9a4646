// Listing 5.2: two pointers to one variable; -1 modulo 256 is 255.
// RUN: %status 255 %smew microc run %s
// RUN: %clean --no-output %s 2>&1 | FileCheck %s
// CHECK: 1 path, 0 errors
foo() {
    var x,y,z;
    x = 2;
    x = 4;
    y = &x;
    z = &x;
    return -1;
}


main() {
    var y;
    y = 1;
    return foo();
}
